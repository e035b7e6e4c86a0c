"""Formatting effects and expressions: what comes out says the same, has the same comments, and stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruleset_core.lang.file_formatter import (
    UnreadableError,
    format_effect,
    format_expr,
    same_tree,
)
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import MAX_BRACKETS, parse
from ruleset_core.lang.syntax_printer import EffectPrinter

# -- random syntax trees ------------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b1", "card", "it", "x_y"])
LEAVES = st.one_of(
    st.builds(lambda value: s.NumberSyntax(0, 0, value), st.integers(0, 99)),
    st.builds(lambda name: s.NameSyntax(0, 0, name), NAMES),
)
OPERATORS = st.sampled_from(["+", "-", "*", "per", "mod", "==", "!=", "<", "<=", ">", ">=", "and", "or"])


def several(inner: st.SearchStrategy[s.SyntaxNode], least: int = 0) -> st.SearchStrategy[tuple[s.SyntaxNode, ...]]:
    return st.lists(inner, min_size=least, max_size=3).map(tuple)


def selections(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.SelectionSyntax]:
    return st.builds(lambda of, to: s.SelectionSyntax(0, 0, of, to), inner, st.none() | inner)


def verbs(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.VerbSyntax]:
    words = st.none() | st.sampled_from(["to", "by", "from"])
    args = st.lists(st.builds(lambda word, value: s.ArgumentSyntax(0, 0, word, value), words, inner), max_size=3).map(
        tuple
    )
    return st.builds(lambda name, given: s.VerbSyntax(0, 0, name, 0, given), NAMES, args)


def quantities(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.QuantitySyntax]:
    where = st.none() | inner

    def make(
        kind: str, var: str, of: s.SelectionSyntax, condition: s.SyntaxNode | None, body: s.SyntaxNode, ties: str | None
    ) -> s.QuantitySyntax:
        plain = kind in {"any", "no", "count", "first"}
        return s.QuantitySyntax(
            0, 0, kind, var, of, condition, None if plain else body, ties if kind in {"most", "least"} else None
        )

    kinds = st.sampled_from(["any", "no", "every", "count", "first", "sum", "highest", "lowest", "most", "least"])
    return st.builds(
        make, kinds, NAMES, selections(inner), where, inner, st.none() | st.sampled_from(["first", "last"])
    )


def larger(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.SyntaxNode]:
    return st.one_of(
        st.builds(lambda of, name: s.AttributeSyntax(0, 0, of, name), inner, NAMES),
        st.builds(lambda of, items: s.IndexSyntax(0, 0, of, items), inner, several(inner, 1)),
        st.builds(lambda name, args: s.InvokeSyntax(0, 0, name, args), NAMES, several(inner)),
        st.builds(lambda items: s.ListingSyntax(0, 0, items), several(inner)),
        st.builds(lambda of: s.MinusSyntax(0, 0, of), inner),
        st.builds(lambda of: s.NegateSyntax(0, 0, of), inner),
        st.builds(lambda operator, left, right: s.BinarySyntax(0, 0, operator, left, right), OPERATORS, inner, inner),
        st.builds(lambda of, selection: s.MemberSyntax(0, 0, of, selection), inner, selections(inner)),
        st.builds(lambda a, b, c: s.ConditionalSyntax(0, 0, a, b, c), inner, inner, inner),
        st.builds(lambda costs: s.CanSyntax(0, 0, tuple(costs)), st.lists(verbs(inner), min_size=1, max_size=2)),
        st.builds(lambda target, value, behind: s.WouldSyntax(0, 0, s.BlockSyntax(0, 0, (s.AssignSyntax(0, 0, s.NameSyntax(0, 0, target), value),)), behind), NAMES, inner, inner),
        quantities(inner),
    )  # fmt: skip


EXPRS = st.recursive(LEAVES, larger, max_leaves=12)
SMALL = st.recursive(LEAVES, larger, max_leaves=4)


def blocks(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.BlockSyntax]:
    return st.lists(inner, max_size=3).map(lambda items: s.BlockSyntax(0, 0, tuple(items)))


def statements(inner: st.SearchStrategy[s.SyntaxNode]) -> st.SearchStrategy[s.SyntaxNode]:
    block, maybe = blocks(inner), st.none() | blocks(inner)
    branch = st.builds(
        lambda name, where, body: s.BranchSyntax(0, 0, name, where, body), NAMES, st.none() | SMALL, block
    )
    part = st.builds(
        lambda v, of, where: s.AnswerPartSyntax(0, 0, v, of, where),
        NAMES,
        st.none() | selections(SMALL),
        st.none() | SMALL,
    )
    answer = st.lists(part, min_size=1, max_size=3).map(tuple)
    kind = st.builds(lambda name, parts, body: s.BranchSyntax(0, 0, name, None, body, parts), NAMES, answer, block)
    costs = st.lists(verbs(SMALL), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(lambda c, then, other: s.WhenSyntax(0, 0, c, then, other), SMALL, block, maybe),
        st.builds(lambda v, of, where, body: s.ForEachSyntax(0, 0, v, of, where, body), NAMES, selections(SMALL), st.none() | SMALL, block),
        st.builds(lambda times, body: s.RepeatSyntax(0, 0, times, body), SMALL, block),
        st.builds(
            lambda d, parts, body, other, instead: s.ChooseSyntax(0, 0, d, parts, body, other, None, None, instead),
            NAMES, answer, block, maybe, st.none() | branch,
        ),
        st.builds(
            lambda d, parts, body, times, done: s.ChooseSyntax(0, 0, d, parts, body, None, times, done),
            NAMES, answer, block, SMALL, st.none() | SMALL,
        ),
        st.builds(
            lambda *given: s.ChooseSeveralSyntax(0, 0, *given),
            NAMES, part, SMALL, st.none() | SMALL, st.none() | SMALL, block, maybe, maybe, st.none() | branch,
        ),
        st.builds(
            lambda d, branches, other, instead: s.ChooseBranchSyntax(0, 0, d, tuple(branches), other, instead),
            NAMES, st.lists(branch | kind, min_size=1, max_size=3), maybe, st.none() | branch,
        ),
        st.builds(lambda d, body: s.MaySyntax(0, 0, d, body), NAMES, block),
        st.builds(lambda seat, body: s.AsSeatSyntax(0, 0, seat, body), SMALL, block),
        st.builds(lambda c, body, other: s.PaySyntax(0, 0, c, body, other), costs, block, maybe),
    )  # fmt: skip


PLAIN = st.one_of(
    verbs(SMALL),
    st.builds(lambda var, value: s.LetSyntax(0, 0, var, value), NAMES, SMALL),
    st.builds(lambda name, value: s.AssignSyntax(0, 0, s.NameSyntax(0, 0, name), value), NAMES, SMALL),
    st.builds(
        lambda name, args, var: s.DoSyntax(0, 0, s.InvokeSyntax(0, 0, name, args), var),
        NAMES,
        several(SMALL),
        st.just("") | NAMES,
    ),
    st.builds(lambda name: s.EmitSyntax(0, 0, s.NameSyntax(0, 0, name)), NAMES),
    st.builds(lambda name: s.CallHookSyntax(0, 0, s.NameSyntax(0, 0, name)), NAMES),
)
EFFECTS = st.lists(st.recursive(PLAIN, statements, max_leaves=5), min_size=1, max_size=3).map(
    lambda items: s.BlockSyntax(0, 0, tuple(items))
)


def small_enough(text: str) -> bool:
    return max(sum((c in "([{") - (c in ")]}") for c in text[:end]) for end in range(len(text) + 1)) < MAX_BRACKETS - 2


A = s.NameSyntax(0, 0, "a")
NAMES_AND_A_LIST = s.CanSyntax(0, 0, (s.VerbSyntax(0, 0, "a", 0, (s.ArgumentSyntax(0, 0, None, A), s.ArgumentSyntax(0, 0, None, A), s.ArgumentSyntax(0, 0, None, s.ListingSyntax(0, 0, ())))),))  # fmt: skip


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(EXPRS)
@example(NAMES_AND_A_LIST)
def test_a_printed_expression_is_read_as_what_it_was(tree: s.SyntaxNode) -> None:
    text = EffectPrinter().expr(tree)
    if small_enough(text):
        again, problems = parse(text, "expr")
        assert problems == []
        assert same_tree(tree, again), text
        assert format_expr(text) == text


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(EFFECTS)
def test_a_printed_effect_is_read_as_what_it_was(tree: s.BlockSyntax) -> None:
    printer = EffectPrinter()
    text = "; ".join(printer.flat(item.pieces) for item in printer.items(tree.statements))
    if small_enough(text):
        again, problems = parse(text, "effect")
        assert problems == []
        assert same_tree(tree, again), text
        assert format_effect(text) == text
        block = format_effect(text, block=True, width=40)
        assert format_effect(block, block=True, width=40) == block
        narrow = format_effect(text, block=True, width=40, readable=20)
        assert format_effect(narrow, block=True, width=40, readable=20) == narrow
        assert same_tree(parse(narrow, "effect")[0], tree)
        assert same_tree(parse(block, "effect")[0], tree)


# -- by example ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("gain   2\n fortune ;", "gain 2 fortune"),
        ("if a>b{gain 1 c}else{if d {lose 1 c}}", "if a > b { gain 1 c } else if d { lose 1 c }"),
        ("choose x y where(z); gain 1 a", "choose x y where z; gain 1 a"),
        ("choose x y where z {gain 1 a}", "choose x y where z { gain 1 a }"),
        ("pay 1 a,pay 2 b->{}", "pay 1 a, pay 2 b -> { }"),
        ("pay 1 a -> gain 1 b", "pay 1 a -> gain 1 b"),
        ("choose up to 3 x y done where(z){gain 1 a}", "choose up to 3 x y done where z { gain 1 a }"),
        ("choose up to n x y in z where w done where not w{}", "choose up to n x y in z where w done where not w { }"),
        ("choose x y where(z)then w in v{gain 1 a}", "choose x y where z then w in v { gain 1 a }"),
        ("choose up to 2 x y then w done where(z){gain 1 a}", "choose up to 2 x y then w done where z { gain 1 a }"),
        ("choose x y then w;gain 1 a", "choose x y then w; gain 1 a"),
        ("choose d{a where x{again}|b{pass_turn}}", "choose d { a where x { again } | b { pass_turn } }"),
        ("move(deck[0])to hand", "move deck[0] to hand"),
        ("pay 1 a -> choose x y;gain 2 b", "pay 1 a -> choose x y; gain 2 b"),
        ("gain 1 a # why", "gain 1 a # why"),
    ],
)
def test_effects_on_one_line(text: str, wanted: str) -> None:
    assert format_effect(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("( a+b )*c", "(a + b) * c"),
        ("a+(b*c)", "a + b * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("not(a)and not (b or c)", "not a and not (b or c)"),
        ("(count x in y where z)==3", "(count x in y where z) == 3"),
        ("any x in y where every z in w has z", "any x in y where (every z in w has z)"),
        ("(x in y)and z", "(x in y) and z"),
        ("f( a,b )[ 1 ].c", "f(a, b)[1].c"),
        ("if a then b else if c then d else 12345678901", "if a then b else if c then d else 12345678901"),
        ("a and\nb", "a and b"),
    ],
)
def test_expressions_on_one_line(text: str, wanted: str) -> None:
    assert format_expr(text) == wanted


def test_a_block_keeps_its_breaks_and_comments() -> None:
    text = """\
# first of all
gain 1 a;    # why
for each x in y {
    # inside
  set f[x] = 1;


  set g[x]=2  # two
  # at the end
};
if a { gain 1 b; gain 1 c };
choose d { one { again } |   # or else
  two { pass_turn } }
# last
"""
    wanted = """\
# first of all
gain 1 a;    # why
for each x in y {
  # inside
  set f[x] = 1;

  set g[x] = 2  # two
  # at the end
};
if a { gain 1 b; gain 1 c };
choose d {
  one { again } |   # or else
  two { pass_turn }
}
# last"""
    assert format_effect(text, block=True) == wanted
    assert format_effect(wanted, block=True) == wanted


def test_a_long_line_of_a_block_is_broken() -> None:
    text = "for each somebody in everybody { gain 1 fortune; lose 2 influence }"
    assert format_effect(text, block=True) == text
    lines = ["for each somebody in everybody {", "  gain 1 fortune; lose 2 influence", "}"]
    assert format_effect(text, block=True, width=40).split("\n") == lines


def test_breaks_before_and_and_or_are_kept_in_blocks() -> None:
    assert format_expr("a  and b\n  and c or d", block=True) == "a and b\nand c or d"
    assert format_expr("a  and b\n  and c or d") == "a and b and c or d"


def test_a_comment_in_an_odd_place_is_never_lost() -> None:
    text = "gain 1 + # one more\n 2 a; if x # when\n { lose 1 b }"
    found = format_effect(text, block=True)
    assert "# one more" in found
    assert "# when" in found


@pytest.mark.parametrize("text", ["", "gain (", "gain 1 a } b", "§"])
def test_bad_texts_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        format_effect(text)
    assert caught.value.problems


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("first_part and second_part and third_part", "first_part\nand second_part\nand third_part"),
        ("a and (bbbbbbbbbbbbbbb or cccccccccccccc or ddddddddd)", "a\nand (bbbbbbbbbbbbbbb\n  or cccccccccccccc\n  or ddddddddd)"),
        ("if somebody or nobody then one_thing else another", "if somebody or nobody\nthen one_thing\nelse another"),
        ("any x in everybody where x.ready and x.willing", "any x in everybody where x.ready\nand x.willing"),
        ("one_amount + another_amount + the_last_one", "one_amount\n+ another_amount\n+ the_last_one"),
        ("f(aaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbb)", "f(aaaaaaaaaaaaaaaaa + bbbbbbbbbbbbbbbbbbbbb)"),
        ("short and enough", "short and enough"),
    ],
)  # fmt: skip
def test_a_long_expression_is_broken_where_it_holds_least(text: str, wanted: str) -> None:
    found = format_expr(text, block=True, readable=30)
    assert found == wanted
    assert format_expr(found, block=True, readable=30) == found
    assert format_expr(text, readable=30) == text, "one line stays one line"


def test_a_long_condition_of_a_statement_is_broken_and_its_block_is_not() -> None:
    text = "for each somebody in everybody where somebody.ready and somebody.willing { gain 1 fortune }"
    lines = [
        "for each somebody in everybody where somebody.ready",
        "    and somebody.willing {",
        "  gain 1 fortune",
        "}",
    ]
    found = format_effect(text, block=True, readable=60)
    assert found.split("\n") == lines
    assert format_effect(found, block=True, readable=60) == found
