r"""Texts of a game in other languages than those of files: those that stand in its files all the same, and those in `translations/fr.po` beside them.

    msgctxt "cards/wares.yaml cards.lamp.name"
    msgid "Lamp"
    msgstr "Lampe"

says in French what `{en: Lamp, es: Lámpara}` says under `cards`, `lamp`, `name` of that file; `{en: Lamp, es: Lámpara, fr: Lampe}` in the file
itself says the same. A game that is loaded in French has the French texts beside the English ones; in a language that the program does not speak it
has them in their place. Where there is none the English one stays. So does a text whose English one has changed since it was translated. Nothing but texts can be changed that way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, get_args

from ruleset_core.diagnostics import Diagnostic, error
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES, original_text
from ruleset_core.messages.po_files import quoted_text, read_entries
from ruleset_core.model.schema.base import FileModel, LocalizedText
from ruleset_core.model.schema.section_models import AnswerTextModel
from ruleset_core.model.sources import DataPath, SourceFiles, SourceText
from ruleset_core.values import is_language

# The languages there are.

_CODES: Final = Path(__file__).parent / "language_codes.txt"


@cache
def _known_codes() -> frozenset[str]:
    """The codes of ISO 639-1, 639-2, 639-3 and 639-5. A line of the file is `fr+ acde`: `fr` is a code, and so are `fra`, `frc`, `frd` and `fre`."""
    found: set[str] = set()
    for line in _CODES.read_text(encoding="ascii").splitlines():
        pair, _, thirds = line.partition(" ")
        found |= {pair[:2] + third for third in thirds}
        found |= {pair[:2]} if pair.endswith("+") else set()
    return frozenset(found)


def is_known_language(code: str) -> bool:
    """Whether there is a language of this code; `qaa` to `qtz` are for own use.

    >>> [code for code in ("fr", "pt-BR", "gsw", "qab", "em", "enn-US") if not is_known_language(code)]
    ['em']
    """
    language = code.partition("-")[0]
    return language in _known_codes() or "qaa" <= language <= "qtz"


# The texts of a file, by their places.


@dataclass(frozen=True, slots=True)
class GameText:
    """A text of a file: its place in words (`cards/wares.yaml cards.lamp.name`), its path, and what it says by language."""

    place: str
    path: DataPath
    said: Mapping[str, str]

    @property
    def original(self) -> str:
        """What is translated: the English text, or the Spanish one where there is no English one."""
        return original_text(self.said)


def texts_of(data: Any, file: str) -> Iterator[GameText]:
    """All texts of a file; `file`: its name as seen from its header."""
    for named, path, said in _texts(data, (), ()):
        yield GameText(f"{file} {'.'.join(named)}", path, said)


def _texts(
    node: Any, named: tuple[str, ...], path: DataPath
) -> Iterator[tuple[tuple[str, ...], DataPath, dict[str, str]]]:
    if isinstance(node, dict):
        if _is_text(node, path):
            yield named, path, {key: text for key, text in node.items() if is_language(key) and isinstance(text, str)}
        for key, value in node.items():
            if isinstance(value, dict | list):
                yield from _texts(value, (*named, str(key)), (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            if isinstance(value, dict | list):
                yield from _texts(value, (*named, _name_of_item(value, place)), (*path, place))


def _is_text(node: Mapping[Any, Any], path: DataPath) -> bool:
    """Whether this is a text: in a language of files, or in others alone, `name: {fr: Lampe}`, where files have a text."""
    if any(isinstance(node.get(lang), str) for lang in FILE_LANGUAGES):
        return True
    texts, answers = _text_keys()
    owner = path[-1] if path else None
    return (
        bool(node)
        and all(is_language(key) and isinstance(value, str) for key, value in node.items())
        and (owner in texts or (len(path) > 1 and path[-2] in answers))
    )


@cache
def _text_keys() -> tuple[frozenset[str], frozenset[str]]:
    """The keys of files below which a text stands, and those below which there may be one for each answer."""
    texts, answers = set[str](), set[str]()

    def models(of: type[FileModel]) -> Iterator[type[FileModel]]:
        for each in of.__subclasses__():
            yield each
            yield from models(each)

    def holds(annotation: Any, wanted: type) -> bool:
        own = isinstance(annotation, type) and issubclass(annotation, wanted)
        return own or any(holds(each, wanted) for each in get_args(annotation))

    for model in models(FileModel):
        for name, info in model.model_fields.items():
            texts |= {info.alias or name} if holds(info.annotation, LocalizedText) else set()
            answers |= {info.alias or name} if holds(info.annotation, AnswerTextModel) else set()
    return frozenset(texts | answers), frozenset(answers)


def _name_of_item(value: Any, place: int) -> str:
    """Phases, rules, paragraphs and lessons of a list are known by their names, so that a new one moves no text of the others."""
    names = (value.get(key) for key in ("phase", "id", "paragraph", "lesson")) if isinstance(value, dict) else ()
    return next((name for name in names if isinstance(name, str)), str(place))


def in_languages(data: Any, file: str, wanted: Sequence[str], translations: Mapping[str, Translation]) -> Any:
    """The data of a file with its texts in other languages too; without any `wanted`: in those of files alone.

    One that the program does not speak stands in the place of English. `translations` by language: those in the languages of files
    stand where the file has no text of its own.
    """
    spoken = tuple(lang for lang in wanted if lang in LANGUAGES)
    foreign = next((lang for lang in wanted if lang not in LANGUAGES), "")
    places = {text.path: text.place for text in texts_of(data, file)} if translations else {}

    def translated(node: dict[Any, Any], path: DataPath, wanted: str) -> Any:
        """A text in a language: that of the file, else a translation that is up to date; empty where there is neither."""
        translation = translations.get(wanted)
        known = None if translation is None else translation.texts.get(places[path])
        return node.get(wanted) or ("" if known is None else _current(known, original_text(node)))

    def chosen(node: Any, path: DataPath) -> Any:
        if isinstance(node, list):
            return [chosen(each, (*path, place)) for place, each in enumerate(node)]
        if not isinstance(node, dict):
            return node
        text = _is_text(node, path)
        if text and not any(isinstance(node.get(own), str) for own in FILE_LANGUAGES):
            found = {lang: translated(node, path, lang) for lang in (*wanted, *spoken)}
            first = {lang: each for lang, each in found.items() if each}
            return {
                **first,
                **{key: each for key, each in node.items() if key in wanted or key not in LANGUAGES or not first},
            }
        kept = {
            key: chosen(value, (*path, key))
            for key, value in node.items()
            if not (text and key not in FILE_LANGUAGES and isinstance(value, str) and is_language(key))
        }
        for own in (*FILE_LANGUAGES, *spoken) if text else ():
            found = translated(node, path, (foreign if own == "en" else "") or own) or translated(node, path, own)
            if (
                not found and own in spoken and path[:1] == ("override",)
            ):  # else it would still be that of what is replaced
                found = kept.get("en", "")
            if isinstance(found, str) and found:
                kept[own] = found
        return kept

    return chosen(data, ())


def _current(known: TranslatedText, original: str) -> str:
    """A translation, unless what it translates has changed."""
    return known.text if known.of == original and not known.fuzzy else ""


# What stands between braces in a text.

_VALUE = re.compile(r"\{[^{}]*\}")
_QUOTED = re.compile(r"'[^']*'")


def named_values(text: str) -> set[str]:
    """The values that a text names, without blanks, and without the words it quotes."""
    return {re.sub(r"\s+", "", _QUOTED.sub("''", each)) for each in _VALUE.findall(_without_quoted_values(text))}


def is_inflection(place: str, told: Iterable[str]) -> bool:
    """Whether what stands in braces only says words, such as an article, that depend on a value which is told as well.

    >>> is_inflection("if it.rank == queen then 'la' else 'el'", ["it"])
    True
    >>> is_inflection("if day == 1 then ', at last'", ["it"])
    False
    """
    parts = place.split("'")
    within, words = " ".join(parts[::2]), "".join(parts[1::2])
    return bool(words) and "{" not in words and any(re.search(rf"\b{re.escape(each)}\b", within) for each in told)


def _without_quoted_values(text: str) -> str:
    """Words in quotes may hold values of their own: `{if n == 1 then 'a {it}' else 'none'}`."""
    inner = [value for quoted in _QUOTED.findall(text) for value in _VALUE.findall(quoted)]
    return " ".join([_QUOTED.sub("''", text), *inner])


# Translations in the form of gettext's `.po` files, which the programs of translators know.


@dataclass(frozen=True, slots=True)
class TranslatedText:
    """A text as it is translated: where, of which English text, and in which line it stands. `fuzzy`: to be looked at again. `notes`: of the translator."""

    place: str
    of: str
    text: str
    line: int = 0
    fuzzy: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Translation:
    """What a file of translations holds, by place; what is wrong with it as a file; its header, and the lines that were put aside."""

    texts: Mapping[str, TranslatedText]
    problems: tuple[Diagnostic, ...] = ()
    header: str = ""
    aside: tuple[str, ...] = ()


def read_translation(files: SourceFiles, directory: Path, lang: str) -> Translation | None:
    """The translation of a game or expansion; None where there is none."""
    path = files.translation(directory, lang)
    if not files.has(path):
        return None
    raw = files.raw(path)
    if isinstance(raw, Diagnostic):
        return Translation({}, (raw,))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        source = SourceText(str(path), "")
        return Translation(
            {}, (error("E002", "this file is not written in UTF-8", source.span(0, 0), help="save it as UTF-8"),)
        )
    return parse_translation(text, str(path))


@lru_cache(maxsize=32)
def parse_translation(text: str, file: str) -> Translation:
    """The entries of a `.po` file. An entry without `msgctxt`, such as its header, is passed over, and so is one without a text."""
    source, read = SourceText(file, text), read_entries(text, plurals=False)
    advice = 'write `msgctxt`, `msgid` or `msgstr`, and a text in quotes: msgstr "Lampe"'
    problems = [
        error("E021", "this is not a line of a translation", source.span(*at), help=advice) for at in read.wrong
    ]
    found: dict[str, TranslatedText] = {}
    header = ""
    for entry in read.entries:
        said = "".join(entry.texts)
        if entry.context and said:
            found[entry.context] = TranslatedText(
                entry.context, entry.key or "", said, entry.line, entry.fuzzy, entry.notes
            )
        if not header and not entry.key and entry.context is None:
            header = said
    return Translation(found, tuple(problems), header, read.aside)


def print_translation(lang: str, texts: Iterable[GameText], before: Translation) -> str:
    """A `.po` file with all texts of a game or expansion, and what is translated already. What is left over stands at the end, as a comment."""
    texts = list(texts)
    known = _at_new_places(texts, before.texts)
    header = before.header or f"Content-Type: text/plain; charset=UTF-8\nLanguage: {lang}\n"
    blocks = ["\n".join(['msgid ""', 'msgstr ""', *map(quoted_text, header.splitlines(keepends=True))])]
    places: set[str] = set()
    for text in texts:
        if lang in text.said:
            continue  # the file of the game says it
        places.add(text.place)
        blocks.append(_block(text, known.get(text.place)))
    for entry in known.values():
        if entry.place not in places:
            lines = [
                f"msgctxt {quoted_text(entry.place)}",
                f"msgid {quoted_text(entry.of)}",
                f"msgstr {quoted_text(entry.text)}",
            ]
            blocks.append("\n".join(f"#~ {line}" for line in lines))
    blocks += ["\n".join(before.aside)] if before.aside else []
    return "\n\n".join(blocks) + "\n"


def _at_new_places(texts: Iterable[GameText], known: Mapping[str, TranslatedText]) -> dict[str, TranslatedText]:
    """Translations by place, those of texts that stand in another file now by their new one.

    A card that moved from `cards/wares.yaml` into `cards/ware.csv` keeps its translation: `cards.lamp.name` says the same there.
    """
    places = {text.place for text in texts}
    gone = {(place.partition(" ")[2], entry.of): place for place, entry in known.items() if place not in places}
    found = dict(known)
    for text in texts:
        old = gone.get((text.place.partition(" ")[2], text.original)) if text.place not in known else None
        if old in found:
            found[text.place] = replace(found.pop(old), place=text.place)
    return found


def _block(text: GameText, known: TranslatedText | None) -> str:
    lines = [*(() if known is None else known.notes)]
    spanish = text.said.get("es", text.original)
    lines += [f"#. {line}".rstrip() for line in spanish.splitlines()] if spanish != text.original else []
    if known is not None and (known.fuzzy or known.of != text.original):
        lines += ["#, fuzzy", *([f"#| msgid {quoted_text(known.of)}"] if known.of != text.original else [])]
    lines += [f"msgctxt {quoted_text(text.place)}", f"msgid {quoted_text(text.original)}"]
    return "\n".join([*lines, f"msgstr {quoted_text('' if known is None else known.text)}"])
