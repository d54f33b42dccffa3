"""Parts for a 3D printer: dice box, jig for the pegs, spacers of the boards, and the hull instead of wood."""
