"""What pages are told of things: of those on the table, of those that somebody looks up by name, and what there is to look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lookup.finding import find
from ruleset_core.lookup.moves import moves_about, moves_meant, moves_of
from ruleset_core.lookup.terms import overview
from ruleset_core.lookup.things import called, kind_of, name_of, thing_of, things
from ruleset_core.lookup.told import told_of
from ruleset_core.scenes.nodes import Card, Span, Stand, as_data
from ruleset_core.scenes.said import colour_name

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.lookup.asked import Asked
    from ruleset_core.lookup.things import Thing
    from ruleset_core.lookup.told import Told

__all__ = ["about", "found", "lookup", "search", "start"]

Data = dict[str, Any]
MOST: Final = 24
"""So many names are listed; of more it is said how many there are."""

SILENT: Final = frozenset({"question"})
"""Questions are called as their answers are noted, which pages do not show."""


def found(node: Any, identity: str) -> tuple[Stand, Card | Span | None] | None:
    """The thing of an identity in a scene, or a part of one, and how it is drawn."""
    if isinstance(node, Stand):
        return (node, None) if node.identity == identity else None
    if isinstance(node, (Card, Span)) and node.stand is not None and node.stand.identity == identity:
        return node.stand, node
    if isinstance(node, tuple):
        parts: Iterator[Any] = iter(node)
    elif is_dataclass(node):
        parts = (getattr(node, field.name) for field in fields(node))
    else:
        return None
    return next((one for part in parts if (one := found(part, identity)) is not None), None)


def about(asked: Asked, stand: Stand, drawn: Card | Span | None) -> Data:
    """What there is to say of a thing on the table, and of choosing it."""
    thing = thing_of(asked.game, stand.family, stand.id)
    told = _told(told_of(asked, thing)) if thing is not None else _drawn(asked, stand, drawn)
    return {"told": [told], "moves": moves_of(asked, stand)}


def _drawn(asked: Asked, stand: Stand, drawn: Card | Span | None) -> Data:
    """What is seen of a piece that has no name of its own, such as a die: its colour and what it shows."""
    glossary = asked.game.glossary
    if drawn is None or not stand.id or glossary.seat(stand.family, stand.id) is not None:
        return {"name": stand.name}
    shows = drawn.text
    if isinstance(drawn, Card):
        if drawn.pips is None:
            return {"name": drawn.name or stand.name, "text": [drawn.text] if drawn.text else []}
        shows = str(drawn.pips)
    if shows in {"", stand.name}:
        return {"name": stand.name}
    colour = colour_name(drawn.colour, asked.lang) if drawn.colour else ""
    return {"name": f"{colour} {shows}".strip(), "kind": glossary.title("families", stand.family, asked.lang)}


def lookup(asked: Asked, name: str) -> Data:
    """What there is to say of all that is called just so."""
    every = _shown(called(asked.game, name, asked.lang))
    moves = [line for thing in every for line in moves_about(asked, thing.name)]
    return {"told": [_told(told_of(asked, thing)) for thing in every], "moves": list(dict.fromkeys(moves))}


def search(asked: Asked, typed: str) -> Data:
    """The names that somebody may mean who types this, and what there is to say of answers that may be meant.

    In groups: what is called so, cards that speak of it, names that are nearly the same.
    """
    seen = find(asked.game, typed, asked.lang)
    every = _shown(seen.things)
    groups = {"": _named(asked.game, every, asked.lang)}
    told = groups[""].keys()
    speaking = [called(asked.game, name, asked.lang) for name in seen.speaking if name not in told]
    groups["speak"] = _named(
        asked.game, (thing for cards in speaking for thing in cards if thing.what == "card"), asked.lang
    )
    groups["near"] = dict.fromkeys(seen.near, "")
    return {
        "groups": [_group(title, names) for title, names in groups.items() if names],
        "moves": [] if every else moves_meant(asked, typed),
    }


def start(game: Game, lang: str) -> Data:
    """What there is to look up: what the game is about, the words of its rules, its cards."""
    lists = [{"title": title, "names": names} for title, names in overview(game, lang)]
    for kind in game.kinds:
        cards = [name_of(game, thing, lang) for thing in things(game) if (thing.what, thing.family) == ("card", kind)]
        lists.append({"title": game.glossary.title("families", kind, lang), "names": list(dict.fromkeys(cards))})
    return {"about": game.about(lang), "lists": [each for each in lists if each["names"]]}


def _shown(every: Iterable[Thing]) -> list[Thing]:
    return [thing for thing in every if thing.what not in SILENT]


def _named(game: Game, every: Iterable[Thing], lang: str) -> dict[str, str]:
    """What things are called, each name once, and what they are."""
    named: dict[str, list[str]] = {}
    for thing in every:
        kinds = named.setdefault(name_of(game, thing, lang), [])
        kind = kind_of(game, thing, lang)
        kinds += [kind] if kind and kind not in kinds else []
    return {name: ", ".join(kinds) for name, kinds in named.items()}


def _group(title: str, names: dict[str, str]) -> Data:
    shown = [{"name": name, "kind": kind} for name, kind in list(names.items())[:MOST]]
    return {"title": title, "names": shown, "more": len(names) - len(shown)}


def _told(told: Told) -> Data:
    """What there is to say of a thing, as data: without facts that nobody needs who plays."""
    rows = [[row.title, row.value, row.mark] for row in told.rows if not row.aside]
    data: Data = {
        "name": told.name, "kind": told.kind, "rows": rows, "text": told.text, "lines": told.lines, "marks": told.marks, "origin": told.origin,
    }  # fmt: skip
    if told.now is not None:
        data["now"] = [as_data(panel) for panel in told.now.panels]
    return data
