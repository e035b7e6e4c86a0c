"""`check_paths`: everything `ruleset check` does, without printing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from ruleset_core.check.blame import blamed
from ruleset_core.check.causes import Causes, folded
from ruleset_core.check.combine import broken, combinations, merged
from ruleset_core.check.house import CODES
from ruleset_core.check.ignores import Ignore, apply_ignores, ignores_in
from ruleset_core.check.scenarios import check_scenarios
from ruleset_core.check.targets import Target, targets_of
from ruleset_core.check.unread import unread
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.effort import limited_hints, much_that_stays
from ruleset_core.model.stages import STAGES, watched
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, in the order of causes; how many files of which games it read, and how long it took."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    games: tuple[str, ...]
    seconds: float
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Seconds by game and stage (see `model/stages`)."""

    @property
    def errors(self) -> int:
        """Number of errors."""
        return sum(item.severity == "error" for item in self.diagnostics)

    @property
    def warnings(self) -> int:
        """Number of warnings; what is listed on request (house values, inferred ones) is not among them."""
        return sum(item.severity == "warning" and item.code not in CODES for item in self.diagnostics)


def check_paths(
    paths: Sequence[str | Path] = (),
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    roots: Sequence[str | Path] = (),
    house: bool = False,
) -> Report:
    """Check games, expansions and files. Bad data never raises: it is what is reported.

    Args:
        paths: directories, files, or names of games; all games that can be found when there are none.
        select: only codes that begin with one of these, such as `E3` or `W501`.
        ignore: no codes that begin with one of these.
        roots: further directories in which games and expansions are looked for.
        house: also list what is inferred or a house value.

    Raises:
        GameNotFoundError: a path or name means nothing that can be checked.
    """
    began = perf_counter()
    found: dict[Diagnostic, None] = {}
    files: set[str] = set()
    timings: dict[str, dict[str, float]] = {}
    for target in targets_of(paths, roots):
        with limited_hints(), much_that_stays(), watched() as seconds:
            diagnostics, read = check_target(target, house=house)
        found.update(dict.fromkeys(diagnostics))
        files |= read
        game = target.game.resolve().name
        before = timings.get(game, {})
        timings[game] = {name: seconds[name] + before.get(name, 0.0) for name in STAGES}
    kept = [item for item in found if wanted(item.code, select, ignore)]
    return Report(tuple(folded(kept)), len(files), tuple(timings), perf_counter() - began, timings)


def wanted(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether findings with a code are asked for (see `check_paths`)."""
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


def check_target(target: Target, *, house: bool = False) -> tuple[list[Diagnostic], set[str]]:
    """What is found in the files of a target, and the names of the files that were read."""
    if target.problems:
        return list(target.problems), {target.problems[0].span.file}
    try:
        made = list(combinations(target.game, target.expansions))
        scenarios = check_scenarios(target, made)
        texts = {file: text for each in made for file, text in each.texts.items()} | scenarios.texts
        diagnostics = [*merged(made, house=house), *scenarios.diagnostics]
        diagnostics += unread(target.game, GAME_FILE, texts)
        for directory in target.expansions.values():
            diagnostics += unread(directory, EXPANSION_FILE, texts)
    except Exception as problem:  # noqa: BLE001 - a fault of ours becomes a finding like any other
        return [broken(problem, str(target.game / GAME_FILE))], set()
    causes = Causes(diagnostics, made, texts)
    diagnostics = causes.told()
    kept = apply_ignores(diagnostics, _comments(texts), unused=causes.sound)
    shown = [item for item in kept if target.shows(item.span.file)]
    shown = list(dict.fromkeys([*shown, *blamed(target, made, causes.follows)]))
    read = {*texts, *(item.span.file for item in diagnostics)}
    return shown, {file for file in read if target.shows(file)}


def _comments(texts: dict[str, str]) -> list[Ignore]:
    return [comment for file, text in texts.items() for comment in ignores_in(file, text)]
