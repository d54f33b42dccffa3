"""The opponent: an evaluation net, solved endings, four levels and three simple players."""
