"""One game, linked alone and with its expansions: what is found in all these combinations, each finding once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from traceback import extract_tb

from ruleset_core.check.aside import Hands
from ruleset_core.check.house import house_values
from ruleset_core.check.lints import lint
from ruleset_core.lang.decide.decide import decide
from ruleset_core.lang.deep import deep
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.link.names import Signatures
from ruleset_core.lineage import Lineage
from ruleset_core.model.diagnostic import Diagnostic, Span, error, inside
from ruleset_core.model.gather import Gathered, Shelf, gather
from ruleset_core.paths import GAME_FILE, PluginError, plugin_at


@dataclass(slots=True)
class Linked:
    """A game with some expansions: its files, and what is found in them. `linker` is None until they are linked, and if that broke down."""

    expansions: tuple[str, ...]
    gathered: Gathered
    linker: Linker | None
    diagnostics: list[Diagnostic]
    texts: dict[str, str] = field(default_factory=dict)
    read: tuple[Diagnostic, ...] = ()
    """What was found when the files were read, before they were linked."""

    @property
    def sound(self) -> bool:
        """Whether there is no error, so that lints could look at the whole game."""
        return not any(item.severity == "error" for item in self.diagnostics)


def broken(problem: Exception, file: str) -> Diagnostic:
    """E999: an exception of ours as a finding."""
    frames = extract_tb(problem.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    notes = (f"{type(problem).__name__}: {str(problem)[:200]}", f"at {where}")
    advice = "this is a fault of ruleset, not yours: please report it with this file"
    return error("E999", "the check itself broke down", Span.whole(file), notes=notes, help=advice)


def combinations(game: Path | Lineage, expansions: dict[str, Path]) -> Iterator[Linked]:
    """The game alone, with each expansion (and what that one requires), and with all of them."""
    for each in readings(game, expansions):
        link(each)
        yield each


def readings(game: Path | Lineage, expansions: dict[str, Path], *, in_order: bool = False) -> list[Linked]:
    """The same, read and not linked yet; each file is read once."""
    shelf: Shelf = {}
    alone = read(game, {}, shelf)
    if not expansions:
        return [alone]
    everything = read(game, expansions, shelf, in_order=in_order)
    requires = {file.expansion: file.requires for _, file in everything.gathered.expansions}
    several = dict.fromkeys(_closure(name, expansions, requires) for name in expansions)
    parts = [{each: path for each, path in expansions.items() if each in names} for names in several]
    parts = [part for part in parts if part != expansions]
    return [alone, *(read(game, part, shelf, in_order=in_order) for part in parts), everything]


def _closure(name: str, expansions: dict[str, Path], requires: dict[str, tuple[str, ...]]) -> frozenset[str]:
    found: set[str] = set()
    open_ = [name]
    while open_:
        each = open_.pop()
        if each in expansions and each not in found:
            found.add(each)
            open_ += requires.get(each, ())
    return frozenset(found)


def read(
    game: Path | Lineage, expansions: dict[str, Path], shelf: Shelf | None = None, *, in_order: bool = False
) -> Linked:
    """Read a game with some expansions. Never raises for bad data. `shelf`, `in_order`: see `gather`."""
    names = tuple(expansions)
    try:
        gathered, found = gather(game, expansions.values(), shelf, in_order=in_order)
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        home = game.directory if isinstance(game, Lineage) else game
        return Linked(names, Gathered(home), None, [broken(problem, str(home / GAME_FILE))])
    texts = {each.file: each.source.text for each in gathered.documents}
    return Linked(names, gathered, None, found, texts, tuple(found))


def link(
    made: Linked, hands: Hands | None = None, beside: Callable[[], None] = lambda: None, *, deciding: bool = True
) -> None:  # fmt: skip
    """Link files that were read. Never raises for bad data.

    Args:
        made: the files; what is found is added.
        hands: while one of them proves, lowers and decides what was linked, `beside` is done here.
        beside: what looks at names, types and trees alone.
        deciding: whether a sound game goes all the way to one that runs; what is known of it after lowering is enough for findings.
    """
    if made.gathered.header is None:
        return
    try:
        with deep():
            linker = _linked(made)
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        made.diagnostics = [*made.diagnostics, broken(problem, _home(made))]
        return
    rest = (hands or Hands()).aside(
        partial(_rest, made, linker, deciding=deciding and made.sound), f"`{linker.header.game}`"
    )
    _lints(made, linker)
    beside()
    made.diagnostics.extend(rest())


def _linked(made: Linked) -> Linker:
    linker = Linker(made.gathered)
    hooks, problems = _hooks(linker)
    linker.read(hooks)
    made.linker = linker
    made.diagnostics = [*made.read, *problems, *_further(linker.diagnostics, made.read)]
    return linker


def _lints(made: Linked, linker: Linker) -> None:
    try:
        with deep():
            made.diagnostics.extend(_further(lint(linker, sound=made.sound), made.read))
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        made.diagnostics.append(broken(problem, _home(made)))


def _rest(made: Linked, linker: Linker, *, deciding: bool) -> list[Diagnostic]:
    """What is found on the way from a game that was read to one that runs: what passes here loads, since both go the same way."""
    before = len(linker.diagnostics)
    found: list[Diagnostic] = []
    try:
        with deep():
            linker.finish()
            found = [*_further(linker.diagnostics[before:], made.read)]
            if deciding:
                decide(linker.program)
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        found.append(broken(problem, _home(made)))
    return found


def _home(made: Linked) -> str:
    return str(made.gathered.directory / GAME_FILE)


def _further(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without what is said about places of which an earlier pass has said that they are wrong."""
    places: dict[str, list[Span]] = {}
    for item in before:
        places.setdefault(item.span.file, []).append(item.span)
    return [item for item in found if not any(inside(item.span, place) for place in places.get(item.span.file, ()))]


def _hooks(linker: Linker) -> tuple[Signatures, list[Diagnostic]]:
    """The hooks of the game's plugin, if it brings any, and what is wrong with the plugin."""
    from ruleset_core.errors import RulesetError

    try:
        lineage = linker.gathered.lineage
        plugin = plugin_at((lineage.ids or (linker.header.game,))[-1], lineage.game)
        if plugin is None or plugin.hooks is None:
            return {}, []
        from ruleset_core.engine.hooks import hooks_of

        return {name: (hook.params, hook.result) for name, hook in hooks_of(plugin).items()}, []
    except (PluginError, RulesetError) as problem:
        where = Span.whole(str(linker.gathered.directory / GAME_FILE))
        return {}, [error("E411", str(problem), where, help="install the distribution that brings it again")]


def merged(found: Iterable[Linked], *, house: bool = False) -> list[Diagnostic]:
    """All errors, each once, and the warnings that hold in every sound combination their file is part of.

    A name of a game that only an expansion uses is used.
    """
    made = list(found)
    result = dict.fromkeys(item for each in made for item in each.diagnostics if item.severity == "error")
    judges = [(each.texts, set(each.diagnostics)) for each in made if each.sound]
    judges = judges or [(each.texts, set(each.diagnostics)) for each in made]
    for each in made:
        for item in each.diagnostics:
            if item.severity == "warning" and all(item in told for texts, told in judges if item.span.file in texts):
                result[item] = None
    for each in made if house else ():
        result.update(dict.fromkeys(house_values(each.gathered)))
    return list(result)
