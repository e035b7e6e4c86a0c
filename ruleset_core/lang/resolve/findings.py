"""What is found while a text is resolved: its scope, its problems, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.problems import OUTSIDE, Problem
from ruleset_core.lang.types import BAD, SEAT, Type, a, fits
from ruleset_core.model.diagnostic import alike, closest, friendly_list, is_slip

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Domain, Vocabulary

BAD_VALUE = t.Const(BAD, 0)
FEW = 8
"""No more names than these are listed in a help."""
FOREIGN = {
    "null": "none", "nil": "none", "nothing": "none", "true": "true", "yes": "true", "false": "false",
    "options": "option", "self": "this", "i": "me", "num_players": "players", "player_count": "players",
}  # fmt: skip
"""Words of other languages, in small letters, for words of this one."""


@dataclass(slots=True)
class Scope:
    """What a text may refer to besides the vocabulary: its locals, and whether a seat acts.

    `used` collects the locals that were read; `runs` are those that go through every value of their type for certain.
    """

    locals: dict[str, Type] = field(default_factory=dict)
    me: bool = True
    used: set[str] = field(default_factory=set)
    runs: frozenset[str] = frozenset()

    def inner(self, **extra: Type) -> Scope:
        """The same scope with more locals; what is used there counts here too."""
        return Scope(self.locals | extra, self.me, self.used, self.runs)


class Findings:
    """Resolves one text. Problems are collected in `problems`; a wrong part resolves to a bad value."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.problems: list[Problem] = []
        self.text = ""
        self.judges = True
        self.seatless: list[tuple[str, s.Node]] = []
        self._links: set[int] = set()
        self._settled: dict[int, t.Expr] = {}  # conditions that are always the same, kept so that no id is given twice

    def _expr(self, node: s.Node, scope: Scope, want: Type | None) -> t.Expr:
        """Resolve any expression (see `ExprResolver`)."""
        raise NotImplementedError

    def say(
        self, code: str, message: str, node: s.Node, advice: str = "", replacement: str | None = None, *,
        swap: tuple[int, int] | None = None, about: str = "", rivals: tuple[str, ...] = (), sure: bool = True,
    ) -> t.Const:  # fmt: skip
        """Note a problem at a node; returns a bad value to go on with. `replacement` is for the node, or for `swap`."""
        start, end = node.start, node.end
        self.problems.append(
            Problem(code, message, start, end, advice, replacement, about=about, rivals=rivals, swap=swap, sure=sure)
        )
        return BAD_VALUE

    def declared_by(self, before: int, section: str, name: str) -> None:
        """Note of problems from number `before` on that a number lies outside the range of a declaration."""
        for place, each in enumerate(self.problems[before:], before):
            if each.declared is None and OUTSIDE in each.message:
                self.problems[place] = replace(each, declared=(section, name))

    def written(self, node: s.Node) -> str:
        """How a node stands in the text."""
        return self.text[node.start : node.end]

    def quietly(self, node: s.Node, scope: Scope, want: Type | None = None) -> Type:
        """The type of an expression; what is wrong with it is not noted."""
        kept, self.problems = self.problems, []
        seatless = len(self.seatless)
        try:
            found = self._expr(node, scope, want)
            return BAD if self.problems else found.type
        finally:
            self.problems = kept
            del self.seatless[seatless:]

    def unknown(
        self, what: str, name: str, node: s.Node, known: Iterable[str], code: str = "E301", *,
        fitting: Iterable[str] = (), aliases: Mapping[str, str] | None = None,
    ) -> t.Const:  # fmt: skip
        """A name that points nowhere, with the likely meant one: rather one that is `fitting` than one only `known`."""
        options = sorted({name for name in known if " " not in name})
        fits_here = [each for each in fitting if " " not in each]
        foreign = FOREIGN.get(name.lower())
        close = closest(name, fits_here, aliases) or ([foreign] if foreign is not None else closest(name, options))
        close = close or alike(name, options, 0.6)
        if close:
            advice = f"did you mean {friendly_list(close)}?"
        elif 0 < len(fits_here) <= FEW or 0 < len(options) <= FEW:
            advice = f"here fits {friendly_list(sorted(fits_here) if 0 < len(fits_here) <= FEW else options)}"
        else:
            advice = "" if options or fits_here else f"no {what} is declared here"
        where = _name_in(node, name)
        swap = close[0] if close else None
        sure = swap is not None and (swap == foreign or swap in (aliases or {}).values() or is_slip(name, swap))
        rivals = tuple(close[1:])
        return self.say(code, f"unknown {what} `{name}`", where, advice, swap, about=name, rivals=rivals, sure=sure)

    def calls(self, name: str, node: s.Node, scope: Scope) -> None:
        """Note a use of something defined elsewhere where no seat acts; the linker knows whether it needs one."""
        if not scope.me:
            self.seatless.append((name, node))

    def want(self, value: t.Expr, wanted: Type, node: s.Node) -> t.Expr:
        """The value, if it fits the type that is asked for."""
        if not fits(value.type, wanted):
            message = f"this is {a(value.type)}, but {a(wanted)} is needed here"
            meant = self._as(wanted, value, node)
            advice = (
                f"the seat of that number is called `{meant}`" if wanted.domain == SEAT.domain else f"write `{meant}`"
            )
            return self.say("E303", message, node, advice if meant else "", meant or None)
        if isinstance(value, t.Const) and wanted.kind == "int" and wanted.low is not None and value.type.kind == "int":
            high = wanted.high if wanted.high is not None else value.value
            if not wanted.low <= value.value <= high:
                return self.say("E314", f"{value.value}{OUTSIDE}{wanted.low}..{wanted.high}", node)
        return value

    def _as(self, wanted: Type, value: t.Expr, node: s.Node) -> str:
        """A value in the words of the type that is asked for; nothing when it cannot be told."""
        seats = self.v.domains["seat"].ids
        number = value.value if isinstance(value, t.Const) and value.type.kind == "int" else -1
        if wanted.domain == SEAT.domain and 0 <= number < len(seats):
            return seats[number]
        if wanted.kind == "bool" and value.type.kind == "int":
            if isinstance(value, t.Const):
                return {0: "false", 1: "true"}.get(value.value, "")
            return f"{self.written(node)} > 0"
        if wanted.kind == "int" and value.type.kind == "bool" and isinstance(value, t.Const):
            return str(value.value)
        return ""

    def expr(self, node: s.Node, scope: Scope, want: Type | None = None) -> t.Expr:
        """Resolve an expression; with `want`, bare names are looked for there first and the type is checked."""
        value = self._expr(node, scope, want)
        return value if want is None else self.want(value, want, node)


def _name_in(node: s.Node, name: str) -> s.Node:
    """Only the name that is wrong, of a node that says more."""
    if isinstance(node, s.Attribute):
        return s.Name(node.end - len(name), node.end, name)
    if isinstance(node, s.Invoke):
        return s.Name(node.start, node.start + len(name), name)
    if isinstance(node, (s.Choose, s.ChooseBranch, s.May)) and isinstance(node.decision, s.Word):
        return s.Name(node.decision.start, node.decision.start + len(name), name)
    return node


def use_member(v: Vocabulary, domain: Domain, place: int) -> None:
    """Note that data names a member. Its whole set is used then; of the resources only this one is."""
    if domain.kind == "resource":
        v.resources[place].used = True
    else:
        domain.used = True
