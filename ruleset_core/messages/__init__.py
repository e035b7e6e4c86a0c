"""Messages of the program in each language that it speaks, looked up by id in one catalogue per language.

    >>> message("play.seat", "es", number=2)
    'Jugador 2'
    >>> message("play.lost", "en", count=1)
    'The last move could not be saved.'

A catalogue is a gettext file: `en.po` is what people edit, `en.mo` beside it is what is read. `python -m
ruleset_core.messages` writes the `.mo` files again; a test compares them with the `.po` files.

Why gettext, and ids as keys: translators' tools know `.po` files, the standard library reads `.mo` files, and the base
install needs neither a dependency nor a locale database, so that what runs in a browser stays small. English is a
catalogue like any other: a sentence of it can be mended without touching code or another language. Plurals follow the
rule in the header of each catalogue (`Plural-Forms`); an entry has plurals where it has a `msgid_plural`, and the
value `count` chooses among them.

The beginning of an id names what says it: `report` reports, `page` pages, `story` stories, `play` whatever plays a game,
`cli` and the name of a command that command.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Final

from ruleset_core.safe_text import clean_line

CATALOGUES: Final = Path(__file__).parent
"""The folder of the catalogues."""

FILE_LANGUAGES: Final = ("en", "es")
"""The languages in which the files of a game say its texts; texts in others are translations. The first is the one that others fall back to."""

LANGUAGES: Final = tuple(dict.fromkeys((*FILE_LANGUAGES, *sorted(each.stem for each in CATALOGUES.glob("*.[mp]o")))))
"""The languages that the program speaks: there is a catalogue for each, and a pack in `story/text/grammar`."""


@cache
def load_catalogue(lang: str) -> GNUTranslations:
    """The compiled catalogue of a language; a message that it lacks is taken from the English one."""
    with (CATALOGUES / f"{lang}.mo").open("rb") as file:
        found = GNUTranslations(file)
    if lang != LANGUAGES[0]:
        found.add_fallback(load_catalogue(LANGUAGES[0]))
    return found


def message_template(key: str, lang: str, count: int | None = None) -> str:
    """The text of `key` with its `{name}` placeholders; `count` chooses a plural form where there are several.

    Raises:
        KeyError: the catalogues lack it, or were not compiled after it was added.
    """
    catalogue = load_catalogue(lang if lang in LANGUAGES else LANGUAGES[0])
    text = key if count is None else catalogue.ngettext(key, key, count)
    if text == key:  # not counted, or without plural forms
        text = catalogue.gettext(key)
    if text == key:
        hint = "add it to the catalogues, then run `python -m ruleset_core.messages`"
        raise KeyError(f"no message `{key}` in {CATALOGUES.name}/{LANGUAGES[0]}.mo: {hint}")
    return text


def message(key: str, lang: str, /, **values: object) -> str:
    """The text of `key` in a language, with its values; a value may hold anything, and is kept on the line."""
    count = values.get("count")
    text = message_template(key, lang, count if isinstance(count, int) else None)
    shown = {name: value if isinstance(value, int) else clean_line(str(value)) for name, value in values.items()}
    return text.format(**shown)


def translations(key: str, /, **values: object) -> dict[str, str]:
    """The text of `key` by language: for a name that data gives in each language, or an error that knows no reader yet."""
    return {lang: message(key, lang, **values) for lang in LANGUAGES}


def labelled(name: str, text: str, lang: str) -> str:
    """A text behind what it is about and a colon, with the spaces of the language.

    >>> labelled("Guild", "−3 deniers", "en")
    'Guild: −3 deniers'
    """
    return message("text.labelled", lang, name=name, text=text).rstrip()


def set_apart(texts: Iterable[str], lang: str) -> str:
    """Texts with a semicolon between them, with the spaces of the language; those that are empty are left out."""
    return message_template("text.apart", lang).join(filter(None, texts))


def behind_colon(sentence: str, names: Iterable[str] = ()) -> str:
    """A sentence as it goes on behind a colon: with a small letter, unless one of these names begins it.

    >>> behind_colon("You have no influence."), behind_colon("Ana was asked.", ["Ana"])
    ('you have no influence.', 'Ana was asked.')
    """
    named = sentence[1:2].isupper() or sentence.startswith(tuple(filter(None, names)))
    return sentence if named else f"{sentence[:1].lower()}{sentence[1:]}"


def original_text(said: Mapping[str, Any]) -> str:
    """What others fall back to of a text in a file: the English text, else the Spanish one, else the first there is.

    >>> original_text({"fr": "marée", "de": "Flut"})
    'marée'
    """
    return next(text for text in (*map(said.get, FILE_LANGUAGES), *said.values()) if isinstance(text, str))


def in_all_languages(said: Mapping[str, str] | None) -> Mapping[str, str]:
    """A text of a file in all languages of the program; nothing where there is none.

    >>> in_all_languages({"en": "tide"})["es"]
    'tide'
    """
    return {**dict.fromkeys(LANGUAGES, original_text(said)), **said} if said else {}
