"""`check_paths`: everything `ruleset check` does, without printing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from ruleset_core.check.ahead import Ahead, hands_for
from ruleset_core.check.aside import Hands, LostError
from ruleset_core.check.blame import blame
from ruleset_core.check.causes import Causes, folded
from ruleset_core.check.combine import Linked, broken, link, merged, readings
from ruleset_core.check.house import CODES
from ruleset_core.check.ignores import Ignore, apply_ignores, ignores_in
from ruleset_core.check.levels import check_levels
from ruleset_core.check.scenarios import Scenarios, check_scenarios, read_scenarios
from ruleset_core.check.spelled import spelled
from ruleset_core.check.targets import Target, targets_of
from ruleset_core.check.unread import unread
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.effort import MOST, limited_hints, much_that_stays
from ruleset_core.model.reading.quick import read_before
from ruleset_core.model.stages import STAGES, watched
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found, in the order of causes; how many files of which games it read, and how long it took."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    games: tuple[str, ...]
    seconds: float
    timings: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Seconds by game and stage (see `model/stages`)."""
    start: float = 0.0
    """Seconds of processor time that the program had taken before, most of them until its modules were there."""

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
    jobs: int = 1,
    in_order: bool = False,
) -> Report:
    """Check games, expansions and files. Bad data never raises: it is what is reported.

    Args:
        paths: directories, files, or names of games; all games that can be found when there are none.
        select: only codes that begin with one of these, such as `E3` or `W501`.
        ignore: no codes that begin with one of these.
        roots: further directories in which games and expansions are looked for.
        house: also list what is inferred or a house value.
        jobs: how many processes may work at once; what is found is the same.
        in_order: where two expansions change the same, the later one has the last word, and nothing is told.

    Raises:
        GameNotFoundError: a path or name means nothing that can be checked.
        LostError: another process ended before it was done.
    """
    targets = targets_of(paths, roots, in_order=in_order)
    with hands_for(targets, jobs) as hands:
        return check_targets(targets, hands, select=select, ignore=ignore, house=house)


def check_targets(
    targets: Sequence[Target],
    hands: Hands,
    ahead: Ahead | None = None,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    house: bool = False,
) -> Report:
    """`check_paths` for games that were found before, with what was read of them ahead."""
    began, start = perf_counter(), process_time()
    read, spent = ahead.found() if ahead is not None else ({}, [])
    found: dict[Diagnostic, None] = {}
    files: set[str] = set()
    timings: dict[str, dict[str, float]] = {}
    groups: dict[object, list[Target]] = {}
    for target in targets:
        groups.setdefault(target.whole, []).append(target)
    with much_that_stays(), read_before(read):
        alone = Hands() if len(groups) > 1 else hands
        works = [partial(_timed, targets[0], house=house, hands=alone) for targets in groups.values()]
        done = [works[0]()] if len(works) == 1 else hands.share(works, "the games")()
    for targets_of_game, (checked, seconds) in zip(groups.values(), done, strict=True):
        for target in targets_of_game:
            found.update(dict.fromkeys(checked.told(target)))
            files |= {file for file in checked.files if target.shows(file)}
        times = timings.setdefault(targets_of_game[0].game.resolve().name, dict.fromkeys(STAGES, 0.0))
        for name in STAGES:
            times[name] += seconds[name]
    for (target, *_), seconds in zip(groups.values(), spent, strict=False):
        timings[target.game.resolve().name]["reading"] += sum(seconds.values())
    kept = [item for item in found if wanted(item.code, select, ignore)]
    return Report(tuple(folded(kept)), len(files), tuple(timings), perf_counter() - began, timings, start)


def _timed(target: Target, *, house: bool, hands: Hands) -> tuple[Checked, dict[str, float]]:
    """What is found in a game, and the seconds it takes."""
    with watched() as seconds:
        return checked(target, house=house, hands=hands), seconds


def wanted(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether findings with a code are asked for (see `check_paths`)."""
    return (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))


@dataclass(frozen=True, slots=True)
class Checked:
    """What is found in a game and its expansions, and in which files; `blamed` is told wherever it stands."""

    diagnostics: list[Diagnostic]
    blamed: list[Diagnostic]
    files: set[str]

    def told(self, target: Target) -> list[Diagnostic]:
        """What is told of it to whoever asked about a part."""
        return list(dict.fromkeys([*(item for item in self.diagnostics if target.shows(item.span.file)), *self.blamed]))


def checked(target: Target, *, house: bool = False, hands: Hands | None = None) -> Checked:
    """What is found in the game of a target with its expansions, whichever of its files are asked about."""
    if target.problems:
        return Checked([], list(target.problems), {target.problems[0].span.file})
    with limited_hints(MOST // 2):
        return _checked(target, house=house, hands=hands or Hands())


def _checked(target: Target, *, house: bool, hands: Hands) -> Checked:
    try:
        made = readings(target.made_of, target.expansions, in_order=target.in_order)
        scenarios = read_scenarios(target.game, target.expansions, target.played)
        texts = {file: text for each in made for file, text in each.texts.items()} | scenarios.texts
        played = _linked(made, scenarios, hands)
        diagnostics = [*merged(made, house=house), *scenarios.diagnostics, *played]
        diagnostics += unread(target.game, GAME_FILE, texts)
        diagnostics += check_levels(target.game, target.played.values(), texts, _known(made))
        for directory in target.played.values():
            diagnostics += unread(directory, EXPANSION_FILE, texts)
    except LostError:
        raise
    except Exception as problem:  # noqa: BLE001 - a fault of ours becomes a finding like any other
        return Checked([], [broken(problem, str(target.game / GAME_FILE))], set())
    causes = Causes(diagnostics, made, texts)
    blames = blame(target, made, causes.follows)
    asked = spelled(blames.asked, texts)
    diagnostics = spelled([*(each for each in causes.told() if each not in blames.moved), *blames.others], texts)
    kept = apply_ignores(dict.fromkeys([*diagnostics, *asked]), _comments(texts), unused=causes.sound)
    files = {*texts, *(item.span.file for item in diagnostics)}
    wherever = set(asked)
    return Checked([item for item in kept if item not in wherever], [item for item in kept if item in wherever], files)


def _known(made: list[Linked]) -> Vocabulary | None:
    """What the game has, as far as it is sound: alone, or with as few expansions as were linked."""
    first = made[0]
    return first.linker.v if first.linker is not None and first.sound else None


def _linked(made: list[Linked], scenarios: Scenarios, hands: Hands) -> list[Diagnostic]:
    """Link a game in all combinations and look at the scenarios of each; what is found in these.

    Combinations know nothing of each other, so they may be linked in several processes: each has an equal part of the effort.
    """
    effort = MOST // 2 // len(made)

    def other(each: Linked) -> tuple[list[Diagnostic], list[Diagnostic]]:
        with limited_hints(effort):
            link(each)
            return each.diagnostics, check_scenarios(each, scenarios)

    first, *others = made
    shared = hands.share([partial(other, each) for each in others], f"`{first.gathered.directory.name}`", leaving=1)
    played: list[Diagnostic] = []
    with limited_hints(effort):
        link(first, hands, lambda: played.extend(check_scenarios(first, scenarios)))
    found = played if first.sound else []
    for each, (diagnostics, more) in zip(others, shared(), strict=True):
        each.diagnostics = diagnostics
        found += more
    return found


def _comments(texts: dict[str, str]) -> list[Ignore]:
    return [comment for file, text in texts.items() for comment in ignores_in(file, text)]
