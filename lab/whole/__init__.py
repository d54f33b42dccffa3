"""The whole system in one process, on one seed and one clock: people, pages, tabs, servers, disks, a broker.

There are no sleeps, threads or sockets: a heap of due events is the clock. The project's own code runs on simulated
surroundings (`disk`, `broker`, `browser`, `server`) with simulated players (`person`). `world` checks invariants after
each event, and a failing seed is a complete bug report:

    python -m lab campaign whole --size 1 --seed 17
"""
