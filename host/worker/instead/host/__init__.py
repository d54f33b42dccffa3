"""The rooms of the host that run here."""
