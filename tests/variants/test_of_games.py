"""A variant of each included game, with an expansion of the other game laid on: checked, played, saved, replayed, drawn as that game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, core_of, load
from ruleset_core.check.checker import check_paths
from ruleset_core.discovery import DATA_ROOT
from ruleset_core.play.bots import make_bot
from ruleset_core.play.records import Seat, Session, parse_record, record_bytes, replay
from ruleset_core.testing.conformance import check_game
from ruleset_core.testing.scenarios import run_scenarios
from tests.check.conftest import REVIEWS
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, sampled

OF = Path(__file__).parent / "of"
LAID = Path(__file__).parents[1] / "games" / "laid"
LIKE = {
    "dear_dice": ("troyes_dice", "market_days"),
    "fair_town": ("tournay", "quiet"),
    "fat_troyes": ("troyes", "long"),
    "yellow_walls": ("carcassonne_masons", "short"),
}
"""By variant the game it is like, and an expansion of that."""
VARIANTS = sorted(LIKE)


@cache
def made(variant: str, *, laid: bool = True) -> Game:
    other, expansion = LIKE[variant]
    return load(variant, (expansion,) if laid else (), roots(other))


def roots(other: str) -> list[str]:
    return [str(OF), str(LAID / other)]


def test_all_that_lie_there_are_tried() -> None:
    assert sorted(each.name for each in OF.iterdir()) == VARIANTS


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_found_in_it_and_its_scenarios_pass(variant: str) -> None:
    report = check_paths([OF / variant], ignore=REVIEWS)
    assert report.diagnostics == ()
    assert report.files == 2
    results = run_scenarios([str(OF / variant)], in_all=True)
    assert [each.failures for each in results] == [[]] or [tuple(each.failures) for each in results] == [()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_has_an_id_and_a_hash_of_its_own_and_the_look_of_the_other(variant: str) -> None:
    other, expansion = LIKE[variant]
    alone, laid = made(variant, laid=False), made(variant)
    assert (alone.id, alone.expansions, laid.expansions) == (variant, (), (expansion,))
    assert len({alone.hash, laid.hash, load(other).hash}) == 3
    assert alone.base == laid.base == (other, DATA_ROOT / other)
    assert laid.source.look.panels.keys() >= load(other).source.look.panels.keys()
    assert {each.expansion for each in laid.program.changes} == {variant, expansion}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_played_and_replayed(variant: str) -> None:
    game, (other, _) = made(variant), LIKE[variant]
    players = game.players[0]
    seats = [Seat(f"P{n}", "random") for n in range(players)]
    session = Session.start(game, seats, 3, {}, game.expansions, roots(other))
    bots = [make_bot("random", 3, seat) for seat in range(players)]
    while not session.live.over:
        session.apply(bots[session.live.seat].choose(session.live))
    record = parse_record(record_bytes(session.record()))
    assert (record.header.game, record.header.hash) == (variant, game.hash)
    again = replay(load(record.header.game, record.header.expansions, record.header.roots), record)
    assert [state.to_json() for state in again.states] == [state.to_json() for state in session.states]
    middle = session.states[len(session.steps) // 2]
    assert game.from_json(middle.to_json()).to_json() == middle.to_json()


@pytest.mark.parametrize("laid", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hundred_random_games_come_to_an_end(variant: str, laid: bool) -> None:
    game, random = made(variant, laid=laid), Random(1)
    low, high = game.players
    for players in range(low, min(high, 4) + 1):
        assert all(any(each) for each in core_of(game).play(players, 100, seed=1).winners.tolist())
    state = game.new(players=low, seed=1)
    while not state.over:
        state.apply(random.choice(state.options))
    assert state.winners()


@pytest.mark.slow
@pytest.mark.parametrize("variant", sampled(VARIANTS, ("yellow_walls", "dear_dice")))
def test_promises_are_kept(variant: str) -> None:
    other, expansion = LIKE[variant]
    report = check_game(
        made(variant),
        1,
        5,
        source=variant,
        roots=roots(other),
        expansions=(expansion,),
        closely=CLOSELY,
        seconds=CONFORMANCE_SECONDS,
    )
    assert report.ok, "\n".join(report.lines())
