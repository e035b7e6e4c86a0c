"""What an expansion breaks outside its own files: told at the line that replaces something, or at its header, for whoever checks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ruleset_core.check.combine import Linked, link, read
from ruleset_core.check.targets import Target
from ruleset_core.model.belonging import of_the_other_game
from ruleset_core.model.diagnostic import Diagnostic, Span, inside
from ruleset_core.model.salvage import words_of
from ruleset_core.model.shapes.documents import VariantFile

_ADVICE = "without this expansion there is no such error: look for what in it leads there"
_ADVICE_FOR_VARIANT = "the game it is like has no such error: look for what in the variant leads there"


def blamed(
    target: Target, made: Sequence[Linked], follows: Callable[[Diagnostic], bool] = lambda _: False
) -> Iterator[Diagnostic]:
    """All that keeps the expansion of a target from loading and stands in no file of it; nothing that `follows`. As for a variant.

    Mistakes of the game itself, and of what the expansion requires, are told where they stand; those of the game that a variant is
    like are told once, where it says `like:`.
    """
    own = target.expansions.get(target.expansion)
    if own is None and target.lineage is None:
        return
    homes = (own,) if own is not None else (target.game, *target.own)
    blames = target.expansion if own is not None else target.made_of.ids[0]
    together = [each for each in made if own is None or target.expansion in each.expansions]
    smallest = min(together, key=lambda each: len(each.expansions), default=None)
    for each in together:
        elsewhere = [
            item for item in _errors(each) if not target.made_of.is_inside(item.span.file, homes) and not follows(item)
        ]
        if not elsewhere:
            continue
        without = _without(target, made, each)
        before = {(item.code, item.message, item.span): item for item in _errors(without)}
        there = [item for item in elsewhere if (item.code, item.message, item.span) in before]
        yield from (_moved(item, each, blames) for item in elsewhere if item not in there)
        if there and each is smallest:
            yield from there if own is not None else of_the_other_game(each.gathered, list(before.values()))


def _cause(item: Diagnostic, linked: Linked, expansion: str) -> Span | None:
    """The change that a finding or the line it stands in speaks of, or the only one there is."""
    changes = [each for each in linked.gathered.changes if each.expansion == expansion]
    changes.sort(key=lambda each: not each.is_text)  # texts come first, so that of an entry something else is kept
    mine = {(each.kind, each.name): each for each in changes}
    if not mine:
        return None
    lines = linked.texts.get(item.span.file, "").splitlines()[item.span.line - 1 : item.span.end_line]
    for words in (_around(item.span, linked), words_of(" ".join((item.message, item.about, *lines)))):
        named = [each for each in mine.values() if each.name in words]
        if len(named) == 1:
            return named[0].span
    return next(iter(mine.values())).span if len(mine) == 1 else None


def _around(span: Span, linked: Linked) -> set[str]:
    """The names of what a place belongs to."""
    found: set[str] = set()
    for document in linked.gathered.documents:
        if document.file == span.file:
            for path in document.places:
                key, value = document.read.key_span(path), document.read.span(path)
                if inside(span, replace(key, end_line=value.end_line, end_column=value.end_column)):
                    found.update(str(part) for part in path)
    return found


def _errors(linked: Linked) -> list[Diagnostic]:
    return [item for item in linked.diagnostics if item.severity == "error"]


def _without(target: Target, made: Sequence[Linked], linked: Linked) -> Linked:
    """The same combination without the expansion that is asked about; of a variant the game that it is like."""
    names = [name for name in linked.expansions if name != target.expansion]
    known = {frozenset(each.expansions): each for each in made}.get(frozenset(names))
    lineage = target.made_of
    if target.expansion not in target.expansions and lineage.below is not None:
        names = [name for name in names if target.expansions[name] not in target.own]
        lineage, known = lineage.below, None
    if known is None:
        known = read(lineage, {name: target.expansions[name] for name in names}, in_order=target.in_order)
        link(known)
    return known


def _moved(item: Diagnostic, linked: Linked, expansion: str) -> Diagnostic:
    """The finding at the line of the expansion that leads to it, or at its header, with the place where it was seen beside it."""
    header = _cause(item, linked, expansion) or next(
        (
            part.document.span(("game" if isinstance(part.sections, VariantFile) else "expansion",))
            for part in linked.gathered.parts
            if getattr(part.sections, "expansion", None) == expansion
        ),
        None,
    )
    if header is None:
        return item
    seen = (item.span, "this is where it shows")
    advice = _ADVICE_FOR_VARIANT if expansion in linked.gathered.lineage.ids else _ADVICE
    advice = f"{advice}; {item.help}" if item.help else advice
    return replace(item, span=header, label="", help=advice, suggestion=None, related=(seen, *item.related))
