"""Campaigns, benchmarks, mutation and coverage: what measures the project. Not in the wheel."""

import host  # noqa: F401  puts the firmware's folders on the path
