"""Panels as they are sent: what is the same thing as before, for whichever page, is not written out again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.scenes import nodes as n

if TYPE_CHECKING:
    from ruleset_core.scenes.nodes import Panel

__all__ = ["Sent", "as_bytes", "as_text"]

WAYS: Final = 6
"""In so many ways a panel is kept, since one seat sees it otherwise than another."""
_KEPT: Final = frozenset({n.Row, n.Card, n.Place, n.Edge})
_HOLDING: Final = frozenset({n.Panel, n.Table, n.Cards, n.Board, n.Group, tuple})
LONG: Final = 20
"""From so many things on, what is always the same is kept like a thing."""

Texts = dict[int, tuple[Any, str]]
"""Things with their texts, by their ids, which stay their own as long as the things are kept."""


class Sent:
    """What was written out for the pages of a table."""

    def __init__(self) -> None:
        self._panels: dict[str, list[tuple[Panel, str, Texts]]] = {}

    def text(self, key: str, panel: Panel) -> str:
        """A panel as JSON. `key`: which of them it is."""
        ways = self._panels.setdefault(key, [])
        for made, text, _ in ways:
            if made is panel:
                return text
        known: Texts = {place: found for _, _, texts in reversed(ways) for place, found in texts.items()}
        texts: Texts = {}
        text = _text(panel, known, texts)
        del ways[WAYS - 1 :]
        ways.insert(0, (panel, text, texts))
        return text


def _text(node: Any, known: Texts, texts: Texts) -> str:
    kind = node.__class__
    if kind not in _HOLDING:
        return _once(node, known, texts) if kind in _KEPT else as_text(n.as_data(node))
    if kind is not tuple:
        told = (f'"{name}":{_text(value, known, texts)}' for name, value in n.told(node))
        return "{" + ",".join(told) + "}"
    if node and (node[0].__class__ in _KEPT or node[0].__class__ in _HOLDING - {tuple}):
        return "[" + ",".join([_text(each, known, texts) for each in node]) + "]"
    return _once(node, known, texts) if len(node) > LONG else as_text(n.as_data(node))


def _once(node: Any, known: Texts, texts: Texts) -> str:
    """The text of a thing, as it was before where it is the same."""
    found = known.get(id(node))
    if found is None:
        found = node, as_text(n.as_data(node))
    texts[id(node)] = found
    return found[1]


def as_text(told: Any) -> str:
    """Data as it is sent."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def as_bytes(told: Mapping[str, Any]) -> bytes:
    """What a page is told, as it is sent: its panels are texts already."""
    panels = ",".join(f"{as_text(key)}:{text}" for key, text in told["panels"].items())
    around = as_text({key: each for key, each in told.items() if key != "panels"})
    return f'{around[:-1]},"panels":{{{panels}}}}}'.encode()
