"""Selections, and questions over them, as Python source: written out where they are short and known, else as loops."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.generate.base import Code, Env
from ruleset_core.lang.generate.operations import OperationGenerator
from ruleset_core.lang.types import SEAT

UNROLL = 1500
"""Longest source a question may have when written out, in characters; longer ones become loops."""
TABLE = 2048
"""Largest table of values worked out in advance; most values of a range that is known when the game is loaded."""
MANY = 40
"""Most values a question is written out for."""


class SelectionGenerator(OperationGenerator):
    """`any`, `count`, `first`... and what they go through."""

    def members(self, selection: t.Selection, env: Env) -> str:
        """Source of what a loop goes through."""
        match selection.kind:
            case "values":
                values = selection.values
                if values and values == tuple(range(values[0], values[-1] + 1)):
                    return f"range({values[0]}, {values[-1] + 1})" if values[0] else f"range({len(values)})"
                return self.constant(values)
            case "range" if selection.type == SEAT:
                return "range(s.n)"
            case "range":
                low, high = (self.expr(part, env) for part in selection.parts)
                return f"range({low}, {self.add(high, 1)})" if low != 0 else f"range({self.add(high, 1)})"
            case "items":
                return (
                    "(" + "".join(f"{self.whole(self.expr(part, env), part.type)}, " for part in selection.parts) + ")"
                )
            case "fact":
                return str(self.expr(selection.parts[0], env))
            case "enclosed" if selection.field is not None:
                self.constants["BOARD"] = self.vocabulary.board
                return f"enclosed(BOARD, v, {selection.field.offset}, {self.expr(selection.parts[0], env)})"
            case "seats":
                most = self.vocabulary.players[1]
                return f"{self.constant(tuple((*range(n), *selection.values) for n in range(most + 1)))}[s.n]"
            case "others":
                return f"[({env.get('me', 'me')}+i)%s.n for i in range(1, s.n)]"
            case _:
                if selection.zone is None:
                    raise ValueError("a selection of nothing")
                return f"z[{self.zone(selection.zone, env)}]"

    def known_members(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
        """What a selection goes through, if that is known when the game is loaded."""
        if selection.kind == "values":
            return selection.values
        if selection.kind in {"items", "range"}:
            parts = [self.expr(part, env) for part in selection.parts]
            known = [part for part in parts if isinstance(part, int)]
            if len(known) != len(parts):
                return None
            if selection.kind == "items":
                return tuple(known)
            return tuple(range(known[0], known[1] + 1)) if known[1] - known[0] < TABLE else None
        if selection.kind == "fact":
            table = self.expr(selection.parts[0], env)
            found = self.constants.get(table) if isinstance(table, str) else None
            return found if isinstance(found, tuple) else None
        return None

    def _contains(self, node: t.Contains, env: Env) -> Code:
        of = self.expr(node.of, env)
        zone = node.selection.zone
        if zone is not None and not node.of.type.optional:  # every piece knows where it lies
            at = self.vocabulary.fields[f"{zone.zone.kind}.at"].offset
            return f"(v[{self.add(of, at)}]=={self.zone(zone, env)})"
        values = self.known_members(node.selection, env)
        if values is None:
            return f"({of} in {self.members(node.selection, env)})"
        if isinstance(of, int):
            return int(of in values)
        if len(values) == 1:
            return f"({of}=={self.text(values[0])})"
        if values and values == tuple(range(values[0], values[-1] + 1)):
            return f"({values[0]}<={of}<={values[-1]})"
        return f"({of} in {self.constant(values)})" if values else 0

    def _zone_at(self, node: t.ZoneAt, env: Env) -> Code:
        zone, place = f"z[{self.zone(node.zone, env)}]", self.expr(node.place, env)
        if node.zone.zone.fixed:
            size = self.vocabulary.domains[node.zone.zone.kind].size
            low, high = self.range_of(node.place, env)
            if low >= 0 and high < size:
                return f"{zone}[{place}]"
        if isinstance(place, int):
            return f"({zone}[{place}] if len({zone})>{place} else -1)" if place >= 0 else -1
        return f"({zone}[{place}] if 0<={place}<len({zone}) else -1)"

    def _quantity(self, node: t.Quantity, env: Env) -> Code:
        if node.kind == "count" and node.where is None and node.selection.kind == "zone":
            return f"len({self.members(node.selection, env)})"
        if node.kind in {"any", "no"} and node.where is None and node.selection.kind == "zone":
            return f"(len({self.members(node.selection, env)}){'>' if node.kind == 'any' else '=='}0)"
        values = self.known_members(node.selection, env)
        if values is not None and len(values) <= MANY:
            unrolled = self._unrolled(node, values, env)
            if unrolled is not None:
                return unrolled
        return self._loop(node, env)

    def _unrolled(self, node: t.Quantity, values: tuple[int, ...], env: Env) -> Code | None:
        terms: list[tuple[int, Code, Code]] = []
        length = 0
        for value in values:
            inner = {**env, node.var: value}
            where = 1 if node.where is None else self.expr(node.where, inner)
            if where == 0:
                continue
            body = 1 if node.body is None else self.expr(node.body, inner)
            terms.append((value, where, body))
            length += len(str(where)) + len(str(body))
            if length > UNROLL:
                return None
        return self._combine(node, terms)

    def _combine(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code | None:
        wheres = [where for _, where, _ in terms]
        match node.kind:
            case "any":
                return self.junction("or", wheres)
            case "no":
                inner = self.junction("or", wheres)
                return int(not inner) if isinstance(inner, int) else f"(not {inner})"
            case "every":
                return self.junction(
                    "and", [self.junction("or", [self._negated(where), body]) for _, where, body in terms]
                )
            case "count" | "sum":
                return self._total(node, terms)
            case "first":
                result: Code = -1
                for value, where, _ in reversed(terms):
                    result = value if where == 1 else f"({value} if {where} else {self.text(result)})"
                return result
            case "highest" | "lowest" if all(where == 1 for where in wheres) and len(terms) > 1:
                word = "max" if node.kind == "highest" else "min"
                return f"{word}({', '.join(str(body) for _, _, body in terms)})"
        return self._known_choice(node, terms)

    @staticmethod
    def _negated(where: Code) -> Code:
        return int(not where) if isinstance(where, int) else f"(not {where})"

    def _total(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code:
        total: Code = 0
        for _, where, body in terms:
            if node.kind == "count":
                # `not not` turns what is merely true into 1
                term: Code = where if isinstance(where, int) else f"(1 if {where} else 0)"
            elif isinstance(where, int):
                term = body
            else:
                term = f"({self.text(body)} if {where} else 0)"
            total = self.add(total, term)
        return total

    def _known_choice(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code | None:
        """`highest`, `lowest`, `most`, `least` when everything is known; else the loop does it."""
        known = [(value, body) for value, where, body in terms if where == 1 and isinstance(body, int)]
        if len(known) != len(terms):
            return None
        if not known:
            return 0 if node.kind in {"highest", "lowest"} else -1
        best = (max if node.kind in {"highest", "most"} else min)(body for _, body in known)
        if node.kind in {"highest", "lowest"}:
            return best
        tied = [value for value, body in known if body == best]
        return tied[0] if node.ties == "first" else tied[-1]

    def _loop(self, node: t.Quantity, env: Env) -> Code:
        var = self.name("x")
        inner: Env = {**env, node.var: var}
        members = self.members(node.selection, env)
        where = 1 if node.where is None else self.expr(node.where, inner)
        body = 1 if node.body is None else self.expr(node.body, inner)
        guard = "" if where == 1 else f" if {where}"
        match node.kind:
            case "any" | "no":
                word = "" if node.kind == "any" else "not "
                return f"({word}any({where} for {var} in {members}))"
            case "every":
                return f"all({body} for {var} in {members}{guard})"
            case "count":
                return f"sum(1 for {var} in {members}{guard})"
            case "sum":
                return f"sum({body} for {var} in {members}{guard})"
            case "first":
                return f"next(({var} for {var} in {members}{guard}), -1)"
            case "highest" | "lowest":
                word = "max" if node.kind == "highest" else "min"
                return f"{word}(({body} for {var} in {members}{guard}), default=0)"
        word = "max" if node.kind == "most" else "min"
        order = f"reversed([*{members}])" if node.ties == "last" else members
        return f"{word}(({var} for {var} in {order}{guard}), key=lambda {var}: {body}, default=-1)"
