"""The look of a game: what its files say, laid on what is usual for what it declares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.look.usual import usual
from ruleset_core.errors import LoadError
from ruleset_core.lang.look.link import LookLinker
from ruleset_core.lang.look.nodes import Look
from ruleset_core.model.shapes import look as m
from ruleset_core.model.source import Document, SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Vocabulary


def look_of(program: Program, documents: Sequence[Document]) -> tuple[Look, list[Path]]:
    """How a game is shown, and the files of the pictures. Raises LoadError where a look has mistakes."""
    given = [*_given(documents)]
    shown = any(look.panels for _, look in given)
    made = usual(program, panels=not shown)
    look, pictures = _linked(program.vocabulary, made, *given)
    return replace(look, made=not shown), pictures


def linked(v: Vocabulary, made: m.Look) -> Look:
    """A look that nobody wrote."""
    return _linked(v, made)[0]


def _linked(v: Vocabulary, made: m.Look, *given: tuple[Document, m.Look]) -> tuple[Look, list[Path]]:
    """A look that nobody wrote, and what files lay on it. Raises LoadError where these have mistakes."""
    linker = LookLinker(v)
    look = linker.link([(_made_up(made), made), *given])
    if linker.diagnostics:
        raise LoadError(linker.diagnostics)
    return look, linker.art.files


def _given(documents: Sequence[Document]) -> Iterator[tuple[Document, m.Look]]:
    """The looks that stand in files, in the order in which these are laid on."""
    for document in documents:
        said: Any = document.data.get("look") if isinstance(document.data, dict) else None
        if said is not None:
            yield document, m.Look.model_validate(said)


def _made_up(look: m.Look) -> Document:
    """A document for a look that stands in no file."""
    data = {"look": look.model_dump(mode="json", exclude_defaults=True)}
    return Document(SourceText("usual look", ""), data, lambda _source: {})
