"""Lines of JSON in and out."""
