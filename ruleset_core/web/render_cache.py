"""What was drawn for the pages of a table: scenes in parts, panels as JSON, and what all pages show alike.

A panel that all see is the same for ten open pages, and most of a board is what it was a move ago. So a part that is equal to one
that was written out before is not written out again:

    {"id": "table", "show": [{"parts": [[{"text": "die ", "style": "dim"}, {"text": "5"}], [...]], "kind": "line"}]}

    seat 0      the whole text is made; the texts of its parts are kept
    seat 1      the same panel: the text that was kept
    next move   only the span "5" differs, so the line and the panel are put together from the texts of the other parts
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import ScenePanel
from ruleset_core.view.look import game_looks

VERSIONS_KEPT: Final = 6
"""Of each panel the text of so many versions is kept, since one seat sees it otherwise than another."""
_KEPT: Final = frozenset({scenes.SceneRow, scenes.SceneCard, scenes.ScenePlace, scenes.SceneEdge})
_HOLDING: Final = frozenset(
    {scenes.ScenePanel, scenes.SceneTable, scenes.SceneCards, scenes.SceneBoard, scenes.SceneGroup, tuple}
)
LARGE_NODE: Final = 20
"""From so many things on, what is always the same is kept like a thing."""

Texts = dict[int, tuple[Any, str]]
"""Things with their texts, by their ids, which stay their own as long as the things are kept."""


class PanelCache:
    """What was written out for the pages of a table."""

    def __init__(self) -> None:
        self._panels: dict[str, list[tuple[ScenePanel, str, Texts]]] = {}

    def text(self, key: str, panel: ScenePanel) -> str:
        """A panel as JSON. `key`: which of them it is."""
        versions = self._panels.setdefault(key, [])
        for made, text, _ in versions:
            if made is panel:
                return text
        known: Texts = {place: found for _, _, texts in reversed(versions) for place, found in texts.items()}
        texts: Texts = {}
        text = _node_text(panel, known, texts)
        del versions[VERSIONS_KEPT - 1 :]
        versions.insert(0, (panel, text, texts))
        return text


def _node_text(node: Any, known: Texts, texts: Texts) -> str:
    kind = node.__class__
    if kind not in _HOLDING:
        return _kept_text(node, known, texts) if kind in _KEPT else panel_text(scenes.scene_as_json(node))
    if kind is not tuple:
        fields = (f'"{name}":{_node_text(value, known, texts)}' for name, value in scenes.explicit_fields(node))
        return "{" + ",".join(fields) + "}"
    if node and (node[0].__class__ in _KEPT or node[0].__class__ in _HOLDING - {tuple}):
        return "[" + ",".join([_node_text(each, known, texts) for each in node]) + "]"
    return _kept_text(node, known, texts) if len(node) > LARGE_NODE else panel_text(scenes.scene_as_json(node))


def _kept_text(node: Any, known: Texts, texts: Texts) -> str:
    """The text of a thing, as it was before where it is the same."""
    found = known.get(id(node))
    if found is None:
        found = node, panel_text(scenes.scene_as_json(node))
    texts[id(node)] = found
    return found[1]


def panel_text(data: Any) -> str:
    """Data as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def message_bytes(news: Mapping[str, Any]) -> bytes:
    """What a page is told, as it is sent: its panels are texts already."""
    panels = ",".join(f"{panel_text(key)}:{text}" for key, text in news["panels"].items())
    rest = panel_text({key: each for key, each in news.items() if key != "panels"})
    return f'{rest[:-1]},"panels":{{{panels}}}}}'.encode()


T = TypeVar("T")


class RenderCache:
    """What was drawn for the pages of a table in one language: all of them look there first."""

    def __init__(self) -> None:
        self.scenes, self.panels = game_looks.SceneCache(), PanelCache()
        self._once: dict[str, tuple[tuple[object, ...], Any]] = {}

    def once(self, what: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """What all pages are shown alike: made once, until something of what it is `made_of` is another thing."""
        found = self._once.get(what)
        if found is None or found[0] != made_of:
            found = self._once[what] = made_of, make()
        made: T = found[1]
        return made
