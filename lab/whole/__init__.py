"""The whole in one process, on one seed and one clock: people, pages, tabs, servers, disks, a broker.

Nothing sleeps, nothing is a thread, nothing is a socket: a heap of due events is the time. What runs is the project's
own code; simulated are what it stands on (`disk`, `broker`, `browser`, `server`) and who plays (`person`). `world`
holds what must be true after each event, and a failing seed is the whole report:

    python -m lab whole --seed 17
"""
