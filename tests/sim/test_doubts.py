"""What games on trial cast doubt on: planted faults are found, and sound games are not blamed for them."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from ruleset_core.check.example import PLAYED, lay_out
from ruleset_core.sim import Plan
from ruleset_core.sim.doubts import doubts
from ruleset_core.sim.trial import BY_LOT, MOST, Trying, Weighed
from ruleset_core.sim.workers import share_out

CARDS = PLAYED["cards/wares.yaml"]


def tried(directory, bot="easy", games=60, **files):
    """The tiny game with other files, on trial."""
    lay_out("", directory, PLAYED | {f"{name}.yaml": text for name, text in files.items()})
    plan = Plan(str(directory), (bot,) * 2, games, 1)
    game = plan.load()
    return game, plan, Trying(plan, game)(range(games))


def kinds(found):
    return Counter(each.kind for each in found)


def test_the_same_games_whoever_plays_them(tmp_path):
    _, plan, found = tried(tmp_path, games=12)
    shares = [range(at, at + 4) for at in (0, 4, 8)]
    assert list(chain.from_iterable(part for _, part in share_out(Trying(plan), shares, 2))) == found


def test_a_card_with_an_effect_that_happens_now_and_then_is_not_idle(tmp_path):
    text = CARDS.replace("price: 3, effect: gain 4 coin", 'price: 0, effect: "if face > 6 { gain 4 coin }"')
    (tmp_path / "never").mkdir()
    found = list(doubts(*tried(tmp_path / "never", **{"cards/wares": text})))
    assert [(each.kind, each.name, each.times) for each in found if each.kind == "idle"] == [("idle", "lamp", 20)]
    (tmp_path / "seldom").mkdir()
    assert "idle" not in kinds(doubts(*tried(tmp_path / "seldom", **{"cards/wares": text.replace("6", "5")})))


def test_by_lot_nobody_is_blamed_for_what_chance_leaves(tmp_path):
    found = list(doubts(*tried(tmp_path, bot="random", games=100)))
    assert set(kinds(found)) <= {"tied"}


def test_a_game_that_does_not_end_is_given_up_after_all_have_chosen_by_lot(tmp_path):
    flow = "flow:\n  - {phase: day, turns: forever, do: do trade}\n"
    trade = "define:\n  trade: {effect: 'choose up to 1 buy w in stall { lose 0 coin }'}\n"
    game, plan, (each,) = tried(tmp_path, games=1, flow=flow, trade=trade)
    assert not each.over
    assert len(each.moves) == MOST > BY_LOT
    assert each.winners == (0, 0)
    assert kinds(doubts(game, plan, [each])) == {"endless": 1}


def test_an_option_is_only_compared_with_what_is_always_offered_beside_it():
    first = Weighed(1, {1: 1, 2: 1, 3: 0})
    assert first.and_then(Weighed(1, {2: 1, 3: 0, 4: 1})) == Weighed(2, {2: 2, 3: 0})


@pytest.mark.parametrize("by_nobody", [False, True])
def test_a_shared_victory_of_all_is_no_tie_where_all_win_together(tmp_path, by_nobody):
    """Where `outcome` says who wins, nothing is left open by a tie."""
    score = "score:\n  coins: {name: {en: Coins, es: Monedas}, amount: 0}\n"
    outcome = "outcome: {wins: coin > 0}\n"
    found = kinds(doubts(*tried(tmp_path, score=score + ("" if by_nobody else outcome))))
    assert found["tied"] == by_nobody
