"""`ruleset rules --review`: writes into paragraphs that they were compared with what they explain. Comments and layout stay.

- paragraph: income                    - paragraph: income
text: {en: You gain 2 coins.}    →     reviewed: kfgpmbna
text: {en: You gain 2 coins.}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruleset_core.check.fixes import FileChanges, changed_files
from ruleset_core.check.reviews import ReviewedText, reviewed_texts
from ruleset_core.diagnostics import Span, Suggestion
from ruleset_core.errors import LoadError
from ruleset_core.headers import Lineage
from ruleset_core.model.game_files import gather
from ruleset_core.model.sources import DataPath, Document


def review_changes(game: Path | Lineage, expansions: Sequence[Path] = (), wanted: Iterable[str] = ()) -> FileChanges:
    """What writes the present hashes into paragraphs (by default all), as the bytes of each file before and after.

    With expansions: into their own paragraphs; and of those of the game that they leave as they are, under `override` of the last one.

    Raises:
        LoadError: the files have mistakes.
        KeyError: there is no such paragraph, or it explains nothing.
    """
    gathered, found = gather(game, expansions)
    if errors := [each for each in found if each.severity == "error"]:
        raise LoadError(errors)
    texts = {each.paragraph.paragraph: each for each in reviewed_texts(gathered)}
    names = {*wanted}
    for name in sorted(names):
        if name not in texts or not texts[name].hash:
            raise KeyError(name)
    stale = [
        text
        for name, text in texts.items()
        if text.hash not in {"", text.paragraph.reviewed} and (not names or name in names)
    ]
    overlay = next((each for each in reversed(gathered.parts) if each.origin), None)
    changes = [_beside_text(text) for text in stale if overlay is None or text.part.origin]
    if overlay is not None:
        base = [text for text in stale if not text.part.origin and (text.paragraph.reviewed or names)]
        changes += _in_override(overlay.document.read, base)
    return changed_files(changes) or {}


def _beside_text(text: ReviewedText) -> Suggestion:
    """The hash in the place of the old one, or before the text."""
    document = text.document
    if text.paragraph.reviewed is not None:
        return Suggestion(document.span((*text.path, "reviewed")), text.hash)
    return _before(document, (*text.path, "text"), [f"reviewed: {text.hash}"])


def _in_override(document: Document, texts: Sequence[ReviewedText]) -> Iterator[Suggestion]:
    """The hashes as an expansion says them of paragraphs of the game."""
    book: DataPath = ("override", "rulebook")
    rest = []
    for text in texts:
        path = (*book, text.paragraph.paragraph)
        said = _at(document.data, path)
        if said is None:
            rest.append(f"{text.paragraph.paragraph}: {{reviewed: {text.hash}}}")
        elif "reviewed" in said:
            yield Suggestion(document.span((*path, "reviewed")), text.hash)
        else:
            yield _before(document, (*path, next(iter(said))), [f"reviewed: {text.hash}"])
    if not rest:
        return
    if _at(document.data, book):
        yield _before(document, (*book, next(iter(_at(document.data, book)))), rest)
    elif _at(document.data, book[:1]):
        key = next(iter(_at(document.data, book[:1])))
        yield _before(document, (*book[:1], key), [f"rulebook: {{{', '.join(rest)}}}"])
    else:
        last = len(document.source.text.rstrip())
        at = document.source.span(last, len(document.source.text))
        yield Suggestion(at, "\n".join(["", "", "override:", "  rulebook:", *(f"    {each}" for each in rest), ""]))


def _at(data: Any, path: DataPath) -> Any:
    """What stands at a path; None for nothing."""
    for step in path:
        data = data.get(step) if isinstance(data, Mapping) else None
    return data or None


def _before(document: Document, path: DataPath, said: Sequence[str]) -> Suggestion:
    """Keys with their values before another key."""
    first = document.key_span(path)
    place = Span(first.file, first.line, first.column, first.line, first.column)
    between = ", " if document.style(path[:-1]) == "{" else "\n" + " " * (first.column - 1)
    return Suggestion(place, "".join(each + between for each in said))
