"""Scenarios are checked to their values without being played, each mistake at the value itself."""

import pytest

from ruleset_core.testing.scenarios import run_scenarios
from tests.check.conftest import quote, told

MORE = """\
state:
  pips: {by: [ware], is: 1..6}
  seen: {by: [seat], is: bool}
zones:
  hand: {of: ware, by: [seat]}
options:
  long: {name: {en: Long, es: Larga}, of: bool, default: false}
rules:
  - id: look
    when: {event: bought, where: option.long and (what in hand), do: 'roll pips[what]; set seen = pips[what] > 2'}
  - {id: seen, when: {event: bought, where: seen, do: gain 1 fame}}
"""
SCENARIO = "scenarios:\n  - {name: one, SAID}\n"

MISTAKES = [
    ("players: 9", "E106 at `9`: the game is for 2 to 4, not for 9"),
    ("options: {long: 3}", "E314 at `3`: `long` cannot be `3`; it is one of: `false`, `true`"),
    ("given: {face: 7}", "E314 at `7`: `face` cannot be `7`; it goes from 1 to 6 | the range is declared at `face` (game.yaml:20): widen it there, or stay within it"),
    ("given: {pips: {rugg: 3}}", "E301 at `rugg`: `pips` cannot be `rugg`; did you mean `rug`?"),
    ("given: {pips: [1, 2, 3]}", "E314 at `3`: `pips` has 2 places, and this is one more"),
    ("given: {pips: 3}", "E314 at `3`: `pips` is by ware: write {lamp: ...}"),
    ("given: {zones: {stall: [lmap]}}", "E301 at `lmap`: unknown ware `lmap` | did you mean `lamp`?"),
    ("given: {zones: {stal: [lamp]}}", "E301 at `stal`: unknown zone `stal` | did you mean `stall`?"),
    ("given: {zones: {stall: lamp}}", "E314 at `lamp`: `stall` needs a list of pieces, not `lamp`"),
    ("given: {zones: {stall: [lamp], sold: [lamp]}}", "E314 at `lamp`: `lamp` lies in `stall` already"),
    ("given: {seats: [{coin: -1}]}", "E314 at `-1`: `coin` cannot be -1: it never goes below 0"),
    ("given: {seats: [{fame: 21}]}", "E314 at `21`: `fame` cannot be 21: a seat has 20 at most"),
    ("given: {seats: {1: {con: 1}}}", "E301 at `con`: unknown field of a seat `con` | did you mean `coin`?"),
    ("given: {seats: {2: {coin: 1}}}", "E301 at `2`: there is no seat 2; the scenario has 2 players"),
    ("given: {seen: {2: true}}", "E301 at `2`: there is no seat 2; the scenario has 2 players"),
    ("given: {seen: [true, 4]}", "E314 at `4`: `seen` cannot be `4`; it is one of: `false`, `true`"),
    ("given: {sen: [true]}", "E301 at `sen`: unknown field `sen` | did you mean `seen`?"),
    ("given: {pieces: {ware: {lamp: {pips: 9}}}}",
     "E314 at `9`: `pips` cannot be `9`; it goes from 1 to 6 | the range is declared at `pips` (more.yaml:2): widen it there, or stay within it"),
    ("given: {pieces: {ware: {lamp: {pip: 3}}}}", "E301 at `pip`: a ware has no field `pip` | did you mean `pips`?"),
    ("dice: {face: [3, 7]}", "E314 at `7`: `face` cannot be `7`; it goes from 1 to 6 | the range is declared at `face` (game.yaml:20): widen it there, or stay within it"),
    ("do: ['2: deal buy']", "E314 at `'2: deal buy'`: there is no seat 2; the scenario has 2 players | seats count from 0"),
    ("expect: {phase: dya}", "E312 at `dya`: unknown phase `dya` | did you mean `day`?"),
    ("expect: {seat: 2}", "E314 at `2`: there is no seat 2; the scenario has 2 players | seats count from 0"),
    ("expect: {winners: [0, 2]}", "E314 at `2`: there is no seat 2; the scenario has 2 players | seats count from 0"),
    ("expect: {scores: [3]}",
     "E314 at `[3]`: the scenario has 2 players, not 1 | one for every seat, in order"),
    ("expect: {that: coin == 5}", "E309 at `coin`: no seat is acting here | say in front whose it is: `seat 0: ...`"),
    ("expect: {that: ['seen[1]']}",
     "E303 at `1`: this is a number, but a seat is needed here | the seat of that number is called `seat_1`"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "finding"), MISTAKES)
def test_a_value_that_cannot_be(checked, said, finding):
    found = checked({"more.yaml": MORE, "scenarios/one.yaml": SCENARIO.replace("SAID", said)}).diagnostics
    assert [told(item) for item in found] == [finding]


KEYS = ("rugg", "stal", "con", "sen", "pip", "2")
REFUSED = [each for each in MISTAKES if each[0].startswith(("given", "dice", "options", "players"))]


@pytest.mark.parametrize(("said", "finding"), REFUSED)
def test_what_the_check_refuses_is_refused_in_play_at_the_same_place(fair, said, finding):
    files = {"more.yaml": MORE, "scenarios/one.yaml": SCENARIO.replace("SAID", said)}
    (result,) = run_scenarios([str(fair(files))])
    assert [item.code for item in result.failures] == ["E501"]
    where = finding.split("`")[1]
    assert where in KEYS or quote(result.failures[0].span) == where
    assert "scenario cannot begin" in result.failures[0].message


def test_what_can_be_is_not_told(checked):
    said = (
        "players: 3, options: {long: true}, given: {face: 6, pips: [1, 6], zones: {stall: [rug]},"
        " seats: {2: {coin: 30, fame: 20, hand: [lamp], seen: true}}}, dice: {face: [1, 6]},"
        " expect: {phase: trade, winners: [0, 2], scores: [1, 2, 3], that: ['seat 2: seen', 'seen[seat_2]']}"
    )
    assert checked({"more.yaml": MORE, "scenarios/one.yaml": SCENARIO.replace("SAID", said)}).diagnostics == ()


def test_a_field_by_seat_stands_under_its_own_name_too(checked):
    said = "given: {seen: [true]}, expect: {that: ['seat 0: seen', 'seat 1: not seen']}"
    project = checked({"more.yaml": MORE, "scenarios/one.yaml": SCENARIO.replace("SAID", said)})
    assert not project.diagnostics
