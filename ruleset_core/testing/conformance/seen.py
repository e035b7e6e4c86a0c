"""What is seen of a position: scenes, which have nothing in them that their viewer may not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from ruleset_core import State, looks
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.build import scene
from ruleset_core.testing.difference import difference

from .position import LANGUAGES, Position

#: The share of positions in which scenes are made, each twice for everybody: that costs more than most checks.
_SHOWN: Final = 0.2


def scenes(position: Position) -> Iterator[str]:
    """A scene holds nothing that its viewer may not know, and each thing in it has an identity of its own."""
    if position.random.random() >= _SHOWN:
        return
    state = position.state
    for viewer in (*range(len(state.scores())), -1):
        who = "somebody beside the table" if viewer < 0 else f"seat {viewer}"
        lang = position.random.choice(LANGUAGES)
        other = state.imagine(viewer, position.random.randrange(1 << 30))
        one, two = (_seen(position, each, viewer, lang) for each in (state, other))
        if one != two:
            yield f"what {who} is shown depends on what it may not know: {difference(n.as_data(one), n.as_data(two))}"
        yield from (f"{who} is shown {wrong}" for wrong in _alike(one))
        if viewer == state.seat:
            yield from _followed(position, other)


def _followed(position: Position, other: State) -> Iterator[str]:
    """How far the deciding seat can follow what it does not know, if that depends on this: where it is told the same and sees the same."""
    seat, option = other.seat, position.random.choice(other.options)
    one, two = (_after(position, each, option, seat) for each in (position.state, other))
    if one[:2] == two[:2] and one[2] != two[2]:
        yield f"what seat {seat} can follow depends on what it may not know: {one[2]}, {two[2]}"


def _after(position: Position, state: State, option: int, viewer: int) -> tuple[Any, list[int], looks.Followed]:
    """What a viewer sees after a step, how chance fell, and what it has lost sight of."""
    after = state.clone()
    after.apply(option)
    story = position.game.tell(len(state.scores()), [state.hear(option)], viewer)
    return after.observe(viewer), [*after.draws], looks.Followed().after(story)


def _seen(position: Position, state: State, viewer: int, lang: str) -> n.Scene:
    """What a viewer is shown of a state; what is offered is shown to who decides."""
    offered = state.options if state.seat == viewer else []
    return scene(position.game, state.observe(viewer), lang, (), offered)


def _alike(shown: n.Scene) -> Iterator[str]:
    """Different things that could be taken for one."""
    things: dict[str, tuple[str, str]] = {}
    for stand in _stands(shown):
        thing = stand.family, stand.id
        if things.setdefault(stand.identity, thing) != thing:
            yield f"{' '.join(things[stand.identity])} and {' '.join(thing)} as one: {stand.identity}"


def _stands(node: Any) -> Iterator[n.Stand]:
    """All that something in a scene stands for."""
    if isinstance(node, n.Stand):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from _stands(each)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _stands(getattr(node, field.name))
