"""What is compiled once for the Python at hand: kernel and emulator; and how several processes make a thing once."""
