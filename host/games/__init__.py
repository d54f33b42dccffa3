"""Games as a page plays them, and the archive in which they are kept automatically."""
