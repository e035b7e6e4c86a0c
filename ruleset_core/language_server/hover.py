"""What is said of the word under the pointer: a key, a word of the language, a name of the game, a card in words.

- at the key of `max: 20` of a resource what it means, what it takes, an example;
- in `gain 2 denier` of `gain` its signature, of `denier` that it is a resource, what players call it and where it stands;
- at `lamp:` the card in words, as the game gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from lsprotocol import types

from ruleset_core.analysis.declaration_index import DeclarationIndex, DeclaredEntry
from ruleset_core.compile.linker import Linker
from ruleset_core.cursor import CURSOR
from ruleset_core.diagnostics import Span
from ruleset_core.lang.file_formatter import language_at
from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.syntax.parser import words
from ruleset_core.lang.verbs import VERBS
from ruleset_core.language_server.names import Meaning, key_pages, meanings, word_page
from ruleset_core.language_server.publishing import as_range
from ruleset_core.language_server.server import GameServer
from ruleset_core.language_server.source_places import Word, file_model, place_at, read_document, word_at
from ruleset_core.language_server.text_lines import Position, Range
from ruleset_core.model.schema.validation import model_at
from ruleset_core.story.text.card_text import card_text


def page_at(
    file: Path, text: str, offset: int, linker: Linker | None, local_type: Callable[[Word], str] = lambda _: ""
) -> tuple[str, Word] | None:
    """What is said of the word at a character, in Markdown, and the word; None where there is nothing to say.

    `local_type`: gives the type of the local that a word of a text is; nothing for another word.
    """
    word, document = word_at(text, offset), read_document(file, text)
    place = place_at(document, offset) if document is not None else None
    if word is None or document is None or place is None:
        return None
    model = file_model(document)
    if place.is_key:
        inner = model_at(model, place.path[:-1])
        page = key_pages(inner.__name__).get(word.text) if inner is not None else None
        if page is not None:
            return f"**{word.text}**\n\n{page[1]}", word
        if linker is not None and inner is not None and inner.model_config.get("extra") == "allow":
            facts = [part for part in _of_name(word.text, linker) if part.startswith(f"**{word.text}**: fact of ")]
            kind = document.data.get("kind")
            facts = [part for part in facts if part.startswith(f"**{word.text}**: fact of {kind}:")] or facts
            if facts:
                return "\n\n---\n\n".join(facts), word
    elif language_at(model, place.path) is not None:
        kind = local_type(word)
        if kind:
            return f"**{word.text}**: a local, {kind}", word
        if _is_word(word, text, linker):
            return word_page(word.text), word
    parts = [*_of_name(word.text, linker)] if linker is not None else []
    return ("\n\n---\n\n".join(parts), word) if parts else None


_DECLARES: Final = re.compile(rf"\b(?:let|each|as|from|by|then|{'|'.join(QUANTITIES)})\s+([a-z_]\w*)|([a-z_]\w*)\s*:")
"""What declares locals, or parameters of a definition."""


@lru_cache(maxsize=4)
def locals_in(text: str) -> frozenset[str]:
    """The names that some local or parameter in a file may have."""
    return frozenset(name for found in _DECLARES.finditer(text) for name in found.groups() if name)


def uses_of(text: str, word: Word) -> Iterator[tuple[int, int]]:
    """A word, and its next place if it may be declared here: behind that the local is known."""
    yield word.start, word.end
    if _DECLARES.search(text[max(0, word.start - 20) : word.end + 1]):
        further = re.compile(rf"\b{word.text}\b").search(text, word.end, word.end + 400)
        yield from [further.span()] if further is not None else []


def _is_word(word: Word, text: str, linker: Linker | None) -> bool:
    """Whether a word of a text of the language is one of the language, and not a name of the game."""
    if text[word.start - 1 : word.start] == "." or not word_page(word.text):
        return False
    if word.text in words():
        return True
    called = text[word.end : word.end + 1] == "("
    if word.text in VERBS or (word.text in FUNCTIONS and called):
        return linker is None or not called or word.text not in linker.v.defines
    return linker is None or next(meanings(word.text, linker), None) is None


def _of_name(name: str, linker: Linker) -> Iterator[str]:
    """All that a name of the game means, each with where it is declared."""
    entries = DeclarationIndex(linker.gathered.documents)
    for meaning in meanings(name, linker):
        entry = next((each for each in entries.called(name) if each.section == meaning.section), None)
        yield _page(name, meaning, entry, linker)


def _page(name: str, meaning: Meaning, entry: DeclaredEntry | None, linker: Linker) -> str:
    said = [f"**{name}**: {meaning.line}"]
    if meaning.title and meaning.title != name:
        said.append(f"*{meaning.title}*")
    if meaning.section == "cards":
        text = _card_words(name, linker)
        said += [text.replace("\n", "\n\n")] if text else []
    said += [meaning.more] if meaning.more else []
    if entry is not None:
        span = entry.document.key_span(entry.path)
        said.append(_link(span))
    return "\n\n".join(said)


def _card_words(card: str, linker: Linker) -> str:
    """A card in words; nothing where it has mistakes."""
    try:
        return card_text(linker.program, card, "en")
    except Exception:  # noqa: BLE001 - a card that is being written may have anything in it
        return ""


def _link(span: Span) -> str:
    path = Path(span.file).absolute()
    return f"[{path.name}:{span.line}]({path.as_uri()}#L{span.line})"


def register(server: GameServer) -> None:
    """Answer `textDocument/hover`."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        opened = server.open_file(params.text_document.uri)
        if opened is None:
            return None
        path, home, texts, lines = opened
        offset = lines.offset(Position(params.position.line, params.position.character))

        def local_type(word: Word) -> str:
            if word.text not in locals_in(texts[path]):
                return ""
            for start, end in uses_of(texts[path], word):
                marked = texts[path][:start] + CURSOR + texts[path][end:]
                known = server.games.offers(home, texts, path, marked)[0].locals
                if word.text in known:
                    return known[word.text]
            return ""

        def job() -> tuple[str, Word] | None:
            return page_at(path, texts[path], offset, server.games.linked(home, texts, path), local_type)

        found = await server.work(job)
        if found is None:
            return None
        page, word = found
        place = Range(lines.position_at(word.start), lines.position_at(word.end))
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, page), as_range(place))
