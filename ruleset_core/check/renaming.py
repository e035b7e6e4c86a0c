"""Renames a symbol of a game in all files that name it (`ruleset rename`, "rename" in an editor), and proves that nothing else changes.

    rename(index, GameSymbol("state", "pot"), "bowl")    `pot` → `bowl` in effects, conditions, scenarios, looks, rules texts, translations

A rename is refused where the changed files would not mean the same: where `check` finds what it did not find before, or where a
definition, an effect or a question comes to something else, as where the language gives a name a meaning of its own (`starter`), or a part of a product is called like its set.
Paragraphs of a rulebook that were reviewed stay so: what they explain is called otherwise, and otherwise the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from ruleset_core.analysis.declaration_index import DeclarationIndex
from ruleset_core.analysis.name_references import LOCAL, GameSymbol
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.checker import check_one_target
from ruleset_core.check.combinations import read_combinations
from ruleset_core.check.fixes import FileChanges, review_changes
from ruleset_core.check.reviews import reviewed_texts
from ruleset_core.check.symbol_index import SymbolIndex, by_full_name, finding_in_words
from ruleset_core.check.targets import CheckTarget
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.errors import LoadError, RulesetError
from ruleset_core.files import is_file, read_regular_file, with_unsaved
from ruleset_core.lang.syntax.parser import reserved_by_language
from ruleset_core.model.game_files import gather
from ruleset_core.model.schema.base import PATTERNS
from ruleset_core.model.sources import MAX_BYTES, SourceFiles
from ruleset_core.values import NAME_PATTERN

_SHOWN: Final = 3
"""So many findings of a refused rename are told."""
_RESERVED_AS: Final = {LOCAL: "locals", "param": "locals", "field": "locals"}
_LEFT_OUT: Final = re.compile(r"start=-?\d+, end=-?\d+|\b\d{6,}\b|\b(?:hidden|veil)=\d+")
"""Where something stands in its text; numbers that remembered positions are made of, drawn by names; from whom a value is hidden, which is
worked out for all locals of a name together."""


class RenameError(RulesetError):
    """A symbol cannot be renamed so; the message says why, and what to do."""


def why_fixed(index: SymbolIndex, symbol: GameSymbol) -> str:
    """Why a symbol cannot be renamed at all; empty if it can."""
    if index.declaration(symbol) is None:
        return f"`{symbol.name}` is declared in no file of the game: the language or the game makes it"
    if any(each.severity == "error" for each in index.resolved.diagnostics):
        return "the game has errors, and names in texts with errors mean nothing: mend them first (`ruleset check`)"
    return ""


def rename(index: SymbolIndex, target: CheckTarget, symbol: GameSymbol, name: str) -> FileChanges:
    """The files that a rename changes, with their bytes before and after; nothing is written.

    Raises:
        RenameError: the symbol cannot be renamed, or not to this.
    """
    if reason := why_fixed(index, symbol) or _wrong_name(index, symbol, name):
        raise RenameError(reason)
    unsaved, cache = index.unsaved, CheckCache()
    texts = index.renamed_texts(symbol, name)
    with with_unsaved(unsaved):
        before, stale = _checked(target, cache), _stale(target)
        meaning = _meaning(target, cache)
        old = {path: read_regular_file(path, MAX_BYTES + 1) for path in texts}
    texts = _reviewed(target, unsaved, texts, stale)
    with with_unsaved(unsaved | by_full_name(texts)):
        after = _checked(target, cache)
        same = [_called(each, name, symbol.name) for each in _meaning(target, cache)]
    known = {finding_in_words(each, symbol.name, name) for each in before}
    fresh = [each for each in after if finding_in_words(each, symbol.name, name) not in known]
    if fresh:
        raise RenameError(_refusal(symbol, name, fresh))
    if same != [_called(each, name, symbol.name) for each in meaning]:
        raise RenameError(
            f"`{symbol.name}` means more under this name: as `{name}` something would be played, or called, otherwise"
        )
    with with_unsaved(unsaved):
        old |= {path: read_regular_file(path, MAX_BYTES + 1) for path in texts if path not in old}
    return {Path(path): (old[path], text) for path, text in texts.items()}


def _wrong_name(index: SymbolIndex, symbol: GameSymbol, name: str) -> str:
    """Why a symbol cannot have a name; empty if it may."""
    if not re.match(NAME_PATTERN, name):
        return f"`{name}` is no name: write {PATTERNS[NAME_PATTERN].removeprefix('a name: ')}"
    if name == symbol.name:
        return f"it is called `{name}` already"
    section = symbol.section.partition(" ")[0]
    if said := reserved_by_language(_RESERVED_AS.get(section, section), name):
        return f"`{name}` is {said}: choose another name"
    other = index.declaration(GameSymbol(symbol.section, name))
    if other is not None and section != LOCAL:
        return f"`{name}` is taken ({Path(other.file).name}:{other.line}): choose another name"
    return ""


def _refusal(symbol: GameSymbol, name: str, fresh: Sequence[Diagnostic]) -> str:
    told = [f"{Path(each.span.file).name}:{each.span.line}: {each.code} {each.message}" for each in fresh[:_SHOWN]]
    more = [f"and {len(fresh) - _SHOWN} more"] if len(fresh) > _SHOWN else []
    return "; ".join([f"`{symbol.name}` cannot be called `{name}`: `check` would find {told[0]}", *told[1:], *more])


def _checked(target: CheckTarget, cache: CheckCache) -> list[Diagnostic]:
    cache.files = SourceFiles()
    found = check_one_target(target, cache=cache)
    return [*found.diagnostics, *found.blamed]


# -- what a game comes to --------------------------------------------------------------------------------------------------


def _meaning(target: CheckTarget, cache: CheckCache) -> list[str]:
    """What all texts of a game came to when it was checked, with each expansion, as typed trees in words."""
    found = []
    for made in read_combinations(target.made_of, target.expansions, in_order=target.in_order, cache=cache):
        if made.linker is not None:
            v, program = made.linker.v, made.linker.program
            parts = (program.procedures, program.scores, program.invariants, program.outcome, v.listeners, v.defines)
            found.append(repr(parts))
    return found


def _called(text: str, name: str, before: str) -> str:
    """A text with the name as it was, also where its words stand for a name that players read; without places."""
    text = _LEFT_OUT.sub("", text).replace(r"\xa0", " ")
    text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", before, text)
    spoken, was = name.replace("_", " "), before.replace("_", " ")
    return re.sub(rf"(?<![A-Za-z0-9]){re.escape(spoken)}(?![A-Za-z0-9])", was, text).replace(was, before)


# -- reviews ---------------------------------------------------------------------------------------------------------------


def _combinations(target: CheckTarget) -> list[tuple[Path, ...]]:
    made = read_combinations(target.made_of, target.expansions, in_order=target.in_order)
    return [tuple(target.expansions[name] for name in each.expansions) for each in made]


def _stale(target: CheckTarget) -> dict[tuple[Path, ...], set[str]]:
    """The paragraphs that are to be reviewed again, by the expansions in play."""
    found = {}
    for paths in _combinations(target):
        gathered, _ = gather(target.made_of, paths, in_order=target.in_order)
        read = reviewed_texts(gathered, DeclarationIndex(gathered.documents))
        found[paths] = {
            each.paragraph.paragraph
            for each in read
            if each.paragraph.reviewed is not None and each.hash not in {"", each.paragraph.reviewed}
        }
    return found


def _reviewed(
    target: CheckTarget,
    unsaved: dict[str, bytes],
    texts: dict[str, bytes],
    stale: Mapping[tuple[Path, ...], set[str]],
) -> dict[str, bytes]:
    """The changed texts with the present hashes in paragraphs that were reviewed before."""
    for paths in stale:
        with with_unsaved(unsaved | by_full_name(texts)):
            fresh = _stale(target).get(paths, set()) - stale[paths]
            try:
                changes = review_changes(target.made_of, paths, fresh) if fresh else {}
            except (LoadError, KeyError):  # which the check says better
                changes = {}
        texts = texts | {str(path): new for path, (_, new) in changes.items()}
    return texts


def named_in_python(target: CheckTarget, name: str) -> list[Span]:
    """Lines of the Python beside a game that have a word of this name: nobody renames there."""
    found = []
    for path in (target.game, *target.played.values()):
        file = path / "hooks.py"
        if is_file(file):
            text = read_regular_file(file, MAX_BYTES).decode("utf-8", "replace")
            for number, line in enumerate(text.splitlines(), 1):
                found += [
                    Span(str(file), number, match.start() + 1, number, match.end() + 1)
                    for match in re.finditer(rf"\b{re.escape(name)}\b", line)
                ]
    return found
