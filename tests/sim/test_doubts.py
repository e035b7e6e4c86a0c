"""What games on trial cast doubt on: planted faults are found, and sound games are not blamed for them."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from ruleset_core.lab.sim import SimulationPlan
from ruleset_core.lab.sim.parallel import share_out
from ruleset_core.lab.sim.trials import DRAWN_BY_LOT, MOST_DECISIONS, OptionComparison, TrialPlayer, trial_findings
from tests.check.page_examples import PLAYED, write_example

CARDS = PLAYED["cards/wares.yaml"]


def tried(directory, bot="easy", games=60, **files):
    """The tiny game with other files, on trial."""
    write_example("", directory, PLAYED | {f"{name}.yaml": text for name, text in files.items()})
    plan = SimulationPlan(str(directory), (bot,) * 2, games, 1)
    game = plan.load()
    return game, plan, TrialPlayer(plan, game)(range(games))


def kinds(found):
    return Counter(each.kind for each in found)


@pytest.mark.slow
def test_the_same_games_whoever_plays_them(tmp_path):
    _, plan, found = tried(tmp_path, games=12)
    shares = [range(at, at + 4) for at in (0, 4, 8)]
    assert list(chain.from_iterable(part for _, part in share_out(TrialPlayer(plan), shares, 2))) == found


def test_a_card_with_an_effect_that_happens_now_and_then_is_not_idle(tmp_path):
    text = CARDS.replace("price: 3, effect: gain 4 coin", 'price: 0, effect: "if face > 6 { gain 4 coin }"')
    (tmp_path / "never").mkdir()
    found = list(trial_findings(*tried(tmp_path / "never", **{"cards/wares": text})))
    assert [(each.kind, each.name, each.times) for each in found if each.kind == "idle"] == [("idle", "lamp", 20)]
    (tmp_path / "seldom").mkdir()
    assert "idle" not in kinds(trial_findings(*tried(tmp_path / "seldom", **{"cards/wares": text.replace("6", "5")})))


def test_by_lot_nobody_is_blamed_for_what_chance_leaves(tmp_path):
    found = list(trial_findings(*tried(tmp_path, bot="random", games=100)))
    assert set(kinds(found)) <= {"tied"}


@pytest.mark.slow
def test_a_game_that_does_not_end_is_given_up_after_all_have_chosen_by_lot(tmp_path):
    flow = "flow:\n  - {phase: day, turns: forever, do: do trade}\n"
    trade = "define:\n  trade: {effect: 'choose up to 1 buy w in stall { lose 0 coin }'}\n"
    game, plan, (each,) = tried(tmp_path, games=1, flow=flow, trade=trade)
    assert not each.over
    assert len(each.moves) == MOST_DECISIONS > DRAWN_BY_LOT
    assert each.winners == (0, 0)
    assert kinds(trial_findings(game, plan, [each])) == {"endless": 1}


def test_an_option_is_only_compared_with_what_is_always_offered_beside_it():
    first = OptionComparison(1, {1: 1, 2: 1, 3: 0})
    assert first.and_then(OptionComparison(1, {2: 1, 3: 0, 4: 1})) == OptionComparison(2, {2: 2, 3: 0})


@pytest.mark.parametrize("by_nobody", [False, True])
def test_a_shared_victory_of_all_is_no_tie_where_all_win_together(tmp_path, by_nobody):
    """Where `outcome` says who wins, nothing is left open by a tie."""
    score = "score:\n  coins: {name: {en: Coins, es: Monedas}, amount: 0}\n"
    outcome = "outcome: {wins: coin > 0}\n"
    found = kinds(trial_findings(*tried(tmp_path, score=score + ("" if by_nobody else outcome))))
    assert found["tied"] == by_nobody
