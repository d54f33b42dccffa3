"""The board in a browser: a small server, and a page of plain modules that shows a board and has hands."""
