"""The opponent: an evaluation net, solved endings, five levels and three simple players."""
