"""Campaigns, look-alikes, benchmarks."""
