"""Texts of the language where they stand in files: parsing, resolving, and problems as diagnostics with exact places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.built_in import clash
from ruleset_core.lang.origin import Origin, Passage
from ruleset_core.lang.resolve.effects import EffectResolver
from ruleset_core.lang.resolve.findings import use_member
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.parse import parse
from ruleset_core.lang.syntax.problems import OUTSIDE, Problem
from ruleset_core.lang.types import BAD, BOOL, INT, NONE_VALUE, RESOURCE, Type, a, listing, span
from ruleset_core.model.diagnostic import Diagnostic, Span, Suggestion, error, hint, nearest, number_near
from ruleset_core.model.unchanging import comparable
from ruleset_core.model.words import TRUTHS

if TYPE_CHECKING:
    from ruleset_core.lang.resolve.findings import Scope
    from ruleset_core.lang.vocabulary import Vocabulary
    from ruleset_core.model.source import Document

Path = tuple[str | int, ...]


@comparable
class Site:
    """A place in a file."""

    document: Document
    path: Path

    def at(self, *more: str | int) -> Site:
        """A place below this one."""
        return Site(self.document, (*self.path, *more))


class Reader:
    """Reads texts against a vocabulary and collects diagnostics."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.diagnostics: list[Diagnostic] = []
        self.card_effects: dict[str, tuple[str, ...]] = {}
        self.homes: dict[tuple[str, str], Site] = {}
        """Where entries are declared, by section and name; for facts the section is `fact` and what they are of."""
        self.judges = True
        """Whether what is only doubtful is looked for and told; who only loads a game asks for mistakes alone."""
        self.seatless: list[tuple[str, Callable[[], Span]]] = []

    # -- reporting ----------------------------------------------------------------------------------------------

    def clash(self, section: str, name: str, site: Site) -> None:
        """Report a name that the language gives something else where an entry of a section is named."""
        what = clash(section, name)
        if what:
            self.report(
                "E315", f"`{name}` is {what}", site, f"choose another name, such as `{name}_1`", key=True, about=name
            )

    def report(
        self, code: str, message: str, site: Site, advice: str = "", *, key: bool = False, severity: Any = "error",
        about: str = "",
    ) -> None:  # fmt: skip
        """A diagnostic about a value, or about its key. Where it stands is costly, so what nobody asked for is left out."""
        if severity == "warning" and not self.judges:
            return
        where = site.document.key_span(site.path) if key else site.document.span(site.path)
        self.diagnostics.append(Diagnostic(code, severity, message, where, help=advice, about=about))

    def unknown(
        self, code: str, message: str, site: Site, word: str, known: Sequence[str], what: str = "names", *,
        otherwise: str = "", key: bool = False, aliases: Mapping[str, str] | None = None, start: int = 0,
    ) -> None:  # fmt: skip
        """A name that points nowhere, with the one that was probably meant among the `known` ones. It stands at `start` of the text."""
        behind = start + len(word)
        where = site.document.key_span(site.path) if key else site.document.within(site.path, start, behind)
        swap = nearest(word, known, where, aliases)
        advice = hint(word, known, what) if swap is None or swap.rivals else f"did you mean `{swap.replacement}`?"
        self.diagnostics.append(error(code, message, where, help=advice or otherwise, suggestion=swap, about=word))

    def problems(self, problems: list[Problem], site: Site) -> None:
        """Problems of a text as diagnostics."""
        for problem in problems:
            if problem.code.startswith("W") and not self.judges:
                continue
            where = site.document.within(site.path, problem.start, problem.end)
            swap = None
            if problem.replacement is not None:
                at = site.document.within(site.path, *(problem.swap or (problem.start, problem.end)))
                swap = Suggestion(at, problem.replacement, problem.rivals, problem.sure)
            severity: Any = "warning" if problem.code.startswith("W") else "error"
            self.diagnostics.append(
                Diagnostic(
                    problem.code,
                    severity,
                    problem.message,
                    where,
                    help=problem.help,
                    suggestion=swap,
                    about=problem.about,
                )
            )
            if problem.declared is not None:
                self.widen(len(self.diagnostics) - 1, *problem.declared)

    def widen(self, first: int, section: str, name: str) -> None:
        """Findings from number `first` on about numbers outside the range of a declaration say which one would have to be widened."""
        site = self.homes.get((section, name))
        for place, item in enumerate(self.diagnostics[first:], first):
            if site is not None and OUTSIDE in item.message:
                where = site.document.key_span(site.at("params").path if section == "define" else site.path)
                self.diagnostics[place] = to_widen(item, name, where)

    # -- where things stand --------------------------------------------------------------------------------------

    def origin(self, site: Site, text: str | None = None) -> Origin:
        """The origin of all that a text means, or, without one, of an entry as a whole."""
        return Origin(self._passage(site)) if text is None else Origin(self._passage(site), 0, len(text))

    def _passage(self, site: Site) -> Passage:
        return Passage(site.document, site.path, self.file(site.document.home(site.path)[0]))

    def file(self, document: Document) -> str:
        """The name of a file within its game."""
        return document.file

    # -- texts --------------------------------------------------------------------------------------------------

    def _done(self, resolver: EffectResolver, site: Site, shift: int = 0) -> None:
        """Note what a resolver found in a text, `shift` characters of which are not in the file."""
        moved = [each.moved(-shift) for each in resolver.problems]
        self.problems(moved, site)
        for name, node in resolver.seatless:
            where = partial(site.document.within, site.path, node.start - shift, node.end - shift)
            self.seatless.append((name, where))

    def resolver(self, text: str) -> EffectResolver:
        """What resolves a text of the language."""
        made = EffectResolver(self.v, self.card_effects)
        made.text = text
        made.judges = self.judges
        return made

    def _tree(self, text: str, site: Site, start: str) -> Any:
        if text == "":
            text = " "
        if text[0] == "{" and text[-1] == "}" and start == "expr":
            where, inner = site.document.within(site.path, 0, len(text)), text[1:-1].strip()
            swap = Suggestion(where, inner)
            message = "an expression stands without braces"
            self.diagnostics.append(error("E201", message, where, help=f"write `{inner}`", suggestion=swap))
            return None
        tree, problems = parse(text, start)
        self.problems(problems, site)
        return tree

    def effect(self, text: str, site: Site, scope: Scope) -> t.Block:
        """An effect; what is wrong is reported and does nothing."""
        tree = self._tree(text, site, "effect")
        if tree is None:
            return t.Block((), origin=self.origin(site))
        resolver = self.resolver(text)
        resolver.passage = self._passage(site)
        block = resolver.effect(tree, scope)
        self._done(resolver, site)
        return block

    def expr(self, text: str, site: Site, scope: Scope, want: Type) -> t.Expr:
        """An amount or condition; what is wrong is reported and becomes 0."""
        tree = self._tree(text, site, "expr")
        if tree is None:
            return t.Const(BAD, 0)
        resolver = self.resolver(text)
        value = resolver.expr(tree, scope, want)
        self._done(resolver, site)
        return value

    def condition(self, text: str | None, site: Site, scope: Scope) -> t.Expr:
        """A condition that may be left out: it always holds. Written, it is not `true` or `false`."""
        if text is None:
            return t.TRUE
        value = self.expr(text, site, scope, BOOL)
        if text in {"true", "false"}:
            self.report("W502", "this condition is always the same", site, "leave it out", severity="warning")
        return value

    def selection(self, text: str, site: Site, scope: Scope) -> t.Selection:
        """What stands after `in`."""
        shift = len("any _ in ")
        tree, problems = parse(f"any _ in {text}", "expr")
        self.problems([each.moved(-shift) for each in problems], site)
        if not isinstance(tree, s.Quantity) or tree.where is not None:
            if tree is not None:
                self.report("E201", "here stands only what is gone through", site, "a set, a zone, or `1 to 8`")
            return t.Selection(BAD, "values")
        resolver = self.resolver(f"any _ in {text}")
        found = resolver.selection(tree.selection, scope)
        self._done(resolver, site, shift)
        return found

    def through(self, text: str, site: Site, scope: Scope) -> tuple[str, t.Selection, t.Expr | None, Scope]:
        """What is gone through, as `x in SELECTION where CONDITION`: the name of one, the selection, the condition, and the scope within."""
        shift = len("any ")
        tree, problems = parse(f"any {text}", "expr")
        self.problems([each.moved(-shift) for each in problems], site)
        if not isinstance(tree, s.Quantity):
            if tree is not None:
                self.report(
                    "E201", "here stands only what is gone through", site, "write `x in SET` or `x in ZONE where ...`"
                )
            return "_", t.Selection(BAD, "values"), None, scope.inner(_=BAD)
        resolver = self.resolver(f"any {text}")
        found = resolver.expr(tree, scope, None)
        self._done(resolver, site, shift)
        if not isinstance(found, t.Quantity):
            return tree.var, t.Selection(BAD, "values"), None, scope.inner(**{tree.var: BAD})
        return found.var, found.selection, found.where, scope.inner(**{found.var: found.selection.type})

    # -- types and constants ------------------------------------------------------------------------------------

    def type(self, text: str, site: Site, *, lists: bool = False) -> Type:
        """A type as written in data: `int`, `bool`, `1..6`, a set or kind, `seat`, `list of T`, with `?` for optional."""
        text = text.strip()
        if lists and text.startswith("list of "):
            return listing(self.type(text.removeprefix("list of "), site))
        optional = text.endswith("?")
        bare = text.removesuffix("?").strip()
        found = self._bare_type(bare, site)
        if optional and found.low is not None and found.high is not None and found.low <= NONE_VALUE <= found.high:
            advice = "let the range begin at 0 or above, or leave out `?`"
            self.report("E314", f"`{text}` cannot tell {NONE_VALUE} from `none`", site, advice)
        return found.maybe() if optional and found.kind != "bad" else found

    def _bare_type(self, text: str, site: Site) -> Type:
        if text in {"int", "bool"}:
            return INT if text == "int" else BOOL
        low, dots, high = text.partition("..")
        if dots and _is_int(low) and _is_int(high):
            if int(low) > int(high):
                where, meant = site.document.within(site.path, 0, len(text)), f"{high.strip()}..{low.strip()}"
                message, swap = f"`{text}` is empty: {low} is above {high}", Suggestion(where, meant)
                self.diagnostics.append(error("E314", message, where, help=f"write `{meant}`", suggestion=swap))
                return BAD
            return span(int(low), int(high))
        if text in self.v.domains:
            if text != RESOURCE.domain or "params" not in site.path:  # a resource that is handed on is named elsewhere
                self.v.domains[text].used = True
            return self.v.domains[text].type
        known = ["int", "bool", *(name for name, domain in self.v.domains.items() if not domain.pair)]
        self.unknown(
            "E308",
            f"unknown type `{text}`",
            site,
            text,
            known,
            "types",
            otherwise="a type is `int`, `bool`, `1..6`, a set, a kind of piece or `seat`",
        )
        return BAD

    def value(self, given: object, kind: Type, site: Site) -> int | tuple[int, ...]:
        """A constant of a type as written in data."""
        if kind.kind == "list" and kind.element is not None:
            items = given if isinstance(given, tuple | list) else (given,)
            bare = [_unquoted(item, kind.element) for item in items]
            if len(items) > 1 and all(bare):
                where = site.document.span(site.path)
                swap = Suggestion(where, f"[{', '.join(bare)}]")
                message = f"these are texts, but each is a {kind.element}"
                self.diagnostics.append(error("E303", message, where, help="leave out the quotes", suggestion=swap))
                return tuple(0 for _ in items)
            return tuple(int(self.value(item, kind.element, site.at(place))) for place, item in enumerate(items))  # type: ignore[arg-type]
        return self._scalar(given, kind, site)

    def _scalar(self, given: object, kind: Type, site: Site) -> int:
        if kind.kind == "bad" or (given in (None, "none") and kind.optional):
            return -1
        if kind.kind == "bool" and isinstance(given, bool):
            return int(given)
        if kind.kind == "int" and isinstance(given, int) and not isinstance(given, bool):
            low, high = LEAST if kind.low is None else kind.low, GREATEST if kind.high is None else kind.high
            if not low <= given <= high:
                where = site.document.span(site.path)
                near = number_near(given, low, high, where)
                advice = f"is `{near.replacement}` meant?"
                message = f"{given}{OUTSIDE}{low}..{high}"
                self.diagnostics.append(error("E314", message, where, help=advice, suggestion=near))
            return given
        if kind.kind == "member":
            ids = self.v.domains[kind.domain].ids
            if str(given) in ids and not isinstance(given, bool):
                place = ids.index(str(given))
                use_member(self.v, self.v.domains[kind.domain], place)
                return place
            self.unknown(
                "E301",
                f"unknown {kind.domain} `{given}`",
                site,
                str(given),
                ids,
                f"{kind.domain} is one of",
                aliases=self.v.domains[kind.domain].said_as,
            )
            return 0
        meant = _unquoted(given, kind)
        advice = f"{a(kind)} is needed here" if not meant else f"leave out the quotes: `{meant}`"
        where = site.document.span(site.path)
        if not meant and kind.kind == "bool" and (meant := TRUTHS.get(str(given).lower(), "")):
            advice = f"write `{meant}`"
        swap = Suggestion(where, meant) if meant else None
        self.diagnostics.append(error("E303", f"`{given}` is not {a(kind)}", where, help=advice, suggestion=swap))
        return 0


def to_widen(item: Diagnostic, name: str, where: Span) -> Diagnostic:
    """A finding about a number outside a range, with the declaration that would have to be widened.

    A number without a digit that slipped in (99 for 9) stays as a suggestion, the nearest one (8 for 9) does not.
    """
    swap = item.suggestion
    digits = swap.span.end_column - swap.span.column if swap is not None else 0
    kept = swap if swap is not None and len(swap.replacement) < digits else None
    return replace(item, help=widened(name, where), suggestion=kept, related=((where, "declared here"),))


def widened(name: str, where: Span) -> str:
    """The advice to widen the range of a declaration."""
    file = where.file.replace("\\", "/").rsplit("/", 1)[-1]
    return f"the range stands at `{name}` ({file}:{where.line}): widen it there, or stay within it"


def _unquoted(given: object, kind: Type) -> str:
    """A number or truth that stands in quotes, without them."""
    if not isinstance(given, str):
        return ""
    fits_here = _is_int(given) if kind.kind == "int" else kind.kind == "bool" and given in {"true", "false"}
    return given.strip() if fits_here else ""


def _is_int(text: str) -> bool:
    return text.strip().removeprefix("-").isdigit()


__all__ = ["Reader", "Site", "error", "to_widen", "widened"]
