"""`ruleset check --fix`: suggestions put into the files, as far as the check is content with what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ruleset_core.check.run import Report
from ruleset_core.files import leads_out, read_ordinary, replace_file
from ruleset_core.model.diagnostic import Diagnostic, Suggestion, repairs
from ruleset_core.model.source import SourceText
from ruleset_core.model.source_files import MAX_BYTES

_BOM = b"\xef\xbb\xbf"
_MOST = 50
"""Most findings that are tried: every try checks everything again."""


def fix(
    check: Callable[[], Report], wanted: Callable[[Diagnostic], bool] = lambda _: True
) -> list[tuple[Diagnostic, list[Suggestion]]]:
    """Apply the suggestions of what `check` finds and is `wanted`, one finding after the other.

    A suggestion is kept when afterwards the finding is gone and nothing has come that was not found before; otherwise
    the files are as they were. Suggestions with rivals are left alone.

    Returns:
        the findings that are mended, each with what was changed for it.

    Raises:
        OSError: a file cannot be written.
    """
    made: list[tuple[Diagnostic, list[Suggestion]]] = []
    report = check()
    refused: set[tuple[str, str, str]] = set()
    for _ in range(_MOST):
        open_ = (each for each in report.diagnostics if _key(each) not in refused and wanted(each))
        item = next((each for each in open_ if repairs(each)), None)
        if item is None:
            break
        changes = repairs(item)
        before = _apply(changes)
        after = check() if before else report
        if before and _better(report.diagnostics, after.diagnostics, item):
            made.append((item, changes))
            report = after
        else:
            for path, raw in before.items():
                replace_file(path.resolve(), raw)
            refused.add(_key(item))
    return made


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, item.message, item.span.file


def _better(before: Sequence[Diagnostic], after: Sequence[Diagnostic], item: Diagnostic) -> bool:
    """Whether a finding is gone and no error stands where none stood."""
    known = {_key(each) for each in before}
    fresh = [each for each in after if _key(each) not in known]
    return _key(item) not in {_key(each) for each in after} and not any(each.severity == "error" for each in fresh)


def _apply(changes: Iterable[Suggestion]) -> dict[Path, bytes]:
    """Write changed files; returns what stood in them. Nothing is written when a place is not what it was."""
    by_file: dict[Path, list[Suggestion]] = {}
    for each in changes:
        by_file.setdefault(Path(each.span.file), []).append(each)
    if any(leads_out(path) for path in by_file):
        return {}
    old = {path: read_ordinary(path, MAX_BYTES + 1) for path in by_file}
    new: dict[Path, bytes] = {}
    for path, mine in by_file.items():
        changed = _changed(old[path], mine)
        if changed is None:
            return {}
        new[path] = changed
    for path, raw in new.items():
        replace_file(path.resolve(), raw)
    return old


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
