"""How spans become text: names, signs, colours, and what to type for a thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import inks
from ruleset_core.terminal.pointing import pointed

if TYPE_CHECKING:
    from typing import Self

GAP: Final = "   "
MANY: Final = 8
"""More equal signs than this are told by number."""
_STYLES: Final = {"text": "dim", "seat": ""}
"""How a terminal shows styles that are none of its own."""
_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""In these stands nothing."""


@dataclass(frozen=True, slots=True)
class Pen:
    """With how much detail something is drawn.

    Attributes:
        lang: the viewer's language.
        keys: what to type for options, by their numbers.
        players: what the players are called.
        texts: whether what cards say is shown.
        airy: whether blocks are set apart, grids ruled and dice drawn.
        rank: the highest rank of nodes and columns that is shown.
        tight: whether what says nothing is left out.
        said: colours that are said already, so that no letter says them.
        boards: boards that were drawn already, by node, columns, airy and texts; most levels of detail draw them alike.
    """

    lang: str
    keys: Mapping[int, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    texts: bool = True
    airy: bool = True
    rank: int = 9
    tight: bool = False
    said: frozenset[str] = frozenset()
    boards: dict[tuple[int, int, bool, bool], tuple[n.Board, list[Text]]] = field(default_factory=dict)

    def with_(self, **changed: bool | int | frozenset[str]) -> Self:
        """The same pen with other details."""
        return replace(self, **changed)  # type: ignore[arg-type]

    def key(self, stand: n.Stand | None) -> str:
        """What to type for a thing, if that is one answer or a few: `3`, `3-5`. Several answers may share a key: what is picked first of a pair."""
        keys = [self.keys[option] for option in stand.options if self.keys.get(option)] if stand is not None else []
        return "" if not keys else keys[0] if len(set(keys)) == 1 else f"{keys[0]}-{keys[-1]}"

    def keyed(self, stand: n.Stand | None) -> Text:
        """The key of a thing before it, nothing where there is none."""
        key = self.key(stand)
        return Text(f"[{key}] ", "bold cyan") if key else Text()

    def spans(self, spans: Iterable[n.Span], *, keys: bool = True) -> Text:
        """Spans one behind the other; names of things that stand beside each other are kept apart."""
        line = Text()
        before = None
        for span in spans:
            if span.style == "text" and not self.texts:
                continue
            if before is not None and not span.close and _apart(before, span):
                line.append(" ")
            joined = span.close and not (before is not None and _is_gap(before))
            again = joined or (before is not None and before.stand == span.stand)
            key = self.keyed(span.stand) if keys and not again else Text()
            line.append_text(pointed(Text.assemble(key, self.span(span)), span.stand))
            before = span
        return line

    def span(self, span: n.Span) -> Text:
        """A text, or signs with the letter of their colour."""
        style = inks.style(span.colour, _STYLES.get(span.style, span.style))
        if span.close and self.key(span.stand):
            style = f"{style} reverse"
        if not span.sign:
            return Text(span.text, style)
        sign = inks.SIGNS.get(span.sign, "?")
        said = "" if span.colour in self.said else inks.letter(span.colour, self.lang)
        if max(span.times, span.of) > MANY and not span.of:
            return Text(f"{said}{sign}×{span.times}", style)
        missing = max(span.of - span.times, 0)
        return Text.assemble((said + sign * span.times, style), (inks.EMPTY * missing, "dim"))


def _is_gap(span: n.Span) -> bool:
    """Whether a span sets apart what stands before and behind it."""
    return len(span.text) > 1 and span.text.isspace()


def _apart(before: n.Span, now: n.Span) -> bool:
    """Whether a blank is needed between two spans."""
    if before.sign and now.sign:
        return before.colour != now.colour
    ends = before.sign or before.text[-1:].strip()
    begins = now.sign or now.text[:1].strip()
    return bool(ends and begins and (before.stand or now.stand or before.sign or now.sign))


def stands(node: object) -> list[n.Stand]:
    """All in a node that stands for options."""
    found: list[n.Stand] = []
    _find(node, found)
    return found


def _find(node: object, found: list[n.Stand]) -> None:
    kind = type(node)
    if kind is n.Stand:
        if node.options:  # type: ignore[attr-defined]
            found.append(node)  # type: ignore[arg-type]
        return
    inside = node if kind is tuple else [getattr(node, name) for name in getattr(kind, "__slots__", ())]
    for each in inside:  # type: ignore[attr-defined]
        if type(each) not in _PLAIN:
            _find(each, found)


def offered(node: object) -> bool:
    """Whether something in a node stands for an option."""
    return bool(stands(node))
