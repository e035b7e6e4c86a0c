"""From the files of a game to a game that can be played, with all that reads and links them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ruleset_core import paths
from ruleset_core.engine.game import Game
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.engine.source import Layer, Source
from ruleset_core.errors import LoadError, NumberError
from ruleset_core.lang.deep import deep
from ruleset_core.lang.link.linker import Linker
from ruleset_core.model.belonging import of_the_other_game
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.effort import limited_hints, much_that_stays
from ruleset_core.model.gather import ON_TOP, Gathered, Shelf, gather
from ruleset_core.model.reading.yamlpos import load_text
from ruleset_core.model.shapes.documents import ExpansionFile, GameFile, VariantFile

if TYPE_CHECKING:
    from ruleset_core.lineage import Lineage
    from ruleset_core.model.source import Document
    from ruleset_core.model.source_files import SourceFiles

__all__ = ["build", "link"]


def link(
    lineage: Lineage, expansions: Sequence[Path], files: SourceFiles, *,
    in_order: bool = False, numbers: Mapping[str, int] = MappingProxyType({}),
) -> Game:  # fmt: skip
    """Read a game and what is laid on it, and link it; the arguments are those of `load`, found. Raises LoadError and NumberError."""
    with limited_hints(), deep(), much_that_stays():
        shelf: Shelf = {}
        gathered, diagnostics = gather(lineage, expansions, shelf, in_order=in_order, files=files)
        if numbers and gathered.header is not None and not _errors(diagnostics):
            return _with_numbers(
                gathered,
                numbers,
                lambda top: gather(lineage, expansions, shelf, in_order=in_order, on_top=top, files=files),
            )
        try:
            return build(gathered, diagnostics)
        except LoadError:
            if lineage.below is not None:
                _sound(gathered, lineage.below)
            raise


def _with_numbers(
    gathered: Gathered, numbers: Mapping[str, int], again: Callable[[Document], tuple[Gathered, list[Diagnostic]]]
) -> Game:
    """A game in which some numbers are others. Raises NumberError, or LoadError where it has mistakes without them."""
    from ruleset_core.engine.written import laid_on  # most games are played as they are

    assert gathered.header is not None  # as the caller has seen
    ids = [file.expansion for _, file in gathered.expansions]
    own = next(name for name in ("tried_out" + "_" * count for count in range(len(ids) + 1)) if name not in ids)
    said = ", ".join(f"{name}={value}" for name, value in numbers.items())
    header = {
        "expansion": own,
        "of": gathered.header.game,
        "name": {"en": said, "es": said},
        "version": "1.0",
        "after": [each for each in ids if each not in gathered.order.inner],
    }
    document, _ = load_text(laid_on(gathered.documents, numbers, header), f"{ON_TOP}/expansion.yaml")
    assert document is not None  # JSON is YAML
    try:
        return build(*again(document))
    except LoadError as problem:
        build(gathered, [])  # raises what is wrong without them
        first = problem.diagnostics[0]
        help_ = f"; {first.help}" if first.help else ""
        raise NumberError(f"{said}: {first.message}{help_}") from None


def _sound(variant: Gathered, below: Lineage) -> None:
    """Raise a `LoadError` at the line of a variant if the game that it is like has mistakes of its own."""
    try:
        build(*gather(below))
    except LoadError as problem:
        told = of_the_other_game(variant, problem.diagnostics)
        if told:
            raise LoadError(told) from None


def _errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What keeps a game from loading; warnings, which `ruleset check` tells, would only stand in the way."""
    return sorted(each for each in found if each.severity == "error")


def _layers(gathered: Gathered) -> list[Layer]:
    """The game and its expansions, in the order in which they are laid on."""
    return [
        Layer(
            "" if isinstance(file, GameFile) else file.expansion,
            {"en": file.name.en, "es": file.name.es},
            Path(part.document.file).parent,
            part.origin,
        )
        for part in gathered.parts
        if isinstance(file := part.sections, (GameFile, ExpansionFile, VariantFile))
    ]


def build(gathered: Gathered, diagnostics: list[Diagnostic]) -> Game:
    """A game out of files that were read."""
    header = gathered.header
    if header is None or any(each.severity == "error" for each in diagnostics):
        raise LoadError(_errors(diagnostics))
    base = (gathered.lineage.ids or (header.game,))[-1], gathered.lineage.game
    hooks = hooks_of(paths.plugin_at(*base))
    linker = Linker(gathered)
    linker.judges = False
    program = linker.link({name: (hook.params, hook.result) for name, hook in hooks.items()})
    errors = _errors([*diagnostics, *linker.diagnostics])
    if errors:
        raise LoadError(errors)
    about = {} if header.about is None else {"en": header.about.en, "es": header.about.es}
    return Game(
        Source(
            program,
            gathered.digest,
            header.game,
            {"en": header.name.en, "es": header.name.es},
            about,
            gathered.chosen,
            hooks,
            gathered.documents,
            gathered.directory,
            gathered.order.in_order,
            _layers(gathered),
            gathered.always,
            base,
        )
    )
