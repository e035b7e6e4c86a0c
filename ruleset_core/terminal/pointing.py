"""What one points at: each thing that is drawn carries in its style what it is and which options it stands for.

Styles of rich have room for plain data that no terminal shows (`Style.meta`). Where things lie within each other it is laid over
each other:

- `thing`: the identity of the innermost thing;
- `options`, `goals`: the options of the innermost thing that stands for some, alone or as the first of a pair, and where it is the
  second; `identity` is that thing's. All three are missing where nothing stands for any.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from rich.style import Style
from rich.text import Text

from ruleset_core.scenes import nodes as n

_KEPT: Final = 4096


def pointed(text: Text, stand: n.Stand | None) -> Text:
    """The same text, which stands for a thing from now on; things within it keep what they stand for."""
    if stand is not None and text:
        text.stylize_before(pointer(stand))
    return text


def pointer(stand: n.Stand) -> Style:
    """The style of whatever is drawn of a thing. It looks like nothing."""
    return _pointer(stand.identity, stand.options, stand.goals)


@lru_cache(maxsize=_KEPT)
def _pointer(identity: str, options: tuple[int, ...], goals: tuple[int, ...]) -> Style:
    if not (options or goals):
        return Style(meta={"thing": identity})
    return Style(meta={"thing": identity, "identity": identity, "options": options, "goals": goals})


def panel_pointer(panel: n.Panel, level: int) -> Style:
    """The style of the title of a panel: its id, whose it is, and with how much detail it is drawn (0: all there is)."""
    return Style(meta={"panel": panel.id, "seat": panel.seat, "level": level})


def pointers(text: Text) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """All stretches of a drawing that stand for something, where each begins, and what was said of it."""
    for span in text.spans:
        if isinstance(span.style, Style) and span.style.meta:
            yield text.plain[span.start : span.end], span.start, span.style.meta
