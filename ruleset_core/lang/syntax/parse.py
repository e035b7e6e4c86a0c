"""Text of the effect language to syntax trees. Bad text gives problems, never an exception."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lark

from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.problems import Problem, bracket_problem, long_number, unexpected
from ruleset_core.lang.syntax.repair import UNKNOWN_WORDS, repaired

if TYPE_CHECKING:
    from lark.tree import Meta

MAX_TEXT = 20_000
"""Longest effect, in characters."""
MAX_DEPTH = 60
"""Deepest nesting of a syntax tree, so that every later pass may recurse."""


def _at(meta: Meta) -> tuple[int, int]:
    return (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)


def _placed(token: Any) -> s.Word:
    """A name that is not a node of its own, with where it stands."""
    return s.Word(str(token), token.start_pos)


def _left(node: s.Node, meta: Meta) -> tuple[int, int]:
    return min(node.start, _at(meta)[0]), _at(meta)[1]


def _pairs(items: tuple[Any, ...]) -> list[Any]:
    return [item for item in items if item is not None]


class Tree:
    """One function per rule or alias: meta and children in, a syntax node out."""

    @staticmethod
    def effect(meta: Meta, *items: Any) -> s.Block:
        return s.Block(*_at(meta), _rest_as_body(tuple(_pairs(items))))

    @staticmethod
    def block(meta: Meta, inner: s.Block) -> s.Block:
        return s.Block(*_at(meta), inner.statements)

    @staticmethod
    def let(meta: Meta, var: str, value: s.Node) -> s.Let:
        return s.Let(*_at(meta), str(var), value)

    @staticmethod
    def assign(meta: Meta, target: s.Node, value: s.Node) -> s.Assign:
        return s.Assign(*_at(meta), target, value)

    @staticmethod
    def when(meta: Meta, *items: Any) -> s.When:
        parts = list(items)
        otherwise: s.Block | None = parts.pop()
        while len(parts) > 2:
            body, condition = parts.pop(), parts.pop()
            inner = s.When(condition.start, (otherwise or body).end, condition, body, otherwise)
            otherwise = s.Block(inner.start, inner.end, (inner,))
        return s.When(*_at(meta), parts[0], parts[1], otherwise)

    @staticmethod
    def for_each(meta: Meta, var: str, selection: s.Selection, where: s.Node | None, body: s.Block) -> s.ForEach:
        return s.ForEach(*_at(meta), str(var), selection, where, body)

    @staticmethod
    def repeat(meta: Meta, times: s.Node, body: s.Block) -> s.Repeat:
        return s.Repeat(*_at(meta), times, body)

    @staticmethod
    def choose(meta: Meta, decision: str, var: str, *rest: Any) -> s.Choose:
        selection, where, body, otherwise = rest
        return s.Choose(*_at(meta), _placed(decision), str(var), selection, where, body, otherwise, None)

    @staticmethod
    def choose_up_to(meta: Meta, times: s.Node, decision: str, var: str, *rest: Any) -> s.Choose:
        selection, where, done, body = rest
        return s.Choose(*_at(meta), _placed(decision), str(var), selection, where, body, None, times, done)

    @staticmethod
    def choose_branch(meta: Meta, decision: str, *branches: s.Branch) -> s.ChooseBranch:
        return s.ChooseBranch(*_at(meta), _placed(decision), branches)

    @staticmethod
    def branch(meta: Meta, member: str, where: s.Node | None, body: s.Block) -> s.Branch:
        return s.Branch(*_at(meta), str(member), where, body)

    @staticmethod
    def may(meta: Meta, decision: str, body: s.Block) -> s.May:
        return s.May(*_at(meta), _placed(decision), body)

    @staticmethod
    def may_up_to(meta: Meta, times: s.Node, decision: str, body: s.Block) -> s.May:
        return s.May(*_at(meta), _placed(decision), body, times)

    @staticmethod
    def as_seat(meta: Meta, seat: s.Node, body: s.Block) -> s.AsSeat:
        return s.AsSeat(*_at(meta), seat, body)

    @staticmethod
    def do(meta: Meta, target: s.Node) -> s.Do:
        return s.Do(*_at(meta), target)

    @staticmethod
    def emit(meta: Meta, target: s.Node) -> s.Emit:
        return s.Emit(*_at(meta), target)

    @staticmethod
    def call_hook(meta: Meta, target: s.Node) -> s.CallHook:
        return s.CallHook(*_at(meta), target)

    @staticmethod
    def pay(meta: Meta, costs: tuple[s.Verb, ...], body: s.Node, otherwise: s.Block | None) -> s.Pay:
        block = body if isinstance(body, s.Block) else s.Block(body.start, body.end, (body,))
        return s.Pay(*_at(meta), costs, block, otherwise)

    @staticmethod
    def costs(_meta: Meta, *verbs: s.Verb) -> tuple[s.Verb, ...]:
        return verbs

    @staticmethod
    def verb(meta: Meta, name: Any, *args: s.Argument) -> s.Verb:
        return s.Verb(*_at(meta), str(name), name.end_pos, args)

    @staticmethod
    def argument(meta: Meta, word: str | None, value: s.Node) -> s.Argument:
        return s.Argument(*_at(meta), word, value)

    @staticmethod
    def word(_meta: Meta, token: Any) -> str:
        return str(token)

    tester = measurer = chooser = times = word

    @staticmethod
    def selection(meta: Meta, of: s.Node, to: s.Node | None) -> s.Selection:
        return s.Selection(*_at(meta), of, to)

    @staticmethod
    def binary(meta: Meta, left: s.Node, operator: Any, right: s.Node) -> s.Binary:
        return s.Binary(*_left(left, meta), str(operator), left, right)

    compare = binary

    @staticmethod
    def either(_meta: Meta, *items: s.Node) -> s.Node:
        return _chain("or", items)

    @staticmethod
    def both(_meta: Meta, *items: s.Node) -> s.Node:
        return _chain("and", items)

    @staticmethod
    def negate(meta: Meta, of: s.Node) -> s.Negate:
        return s.Negate(*_at(meta), of)

    @staticmethod
    def minus(meta: Meta, _sign: Any, of: s.Node) -> s.Minus:
        return s.Minus(*_at(meta), of)

    @staticmethod
    def member(meta: Meta, of: s.Node, selection: s.Selection) -> s.Member:
        return s.Member(*_left(of, meta), of, selection)

    @staticmethod
    def attribute(meta: Meta, of: s.Node, name: Any) -> s.Attribute:
        return s.Attribute(*_left(of, meta), of, str(name))

    @staticmethod
    def index(meta: Meta, of: s.Node, *items: s.Node) -> s.Index:
        return s.Index(*_left(of, meta), of, items)

    @staticmethod
    def number(meta: Meta, token: Any) -> s.Number:
        return s.Number(*_at(meta), int(token))

    @staticmethod
    def name(meta: Meta, token: Any) -> s.Name:
        return s.Name(*_at(meta), str(token))

    @staticmethod
    def invoke(meta: Meta, name: Any, *args: s.Node | None) -> s.Invoke:
        return s.Invoke(*_at(meta), str(name), tuple(arg for arg in args if arg is not None))

    @staticmethod
    def listing(meta: Meta, *items: s.Node | None) -> s.Listing:
        return s.Listing(*_at(meta), tuple(item for item in items if item is not None))

    @staticmethod
    def conditional(meta: Meta, condition: s.Node, then: s.Node, otherwise: s.Node) -> s.Conditional:
        return s.Conditional(*_at(meta), condition, then, otherwise)

    @staticmethod
    def can(meta: Meta, costs: tuple[s.Verb, ...]) -> s.Can:
        return s.Can(*_at(meta), costs)

    @staticmethod
    def test(meta: Meta, kind: str, var: Any, selection: s.Selection, where: s.Node | None) -> s.Quantity:
        return s.Quantity(*_at(meta), kind, str(var), selection, where, None, None)

    @staticmethod
    def every(meta: Meta, var: Any, selection: s.Selection, where: s.Node | None, body: s.Node) -> s.Quantity:
        return s.Quantity(*_at(meta), "every", str(var), selection, where, body, None)

    @staticmethod
    def count(meta: Meta, var: Any, selection: s.Selection, where: s.Node | None) -> s.Quantity:
        return s.Quantity(*_at(meta), "count", str(var), selection, where, None, None)

    @staticmethod
    def first(meta: Meta, var: Any, selection: s.Selection, where: s.Node | None) -> s.Quantity:
        return s.Quantity(*_at(meta), "first", str(var), selection, where, None, None)

    @staticmethod
    def measure(meta: Meta, kind: str, var: Any, *rest: Any) -> s.Quantity:
        selection, where, body = rest
        return s.Quantity(*_at(meta), kind, str(var), selection, where, body, None)

    @staticmethod
    def extreme(meta: Meta, kind: str, var: Any, *rest: Any) -> s.Quantity:
        selection, where, body, ties = rest
        return s.Quantity(*_at(meta), kind, str(var), selection, where, body, None if ties is None else str(ties))


def _chain(operator: str, items: tuple[s.Node, ...]) -> s.Node:
    node = items[0]
    for item in items[1:]:
        node = s.Binary(node.start, item.end, operator, node, item)
    return node


def _rest_as_body(statements: tuple[s.Node, ...]) -> tuple[s.Node, ...]:
    """A `choose` without braces governs the rest of its block."""
    for place, statement in enumerate(statements):
        if isinstance(statement, s.Choose) and statement.body is None:
            rest = _rest_as_body(statements[place + 1 :])
            end = rest[-1].end if rest else statement.end
            body = s.Block(statement.end, end, rest)
            whole = s.Choose(
                statement.start, statement.end, statement.decision, statement.var, statement.selection,
                statement.where, body, None, None,
            )  # fmt: skip
            return (*statements[:place], whole)
    return statements


@cache
def _builder() -> Any:
    """A transformer that hands every rule to `Tree` with its position; it does not recurse, whatever the nesting."""

    def make(name: str) -> Any:
        def build(_self: Any, meta: Any, children: list[Any]) -> Any:
            return getattr(Tree, name)(meta, *children)

        return lark.v_args(meta=True)(build)

    rules = [name for name in vars(Tree) if not name.startswith("_")]
    return type("Builder", (lark.visitors.Transformer_NonRecursive,), {name: make(name) for name in rules})()


@cache
def _parser() -> lark.Lark:
    text = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        text, parser="lalr", start=["effect", "expr"], propagate_positions=True, maybe_placeholders=True
    )  # fmt: skip


@cache
def keywords() -> frozenset[str]:
    """The words that mean something of their own in the grammar."""
    patterns = (terminal.pattern for terminal in _parser().terminals)
    return frozenset(each.value for each in patterns if each.type == "str" and each.value.isalpha())


BUILT_IN = frozenset({"true", "false", "none", "me", "players", "option", "others"})
"""Names every game has, besides the words of the grammar."""


def reserved(name: str) -> bool:
    """Whether a name is a word of the language, and so no name for anything else."""
    return name in BUILT_IN or name in keywords()


def parse(text: str, start: str) -> tuple[s.Node | None, list[Problem]]:
    """Parse an `effect` or an `expr`. Trees are immutable: a text that was read before gives the same tree again.

    Returns:
        the tree (None if the text cannot be read) and the problems found, with offsets into `text`.
    """
    tree, problems = _parse(text, start)
    return tree, list(problems)


@lru_cache(maxsize=4096)
def _parse(text: str, start: str) -> tuple[s.Node | None, tuple[Problem, ...]]:
    if len(text) > MAX_TEXT:
        return None, (Problem("E204", f"longer than {MAX_TEXT} characters", 0, len(text), "split it up with `define`"),)
    if not text.strip():
        return None, (_nothing(text),)
    if problem := bracket_problem(text) or long_number(text):
        return None, (_with_repair(problem, text, start),)
    try:
        tree: Any = _builder().transform(_parser().parse(text, start=start))
    except lark.UnexpectedInput as error:
        return None, (_with_repair(unexpected(error, text), text, start),)
    if s.depth(tree, MAX_DEPTH) > MAX_DEPTH:
        return None, (
            Problem("E204", f"nests deeper than {MAX_DEPTH} levels", 0, len(text), "split it up with `define`"),
        )
    if start == "effect" and not tree.statements:
        return None, (_nothing(text),)
    return tree, ()


def _stop(text: str, start: str) -> int | None:
    """Where reading a text stops; None when all of it can be read."""
    if problem := bracket_problem(text):
        return problem.start
    try:
        _parser().parse(text, start=start)
    except lark.UnexpectedInput as error:
        return unexpected(error, text).start
    return None


def _with_repair(problem: Problem, text: str, start: str) -> Problem:
    """A problem with what was probably meant, where that can be told."""
    if problem.code == "E204":
        return problem
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


def _nothing(text: str) -> Problem:
    return Problem("E205", "nothing is written here", 0, len(text), "write an effect, or leave the key out")
