"""Applies suggested repairs (`ruleset check --fix`), keeps those that the check accepts, and upgrades files (`ruleset upgrade`).

`ruleset rules --review` writes into paragraphs that they were compared with what they explain. Comments and layout stay.

    - paragraph: income                    - paragraph: income
      text: {en: You gain 2 coins.}    →     reviewed: kfgpmbna
                                             text: {en: You gain 2 coins.}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import BaseModel

from ruleset_core.analysis.declaration_index import DeclarationIndex
from ruleset_core.check.lints import forms_that_go, written_files
from ruleset_core.check.reviews import ReviewedText, reviewed_texts
from ruleset_core.check.targets import CheckTarget
from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, suggested_repairs
from ruleset_core.errors import LoadError
from ruleset_core.files import escapes_directory, read_regular_file, replace_file
from ruleset_core.headers import Lineage
from ruleset_core.model.game_files import gather
from ruleset_core.model.schema.documents import HeaderModel
from ruleset_core.model.sources import MAX_BYTES, DataPath, Document, SourceText
from ruleset_core.values import FORMAT

if TYPE_CHECKING:
    from ruleset_core.check.checker import CheckReport


FileChanges: TypeAlias = "dict[Path, tuple[bytes, bytes]]"
"""The bytes of files before and after a change, by path."""
_BOM = b"\xef\xbb\xbf"
_MOST = 50
"""Most findings that are tried: every try checks everything again."""


def apply_fixes(
    check: Callable[[], CheckReport],
    wanted: Callable[[Diagnostic], bool] = lambda _: True,
    write: Callable[[FileChanges], None] | None = None,
) -> list[tuple[Diagnostic, list[Suggestion]]]:
    """Apply the suggestions of what `check` finds and is `wanted`, one finding after the other.

    A suggestion is kept when afterwards the finding is gone and nothing has come that was not found before; otherwise
    the files are as they were. Suggestions with rivals are left alone. `write`: puts changes into files, by default `write_changes`.

    Returns:
        the findings that are mended, each with what was changed for it.

    Raises:
        OSError: a file cannot be written.
    """
    made: list[tuple[Diagnostic, list[Suggestion]]] = []
    write = write or write_changes
    report = check()
    refused: set[tuple[str, str, str]] = set()
    for _ in range(_MOST):
        open_ = (each for each in report.diagnostics if _key(each) not in refused and wanted(each))
        item = next((each for each in open_ if suggested_repairs(each)), None)
        if item is None:
            break
        changes = suggested_repairs(item)
        files = changed_files(changes) or {}
        write(files)
        after = check() if files else report
        if files and _better(report.diagnostics, after.diagnostics, item):
            made.append((item, changes))
            report = after
        else:
            write({path: (new, old) for path, (old, new) in files.items()})
            refused.add(_key(item))
    return made


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, item.message, item.span.file


def _better(before: Sequence[Diagnostic], after: Sequence[Diagnostic], item: Diagnostic) -> bool:
    """Whether a finding is gone and no error stands where none stood."""
    known = {_key(each) for each in before}
    fresh = [each for each in after if _key(each) not in known]
    return _key(item) not in {_key(each) for each in after} and not any(each.severity == "error" for each in fresh)


def changed_files(changes: Iterable[Suggestion]) -> FileChanges | None:
    """What changes make of files, by path: the bytes before and after. None when a place is not what it was."""
    by_file: dict[Path, list[Suggestion]] = {}
    for each in changes:
        by_file.setdefault(Path(each.span.file), []).append(each)
    if any(escapes_directory(path) for path in by_file):
        return None
    old = {path: read_regular_file(path, MAX_BYTES + 1) for path in by_file}
    new: FileChanges = {}
    for path, mine in by_file.items():
        changed = _changed(old[path], mine)
        if changed is None:
            return None
        new[path] = old[path], changed
    return new


def write_changes(changes: FileChanges) -> None:
    """Write changed files, all or none. Raises OSError; all are then as they were."""
    done: list[Path] = []
    try:
        for path, (_, new) in changes.items():
            replace_file(path.resolve(), new)
            done.append(path)
    except OSError:
        for path in done:
            replace_file(path.resolve(), changes[path][0])
        raise


def _changed(raw: bytes, changes: Sequence[Suggestion]) -> bytes | None:
    """The bytes of a file with changes put in, from the last to the first; all others stay as they are."""
    mark = _BOM if raw.startswith(_BOM) else b""
    if len(raw) > MAX_BYTES:
        return None
    try:
        text = raw[len(mark) :].decode("utf-8")
    except UnicodeDecodeError:
        return None
    ending = "\r\n" if "\r\n" in text else "\n"
    source = SourceText("", text)
    last = len(text) + 1
    for change in sorted(changes, reverse=True):
        if change.span.end_line > text.count("\n") + 1:
            return None
        start = source.offset(change.span.line, change.span.column)
        end = source.offset(change.span.end_line, change.span.end_column)
        if not 0 <= start <= end <= min(last, len(text)):
            return None
        text = text[:start] + change.replacement.replace("\n", ending) + text[end:]
        last = start
    return mark + text.encode("utf-8")


# The changes that `ruleset upgrade` makes: forms that go are rewritten, and headers get the present format.


def upgrades(target: CheckTarget) -> FileChanges:
    """What makes the files of a game those of the present format: the bytes of each before and after.

    Raises:
        LoadError: they have mistakes in their shape, or are of a format of a later version.
    """
    changes: dict[Suggestion, None] = {}
    for expansions in [[], *([each] for each in target.expansions.values())]:
        gathered, found = gather(target.made_of, expansions)
        errors = [each for each in found if each.severity == "error"]
        if errors:
            raise LoadError(errors)
        for document, model in written_files(gathered):
            if target.shows(document.file):
                found = [*forms_that_go(document, type(model))]
                changes |= dict.fromkeys(change for each in found for change in suggested_repairs(each))
                changes |= dict.fromkeys(_in_present_format(document, model))
    return changed_files(changes) or {}


def _in_present_format(document: Document, model: BaseModel) -> Iterator[Suggestion]:
    """Write the format into a header: behind `format`, or as the first key."""
    if not isinstance(model, HeaderModel):
        return
    if "format" in document.data:
        if model.format != FORMAT:
            yield Suggestion(document.span(("format",)), str(FORMAT))
        return
    first = document.key_span((next(iter(document.data)),))
    place = Span(document.file, first.line, first.column, first.line, first.column)
    between = ", " if document.style(()) == "{" else "\n" + " " * (first.column - 1)
    yield Suggestion(place, f"format: {FORMAT}{between}")


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
    texts = {each.paragraph.paragraph: each for each in reviewed_texts(gathered, DeclarationIndex(gathered.documents))}
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
