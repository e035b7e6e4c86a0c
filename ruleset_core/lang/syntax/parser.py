"""The parser: a text of the effect language in, a syntax tree or problems with places out. Never raises for bad text.

>>> tree, problems = parse("gain 2 points", "effect")
>>> type(tree.statements[0]).__name__, tree.statements[0].name
('VerbSyntax', 'gain')

    parse("pot = 3", "effect")      None, and E201: `=` is not expected here; add `set`; put `set ` at character 0

The tree says where each part stands in the text; it knows no names. The tables of the grammar (`parse_tables`) read a correct
text quickly, and Lark explains an incorrect one.

Where a text cannot be parsed, a small change is searched for that would make it parse (error recovery). Also says which names the language itself uses, so that data cannot declare them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.budgets import stage
from ruleset_core.cursor import CURSOR, current_offers
from ruleset_core.diagnostics import shared_ends
from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.other_languages import MISUSED, SIGNS, UNKNOWN_WORDS, WORDS_FOR
from ruleset_core.lang.syntax.syntax_tree import SyntaxTreeBuilder
from ruleset_core.lang.types import FIELDS
from ruleset_core.lang.verbs import VERBS

if TYPE_CHECKING:
    import lark


# What may be wrong with a text of the language before its names are looked at.

MAX_BRACKETS = 30
"""Deepest nesting of brackets, looked at before parsing."""
OUTSIDE = " lies outside "
"""What a message says of a number that is not in the range of a type."""
MAX_DIGITS = 15
"""Longest number: states are kept as JSON, which holds longer ones exactly in some programs only."""

WORDS = {
    "SEMICOLON": "`;`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "VBAR": "`|`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "__ANON_0": "`->`",
    "NAME": "a name",
    "NUMBER": "a number",
    "$END": "the end",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
}


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """Something wrong in a piece of text, at offsets `start` to `end` (exclusive)."""

    code: str
    message: str
    start: int
    end: int
    help: str = ""
    replacement: str | None = None
    severity: str = "error"
    about: str = ""
    rivals: tuple[str, ...] = ()
    swap: tuple[int, int] | None = None
    """What the replacement takes the place of, when that is not what is wrong."""
    sure: bool = True
    """Whether the replacement is what was meant, and no guess."""
    no_condition: bool = False
    """Whether a number stands where a condition is needed."""
    declared: tuple[str, str] | None = None
    """The section and name of the declaration whose range is exceeded."""

    def moved(self, by: int) -> SyntaxProblem:
        """The same problem in a text that has `by` more characters before it."""
        swap = None if self.swap is None else (max(0, self.swap[0] + by), self.swap[1] + by)
        return replace(self, start=max(0, self.start + by), end=self.end + by, swap=swap)


def bracket_problem(text: str) -> SyntaxProblem | None:
    """The first bracket that is not closed, closes nothing, or lies too deep."""
    closing = {"}": "{", ")": "(", "]": "["}
    stack: list[tuple[str, int]] = []
    for match in re.finditer(r"#[^\n]*|[{}()\[\]]", text):
        mark, place = match.group(), match.start()
        if mark[0] == "#":
            continue
        if mark not in closing:
            stack.append((mark, place))
            if len(stack) > MAX_BRACKETS:
                return SyntaxProblem(
                    "E204", f"brackets nest deeper than {MAX_BRACKETS}", place, place + 1, "split it up with `define`"
                )
        elif not stack or stack[-1][0] != closing[mark]:
            return SyntaxProblem(
                "E202",
                f"`{mark}` closes nothing",
                place,
                place + 1,
                f"remove it, or open a `{closing[mark]}` before it",
            )
        else:
            stack.pop()
    if stack:
        mark, place = stack[-1]
        end = {v: k for k, v in closing.items()}[mark]
        return SyntaxProblem("E202", f"`{mark}` is never closed", place, place + 1, f"add `{end}`")
    return None


def long_number(text: str) -> SyntaxProblem | None:
    """The first number that no state holds exactly when it is kept as JSON."""
    for match in re.finditer(r"#[^\n]*|\w+", text):
        if match.group().isdecimal() and len(match.group()) > MAX_DIGITS:
            return SyntaxProblem(
                "E204", f"a number has {MAX_DIGITS} digits at most", *match.span(), "use a smaller number"
            )
    return None


def unexpected(error: lark.UnexpectedInput, text: str) -> SyntaxProblem:
    """What the parser stopped at, and what could stand there."""
    import lark  # slow to import, and not needed while texts can be read

    if isinstance(error, lark.UnexpectedCharacters):
        place: Any = error.pos_in_stream
        return SyntaxProblem(
            "E203",
            f"`{text[place]}` means nothing here",
            place,
            place + 1,
            "the language has names, numbers, `;`, braces and a few signs",
        )
    if isinstance(error, lark.UnexpectedToken):
        token = error.token
        expected = sorted({WORDS.get(name, f"`{name.lower()}`") for name in error.accepts or error.expected})
        hint = "expected " + ", ".join(expected[:8]) + (", ..." if len(expected) > 8 else "")
        bare = _WAY_OUT.search(text[: len(text) if token.type == "$END" else token.start_pos or 0])
        if bare is not None:
            help_ = f"write `or {bare[1]} {{ ... }}`, or `{{ }}` if nothing happens then"
            return SyntaxProblem("E201", f"`or {bare[1]}` needs braces", *bare.span(1), help_)
        if not expected:  # nothing could follow: two comparisons in a row, or one sign for another
            hint = "write `==` to compare" if token.type == "EQUAL" else "put `and` or `;` between the parts"
        if token.type == "$END":
            return SyntaxProblem("E201", "the text ends too early", max(0, len(text) - 1), len(text), hint)
        start = token.start_pos or 0
        if token.type == "NAME" or str(token).isalpha():
            hint = "a `;` may be missing before it; " + hint
        if str(token).isdecimal() and re.search(r"\d\.$", text[:start]):
            hint = "there are no fractions: write a whole number"
        return SyntaxProblem("E201", f"`{token}` is not expected here", start, start + len(token), hint)
    return SyntaxProblem("E201", "this cannot be read", 0, len(text))


# What was probably meant by a text that cannot be read: signs and words of other languages, a mark left out.
#
# Each way is a small change of the text near the place where reading stopped. One that lets the parser read on
# further is kept, until all can be read; then the changes together are a suggestion. Nothing here knows what names
# mean.

MAX_LENGTH = 4_000
"""Longer texts are not tried: every try reads the whole text."""
_ROUNDS = 6
_MOST = 60

_BEGINS = rf"(?:set|if|let|for|choose|do|as|repeat|may|emit|call|{'|'.join(name for name, verb in VERBS.items() if not verb.cost)})"
_NEW_STATEMENT = re.compile(rf"(?<=\S)[ \t]*(?=\n\s*(?:{_BEGINS}|pay)\b)")
"""The end of a line before one that begins a statement."""
_BETWEEN = re.compile(rf",(?=\s*{_BEGINS}\b)")
"""A comma before what begins a statement; only costs, `pay` and `pay`, have one between them."""
_WAY_OUT: Final = re.compile(rf"\}}\s*or\s+([A-Za-z_]\w*)\s*(?:\b{_BEGINS}\s*)?$")
"""`or NAME` of a `choose` where a text cannot be read on: its braces are missing."""
_SIGN_CHARACTERS = frozenset("=<>!&|+-*/%")
Stop = Callable[[str], int | None]
"""Where reading a text stops; None when all of it can be read."""


def repaired(text: str, stop: Stop) -> tuple[int, int, str] | None:
    """What to put in the place of which characters so that a text can be read, or None."""
    at = stop(text)
    if at is None or len(text) > MAX_LENGTH:
        return None
    made, tries = text, 0
    for _ in range(_ROUNDS):
        further: tuple[int, str] | None = None
        for way in dict.fromkeys(_ways(made, at)):
            tries += 1
            if tries > _MOST:
                return None
            reached = stop(way)
            if reached is None:
                return _difference(text, way)
            if len(way) - reached < len(made) - at and further is None:
                further = reached, way
        if further is None:
            return None
        at, made = further
    return None


def _ways(text: str, at: int) -> Iterator[str]:
    """Changes of a text where reading stopped, the likeliest first."""
    start = max(text.rfind(mark, 0, at) for mark in ";{|") + 1
    for bare in re.finditer(r"\}\s*or\s+\w+(?!\w)(?!\s*(?:\{|where\b))[ \t]*([^;{}|]*)", text):
        if bare.start() <= at <= bare.end() + 1:
            body = "" if bare[1].startswith("else") else bare[1].rstrip()
            before = text[: bare.start(1)].rstrip()
            after = text[bare.start(1) + len(body) :] if body else text[len(before) :]
            yield f"{before} {{ {body}{' ' * bool(body)}}}{after}"
    for match in _NEW_STATEMENT.finditer(text, start, max(start, at)):
        yield text[: match.start()] + ";" + text[match.start() :]
    for match in _BETWEEN.finditer(text, start, max(start, at)):
        yield text[: match.start()] + ";" + text[match.end() :]
    for pattern, new in (*WORDS_FOR, *SIGNS):
        begin = start if (pattern, new) in WORDS_FOR else at
        for match in re.finditer(pattern, text):
            if match.start() - 1 <= at and begin <= match.end() + 1 and not _in_comment(text, match.start()):
                yield text[: match.start()] + match.expand(new) + text[match.end() :]
                break
    blank = len(text[start:]) - len(text[start:].lstrip())
    yield text[: start + blank] + "set " + text[start + blank :]  # n = n + 1
    end = len(text[:at].rstrip())
    yield text[:end] + ";" + text[end:]
    yield text[: start + blank] + "do " + text[start + blank :]
    yield text[: len(text.rstrip())] + " }" + text[len(text.rstrip()) :]
    yield text[: len(text.rstrip())] + ")" + text[len(text.rstrip()) :]
    yield from (text[: match.end()] + mark + text[match.end() :] for mark in ("]", ")") for match in _ends(text, at))
    if text[at : at + 1] and text[at] in "})]":
        yield text[:at].rstrip() + text[at + 1 :]


def _ends(text: str, at: int) -> Iterator[re.Match[str]]:
    """The ends of the words behind a place, where a bracket may close."""
    return islice((match for match in re.finditer(r"\w+", text) if match.end() > at), 8)


def _in_comment(text: str, at: int) -> bool:
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]


def _difference(old: str, new: str) -> tuple[int, int, str]:
    """The changed stretch of a text, whole words and signs, and what it became."""
    start, tail = shared_ends(old, new)
    while start and _together(old[start - 1], (new[start : len(new) - tail] or old[start:])[:1]):
        start -= 1
    while tail and _together(old[-tail], (new[start : len(new) - tail] or old[: len(old) - tail])[-1:]):
        tail -= 1
    if not new[start : len(new) - tail].strip() and start == len(old) - tail:  # only a blank: show the words around it
        while start and old[start - 1].isalnum():
            start -= 1
        while tail and old[-tail].isalnum():
            tail -= 1
    return start, len(old) - tail, new[start : len(new) - tail]


def _together(left: str, right: str) -> bool:
    """Whether two characters belong to one word or sign."""
    return (left.isalnum() and right.isalnum()) or {left, right} <= _SIGN_CHARACTERS


# Text of the effect language to syntax trees. Bad text gives problems, never an exception.
#
# Texts that have no mistakes are read by the tables that Lark made of the grammar (`lang/syntax/parse_tables`). Lark reads
# by the same tables. It makes objects with lines and columns of every sign, a tree of its own, and of that one ours;
# here the nodes are made at once, which takes a tenth of the time. `tests/lang/test_read.py` holds the two against
# each other.

_Row = dict[str, int]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: what it makes, how many parts it takes, and what becomes of them (see `lang/syntax/parse_tables`).

    `make` is None for a list; `alone`: a single part stands for itself; `same`: that is so whatever is read.
    """

    name: str
    size: int
    make: Callable[..., Any] | None
    alone: bool
    same: bool
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GrammarTables:
    """What `table.json` holds, and a pattern for the words, numbers and signs of a text; blanks and comments have no group."""

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    words: Mapping[str, str]
    signs: Mapping[str, str]
    rules: list[_Rule]
    states: list[_Row]
    pattern: re.Pattern[str]


@cache
def grammar_tables() -> GrammarTables:
    """The tables of the grammar."""
    kept = json.loads((Path(__file__).parent / "table.json").read_text(encoding="utf-8"))
    signs = "|".join(re.escape(each) for each in sorted(kept["signs"], key=len, reverse=True))
    pattern = re.compile(rf"[ \t\f\r\n]+|#[^\n]*|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+)|({signs})|(.)")
    rules = [_rule(*each) for each in kept["rules"]]
    return GrammarTables(kept["starts"], kept["ends"], kept["words"], kept["signs"], rules, kept["states"], pattern)


def _rule(name: str, size: int, maker: str, parts: list[int]) -> _Rule:
    make = getattr(SyntaxTreeBuilder, maker.lstrip("?"), None) if maker else None
    alone = maker.startswith("?") and len(parts) == 1
    return _Rule(name, size, make, alone, alone and size == 1, tuple(parts))


def words() -> Mapping[str, str]:
    """The words of the language, with the names that the tables have for them."""
    return grammar_tables().words


def read_by_tables(text: str, start: str) -> s.SyntaxNode | None:
    """The tree of an `effect` or an `expr`; None if Lark has to look at it."""
    tables = grammar_tables()
    reading = _Reading(tables, tables.starts[start])
    states = reading.states
    for match in tables.pattern.finditer(text):
        group = match.lastindex
        if group is None:
            continue
        value = match[group]
        row = tables.states[states[-1]]
        if group == 1:
            # a word of the language is a name where the language has no such word
            kind = tables.words.get(value, "NAME")
            if kind not in row:
                kind = "NAME"
            if kind == "NAME":
                value = s.NameToken(value, match.start())
        elif group == 2:
            kind = "NUMBER"
        elif group == 3:
            kind = tables.signs[value]
        else:
            return None
        action = row.get(kind)
        while action is not None and action < 0:
            reading.apply(tables.rules[-1 - action])
            action = tables.states[states[-1]].get(kind)
        if action is None:
            return None
        states.append(action)
        reading.values.append(value)
        reading.places.append(match.span())
    return reading.end(tables.ends[start])


class _Reading:
    """What has been read of a text: states, and for each but the first what was read in it and where."""

    def __init__(self, tables: GrammarTables, start: int) -> None:
        self.tables = tables
        self.states = [start]
        self.values: list[Any] = []
        self.places: list[tuple[int, int]] = []

    def apply(self, rule: _Rule) -> None:
        """The last things that were read become one."""
        states, size = self.states, rule.size
        if rule.same:
            states[-1] = self.tables.states[states[-2]][rule.name]
            return
        values = self.values[len(self.values) - size :]
        # only an effect can be read of nothing, and no rule begins or ends with one
        place = (self.places[-size][0], self.places[-1][1]) if size else (0, 0)
        if size:
            del states[-size:], self.values[-size:], self.places[-size:]
        made = self._parts(rule, values)
        if rule.alone:
            self.values.append(made[0])
        else:
            self.values.append(made if rule.make is None else rule.make(place, *made))
        self.places.append(place)
        states.append(self.tables.states[states[-1]][rule.name])

    @staticmethod
    def _parts(rule: _Rule, values: list[Any]) -> list[Any]:
        if rule.parts and rule.parts[0] == 1:
            made: list[Any] = values[0]  # a list that nobody else has: it grows
            rest = rule.parts[1:]
        else:
            made, rest = [], rule.parts
        for part in rest:
            if part < 0:
                made.append(None)
            elif part & 1:
                made += values[part >> 1]
            else:
                made.append(values[part >> 1])
        return made

    def end(self, last: int) -> s.SyntaxNode | None:
        """The tree, when the text is over."""
        while self.states[-1] != last:
            action = self.tables.states[self.states[-1]].get("$END")
            if action is None or action >= 0:
                return None
            self.apply(self.tables.rules[-1 - action])
        found: s.SyntaxNode = self.values[-1]
        return found


MAX_TEXT = 20_000
"""Longest effect, in characters."""
MAX_DEPTH = 60
"""Deepest nesting of a syntax tree, so that every later pass may recurse."""


@cache
def _builder() -> Any:
    """A transformer that hands every rule to `SyntaxTreeBuilder` with its place; it does not recurse, whatever the nesting."""
    import lark

    def make(name: str) -> Any:
        def build(_self: Any, meta: Any, children: list[Any]) -> Any:
            parts = [
                s.NameToken(each, each.start_pos or 0) if isinstance(each, lark.Token) else each for each in children
            ]
            return getattr(SyntaxTreeBuilder, name)((0, 0) if meta.empty else (meta.start_pos, meta.end_pos), *parts)

        return lark.v_args(meta=True)(build)

    rules = [name for name in vars(SyntaxTreeBuilder) if not name.startswith("_")]
    return type("Builder", (lark.visitors.Transformer_NonRecursive,), {name: make(name) for name in rules})()


@stage("parsing")
def _tree(text: str, start: str) -> tuple[Any, SyntaxProblem | None]:
    """A syntax tree, or why there is none.

    What `read` cannot read goes to Lark, which takes ten times as long: it says why, or finds that it can be read after all,
    as it does where words are run together (`1 to4`).
    """
    tree = read_by_tables(text, start)
    if tree is not None:
        return tree, None
    import lark

    from ruleset_core.lang.syntax.parse_tables import lark_parser

    try:
        return _builder().transform(lark_parser().parse(text, start=start)), None
    except lark.UnexpectedInput as error:
        return None, unexpected(error, text)


@cache
def keywords() -> frozenset[str]:
    """The words that mean something of their own in the grammar."""
    return frozenset(words())


BUILT_IN = frozenset({"true", "false", "none", "me", "players", "option", "others"})
"""Names every game has, besides the words of the grammar."""


def parse(text: str, start: str) -> tuple[s.SyntaxNode | None, list[SyntaxProblem]]:
    """Parse an `effect` or an `expr`. Trees are immutable: a text that was read before gives the same tree again.

    Returns:
        the tree (None if the text cannot be read) and the problems found, with offsets into `text`.
    """
    if CURSOR in text and (offers := current_offers()) is not None:
        from ruleset_core.lang.syntax.cursor_parsing import note_signs, text_with_end

        note_signs(text, start, offers)
        return read_by_tables(text_with_end(text, start), start), []
    tree, problems = _parse(text, start)
    return tree, list(problems)


@lru_cache(maxsize=4096)
def _parse(text: str, start: str) -> tuple[s.SyntaxNode | None, tuple[SyntaxProblem, ...]]:
    if len(text) > MAX_TEXT:
        return None, (
            SyntaxProblem("E204", f"longer than {MAX_TEXT} characters", 0, len(text), "split it up with `define`"),
        )
    if not text.strip():
        return None, (_nothing(text),)
    if problem := bracket_problem(text) or long_number(text):
        return None, (_with_repair(problem, text, start),)
    tree, problem = _tree(text, start)
    if problem is not None:
        return None, (_with_repair(problem, text, start),)
    if s.depth(tree, MAX_DEPTH) > MAX_DEPTH:
        return None, (
            SyntaxProblem("E204", f"nests deeper than {MAX_DEPTH} levels", 0, len(text), "split it up with `define`"),
        )
    if start == "effect" and not tree.statements:
        return None, (_nothing(text),)
    return tree, ()


def _stop(text: str, start: str) -> int | None:
    """Where reading a text stops; None when all of it can be read."""
    if problem := bracket_problem(text):
        return problem.start
    problem = _tree(text, start)[1]
    return None if problem is None else problem.start


def _with_repair(problem: SyntaxProblem, text: str, start: str) -> SyntaxProblem:
    """A problem with what was probably meant, where that can be told."""
    if problem.code == "E204":
        return problem
    for ahead, behind, help_ in MISUSED:
        if re.search(ahead, text[: problem.start]) and re.match(behind, text[problem.start :]):
            return replace(problem, help=help_)
    before = [each for each in re.findall(r"\w+", text[: problem.end]) if each in UNKNOWN_WORDS]
    if before:
        return replace(problem, help=UNKNOWN_WORDS[before[-1]])
    change = repaired(text, lambda made: _stop(made, start))
    if change is None:
        return problem
    begin, end, new = change
    old, meant = text[begin:end].strip(), new.strip()
    advice = (
        f"write `{meant}` instead of `{old}`" if old and meant else f"add `{meant}`" if meant else f"leave out `{old}`"
    )
    if "\n" in text[begin : problem.start]:  # it was noticed only on a later line
        problem = replace(problem, start=max(0, begin - 1), end=max(begin, end))
    if len(advice) > 60 or (problem.code == "E202" and not meant):
        advice = problem.help
    return replace(problem, help=advice, replacement=new, swap=(begin, end))


def _nothing(text: str) -> SyntaxProblem:
    return SyntaxProblem("E205", "nothing is written here", 0, len(text), "write an effect, or leave the key out")


# The names that the language gives by itself, and which names of data would mean two things beside them.
#
# A name means what its place says: what is called with `( )` is a definition or a function, what stands alone is a
# field, a member, a local or the like, what stands behind `in` or `is:` is a set, a kind or a zone. So a name of data
# is taken only where a name of the language may stand in the same place. Verbs, questions, phases and events are
# named by words of the grammar before them: `do gain` and `gain 1 coin` cannot be mistaken for each other.

EVENTS: Final = ("gain", "lose", "reach")
"""Events of every game."""
SETS: Final = ("seat", "resource")
"""Sets of every game."""
TYPES: Final = ("int", "bool")
"""Types of every game that are no sets."""

TAKEN: Final[dict[str, dict[str, frozenset[str]]]] = {
    "a function": {kind: frozenset(FUNCTIONS) for kind in ("define", "hooks")},
    "a field of every game": {kind: frozenset(FIELDS) for kind in ("state", "zones", "define", "members", "params")},
    "an event of every game": {"events": frozenset(EVENTS)},
    "a set of every game": {kind: frozenset(SETS) for kind in ("ranges", "sets", "pieces", "zones")},
    "a type of every game": {kind: frozenset(TYPES) for kind in ("ranges", "sets", "pieces")},
}
"""What the language calls so, and by sections of data the names that they cannot have for that. No name at all is a word of the grammar."""
FREE: Final = frozenset({"score", "achievements", "options", "rules"})
"""Sections whose names stand in no text of the language, or behind a word of their own: they may have any name."""


def reserved_by_language(section: str, name: str) -> str:
    """What the language calls so already, so that an entry of a section cannot; empty if nothing."""
    if section in FREE:
        return ""
    if name in BUILT_IN or name in keywords():
        return "a word of the language"
    return next((what for what, kinds in TAKEN.items() if name in kinds.get(section, ())), "")
