"""docs/mutation.md from the results of a run: the share killed, module by module, and each survivor with what is said
for it.

What is said stands in argued.txt beside this file, by the module and the text of the mutant.
"""

import math
from pathlib import Path

from lab.explained import code, explained

LIB = Path(__file__).resolve().parents[2] / "firmware/lib"
GONE = "The line has been rewritten since: there is no such mutant any more."
ARGUED = Path(__file__).with_name("argued.txt")


def argued(text: str) -> dict:
    """(module, text before, text after) -> why no test can, or need, tell the mutant.

    A reason begins a line; below it, indented, stand `module: before => after`.
    """
    return explained(text, "argued.txt", "module: before => after", _change)


def _change(entry: str) -> tuple | None:
    module, _, change = entry.partition(": ")
    before, arrow, after = change.partition(" => ")
    return (module, before, after) if arrow else None


def blind(mutant: dict) -> bool:
    """Whether it was killed by the tests there were when the sample was drawn."""
    return mutant["by"] != "" and not mutant.get("since")


def shares(results: dict, is_killed=blind) -> tuple:
    """(killed, tried, all, share, standard error of the share), each module weighing as many mutants as it has."""
    everything = sum(module["all"] for module in results.values())
    killed = tried = 0
    share = variance = 0.0
    for module in results.values():
        count = len(module["mutants"])
        of = sum(is_killed(mutant) for mutant in module["mutants"])
        killed, tried = killed + of, tried + count
        weight, part = module["all"] / everything, of / count
        share += weight * part
        if count > 1:
            variance += weight**2 * part * (1 - part) / (count - 1) * (1 - count / module["all"])
    return killed, tried, everything, share, math.sqrt(variance)


def is_gone(module: str, mutant: dict) -> bool:
    """Whether the lines that it changed stand there no more."""
    source = (LIB / module).read_text(encoding="utf-8") if (LIB / module).exists() else ""
    return mutant["was"] not in " ".join(source.split())


def text(results: dict, known: list) -> str:
    """The page. known: all modules that may be mutated; those without a result are named."""
    why = argued(ARGUED.read_text(encoding="utf-8"))
    killed, tried, everything, share, error = shares(results)
    now, _, _, share_now, _ = shares(results, lambda mutant: mutant["by"] != "")
    seeds = sorted({module["seed"] for module in results.values()})
    left = [(module, mutant) for module, of in sorted(results.items()) for mutant in of["mutants"] if not mutant["by"]]
    named = [(module, mutant, why.get((module, mutant["was"], mutant["now"]), "")) for module, mutant in left]
    named = [(module, mutant, reason or (GONE if is_gone(module, mutant) else "")) for module, mutant, reason in named]
    gone = sum(reason == GONE for _, _, reason in named)
    missing = sum(reason == "" for _, _, reason in named)
    out = [
        "# Mutation",
        "",
        "Made by `tools/mutate.sh --page > docs/mutation.md` from the results of `tools/mutate.sh`.",
        "",
        "mutmut changes the firmware in one small place: a comparison, a number, a text, an argument, a condition.",
        "Such a mutant is killed if a test fails with it, or hangs. Each meets a few seconds of its module's tests,",
        "the quick ones first, and if it survives, others that speak of its line: a survivor may still be one that the",
        "whole suite would find. A sample of each module's mutants was drawn by a seed; what is",
        "computed at import is not mutated.",
        "",
        f"**{killed} of {tried} mutants were killed** by the tests that there were when the sample was drawn. "
        f"Weighed by the {everything} mutants that the modules have: {100 * share:.1f} % with a standard error of "
        f"{100 * error:.1f} (seed {', '.join(map(str, seeds))}).",
        "",
        f"Of the other {tried - killed}, {now - killed} are killed by tests written since, which makes {now} of "
        f"{tried} ({100 * share_now:.1f} % weighed) in this sample; of mutants that were not drawn the first figure "
        f"tells. {len(left)} are left: {len(left) - gone - missing} argued for below, {gone} in lines that have been "
        f"rewritten, {missing} without a test.",
        "",
        "| module | mutants | tried | killed at first | now |",
        "| --- | --- | --- | --- | --- |",
    ]
    for module, of in sorted(results.items()):
        first = sum(blind(mutant) for mutant in of["mutants"])
        count = sum(mutant["by"] != "" for mutant in of["mutants"])
        out.append(f"| `{module}` | {of['all']} | {len(of['mutants'])} | {first} | {count} |")
    untried = [f"`{module}`" for module in known if module not in results]
    if untried:
        out += ["", f"No sample was drawn of {', '.join(untried)}."]
    out += ["", "## Survivors", ""]
    groups: dict = {}
    for module, mutant, reason in named:
        change = f"| `{module}` {mutant['line']} | {code(mutant['was'])} | {code(mutant['now'])} |"
        groups.setdefault(reason or "Not argued for: a test is missing.", []).append(change)
    for reason in sorted(groups):
        out += [reason, "", "| line | was | mutant |", "| --- | --- | --- |", *groups[reason], ""]
    return "\n".join(out).rstrip() + "\n"
