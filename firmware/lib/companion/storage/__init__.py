"""Storage that survives a power cut: the journal and its stores, the settings."""
