"""Each reason for a "no", in the rules' terms, on every runtime."""

from daldos import Position
from daldos.reach import NO_TURN, REASONS, english
from daldos.turns import legal_turns
from daldos.why import why_not

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "
DALLED = ".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A "
ENEMY_AT_HOME = ".Ba.a.........../................./bbbbbbbbbbbbbbb. A 14"
FORK = ".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A 23"
FREE = FORK.replace(".aaa", "...a", 1)
TURNED = "a.a............./A................/bbbbbbbbbbbbbb.. A 12"
# (rules, position, move, dice not played yet, code)
SEPARATE = "danish,one_piece=separate"
HEMMED = "............aaaa/...A.BB........../"
SAHKKU = "............aa./.....A.k......."
CASES = (
    ("danish", START + "12", "A1 M1", (1, 2), ""),
    ("danish", START + "12", "A1 M3", (1, 2), ""),
    ("danish", START + "12", "M1 M2", (1, 2), "no_piece"),
    ("danish", START + "12", "B1 M1", (1, 2), "not_yours"),
    ("danish", START + "23", "A1 M2", (2, 3), "not_dalled"),
    ("danish", START + "12", "A1 M2", (1, 2), "not_dalled"),
    ("danish", DALLED + "12", "A2 A1", (2,), "not_dalled"),
    ("vuovdaguoika", SAHKKU + "/b.b............ B 112", "B1 B2", (1, 1, 2), "not_prowmost"),
    ("vuovdaguoika", "............aa./" + SAHKKU[16:] + "/b.............. A 124", "M6 M8", (1, 2, 4), ""),
    ("vuovdaguoika", "..............a/.....A.kA....../b.............. A 222", "M6 M8", (2, 2, 2), "own_ahead"),
    ("sig", "............/............A/b........... A 2", "M13 B11", (2,), "at_gate"),
    ("ostergaard", ENEMY_AT_HOME, "A5 A4", (1, 4), "not_sternmost"),
    ("danish,dal_moves=false", TURNED, "A3 A2", (1, 2), "dal_stays"),
    ("danish,dal_moves=false", TURNED, "A3 A3", (1, 2), ""),
    ("danish,dal_moves=false", TURNED, "A3 A1", (1, 2), "own_there"),
    ("danish", START + "12", "A1 A1", (1, 2), "no_distance"),
    ("danish", DALLED + "23", "M1 M5", (2, 3), "no_distance"),
    ("danish", DALLED + "23", "M1 M6", (2, 3), ""),
    ("danish", DALLED + "23", "M1 M6", (3,), "no_distance"),
    ("danish", DALLED + "23", "M1 A1", (2, 3), "no_distance"),
    ("danish", "...........a..aA/................./bbbbbbbbbbbbbbbb A 14", "A16 A12", (1, 4), "jumps_own"),
    ("danish,jump=own", FORK, "M4 M7", (2, 3), "jumps_enemy"),
    ("danish", START + "12", "A2 A1", (1, 2), "own_there"),
    ("danish", DALLED + "23", "M1 M3", (), "no_die"),
    ("danish", "...........a..aA/................./bbbbbbbbbbbbbbbb A 14", "A15 A14", (1, 4), "other_die"),
    ("danish", ENEMY_AT_HOME, "A3 A2", (1, 4), "passed_stays"),
    ("danish", FORK, "M4 M6", (3,), "no_distance"),
    ("danish", FORK, "M4 M6", (2, 3), "passed_stays"),
    ("danish", FORK, "M4 M7", (2, 3), ""),
    ("danish", FREE.replace("B...", "B..A"), "M4 M9", (2, 3), "own_there"),
    (SEPARATE, FREE, "M4 M9", (2, 3), ""),
    (SEPARATE, FREE.replace("B...", "BA.A"), "M4 M9", (2, 3), "jumps_own"),
    (SEPARATE, HEMMED.replace("BB", "AA") + "bbbb............ A 23", "M4 M9", (2, 3), "jumps_own"),
    (SEPARATE + ",lose_at=1", HEMMED + "................ A 23", "M4 M9", (2, 3), "won"),
    (SEPARATE + ",jump=any", HEMMED.replace("BB", "AA") + "bbbb............ A 23", "M4 M9", (2, 3), "own_between"),
)


def code_of(rules: str, position: str, move: str, dice: tuple) -> str:
    """The code of the reason, with and without a given search."""
    at = Position.parse(position, rules)
    hole, to = [at.rules.board.hole(name) for name in move.split()]
    reason = why_not(at, hole, to, dice)
    assert why_not(at, hole, to, dice, legal_turns(at)) == reason
    assert at.text() == position
    return REASONS[reason][0]


def test_each_case_has_its_reason():
    for rules, position, move, dice, code in CASES:
        found = code_of(rules, position, move, dice)
        assert found == code, (rules, position, move, found)


def test_the_cases_show_every_reason():
    told = [code for _, _, _, _, code in CASES]
    assert [code for code, _ in REASONS if code not in told] == [REASONS[NO_TURN][0]]  # is said of whole turns
    assert len(REASONS[0]) == 2 and english(0) == ""
