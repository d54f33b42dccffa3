"""The page of mutation testing: shares, and what is said for survivors. Mutants need mutmut (tools/mutate.sh)."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
_spec = importlib.util.spec_from_file_location("mutation_page", ROOT / "lab/mutation/page.py")
page = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(page)


def mutants(*by: str) -> list:
    return [{"number": k, "line": 7, "was": "a | b", "now": f"a & {k}", "by": name} for k, name in enumerate(by)]


RESULTS = {
    "daldos/a.py": {"all": 30, "seed": 1, "mutants": mutants("test", "time", "", "test")},
    "daldos/b.py": {"all": 10, "seed": 1, "mutants": mutants("test", "test")},
}


def test_a_module_weighs_as_many_mutants_as_it_has():
    killed, tried, everything, share, error = page.shares(RESULTS)
    assert (killed, tried, everything) == (5, 6, 40)
    assert share == pytest.approx(30 / 40 * 3 / 4 + 10 / 40)
    assert error == pytest.approx((0.75**2 * (3 / 16) / 3 * (1 - 4 / 30)) ** 0.5)


def test_a_module_tried_whole_has_no_error():
    whole = {"daldos/a.py": {"all": 3, "seed": 1, "mutants": mutants("test", "", "test")}}
    assert page.shares(whole)[4] == 0


def test_what_tests_written_since_have_killed_is_no_share_of_the_others():
    results = {"daldos/a.py": {"all": 3, "seed": 1, "mutants": mutants("test", "", "test")}}
    results["daldos/a.py"]["mutants"][2]["since"] = True
    assert page.shares(results)[0] == 1 and page.shares(results)[3] == pytest.approx(1 / 3)
    text = page.text(results, ["daldos/a.py", "daldos/c.py"])
    assert "No sample was drawn of `daldos/c.py`.\n" in text
    assert "**1 of 3 mutants were killed** by the tests that there were" in text and ": 33.3 %" in text
    assert "Of the other 2, 1 are killed by tests written since, which makes 2 of 3 (66.7 % weighed)" in text
    assert "| `daldos/a.py` | 3 | 3 | 1 | 2 |" in text


def test_survivors_stand_with_what_is_said_for_them(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "ARGUED", tmp_path / "argued.txt")
    monkeypatch.setattr(page, "LIB", tmp_path)
    (tmp_path / "daldos").mkdir()
    (tmp_path / "daldos/a.py").write_text("if (a |\n    b): pass\n")
    page.ARGUED.write_text("# comment\nThe same.\n    daldos/a.py: a | b => a & 2\n")
    text = page.text(RESULTS, list(RESULTS))
    assert "**5 of 6 mutants were killed**" in text and "No sample" not in text
    assert "1 are left: 1 argued for below, 0 in lines that have been rewritten, 0 without a test." in text
    table = "\n\n| line | was | mutant |\n| --- | --- | --- |\n| `daldos/a.py` 7 | `a \\| b` | `a & 2` |"
    assert "The same." + table in text
    page.ARGUED.write_text("")
    assert "Not argued for: a test is missing." + table in page.text(RESULTS, list(RESULTS))
    (tmp_path / "daldos/a.py").write_text("if a or b: pass\n")
    text = page.text(RESULTS, list(RESULTS))
    assert page.GONE + table in text
    assert "1 are left: 0 argued for below, 1 in lines that have been rewritten, 0 without a test." in text


def test_what_is_said_must_be_whole():
    with pytest.raises(ValueError, match="line 2: 'daldos/a.py: x'"):
        page.argued("Why\n  daldos/a.py: x\n")


def test_what_is_said_is_of_lines_that_there_are():
    for module, before, _ in page.argued(page.ARGUED.read_text(encoding="utf-8")):
        source = (ROOT / "firmware/lib" / module).read_text(encoding="utf-8")
        assert before in " ".join(source.split()), (module, before)
