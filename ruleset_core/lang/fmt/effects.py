"""Syntax trees of effects back to text, on one line or as an indented block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ruleset_core.lang.fmt.exprs import READABLE, ExprPrinter
from ruleset_core.lang.syntax import nodes as s

Piece = str | s.Block | tuple[s.Branch, ...]
"""A part of a statement: text, a block in braces, or branches in braces."""
STEP = "  "
COMMENT = re.compile(r"#[^\n]*")
"""A comment of the language."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a block: a statement, or the head of a `choose` whose body is the rest of the block."""

    node: s.Node
    end: int
    pieces: Sequence[Piece]


class EffectPrinter(ExprPrinter):
    """Prints effects. In block form, breaks after `{` and between statements are kept where the source has them."""

    def __init__(self, source: str = "", *, breaks: bool = False, width: int = 110, readable: int = READABLE) -> None:
        super().__init__(source, breaks=breaks, readable=readable)
        self.width = width
        self.comments = [(found.start(), found.group().rstrip()) for found in COMMENT.finditer(source)]

    # -- what statements consist of -----------------------------------------------------------------------------

    def items(self, statements: Sequence[s.Node]) -> list[Item]:
        """The lines of a block."""
        found: list[Item] = []
        for place, node in enumerate(statements):
            if isinstance(node, s.Choose) and self._open(node, last=place == len(statements) - 1):
                found.append(Item(node, node.end, [self._choice(node)]))
                found += self.items(node.body.statements if node.body else ())
            else:
                found.append(Item(node, node.end, self.pieces(node)))
        return found

    @staticmethod
    def _open(node: s.Choose, *, last: bool) -> bool:
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

    def _choice(self, node: s.Choose) -> str:
        times = "" if node.up_to is None else f"up to {self.expr(node.up_to)} "
        second = "" if node.second is None else f" then {self._sought(node.second)}"
        done = "" if node.done is None else f" done where {self.expr(node.done)}"
        return f"choose {times}{node.decision} {self._sought(node)}{second}{done}"

    def _sought(self, node: s.Choose | s.Second) -> str:
        among = "" if node.selection is None else f" in {self.selection(node.selection)}"
        return f"{node.var}{among}{self.where(node.where)}"

    def pieces(self, node: s.Node) -> list[Piece]:
        """A statement, its blocks apart."""
        match node:
            case s.Verb():
                return [self.verb(node)]
            case s.Let():
                return [f"let {node.var} = {self.expr(node.value)}"]
            case s.Assign():
                return [f"set {self.expr(node.target)} = {self.expr(node.value)}"]
            case s.When():
                return self._when(node)
            case s.ForEach():
                return [f"for each {node.var} in {self.selection(node.selection)}{self.where(node.where)} ", node.body]
            case s.Repeat():
                return [f"repeat {self.expr(node.times)} ", node.body]
            case s.Choose():
                found: list[Piece] = [f"{self._choice(node)} ", *([node.body] if node.body else [])]
                if node.instead is not None:
                    first, body = self._branch(node.instead)
                    found += [f" or {first}", body]
                return self._with_else(found, node.otherwise)
            case s.ChooseBranch():
                return [f"choose {node.decision} ", node.branches]
            case s.May():
                times = "" if node.up_to is None else f"up to {self.expr(node.up_to)} "
                return [f"may {times}{node.decision} ", node.body]
            case s.AsSeat():
                return [f"as {self.expr(node.seat)} ", node.body]
            case s.Pay():
                return self._pay(node)
            case s.Do():
                return [f"do {self.expr(node.target)}"]
            case s.Emit():
                return [f"emit {self.expr(node.target)}"]
            case s.CallHook():
                return [f"call {self.expr(node.target)}"]
            case _:
                raise TypeError(f"not a statement: {node}")

    def _when(self, node: s.When) -> list[Piece]:
        found: list[Piece] = [f"if {self.expr(node.condition)} ", node.then]
        rest = node.otherwise
        while rest is not None and len(rest.statements) == 1 and isinstance(rest.statements[0], s.When):
            inner = rest.statements[0]
            found += [f" else if {self.expr(inner.condition)} ", inner.then]
            rest = inner.otherwise
        return self._with_else(found, rest)

    @staticmethod
    def _with_else(found: list[Piece], otherwise: s.Block | None) -> list[Piece]:
        return found if otherwise is None else [*found, " else ", otherwise]

    def _pay(self, node: s.Pay) -> list[Piece]:
        body: list[Piece] = [node.body]
        if len(node.body.statements) == 1 and self.source[node.body.start : node.body.start + 1] != "{":
            only = node.body.statements[0]
            if isinstance(only, s.Choose) and only.body is None:
                body = [self._choice(only)]
            elif isinstance(only, (s.Verb, s.Let, s.Assign, s.Do, s.Emit, s.CallHook)):
                body = self.pieces(only)
        return self._with_else([f"{self.costs(node.costs)} -> ", *body], node.otherwise)

    # -- on one line --------------------------------------------------------------------------------------------

    def flat(self, pieces: Sequence[Piece]) -> str:
        """A statement on one line."""
        return "".join(piece if isinstance(piece, str) else self._flat_block(piece) for piece in pieces)

    def _flat_block(self, block: s.Block | tuple[s.Branch, ...]) -> str:
        if isinstance(block, s.Block):
            inner = "; ".join(self.flat(item.pieces) for item in self.items(block.statements))
        else:
            inner = " | ".join(self.flat(self._branch(branch)) for branch in block)
        return f"{{ {inner} }}" if inner else "{ }"

    def _branch(self, branch: s.Branch) -> list[Piece]:
        return [f"{branch.member}{self.where(branch.where)} ", branch.body]

    # -- as a block ---------------------------------------------------------------------------------------------

    def lines(self, block: s.Block) -> list[str]:
        """A whole effect, line by line."""
        out: list[str] = []
        self._listed(self.items(block.statements), ";", "", out, 0, len(self.source))
        return out

    def _listed(self, items: Sequence[Item], mark: str, indent: str, out: list[str], start: int, end: int) -> None:
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

    def _readable(self, item: Item, indent: str) -> Sequence[Piece]:
        """The pieces of an item, with long conditions broken over several lines."""
        if isinstance(item.node, s.ChooseBranch):
            return item.pieces

        def again() -> Sequence[Piece]:
            if isinstance(item.node, s.Branch):
                return self._branch(item.node)
            if isinstance(item.node, s.Choose) and len(item.pieces) == 1:
                return [self._choice(item.node)]
            return self.pieces(item.node)

        def texts() -> list[str]:
            return [indent + line for piece in again() if isinstance(piece, str) for line in piece.split("\n")]

        self.fitted(texts, [child for child in item.node.children() if not isinstance(child, s.Block | s.Branch)])
        return again()

    def _joins(self, before: int, item: Item, line: str, mine: list[str]) -> bool:
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

    def _lines(self, pieces: Sequence[Piece], indent: str, item: Item) -> list[str]:
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

    def _spread(self, pieces: Sequence[Piece], item: Item) -> bool:
        """Whether some block of a statement is written over several lines, or holds a comment."""
        if any(item.node.start <= at < item.end for at, _ in self.comments):
            return True
        return any(self._breaks_in(piece) for piece in pieces)

    def _breaks_in(self, piece: Piece) -> bool:
        if isinstance(piece, str):
            return False
        inner: Sequence[s.Node] = piece.statements if isinstance(piece, s.Block) else piece
        if not inner:
            return False
        start = piece.start if isinstance(piece, s.Block) else self.source.rfind("{", 0, inner[0].start)
        return "\n" in self.source[max(start, 0) : inner[0].start] or any(self._inside(node) for node in inner)

    def _inside(self, node: s.Node) -> bool:
        pieces = self._branch(node) if isinstance(node, s.Branch) else self.pieces(node)
        return any(self._breaks_in(piece) for piece in pieces)

    def _braces(self, piece: s.Block | tuple[s.Branch, ...], indent: str, out: list[str]) -> None:
        if isinstance(piece, s.Block):
            items, mark, start, end = self.items(piece.statements), ";", piece.start, piece.end
        else:
            items = [Item(each, each.end, self._branch(each)) for each in piece]
            mark, start = " |", self.source.rfind("{", 0, piece[0].start)
            end = max(self.source.find("}", piece[-1].end), piece[-1].end)
        if not items and not any(start <= at < end for at, _ in self.comments):
            out[-1] += "{ }"
            return
        out[-1] += "{"
        self._listed(items, mark, indent + STEP, out, start, end)
        out.append(f"{indent}}}")
