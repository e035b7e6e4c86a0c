"""Syntax trees of expressions back to text: single blanks, no brackets but those that are needed or that make it clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ruleset_core.lang.operations import AND, ATOM, COMPARED, NOT, OPERATIONS, OR, SIGN, SUM
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.syntax import nodes as s

READABLE = 100
"""Longest line of an expression: beyond it, it is broken before `and` and `or`, then at `if`, then at sums."""
BREAKABLE = frozenset({OR, AND, SUM})
"""Operators before which a line may be broken: `and`, `or`, plus and minus."""
OPEN = (s.Quantity, s.Conditional, s.Member)
"""What takes in all that follows it: in brackets wherever something may follow."""


class ExprPrinter:
    """Prints expressions. With the `source` of the tree, line breaks are kept where they may stand, if `breaks`."""

    def __init__(self, source: str = "", *, breaks: bool = False, readable: int = READABLE) -> None:
        self.source = source
        self.breaks = breaks
        self.readable = readable
        self.split: set[int] = set()
        self.depth = 0

    def fitted(self, make: Callable[[], list[str]], roots: Iterable[s.Node]) -> list[str]:
        """What `make` prints; as long as a line is too long, what holds least tightly is broken over several."""
        lines = make()
        for together in breakable(roots) if self.breaks else ():
            if not self._excess(lines):
                break
            names = {*map(id, together)} - self.split
            self.split |= names
            broken = make()
            if self._excess(broken) < self._excess(lines):
                lines = broken
            else:
                self.split -= names
        return lines

    def _excess(self, lines: list[str]) -> int:
        """How many characters stand beyond the longest readable line."""
        return sum(max(0, len(line) - self.readable) for line in lines)

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
                return f"{self.expr(node.of, ATOM)}.{node.name}"
            case s.Index():
                return f"{self.expr(node.of, ATOM)}[{self._list(node.items)}]"
            case s.Invoke():
                return f"{node.name}({self._list(node.args)})"
            case s.Listing():
                return f"[{self._list(node.items)}]"
            case s.Minus():
                return f"-{self.expr(node.of, SIGN)}"
            case s.Negate():
                return f"not {self.expr(node.of, NOT)}"
            case s.Binary():
                return self._binary(node)
            case s.Member():
                return f"{self.expr(node.of, SUM)} in {self.selection(node.selection)}"
            case s.Conditional():
                return self._conditional(node)
            case s.Can():
                return f"can {{ {self.costs(node.costs)} }}"
            case s.Quantity():
                return self._quantity(node)
            case s.Reach():
                return self._reach(node)
            case _:
                raise TypeError(f"not an expression: {node}")

    def _number(self, node: s.Number) -> str:
        written = self.source[node.start : node.end]
        return written if written.isdigit() else str(node.value)

    def _list(self, items: tuple[s.Node, ...]) -> str:
        return ", ".join(self.expr(item) for item in items)

    def _binary(self, node: s.Binary) -> str:
        level = _level(node)
        broken = self._broken(node)
        chained = broken and isinstance(node.left, s.Binary) and self._broken(node.left)
        left = self._part(node.left, level + (level == COMPARED), deeper=broken and not chained)
        blank = self._break() if broken else " "
        return f"{left}{blank}{node.operator} {self._part(node.right, level + 1, deeper=broken)}"

    def _conditional(self, node: s.Conditional) -> str:
        kept = "\n" in self.source[node.condition.end : node.then.start]
        broken = self.breaks and (kept or id(node) in self.split)
        condition, then = (self._part(each, OR, deeper=broken) for each in (node.condition, node.then))
        blank = self._break() if broken else " "
        return f"if {condition}{blank}then {then}{blank}else {self.expr(node.otherwise)}"

    def _part(self, node: s.Node, above: int, *, deeper: bool) -> str:
        """A part of an expression; if that stands over several lines, breaks within the part are indented."""
        self.depth += deeper
        text = self.expr(node, above)
        self.depth -= deeper
        return text

    def _break(self) -> str:
        return "\n" + "  " * self.depth

    def _broken(self, node: s.Binary) -> bool:
        between = self.source[node.left.end : node.right.start]
        kept = _level(node) in BREAKABLE and "\n" in between
        return self.breaks and (kept or id(node) in self.split)

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
        ties = f" ties {node.ties}" if node.ties else ""
        return f"{head} {QUANTITIES[node.kind].body} {self.expr(node.body, OR)}{ties}"

    def _reach(self, node: s.Reach) -> str:
        limit = "" if node.limit is None else f" up to {self.expr(node.limit, SUM)}"
        start = f"from {node.var} in {self.selection(node.among)}{self.where(node.first, OR)}"
        if node.head:
            start = f"{node.head} {start}"
        last = OR if node.then is not None or node.worth is not None else 0
        step = f" by {node.to} in {self.selection(node.step)}{self.where(node.where, last)}"
        if node.then is not None:
            last = OR if node.worth is not None else 0
            step += f" then {node.onward} in {self.selection(node.then)}{self.where(node.further, last)}"
        worth = "" if node.worth is None else f" of {self.expr(node.worth)}"
        return f"({start}{limit}{step}{worth})"

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


def breakable(roots: Iterable[s.Node]) -> Iterator[list[s.Node]]:
    """What may be broken over several lines, the outermost first: `and`s or `or`s or sums that belong together, `if`. Arguments stay whole."""
    level = list(roots)
    while level:
        level = [node for node in level if not isinstance(node, s.Invoke | s.Index)]
        found = [_together(node) for node in level]
        yield from filter(None, found)
        inner = {id(each) for together in found for each in together}
        level = [child for node in level for child in _below(node, inner)]


def _together(node: s.Node) -> list[s.Node]:
    if isinstance(node, s.Conditional):
        return [node]
    if not isinstance(node, s.Binary) or _level(node) not in BREAKABLE:
        return []
    found: list[s.Node] = [node]
    left = node.left
    while isinstance(left, s.Binary) and _level(left) == _level(node):
        found.append(left)
        left = left.left
    return found


def _below(node: s.Node, taken: set[int]) -> Iterator[s.Node]:
    """The nodes below one; of those that belong together with it, what is below them. Blocks are not looked into."""
    for child in node.children():
        if id(child) in taken:
            yield from _below(child, taken)
        elif not isinstance(child, s.Block | s.Branch):
            yield child


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
        return OPERATIONS[node.operator].level
    if isinstance(node, s.Negate):
        return NOT
    return SIGN if isinstance(node, s.Minus) else ATOM
