"""Lints over words: ids that are almost the name beside them, hints for the view that name nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ruleset_core.check.lints_entries import entries_of
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.link.views import MOST, can_be_shown
from ruleset_core.model.diagnostic import Diagnostic, Span, hint

_ADVICE = "one of them is misspelt, it seems: the id, the name or the word of the notation"
_PLURALS = frozenset(
    {("die", "dice"), ("man", "men"), ("woman", "women"), ("foot", "feet"), ("penny", "pence"), ("knife", "knives")}
)
"""One and several of a thing, where the plural is no `s` behind it."""
_PLACE = re.compile(r"\{[^{}]*\}")
_CONTRACTED = re.compile(r"['’](?=(?:t|s|re|ll|ve|m)\b)")


def misspelt_ids(linker: Linker) -> Iterator[Diagnostic]:
    """W510: a word of an id that is one letter away from a word of the name beside it."""
    for entry in entries_of(linker.gathered):
        if isinstance(entry.value, dict) and isinstance(entry.id, str):
            name, path = entry.value.get("name"), (*entry.path, "name")
            if isinstance(name, dict) and not any(entry.document.replaced((*path, lang)) for lang in name):
                yield from _compared(entry.id, name, entry.id_span)
            word = entry.value.get("word")
            if isinstance(word, str):
                yield from _compared(word, {"id": entry.id}, partial(entry.document.span, (*entry.path, "word")))
    for part in linker.gathered.parts:
        data = part.document.data
        for name, panel in part.sections.look.panels.items():
            if panel.title is not None:
                said = {lang: _PLACE.sub("", panel.title.get(lang)) for lang in ("en", "es")}
                yield from _compared(name, said, partial(part.document.key_span, ("look", "panels", name)))
        for key in ("game", "expansion"):
            if isinstance(data.get(key), str):
                yield from _compared(data[key], data.get("name"), partial(part.document.span, (key,)))


def _compared(name: str, said: Any, span: Callable[[], Span]) -> Iterator[Diagnostic]:
    texts = [text for text in said.values() if isinstance(text, str)] if isinstance(said, dict) else []
    for word, close in _slips(name, texts):
        yield Diagnostic("W510", "warning", f"here it is `{word}`, but beside it `{close}`", span(), help=_ADVICE)


def _slips(name: str, texts: list[str]) -> Iterator[tuple[str, str]]:
    own = re.findall(r"[a-z]+", name)
    # a name of many more words says something else than the id
    spoken = [words for text in texts if len(words := re.findall(r"[^\W\d_]+", _plain(text))) <= len(own) + 2]
    shown = {word for words in spoken for word in words}
    for word in own:
        close = sorted(each for each in shown if each not in own and _one_slip(word, each))
        if word not in shown and close:
            yield word, close[0]


def _plain(text: str) -> str:
    """Small letters without accents, "can't" as one word, as ids have them."""
    parts = unicodedata.normalize("NFD", _CONTRACTED.sub("", text.lower()))
    return "".join(each for each in parts if not unicodedata.combining(each))


def _one_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter (missing, added, wrong or two swapped), and not just as a plural does."""
    short, long = sorted((word, other), key=len)
    if len(short) < 3 or len(long) < 4 or len(long) - len(short) > 1:
        return False
    if (long == short + "s" and not short.endswith("s")) or (word, other) in _PLURALS or (other, word) in _PLURALS:
        return False
    if long.startswith(short) and len(short) < 5:
        return False  # `hexr` beside "hex": a letter put behind a short word tells things apart
    start = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest, other_rest = short[start:], long[start:]
    if len(long) > len(short):
        return other_rest[1:] == rest
    return rest[1:] == other_rest[1:] or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])


def unknown_hints(linker: Linker) -> Iterator[Diagnostic]:
    """W513: a hint for the view that names nothing, or nothing that is shown there."""
    fields = [field for name, field in linker.v.fields.items() if ("state", name) in linker.homes and not field.index]
    shown = {
        "columns": [*linker.v.domains["resource"].ids, *(each.name for each in fields if each.per_seat)],
        "told": [each.name for each in fields if not each.per_seat and each.visible == "all"],
        "amounts": [each.name for each in linker.v.defines.values() if can_be_shown(linker.v, each)],
    }
    for part in linker.gathered.parts:
        for key, known in shown.items():
            for place, name in enumerate(getattr(part.sections.view, key)):
                if name not in known:
                    there = any(name == each for _, each in linker.homes) or name in linker.v.domains["resource"].ids
                    message = f"`{key}` cannot show `{name}`" if there else f"there is no `{name}` to show"
                    advice = hint(name, known, f"`{key}` can show") or _CAN_SHOW[key]
                    yield Diagnostic("W513", "warning", message, part.document.span(("view", key, place)), help=advice)


_CAN_SHOW = {
    "columns": "`columns` shows resources, and fields of a seat that hold a single value",
    "told": "`told` shows fields that all share, that all see, and that hold a single value",
    "amounts": f"`amounts` shows amounts and values of `define`, with at most {MOST} values over all their parameters",
}
