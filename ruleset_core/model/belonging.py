"""Whether files belong together: expansions of the game and with what they require, variants with the game they are like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ruleset_core.lineage import Lineage, Mishap
from ruleset_core.model.diagnostic import Diagnostic, Span, error, nearest
from ruleset_core.model.order import Layer
from ruleset_core.model.shapes.documents import ExpansionFile, VariantFile

if TYPE_CHECKING:
    from ruleset_core.model.gather import Gathered

__all__ = ["belongs", "homeless", "of_the_other_game"]


def homeless(lineage: Lineage, layers: Iterable[Layer]) -> Iterator[Diagnostic]:
    """A variant that cannot be put together."""
    for layer in layers:
        if isinstance(layer.file, VariantFile):
            missing = Mishap(
                ("like",), "this is not read as a variant", "write `like:` at the beginning of a line, as `game:` is"
            )
            mishap = lineage.mishap or missing
            yield error(mishap.code, mishap.message, layer.document.span(mishap.key), help=mishap.advice)


def of_the_other_game(variant: Gathered, wrong: Sequence[Diagnostic]) -> list[Diagnostic]:
    """That the game which a variant is like has mistakes of its own, once, at the line that names it.

    Nothing where the header of the variant cannot be used: that is told, and comes first.
    """
    errors = [each for each in wrong if each.severity == "error"]
    file = next((part for part in reversed(variant.parts) if isinstance(part.sections, VariantFile)), None)
    below = variant.lineage.below
    if file is None or below is None or not errors:
        return []
    first = errors[0]
    count = "a mistake" if len(errors) == 1 else f"{len(errors)} mistakes"
    message, advice = (
        f"the game it is like has {count} of its own",
        f"`ruleset check {below.directory}` tells all of it",
    )
    related = ((first.span, f"{first.code} {first.message}"),)
    return [error("E428", message, file.document.span(("like",)), help=advice, related=related)]


def belongs(found: Gathered) -> list[Diagnostic]:
    """Expansions of another game, or without what they require."""
    problems: list[Diagnostic] = []
    fitting = found.lineage.ids or (found.header.game if found.header else "",)
    present = {file.expansion for _, file in found.expansions}
    for part in found.parts:
        file = part.sections
        if not isinstance(file, ExpansionFile) or found.header is None:
            continue
        if file.of not in fitting:
            span = part.document.span(("of",))
            message = f"this expansion belongs to `{file.of}`, not to `{fitting[0]}`"
            problems.append(error("E410", message, span, suggestion=nearest(file.of, fitting, span)))
        problems.extend(
            _needs(need, present - {file.expansion}, part.document.span(("requires", place)))
            for place, need in enumerate(file.requires)
            if need not in present
        )
    return problems


def _needs(need: str, present: set[str], span: Span) -> Diagnostic:
    near = nearest(need, present, span)
    advice = f"did you mean `{near.replacement}`?" if near else f"add it: --expansion {need}"
    return error("E404", f"this expansion needs `{need}` besides", span, help=advice, suggestion=near, about=need)
