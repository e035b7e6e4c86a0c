"""What is said of the word under the pointer: a key, a word of the language, a name of the game, a card in words.

max: 20               the key `max` of a resource: what it means, what it takes, an example
gain 2 denier         at `gain` the verb with its signature; at `denier` a resource, with what players call it and where it stands
merchant:             the card `merchant` in words, as the game gives them
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from ruleset_core.analysis.declaration_index import DeclarationIndex, DeclaredEntry
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Span
from ruleset_core.lang.file_formatter import language_at
from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.syntax.parser import words
from ruleset_core.lang.verbs import VERBS
from ruleset_core.language_server.games import home_of
from ruleset_core.language_server.names import Meaning, key_pages, meanings, word_page
from ruleset_core.language_server.publishing import as_range
from ruleset_core.language_server.server import GameServer, path_of
from ruleset_core.language_server.source_places import Word, file_model, place_at, read_document, word_at
from ruleset_core.language_server.text_lines import Position, Range, TextLines
from ruleset_core.model.schema.validation import model_at
from ruleset_core.story.text.card_text import card_text


def page_at(file: Path, text: str, offset: int, linker: Linker | None) -> tuple[str, Word] | None:
    """What is said of the word at a character, in Markdown, and the word; None where there is nothing to say."""
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
    elif language_at(model, place.path) is not None and _is_word(word, text, linker):
        return word_page(word.text), word
    parts = [*_of_name(word.text, linker)] if linker is not None else []
    return ("\n\n---\n\n".join(parts), word) if parts else None


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
        path = path_of(params.text_document.uri)
        home = home_of(path) if path is not None else None
        texts = dict(server.texts)
        if path is None or home is None or path not in texts:
            return None
        lines = TextLines(texts[path])
        offset = lines.offset(Position(params.position.line, params.position.character))

        def job() -> tuple[str, Word] | None:
            return page_at(path, texts[path], offset, server.games.linked(home, texts, path))

        found = await server.work(job)
        if found is None:
            return None
        page, word = found
        place = Range(lines.position_at(word.start), lines.position_at(word.end))
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, page), as_range(place))
