"""Compares what a seat sees with what a scenario expects it to see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.engine.observe import observe
from ruleset_core.engine.plain import plain
from ruleset_core.lang.sight import HIDDEN, KNOWN, Sight, Wish
from ruleset_core.lang.types import Type
from ruleset_core.lang.words import Mistake, Path, read_value

if TYPE_CHECKING:
    from ruleset_core.engine.state import State

_BLANK: Final = object()
_SHOWN: Final = 8
"""Most pieces of a list that a message names."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """Something that a seat does not see as expected, or that cannot be expected.

    Attributes:
        path: where the expectation stands in what was written.
        message: what was expected and what was found.
        advice: what may have been meant.
    """

    path: Path
    message: str
    advice: str = ""


def unlike(state: State, seat: int, expected: Any) -> Iterator[Unlike]:
    """What a seat sees otherwise than expected. Fields, resources, zones and pieces are named as scenarios do."""
    seen = observe(state, seat, _BLANK)
    if not state.over and state.simultaneous and state.seat != seat:
        seen["to_act"] = _BLANK
    told: set[Path] = set()
    for wish in Sight(state.game.program.vocabulary, state.n).read(expected):
        if isinstance(wish, Mistake):
            yield Unlike(wish.path, wish.message, wish.advice)
            continue
        found: Any = seen
        for key in wish.where:
            found = found[key]
        if isinstance(wish.kind, Type):
            shown: Any = HIDDEN if found is _BLANK else found
            wanted, fine = _value(state, wish, wish.kind, found)
        else:
            shown = _pieces(found)
            if isinstance(wish.given, dict) and "hints" in wish.given and not isinstance(found, list):
                shown = {"hints": found.get("hints", [])}
            wanted, fine = wish.given, _zone(wish.given, found, _pieces(found))
        if not fine and wish.path not in told:
            told.add(wish.path)  # one word may stand for many places; the first that differs will do
            message = f"expected seat {seat} to see {wish.said} as {_said(wanted)}, found {_said(shown)}"
            yield Unlike(wish.path, message)


def _value(state: State, wish: Wish, kind: Type, found: Any) -> tuple[Any, bool]:
    """What is expected of a value, and whether it is so."""
    if wish.given in (HIDDEN, KNOWN):
        return wish.given, (found is _BLANK) == (wish.given == HIDDEN)
    v = state.game.program.vocabulary
    wanted = plain(v, kind, read_value(v, state.n, kind, wish.given, wish.said))
    return wanted, found is not _BLANK and found == wanted


def _zone(given: Any, found: Any, pieces: list[str]) -> bool:
    """Whether a list of pieces is seen as expected; one whose pieces all may see is never hidden."""
    if given == HIDDEN:
        return not isinstance(found, list) and all(piece == HIDDEN for piece in pieces)
    if given == KNOWN:
        return HIDDEN not in pieces
    if isinstance(given, int):
        return len(pieces) == given
    if isinstance(given, dict):
        top = pieces[-1] if pieces else None
        if "hints" in given and given["hints"] != ([] if isinstance(found, list) else found.get("hints", [])):
            return False
        return given.get("count", len(pieces)) == len(pieces) and ("top" not in given or _alike(given["top"], top))
    return len(pieces) == len(given) and all(map(_alike, given, pieces))


def _alike(given: str, piece: str | None) -> bool:
    return piece == given or (given == KNOWN and piece not in {None, HIDDEN})


def _pieces(found: Any) -> list[str]:
    """The pieces of a list as a seat sees it, from first to last, those that it does not know in their places."""
    if isinstance(found, list):
        return found
    known = found.get("known", [])
    seen = found.get("seen") or [*known, *[None] * (found["count"] - len(known))]
    pieces = [HIDDEN if piece is None else piece for piece in seen]
    return [*pieces[:-1], found["top"]] if "top" in found else pieces


def _said(value: Any) -> str:
    """A value as YAML writes it, long lists cut short."""
    if isinstance(value, list | tuple):
        shown = [*map(str, value[:_SHOWN]), *(["..."] if len(value) > _SHOWN else [])]
        return f"[{', '.join(shown)}]" + (f" ({len(value)})" if len(value) > _SHOWN else "")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inner}" for key, inner in value.items()) + "}"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
