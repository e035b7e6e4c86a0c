"""Statements that do nothing, whatever the position: `gain 0 coin`, `repeat 0 { }`, `for each a in 5 to 1 { }`."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.truth import Truth, same
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.lang.walk import everything


def idle(v: Vocabulary, statement: t.Statement) -> str:
    """Why a statement does nothing; empty if it may do something."""
    match statement:
        case t.Gain(amount=amount) | t.Lose(amount=amount) if _never_positive(v, amount):
            verb = "gained" if isinstance(statement, t.Gain) else "lost"
            return f"what is {verb} here is never more than 0"
        case t.Repeat(times=times) | t.ChooseUpTo(times=times) if _never_positive(v, times):
            return "this is done 0 times"
        case t.For(selection=t.Selection(kind="values", values=())) if statement.selection.type.kind == "int":
            return "this goes through no number: the first is above the last"
        case t.Put() if same(statement.target, statement.value):
            return "this sets a field to the value that it has"
        case _:
            return ""


def _never_positive(v: Vocabulary, amount: t.Expr) -> bool:
    if amount.type.kind != "int" or Truth(v).values(amount, {}).high > 0:
        return False
    return all(each.type.kind != "bad" for each in everything(amount) if hasattr(each, "type"))
