"""A release: what is refused, what is the same twice, and what its list of third parties holds."""

import json
import os
import runpy
import shutil
import subprocess
import sys
import zipfile

import pytest

from tools import release


@pytest.fixture
def clone(root, tmp_path, monkeypatch):
    """A small repository in the project's place: a commit with the tag of this version."""

    def git(*words):
        about = {"GIT_AUTHOR_NAME": "a", "GIT_COMMITTER_NAME": "a", "GIT_CONFIG_GLOBAL": os.devnull}
        about.update({"GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org"})
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True, env={**os.environ, **about})

    shutil.copy(root / "CHANGELOG.md", tmp_path)
    git("init")
    git("add", ".")
    git("commit", "-m", "x")
    git("tag", "v" + release.VERSION)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.needs("git")
def test_only_a_clean_tagged_commit_is_released(clone):
    assert release.refusals() == []
    (clone / "new.txt").write_text("new")
    subprocess.run(["git", "tag", "-d", "v" + release.VERSION], cwd=clone, check=True, capture_output=True)
    changed, untagged = release.refusals()
    assert "new.txt" in changed and "commit" in changed and f"git tag v{release.VERSION}" in untagged


@pytest.mark.needs("git")
def test_a_folder_without_git_is_refused_in_plain_words(tmp_path, monkeypatch):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(release.SetupError, match="a release is made of a clone"):
        release.refusals()


@pytest.mark.parametrize("words", [("release", "--anyway"), ("site",)])
def test_someones_own_folder_is_not_emptied(root, tmp_path, monkeypatch, words):
    (tmp_path / "letter.txt").write_text("dear")
    monkeypatch.setattr(sys, "argv", [*words, str(tmp_path)])
    with pytest.raises(release.SetupError, match="name an empty folder"):
        runpy.run_path(str(root / f"tools/{words[0]}.py"), run_name="__main__")
    assert (tmp_path / "letter.txt").exists()


def test_the_same_files_make_the_same_archive(tmp_path):
    archives = []
    for folder, time in (("a", 1e9), ("b", 1.7e9)):
        for name in ("x/2.txt", "1.txt"):
            file = tmp_path / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)
            os.utime(file, (time, time))
        release.packed(tmp_path / (folder + ".zip"), release.below(tmp_path / folder))
        archives.append((tmp_path / (folder + ".zip")).read_bytes())
    assert archives[0] == archives[1]
    assert zipfile.ZipFile(tmp_path / "a.zip").namelist() == ["1.txt", "x/2.txt"]


@pytest.mark.needs("git")
def test_the_changes_are_those_of_the_version(clone):
    sections = f"# C\n\n## Unreleased\n\nnew\n\n## {release.VERSION} - 2026-11-22\n\nold\n\n## 0.1\n"
    (clone / "CHANGELOG.md").write_text(sections)
    assert release.changes() == f"## {release.VERSION} - 2026-11-22\n\nold\n\n"


def test_third_parties_bear_version_and_licence(monkeypatch):
    monkeypatch.setattr(release, "compiled_in", lambda: [("littlefs", "2.8", "BSD-3-Clause", "generic")])
    monkeypatch.setattr(release, "npm_packages", lambda: [("@a/b", "1.0", "MIT", "npm")])
    monkeypatch.setattr(release, "python_packages", lambda: [("six", "1.17", "MIT License", "pypi")])
    listed = json.loads(json.dumps(release.third_parties()))
    assert listed["bomFormat"] == "CycloneDX" and listed["specVersion"] == "1.6"
    assert [(part["purl"], *part["licenses"]) for part in listed["components"]] == [
        ("pkg:generic/littlefs@2.8", {"expression": "BSD-3-Clause"}),
        ("pkg:npm/%40a/b@1.0", {"expression": "MIT"}),
        ("pkg:pypi/six@1.17", {"license": {"name": "MIT License"}}),
    ]


@pytest.mark.needs("node")
def test_the_npm_packages_are_those_of_our_locks(root):
    named = {name: licence for name, _, licence, _ in release.npm_packages()}
    assert named["@micropython/micropython-webassembly-pyscript"] == "MIT"
