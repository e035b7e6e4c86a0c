"""Values as data writes them, outside of effects: in scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ruleset_core.errors import OptionError
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.diagnostic import hint

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something that cannot be: where in what was written; `key` if the name is wrong rather than the value."""

    path: Path
    message: str
    advice: str = ""
    key: bool = False
    word: str = ""
    known: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    """What is written, and what could stand there: words, or numbers from one to another."""

    def __str__(self) -> str:
        """All of it in a line."""
        return f"{self.message}; {self.advice}" if self.advice else self.message


class NotAmongError(OptionError):
    """A value that is none of those that could stand there."""

    def __init__(
        self, message: str, word: str, known: Iterable[str] = (), bounds: tuple[int, int] | None = None
    ) -> None:
        """`message` for people; `word`, `known` and `bounds` as a `Mistake` has them."""
        super().__init__(message)
        self.word, self.known, self.bounds = word, tuple(known), bounds


def refused(path: Path, problem: OptionError, *, key: bool = False) -> Mistake:
    """A value that cannot be read as a mistake at its place."""
    if isinstance(problem, NotAmongError):
        return Mistake(path, str(problem), "", key, problem.word, problem.known, problem.bounds)
    return Mistake(path, str(problem), key=key)


def read_value(v: Vocabulary, players: int, kind: Type, given: Any, where: str) -> int:
    """The number of a value as data writes it, in a game of so many players; `where` is what it is a value of.

    Raises:
        OptionError: it is none of the type.
    """
    if given is None or given == "none":
        if kind.optional:
            return -1
        raise OptionError(f"`{where}` cannot be none")
    text = str(given).lower() if isinstance(given, bool) else str(given)
    if kind.kind == "int" and kind.low is None:
        if not isinstance(given, int) or isinstance(given, bool):
            raise OptionError(f"`{where}` needs a number, not `{given}`")
        if not LEAST <= given <= GREATEST:
            raise OptionError(f"`{where}` cannot be `{given}`; it goes from {LEAST} to {GREATEST}")
        return given
    seats = kind.kind == "member" and (kind.seats or kind.domain == SEAT.domain)
    if seats and text.isdigit() and int(text) < players:
        return int(text)
    known = values_of(v, kind, players)
    if text not in known and kind.kind == "int":
        ends = (kind.low or 0, kind.high or 0)
        raise NotAmongError(f"`{where}` cannot be `{given}`; it goes from {kind.low} to {kind.high}", text, bounds=ends)
    if text not in known:
        said = hint(text, list(known), "it is one of")
        raise NotAmongError(f"`{where}` cannot be `{given}`" + f"; {said}" * bool(said), text, known)
    return known[text]


def mapping(given: Any, where: str) -> Mapping[Any, Any]:
    """What is described under a key, by names. Raises OptionError."""
    if not isinstance(given, Mapping):
        raise OptionError(f"`{where}` needs names with values, not `{given}`")
    return given


def values_of(v: Vocabulary, kind: Type, players: int) -> Mapping[str, int]:
    """The values of a finite type by how data writes them, without `none` and without seats that do not play.

    Scenarios ask for the same types thousands of times: what is answered is kept with the vocabulary.
    """
    found = v.read.get((kind, players))
    if found is None:
        members = v.members(kind)
        found = {name: members[place] for place, name in there(v, kind.sure(), players)}
        v.read[kind, players] = found
    return found


def there(v: Vocabulary, kind: Type, players: int) -> list[tuple[int, str]]:
    """The values of a finite type with their places; seats that are not in the game are not among them."""
    names = list(enumerate(v.spellings(kind)))
    return names[:players] + names[v.players[1] :] if kind.seats or kind == SEAT else names
