"""Text of the effect language to syntax trees. Bad text gives problems, never an exception."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.problems import Problem, bracket_problem, long_number, unexpected
from ruleset_core.lang.syntax.read import read, words
from ruleset_core.lang.syntax.repair import UNKNOWN_WORDS, repaired
from ruleset_core.lang.syntax.trees import Tree
from ruleset_core.model.stages import stage

MAX_TEXT = 20_000
"""Longest effect, in characters."""
MAX_DEPTH = 60
"""Deepest nesting of a syntax tree, so that every later pass may recurse."""


@cache
def _builder() -> Any:
    """A transformer that hands every rule to `Tree` with its place; it does not recurse, whatever the nesting."""
    import lark

    def make(name: str) -> Any:
        def build(_self: Any, meta: Any, children: list[Any]) -> Any:
            parts = [s.Word(each, each.start_pos or 0) if isinstance(each, lark.Token) else each for each in children]
            return getattr(Tree, name)((0, 0) if meta.empty else (meta.start_pos, meta.end_pos), *parts)

        return lark.v_args(meta=True)(build)

    rules = [name for name in vars(Tree) if not name.startswith("_")]
    return type("Builder", (lark.visitors.Transformer_NonRecursive,), {name: make(name) for name in rules})()


@stage("parsing")
def _tree(text: str, start: str) -> tuple[Any, Problem | None]:
    """A syntax tree, or why there is none.

    What `read` cannot read goes to Lark, which takes ten times as long: it says why, or finds that it can be read after all,
    as it does where words are run together (`1 to4`).
    """
    tree = read(text, start)
    if tree is not None:
        return tree, None
    import lark

    from ruleset_core.lang.syntax.table import parser

    try:
        return _builder().transform(parser().parse(text, start=start)), None
    except lark.UnexpectedInput as error:
        return None, unexpected(error, text)


@cache
def keywords() -> frozenset[str]:
    """The words that mean something of their own in the grammar."""
    return frozenset(words())


BUILT_IN = frozenset({"true", "false", "none", "me", "players", "option", "others"})
"""Names every game has, besides the words of the grammar."""


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
    tree, problem = _tree(text, start)
    if problem is not None:
        return None, (_with_repair(problem, text, start),)
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
    problem = _tree(text, start)[1]
    return None if problem is None else problem.start


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
