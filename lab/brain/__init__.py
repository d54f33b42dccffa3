"""How the opponent learns: the compiled kernel, nets by self-play, solved endings, the ladder."""
