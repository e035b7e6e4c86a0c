"""Checks `levels.json` of a game: how far its bots look ahead, and what they take to be worth something."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ruleset_core.diagnostics import Diagnostic, Span, error, friendly_list, nearest_repair
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.schema.levels_file import LevelsFile, ProspectsTable
from ruleset_core.model.schema.validation import unknown_key, validate
from ruleset_core.model.sources import Document, read_data_file
from ruleset_core.model.yaml_documents import decode_source, load_text
from ruleset_core.values import LEVELS_FILE


def check_levels(
    game: Path, expansions: Iterable[Path], texts: dict[str, str], known: Vocabulary | None
) -> Iterator[Diagnostic]:
    """What is wrong with the levels of a game; W520 for those of expansions, which nothing reads. Their texts go into `texts`.

    `known` is what the game alone has, by which names are looked up; None where it is not sound.
    """
    for directory in expansions:
        path = directory / LEVELS_FILE
        if os.path.lexists(path):
            advice = f"bots are as good as the game says: put its figures into its own `{LEVELS_FILE}`"
            yield Diagnostic("W520", "warning", "nothing reads this file", Span.whole(str(path)), help=advice)
    path = game / LEVELS_FILE
    if os.path.lexists(path):
        yield from _checked(path, texts, known)


def _checked(path: Path, texts: dict[str, str], known: Vocabulary | None) -> list[Diagnostic]:
    raw = read_data_file(path)
    source = raw if isinstance(raw, Diagnostic) else decode_source(raw, str(path))
    if isinstance(source, Diagnostic):
        return [source]
    texts[str(path)] = source.text
    try:
        json.loads(source.text)
    except ValueError as wrong:
        line, column = getattr(wrong, "lineno", 1), getattr(wrong, "colno", 1)
        where = Span(str(path), line, column, line, column)
        advice = "names and texts in double quotes, a comma between entries and none after the last, no comments"
        return [error("E020", "this is not valid JSON", where, label=getattr(wrong, "msg", ""), help=advice)]
    except RecursionError:
        return [error("E009", "this is nested too deeply", Span.whole(str(path)))]
    document, problems = load_text(
        source.text, str(path)
    )  # all JSON that gets here is YAML too, which knows its places
    if document is None or problems:
        return problems
    read, problems = validate(document, LevelsFile)
    if read is not None and read.prospects is not None and known is not None:
        problems = [*_unknown(read.prospects, document, known)]
    return [_quoted(item) for item in problems]


def _unknown(prospects: ProspectsTable, document: Document, known: Vocabulary) -> Iterator[Diagnostic]:
    """What prospects name that the game does not have."""
    from ruleset_core.analysis.numeric_view import feature_places  # seldom needed

    found = feature_places(known)
    for name in prospects.worth:
        if name not in found.names:
            yield unknown_key(document, ("prospects", "worth", name), sorted(found.names))
    for at, name in enumerate(prospects.clock):
        if name not in found.shared:
            span = document.span(("prospects", "clock", at))
            swap = nearest_repair(name, sorted(found.shared), span)
            advice = (
                f"did you mean {friendly_list((swap.replacement, *swap.rivals))}?"
                if swap
                else "name a value of `state` that all see"
            )
            yield error("E104", f"there is no shared value `{name}` that all see", span, help=advice, suggestion=swap)


def _quoted(item: Diagnostic) -> Diagnostic:
    """A finding whose suggestion is JSON: what is misspelt there is a name or a text."""
    swap = item.suggestion
    if swap is None:
        return item
    rivals = tuple(json.dumps(rival) for rival in swap.rivals)
    return replace(item, suggestion=replace(swap, replacement=json.dumps(swap.replacement), rivals=rivals))
