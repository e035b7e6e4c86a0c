"""The written forms of choices, read off the typed tree.

`choose act { fight { gain 1 gold } | rest { gain 2 gold } }` is linked as a choice whose body is a chain of conditions:

    choose _1 in act { if _1 == fight { gain 1 gold } else if _1 == rest { gain 2 gold } }

`choice_branches` gives the branches back, as `(member, when it is offered, effect)`. Texts of cards and the list of symbols
speak of branches, not of the chain.
"""

from __future__ import annotations

from dataclasses import dataclass

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.types import Type

Branch = tuple[int, t.Expr, t.Block]
"""The member, when it is offered, and what it does."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """One kind of answers, or all answers of a question that has a single kind.

    Attributes:
        decision: what they are answers of.
        type: of their values.
        branches: of single members, if they have branches of their own.
        body: what is done with an answer.
    """

    decision: str
    type: Type
    branches: list[Branch]
    body: t.Block


def answer_forms(node: t.Choose) -> list[AnswerForm]:
    """The kinds of answers of a question: `step c in cell { }`, and `pass { } | double { }`, two members of a third decision."""
    found: list[AnswerForm] = []
    kinds: list[tuple[t.AnswerPart | None, t.Block]] = [*answer_kinds(node)]
    for part, body in kinds or [(node.selection.answer, node.body)]:
        if part is None:
            found.append(
                AnswerForm(node.decision.name, node.decision.type, _branches(node.var, node.where, body), body)
            )
        else:
            branches = _branches(part.var, part.where, body) if part.then is None else []
            name = part.var[1:] if branches else ""
            found.append(AnswerForm(name, part.selection.type, branches, body))
    return found


def choice_branches(node: t.Choose) -> list[Branch]:
    """The branches of `choose DECISION { member { } | member { } }`; none for other choices, and for those with answers of several kinds."""
    forms = answer_forms(node)
    return forms[0].branches if len(forms) == 1 else []


def _branches(var: str, where: t.Expr | None, body: t.Block) -> list[Branch]:
    """What a chain of conditions does for each member that is picked; nothing of other effects."""
    if not var.startswith("_"):
        return []
    offered = _conditions(where)
    found: list[Branch] = []
    rest: t.Block | None = body
    while rest is not None and rest.items:
        way = rest.items[0]
        if not isinstance(way, t.If) or not _picks(way.condition, var):
            return []
        value = _picked(way.condition)
        found.append((value, offered.get(value, t.TRUE), way.then))
        rest = way.otherwise
    return found


def answer_kinds(node: t.Choose) -> list[tuple[t.AnswerPart, t.Block]]:
    """The kinds of answers of `choose DECISION { step c in cell { } | wall p in post { } }`, each with what it does; none for other choices."""
    kinds = () if node.selection.answer is None else node.selection.answer.kinds
    if len(kinds) < 2:
        return []
    found: list[tuple[t.AnswerPart, t.Block]] = []
    body = node.body
    for kind in kinds[:-1]:
        (way,) = body.items
        assert isinstance(way, t.If)
        assert way.otherwise is not None
        found.append((kind, way.then))
        body = way.otherwise
    return [*found, (kinds[-1], body)]


def optional_effect(node: t.Choose) -> t.Block | None:
    """What `may DECISION { }` lets a player do; None for other choices."""
    if not node.var.startswith("_") or len(node.body.items) != 1:
        return None
    way = node.body.items[0]
    if isinstance(way, t.If) and isinstance(way.condition, t.Local) and way.condition.name == node.var:
        return way.then
    return None


def repeated_payment(node: t.Choose) -> t.Pay | None:
    """What `may up to N DECISION { }` lets a player pay, once; None for other choices."""
    if not node.var.startswith("_") or node.selection.kind != "range" or len(node.body.items) != 1:
        return None
    paid = node.body.items[0]
    if not isinstance(paid, t.Pay) or not isinstance(paid.body.items[0], t.Repeat):
        return None
    costs = tuple((amount.args[1], resource) for amount, resource in paid.costs if isinstance(amount, t.Op))
    return t.Pay(costs, paid.body.items[0].body, None)


def _picks(condition: t.Expr, var: str) -> bool:
    if not (isinstance(condition, t.Op) and condition.name == "=="):
        return False
    first, second = condition.args
    return isinstance(first, t.Local) and first.name == var and isinstance(second, t.Const)


def _picked(condition: t.Expr) -> int:
    assert isinstance(condition, t.Op)
    value = condition.args[1]
    assert isinstance(value, t.Const)
    return value.value


def _conditions(where: t.Expr | None) -> dict[int, t.Expr]:
    """The conditions of branches, which a typed tree holds as one chain of `if`."""
    found: dict[int, t.Expr] = {}
    while isinstance(where, t.Op) and where.name == "if":
        is_it, condition, where = where.args
        found[_picked(is_it)] = condition
    return found
