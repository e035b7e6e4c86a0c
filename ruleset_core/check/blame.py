"""What an expansion or a variant brings about outside its own files: errors and doubts that the game has with it and not without it.

They are told at the line of the expansion that leads to them, or where they stand, with the name of the expansion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ruleset_core.check.causing import Causing, key_of
from ruleset_core.check.combine import Linked, link, read
from ruleset_core.check.targets import Target
from ruleset_core.lineage import Lineage
from ruleset_core.model.belonging import of_the_other_game
from ruleset_core.model.composing.change import Change
from ruleset_core.model.diagnostic import Diagnostic, friendly_list
from ruleset_core.model.salvage import words_of

__all__ = ["Blame", "blame", "broken_by"]


@dataclass(slots=True)
class Blame:
    """Findings that expansions bring about.

    Attributes:
        asked: those of the expansion or variant that is asked about: told wherever they stand.
        others: those of other expansions: told to whoever asks about their file.
        moved: the findings as the passes made them, which are told in no other way.
    """

    asked: list[Diagnostic] = field(default_factory=list)
    others: list[Diagnostic] = field(default_factory=list)
    moved: set[Diagnostic] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Laid:
    """Something that is laid on a game: an expansion by its name, or a variant; its id, and the directories of its files."""

    name: str
    id: str
    homes: tuple[Path, ...]


def blame(target: Target, made: Sequence[Linked], follows: Callable[[Diagnostic], bool] = lambda _: False) -> Blame:
    """All that the expansions of a target, or the variant that it is, bring about; nothing that `follows` from something else.

    Mistakes of the game itself, and of what an expansion requires, are told where they stand; those of the game that a variant is
    like are told once, where it says `like:`.
    """
    found = Blame()
    asked = _asked(target)
    if asked is not None:
        _blame(asked, target, made, follows, found, found.asked)
    if not target.expansion:
        for name, path in target.expansions.items():
            if asked is None or path not in asked.homes:
                _blame(_Laid(name, name, (path,)), target, made, follows, found, found.others)
    return found


def broken_by(
    target: Target, broken: Diagnostic, line: str, changes: Iterable[Change], found: Iterable[Diagnostic]
) -> Diagnostic:  # fmt: skip
    """A rule that breaks in play, at the line of the expansion or variant of a target that leads to it, as far as that is known.

    Args:
        target: what is checked.
        broken: the error at the line that breaks.
        line: what stands there.
        changes: all that expansions replace.
        found: what the check has found: a doubt that shows at the same place has the same cause.
    """
    laid = _asked(target)
    if laid is None or target.made_of.is_inside(broken.span.file, laid.homes):
        return broken
    at = broken.span
    cause = next(
        (item.span for item in found for seen, _ in item.related if (seen.file, seen.line) == (at.file, at.line)), None
    )
    if cause is None:
        words = words_of(f"{line} {broken.message}")
        mine = {each.name: each for each in changes if each.expansion == laid.id and not each.is_text}
        named = [each for name, each in mine.items() if name in words]
        cause = named[0].span if len(named) == 1 else None
    what = f"the expansion `{laid.id}`" if laid.name else f"the variant `{laid.id}`"
    notes = (*broken.notes, f"played with {what}")
    if cause is None:
        return replace(broken, notes=notes)
    return replace(broken, span=cause, notes=notes, related=((at, "this is where it breaks"), *broken.related))


def _asked(target: Target) -> _Laid | None:
    own = target.expansions.get(target.expansion)
    if own is not None:
        return _Laid(target.expansion, target.expansion, (own,))
    return None if target.lineage is None else _Laid("", target.made_of.ids[0], (target.game, *target.own))


def _blame(
    laid: _Laid, target: Target, made: Sequence[Linked], follows: Callable[[Diagnostic], bool], found: Blame,
    told: list[Diagnostic],
) -> None:  # fmt: skip
    together = [each for each in made if not laid.name or laid.name in each.expansions]
    smallest = min(together, key=lambda each: len(each.expansions), default=None)
    for each in together:
        is_smallest = each is smallest
        elsewhere = [
            item
            for item in each.diagnostics
            if not target.made_of.is_inside(item.span.file, laid.homes) and not follows(item)
        ]
        if laid.name:
            elsewhere = _unknown(elsewhere, laid, made, each, all_errors=is_smallest and told is found.asked)
        if not elsewhere:
            continue
        without = _without(laid, target, made, each)
        before = {key_of(item) for item in without.diagnostics}
        judged = each.sound and without.sound  # warnings say nothing of a game that could not be read
        fresh = [item for item in elsewhere if key_of(item) not in before and (judged or item.severity == "error")]
        beside = [name for name in each.expansions if smallest is not None and name not in smallest.expansions]
        _tell(fresh, laid, target, each, beside, found, told)
        old = [item for item in elsewhere if item.severity == "error" and key_of(item) in before]
        if old and is_smallest and told is found.asked:
            told += old if laid.name else of_the_other_game(each.gathered, without.diagnostics)


def _unknown(
    elsewhere: Iterable[Diagnostic], laid: _Laid, made: Sequence[Linked], linked: Linked, *, all_errors: bool
) -> list[Diagnostic]:
    """What was found in no combination of fewer expansions without this one; with `all_errors` these in any case."""
    known = {
        key_of(item)
        for each in made
        if laid.name not in each.expansions and set(each.expansions) <= set(linked.expansions)
        for item in each.diagnostics
    }
    return [item for item in elsewhere if key_of(item) not in known or (all_errors and item.severity == "error")]


def _tell(
    fresh: Sequence[Diagnostic], laid: _Laid, target: Target, linked: Linked, beside: Sequence[str], found: Blame,
    told: list[Diagnostic],
) -> None:  # fmt: skip
    """Add findings at their causes."""
    if not fresh:
        return
    paths = {name: target.expansions[name] for name in linked.expansions}
    causing = Causing(target.made_of, paths, target.in_order, linked, laid.id)
    for item in fresh:
        if item in found.moved:  # of several that lead to it together one is enough
            continue
        found.moved.add(item)
        told.append(_at_cause(item, causing, laid, beside))


def _at_cause(item: Diagnostic, causing: Causing, laid: _Laid, beside: Sequence[str]) -> Diagnostic:
    """A finding at the line of the expansion that leads to it, or where it stands, and what leads to it."""
    what = f"the expansion `{laid.id}`" if laid.name else f"the variant `{laid.id}`"
    if beside:
        what += f", together with {friendly_list(beside, 'and')}"
    cause = causing.cause(item)
    if cause is None:
        return replace(
            item, suggestion=None, notes=(*item.notes, f"{what} brings this about: without it there is no such finding")
        )
    note = f"this brings it about: without it there is no such finding{' in ' + what if beside else ''}"
    related = ((item.span, "this is where it shows"), *item.related)
    return replace(item, span=cause, label="", notes=(*item.notes, note), suggestion=None, related=related)


def _without(laid: _Laid, target: Target, made: Sequence[Linked], linked: Linked) -> Linked:
    """The same combination without an expansion; of a variant the game that it is like."""
    names = [name for name in linked.expansions if name != laid.name]
    known = {frozenset(each.expansions): each for each in made}.get(frozenset(names))
    lineage: Lineage = target.made_of
    if not laid.name and lineage.below is not None:
        names = [name for name in names if target.expansions[name] not in target.own]
        lineage, known = lineage.below, None
    if known is None:
        known = read(lineage, {name: target.expansions[name] for name in names}, in_order=target.in_order)
        link(known)
    return known
