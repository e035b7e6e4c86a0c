"""Syntax trees of expressions back to text: single blanks, no brackets but those that are needed or that make it clear."""

from __future__ import annotations

from ruleset_core.lang.syntax import nodes as s

OR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, POSTFIX = range(1, 9)
LEVELS = {"or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "per": PRODUCT, "mod": PRODUCT}
"""How tightly an operator holds; all others compare."""
OPEN = (s.Quantity, s.Conditional, s.Member)
"""What takes in all that follows it: in brackets wherever something may follow."""


class ExprPrinter:
    """Prints expressions. With the `source` of the tree, line breaks before `and` and `or` are kept, if `breaks`."""

    def __init__(self, source: str = "", *, breaks: bool = False) -> None:
        self.source = source
        self.breaks = breaks

    def expr(self, node: s.Node, above: int = 0) -> str:
        """An expression, in brackets if it holds less tightly than what is around it."""
        text = self._expr(node)
        return f"({text})" if _level(node) < above else text

    def _expr(self, node: s.Node) -> str:
        match node:
            case s.Number():
                return self._number(node)
            case s.Name():
                return node.name
            case s.Attribute():
                return f"{self.expr(node.of, POSTFIX)}.{node.name}"
            case s.Index():
                return f"{self.expr(node.of, POSTFIX)}[{self._list(node.items)}]"
            case s.Invoke():
                return f"{node.name}({self._list(node.args)})"
            case s.Listing():
                return f"[{self._list(node.items)}]"
            case s.Minus():
                return f"-{self.expr(node.of, UNARY)}"
            case s.Negate():
                return f"not {self.expr(node.of, NOT)}"
            case s.Binary():
                return self._binary(node)
            case s.Member():
                return f"{self.expr(node.of, SUM)} in {self.selection(node.selection)}"
            case s.Conditional():
                condition, then = self.expr(node.condition, OR), self.expr(node.then, OR)
                return f"if {condition} then {then} else {self.expr(node.otherwise)}"
            case s.Can():
                return f"can {{ {self.costs(node.costs)} }}"
            case s.Quantity():
                return self._quantity(node)
            case _:
                raise TypeError(f"not an expression: {node}")

    def _number(self, node: s.Number) -> str:
        written = self.source[node.start : node.end]
        return written if written.isdigit() else str(node.value)

    def _list(self, items: tuple[s.Node, ...]) -> str:
        return ", ".join(self.expr(item) for item in items)

    def _binary(self, node: s.Binary) -> str:
        level = _level(node)
        left = self.expr(node.left, level + (level == COMPARE))
        blank = "\n" if self._broken(node) else " "
        return f"{left}{blank}{node.operator} {self.expr(node.right, level + 1)}"

    def _broken(self, node: s.Binary) -> bool:
        between = self.source[node.left.end : node.right.start]
        return self.breaks and node.operator in {"and", "or"} and "\n" in between

    def selection(self, node: s.Selection) -> str:
        """What stands after `in`."""
        of = self.expr(node.of, SUM)
        return of if node.to is None else f"{of} to {self.expr(node.to, SUM)}"

    def where(self, node: s.Node | None, above: int = 0) -> str:
        """` where ...`, if there is a condition."""
        return "" if node is None else f" where {self.expr(node, above)}"

    def _quantity(self, node: s.Quantity) -> str:
        head = f"{node.kind} {node.var} in {self.selection(node.selection)}{self.where(node.where, OR)}"
        if node.body is None:
            return head
        word = "has" if node.kind == "every" else "by" if node.kind in {"most", "least"} else "of"
        ties = f" ties {node.ties}" if node.ties else ""
        return f"{head} {word} {self.expr(node.body, OR)}{ties}"

    def costs(self, costs: tuple[s.Verb, ...]) -> str:
        """Costs, left of `->` or after `can`."""
        return ", ".join(self.verb(cost) for cost in costs)

    def verb(self, node: s.Verb) -> str:
        """A verb with its arguments, which stand side by side: brackets where two would run into each other."""
        last = len(node.args) - 1
        values = [self.expr(arg.value, 0 if place == last else OR) for place, arg in enumerate(node.args)]
        for place in range(last, 0, -1):  # brackets around one may ask for brackets around the one before
            if node.args[place].word is None:
                if values[place][0] in "-[":
                    values[place] = f"({values[place]})"
                if values[place][0] == "(" and _ends_in_name(node.args[place - 1].value):
                    values[place - 1] = f"({values[place - 1]})"
        words = (f"{arg.word} " if arg.word else "" for arg in node.args)
        return " ".join([node.name, *(word + value for word, value in zip(words, values, strict=True))])


def _ends_in_name(node: s.Node) -> bool:
    """Whether a `(` behind this would read as a call."""
    while True:
        match node:
            case s.Name():
                return True
            case s.Binary():
                node = node.right
            case s.Minus() | s.Negate():
                node = node.of
            case _:
                return False


def _level(node: s.Node) -> int:
    if isinstance(node, OPEN):
        return 0
    if isinstance(node, s.Binary):
        return LEVELS.get(node.operator, COMPARE)
    if isinstance(node, s.Negate):
        return NOT
    return UNARY if isinstance(node, s.Minus) else POSTFIX
