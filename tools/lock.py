"""Write the lock files from pyproject.toml (for maintainers; needs uv, users need only pip): tools/lock.sh"""

import subprocess
import sys

from tools.run import ROOT

LOCKS = {
    "requirements.lock": ("tools/daldos.sh", ["pyproject.toml"]),
    "requirements-flash.lock": ("tools/flash.sh", ["--extra", "flash", "pyproject.toml"]),
    "requirements-dev.lock": (
        "tools/test.sh",
        ["--extra", "dev", "--extra", "flash", "--extra", "lab", "hardware/requirements.in", "pyproject.toml"],
    ),
    "requirements-mutation.lock": ("python -m lab mutate", ["--extra", "mutation", "pyproject.toml"]),
    "hardware/step.lock": ("tools/step.sh", ["hardware/step.in"]),
}
UV = "uv pip compile --quiet --universal --generate-hashes --python-version 3.10 --no-header --no-annotate"

if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    for name, (who, options) in LOCKS.items():
        command = [*UV.split(), "--no-emit-index-url", *options]
        text = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        head = f"# Exact versions and hashes of what {who} installs. Written by tools/lock.sh.\n"
        (ROOT / name).write_text(head + text, encoding="utf-8")
        print(f"{name}: {text.count('==')} packages")
