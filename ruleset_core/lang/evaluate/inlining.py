"""Closures of short expressions of Python, into which operands that are local names or known numbers are written.

Most operands are one of these, and to call a closure for each would take longer than what is done with it. `x == 3` becomes

    lambda s, env: 1 if env[a] == b else 0              and not    1 if a(s, env) == b(s, env) else 0

with `a` the name "x" and `b` the number 3. Each such function is made once for a template and the forms of its operands. Templates
stand in this package alone; nothing of the data gets into the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator

_FORMS: Final[Mapping[type, str]] = {t.Const: "{0}", t.Local: "env[{0}]"}
"""How an operand is written, by its class; others are called."""
_CALLED: Final = "{0}(s, env)"


def inlined(e: Evaluator, template: str, operands: Mapping[str, t.Expr], **captured: object) -> Value:
    """The closure of a template: an expression of `s`, `env`, what is captured, and `{name}` for each operand."""
    forms = tuple([(name, _FORMS.get(type(node), _CALLED)) for name, node in operands.items()])
    made: Value = _maker(template, forms, tuple(captured))(
        *[_written(e, node) for node in operands.values()], *captured.values()
    )
    return made


def _written(e: Evaluator, node: t.Expr) -> object:
    """What stands for an operand in the closure."""
    if isinstance(node, t.Const):
        return node.value
    return node.name if isinstance(node, t.Local) else e.value(node)


@cache
def _maker(template: str, forms: tuple[tuple[str, str], ...], captured: tuple[str, ...]) -> Callable[..., Any]:
    """What makes closures of a template, given what stands for the operands, and what is captured."""
    names = [name for name, _ in forms]
    text = template.format(**{name: form.format(name) for name, form in forms})
    made: Callable[..., Any] = eval(f"lambda {', '.join([*names, *captured])}: lambda s, env: {text}", {})  # noqa: S307 - our own text
    return made
