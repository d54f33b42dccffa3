"""Print the table of figures: `python -m hardware.model`."""

from hardware.model import figures

if __name__ == "__main__":
    print(figures.table(), end="")
