"""A lowered program as the source of one module: a function per block, and one per procedure that never suspends.

A block's function takes the state and its frame, and answers True when a seat must decide. Forward jumps are written out
in place where that is short, so the common way through a turn runs without packing frames; ways back of a loop that left
its function go over the stack, so Python's own stack never grows with the game.
"""

from __future__ import annotations

import re

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.generate.base import Code, Env, py
from ruleset_core.lang.generate.effects import EffectGenerator

INLINE = 12
"""Blocks with at most this many statements are written out where they are jumped to."""
DEPTH = 6
"""How many blocks may be written out one inside the other."""
LAPS = 10
"""How often a loop goes round before it goes over the stack, where steps are counted."""
UNROLL_OPTIONS = 12
"""Questions with at most this many candidates test each in a line of its own."""


class ModuleGenerator(EffectGenerator):
    """Turns a lowered program into the source of one module."""

    def __init__(self, program: p.Program) -> None:
        super().__init__(program)
        self.points = {name: place for place, name in enumerate(self.vocabulary.decisions)}
        self.loop = -1
        self.wanted: list[int] = []

    def module(self) -> tuple[str, dict[str, object]]:
        """The whole source, and the tables it refers to."""
        for procedure in self.program.procedures.values():
            if not procedure.suspends:
                self._function_body(procedure)
        if self.tracks:
            self._gain_track()
        written = self._blocks()
        for number, score in enumerate(self.program.scores):
            self._value_function(f"score_{number}", "me" if score.items is None else "me, it_", score.amount)
            if score.where is not None:
                self._value_function(f"listed_{number}", "me, it_", score.where)
        for number, amount in enumerate(self.program.tie_breaks):
            self._value_function(f"tie_{number}", "me", amount)
        blocks = "".join(f"b{node.number}, " if node.number in written else "None, " for node in self.program.blocks)
        self.out(0, f"BLOCKS = ({blocks})")
        functions = [line for lines in self.functions.values() for line in lines]
        return "\n".join([f"LAPS = range({LAPS})", *functions, *self.lines, ""]), self.constants

    def _blocks(self) -> set[int]:
        """Write the blocks that a frame or a jump may name, beginning with those from which play can begin."""
        program = self.program
        queued = [
            name
            for all_ in self.vocabulary.listeners.values()
            for name in (each.procedure for each in all_ if each.queued)
        ]
        begun = [name for name in program.procedures if name.startswith(("flow", "phase "))]
        self.wanted = [program.procedures[name].entry for name in (*begun, *queued)]
        self.wanted += [*program.phase_entry.values(), *program.phase_after.values()]
        written: set[int] = set()
        while self.wanted:
            number = self.wanted.pop()
            if number not in written:
                written.add(number)
                self._block_function(program.blocks[number])
        return written

    def _function_body(self, procedure: p.Procedure) -> None:
        params = "".join(f", {py(name)}" for name in procedure.params)
        self.out(0, f"def {self.procedure_name(procedure.name)}(s, v, z, me{params}):  # {procedure.name}")
        self.out(1, f"mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}")
        before = len(self.lines)
        self.statement(procedure.body, 1, {})
        if len(self.lines) == before:
            self.out(1, "pass")

    def _value_function(self, name: str, params: str, amount: t.Expr) -> None:
        self.out(0, f"def {name}(s, v, {params}):")
        self.out(1, f"mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}; z = s.z")
        self.out(1, f"return {self.expr(amount, {})}")

    def _gain_track(self) -> None:
        """The quick gain: all units fit and nothing on the way asks. Looks unit by unit only where a listener may answer."""
        held, filled = (self.vocabulary.fields[name].offset for name in ("held", "filled"))
        interest = self.constant(tuple(self._interesting(place) for place in range(len(self.vocabulary.resources))))
        self.out(0, "def gain_track(s, v, z, me, mb, r, n):")
        self.out(1, f"o = v[mb+{filled}+r]")
        self.out(1, f"if not {interest}[r] or not {interest}[r] >> (o+1) & ((1 << n) - 1):")
        self.out(2, f"v[mb+{held}+r] += n")
        self.out(2, f"v[mb+{filled}+r] = o+n")
        reach = self.program.procedures.get("event reach")
        if reach is not None and not reach.suspends:
            self.out(1, "else:")
            self.out(2, "for o in range(o+1, o+n+1):")
            self.out(3, f"v[mb+{held}+r] += 1")
            self.out(3, f"v[mb+{filled}+r] = o")
            self.out(3, f"{self.procedure_name('event reach')}(s, v, z, me, r, o)")

    def _interesting(self, resource: int) -> int:
        """A bit for every space of a track that some listener may answer to."""
        bits = 0
        listeners = self.vocabulary.listeners.get("reach", [])
        bounds = self.vocabulary.resources[resource]
        for space in range(max(bounds.spaces, 0) + 1):
            env: Env = {"resource": resource, "space": space}
            if any(self.expr(each.condition, env) != 0 for each in listeners):
                bits |= 1 << space
        return bits

    def _block_function(self, node: p.Node) -> None:
        self.out(0, f"def b{node.number}(s, f):{'  # ' + node.entry_of if node.entry_of else ''}")
        if node.locals:
            self.out(1, f"_, {', '.join(map(py, node.locals))} = f")
        head = len(self.lines)
        if node.answers is not None:
            shift = node.answers.decision.low - node.answers.decision.base
            self.out(1, f"{py(node.answers.var)} = s.a{f'{shift:+d}' if shift else ''}")
        self.loop = node.number if node.loop else -1
        if node.loop:
            self.out(1, "for _ in LAPS:")
        self._write(node, 1 + node.loop, 0)
        if node.loop:
            self._push(node.number, 1)
            self.out(1, "return False")
        body = "\n".join(self.lines[head:])
        needed = [f"    {name} = s.{name}" for name in ("v", "z") if re.search(rf"\b{name}\b", body)]
        if "me" in node.locals and re.search(r"\bmb\b", body):
            needed.append(f"    mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}")
        self.lines[head:head] = needed

    def _write(self, node: p.Node, indent: int, depth: int) -> None:
        for statement in node.statements:
            self.statement(statement, indent, {})
        end = node.end
        match end:
            case p.End():
                self.out(indent, "return False")
            case p.Jump():
                self._go(node, end.target, indent, depth)
            case p.Split():
                self._split(node, end, indent, depth)
            case p.Ask():
                self._ask(node, end, indent)
            case p.Call():
                self._call(node, end, indent, depth)
            case p.CallCard():
                self._call_card(node, end, indent, depth)
            case p.Empty():
                self._drain(node, end, indent, depth)
            case p.Stop():
                self._stop(indent)
                self._go(node, end.then, indent, depth)

    def _frame(self, number: int) -> str:
        self.wanted.append(number)
        node = self.program.blocks[number]
        return f"({', '.join([str(number), *map(py, node.locals)])},)"

    def _trivial(self, number: int) -> bool:
        node = self.program.blocks[number]
        return not node.statements and isinstance(node.end, p.End)

    def _push(self, number: int, indent: int) -> None:
        if not self._trivial(number):
            self.out(indent, f"s.stack.append({self._frame(number)})")

    def _go(self, origin: p.Node, number: int, indent: int, depth: int) -> None:
        if self._trivial(number):
            self.out(indent, "return False")
        elif number == self.loop:
            self.out(indent, "continue")
        elif number <= origin.number:
            self._push(number, indent)
            self.out(indent, "return False")
        elif depth < DEPTH and self._short(number):
            self._write(self.program.blocks[number], indent, depth + 1)
        else:
            self.out(indent, f"return b{number}(s, {self._frame(number)})")

    def _short(self, number: int) -> bool:
        node = self.program.blocks[number]
        return len(node.statements) <= INLINE and not node.loop

    def _split(self, node: p.Node, end: p.Split, indent: int, depth: int) -> None:
        condition = self.expr(end.condition, {})
        if isinstance(condition, int):
            self._go(node, end.then if condition else end.otherwise, indent, depth)
            return
        self.out(indent, f"if {condition}:")
        self._go(node, end.then, indent + 1, depth + 1)
        self._go(node, end.otherwise, indent, depth + 1)

    def _call(self, node: p.Node, end: p.Call, indent: int, depth: int) -> None:
        args = self.arguments(end.args, {})
        procedure = self.program.procedures[end.procedure]
        if procedure.entry < 0:
            self.out(indent, f"{self.procedure_name(end.procedure)}(s, v, z, me{args})")
            self._go(node, end.then, indent, depth)
            return
        self.wanted.append(procedure.entry)
        self.out(indent, f"f = ({procedure.entry}, me{args})")
        self._push(end.then, indent)
        self.out(indent, f"return b{procedure.entry}(s, f)")

    def _call_card(self, node: p.Node, end: p.CallCard, indent: int, depth: int) -> None:
        entries = tuple(self.program.procedures[name].entry if name else -1 for name in end.procedures)
        self.wanted += [entry for entry in entries if entry >= 0]
        plain = [name for name in end.procedures if name and self.program.procedures[name].entry < 0]
        of = self.expr(end.of, {})
        self.out(indent, f"q = {of}")
        self.out(indent, f"e = {self.constant(entries)}[q] if q >= 0 else -1")
        self.out(indent, "if e >= 0:")
        self._push(end.then, indent + 1)
        self.out(indent + 1, "return BLOCKS[e](s, (e, me, q))")
        if plain:
            self._plain_cards(end.procedures, indent, {})
        self._go(node, end.then, indent, depth + 1)

    def _drain(self, node: p.Node, end: p.Empty, indent: int, depth: int) -> None:
        if self.vocabulary.ends:
            self._stop(indent)
        self.out(indent, "if s.queue:")
        self._push(node.number, indent + 1)
        self.out(indent + 1, "s.stack.append(s.queue.pop(0))")
        self.out(indent + 1, "return False")
        self._go(node, end.then, indent, depth)

    def _stop(self, indent: int) -> None:
        self.out(indent, "if s.ended:")
        self.out(indent + 1, "s.stack.clear(); s.queue.clear()")
        self.out(indent + 1, "return False")

    def _ask(self, node: p.Node, end: p.Ask, indent: int) -> None:
        decision = end.decision
        self._options(end, indent)
        done = 0 if end.done is None else self.expr(end.done, {})
        veil = 0 if end.veil is None else self.expr(end.veil, {})
        if done != 0:
            some = "o" if veil == 0 else "" if veil == 1 else f"(o or {veil})"
            more = "" if done == 1 else str(done)
            test = " and ".join(part for part in (some, more) if part)
            self.out(indent, (f"if {test}: " if test else "") + f"o.append({decision.base + decision.size})")
        always = done == 1 or end.veil is not None
        self.out(indent, "if o:" if always else "if len(o) > 1:")
        frame = self._frame(end.then)
        self.out(indent + 1, f"s.stack.append({frame})")
        self.out(indent + 1, f"s.seat = me; s.point = {self.points[decision.name]}; s.options = o")
        self.out(indent + 1, "return True")
        if not always:
            self.out(indent, "if o:")
            self.out(indent + 1, "s.a = o[0]; s.forced += (me, o[0])")
            self.out(indent + 1, f"return b{end.then}(s, {frame})")
        self._go(node, end.empty, indent, DEPTH)  # rare: not worth writing out

    def _options(self, end: p.Ask, indent: int) -> None:
        decision, selection = end.decision, end.selection
        shift = decision.base - decision.low
        values = self.known_members(selection, {})
        if decision.keys:
            self._shown_options(end, indent)
            return
        if values is None:
            self._open_options(end, shift, indent)
            return
        candidates: list[tuple[int, Code]] = []
        for value in sorted(set(values)):
            if decision.low <= value < decision.low + decision.size:
                code: Code = 1 if end.where is None else self.expr(end.where, {end.item: value})
                if code != 0:
                    candidates.append((value, code))
        if all(isinstance(code, int) for _, code in candidates):
            self.out(indent, f"o = {[value + shift for value, _ in candidates]}")
        elif len(candidates) <= UNROLL_OPTIONS and sum(len(str(code)) for _, code in candidates) < 4000:
            self.out(indent, "o = []")
            for value, code in candidates:
                self.out(indent, f"if {code}: o.append({value + shift})" if code != 1 else f"o.append({value + shift})")
        else:
            known = self.constant(tuple(value for value, _ in candidates))
            var = self.name("x")
            where = 1 if end.where is None else self.expr(end.where, {end.item: var})
            self.out(indent, f"o = [{var}{shift:+d} for {var} in {known} if {where}]")

    def _open_options(self, end: p.Ask, shift: int, indent: int) -> None:
        var = self.name("x")
        decision = end.decision
        where = 1 if end.where is None else self.expr(end.where, {end.item: var})
        within = f"{decision.low} <= {var} < {decision.low + decision.size}"
        guard = within if where == 1 else f"{within} and {where}"
        self.out(indent, f"o = sorted({{{var}{shift:+d} for {var} in {self.members(end.selection, {})} if {guard}}})")

    def _shown_options(self, end: p.Ask, indent: int) -> None:
        """Options told apart by what pieces show: pieces that show the same are one."""
        var = self.name("x")
        where = 1 if end.where is None else self.expr(end.where, {end.item: var})
        key = self.add(self.expr(end.key, {end.item: var}), end.decision.base)
        guard = "" if where == 1 else f" if {where}"
        self.out(indent, f"o = sorted({{{key} for {var} in {self.members(end.selection, {})}{guard}}})")
