"""Values that are seen with the zone in which a piece lies (`visible: piece`): dice under cups, tokens in a bag."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, imagine, load, story_of, swapped, trace_step
from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.check.checker import check_paths
from ruleset_core.testing import check_game
from tests.engine.games import write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

CUPS = """
game: cups
name: {en: Cups, es: Cubiletes}
players: 2..3
sets:
  tint: {members: [red, blue]}
  deed: {members: [shake, lift, cover, mark, stack, peek, swap]}
pieces:
  die: {count: 12, remembered: true, facts: {tint: tint}, values: {tint: [red, blue, red, blue, red, blue, red, blue, red, blue, red, blue]}}
zones:
  box: {of: die, start: all, visible: nobody}
  cup: {of: die, by: [seat], visible: owner}
  tray: {of: die, by: [seat]}
  stack: {of: die, visible: top}
state:
  pips: {by: [die], is: 1..6, visible: piece, name: {en: pips, es: puntos}}
  holder: {by: [die], is: "seat?", visible: piece, name: {en: holder, es: portador}}
  round: {is: 0..9}
decisions:
  deed: {of: deed, ask: {en: What?, es: ¿Qué?}}
define:
  own: {amount: "sum d in cup of pips[d]"}
  open: {amount: "sum p in seat of sum d in p.tray of pips[d]"}
  shown: {params: {d: die}, amount: "pips[d]"}
flow:
  - phase: setup
    do: |
      for each p in seat { repeat 3 { move box[0] to p.cup }; for each d in p.cup { roll pips[d] } }
  - phase: play
    for: round
    in: 1 to 6
    steps:
      - phase: turn
        turns: once
        do: |
          choose deed {
            shake { for each d in cup { roll pips[d] } } |
            lift { for each d in cup { move d to tray } } |
            cover { for each d in tray { move d to cup } } |
            mark { for each d in cup { set holder[d] = left(me); set pips[d] = 6 } } |
            stack { move cup[0] to stack } |
            peek { show left(me).cup[0] to me } |
            swap { move left(me).cup[0] to cup; move cup[0] to left(me).cup }
          }
score:
  own: {name: {en: pips, es: puntos}, amount: own}
  open: {name: {en: open, es: a la vista}, amount: open}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("cups"), CUPS, "")


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def pips(state: State, viewer: int, whose: int, zone: str = "cup") -> list[int | None]:
    """What a viewer sees of the dice of a seat."""
    pieces = state.observe(whose)["seats"][whose][zone]
    return [state.observe(viewer)["fields"]["pips"][die] for die in pieces]


def test_only_who_sees_the_zone_sees_what_its_dice_show(game: Game) -> None:
    state = game.new(players=3, seed=5)
    assert all(pips(state, 0, 0))
    assert pips(state, 1, 0) == pips(state, -1, 0) == [None] * 3
    state.apply("deed lift")
    assert pips(state, 1, 0, "tray") == pips(state, 0, 0, "tray")
    assert all(pips(state, -1, 0, "tray"))


def test_what_is_covered_is_hidden_again_even_from_who_knows_the_die(game: Game) -> None:
    state = game.new(players=2, seed=5)
    for deed in ("lift", "lift", "cover", "shake"):
        state.apply(f"deed {deed}")
    known = state.observe(1)["seats"][0]["cup"]["known"]
    assert len(known) == 3  # they lay on the tray, so all know which dice they are
    assert [state.observe(1)["fields"]["pips"][die] for die in known] == [None] * 3
    assert all(pips(state, 1, 1, "tray"))


def test_of_a_pile_all_see_the_last_die(game: Game) -> None:
    state = game.new(players=2, seed=5)
    state.apply("deed stack")
    state.apply("deed stack")
    below, top = (game.program.vocabulary.domains["die"].ids[piece] for piece in state.z[1])
    for viewer in (-1, 0, 1):
        shown = state.observe(viewer)["fields"]["pips"]
        assert shown[below] is None
        assert shown[top] is not None


def test_numbers_hold_what_the_seat_sees(game: Game) -> None:
    state = game.new(players=2, seed=5)
    names = [each.name for each in game.numbers(2).meanings]
    of = {viewer: dict(zip(names, state.numbers(viewer), strict=True)) for viewer in (0, 1)}
    mine = state.observe(0)["seats"][0]["cup"]
    assert [of[0][f"die.{die}.pips"] for die in mine] == pips(state, 0, 0)
    assert {of[1][f"die.{die}.pips"] for die in mine} == {-1}
    state.apply("deed mark")
    found = dict(zip(names, state.numbers(0), strict=True))
    assert {found[f"die.{die}.holder"] for die in mine} == {1}  # the next seat, counted from the one that looks


def test_a_world_keeps_what_a_seat_sees_and_draws_the_rest(game: Game) -> None:
    state = game.new(players=3, seed=5)
    state.apply("deed lift")
    faces = set()
    for world in range(40):
        other = imagine(state, 1, 3, world)
        assert other.observe(1) == state.observe(1)
        faces.add(tuple(pips(other, 2, 2)))
    assert len(faces) > 30
    assert all(1 <= face <= 6 for row in faces for face in row if face is not None)
    assert imagine(state, 1, 3).v == imagine(swapped(state, 1, Random(2)), 1, 3).v


def test_a_story_tells_only_who_sees_it_what_was_rolled(game: Game) -> None:
    state = game.new(players=2, seed=5)
    trace = trace_step(state, state.options[0])
    own, other = (story_of(game, 2, [trace], seat).to_json() for seat in (0, 1))
    assert any(part["kind"] == "value" for part in own)
    assert not any(part["kind"] == "value" for part in other)


def test_what_the_owner_sees_is_no_secret_from_it(game: Game) -> None:
    program = game.program
    own, others = SecrecyAnalysis(program, own=True), SecrecyAnalysis(program, own=False)
    rows = {score.name: score.amount for score in program.scores}
    assert not own.hides(rows["own"])
    assert others.hides(rows["own"])
    assert not others.hides(rows["open"])
    assert own.hides(program.vocabulary.defines["shown"].trees[0])  # where the die lies is not known


@pytest.mark.parametrize("players", [2, 3])
def test_the_suite_finds_nothing(game: Game, folder: Path, players: int) -> None:
    report = check_game(
        game, games=3, players=players, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder)
    )
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("{by: [seat], is: 1..6, visible: piece}", "`visible: piece` needs one value for each piece"),
        ("{by: [tint], is: 1..6, visible: piece}", "`visible: piece` needs one value for each piece"),
        ("{by: [die, tint], is: 1..6, visible: piece}", "`visible: piece` needs one value for each piece"),
        ("{is: 1..6, visible: piece}", "`visible: piece` needs one value for each piece"),
        ("{by: [die], is: int, visible: piece}", "`visible: piece` needs a finite type, not number"),
    ],
)
def test_what_cannot_be_seen_with_a_piece_is_refused(tmp_path: Path, field: str, said: str) -> None:
    text = CUPS.replace("  round: {is: 0..9}\n", f"  round: {{is: 0..9}}\n  other: {field}\n")
    found = check_paths([write(tmp_path, text, "")]).diagnostics
    assert [(each.code, each.message) for each in found if each.severity == "error"] == [("E303", said)]
