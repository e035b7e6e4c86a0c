"""Links `rulebook:` of a game: models in, paragraphs whose places are typed trees, and diagnostics out.

A rulebook is data of its own, as a look is: a game is played without it, so it is linked when somebody wants to read it. Of

    rulebook:
      - paragraph: income
        part: course
        title: {en: Income, es: Ingresos}
        explains: [income]
        text: {en: "Each player gains {gain coin in income}, up to {coin.max} {plural coin}."}

the places become

    {gain coin in income}   the amount of the one statement of the phase that gains coins: Const(2), of the resource `coin`
    {coin.max}              the key `max` of the resource: Const(20)
    {plural coin}           what several of it are called

So a figure that somebody changes is another one in the text. What names nothing, or several things, is a diagnostic here.

Texts of lessons are said in a position: what is no expression in them may be a place of a rulebook.

    You have {pot} in the pot; {gain coin in income} come each round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.declaration_index import DeclarationIndex, DeclaredEntry
from ruleset_core.analysis.known_figures import AmountFinder, assuming, assumptions, known_value
from ruleset_core.analysis.name_references import RECORDER, GameSymbol, RecordedName
from ruleset_core.analysis.text_reader import PLACE, SourceSite, TemplateReader, TextReader, lone_brace
from ruleset_core.diagnostics import (
    Diagnostic,
    Span,
    Suggestion,
    error,
    friendly_list,
    nearest_repair,
    unknown_name_help,
)
from ruleset_core.errors import LoadError
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import answer_forms
from ruleset_core.lang.program import Program
from ruleset_core.lang.rulebook_nodes import RuleBlock, RuleParagraph, RulePlace, RuleTerm, parse_markup
from ruleset_core.lang.syntax.parser import parse, read_by_tables
from ruleset_core.lang.traversal import alike, all_nodes, locals_of
from ruleset_core.lang.types import INT, Type
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES, in_all_languages
from ruleset_core.model.schema.section_models import PARTS, LongText, ParagraphModel
from ruleset_core.model.sources import Document

Laid = Iterable[tuple["Document", Sequence[ParagraphModel]]]
"""Rulebooks with the documents they stand in: of the game, then of its expansions."""

_NAME: Final = r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*"
_ONE_NAME: Final = re.compile(rf"(?:(plural|name) )?({_NAME})")
_STATEMENT: Final = re.compile(rf"([a-z]+) ({_NAME}) in ({_NAME})")
_COUNTED: Final = re.compile(rf"(.+) ({_NAME})", re.DOTALL)
MOST_NODES: Final = 2_000_000
"""So many nodes are looked at for the amounts of a rulebook: effects that do others may be hostile."""
_WITH: Final = re.compile(r"(.+) (with|without) ([a-z][a-z0-9_]*)(?: ([a-z0-9_]+))?", re.DOTALL)
_RANGE: Final = re.compile(r"(-?[0-9]+) *(?:\.\.|to) *(-?[0-9]+)\??")
AMOUNTS: Final = ("gain", "lose", "pay", "move", "reach")
"""What may stand before a name and `in`: verbs with amounts, and `reach` for a number that something is compared with."""


def link_rulebook(program: Program, documents: Sequence[Document]) -> list[RuleParagraph]:
    """The paragraphs of all files of a game, in the order in which they are read. Raises LoadError where they have mistakes."""
    given = [*_given(documents)]
    if not given:
        return []
    linker = RulebookLinker(program, DeclarationIndex(documents))
    linker.judges = False
    paragraphs = linker.link(given)
    if linker.diagnostics:
        raise LoadError(linker.diagnostics)
    return paragraphs


def _given(documents: Sequence[Document]) -> Iterator[tuple[Document, list[ParagraphModel]]]:
    """The rulebooks that stand in files."""
    for document in documents:
        said: Any = document.data.get("rulebook") if isinstance(document.data, dict) else None
        if said:
            yield document, [ParagraphModel.model_validate(each) for each in said]


class RulebookLinker(TextReader):
    """Reads rulebooks. What is wrong is in `diagnostics`."""

    def __init__(self, program: Program, names: DeclarationIndex) -> None:
        super().__init__(program.vocabulary)
        self.program = program
        self.names = names
        self._found: dict[tuple[str, str, str], tuple[t.Expr, RuleTerm | None]] = {}
        """Amounts by what asked for them: both languages ask for the same."""
        self._left = MOST_NODES

    def link(self, laid: Laid) -> list[RuleParagraph]:
        """The paragraphs of all rulebooks, in the order in which they are read."""
        found: dict[str, tuple[RuleParagraph, ParagraphModel, SourceSite]] = {}
        for document, given in laid:
            for place, each in enumerate(given):
                site = SourceSite(document, ("rulebook", place))
                if each.paragraph in found:
                    first = found[each.paragraph][2].at("paragraph")
                    message = f"`{each.paragraph}` is defined twice in `rulebook`"
                    self.report(
                        "E407",
                        message,
                        site.at("paragraph"),
                        f"the first one stands in line {first.document.span(first.path).line}",
                    )
                    continue
                found[each.paragraph] = self._paragraph(each, site), each, site
        return self._in_order(found)

    def _paragraph(self, given: ParagraphModel, site: SourceSite) -> RuleParagraph:
        explains = [self.explained(name, site.at("explains", place)) for place, name in enumerate(given.explains)]
        title = {lang: given.title.get(lang) for lang in LANGUAGES}
        return RuleParagraph(
            given.paragraph, given.part, title, tuple((each.section, each.name) for each in explains if each is not None),
            self._texts(given.text, site.at("text")), given.picture or "", given.aid,
        )  # fmt: skip

    def _in_order(self, found: dict[str, tuple[RuleParagraph, ParagraphModel, SourceSite]]) -> list[RuleParagraph]:
        """By parts; within one as they stand in the files, but behind the paragraph that `after` names."""
        ordered: dict[str, list[RuleParagraph]] = {part: [] for part in PARTS}
        for linked, given, site in found.values():
            listed = ordered[linked.part]
            place = next((n for n, each in enumerate(listed, 1) if each.name == given.after), len(listed))
            if given.after is not None and all(each.name != given.after for each in listed):
                known = [each.name for each in listed]
                message = f"no paragraph `{given.after}` stands before this in `{linked.part}`"
                self.unknown("E301", message, site.at("after"), given.after, known, "paragraphs")
            listed.insert(place, linked)
        return [each for listed in ordered.values() for each in listed]

    # -- names ----------------------------------------------------------------------------------------------------

    def explained(self, name: str, site: SourceSite) -> DeclaredEntry | None:
        """What a paragraph says that it explains."""
        found = self.names.find(name)
        self._note(name, 0, site)
        if len(found) == 1:
            return found[0]
        if found:
            self._ambiguous(name, found, site, 0)
        else:
            self.unknown("E301", f"there is no `{name}` to explain", site, name, self.names.all())
        return None

    def _note(self, name: str, begin: int, site: SourceSite) -> None:
        """Tell whoever records names what one of the data means."""
        if (recorder := RECORDER.get()) is not None:
            recorder.entries(self.v, self.names.find(name), RecordedName(site, GameSymbol("", name), begin))

    def _ambiguous(self, name: str, found: Sequence[DeclaredEntry], site: SourceSite, begin: int) -> None:
        fulls = [each.full for each in found]
        where = site.document.within(site.path, begin, begin + len(name))
        self.report_at("E435", f"`{name}` may be {friendly_list(fulls)}", where, f"write `{fulls[0]}`, say")

    def report_at(self, code: str, message: str, where: Span, advice: str, swap: Suggestion | None = None) -> None:
        """An error about a part of a text."""
        self.diagnostics.append(error(code, message, where, help=advice, suggestion=swap))

    # -- texts ----------------------------------------------------------------------------------------------------

    def _texts(self, given: LongText, site: SourceSite) -> dict[str, tuple[RuleBlock, ...]]:
        """A text in the languages that it is written in; W528 where one of them has a figure that the other lacks."""
        before = len(self.diagnostics)
        read = {lang: self._text(given.get(lang), site.at(lang)) for lang in given.given}
        if len(self.diagnostics) == before and read.keys() >= {*FILE_LANGUAGES}:
            self._compared({lang: pieces for lang, (pieces, _) in read.items()}, site)
        return {lang: blocks for lang, (_, blocks) in read.items()}

    def _compared(self, read: dict[str, list[str | RulePlace]], site: SourceSite) -> None:
        places = {lang: [each for each in pieces if isinstance(each, RulePlace)] for lang, pieces in read.items()}
        said = {lang: {each.text for each in found if _tells_more(each)} for lang, found in places.items()}
        for lang, other in (FILE_LANGUAGES, FILE_LANGUAGES[::-1]):
            if missing := sorted(said[other] - said[lang]):
                self.report_untold(friendly_list(missing, "and"), lang, other, site)
                return

    def _text(self, text: str, site: SourceSite) -> tuple[list[str | RulePlace], tuple[RuleBlock, ...]]:
        pieces: list[str | RulePlace] = []
        begin = 0
        for place, piece in enumerate(PLACE.split(text)):
            if place % 2:
                pieces.append(self._place(piece, begin, site))
                begin += len(piece) + 2
                continue
            pieces.append(piece)
            for mark in (each for each in re.finditer(r"[{}]", piece)):
                where = site.document.within(site.path, begin + mark.start(), begin + mark.end())
                self.report_at("E202", lone_brace(mark[0]), where, "a place for a value is written `{EXPR}`")
            begin += len(piece)
        blocks, problems = parse_markup(pieces)
        for each in problems:
            self.report_at("E437", each.message, site.document.within(site.path, each.start, each.end), each.advice)
        return pieces, blocks

    def _place(self, text: str, begin: int, site: SourceSite) -> RulePlace:
        """What stands between braces, which are at the character `begin`."""
        return self.figure(text, begin + 1, site)

    def figure(self, text: str, inside: int, site: SourceSite) -> RulePlace:
        """The same of what stands there, from the character `inside` on."""
        place = RulePlace(f"{{{text}}}", inside - 1, inside + len(text) + 1)
        if assumed := _WITH.fullmatch(text):
            return self._assuming(place, assumed, inside, site)
        if (statement := _STATEMENT.fullmatch(text)) and statement[1] in AMOUNTS:
            return self._in_statement(place, statement, inside, site)
        if statement is not None and self.names.find(statement[2]) and self.names.find(statement[3]):
            self._unknown_name(statement[1], inside, site, AMOUNTS, "E302", "verb")
            return place
        if (named := _ONE_NAME.fullmatch(text)) and (found := self._named(place, named, inside, site)) is not None:
            return found
        # An amount of something is no expression: Lark, which would only say why, need not look at it.
        if (
            read_by_tables(text, "expr") is None
            and (counted := _COUNTED.fullmatch(text))
            and self.names.find(counted[2])
        ):
            term = self._term(counted[2], inside + counted.start(2), site)
            valued = self._key(place, counted[1], site, inside)
            amount = valued.amount if valued is not None else self.place(counted[1], site, BindingScope(), inside, INT)
            return replace(place, term=term, amount=amount)
        return replace(place, amount=self.place(text, site, BindingScope(), inside, None))

    def _assuming(self, place: RulePlace, said: re.Match[str], inside: int, site: SourceSite) -> RulePlace:
        """`{last with players 2}`, `{coin.start without expert}`: with so many players, with this value of an option."""
        found = replace(self.figure(said[1], inside, site), text=place.text, end=place.end)
        known = assumptions(self.v)
        if said[3] not in known:
            self._unknown_name(said[3], inside + said.start(3), site, [*known], what="option")
            return found
        asked, values = known[said[3]]
        value = said[4] if said[4] is not None else "true" if said[2] == "with" else "false"
        if value not in values:
            place_of = said.start(3 if said[4] is None else 4)
            self._unknown_name(value, inside + place_of, site, [*values], what="value")
            return found
        amount = found.amount
        return replace(found, amount=None if amount is None else assuming(amount, asked, values[value], self.v))

    def _named(self, place: RulePlace, named: re.Match[str], begin: int, site: SourceSite) -> RulePlace | None:
        """A place that holds a name; None if it is none of the data."""
        how, name = named[1], named[2]
        entries = self.names.find(name)
        if not entries:
            valued = None if how else self._key(place, name, site, begin)
            if valued is None and how:
                at = begin + named.start(2)
                self._unknown_name(name, at, site)
                return place
            return valued
        if (
            not how
            and len(entries) == 1
            and entries[0].section == "define"
            and (body := self._worth(entries[0])) is not None
        ):
            self._note(name, begin + named.start(2), site)
            return replace(place, amount=body)
        return replace(place, term=self._term(name, begin + named.start(2), site), plural=how == "plural")

    def _unknown_name(
        self, name: str, begin: int, site: SourceSite, names: Sequence[str] = (), code: str = "E301", what: str = "name"
    ) -> None:
        known = names or self.names.all()
        where = site.document.within(site.path, begin, begin + len(name))
        swap = nearest_repair(name, known, where)
        advice = f"did you mean `{swap.replacement}`?" if swap else unknown_name_help(name, names, f"{what}s here")
        self.report_at(code, f"unknown {what} `{name}`", where, advice, swap)

    def _worth(self, entry: DeclaredEntry) -> t.Expr | None:
        """What a definition without parameters stands for; None for an effect."""
        define = self.v.defines.get(entry.name)
        if define is None or define.value is None or define.params:
            return None
        whole = t.Apply(define.type, define.name, ())
        return define.value if known_value(whole, self.v) is None else whole

    def _term(self, name: str, begin: int, site: SourceSite) -> RuleTerm | None:
        found = self.names.called(name)
        self._note(name, begin, site)
        named = [
            each for each in found if each.is_named
        ]  # what has no name for players is not meant beside what has one
        terms = [self.term(each) for each in named or found]
        if not terms:
            self._unknown_name(name, begin, site)
            return None
        if any((each.one, each.many) != (terms[0].one, terms[0].many) for each in terms):
            self._ambiguous(name, named or found, site, begin)
        elif self.judges and (found[0].is_sentence or not (named or all(map(_is_member, found)))):
            where = site.document.within(site.path, begin, begin + len(name))
            what = "a name with values in it" if found[0].is_sentence else "no name for players"
            advice = "write the words here" if found[0].is_sentence else "give it a `name:`, or write the words here"
            self.diagnostics.append(Diagnostic("W547", "warning", f"`{name}` has {what}", where, help=advice))
        return terms[0]

    def term(self, entry: DeclaredEntry) -> RuleTerm:
        """A name of the data, as players read it."""
        data = entry.data
        several = (
            in_all_languages(data.get("plural"))
            if isinstance(data, dict) and isinstance(data.get("plural"), dict)
            else None
        )
        return RuleTerm(entry.section, entry.name, entry.title(), dict(several) if several else None)

    def _key(self, place: RulePlace, name: str, site: SourceSite, begin: int) -> RulePlace | None:
        """The number, the range or the amount that an entry has under a key: `coin.start`, `flow.round.most`; of the game `game.players`."""
        before, _, rest = name.rpartition(".")
        keys = [rest]
        while before and not (found := self.names.find(before)):
            before, _, more = before.rpartition(".")
            keys.insert(0, more)
        if before:
            self._note(before, begin, site)
        values = [_under(each.data, keys) for each in found] if before else []
        values = [self.names.header.get(rest)] if name == f"game.{rest}" else values
        held = [each for each in values if each is not None]
        value = held[0] if len(held) == 1 else None
        if isinstance(value, int) and not isinstance(value, bool):
            return replace(place, amount=t.Const(INT, value))
        if not isinstance(value, str):
            return None
        if ends := _RANGE.fullmatch(value):
            return replace(place, ends=(int(ends[1]), int(ends[2])))
        tree, problems = parse(value, "expr")
        if tree is None or problems:
            return None
        return replace(place, amount=self.place(value, site, BindingScope(), begin, None))

    # -- amounts of statements --------------------------------------------------------------------------------------

    def _in_statement(self, place: RulePlace, said: re.Match[str], begin: int, site: SourceSite) -> RulePlace:
        """`{gain coin in income}`: the amount of the statements of an entry that gain this resource."""
        verb, thing, owner = said.groups()
        entries = self.names.find(owner)
        branch = self._branch(owner) if not entries else []
        if len(entries) != 1 and not branch:
            at = begin + said.start(3)
            self._ambiguous(owner, entries, site, at) if entries else self._unknown_name(owner, at, site)
            return place
        things = self.names.find(thing)
        if not things:
            self._unknown_name(thing, begin + said.start(2), site)
            return place
        self._note(thing, begin + said.start(2), site)
        self._note(owner, begin + said.start(3), site)
        if (verb, thing, owner) in self._found:
            amount, term = self._found[verb, thing, owner]
            return replace(place, amount=amount, term=term)
        amounts: list[t.Expr] = []
        finder = AmountFinder(self.program, {(each.section, each.name) for each in things}, self._left)
        for tree in branch or self._trees(entries[0]):
            for amount in finder.amounts(verb, tree):
                named = locals_of(amount).keys() <= {"me"}  # nobody who reads the rules knows what a parameter is
                if named and not any(alike(amount, one) for one in amounts):
                    amounts.append(amount)
        self._left = finder.left
        if len(amounts) == 1:
            counted = verb != "reach" and things[0].section in {"resources", "pieces"}
            unit = self.term(things[0]) if counted else None
            self._found[verb, thing, owner] = amounts[0], unit
            return replace(place, amount=amounts[0], term=unit)
        many = f"several statements of `{owner}` do it" if amounts else f"no statement of `{owner}` does it"
        where = site.document.within(site.path, begin, begin + len(said[0]))
        advice = "give the figure a name in `define:`, and write that here"
        self.report_at("E436", f"`{said[0]}` is no single amount: {many}", where, advice)
        return place

    def _branch(self, name: str) -> list[t.Block]:
        """What is done where an answer is given that has a branch of its own: `action.recruit`; none for other names."""
        question, _, answer = name.rpartition(".")
        decision = self.v.decisions.get(question.removeprefix("decisions."))
        if decision is None:
            return []
        return [
            body
            for procedure in self.program.procedures.values()
            for node in all_nodes(procedure.body)
            if isinstance(node, t.Choose)
            for form in answer_forms(node)
            if form.decision == decision.name
            for value, _, body in form.branches
            if self.v.format_value(decision.type, value) == answer
        ]

    def _trees(self, entry: DeclaredEntry) -> Iterator[Any]:
        """What an entry does."""
        procedures, name = self.program.procedures, entry.name
        match entry.section:
            case "flow":
                for procedure in procedures.values():
                    yield from (
                        each.body
                        for each in all_nodes(procedure.body)
                        if isinstance(each, t.Phase) and each.name == name
                    )
            case "define":
                define = self.v.defines[name]
                yield from (each for each in (define.body, define.value) if each is not None)
            case "decisions":
                for procedure in procedures.values():
                    for each in all_nodes(procedure.body):
                        if getattr(getattr(each, "decision", None), "name", "") == name:
                            yield each
            case "cards" | "rules":
                owner = f"rule {name}" if entry.section == "rules" else name
                for clause in (each for each in self.program.clauses if each.owner == owner):
                    yield from (each for each in (clause.body, clause.value, clause.where) if each is not None)
            case "resources":
                for key, procedure in procedures.items():
                    if key.split(" ")[:2] in (["overflow", name], ["reward", name]):
                        yield procedure.body
            case "score":
                yield from (each.amount for each in self.program.scores if each.name == name)


def _tells_more(place: RulePlace) -> bool:
    """Whether a place tells more than a name."""
    return place.term is None or place.amount is not None


def _is_member(entry: DeclaredEntry) -> bool:
    """Whether an entry is a member of a set that is listed by its id, which players read."""
    return "." in entry.name and not isinstance(entry.data, dict)


def _under(data: Any, keys: Sequence[str]) -> Any:
    """What stands under some keys; None for nothing."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


_OF_RULES: Final = re.compile(rf"(?:plural|name) [a-z]|(?:{'|'.join(AMOUNTS)}) .+ in ")
"""How places begin that can only be those of a rulebook."""


class LessonTextReader(TemplateReader):
    """Reads such texts for a reader of files.

    `rules`: gives a reader of the places of rulebooks, when one is needed; `words`: puts such a place into words.
    """

    def __init__(
        self, reader: TextReader, rules: Callable[[], RulebookLinker], words: Callable[[RulePlace], str] = str
    ) -> None:
        super().__init__(reader)
        self._rules, self._words = rules, words

    def _within(
        self, text: str, site: SourceSite, scope: BindingScope, begin: int, want: Type | None = None
    ) -> list[Any]:  # fmt: skip
        """A value of the position, or else the words of a figure of the rules."""
        found = self._reader.diagnostics
        before = len(found)
        value = super()._within(text, site, scope, begin, want)
        wrong = [each for each in found[before:] if each.severity == "error"]
        if not wrong or want is not None:
            return value
        rules = self._rules()
        place = rules.figure(text, begin, site)
        if rules.diagnostics and not _OF_RULES.match(text):
            return []
        found[before:] = rules.diagnostics
        return [] if rules.diagnostics else [self._words(place)]
