"""`daldos train` and `daldos solve`: runs of the kernel, and what they leave behind."""

from collections.abc import Callable
from pathlib import Path

from daldos.ai import nets
from daldos.rules import parse_rules
from host.ai import data, endings, learning, weights
from host.ai.build import kernel_module

Say = Callable[[str], None]


def module_file(name: str) -> Path:
    """The engine's module with the net of a ruleset."""
    return Path(nets.__file__).parent / (name.replace("-", "_") + ".py")


def train_net(name: str, games: int, seed: int, out: str | None, fresh: bool, say: Say) -> Path:
    """Learn the ruleset's net, its endings solved first, and write its module; the file written."""
    module = kernel_module()
    kernel = module.Kernel(parse_rules(name))
    endings.solve(kernel, name, data.SOLVED, 2, say)
    run = data.LEARNING / f"{name}-{games}-{seed}.run"
    if fresh:
        run.unlink(missing_ok=True)
    learner = learning.learn(module, kernel, games, seed, run, say)
    file = Path(out) if out else module_file(name)
    text = f"The net of the ruleset {name}, made by `daldos train`: see daldos.ai.evaluation."
    weights.write_module(file, text, "WEIGHTS", weights.quantised(*learner.weights()))
    return file


def solve_endings(name: str, pieces: int, write: bool, tell: Say, say: Say) -> None:
    """Solve a ruleset's endings, tell the residual and each table's figures; `write`: pack them into the package."""
    kernel = kernel_module().Kernel(parse_rules(name))
    endings.solve(kernel, name, data.SOLVED, pieces, say)
    tell(f"{name}: largest change by one more sweep {endings.residual(kernel, pieces):.1e}")
    for group in endings.groups(pieces):
        for k, m in group:
            count, low, high, mean = kernel.endings_figures(k, m)
            tell(f"{name} {k} v {m}: {count} positions, chance {low:.4f} to {high:.4f}, mean {mean:.4f}")
    if write:
        file = data.endings_file(name)
        file.parent.mkdir(exist_ok=True)
        for part, table in zip((file, file.with_suffix(".low")), data.packed(kernel), strict=True):
            part.write_bytes(table)
            tell(f"{name}: {len(table)} bytes in {part}")
