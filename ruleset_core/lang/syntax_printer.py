"""The formatter: a syntax tree in, its canonical text out, on one line or as an indented block.

`ruleset fmt` and error messages write trees back as text, so there is one way to write each of them:

>>> from ruleset_core.lang.file_formatter import format_effect, format_expr
>>> format_effect("gain   2 points;set pot=0")
'gain 2 points; set pot = 0'
>>> format_expr("(pot)+ 1>face")                 # brackets that change nothing go
'pot + 1 > face'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ruleset_core.lang.operations import AND, ATOM, COMPARED, NOT, OPERATIONS, OR, SIGN, SUM
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.syntax import syntax_tree as s

# Syntax trees of expressions back to text: single blanks, no brackets but those that are needed or that make it
# clear.

READABLE = 100
"""Longest line of an expression: beyond it, it is broken before `and` and `or`, then at `if`, then at sums."""
BREAKABLE = frozenset({OR, AND, SUM})
"""Operators before which a line may be broken: `and`, `or`, plus and minus."""
OPEN = (s.QuantitySyntax, s.ConditionalSyntax, s.WouldSyntax, s.MemberSyntax)
"""What takes in all that follows it: in brackets wherever something may follow."""


class ExpressionPrinter:
    """Prints expressions. With the `source` of the tree, line breaks are kept where they may stand, if `breaks`."""

    def __init__(self, source: str = "", *, breaks: bool = False, readable: int = READABLE) -> None:
        self.source = source
        self.breaks = breaks
        self.readable = readable
        self.split: set[int] = set()
        self.depth = 0

    def fitted(self, make: Callable[[], list[str]], roots: Iterable[s.SyntaxNode]) -> list[str]:
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

    def expr(self, node: s.SyntaxNode, above: int = 0) -> str:
        """An expression, in brackets if it holds less tightly than what is around it."""
        text = self._expr(node)
        return f"({text})" if _level(node) < above else text

    def _expr(self, node: s.SyntaxNode) -> str:
        match node:
            case s.NumberSyntax():
                return self._number(node)
            case s.NameSyntax():
                return node.name
            case s.AttributeSyntax():
                return f"{self.expr(node.of, ATOM)}.{node.name}"
            case s.IndexSyntax():
                return f"{self.expr(node.of, ATOM)}[{self._list(node.items)}]"
            case s.InvokeSyntax():
                return f"{node.name}({self._list(node.args)})"
            case s.ListingSyntax():
                return f"[{self._list(node.items)}]"
            case s.MinusSyntax():
                return f"-{self.expr(node.of, SIGN)}"
            case s.NegateSyntax():
                return f"not {self.expr(node.of, NOT)}"
            case s.BinarySyntax():
                return self._binary(node)
            case s.MemberSyntax():
                return f"{self.expr(node.of, SUM)} in {self.selection(node.selection)}"
            case s.ConditionalSyntax():
                return self._conditional(node)
            case s.CanSyntax():
                return f"can {{ {self.costs(node.costs)} }}"
            case s.WouldSyntax():
                return self._would(node)
            case s.QuantitySyntax():
                return self._quantity(node)
            case s.ReachSyntax():
                return self._reach(node)
            case _:
                raise TypeError(f"not an expression: {node}")

    def _number(self, node: s.NumberSyntax) -> str:
        written = self.source[node.start : node.end]
        return written if written.isdigit() else str(node.value)

    def _list(self, items: tuple[s.SyntaxNode, ...]) -> str:
        return ", ".join(self.expr(item) for item in items)

    def _binary(self, node: s.BinarySyntax) -> str:
        level = _level(node)
        broken = self._broken(node)
        chained = broken and isinstance(node.left, s.BinarySyntax) and self._broken(node.left)
        left = self._part(node.left, level + (level == COMPARED), deeper=broken and not chained)
        blank = self._break() if broken else " "
        return f"{left}{blank}{node.operator} {self._part(node.right, level + 1, deeper=broken)}"

    def _conditional(self, node: s.ConditionalSyntax) -> str:
        kept = "\n" in self.source[node.condition.end : node.then.start]
        broken = self.breaks and (kept or id(node) in self.split)
        condition, then = (self._part(each, OR, deeper=broken) for each in (node.condition, node.then))
        blank = self._break() if broken else " "
        return f"if {condition}{blank}then {then}{blank}else {self.expr(node.otherwise)}"

    def _would(self, node: s.WouldSyntax) -> str:
        """A trial; its effect stands on one line."""
        kept = "\n" in self.source[node.effect.end : node.value.start]
        blank = self._break() if self.breaks and (kept or id(node) in self.split) else " "
        return f"would {EffectPrinter(self.source).block(node.effect)}{blank}then {self.expr(node.value)}"

    def _part(self, node: s.SyntaxNode, above: int, *, deeper: bool) -> str:
        """A part of an expression; if that stands over several lines, breaks within the part are indented."""
        self.depth += deeper
        text = self.expr(node, above)
        self.depth -= deeper
        return text

    def _break(self) -> str:
        return "\n" + "  " * self.depth

    def _broken(self, node: s.BinarySyntax) -> bool:
        between = self.source[node.left.end : node.right.start]
        kept = _level(node) in BREAKABLE and "\n" in between
        return self.breaks and (kept or id(node) in self.split)

    def selection(self, node: s.SelectionSyntax) -> str:
        """What stands after `in`."""
        of = self.expr(node.of, SUM)
        return of if node.to is None else f"{of} to {self.expr(node.to, SUM)}"

    def where(self, node: s.SyntaxNode | None, above: int = 0) -> str:
        """` where ...`, if there is a condition."""
        return "" if node is None else f" where {self.expr(node, above)}"

    def _quantity(self, node: s.QuantitySyntax) -> str:
        head = f"{node.kind} {node.var} in {self.selection(node.selection)}{self.where(node.where, OR)}"
        if node.body is None:
            return head
        ties = f" ties {node.ties}" if node.ties else ""
        return f"{head} {QUANTITIES[node.kind].body} {self.expr(node.body, OR)}{ties}"

    def _reach(self, node: s.ReachSyntax) -> str:
        limit = "" if node.limit is None else f" up to {self.expr(node.limit, SUM)}"
        start = f"from {node.var} in {self.selection(node.among)}{self.where(node.first, OR)}"
        if node.head:
            start = f"{node.head} {start}"
        ended = node.goal is not None or node.worth is not None
        last = OR if node.then is not None or ended else 0
        step = f" by {node.to} in {self.selection(node.step)}{self.where(node.where, last)}"
        if node.then is not None:
            last = OR if ended else 0
            step += f" then {node.onward} in {self.selection(node.then)}{self.where(node.further, last)}"
        last = OR if node.worth is not None else 0
        goal = "" if node.goal is None else f" done{self.where(node.goal, last)}"
        worth = "" if node.worth is None else f" of {self.expr(node.worth)}"
        return f"({start}{limit}{step}{goal}{worth})"

    def costs(self, costs: tuple[s.VerbSyntax, ...]) -> str:
        """Costs, left of `->` or after `can`."""
        return ", ".join(self.verb(cost) for cost in costs)

    def verb(self, node: s.VerbSyntax) -> str:
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


def breakable(roots: Iterable[s.SyntaxNode]) -> Iterator[list[s.SyntaxNode]]:
    """What may be broken over several lines, the outermost first: `and`s or `or`s or sums that belong together, `if`. Arguments stay whole."""
    level = list(roots)
    while level:
        level = [node for node in level if not isinstance(node, s.InvokeSyntax | s.IndexSyntax)]
        found = [_together(node) for node in level]
        yield from filter(None, found)
        inner = {id(each) for together in found for each in together}
        level = [child for node in level for child in _below(node, inner)]


def _together(node: s.SyntaxNode) -> list[s.SyntaxNode]:
    if isinstance(node, s.ConditionalSyntax | s.WouldSyntax):
        return [node]
    if not isinstance(node, s.BinarySyntax) or _level(node) not in BREAKABLE:
        return []
    found: list[s.SyntaxNode] = [node]
    left = node.left
    while isinstance(left, s.BinarySyntax) and _level(left) == _level(node):
        found.append(left)
        left = left.left
    return found


def _below(node: s.SyntaxNode, taken: set[int]) -> Iterator[s.SyntaxNode]:
    """The nodes below one; of those that belong together with it, what is below them. Blocks are not looked into."""
    for child in node.children():
        if id(child) in taken:
            yield from _below(child, taken)
        elif not isinstance(child, s.BlockSyntax | s.BranchSyntax):
            yield child


def _ends_in_name(node: s.SyntaxNode) -> bool:
    """Whether a `(` behind this would read as a call."""
    while True:
        match node:
            case s.NameSyntax():
                return True
            case s.BinarySyntax():
                node = node.right
            case s.MinusSyntax() | s.NegateSyntax():
                node = node.of
            case _:
                return False


def _level(node: s.SyntaxNode) -> int:
    if isinstance(node, OPEN):
        return 0
    if isinstance(node, s.BinarySyntax):
        return OPERATIONS[node.operator].level
    if isinstance(node, s.NegateSyntax):
        return NOT
    return SIGN if isinstance(node, s.MinusSyntax) else ATOM


# Syntax trees of effects back to text, on one line or as an indented block.

Piece = str | s.BlockSyntax | tuple[s.BranchSyntax, ...]
"""A part of a statement: text, a block in braces, or branches in braces."""
STEP = "  "
COMMENT = re.compile(r"#[^\n]*")
"""A comment of the language."""


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A line of a block: a statement, or the head of a `choose` whose body is the rest of the block."""

    node: s.SyntaxNode
    end: int
    pieces: Sequence[Piece]


class EffectPrinter(ExpressionPrinter):
    """Prints effects. In block form, breaks after `{` and between statements are kept where the source has them."""

    def __init__(self, source: str = "", *, breaks: bool = False, width: int = 110, readable: int = READABLE) -> None:
        super().__init__(source, breaks=breaks, readable=readable)
        self.width = width
        self.comments = [(found.start(), found.group().rstrip()) for found in COMMENT.finditer(source)]

    # -- what statements consist of -----------------------------------------------------------------------------

    def items(self, statements: Sequence[s.SyntaxNode]) -> list[BlockLine]:
        """The lines of a block."""
        found: list[BlockLine] = []
        for place, node in enumerate(statements):
            if isinstance(node, s.ChooseSyntax) and self._open(node, last=place == len(statements) - 1):
                found.append(BlockLine(node, node.end, [self._choice(node)]))
                found += self.items(node.body.statements if node.body else ())
            else:
                found.append(BlockLine(node, node.end, self.pieces(node)))
        return found

    @staticmethod
    def _open(node: s.ChooseSyntax, *, last: bool) -> bool:
        """Whether a choice is written without braces: its body begins where the choice itself ends."""
        if node.body is None:
            return True
        return (
            last
            and node.up_to is None
            and node.otherwise is None
            and node.instead is None
            and node.body.start >= node.end
        )

    def _choice(self, node: s.ChooseSyntax) -> str:
        times = "" if node.up_to is None else f"up to {self.expr(node.up_to)} "
        done = "" if node.done is None else f" done where {self.expr(node.done)}"
        return f"choose {times}{node.decision} {self._answer(node.parts)}{done}"

    def _several(self, node: s.ChooseSeveralSyntax) -> str:
        count = f"exactly {self.expr(node.least)}"
        if node.most is not None:
            count = f"from {self.selection(s.SelectionSyntax(node.start, node.end, node.least, node.most))}"
        done = "" if node.enough is None else f" done where {self.expr(node.enough)}"
        return f"choose {count} {node.decision} {self._answer_part(node.part)}{done}"

    def _answer(self, parts: s.AnswerParts) -> str:
        return " then ".join(map(self._answer_part, parts))

    def _answer_part(self, node: s.AnswerPartSyntax) -> str:
        among = "" if node.selection is None else f" in {self.selection(node.selection)}"
        return f"{node.var}{among}{self.where(node.where)}"

    def pieces(self, node: s.SyntaxNode) -> list[Piece]:
        """A statement, its blocks apart."""
        match node:
            case s.VerbSyntax():
                return [self.verb(node)]
            case s.LetSyntax():
                return [f"let {node.var} = {self.expr(node.value)}"]
            case s.AssignSyntax():
                return [f"set {self.expr(node.target)} = {self.expr(node.value)}"]
            case s.WhenSyntax():
                return self._when(node)
            case s.ForEachSyntax():
                return [f"for each {node.var} in {self.selection(node.selection)}{self.where(node.where)} ", node.body]
            case s.RepeatSyntax():
                return [f"repeat {self.expr(node.times)} ", node.body]
            case s.ChooseSyntax():
                return self._with_ways_out([f"{self._choice(node)} ", *([node.body] if node.body else [])], node)
            case s.ChooseSeveralSyntax():
                then: list[Piece] = [] if node.then is None else [" then ", node.then]
                return self._with_ways_out([f"{self._several(node)} ", node.body, *then], node)
            case s.ChooseBranchSyntax():
                return self._with_ways_out([f"choose {node.decision} ", node.branches], node)
            case s.MaySyntax():
                times = "" if node.up_to is None else f"up to {self.expr(node.up_to)} "
                return [f"may {times}{node.decision} ", node.body]
            case s.AsSeatSyntax():
                return [f"as {self.expr(node.seat)} ", node.body]
            case s.PaySyntax():
                return self._pay(node)
            case s.DoSyntax():
                return [f"{f'let {node.var} = ' if node.var else ''}do {self.expr(node.target)}"]
            case s.EmitSyntax():
                return [f"emit {self.expr(node.target)}"]
            case s.CallHookSyntax():
                return [f"call {self.expr(node.target)}"]
            case _:
                raise TypeError(f"not a statement: {node}")

    def _when(self, node: s.WhenSyntax) -> list[Piece]:
        found: list[Piece] = [f"if {self.expr(node.condition)} ", node.then]
        rest = node.otherwise
        while rest is not None and len(rest.statements) == 1 and isinstance(rest.statements[0], s.WhenSyntax):
            inner = rest.statements[0]
            found += [f" else if {self.expr(inner.condition)} ", inner.then]
            rest = inner.otherwise
        return self._with_else(found, rest)

    def _with_ways_out(
        self, found: list[Piece], node: s.ChooseSyntax | s.ChooseSeveralSyntax | s.ChooseBranchSyntax
    ) -> list[Piece]:
        if node.instead is not None:
            first, body = self._branch(node.instead)
            found += [f" or {first}", body]
        return self._with_else(found, node.otherwise)

    @staticmethod
    def _with_else(found: list[Piece], otherwise: s.BlockSyntax | None) -> list[Piece]:
        return found if otherwise is None else [*found, " else ", otherwise]

    def _pay(self, node: s.PaySyntax) -> list[Piece]:
        body: list[Piece] = [node.body]
        if len(node.body.statements) == 1 and self.source[node.body.start : node.body.start + 1] != "{":
            only = node.body.statements[0]
            if isinstance(only, s.ChooseSyntax) and only.body is None:
                body = [self._choice(only)]
            elif isinstance(
                only, (s.VerbSyntax, s.LetSyntax, s.AssignSyntax, s.DoSyntax, s.EmitSyntax, s.CallHookSyntax)
            ):
                body = self.pieces(only)
        return self._with_else([f"{self.costs(node.costs)} -> ", *body], node.otherwise)

    # -- on one line --------------------------------------------------------------------------------------------

    def flat(self, pieces: Sequence[Piece]) -> str:
        """A statement on one line."""
        return "".join(piece if isinstance(piece, str) else self.block(piece) for piece in pieces)

    def block(self, block: s.BlockSyntax | tuple[s.BranchSyntax, ...]) -> str:
        """A block, or branches, in braces."""
        if isinstance(block, s.BlockSyntax):
            inner = "; ".join(self.flat(item.pieces) for item in self.items(block.statements))
        else:
            inner = " | ".join(self.flat(self._branch(branch)) for branch in block)
        return f"{{ {inner} }}" if inner else "{ }"

    def _branch(self, branch: s.BranchSyntax) -> list[Piece]:
        parts = f" {self._answer(branch.parts)}" if branch.parts else ""
        return [f"{branch.member}{parts}{self.where(branch.where)} ", branch.body]

    # -- as a block ---------------------------------------------------------------------------------------------

    def lines(self, block: s.BlockSyntax) -> list[str]:
        """A whole effect, line by line."""
        out: list[str] = []
        self._listed(self.items(block.statements), ";", "", out, 0, len(self.source))
        return out

    def _listed(self, items: Sequence[BlockLine], mark: str, indent: str, out: list[str], start: int, end: int) -> None:
        """Items with a mark between them; comments stand where they stood."""
        before = start
        for place, item in enumerate(items):
            self._comments(item.node.start, before, indent, out, first=place == 0)
            mine = self._lines(self._readable(item, indent), indent, item)
            if place < len(items) - 1:
                mine[-1] += mark
            joined = f"{out[-1]} {mine[0].lstrip()}" if out and place else ""
            if joined and self._joins(before, item, out[-1], mine) and len(joined) <= self.width:
                out[-1] = joined
            else:
                if place and re.search(r"\n[ \t]*\n", self.source[before : item.node.start]) and out[-1]:
                    out.append("")
                out += mine
            before = item.end
        self._comments(end, before, indent, out, first=not items)

    def _readable(self, item: BlockLine, indent: str) -> Sequence[Piece]:
        """The pieces of an item, with long conditions broken over several lines."""
        if isinstance(item.node, s.ChooseBranchSyntax):
            return item.pieces

        def again() -> Sequence[Piece]:
            if isinstance(item.node, s.BranchSyntax):
                return self._branch(item.node)
            if isinstance(item.node, s.ChooseSyntax) and len(item.pieces) == 1:
                return [self._choice(item.node)]
            return self.pieces(item.node)

        def texts() -> list[str]:
            return [indent + line for piece in again() if isinstance(piece, str) for line in piece.split("\n")]

        self.fitted(
            texts, [child for child in item.node.children() if not isinstance(child, s.BlockSyntax | s.BranchSyntax)]
        )
        return again()

    def _joins(self, before: int, item: BlockLine, line: str, mine: list[str]) -> bool:
        """Whether an item stays on the line of the one before it."""
        between = self.source[before : item.node.start]
        return len(mine) == 1 and "\n" not in between and not line.lstrip().startswith("}") and "#" not in line

    def _comments(self, until: int, before: int, indent: str, out: list[str], *, first: bool) -> None:
        """The comments that stand before an offset: behind the last line if they stood there, else on their own."""
        while self.comments and self.comments[0][0] < until:
            at, text = self.comments.pop(0)
            behind = not first and bool(out) and "\n" not in self.source[before:at] and "#" not in out[-1]
            if behind:
                blanks = len(self.source[:at]) - len(self.source[:at].rstrip(" "))
                out[-1] += " " * max(2, blanks) + text
            else:
                if re.search(r"\n[ \t]*\n[ \t]*\Z", self.source[before:at]) and out and out[-1] and not first:
                    out.append("")
                out.append(indent + text)

    def _lines(self, pieces: Sequence[Piece], indent: str, item: BlockLine) -> list[str]:
        line = self.flat(pieces)
        if "\n" in line and all(isinstance(piece, str) for piece in pieces):
            return [
                part if place == 0 else f"{indent}{STEP}{STEP}{part}"
                for place, part in enumerate((indent + line).split("\n"))
            ]
        if "\n" not in line and len(indent + line) < self.width and not self._spread(pieces, item):
            return [indent + line]
        out = [indent]
        for piece in pieces:
            if isinstance(piece, str):
                first, *more = piece.split("\n")
                out[-1] += first
                out += [f"{indent}{STEP}{STEP}{part}" for part in more]
            else:
                self._braces(piece, indent, out)
        return out

    def _spread(self, pieces: Sequence[Piece], item: BlockLine) -> bool:
        """Whether some block of a statement is written over several lines, or holds a comment."""
        if any(item.node.start <= at < item.end for at, _ in self.comments):
            return True
        return any(self._breaks_in(piece) for piece in pieces)

    def _breaks_in(self, piece: Piece) -> bool:
        if isinstance(piece, str):
            return False
        inner: Sequence[s.SyntaxNode] = piece.statements if isinstance(piece, s.BlockSyntax) else piece
        if not inner:
            return False
        start = piece.start if isinstance(piece, s.BlockSyntax) else self.source.rfind("{", 0, inner[0].start)
        return "\n" in self.source[max(start, 0) : inner[0].start] or any(self._inside(node) for node in inner)

    def _inside(self, node: s.SyntaxNode) -> bool:
        pieces = self._branch(node) if isinstance(node, s.BranchSyntax) else self.pieces(node)
        return any(self._breaks_in(piece) for piece in pieces)

    def _braces(self, piece: s.BlockSyntax | tuple[s.BranchSyntax, ...], indent: str, out: list[str]) -> None:
        if isinstance(piece, s.BlockSyntax):
            items, mark, start, end = self.items(piece.statements), ";", piece.start, piece.end
        else:
            items = [BlockLine(each, each.end, self._branch(each)) for each in piece]
            mark, start = " |", self.source.rfind("{", 0, piece[0].start)
            end = max(self.source.find("}", piece[-1].end), piece[-1].end)
        if not items and not any(start <= at < end for at, _ in self.comments):
            out[-1] += "{ }"
            return
        out[-1] += "{"
        self._listed(items, mark, indent + STEP, out, start, end)
        out.append(f"{indent}}}")
