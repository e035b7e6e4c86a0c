"""What the check says about a slip: whether it is found, in one finding at its line, and what the suggestion is worth."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ruleset_core.check.checker import check_one_target
from ruleset_core.check.root_causes import group_alike
from ruleset_core.check.targets import find_targets
from ruleset_core.diagnostics import Diagnostic, Suggestion
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import TABLE, SourceText
from ruleset_core.model.yaml_documents import load_text
from tests.check.slips.corpus import GAMES, LISTS, ROOT, Slip, put


@dataclass(frozen=True)
class Outcome:
    """What came of a slip. `told`: the findings in a line each; `blames`: one of them stands at a line that is right."""

    slip: Slip
    found: bool
    one: bool
    suggested: bool
    restored: bool
    blames: bool
    told: tuple[str, ...]

    @property
    def marks(self) -> str:
        """The outcome in five letters."""
        signs = zip("f1srb", (self.found, self.one, self.suggested, self.restored, self.blames), strict=True)
        return "".join(sign if holds else "-" for sign, holds in signs)


def copy_data(to: Path) -> Path:
    """A copy of all games to put slips into."""
    for folder in GAMES:
        shutil.copytree(ROOT / folder, to / folder)
    return to


def outcome(slip: Slip, data: Path) -> Outcome:
    """Check one slip in a copy of the data."""
    with put(slip, data), _files_kept():
        found = _findings(data / slip.game)
    assert not any(item.code == "E999" for item in found), (slip.name, found)
    at_line = [item for item in found if _there(slip, item, data)]
    repairs = [item.suggestion for item in found if item.suggestion is not None]
    restored = bool(repairs) and _restores(slip, repairs[0])
    told = tuple(f"{item.code} {Path(item.span.file).name}:{item.span.line} {item.message}" for item in found)
    one, blames = len(found) == len(at_line) == 1, len(found) > len(at_line)
    return Outcome(slip, bool(found), one, bool(repairs), restored, blames, told)


def _findings(game: Path) -> list[Diagnostic]:
    """All of them, as they are told."""
    (target,) = find_targets([game], [game.parent])
    own = {name: path for name, path in target.expansions.items() if path.is_relative_to(game)}
    target = replace(target, expansions=own)
    found = check_one_target(target).diagnostics_for(target)
    found = [
        each for each in found if each.code != "W545"
    ]  # that a rules text is to be read again is no second finding
    return group_alike(found)


def _there(slip: Slip, item: Diagnostic, data: Path) -> bool:
    span = item.span
    if slip.also is not None and Path(span.file) == data / slip.also[0]:
        return span.line <= slip.also[1] <= span.end_line
    if Path(span.file) != data / slip.file:
        return Path(span.file) == (data / slip.file).parent and not slip.lines
    return not slip.lines or any(span.line <= line <= span.end_line for line in slip.lines)


def _restores(slip: Slip, repair: Suggestion) -> bool:
    """Whether the suggestion makes the file say what it said."""
    if not repair.span.file.endswith(slip.file):
        return False
    return _meaning(applied(slip.wrong, repair)) == _meaning(slip.right)


def applied(text: str, repair: Suggestion) -> str:
    """A text with a suggestion put into it."""
    source = SourceText(repair.span.file, text)
    start = source.offset(repair.span.line, repair.span.column)
    end = source.offset(repair.span.end_line, repair.span.end_column)
    return text[:start] + repair.replacement + text[end:]


def _meaning(text: str) -> Any:
    document, found = load_text(text, "f.yaml")
    return None if document is None or found else _flat(document.data)


def _flat(value: Any) -> Any:
    """Data without the difference of blanks in texts."""
    if isinstance(value, dict):
        return {key: _flat(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_flat(each) for each in value]
    return "".join(value.split()) if isinstance(value, str) else value


@cache
def _loaded(raw: bytes, file: str) -> Any:
    return load_text(raw, file)


@cache
def _shaped(raw: bytes, file: str, model: Any) -> Any:
    document, _ = _loaded(raw, file)
    return validate(document, model)


@contextmanager
def _files_kept() -> Iterator[None]:
    """Files that are as they were are not read again: most of the time goes into that."""

    def load(path: Path, _raw: object = None) -> Any:
        return _loaded(path.read_bytes(), str(path))

    def shape(document: Any, model: Any) -> Any:
        if document.file.endswith(TABLE):
            return validate(document, model)
        return _shaped(Path(document.file).read_bytes(), document.file, model)

    with (
        patch("ruleset_core.model.game_files.load_document", load),
        patch("ruleset_core.check.companions.load_document", load),
        patch("ruleset_core.model.game_files.validate", shape),
        patch("ruleset_core.check.companions.validate", shape),
    ):
        yield


MEASURED = ("found", "one", "suggested", "restored", "blames")


def table(outcomes: Iterable[Outcome]) -> str:
    """The figures by family, of each list and of all."""
    made = list(outcomes)
    lines = [f"{'':10}{'slips':>6}{'found':>14}{'one':>14}{'suggested':>11}{'restored':>10}{'blames':>8}"]
    for title, families in LISTS.items():
        parts = {family: [each for each in made if each.slip.family == family] for family in families}
        rows = {**(parts if len(families) > 1 else {}), title: [each for part in parts.values() for each in part]}
        lines += [_row(name, rest) for name, rest in rows.items() if rest]
    return "\n".join(lines) + "\n"


def _row(name: str, rest: list[Outcome]) -> str:
    found, one, *others = (sum(getattr(each, what) for each in rest) for what in MEASURED)
    shares = "".join(f"{count:6} {count / len(rest):6.1%} " for count in (found, one))
    return f"{name:10}{len(rest):6}{shares}{others[0]:11}{others[1]:10}{others[2]:8}"
