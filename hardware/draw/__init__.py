"""The drawings of the guide, each a function that gives SVG text; `hardware.generate` writes them to files."""
