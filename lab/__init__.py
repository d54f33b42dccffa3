"""The project's measuring tools: campaigns, benchmarks, mutation and coverage. Not in the wheel."""

import host  # noqa: F401  puts the firmware's folders on the path
