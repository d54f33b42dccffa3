"""The opponent: an evaluation net, solved endings, six levels and three simple players."""
