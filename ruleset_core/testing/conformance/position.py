"""Properties of one position: what must hold at every decision of every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final

from ruleset_core import Game, IllegalOption, NotationError, State
from ruleset_core.model.outward.published import problem
from ruleset_core.testing.difference import difference

LANGUAGES: Final = ("en", "es")
#: How far a copy is played on before it is compared with another.
_AHEAD: Final = 12
#: How many seats besides the deciding one are looked at in one position.
_OTHERS: Final = 2
#: How many options that are not offered are tried in one position.
_TRIED: Final = 12
#: The share of observations that are held against their schema, which costs a hundred times as much as making one.
_VALIDATED: Final = 0.02
#: What is shown of a zone in which not all pieces are seen.
_HIDDEN: Final = {"count", "top", "seen", "known", "hints", "backs"}


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of a game under test. Checks work on copies and leave `state` as they found it.

    `choices` is how many came before, `group` the choice at the same time that is on (see `ruleset_core.follow`).
    """

    game: Game
    start: State
    state: State
    random: Random
    choices: int = 0
    group: int = -1


def play_on(state: State, choices: Random | Sequence[int], limit: int = _AHEAD) -> list[int]:
    """Play on in place, at random or by a list of options; gives the options taken."""
    taken: list[int] = []
    while not state.over and len(taken) < limit:
        option = choices.choice(state.options) if isinstance(choices, Random) else choices[len(taken)]
        state.apply(option)
        taken.append(option)
    return taken


def seats(position: Position) -> list[int]:
    """The seat that decides and a few others: observing all of many in every position would cost too much."""
    count = len(position.state.scores())
    others = [seat for seat in range(count) if seat != position.state.seat]
    return [position.state.seat, *position.random.sample(others, min(_OTHERS, len(others)))]


def options(position: Position) -> Iterator[str]:
    """The options are ascending, at least two unless others may not know how many, and the decision's own."""
    state, game = position.state, position.game
    offered = state.options
    if any(a >= b for a, b in pairwise(offered)):
        yield f"options are not ascending and unique: {offered}"
    decision = state.decision
    if decision is None:
        yield "the game is not over, but there is no decision"
        return
    if len(offered) < 2 and not (offered and decision.veiled):
        yield f"a decision with options {offered} was not taken by itself"
    if decision.seat != state.seat or list(decision.options) != list(offered):
        yield "the decision and the state disagree about the seat or the options"
    if not set(offered) <= set(game.vocabulary_of(decision.name)):
        yield f"{decision.name} offers options outside its vocabulary"


def texts(position: Position) -> Iterator[str]:
    """The question and every option have words in both languages."""
    state, game = position.state, position.game
    decision = state.decision
    assert decision is not None
    for language in LANGUAGES:
        if not decision.prompt(language) or not all(game.label(state, option, language) for option in state.options):
            yield f"{decision.name} has an empty question or label in {language}"


def notation(position: Position) -> Iterator[str]:
    """Every offered option can be taken, by its notation with the same result as by its number."""
    state, game = position.state, position.game
    for option in state.options:
        by_number, by_text = state.clone(), state.clone()
        by_number.apply(option)
        by_text.apply(game.notation(option))
        if by_number.to_json() != by_text.to_json():
            yield f"`{game.notation(option)}` does not do what option {option} does"


def refusals(position: Position) -> Iterator[str]:
    """What is not offered is refused, with nothing changed; what is no notation is called so."""
    state, game, random = position.state, position.game, position.random
    decision = state.decision
    assert decision is not None
    offered = set(state.options)
    near = [option for option in game.vocabulary_of(decision.name) if option not in offered]
    far = [option for option in range(game.vocabulary_size) if option not in offered]
    tried = {*random.sample(near, min(_TRIED, len(near))), *random.sample(far, min(_TRIED, len(far)))}
    copy = state.clone()
    before = copy.to_json()
    for option in sorted(tried):
        try:
            copy.apply(option)
        except IllegalOption:
            for language in LANGUAGES:
                copy.why_not(option, language)
            continue
        yield f"`{game.notation(option)}` is not offered, but was taken"
        copy = state.clone()
    if copy.to_json() != before:
        yield "a refused option changed the state"
    try:
        copy.apply("no such words in any game")
    except NotationError:
        return
    yield "nonsense was accepted as an option"


def clone(position: Position) -> Iterator[str]:
    """A clone equals its original, plays on as it would, and never touches it."""
    state = position.state
    before, seen = state.to_json(), state.observe(state.seat)
    first, second = state.clone(), state.clone()
    if first.to_json() != before:
        yield "a clone differs from its original"
    taken = play_on(first, position.random)
    if state.to_json() != before or state.observe(state.seat) != seen:
        yield "playing on a clone changed the original"
    play_on(second, taken, len(taken))
    if first.to_json() != second.to_json():
        yield "two clones given the same options ended in different states"


def save(position: Position) -> Iterator[str]:
    """A state written as JSON and read again is the same state and plays on as the same."""
    state, game = position.state, position.game
    written = state.to_json()
    read = game.from_json(json.loads(json.dumps(written)))
    if read.to_json() != written:
        yield f"a state read from its save differs: {difference(written, read.to_json())}"
    if read.options != state.options or read.seat != state.seat:
        yield "a state read from its save asks for another decision"
        return
    here = state.clone()
    taken = play_on(here, position.random)
    play_on(read, taken, len(taken))
    if here.to_json() != read.to_json():
        yield "a state read from its save plays on differently"


def observation(position: Position) -> Iterator[str]:
    """What a seat sees is plain JSON data of the published shape."""
    for seat in seats(position):
        seen = position.state.observe(seat)
        if position.random.random() < _VALIDATED and (wrong := problem("observation", seen)):
            yield f"the observation of seat {seat} does not fit its schema: {wrong}"
        if json.loads(json.dumps(seen)) != seen:
            yield f"the observation of seat {seat} is not plain JSON data"
        if seen.get("seat") != seat:
            yield f"the observation of seat {seat} says it is for {seen.get('seat')}"


def pieces(position: Position) -> Iterator[str]:
    """A piece is in one place: no identifier stands in two zones or twice in one, and none is lost."""
    where: dict[tuple[str, str], str] = {}
    within: dict[tuple[str, str], str] = {}
    for seat in seats(position):
        if position.state.simultaneous:  # each sees of the others what was, and only of itself what is
            where, within = {}, {}
        for name, zone, held in _zones(position.state.observe(seat)):
            kind = position.game.zone_kind(name)  # pieces of two kinds may have one name
            for piece in () if isinstance(held, list) else held.get("known", ()):  # in a hand, who knows in which place
                if within.setdefault((kind, piece), zone) != zone:
                    yield f"{piece} is in {within[kind, piece]} and in {zone}"
            for index, piece in enumerate(held if isinstance(held, list) else held.get("seen", ())):
                place = f"{zone}[{index}]"
                if piece is not None and where.setdefault((kind, piece), place) != place:
                    yield f"{piece} is in {where[kind, piece]} and in {place}"
                elif piece is not None and within.setdefault((kind, piece), zone) != zone:
                    yield f"{piece} is in {within[kind, piece]} and in {place}"
    before, now = (_held(state.observe(0)) for state in (position.start, position.state))
    if now < before:
        yield f"the zones held {before} pieces at the start and hold {now}"


def _zones(seen: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Give every list of pieces as a seat sees it, with its zone and its own name: the pieces, or how many there are and what is known of them."""
    places = [("", seen["zones"]), *((f" of seat {seat}", held) for seat, held in enumerate(seen["seats"]))]
    for whose, named in places:
        for name, held in named.items():
            yield from ((name, one, pieces) for one, pieces in _lists(name + whose, held))


def _lists(name: str, held: Any) -> Iterator[tuple[str, Any]]:
    """The lists of a zone: one, or those below its indices. What else is indexed by names holds none."""
    if isinstance(held, list) or (isinstance(held, dict) and "count" in held and held.keys() <= _HIDDEN):
        yield name, held
    elif isinstance(held, dict):
        for item, inner in held.items():
            yield from _lists(f"{name}[{item}]", inner)


def _held(seen: dict[str, Any]) -> int:
    return sum(len(held) if isinstance(held, list) else held["count"] for _, _, held in _zones(seen))


#: Every property of a position that is looked at in a sample of positions.
def story(position: Position) -> Iterator[str]:
    """The story of a step leads from the state before it to the state after it, and each of its parts has a cause."""
    state = position.state
    option = position.random.choice(state.options)
    before, after, whole = (
        state.to_json(),
        state.clone(),
        position.game.tell(len(state.scores()), [state.hear(option)]),
    )
    if state.to_json() != before:
        yield f"telling the story of `{position.game.notation(option)}` changes the state"
    after.apply(option)
    retold, real = whole.retell(state).to_json(), after.to_json()
    for name in {"v", "z", "stage", "ended"} & real.keys():
        if retold[name] != real[name]:
            yield f"the story of `{position.game.notation(option)}` does not lead to the state after it: {difference(retold[name], real[name])}"
    parts = whole.to_json()
    if position.random.random() < _VALIDATED and (wrong := problem("story", parts)):
        yield f"the story is not as its schema says: {wrong}"
    if causeless := [part["kind"] for part in parts if not part["because"]]:
        yield f"nothing is said to have caused what happened: {', '.join(causeless)}"


CHECKS: Final[dict[str, Callable[[Position], Iterator[str]]]] = {
    "texts": texts,
    "notation": notation,
    "refusals": refusals,
    "clone": clone,
    "save": save,
    "observation": observation,
    "pieces": pieces,
    "story": story,
}
