"""Which options a person means by words: those of the notation, those of the screen, and names, cut short or turned round."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruleset_core.cli.play_menu import Offer

__all__ = ["begin_like", "fold", "meant_by", "without_question"]

_SAID: Final = re.compile(r"[\w#]+(?:[-_][\w#]+)*")
"""A word of a label; signs around it are nothing a person types."""

_GLUED: Final = re.compile(r"(?<=[^\W\d_])(?=\d)")
"""Where a letter meets a digit, as in `die1`."""

MANY_PARTS: Final = 8
"""Words with more parts than this are not turned round."""


def fold(text: str) -> str:
    """A text as it is compared: without accents, capitals and doubled spaces."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(part for part in parts if not unicodedata.combining(part)).split())


def meant_by(text: str, menu: Sequence[Offer]) -> list[Offer]:
    """The offers that a folded text may mean; the first way of reading it that finds any is the one that counts."""
    found = _read(text, menu)
    apart = _GLUED.sub(" ", text)
    return found or (_read(apart, menu) if apart != text else [])


def without_question(text: str, question: str) -> str:
    """What is left of a text without the words of the question before it: `dado 1` for "¿Qué dado usas?"."""
    asked = set(_SAID.findall(fold(question)))
    typed = _GLUED.sub(" ", text).split()
    while len(typed) > 1 and typed[0] in asked:
        typed = typed[1:]
    return " ".join(typed)


def _read(text: str, menu: Sequence[Offer]) -> list[Offer]:
    return (
        _beginning(text, menu, _notation)
        or _beginning(text.replace("-", "_"), menu, _notation)  # `b4-b5` as it is said
        or _turned(text, menu)
        or _named(text, menu)
    )


def _notation(offer: Offer) -> list[str]:
    return fold(offer.notation).split()


def _beginning(text: str, menu: Sequence[Offer], words_of: Callable[[Offer], list[str]]) -> list[Offer]:
    """Offers whose words, or else whose words behind the first ones, begin like the text, word by word."""
    typed = text.split()
    said = [(offer, words_of(offer)) for offer in menu]
    for skipped in range(max((len(words) for _, words in said), default=0)):
        found = [offer for offer, words in said if _all_begin(words[skipped:], typed)]
        if found:
            return found
    return []


def begin_like(name: str, typed: str) -> bool:
    """Whether the words of a folded name, or those behind its first ones, begin like those of a folded text."""
    words, wanted = _SAID.findall(name), _SAID.findall(typed)
    return bool(wanted) and any(_all_begin(words[skipped:], wanted) for skipped in range(len(words)))


def _all_begin(words: Sequence[str], typed: Sequence[str]) -> bool:
    return len(words) >= len(typed) and all(map(_begins, words, typed))


def _begins(word: str, typed: str) -> bool:
    return word == typed if typed.isdecimal() else word.startswith(typed)  # `die 1` is not the start of `die 10`


def _turned(text: str, menu: Sequence[Offer]) -> list[Offer]:
    """Offers whose notation is made of the same parts in another order, if it is only one: a line named from its other end."""
    typed = _parts(text)
    if not 1 < len(typed) <= MANY_PARTS:
        return []
    found = [
        offer
        for offer in menu
        if any(_parts(" ".join(words)) == typed for words in _endings(_notation(offer)) if "_" in words[-1])
    ]
    return found if len(found) == 1 else []


def _endings(words: list[str]) -> list[list[str]]:
    return [words[skipped:] for skipped in range(len(words))]


def _parts(text: str) -> list[str]:
    return sorted(part for part in re.split(r"[\s_-]+", text) if part)


def _named(text: str, menu: Sequence[Offer]) -> list[Offer]:
    """Offers called so on the screen. A bare number is no name: figures in labels are prices and the like."""
    if text.replace(" ", "").isdecimal():
        return []
    exact = [offer for offer in menu if text in map(fold, (offer.label, *offer.names))]
    if exact:
        return exact
    typed = " ".join(_SAID.findall(text))
    if not typed:
        return []
    named = [(offer, name) for offer in menu for name in (offer.label, *offer.names)]
    found: dict[int, Offer] = {}
    for skipped in range(max((len(_SAID.findall(fold(name))) for _, name in named), default=0)):
        for offer, name in named:
            if _all_begin(_SAID.findall(fold(name))[skipped:], typed.split()):
                found.setdefault(offer.option, offer)
        if found:
            break
    return list(found.values())
