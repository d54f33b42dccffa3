"""How the opponent learns: the kernel in C, nets by self-play, solved endings, the ladder."""
