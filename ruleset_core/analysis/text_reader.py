"""Texts of the effect language in files: parse, bind, check; a text in, a typed tree and diagnostics with exact places out. Also texts with placeholders.

A text of the effect language stands inside a YAML value; its parser counts characters from the beginning of that value. The
reader puts the parts together and translates places, so that every message points into the file:

    line 22 of game.yaml  |  price: {amount: "4 + raod"}
    parser, checkers      SyntaxProblem("E301", "unknown name `raod`", start=4, end=8)
    reader                Diagnostic("E301", ..., Span("game.yaml", line=22, column=24, end_line=22, end_column=28))

`TemplateReader` reads texts with placeholders: `pot {pot}` becomes `["pot ", Load(pot), ""]`, for each language. All sections
of a file are read through this module, the same text of an unchanged game only once in a process (`resolution_cache`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Final

from ruleset_core.analysis.binder import BindingScope, used_by_member
from ruleset_core.analysis.name_references import RECORDER, RecordingChecker, symbol_of_member
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.resolution_cache import LONGEST, ResolutionCache, ResolvedText
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.diagnostics import (
    Diagnostic,
    Span,
    Suggestion,
    error,
    friendly_list,
    nearest_number,
    nearest_repair,
    unknown_name_help,
)
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin, Passage
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import OUTSIDE, SyntaxProblem, parse, reserved_by_language
from ruleset_core.lang.types import BAD, BOOL, INT, NONE_VALUE, RESOURCE, Type, listing, span, with_article
from ruleset_core.lang.vocabulary import Cases, Template, Vocabulary
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.sources import Document
from ruleset_core.model.translations import is_inflection
from ruleset_core.values import YAML_TRUTHS, frozen_value

__all__ = [
    "LANGUAGES", "PLACE", "SourceSite", "TemplateReader", "TextReader", "lone_brace", "range_to_widen",
    "widening_advice",
]  # fmt: skip


# Texts of the language where they stand in files: parsing, resolving, and problems as diagnostics with exact places.

Path = tuple[str | int, ...]


@frozen_value
class SourceSite:
    """A place in a file."""

    document: Document
    path: Path

    def at(self, *more: str | int) -> SourceSite:
        """A place below this one."""
        return SourceSite(self.document, (*self.path, *more))


def display_names(name: LocalizedText | None, fallback: str) -> dict[str, str]:
    """A name in the languages spoken; the id with spaces where there is none."""
    plain = fallback.replace("_", " ")
    return name.texts if name is not None else dict.fromkeys(LANGUAGES, plain)


class TextReader:
    """Reads texts against a vocabulary and collects diagnostics."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.diagnostics: list[Diagnostic] = []
        self.card_effects: dict[str, tuple[str, ...]] = {}
        self.homes: dict[tuple[str, str], SourceSite] = {}
        """Where entries are declared, by section and name; for facts the section is `fact` and what they are of."""
        self.judges = True
        """Whether what is only doubtful is looked for and told; who only loads a game asks for mistakes alone."""
        self.seatless: list[tuple[str, Callable[[], Span]]] = []
        self.tried: list[tuple[t.Statement, Callable[[], Span]]] = []
        """What trials do that leads further, or moves a piece (see `program_checks.check_trials`)."""
        self.kept: ResolutionCache | None = None

    @cached_property
    def truth(self) -> ConditionTruth:
        """What is known by declarations."""
        return ConditionTruth(self.v)

    # -- reporting ----------------------------------------------------------------------------------------------

    def clash(self, section: str, name: str, site: SourceSite) -> None:
        """Report a name that the language gives something else where an entry of a section is named."""
        what = reserved_by_language(section, name)
        if what:
            self.report(
                "E315", f"`{name}` is {what}", site, f"choose another name, such as `{name}_1`", key=True, about=name
            )

    def report(
        self, code: str, message: str, site: SourceSite, advice: str = "", *, key: bool = False, severity: Any = "error",
        about: str = "",
    ) -> None:  # fmt: skip
        """A diagnostic about a value, or about its key. Where it stands is costly, so what nobody asked for is left out."""
        if severity == "warning" and not self.judges:
            return
        where = site.document.key_span(site.path) if key else site.document.span(site.path)
        self.diagnostics.append(Diagnostic(code, severity, message, where, help=advice, about=about))

    def report_untold(self, what: str, lang: str, other: str, site: SourceSite) -> None:
        """W528: a text leaves out in a language what it has in another one."""
        message = f"`{lang}` does not tell {what}, which `{other}` does"
        self.report("W528", message, site.at(lang), "tell the same in both languages", severity="warning")

    def unknown(
        self, code: str, message: str, site: SourceSite, word: str, known: Sequence[str], what: str = "names", *,
        otherwise: str = "", key: bool = False, aliases: Mapping[str, str] | None = None, start: int = 0,
    ) -> None:  # fmt: skip
        """A name that points nowhere, with the one that was probably meant among the `known` ones. It stands at `start` of the text."""
        behind = start + len(word)
        where = site.document.key_span(site.path) if key else site.document.within(site.path, start, behind)
        swap = nearest_repair(word, known, where, aliases)
        advice = (
            unknown_name_help(word, known, what)
            if swap is None or swap.rivals
            else f"did you mean `{swap.replacement}`?"
        )
        self.diagnostics.append(error(code, message, where, help=advice or otherwise, suggestion=swap, about=word))

    def problems(self, problems: list[SyntaxProblem], site: SourceSite) -> None:
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
                self.diagnostics[place] = range_to_widen(item, name, where)

    # -- where things stand --------------------------------------------------------------------------------------

    def origin(self, site: SourceSite, text: str | None = None) -> Origin:
        """The origin of all that a text means, or, without one, of an entry as a whole."""
        return Origin(self._passage(site)) if text is None else Origin(self._passage(site), 0, len(text))

    def _passage(self, site: SourceSite) -> Passage:
        return Passage(site.document, site.path, self.file(site.document.home(site.path)[0]))

    def file(self, document: Document) -> str:
        """The name of a file within its game."""
        return document.file

    # -- texts --------------------------------------------------------------------------------------------------

    def _resolved(
        self, kind: str, text: str, site: SourceSite, scope: BindingScope, work: Callable[[StatementChecker, BindingScope], Any],
        want: Type | None = None, shift: int = 0,
    ) -> Any:  # fmt: skip
        """What `work` makes of a text, or made of it in an earlier link of this process (see `analysis.resolution_cache`).

        Args:
            kind: what is read: texts of different kinds mean different things.
            text: what is read, `shift` characters of which are not in the file.
            site: where it stands.
            scope: what it may refer to.
            work: reads and resolves it, with a resolver and the scope that this is given.
            want: the type that is asked for.
            shift: see `text`; below 0 if the text begins later than the value that stands there.
        """
        key = (kind, self.judges, text, want, scope.me, scope.runs, scope.result, *scope.locals.items())
        passage = self._passage(site) if kind == "effect" or (kind == "expr" and "would" in text) else None
        recorder = RECORDER.get()
        found = None if self.kept is None or recorder is not None else self.kept.get(key, passage)
        if found is None:
            before, resolver = len(self.diagnostics), self.resolver(text)
            resolver.passage = passage
            inner = BindingScope(scope.locals, scope.me, set(), scope.runs, scope.result)
            value = work(resolver, inner)
            if recorder is not None and isinstance(resolver, RecordingChecker):
                recorder.text(site, shift, resolver.names)
            self.problems([each.moved(-shift) for each in resolver.problems], site)
            seatless = [(name, node.start - shift, node.end - shift) for name, node in resolver.seatless]
            tried = [(each, node.start - shift, node.end - shift) for each, node in resolver.tried]
            found = ResolvedText(value, [*resolver.uses.values()], inner.used, seatless, tried)
            if self.kept is not None and len(self.diagnostics) == before and len(text) <= LONGEST:
                self.kept.put(key, passage, found)
        else:
            for use in found.uses:
                use.note()
        scope.used |= found.used
        if kind != "place":
            within = partial(site.document.within, site.path)
            self.seatless += [(name, partial(within, start, end)) for name, start, end in found.seatless]
            self.tried += [(each, partial(within, start, end)) for each, start, end in found.tried]
        return found.value

    def resolver(self, text: str) -> StatementChecker:
        """What resolves a text of the language."""
        made = (StatementChecker if RECORDER.get() is None else RecordingChecker)(self.v, self.card_effects)
        made.text = text
        made.judges = self.judges
        made.truth = self.truth
        return made

    def _tree(self, text: str, site: SourceSite, start: str) -> Any:
        if text == "":
            text = " "
        if text[0] == "{" and text[-1] == "}" and start == "expr":
            where, inner = site.document.within(site.path, 0, len(text)), text[1:-1].strip()
            swap = Suggestion(where, inner)
            message = "an expression has no braces here"
            self.diagnostics.append(error("E201", message, where, help=f"write `{inner}`", suggestion=swap))
            return None
        tree, problems = parse(text, start)
        self.problems(problems, site)
        return tree

    def effect(self, text: str, site: SourceSite, scope: BindingScope) -> t.Block:
        """An effect; what is wrong is reported and does nothing."""

        def work(resolver: StatementChecker, inner: BindingScope) -> t.Block:
            tree = self._tree(text, site, "effect")
            return t.Block((), origin=self.origin(site)) if tree is None else resolver.effect(tree, inner)

        found: t.Block = self._resolved("effect", text, site, scope, work)
        return found

    def expr(self, text: str, site: SourceSite, scope: BindingScope, want: Type | None) -> t.Expr:
        """An amount or condition, or without `want` a value of any type; what is wrong is reported and becomes 0."""

        def work(resolver: StatementChecker, inner: BindingScope) -> t.Expr:
            tree = self._tree(text, site, "expr")
            return t.Const(BAD, 0) if tree is None else resolver.expr(tree, inner, want)

        found: t.Expr = self._resolved("expr", text, site, scope, work, want)
        return found

    def place(self, text: str, site: SourceSite, scope: BindingScope, begin: int, want: Type | None) -> t.Expr | None:
        """An expression that stands within a text, from its character `begin` on; None if it cannot be read."""

        def work(resolver: StatementChecker, inner: BindingScope) -> t.Expr | None:
            tree, resolver.problems = parse(text or " ", "expr")
            return None if tree is None else resolver.expr(tree, inner, want)

        found: t.Expr | None = self._resolved("place", text, site, scope, work, want, -begin)
        return found

    def condition(self, text: str | None, site: SourceSite, scope: BindingScope) -> t.Expr:
        """A condition that may be left out: it always holds. Written, it is not `true` or `false`."""
        if text is None:
            return t.TRUE
        value = self.expr(text, site, scope, BOOL)
        if text in {"true", "false"}:
            self.report("W502", "this condition is always the same", site, "leave it out", severity="warning")
        return value

    def selection(self, text: str, site: SourceSite, scope: BindingScope) -> t.Selection:
        """What stands after `in`."""
        whole, shift = f"any _ in {text}", len("any _ in ")

        def work(resolver: StatementChecker, inner: BindingScope) -> t.Selection:
            tree, resolver.problems = parse(whole, "expr")
            if isinstance(tree, s.QuantitySyntax) and tree.where is None:
                return resolver.selection(tree.selection, inner)
            if tree is not None:
                self.report("E201", "a selection is needed here", site, "a set, a zone, or `1 to 8`")
            return t.Selection(BAD, "values")

        found: t.Selection = self._resolved("selection", whole, site, scope, work, shift=shift)
        return found

    def through(
        self, text: str, site: SourceSite, scope: BindingScope
    ) -> tuple[str, t.Selection, t.Expr | None, BindingScope]:
        """What is gone through, as `x in SELECTION where CONDITION`: the name of one, the selection, the condition, and the scope within."""
        whole, shift = f"any {text}", len("any ")

        def work(resolver: StatementChecker, inner: BindingScope) -> tuple[str, t.Selection, t.Expr | None]:
            tree, resolver.problems = parse(whole, "expr")
            if not isinstance(tree, s.QuantitySyntax):
                if tree is not None:
                    advice = "write `x in SET` or `x in ZONE where ...`"
                    self.report("E201", "a selection is needed here", site, advice)
                return "_", t.Selection(BAD, "values"), None
            found = resolver.expr(tree, inner, None)
            if not isinstance(found, t.Quantity):
                return tree.var, t.Selection(BAD, "values"), None
            return found.var, found.selection, found.where

        var, selection, where = self._resolved("through", whole, site, scope, work, shift=shift)
        return var, selection, where, scope.inner(**{var: selection.type})

    # -- types and constants ------------------------------------------------------------------------------------

    def type(self, text: str, site: SourceSite, *, lists: bool = False) -> Type:
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

    def _bare_type(self, text: str, site: SourceSite) -> Type:
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
        if (recorder := RECORDER.get()) is not None:
            recorder.family(self.v, text, site)
        if text in self.v.ranges:
            self.v.ranges[text].used = True
            return self.v.ranges[text].type
        if text in self.v.domains:
            if text != RESOURCE.domain or "params" not in site.path:  # a resource that is handed on is named elsewhere
                self.v.domains[text].used = True
            return self.v.domains[text].type
        known = ["int", "bool", *self.v.ranges, *(name for name, domain in self.v.domains.items() if not domain.parts)]
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

    def value(self, given: object, kind: Type, site: SourceSite) -> int | tuple[int, ...]:
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

    def _scalar(self, given: object, kind: Type, site: SourceSite) -> int:
        if kind.kind == "bad" or (given in (None, "none") and kind.optional):
            return -1
        if kind.kind == "bool" and isinstance(given, bool):
            return int(given)
        if kind.kind == "int" and isinstance(given, int) and not isinstance(given, bool):
            low, high = LEAST if kind.low is None else kind.low, GREATEST if kind.high is None else kind.high
            if not low <= given <= high:
                where = site.document.span(site.path)
                near = nearest_number(given, low, high, where)
                advice = f"is `{near.replacement}` meant?"
                message = f"{given}{OUTSIDE}{low}..{high}"
                self.diagnostics.append(error("E314", message, where, help=advice, suggestion=near))
            return given
        if kind.kind == "member":
            ids = self.v.domains[kind.domain].ids
            if str(given) in ids and not isinstance(given, bool):
                place = ids.index(str(given))
                if (recorder := RECORDER.get()) is not None:
                    recorder.note(site, symbol_of_member(self.v, self.v.domains[kind.domain], str(given)))
                used_by_member(self.v, self.v.domains[kind.domain], place).used = True
                return place
            self.unknown(
                "E301",
                f"unknown {kind.domain} `{given}`",
                site,
                str(given),
                ids,
                f"{kind.domain} is one of",
                aliases=self.v.domains[kind.domain].ids_by_name,
            )
            return 0
        meant = _unquoted(given, kind)
        advice = f"{with_article(kind)} is needed here" if not meant else f"leave out the quotes: `{meant}`"
        where = site.document.span(site.path)
        if not meant and kind.kind == "bool" and (meant := YAML_TRUTHS.get(str(given).lower(), "")):
            advice = f"write `{meant}`"
        swap = Suggestion(where, meant) if meant else None
        self.diagnostics.append(
            error("E303", f"`{given}` is not {with_article(kind)}", where, help=advice, suggestion=swap)
        )
        return 0


def range_to_widen(item: Diagnostic, name: str, where: Span) -> Diagnostic:
    """A finding about a number outside a range, with the declaration that would have to be widened.

    A number without a digit that slipped in (99 for 9) stays as a suggestion, the nearest one (8 for 9) does not.
    """
    swap = item.suggestion
    digits = swap.span.end_column - swap.span.column if swap is not None else 0
    kept = swap if swap is not None and len(swap.replacement) < digits else None
    return replace(item, help=widening_advice(name, where), suggestion=kept, related=((where, "declared here"),))


def widening_advice(name: str, where: Span) -> str:
    """The advice to widen the range of a declaration."""
    file = where.file.replace("\\", "/").rsplit("/", 1)[-1]
    return f"the range is declared at `{name}` ({file}:{where.line}): widen it there, or stay within it"


def _unquoted(given: object, kind: Type) -> str:
    """A number or truth that stands in quotes, without them."""
    if not isinstance(given, str):
        return ""
    fits_here = _is_int(given) if kind.kind == "int" else kind.kind == "bool" and given in {"true", "false"}
    return given.strip() if fits_here else ""


def _is_int(text: str) -> bool:
    return text.strip().removeprefix("-").isdigit()


# Texts with places for values, and for words that depend on conditions, as they are read.

PLACE: Final = re.compile(r"\{((?:[^{}']|'(?:[^{}]|\{[^{}]*\})*?'(?=\s*(?:else\b|\})))*)\}")
"""A place in a text: for a value, or for words in `'` of which some are said, in which there may be values."""
_CASE: Final = re.compile(r"\s*if\s([^']+?)\sthen\s+'(.*?)'\s*(?:else\b|\Z)")
"""Words that depend on a condition, the words after which the next ones are."""
_OTHERWISE: Final = re.compile(r"\s+'(.*)'\s*\Z")
"""The words that are said if none of the conditions holds."""


def lone_brace(mark: str) -> str:
    """What is wrong with a brace of a text that has no partner."""
    return f"`{mark}` {'is never closed' if mark == '{' else 'closes nothing'} in this text"


class TemplateReader:
    """Reads texts for a reader of files; what is wrong is reported there."""

    def __init__(self, reader: TextReader) -> None:
        self._reader = reader

    def in_languages(self, given: LocalizedText, site: SourceSite, scope: BindingScope) -> dict[str, Template]:
        """A text in every language; W528 where one of them has a value that the other lacks."""
        before = len(self._reader.diagnostics)
        read = {lang: self.read(given.get(lang), site.at(lang), scope) for lang in given.given}
        texts = {lang: read.get(lang) or read[given.given[0]] for lang in LANGUAGES}
        if len(self._reader.diagnostics) == before:  # else a value may only be misspelt in one of them
            self._compared(given, site)
        return texts

    def _compared(self, given: LocalizedText, site: SourceSite) -> None:
        said = {lang: {_names(each): each for each in PLACE.findall(given.get(lang))} for lang in FILE_LANGUAGES}
        for lang, other in (FILE_LANGUAGES, FILE_LANGUAGES[::-1]):
            missing = [
                text
                for names, text in said[other].items()
                if names not in said[lang] and not is_inflection(text, said[lang].values())
            ]
            if missing and said[lang].keys() <= said[other].keys():  # else they say it in another way
                left = friendly_list([f"{{{each}}}" for each in sorted(missing)], "and")
                self._reader.report_untold(left, lang, other, site)
                return

    def read(self, text: str, site: SourceSite, scope: BindingScope, begin: int = 0) -> Template:
        """A text with `{EXPR}` placeholders, and words that depend on conditions; `begin`: where it begins in what is written."""
        pieces: Template = []
        for place, piece in enumerate(PLACE.split(text)):
            if place % 2 == 0:
                pieces.append(piece)
                if "{" in piece or "}" in piece:
                    mark = next(each for each in piece if each in "{}")
                    advice = "a place for a value is written `{EXPR}`, with no braces within"
                    self._reader.report("E202", lone_brace(mark), site, advice)
            elif "'" in piece:
                pieces += self._cases(piece, site, scope, begin + 1)
            else:
                pieces += self._within(piece, site, scope, begin + 1)
            begin += len(piece) + (2 if place % 2 else 0)
        return pieces

    def _cases(self, text: str, site: SourceSite, scope: BindingScope, begin: int) -> list[Cases]:
        """`if CONDITION then 'WORDS' else 'WORDS'`, the last part left out where nothing is said then; empty if it is not that."""
        cases: list[tuple[t.Expr, Template]] = []
        at = 0
        while found := _CASE.match(text, at):
            said = self.read(found[2], site, scope, begin + found.start(2))
            cases += [(when, said) for when in self._within(found[1], site, scope, begin + found.start(1), BOOL)]
            at = found.end()
        last = _OTHERWISE.match(text, at)
        if at == 0 or (last is None and (at < len(text) or text.endswith("else"))):
            advice = "write `{if CONDITION then 'WORDS' else 'OTHER WORDS'}`"
            self._reader.report("E202", "words that depend on a condition are not written like this", site, advice)
            return []
        otherwise = self.read(last[1], site, scope, begin + last.start(1)) if last else []
        return [Cases(tuple(cases), otherwise)]

    def _within(
        self, text: str, site: SourceSite, scope: BindingScope, begin: int, want: Type | None = None
    ) -> list[t.Expr]:
        """An expression within a text; empty if it cannot be read."""
        found = self._reader.place(text, site, scope, begin, want)
        return [] if found is None else [found]


def _names(place: str) -> str:
    """What a place in a text looks at, without blanks and without the words that it says."""
    return "".join("'".join(place.split("'")[::2]).split())
