"""Long answers go out a line a step, in their order, each with the id of its command."""

from host.sim.table import Table


def test_a_long_self_test_names_the_cause_first_and_says_no_two_lines_in_a_step():
    table = Table(seed=1)
    table.plug_in()
    for hole in range(20):
        table.board.fault("dead", hole)
    table.wait(3000)
    before = len(table.said)
    table.send({"do": "selftest", "id": 5})
    at_once = len(table.said) - before
    counts = []
    for _ in range(40):
        count = len(table.said)
        table.wait(10)
        counts.append(len(table.said) - count)
    told = [event for event in table.said[before:] if event["ev"] in ("fault", "selftest")]
    assert at_once <= 1 and max(counts) <= 2
    assert [event["ev"] for event in told] == ["fault"] * 20 + ["selftest"]
    assert all(event["id"] == 5 for event in told)
    assert told[-1]["faults"] == 20


def test_the_self_test_says_what_the_chip_cannot_tell():
    table = Table(seed=1)
    table.plug_in()
    table.wait(100)
    table.app.pull_test = lambda: [(26, 4090, 4), (27, 4090, None)]
    table.send({"do": "selftest", "id": 3})
    unsure, done = table.said[-2:]
    assert (unsure["ev"], unsure["code"], unsure["id"]) == ("guide", "pulls_unsure", 3)
    assert "a mux at GP27 never switches off" in unsure["why"]
    assert done == {"ev": "selftest", "faults": 0, "id": 3}
