"""Random games of Tournay keep their books in every state, and are played along by a second one (`tournay_watch.py`).

`RULESET_LONG=1` plays a thousand games for every number of players, introductory and expert, instead of a handful, and tries all
slips instead of some.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from ruleset_core import Game, State, load
from tests.games.tournay_model.cards import all_happenings
from tests.games.tournay_watch import TournayWatch, builders
from tests.games.watching import Choose, Sight, all_watched, anything, watched, with_slip

TOURNAY = Path(__file__).parents[2] / "data" / "tournay"
LONG = bool(os.environ.get("RULESET_LONG"))
GAMES = 500 if LONG else 1
MOST = 1500 if LONG else 60
"""In so many games everything must have happened that is looked for."""
OFTEN = ("action", "struck", "a ")
"""What happens so often that a few games are enough."""
SLIPS = [
    ("board.yaml", "if option.expert then 5 else 3", "if option.expert then 5 else 4", False, "supply:"),
    ("game.yaml", "if option.expert then 1 else 2", "if option.expert then 2 else 2", True, "standing of seat"),
    ("citizens.yaml", "amount: 2\n", "amount: 3\n", False, "deniers, not"),
    ("citizens.yaml", "as p { gain w denier }", "as p { gain 1 denier }", False, "deniers, not"),
    ("citizens.yaml", "gain 2 * n denier", "gain 3 * n denier", False, "deniers, not"),
    ("citizens.yaml", "amount: owned(k) + 1\n", "amount: owned(k)\n", True, "deniers, not"),
    ("citizens.yaml", "emit gathered;", "", True, "deniers, not"),
    ("citizens.yaml", "do recruit_lying(k)\n", "do recruit(k)\n", True, "standing of seat"),
    ("citizens.yaml", "x != c and x.colour == c.colour and", "x != c and", False, "may answer"),
    ("citizens.yaml", "x.copies_from == none and open_building(x)", "x.copies_from == none and c.type == building", False, "may answer"),
    ("events.yaml", "coins[e] + 1\n", "coins[e]\n", False, "may answer"),
    ("events.yaml", "if e.kind == taxing then 2 else 1", "1", False, "may answer"),
    ("events.yaml", "condition: coins[e] < e.circles", "condition: coins[e] < 3", False, "coins on events"),
    ("events.yaml", "set coins[e] = 0;", "", False, "not in the queue"),
    ("events.yaml", "do fill_slot(n);", "", False, "events in the queue"),
    ("events.yaml", "repeat coins[e] { do e.effect }", "do e.effect", False, "not "),
    ("events.yaml", "if all or e.kind == positive { do", "if all { do", False, "deniers, not"),
    ("events.yaml", "do take_cover(if all then shields else 0)", "do take_cover(shields)", True, "cover"),
    ("decks.yaml", "repeat 2 { do look_at_one(k, l) };", "repeat 3 { do look_at_one(k, l) };", False, "keep"),
    ("decks.yaml", "if any c in looked where c.type == crier { do look_at_one(k, l) };", "", False, "not "),
    ("decks.yaml", "for each c in looked where c.type != crier { move c to top[k, l] };", "for each c in looked where c.type != crier { move c to deck[k, l] };", False, "deck"),
    ("decks.yaml", "hand_size - 4", "hand_size - 5", False, "giving"),
    ("district.yaml", "max(east, s.x) - min(west, s.x) <= 2", "max(east, s.x) - min(west, s.x) <= 3", False, "may answer space"),
    ("district.yaml", "fits(s) and (any n in s.near where taken[n])", "fits(s)", False, "may answer space"),
    ("district.yaml", "if upper.colour == c.colour {", "if upper.colour != c.colour {", False, "several colours"),
    ("district.yaml", "if token[c] == citizen { set lying[c.colour] = lying[c.colour] + 1 };", "", False, "citizens of colour"),
    ("district.yaml", "set token[c] = none\n", "set token[c] = token[c]\n", False, "citizens of colour"),
    ("district.yaml", "condition: c.type == prestige and (any x in district where x.card == c.card)", "condition: c.type == crier", False, "may answer play"),
    ("district.yaml", "set site[x] = none;", "", False, "site:"),
    ("district.yaml", "at_work(c, k) mod 2 == 0", "at_work(c, k) mod 2 == 1", True, "reaction"),
    ("district.yaml", "min(most_fame, n *", "min(most_fame + 1, n *", False, "scores are"),
    ("district.yaml", "(count p in seat where complete(p)) >= 2\n", "(count p in seat where complete(p)) >= 3\n", False, "is asked"),
    ("district.yaml", "(count c in criers) > players", "(count c in criers) >= players", False, "is asked"),
    ("game.yaml", "set turns_left = players", "set turns_left = players - 1", False, "over"),
    ("game.yaml", "for each e in ramparts { move e to wall }", "", False, "ramparts of seat"),
    ("game.yaml", "sum c in district of c.points", "sum c in district where not covered[c] of c.points", False, "scores are"),
    ("cards/prestige.yaml", "groups_of(4)", "groups_of(3)", False, "scores are"),
    ("cards/yellow.yaml", "add: -1", "add: 1", False, "not "),
    ("cards/expert.yaml", "set: 1", "set: 2", True, "not "),
    ("cards/white.yaml", "stand_up_to(2)", "stand_up_to(3)", False, "rising"),
]  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return load(TOURNAY)


@pytest.mark.slow
@pytest.mark.parametrize("choose", [anything, builders])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expert", [False, True], ids=["introductory", "expert"])
def test_the_books_are_kept(game: Game, players: int, choose: Choose, expert: bool) -> None:
    options = {"expert": expert, "covered_builder": choose is builders}
    wrong = all_watched(TournayWatch, game, players, range(GAMES), choose, options)
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("expert", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["introductory", "expert"])
def test_everything_happens(game: Game, expert: bool) -> None:
    sight, seen = Sight(game), Counter[str]()
    missing = {each for each in all_happenings(expert=expert) if LONG or each.startswith(OFTEN)}

    def watch(sight: Sight, state: State) -> TournayWatch:
        return TournayWatch(sight, state, seen)

    for seed in range(MOST):
        wrong = watched(watch, sight, 2 + seed % 3, seed, (builders, anything)[seed % 2], {"expert": expert})
        assert not wrong
        missing -= {each for each, times in seen.items() if times}
        if not missing:
            break
    assert not missing


@pytest.mark.slow
@pytest.mark.parametrize(("file", "right", "wrong", "expert", "told"), SLIPS if LONG else SLIPS[::10])
def test_what_is_wrong_is_seen(tmp_path: Path, file: str, right: str, wrong: str, expert: bool, told: str) -> None:
    sight = Sight(with_slip(TOURNAY, tmp_path / "tournay", file, right, wrong))
    found = []
    for seed in range(80):
        choose = (builders, anything)[seed % 2]
        found.append(watched(TournayWatch, sight, 2 + seed % 3, seed, choose, {"expert": expert}))
        if told in found[-1]:
            return
    raise AssertionError(found)
