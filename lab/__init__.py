"""Campaigns, benchmarks, mutation and coverage: what measures the project. Not in the wheel."""
