"""Plants leaks in the engine, one at a time, and asks the conformance suite: each has to be found by a check of hidden information.

    python -m tests.mutation.leaks              all leaks; prints what found each
    python -m tests.mutation.leaks story shows  those whose place or description has one of these in it

A leak is a small change of one function: it tells somebody what the mask hides, or reads the true state where only what is shown may be read.
Small games that hide cards, amounts, choices and hints are played at random until a check complains.
"""

from __future__ import annotations

import inspect
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from textwrap import dedent
from time import monotonic
from typing import Any

from ruleset_core import Game, group_after, group_at_start, load
from ruleset_core.testing.conformance import SECRETS, position_checks
from tests.engine.decks import DECKS
from tests.engine.decks import FILE as DECK_CARDS
from tests.engine.games import CARDS, FILE, PURSES, write
from tests.engine.test_foresight import CARDS as SUITS
from tests.engine.test_foresight import RULES as AHEAD
from tests.engine.test_secret_games import CARDS as STUD_CARDS
from tests.engine.test_secret_games import NIGHTS, ROLES, STUD
from tests.engine.test_seen_with_pieces import CUPS
from tests.sampled import LONG

AHEAD_OF = "if (any c in deck where c.suit == sun) { gain 1 coin }; if vault > 4 { gain 5 coin }; move deck[0] to hand; roll face; gain face coin"
GAMES = {
    "cards": (CARDS, FILE),
    "purses": (PURSES, ""),
    "nights": (NIGHTS, ROLES),
    "stud": (STUD, STUD_CARDS),
    "decks": (DECKS, DECK_CARDS),
    "cups": (CUPS, ""),
    "ahead": (AHEAD.replace("EFFECT", AHEAD_OF), SUITS),
    "chance": (AHEAD.replace("EFFECT", "roll face; gain face coin"), SUITS),
}
"""Games that hide things, and their cards."""
POSITIONS, SEEDS = 60, 12
"""Positions of a game that are looked at, and games that are played, before a leak counts as not found."""


@dataclass(frozen=True)
class Leak:
    """A change that tells too much.

    Attributes:
        what: what is told.
        at: the function, as `module:name` or `module:Class.name`, below `ruleset_core`.
        old, new: its text, and what stands there instead; `old` stands there once.
        game: the game it shows in.
        players: how many play.
    """

    what: str
    at: str
    old: str
    new: str
    game: str
    players: int = 2


MASK, MASKED, TOLD = "lang.visibility:", "engine.observation:", "story.step_events:visible_part"
LEAKS = (
    # -- the mask
    Leak("what only its owner sees", MASK + "shows", "sight == OWN and owner == viewer", "sight == OWN", "cards"),
    Leak("what nobody sees", MASK + "shows", "if sight == ALL or", "if sight in (ALL, NOBODY) or", "cards"),
    Leak("all of a pile of which the last piece is seen", MASK + "shows", "sight == TOP and last != 0", "sight == TOP", "cards"),
    Leak("what another seat knows of a deck", MASK + "shows", "known >> viewer & 1", "known != 0", "decks"),
    Leak("what is hidden, to those who look on", MASK + "shows", "if viewer < 0:\n        return 0", "if viewer < 0:\n        return 1", "cards"),
    Leak("fields that are hidden", MASK + "VisibilityMask._sight", "sight_of(field)", "ALL", "cards"),
    Leak("amounts that are hidden", MASK + "VisibilityMask._sight", "sight_of(self.v.resources[place])", "ALL", "purses"),
    Leak("what the flow keeps for itself", MASK + "VisibilityMask.values", "not home[0].hidden", "home[0]", "cards"),
    Leak("the pieces of a zone that is hidden", MASK + "VisibilityMask.lists", "sight_of(zone)", "ALL", "cards"),
    Leak("what others do while all choose", MASK + "_is_of_another", "owner not in (SHARED, viewer)", "False", "decks"),
    Leak("sides of pieces that are hidden", MASKED + "_of_pieces", " if piece in shown else None", " if piece in shown else state.v[start + piece]", "cards"),
    Leak("what dice show under a cup", MASKED + "_of_pieces", " if piece in shown else None", " if piece in shown else state.v[start + piece]", "cups"),
    Leak("what a die shows to who knows the die alone", MASKED + "_is_visible", "return part", "return True or part", "cups"),
    Leak("backs in the order of a deck", MASKED + "_hidden", "sorted(ranks[piece] for piece in pieces)", "[ranks[piece] for piece in pieces]", "decks"),
    Leak("hints that were given to others", MASKED + "_left", "words_of(v, kind, piece, values), viewer)", "[31 * (word > 0) for word in words_of(v, kind, piece, values)], viewer)", "nights", 4),
    Leak("how many pieces lie where, from the end of a deck on", MASKED + "_hidden", "return [None] * len(pieces)", "return [None] * (len(pieces) + pieces[:1].count(0))", "cards"),
    Leak("where in a hand cards lie that are known", MASKED + "_hidden", "known = sorted(piece for piece in seen if piece is not None)", "known = [piece for piece in seen if piece is not None]", "stud", 3),
    Leak("that others have chosen", MASKED + "mask_state", "(not state.simultaneous or state.seat == viewer)", "True", "cards", 3),
    Leak("which card of a hand is touched", MASK + "VisibilityMask.touched", "part is not None and part.hand and", "False and", "stud", 3),
    # -- numbers
    Leak("numbers of what others do while all choose", "engine.observation:NumericObservation.encode", "state.sim or (state.v, state.z)", "(state.v, state.z)", "decks"),
    Leak("numbers of pieces that are hidden", "analysis.numeric_view:_list", "if sure != 0:", "if sure == 0 or sure != 0:", "cards"),
    Leak("numbers of dice under a cup", "analysis.numeric_view:_list", "if lying != 0 or", "if lying in (0, 1) or", "cups"),
    # -- stories, and what stands in the record
    Leak("which piece moved", TOLD, "return replace(told, piece=HIDDEN, at=HIDDEN, place=HIDDEN, words={})", "return told", "decks"),
    Leak("how values changed that are hidden", TOLD, "isinstance(part, ValueChanged)", "False", "purses"),
    Leak("what was rolled under a cup", MASK + "VisibilityMask.lying", "return found._replace(known=0)", "return PUBLIC", "cups"),
    Leak("the order of a deck that was shuffled", TOLD, "return replace(told, before=(), after=())", "return told", "decks"),
    Leak("which option of a secret question was taken", TOLD, "return None if told.forced else replace(told, option=HIDDEN)", "return told", "decks"),
    Leak("what others do while all choose, as a story", "story.step_events:is_held_back", "return part.apart", "return False and part.apart", "cards"),
    Leak("secret moves in the record", "engine.history:FollowedMove.may_see", "self.secret or", "", "decks"),
    Leak("moves in the record while all choose", "engine.history:FollowedMove.hidden_now", "return viewer is not None", "return False and viewer is not None", "cards"),
    Leak("accounts of amounts that are hidden", "story.score_sheets:CountedValues.value", "viewer is None", "True", "purses"),
    # -- foresight
    Leak("a hidden value, before a choice", "eval.access_policies:LookaheadAccess.value", "not mask.reading(s, address).to(self.seat)", "False", "ahead"),
    Leak("hidden pieces, before a choice", "eval.access_policies:LookaheadAccess._is_known", "return not hand and", "return True or", "ahead"),
    Leak("how chance will fall, before a choice", "eval.access_policies:LookaheadAccess.before_statement", "case t.Roll() | t.Shuffle():", "case t.Shuffle():", "chance"),
    # -- scores, options and reasons
    Leak("scores that hidden things decide", "story.score_sheets:_sheet_state", "return state, rows_secret_from_others(state.game)", "return state, frozenset()", "purses"),
    Leak("reasons by the cards of another seat", "engine.option_vocabulary:why_not", '{"me": state.seat, "it": it}', '{"me": (state.seat + 1) % state.n, "it": it}', "cards"),
    # -- worlds
    Leak("where a hidden card lies, in imagined worlds", "compile.search.world_plans:find_hidden", "t.hidden_copies[t.piece_at(t.root_state, slot, place)] += 1", "t.hidden_copies[t.piece_at(t.root_state, slot, place)] += place != 0", "cards"),
    Leak("hidden values, in imagined worlds", "compile.search.world_plans:hidden_values", "viewer, 0, 0) == 0:", "viewer, 0, 0) == 0 and row > 0:", "cards"),
    Leak("what dice show under a cup, in imagined worlds", "compile.search.world_plans:_seen_with", "plan[at + 1] + pick(plan[at + 2])", "v[plan[at] + plan[one]]", "cups"),
    Leak("the next dice, in imagined worlds", "engine.determinization:WorldSampler._fitting", "new.streams = streams[:]", "pass", "cards"),
)  # fmt: skip


def named(place: str) -> tuple[Any, str]:
    """The module or class that a function belongs to, and its name there."""
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner: Any = import_module(f"ruleset_core.{module}")
    for each in owners:
        owner = getattr(owner, each)
    return owner, name


def leaking(leak: Leak) -> Any:
    """The function with the leak in it.

    Raises:
        ValueError: it no longer has the text that is to be changed, or has it more than once.
    """
    owner, name = named(leak.at)
    found = vars(owner)[name]
    text = dedent(inspect.getsource(found.func if isinstance(found, cached_property) else found))
    if text.count(leak.old) != 1:
        raise ValueError(f"`{leak.old}` stands {text.count(leak.old)} times in {leak.at}, not once")
    made: dict[str, Any] = {}
    module = sys.modules[owner.__module__ if inspect.isclass(owner) else owner.__name__]
    exec(f"from __future__ import annotations\n{text.replace(leak.old, leak.new)}", vars(module) | {"__name__": module.__name__}, made)  # fmt: skip
    return made[name]


@contextmanager
def planted(leak: Leak) -> Iterator[None]:
    """While the leak is in the engine, wherever the function is used."""
    owner, name = named(leak.at)
    old, new = vars(owner)[name], leaking(leak)
    if isinstance(new, cached_property):
        new.__set_name__(owner, name)
    _exchange(owner, name, old, new)
    try:
        yield
    finally:
        _exchange(owner, name, new, old)


def _exchange(owner: Any, name: str, old: Any, new: Any) -> None:
    """Put a function in the place of another one, in all modules that have it by now."""
    every = [each for title, each in [*sys.modules.items()] if title.startswith("ruleset_core")]
    for home in [owner] if inspect.isclass(owner) else every:
        if vars(home).get(name) is old:
            setattr(home, name, new)


def findings(game: Game, players: int, seeds: int) -> Iterator[str]:
    """What the checks find in random games, position by position, with the name of the check."""
    for seed in range(1, seeds + 1):
        state, random = game.new(players, seed), Random(seed)
        start, group = state.clone(), group_at_start(state)
        for number in range(POSITIONS):
            if state.over:
                break
            here = position_checks.CheckedPosition(game, start, state, Random(f"{seed} {number}"), number, group)
            for name, check in SECRETS.items():
                yield from (f"{name}: {said}" for said in check(here))
            before = state.clone()
            state.apply(random.choice(state.options))
            group = group_after(number, group, before, state)


def found_by(leak: Leak, directory: Path) -> str:
    """The check that finds a leak, and what it says; empty if none does."""
    folder = write(directory / leak.game, *GAMES[leak.game])
    with planted(leak):
        return next(findings(load(folder), leak.players, SEEDS), "")


def sound(game: str, directory: Path) -> list[str]:
    """What the checks find in a game without any leak: nothing."""
    players = max(leak.players for leak in LEAKS if leak.game == game)
    return [*findings(load(write(directory / game, *GAMES[game])), players, SEEDS if LONG else 3)]


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    wanted = [leak for leak in LEAKS if not arguments or any(each in leak.at + leak.what for each in arguments)]
    missed = 0
    with tempfile.TemporaryDirectory() as directory:
        for number, leak in enumerate(wanted):
            begun = monotonic()
            found = found_by(leak, Path(directory) / str(number))
            missed += not found
            print(f"{monotonic() - begun:5.1f} s  {leak.what}: {found[:150] or 'NOT FOUND'}", flush=True)  # noqa: T201 - speaks to a person
    print(f"{len(wanted) - missed} of {len(wanted)} leaks are found")  # noqa: T201
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
