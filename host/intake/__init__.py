"""Whatever people hand over (bytes, a paste, a file), read in one way for every entrance."""
