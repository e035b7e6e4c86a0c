"""Properties of a single position: options, notation, copies, saves, observations, scenes, declared visibility."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final

from ruleset_core import Game, IllegalOption, NotationError, State, imagine, story_of, trace_step
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import LANGUAGES
from ruleset_core.testing.comparison import difference
from ruleset_core.values import schema_problem
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.scene_builder import scene

# Properties of one position: what must hold at every decision of every game.

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
class CheckedPosition:
    """A decision of a game under test. Checks work on copies and leave `state` as they found it.

    `choices` is how many came before, `group` the choice at the same time that is on (see `ruleset_core.follow`).
    """

    game: Game
    start: State
    state: State
    random: Random
    choices: int = 0
    group: int = -1


def play_randomly(state: State, choices: Random | Sequence[int], limit: int = _AHEAD) -> list[int]:
    """Play on in place, at random or by a list of options; gives the options taken."""
    taken: list[int] = []
    while not state.over and len(taken) < limit:
        option = choices.choice(state.options) if isinstance(choices, Random) else choices[len(taken)]
        state.apply(option)
        taken.append(option)
    return taken


def seats(position: CheckedPosition) -> list[int]:
    """The seat that decides and a few others: observing all of many in every position would cost too much."""
    count = len(position.state.scores())
    others = [seat for seat in range(count) if seat != position.state.seat]
    return [position.state.seat, *position.random.sample(others, min(_OTHERS, len(others)))]


def options(position: CheckedPosition) -> Iterator[str]:
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


def texts(position: CheckedPosition) -> Iterator[str]:
    """The question and every option have words in both languages."""
    state, game = position.state, position.game
    decision = state.decision
    assert decision is not None
    for language in LANGUAGES:
        if not decision.prompt(language) or not all(game.label(state, option, language) for option in state.options):
            yield f"{decision.name} has an empty question or label in {language}"


def notation(position: CheckedPosition) -> Iterator[str]:
    """Every offered option can be taken, by its notation with the same result as by its number."""
    state, game = position.state, position.game
    for option in state.options:
        by_number, by_text = state.clone(), state.clone()
        by_number.apply(option)
        by_text.apply(game.notation(option))
        if by_number.to_json() != by_text.to_json():
            yield f"`{game.notation(option)}` does not do what option {option} does"


def refusals(position: CheckedPosition) -> Iterator[str]:
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


def clone(position: CheckedPosition) -> Iterator[str]:
    """A clone equals its original, plays on as it would, and never touches it."""
    state = position.state
    before, seen = state.to_json(), state.observe(state.seat)
    first, second = state.clone(), state.clone()
    if first.to_json() != before:
        yield "a clone differs from its original"
    taken = play_randomly(first, position.random)
    if state.to_json() != before or state.observe(state.seat) != seen:
        yield "playing on a clone changed the original"
    play_randomly(second, taken, len(taken))
    if first.to_json() != second.to_json():
        yield "two clones given the same options ended in different states"


def save(position: CheckedPosition) -> Iterator[str]:
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
    taken = play_randomly(here, position.random)
    play_randomly(read, taken, len(taken))
    if here.to_json() != read.to_json():
        yield "a state read from its save plays on differently"


def observation(position: CheckedPosition) -> Iterator[str]:
    """What a seat sees is plain JSON data of the published shape."""
    for seat in seats(position):
        seen = position.state.observe(seat)
        if position.random.random() < _VALIDATED and (wrong := schema_problem("observation", seen)):
            yield f"the observation of seat {seat} does not fit its schema: {wrong}"
        if json.loads(json.dumps(seen)) != seen:
            yield f"the observation of seat {seat} is not plain JSON data"
        if seen.get("seat") != seat:
            yield f"the observation of seat {seat} says it is for {seen.get('seat')}"


def pieces(position: CheckedPosition) -> Iterator[str]:
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
def story(position: CheckedPosition) -> Iterator[str]:
    """The story of a step leads from the state before it to the state after it, and each of its parts has a cause."""
    state = position.state
    option = position.random.choice(state.options)
    before, after, whole = (
        state.to_json(),
        state.clone(),
        story_of(position.game, len(state.scores()), [trace_step(state, option)]),
    )
    if state.to_json() != before:
        yield f"telling the story of `{position.game.notation(option)}` changes the state"
    after.apply(option)
    retold, real = whole.apply_to(state).to_json(), after.to_json()
    for name in {"v", "z", "stage", "ended"} & real.keys():
        if retold[name] != real[name]:
            yield f"the story of `{position.game.notation(option)}` does not lead to the state after it: {difference(retold[name], real[name])}"
    parts = whole.to_json()
    if position.random.random() < _VALIDATED and (wrong := schema_problem("story", parts)):
        yield f"the story is not as its schema says: {wrong}"
    if causeless := [part["kind"] for part in parts if not part["because"]]:
        yield f"nothing is said to have caused what happened: {', '.join(causeless)}"


CHECKS: Final[dict[str, Callable[[CheckedPosition], Iterator[str]]]] = {
    "texts": texts,
    "notation": notation,
    "refusals": refusals,
    "clone": clone,
    "save": save,
    "observation": observation,
    "pieces": pieces,
    "story": story,
}


# What the data says about who sees what, held against what is shown: by itself, without the mask or imagined worlds.


def declared_visibility(position: CheckedPosition) -> Iterator[str]:
    """Nobody is shown a field, an amount or a list of pieces that the data hides from it."""
    state, v = position.state, position.game.program.vocabulary
    for viewer in (*seats(position), -1):
        seen = state.observe(viewer)
        whose = "who looks on" if viewer < 0 else f"seat {viewer}"
        for seat, shown in ((None, seen["fields"] | seen["zones"]), *enumerate(seen["seats"])):
            of = "" if seat is None else f" of seat {seat}"
            for field in v.fields.values():
                if field.name not in shown:
                    continue
                if field.visible == "piece":
                    yield from _covered(state, field, shown[field.name], viewer)
                elif _hides(field.visible, viewer, seat) and _is_known(shown[field.name]):
                    yield f"{whose} is shown the field `{field.name}`{of}: {shown[field.name]}"
            for resource in v.resources:
                amounts = [shown, shown.get("held", {}), shown.get("filled", {})]
                if _hides(resource.visible, viewer, seat) and any(
                    map(_is_known, (each.get(resource.name) for each in amounts))
                ):
                    yield f"{whose} is shown how much `{resource.name}` there is{of}"
            for zone in v.zones.values():
                if zone.name in shown and _hides(zone.visible, viewer, seat):
                    known = zone.visible == "seen" or v.domains[zone.kind].remembered
                    if wrong := _beyond(
                        shown[zone.name], {"top": zone.visible == "top", "seen": known, "known": known}
                    ):
                        yield f"{whose} is shown pieces of `{zone.name}`{of}: {wrong}"
        kept = state.masked(viewer).v
        for field in v.fields.values():
            if (
                field.hidden
                and not field.per_seat
                and any(each is not None for each in kept[field.offset : field.offset + field.size])
            ):
                yield f"{whose} is given `{field.name}`, which is nobody's to see"


def _hides(visible: str, viewer: int, seat: int | None) -> bool:
    """Whether something of a seat (None: shared) is hidden from a viewer."""
    sees = {"all"} if seat is None or viewer < 0 else {"all", "owner" if seat == viewer else "others"}
    return visible not in sees


def _covered(state: State, field: Any, shown: dict[str, Any], viewer: int) -> Iterator[str]:
    """What a viewer is shown of values of pieces that lie where it does not see them; while all choose, it is shown where they lay before."""
    ids = state.game.program.vocabulary.domains[field.index[0].domain].ids
    for zone, seat, pieces in () if state.simultaneous else _lists_of(state, field.index[0].domain):
        covered = pieces[:-1] if zone.visible == "top" else pieces if _hides(zone.visible, viewer, seat) else ()
        for piece in covered:
            if shown[ids[piece]] is not None:
                whose = "who looks on" if viewer < 0 else f"seat {viewer}"
                yield f"{whose} is shown `{field.name}` of `{ids[piece]}`, which lies in `{zone.name}`: {shown[ids[piece]]}"


def _lists_of(state: State, kind: str) -> Iterator[tuple[Any, int | None, list[int]]]:
    """The lists that pieces of a kind lie in, with their zones and whose they are."""
    v = state.game.program.vocabulary
    for zone in (each for each in v.zones.values() if each.kind == kind):
        for seat in range(state.n) if zone.per_seat else (None,):
            start = zone.slot + (0 if seat is None else v.zones_of(seat))
            for slot in range(start, start + zone.size):
                yield zone, seat, state.z[slot]


def _is_known(value: Any) -> bool:
    """Whether any of the values of a field is told."""
    return any(map(_is_known, value.values())) if isinstance(value, dict) else value is not None


def _beyond(shown: Any, may: dict[str, bool]) -> str:
    """What is shown of a hidden list of pieces that may not be, of one of them if it has indices."""
    if isinstance(shown, list):
        return f"{shown}" if shown else ""
    if "count" not in shown:
        return next(filter(None, (_beyond(each, may) for each in shown.values())), "")
    return next((f"{name} {shown[name]}" for name, fine in may.items() if name in shown and not fine), "")


# What is seen of a position: scenes, which have nothing in them that their viewer may not know.

#: The share of positions in which scenes are made, each twice for everybody: that costs more than most checks.
_SHOWN: Final = 0.2


def shown_scenes(position: CheckedPosition) -> Iterator[str]:
    """A scene holds nothing that its viewer may not know, and each thing in it has an identity of its own."""
    if position.random.random() >= _SHOWN:
        return
    state = position.state
    for viewer in (*range(len(state.scores())), -1):
        who = "somebody beside the table" if viewer < 0 else f"seat {viewer}"
        lang = position.random.choice(LANGUAGES)
        other = imagine(state, viewer, position.random.randrange(1 << 30))
        one, two = (_viewer_scene(position, each, viewer, lang) for each in (state, other))
        if one != two:
            yield f"what {who} is shown depends on what it may not know: {difference(scenes.scene_as_json(one), scenes.scene_as_json(two))}"
        yield from (f"{who} is shown {wrong}" for wrong in _alike(one))
        if viewer == state.seat:
            yield from _followed(position, other)


def _followed(position: CheckedPosition, other: State) -> Iterator[str]:
    """How far the deciding seat can follow what it does not know, if that depends on this: where it is told the same and sees the same."""
    seat, option = other.seat, position.random.choice(other.options)
    one, two = (_after(position, each, option, seat) for each in (position.state, other))
    if one[:2] == two[:2] and one[2] != two[2]:
        yield f"what seat {seat} can follow depends on what it may not know: {one[2]}, {two[2]}"


def _after(
    position: CheckedPosition, state: State, option: int, viewer: int
) -> tuple[Any, list[int], game_looks.PieceTracker]:
    """What a viewer sees after a step, how chance fell, and what it has lost sight of."""
    after = state.clone()
    after.apply(option)
    story = story_of(position.game, len(state.scores()), [trace_step(state, option)], viewer)
    return after.observe(viewer), [*after.draws], game_looks.PieceTracker().after(story)


def _viewer_scene(position: CheckedPosition, state: State, viewer: int, lang: str) -> scenes.Scene:
    """What a viewer is shown of a state; what is offered is shown to who decides."""
    offered = state.options if state.seat == viewer else []
    return scene(position.game, state.masked(viewer), lang, (), offered)


def _alike(shown: scenes.Scene) -> Iterator[str]:
    """Different things that could be taken for one."""
    things: dict[str, tuple[str, str]] = {}
    for stand in scenes.targets_in(shown):
        thing = stand.family, stand.id
        if things.setdefault(stand.identity, thing) != thing:
            yield f"{' '.join(things[stand.identity])} and {' '.join(thing)} as one: {stand.identity}"


# Properties of the notation: every option of the game can be written, read back, and told from the others.


def vocabulary(game: Game) -> Iterator[str]:
    """Printing and parsing round-trip over the whole vocabulary, and no two options are written alike."""
    written: dict[str, int] = {}
    for option in range(game.vocabulary_size):
        text = game.notation(option)
        if text in written:
            yield f"options {written[text]} and {option} are both written `{text}`"
        written[text] = option
        if text != " ".join(text.split()):
            yield f"`{text}` has stray blanks"
        parsed = game.parse(text)
        if parsed != option:
            yield f"`{text}` is written for option {option} but read as {parsed}"
    for nonsense in ("", "no such words in any game"):
        try:
            game.parse(nonsense)
        except NotationError:
            continue
        yield f"nonsense {nonsense!r} is read as an option"
