"""Questions for several things at once, as questions with answers of several kinds and parts: a kind for every number of things.

    choose from 1 to 2 discard c in hand where c.worth > 2 done where (sum p in picked of p.worth) > 6 { move c to pile }

becomes, with hand-made names of kinds that nobody reads,

    choose discard {
      one a in hand where a.worth > 2 and (sum p in [a] of p.worth) > 6 { for each c in [a] { move c to pile } }
      | two a in hand where a.worth > 2
        then b in hand where number(b) > number(a) and b.worth > 2 and (sum p in [a, b] of p.worth) > 6 { ... }
    }

Things stand in order, so that each set is one answer. What is said of those `picked` is said of the parts one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import AnswerPartType, count_sets, set_terms
from ruleset_core.lang.traversal import (
    above,
    all_of,
    at_least,
    at_most,
    both,
    constant,
    least,
    local,
    number_of,
    plus,
    rebuilt,
    replaced,
)
from ruleset_core.lang.types import BOOL, INT, span
from ruleset_core.lang.vocabulary import Vocabulary


def as_kinds(node: t.ChooseSeveral, vocabulary: Vocabulary, name: Callable[[str], str]) -> t.Statement:
    """The same question, with a kind of answers for every number of things; what is done instead where it never has an answer.

    Args:
        node: its amounts are constants or locals.
        vocabulary: that of the game.
        name: gives names to locals.
    """
    parts = vocabulary.parts(node.decision.type)
    chosen: t.AnswerPart | None = None
    body = t.Block(())
    for count in range(len(parts), 0, -1):
        asked = _asked(node, count)
        if asked == t.FALSE:
            continue
        names = [local(name(node.var), parts[0].type) for _ in range(count)]
        first = _kind(node, parts[0], names, None if asked == t.TRUE else asked)
        kind = replaced(first, {"first": count_sets(parts[0].size, count) - 1, "other": chosen})
        effect = _effect(node, names)
        is_it = at_most(local(_answer_name(node), node.decision.type), kind.last)
        body = effect if chosen is None else t.Block((t.If(is_it, effect, body),))
        chosen = kind
    otherwise = node.otherwise
    if otherwise is not None and constant(node.least) is None:
        otherwise = t.Block((t.If(above(node.least, 0), otherwise, None),))
    elif (constant(node.least) or 0) <= 0:
        otherwise = None
    if chosen is None:
        return otherwise or t.Block(())
    return t.Choose(
        node.decision, _answer_name(node), t.Selection(node.decision.type, "answers", answer=chosen), None, body,
        otherwise, node.instead if node.done is None else node.instead or t.Block(()), node.done, node.veil, node.hidden,
        origin=node.origin,
    )  # fmt: skip


def _answer_name(node: t.ChooseSeveral) -> str:
    return f"_{node.decision.name}"


def _asked(node: t.ChooseSeveral, count: int) -> t.Expr:
    """Whether an answer may have so many things."""
    most = node.least if node.most is None else node.most
    conditions = (_compared(at_most, node.least, count), _compared(at_least, most, count))
    if t.FALSE in conditions:
        return t.FALSE
    return all_of(each for each in conditions if each != t.TRUE) or t.TRUE


def _compared(compare: Callable[[t.Expr, int], t.Op], amount: t.Expr, count: int) -> t.Expr:
    known = constant(amount)
    if known is None:
        return compare(amount, count)
    return t.TRUE if (known <= count if compare is at_most else known >= count) else t.FALSE


def fewest_things(node: t.ChooseSeveral) -> t.Expr:
    """How many things an answer has at least: no more than there are, where nothing else is done then."""
    if node.otherwise is not None:
        return node.least
    none = with_picked(node.where, node, ())
    return least(node.least, t.Quantity(INT, "count", node.var, node.selection, none, None, "first"))


def _kind(node: t.ChooseSeveral, part: AnswerPartType, names: Sequence[t.Local], asked: t.Expr | None) -> t.AnswerPart:
    """The answers of so many things, each behind the one before."""
    found: t.AnswerPart | None = None
    terms = set_terms(part.size, len(names))
    for place in reversed(range(len(names))):
        where = with_picked(node.where, node, names[:place], names[place])
        if place:
            where = both(above(_order(names[place]), _order(names[place - 1])), where)
        else:
            where = both(asked, where)
        if place == len(names) - 1:
            where = both(where, with_picked(node.enough, node, names))
        selection = with_picked(node.selection, node, names[:place])
        found = t.AnswerPart(names[place].name, selection, where, part.low, part.size, found, terms=terms[place])
    assert found is not None
    return found


def _order(thing: t.Local) -> t.Expr:
    return thing if thing.type.kind in {"int", "bool"} else number_of(thing)


def _effect(node: t.ChooseSeveral, names: Sequence[t.Local]) -> t.Block:
    """What is done with a set of things."""
    kind = names[0].type
    body = with_picked(node.body, node, names)
    each = t.For(node.var, t.Selection(kind, "items", parts=tuple(names)), None, body, origin=node.body.origin)
    then = () if node.then is None else (with_picked(node.then, node, names),)
    return t.Block((each, *then))


def with_picked(tree: Any, node: t.ChooseSeveral, names: Sequence[t.Local], thing: t.Local | None = None) -> Any:
    """A tree in which these are the things that were picked, and `thing` is the one that is looked at."""

    def change(each: Any) -> Any:
        if type(each) is t.Selection and each.kind == "things":
            (of,) = each.parts
            if isinstance(of, t.Local) and of.name == node.picked:
                return t.Selection(each.type, "items", parts=tuple(names))
        if thing is not None and type(each) is t.Local and each.name == node.var:
            return thing
        return rebuilt(each, change)

    return None if tree is None else change(tree)


def things_picked(kind: t.AnswerPart, picked: t.Expr, name: Callable[[str], str]) -> Iterator[t.Let]:
    """The things of a set that was picked, worked out of its number from the first on (see `domains.things_of_set`)."""
    behind: t.Expr = plus(picked, -kind.first)
    for part in kind.chain:
        held, place = local(name("behind"), INT), name("place")
        yield t.Let(held.name, behind)
        at = local(place, span(0, max(0, part.size - 2)))
        earlier = t.Quantity(
            INT, "count", place, t.Selection(at.type, "values", tuple(range(part.size - 1))),
            t.Op(BOOL, "<", (t.Pick(INT, part.terms, "", at), held)), None, "first",
        )  # fmt: skip
        yield t.Let(part.var, t.Op(part.selection.type.sure(), "+", (earlier, t.Const(INT, part.low))))
        thing = plus(t.Local(INT, part.var), -part.low)
        behind = t.Op(INT, "-", (held, t.Pick(INT, part.terms, "", thing)))
