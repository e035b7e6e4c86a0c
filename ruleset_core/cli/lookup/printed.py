"""What there is to say of a thing, as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.cli.said.card import card_lines
from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.terms import few
from ruleset_core.lookup.told import told_of
from ruleset_core.terminal.linear import lines_of
from ruleset_core.terminal.pen import Pen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruleset_core.lookup.asked import Asked
    from ruleset_core.lookup.things import Thing
    from ruleset_core.lookup.told import Told
    from ruleset_core.scenes.nodes import Node

__all__ = ["thing_lines"]


def thing_lines(asked: Asked, thing: Thing) -> Iterator[str]:
    """What there is to say of a thing, a line for each."""
    told = told_of(asked, thing)
    if thing.what == "set":
        yield f"{told.name}: {', '.join(told.lines)}"
    elif thing.what == "question":
        yield from told.lines[:-1]
        yield from (f"  {line}" for line in told.lines[-1:])
    elif thing.what == "card":
        yield from card_lines(asked.game.card(thing.name), told.rows, asked.lang)
        yield from (f"  {line}" for line in (told.marks, *told.lines) if line)
    else:
        yield f"{told.name} ({told.kind})" if thing.what == "member" and told.kind else told.name
        facts = [f"{row.title}: {row.value}" for row in told.rows if not row.aside]
        yield from (f"  {line}" for line in [*facts, *told.text])
        yield from (f"  {line}" for line in [*_now(asked, told), *told.lines])
        if told.speaking:
            yield f"  {say('speak_of_it', asked.lang, cards=few(told.speaking, asked.lang))}"


def _now(asked: Asked, told: Told) -> Iterator[str]:
    """What a field, a list of pieces or a resource is now: for all, or for each seat."""
    if told.now is None:
        return
    pen = Pen(asked.lang, players=told.now.players, texts=False)
    for panel in told.now.panels:
        whose = told.name
        if panel.seat is not None:
            whose = say("of_whom", asked.lang, what=told.name, name=told.now.players[panel.seat])
        said = ", ".join(line for node in panel.show for line in lines_of(node, pen))
        yield f"{whose}{_how_many(panel.show)}: {said}"
    if not told.now.panels:
        yield f"{told.name}: {say('nothing', asked.lang)}"


def _how_many(show: Sequence[Node]) -> str:
    """How many pieces lie there, where they are listed."""
    listed = [len(node.cards) for node in show if node.kind == "cards" and node.lies != "pile"]
    return f" ({listed[0]})" if len(show) == 1 and listed else ""
