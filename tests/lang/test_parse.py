"""Text to syntax trees: what is refused and where, and where each part of a tree stands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import MAX_BRACKETS, MAX_DEPTH, MAX_DIGITS, MAX_TEXT, SyntaxProblem, parse
from tests.lang.effects import Writer
from tests.lang.values import Context
from tests.mutation.kin import walk


def one(text: str, start: str) -> SyntaxProblem:
    """The only problem of a text."""
    tree, problems = parse(text, start)
    assert tree is None
    assert len(problems) == 1
    return problems[0]


@pytest.mark.parametrize(("start", "text", "code", "place", "said"), [
    ("effect", "gain 1 coin;; gain 2 coin", "E201", ";", "`;` is not expected here"),
    ("effect", "set total 3", "E201", "3", "expected `.`, `=`, `[`"),
    ("effect", "if open gain 1 coin", "E201", "gain", "a `;` may be missing before it"),
    ("effect", "choose pick { red + 1 coin }", "E201", "+", "expected `where`, `{`"),
    ("effect", "for each x colour { }", "E201", "colour", "expected `in`"),
    ("effect", "choose pick x in red { } or pass", "E201", "pass", "`or pass` needs braces"),
    ("effect", "choose pick x in red { } or pass; gain 1 coin", "E201", "pass", "add `{ }`"),
    ("effect", "choose pick x in red { } or pass gain 1 coin", "E201", "pass", "write `{ gain 1 coin }` instead of `gain 1 coin`"),
    ("effect", "3 + 4", "E201", "3", "`3` is not expected here"),
    ("effect", "repeat 3", "E201", "3", "the text ends too early"),
    ("effect", "pay 1 coin ->", "E201", ">", "the text ends too early"),
    ("effect", "let x =", "E201", "=", "the text ends too early"),
    ("expr", "1 +", "E201", "+", "the text ends too early"),
    ("expr", "1.5", "E201", "5", "there are no fractions"),
    ("expr", "1 = 2", "E201", "=", "write `==` instead of `=`"),
    ("expr", "1 == 2 == 3", "E201", "==", "put `and`"),
    ("expr", "gain 2 coin", "E201", "2", "`2` is not expected here"),
    ("expr", "(1 + 2", "E202", "(", "add `)`"),
    ("expr", "1 + 2)", "E202", ")", "open a `(` before it"),
    ("expr", "[1, 2", "E202", "[", "`[` is never closed"),
    ("expr", "(1 + 2]", "E202", "]", "`]` closes nothing"),
    ("effect", "if open { gain 1 coin", "E202", "{", "add `}`"),
    ("effect", "if open } gain 1 coin", "E202", "}", "`}` closes nothing"),
    ("effect", "gain 1 coin # } is a comment\n; if open {", "E202", "{", "never closed"),
    ("expr", "1 $ 2", "E203", "$", "`$` means nothing here"),
    ("expr", 'say "red"', "E203", '"', "means nothing here"),
    ("expr", "año", "E203", "ñ", "`ñ` means nothing here"),
    ("expr", "a & b", "E203", "&", "means nothing here"),
    ("effect", "", "E205", "", "nothing is written here"),
    ("effect", " \n ", "E205", " \n ", "leave the key out"),
    ("effect", "# only a comment", "E205", "# only a comment", "nothing is written here"),
    ("effect", ";", "E205", ";", "nothing is written here"),
])  # fmt: skip
def test_what_cannot_be_read(start: str, text: str, code: str, place: str, said: str) -> None:
    found = one(text, start)
    assert (found.code, text[found.start : found.end]) == (code, place)
    assert said in f"{found.message}; {found.help}"
    assert not found.help.endswith("expected ")


@pytest.mark.parametrize(
    "text",
    [
        "(" * (MAX_BRACKETS + 1) + "1" + ")" * (MAX_BRACKETS + 1),
        "-" * (MAX_DEPTH + 1) + "1",
        "1 + " * MAX_TEXT + "1",
        "not " * 5000 + "true",
        "1 + 1" + "0" * MAX_DIGITS,
    ],
)
def test_what_is_too_deep_or_too_long(text: str) -> None:
    assert one(text, "expr").code == "E204"


def test_long_numbers_are_read_as_they_are() -> None:
    tree, problems = parse("9" * MAX_DIGITS + " # " + "9" * 40, "expr")
    assert problems == []
    assert getattr(tree, "value", None) == 10**MAX_DIGITS - 1


def test_long_sums_are_no_deeper_than_they_look() -> None:
    tree, problems = parse(" + ".join(["1"] * (MAX_DEPTH - 5)), "expr")
    assert problems == []
    assert tree is not None


@pytest.mark.parametrize(("text", "shape"), [
    ("1 + 2 * 3", "(1 + (2 * 3))"),
    ("1 - 2 - 3", "((1 - 2) - 3)"),
    ("7 per 2 mod 3", "((7 per 2) mod 3)"),
    ("-a * b", "((-a) * b)"),
    ("- 1 + 2", "((-1) + 2)"),
    ("a and b or c and d", "((a and b) or (c and d))"),
    ("not a == b and c", "((not (a == b)) and c)"),
    ("a + 1 < b * 2", "((a + 1) < (b * 2))"),
    ("if a then b else c + 1", "(if a then b else (c + 1))"),
    ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
    ("(a or b) and c", "((a or b) and c)"),
])  # fmt: skip
def test_what_binds_to_what(text: str, shape: str) -> None:
    tree, problems = parse(text, "expr")
    assert problems == []
    assert tree is not None
    assert shown(tree) == shape


def shown(node: s.SyntaxNode) -> str:
    match node:
        case s.NumberSyntax():
            return str(node.value)
        case s.NameSyntax():
            return node.name
        case s.BinarySyntax():
            return f"({shown(node.left)} {node.operator} {shown(node.right)})"
        case s.MinusSyntax():
            return f"(-{shown(node.of)})"
        case s.NegateSyntax():
            return f"(not {shown(node.of)})"
        case s.ConditionalSyntax():
            return f"(if {shown(node.condition)} then {shown(node.then)} else {shown(node.otherwise)})"
    raise AssertionError(node)


def test_choice_without_braces_governs_the_rest() -> None:
    tree, _ = parse("gain 1 coin; choose pick c; gain 2 coin; choose pick d; gain 3 coin", "effect")
    assert isinstance(tree, s.BlockSyntax)
    assert [type(each).__name__ for each in tree.statements] == ["VerbSyntax", "ChooseSyntax"]
    choice = tree.statements[1]
    assert isinstance(choice, s.ChooseSyntax)
    assert choice.body is not None
    assert [type(each).__name__ for each in choice.body.statements] == ["VerbSyntax", "ChooseSyntax"]


@pytest.mark.parametrize(("text", "kind", "places"), [
    ("gain luck + 1 coin; set a[b, 2] = not c", s.NameSyntax, ["luck", "coin", "a", "b", "c"]),
    ("gain luck + 1 coin; lose (2) red.likes", s.VerbSyntax, ["gain luck + 1 coin", "lose (2) red.likes"]),
    ("if a { gain 1 x } else if b { gain 2 x } else { gain 3 x }", s.BlockSyntax, ["if a { gain 1 x } else if b { gain 2 x } else { gain 3 x }", "{ gain 1 x }", "b { gain 2 x } else { gain 3 x }", "{ gain 2 x }", "{ gain 3 x }"]),
    ("set t = count x in 1 to 3 where x > 1", s.SelectionSyntax, ["1 to 3"]),
    ("set t = a.b.c", s.AttributeSyntax, ["a.b.c", "a.b"]),
])  # fmt: skip
def test_parts_know_where_they_stand(text: str, kind: type[s.SyntaxNode], places: list[str]) -> None:
    tree, problems = parse(text, "effect")
    assert problems == []
    assert tree is not None
    assert [text[each.start : each.end] for each in walk(tree) if isinstance(each, kind)] == places


@pytest.mark.parametrize("seed", range(40))
def test_positions_of_random_effects(seed: int) -> None:
    """Every part lies within the one it belongs to, and names and numbers are what the text says there."""
    scope = Context(emits=("painted",), procedures=(("leaf", ("colour",)),), cards=True, turns=True)
    text = Writer(Random(seed).randrange).effect(scope, 3)
    tree, problems = parse(text, "effect")
    assert problems == []
    assert tree is not None
    for node in walk(tree):
        assert 0 <= node.start <= node.end <= len(text)
        if isinstance(node, s.NameSyntax):
            assert text[node.start : node.end] == node.name
        if isinstance(node, s.NumberSyntax):
            assert int(text[node.start : node.end]) == node.value
        for child in node.children():
            if not isinstance(node, s.ChooseSyntax):  # the rest of a block may be the body of a choice
                assert node.start <= child.start <= child.end <= node.end, (
                    text[node.start : node.end],
                    text[child.start : child.end],
                )


WORDS = ["let", "set", "if", "else", "for", "each", "in", "where", "repeat", "choose", "up", "to", "may", "as", "do", "emit", "call", "->", "{", "}", "(", ")", "[", "]", ",", ";", "|", ".", "=", "==", "+", "-", "*", "per", "mod", "not", "and", "or", "any", "no", "count", "sum", "of", "first", "most", "by", "ties", "x", "coin", "3", "#", "\n"]  # fmt: skip


@pytest.mark.slow
@given(
    st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)),
    st.sampled_from(["effect", "expr"]),
)
@settings(max_examples=150, deadline=None)
def test_nothing_raises(text: str, start: str) -> None:
    tree, problems = parse(text, start)
    assert (tree is None) == bool(problems)
    for found in problems:
        assert found.code in {"E201", "E202", "E203", "E204", "E205"}
        assert 0 <= found.start <= found.end <= len(text)
        assert found.message
        assert found.help
