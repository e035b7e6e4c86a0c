"""Loading: from the files of a game to a game that can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ruleset_core import paths
from ruleset_core.engine.game import Game
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.engine.source import Layer, Source
from ruleset_core.errors import LoadError, NumberError
from ruleset_core.header import read_header
from ruleset_core.lang.decide.decide import decide
from ruleset_core.lang.deep import deep
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lineage import Lineage
from ruleset_core.model.belonging import of_the_other_game
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.effort import limited_hints, much_that_stays
from ruleset_core.model.gather import ON_TOP, Gathered, Shelf, gather
from ruleset_core.model.reading.yamlpos import load_text
from ruleset_core.model.shapes.documents import ExpansionFile, GameFile, VariantFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruleset_core.model.source import Document


def load(
    name: str | Path,
    expansions: Sequence[str] = (),
    roots: Iterable[str | Path] = (),
    *,
    in_order: bool = False,
    numbers: Mapping[str, int] = MappingProxyType({}),
) -> Game:
    """Load a game by its name, or by the path of its directory.

    Args:
        name: a game's name, or the path of its directory.
        expansions: names or paths of expansions, in the order in which they are laid on; what one of them requires comes with it.
        roots: directories besides the usual ones in which games and expansions are looked for.
        in_order: where two of them change the same, the later one has the last word; otherwise one of them must say so (`after`).
        numbers: numbers of the data that are others, by name (see `Glossary.numbers`): to try out what they do. Such a game cannot be saved
            to be gone on with.

    Raises:
        LoadError: the data has mistakes; `diagnostics` tells all of them.
        GameNotFoundError: there is no such game or expansion.
        NumberError: there is no such number, or it cannot be that.
    """
    extra = tuple(roots)
    directory = paths.find_game(name, extra)
    own = (read_header(directory / paths.GAME_FILE).id if expansions else "") or directory.name
    found = [paths.find_expansion(own, each, directory, extra) for each in expansions]
    found = paths.with_required(own, found, directory, extra)
    lineage = paths.lineage_of(directory, extra)
    with limited_hints(), deep(), much_that_stays():
        shelf: Shelf = {}
        gathered, diagnostics = gather(lineage, found, shelf, in_order=in_order)
        if numbers and gathered.header is not None and not _errors(diagnostics):
            return _with_numbers(
                gathered, numbers, lambda top: gather(lineage, found, shelf, in_order=in_order, on_top=top)
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
            decide(program),
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
