"""The room between every two solids in every step of assembly.

python -m hardware.solids          the closest pair of each step, and all that are too close: then exit status 1
python -m hardware.solids --all    every pair nearer than 3 mm
"""

import sys

from hardware.solids import clearance, steps


def main(arguments) -> int:
    """Print the table; returns the exit status."""
    if arguments not in ([], ["--all"]):
        print(__doc__.strip(), file=sys.stderr)
        return 0 if arguments == ["--help"] else 2
    everything = []
    for build, its_steps in steps.builds().items():
        for step in its_steps():
            found = clearance.gaps(step)
            everything += found
            bad = clearance.faults(found)
            for gap in found if arguments else bad or found[:1]:
                room = "overlap" if gap.mm < 0 else f"{gap.mm:.2f} mm"
                mark = "  TOO CLOSE" if gap in bad else ""
                print(f"{build:17} {step.name:44} {room:>8}  {gap.one} / {gap.other}{mark}")
    least = min(everything, key=lambda gap: gap.mm)
    print(f"smallest of all: {least.mm:.2f} mm, {least.one} / {least.other} ({least.step})")
    for q, long, closed, aside in steps.lengths_mm():
        print(
            f"cable {q}: {long} mm; {closed:.0f} mm when closed, {aside:.0f} mm while the carrier lies beside the boat"
        )
    return 1 if clearance.faults(everything) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
