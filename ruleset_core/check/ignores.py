"""Comments that silence a warning: `# ruleset: ignore[W501] the reason`, on its line or alone on the line above."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleset_core.check.house import CODES
from ruleset_core.model.diagnostic import Diagnostic, Span
from ruleset_core.model.source_files import TABLE, raw_of

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*ruleset:\s*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\r\n]*)", re.MULTILINE)
_IN_CELL = re.compile(r'(?:^|(?<=[\s",;]))#\s*ruleset:\s*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\r\n",;]*)', re.MULTILINE)
"""The same in a table, where a remark is a cell: up to the next one, or up to its quote."""
_CODE = re.compile(r"W5[0-9]{2}")
_KEPT = frozenset({*CODES, "W507"})
"""Warnings no comment silences: what was asked for, and what is said about such comments."""
_PLAYED = re.compile(r"W53[0-9]")
"""What only games that are played tell (`--play`): who does not play cannot know whether there is such a thing to silence."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """A comment: the codes it silences, the line it speaks of, where it stands, what is wrong with it."""

    file: str
    line: int
    codes: tuple[str, ...]
    span: Span
    fault: str = ""

    def silences(self, item: Diagnostic) -> bool:
        """Whether a finding on its line is silenced by this comment."""
        return not self.fault and item.code in self.codes and item.severity == "warning"


def ignores_in(file: str, text: str) -> Iterator[Ignore]:
    """All such comments of a file."""
    if "ruleset:" not in text:
        return
    in_cells = file.endswith(TABLE)
    comment = _IN_CELL if in_cells else _COMMENT
    lines = text.splitlines()
    following = _following([line.strip('",;') for line in lines] if in_cells else lines)
    for number, line in enumerate(lines, 1):
        match = comment.search(line)
        if match:
            alone = not line[: match.start()].strip(' \t"' if in_cells else None)
            codes = tuple(code.strip() for code in (match[1] or "").split(",") if code.strip())
            span = Span(file, number, match.start() + 1, number, len(line.rstrip()) + 1)
            yield Ignore(file, following[number] if alone else number, codes, span, _fault(codes, match[2]))


def _following(lines: list[str]) -> list[int]:
    """By the number of each line, the first line after it that is neither empty nor a comment; itself if there is none."""
    found = [*range(len(lines) + 1)]
    for number in range(len(lines) - 1, 0, -1):
        said = lines[number].strip()  # the line after it
        if said and not said.startswith("#"):
            found[number] = number + 1
        elif found[number + 1] > number + 1:
            found[number] = found[number + 1]
    return found


def _fault(codes: tuple[str, ...], reason: str) -> str:
    if not codes:
        return "this comment does not say which warning it silences"
    for code in codes:
        if not _CODE.fullmatch(code) or code in _KEPT:
            return f"`{code}` cannot be silenced: only warnings can"
    return "" if reason.strip(" -:") else "this comment gives no reason"


def apply_ignores(diagnostics: Iterable[Diagnostic], ignores: Iterable[Ignore], *, unused: bool) -> list[Diagnostic]:
    """Leave out what is silenced; report comments that are wrong or (with `unused`) that silence nothing."""
    used: dict[Ignore, set[str]] = {comment: set() for comment in ignores}
    there: dict[tuple[str, int], list[Ignore]] = {}
    for comment in used:
        there.setdefault((comment.file, comment.line), []).append(comment)
    kept: list[Diagnostic] = []
    for item in diagnostics:
        hits = [each for each in there.get((item.span.file, item.span.line), ()) if each.silences(item)]
        for comment in hits:
            used[comment].add(item.code)
        if not hits:
            kept.append(item)
    for comment, codes in used.items():
        kept.extend(_judged(comment, codes, unused=unused))
    return kept


def not_silenced(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Leave out what comments in the files silence, for findings about files that were checked before. Comments themselves are not judged."""
    found = list(diagnostics)
    comments = [
        comment for file in {item.span.file: None for item in found} for comment in ignores_in(file, _text(file))
    ]
    return apply_ignores(found, [comment for comment in comments if not comment.fault], unused=False)


def _text(file: str) -> str:
    raw = raw_of(Path(file))
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else ""


def _judged(comment: Ignore, used: set[str], *, unused: bool) -> Iterator[Diagnostic]:
    advice = "write `# ruleset: ignore[W501] the reason`"
    if comment.fault:
        yield Diagnostic("W507", "warning", comment.fault, comment.span, help=advice)
        return
    for code in comment.codes if unused else ():
        if code not in used and not _PLAYED.fullmatch(code):
            message = f"there is no {code} here to silence"
            yield Diagnostic(
                "W507", "warning", message, comment.span, help="delete the comment, or put it beside the warning"
            )
