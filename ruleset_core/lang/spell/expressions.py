"""Expressions as Python text.

The names of the generated text: `s` the state, `v` its values, `z` its zones, `o` the options in the making, `T3` a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ruleset_core.lang.code import nodes as n

STATE, VALUES, ZONES = 1, 2, 4
"""What a piece of text refers to: `s`, `v`, `z`."""
CONDITION, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, ATOM = range(9)
"""How tightly a piece of text holds together; text that holds less tightly than its place asks for is put in brackets."""
SIGNS = {
    n.Plus: ("+", SUM, SUM),
    n.Minus: ("-", SUM, PRODUCT),
    n.Times: ("*", PRODUCT, SIGN),
    n.Per: ("//", PRODUCT, SIGN),
    n.Mod: ("%", PRODUCT, SIGN),
}
"""The sign, how tightly the whole holds together, and what is asked of its right side."""
FEW = 3
"""Up to so many known numbers are looked through one after the other; more are hashed."""


class Text(NamedTuple):
    """A piece of Python: its text, how tightly it holds together, what it refers to, and whether it may be a bool."""

    text: str
    hold: int = ATOM
    refers: int = 0
    bool: bool = False

    def at(self, hold: int) -> str:
        """The text where it must hold together so tightly."""
        return self.text if self.hold >= hold else f"({self.text})"


def name_of(name: str) -> str:
    """A local as Python names it: never a name of the text itself, of Python, or of another local."""
    return name if name == "me" or name.startswith("_") else f"{name}_"


class Expressions:
    """Spells expressions, each once. `refers` of functions must be noted in `functions` before they are called."""

    def __init__(self, functions: dict[str, int]) -> None:
        self.functions = functions
        self.tables: dict[str, object] = {}
        self._spelled: dict[n.Node, Text] = {}

    def spell(self, code: n.Expr) -> Text:
        """The text of an expression."""
        if isinstance(code, int):
            return Text(str(code), ATOM if code >= 0 else SIGN)
        found = self._spelled.get(code)
        if found is None:
            found = self._spelled[code] = self._new(code)
        return found

    def kept(self, code: n.Expr) -> Text:
        """The text of a value that is kept: conditions become 0 and 1, as states hold them."""
        found = self.spell(code)
        return Text(f"1 if {found.at(OR)} else 0", CONDITION, found.refers) if found.bool else found

    def condition(self, code: n.Node) -> Text:
        """The text of a condition; everything but 0 holds."""
        if isinstance(code, n.Compare) and code.right == 0 and isinstance(code.left, (n.Offered, n.Queued)):
            some = Text("o") if isinstance(code.left, n.Offered) else Text("s.queue", ATOM, STATE)
            if code.sign in {">", "!="}:
                return some
            if code.sign in {"==", "<="}:
                return Text(f"not {some.text}", NOT, some.refers)
        return self.spell(code)

    def values(self, codes: Iterable[n.Expr | str]) -> Text:
        """Values for a call or a frame, each after a comma; a `str` is a gathered list."""
        text, refers = "", 0
        for code in codes:
            one = Text(name_of(code)) if isinstance(code, str) else self.kept(code)
            text += f", {one.text}"
            refers |= one.refers
        return Text(text, ATOM, refers)

    def table(self, table: n.Table) -> str:
        """The name of a table, which is noted as used."""
        title = f"T{table.number}"
        self.tables[title] = table.rows
        return title

    def _new(self, code: n.Node) -> Text:
        match code:
            case n.Local():
                return Text(name_of(code.name))
            case n.Value():
                place = self.spell(code.place)
                return Text(f"v[{place.text}]", ATOM, place.refers | VALUES)
            case n.Plus() | n.Minus() | n.Times() | n.Per() | n.Mod():
                return self._arithmetic(code)
            case n.Compare():
                left, right = self.spell(code.left), self.spell(code.right)
                text = f"{left.at(SUM)}{code.sign}{right.at(SUM)}"
                return Text(text, COMPARED, left.refers | right.refers, bool=True)
            case n.All():
                return self._joined(" and ", AND, code.parts)
            case n.Any():
                return self._joined(" or ", OR, code.parts)
            case n.Not():
                part = self.spell(code.part)
                return Text(f"not {part.at(NOT)}", NOT, part.refers, bool=True)
            case n.Choice():
                return self._choice(code)
            case n.Among():
                return self._among(code)
            case n.Entry():
                place = self.spell(code.place)
                return Text(f"{self.table(code.table)}[{place.text}]", ATOM, place.refers)
            case n.Least() | n.Most():
                return self._extreme(code)
            case n.Checked():
                return self._checked(code)
            case n.Called():
                args = self.values(code.args)
                refers = self.functions[code.function]
                return Text(f"{code.function}({given(refers, args.text)})", ATOM, args.refers | refers)
            case _:
                return self._rare(code)

    def _rare(self, code: n.Node) -> Text:
        match code:
            case n.Players():
                return Text("s.n", ATOM, STATE)
            case n.Setting():
                return Text(f"s.settings[{code.place}]", ATOM, STATE)
            case n.Answer():
                return Text("s.a", ATOM, STATE)
            case n.Queued():
                return Text("len(s.queue)", ATOM, STATE)
            case n.Ended():
                return Text("s.ended", ATOM, STATE)
            case n.Frames():
                return Text("len(s.stack)", ATOM, STATE)
            case n.Offered():
                return Text("len(o)")
            case n.FoundSoFar():
                return Text("len(_found)")
            case n.IsFound():
                of = self.spell(code.of)
                return Text(f"_marks[{of.text}]", ATOM, of.refers)
            case n.RowLength():
                row = self.spell(code.row)
                return Text(f"len({self.table(code.table)}[{row.text}])", ATOM, row.refers)
            case n.RowAt():
                row, place = self.spell(code.row), self.spell(code.place)
                return Text(f"{self.table(code.table)}[{row.text}][{place.text}]", ATOM, row.refers | place.refers)
            case n.ZoneLength():
                zone = self.spell(code.zone)
                return Text(f"len(z[{zone.text}])", ATOM, zone.refers | ZONES)
            case n.ZoneAt():
                zone, place = self.spell(code.zone), self.spell(code.place)
                return Text(f"z[{zone.text}][{place.text}]", ATOM, zone.refers | place.refers | ZONES)
            case n.ListLength():
                return Text(f"len({name_of(code.held)})")
            case n.ListAt():
                place = self.spell(code.place)
                return Text(f"{name_of(code.held)}[{place.text}]", ATOM, place.refers)
            case n.Drawn():
                sides = self.spell(code.sides)
                return Text(f"draw(s, {code.stream}, {sides.text})", ATOM, sides.refers | STATE)
            case n.Hooked():
                args = self.values(code.args)
                return Text(f"int(H_{code.hook}(s{args.text}))", ATOM, args.refers | STATE)
        raise ValueError(f"no Python for {type(code).__name__}")

    def _arithmetic(self, code: n.Plus | n.Minus | n.Times | n.Per | n.Mod) -> Text:
        sign, hold, asked = SIGNS[type(code)]
        left, right = self.spell(code.left), self.spell(code.right)
        refers = left.refers | right.refers
        if isinstance(code.right, int) and code.right < 0 and sign == "+":
            return Text(f"{left.at(hold)}-{-code.right}", hold, refers)
        if sign == "+" and isinstance(code.right, int) and isinstance(code.left, n.Minus) and code.left.left == 0:
            less = self.spell(code.left.right)
            return Text(f"{code.right}-{less.at(asked + 1)}", hold, refers)
        if code.left == 0 and sign == "-":
            return Text(f"-{right.at(SIGN)}", SIGN, refers)
        return Text(f"{left.at(hold)}{sign}{right.at(asked)}", hold, refers)

    def _joined(self, word: str, hold: int, parts: tuple[n.Node, ...]) -> Text:
        spelled = [self.condition(part) for part in parts]
        refers = 0
        for part in spelled:
            refers |= part.refers
        return Text(word.join(part.at(hold + 1) for part in spelled), hold, refers, bool=True)

    def _choice(self, code: n.Choice) -> Text:
        condition = self.condition(code.condition)
        way = (
            self.spell if code.low >= 0 and code.high <= 1 else self.kept
        )  # else one may be a bool and the other a number
        then, otherwise = way(code.then), way(code.otherwise)
        refers = condition.refers | then.refers | otherwise.refers
        text = f"{then.at(OR)} if {condition.at(OR)} else {otherwise.text}"
        return Text(text, CONDITION, refers, then.bool or otherwise.bool)

    def _among(self, code: n.Among) -> Text:
        of, values = self.spell(code.of), code.values
        if values[-1] - values[0] == len(values) - 1:
            return Text(f"{values[0]}<={of.at(SUM)}<={values[-1]}", COMPARED, of.refers, bool=True)
        listed = ", ".join(map(str, values))
        brackets = "()" if len(values) <= FEW else "{}"
        return Text(f"{of.at(SUM)} in {brackets[0]}{listed}{brackets[1]}", COMPARED, of.refers, bool=True)

    def _extreme(self, code: n.Least | n.Most) -> Text:
        if isinstance(code.right, n.Minus) and code.right.left == 0 and same(code.right.right, code.left):
            part = self.spell(code.left)
            return Text(f"abs({part.text})", ATOM, part.refers)
        way = self.spell if code.low >= 0 and code.high <= 1 else self.kept
        left, right = way(code.left), way(code.right)
        refers = left.refers | right.refers
        word, sign = ("min", "<") if isinstance(code, n.Least) else ("max", ">")
        one, other = (left, right) if short(code.left) else (right, left)
        if short(code.left) and short(code.right):
            text = f"{one.text} if {one.text}{sign}{other.text} else {other.text}"
            return Text(text, CONDITION, refers, left.bool or right.bool)
        if short(code.left) or short(code.right):  # a conditional takes half as long as a call
            text = f"{one.text} if {one.text}{sign}(_m := {other.text}) else _m"
            return Text(text, CONDITION, refers, left.bool or right.bool)
        return Text(f"{word}({left.text}, {right.text})", ATOM, refers, left.bool or right.bool)

    def _checked(self, code: n.Checked) -> Text:
        part = self.spell(code.part)
        if isinstance(code.part, int):
            return Text("broken()")
        once = part.text if isinstance(code.part, n.Local) else "_c"
        first = once if isinstance(code.part, n.Local) else f"(_c := {part.text})"
        if code.part.low >= code.low:
            test = f"{first}<={code.high}"
        elif code.part.high <= code.high:
            test = f"{first}>={code.low}"
        else:
            test = f"{code.low}<={first}<={code.high}"
        return Text(f"{once} if {test} else broken()", CONDITION, part.refers, part.bool)


def same(one: n.Expr, other: n.Expr) -> bool:
    """Whether two expressions are one, or the same local."""
    return one is other or (isinstance(one, n.Local) and isinstance(other, n.Local) and one.name == other.name)


def short(code: n.Expr) -> bool:
    """Whether a value may be written out twice: a number, a local, or a value at a simple place."""
    if isinstance(code, (n.Value, n.Entry)):
        return isinstance(code.place, int) or code.place.size <= 3 * isinstance(code, n.Value) + isinstance(
            code, n.Entry
        )
    return isinstance(code, (int, n.Local))


def given(refers: int, args: str) -> str:
    """The arguments of a call: what of the state the function refers to, then its own, each after a comma."""
    names = [name for bit, name in ((STATE, "s"), (VALUES, "v"), (ZONES, "z")) if refers & bit]
    return (", ".join(names) + args) if names else args[2:]
