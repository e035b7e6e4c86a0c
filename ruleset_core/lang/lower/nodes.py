"""Parts of trees that lowering makes again and again."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import BOOL, INT, SEAT, Type
from ruleset_core.lang.vocabulary import Vocabulary


def local(name: str, kind: Type) -> t.Local:
    """A reference to a local."""
    return t.Local(kind, name)


def load(vocabulary: Vocabulary, name: str, *index: t.Expr, seat: bool = True) -> t.Load:
    """A reference to a field of the acting seat, or to a shared one. It is there: made where a seat acts, for a member."""
    where = vocabulary.fields[name]
    return t.Load(where.type, where, local("me", SEAT) if seat else None, index, sure=True)


def plus(left: t.Expr, right: int) -> t.Expr:
    """An amount more."""
    return t.Op(INT, "+", (left, t.Const(INT, right)))


def both(first: t.Expr | None, second: t.Expr | None) -> t.Expr | None:
    """Two conditions together, either of which may be left out."""
    if first is None or second is None:
        return first or second
    return t.Op(BOOL, "and", (first, second))
