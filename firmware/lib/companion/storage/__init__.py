"""What is kept over a power cut: the journal and its stores, the settings."""
