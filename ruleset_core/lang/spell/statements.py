"""Statements as lines of Python."""

from __future__ import annotations

from ruleset_core.lang import runtime
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.size import high
from ruleset_core.lang.spell.expressions import OR, STATE, VALUES, ZONES, Expressions, Text, given, name_of
from ruleset_core.lang.spell.onward import Rounds, again, ends


class Lines:
    """The lines of one function. `refers` grows with what they refer to."""

    def __init__(self, expressions: Expressions, *, block: bool) -> None:
        self.expressions = expressions
        self.block = block
        self.refers = 0
        self.lines: list[str] = []

    def out(self, indent: int, line: str, *texts: Text) -> None:
        """One line."""
        self.lines.append("    " * indent + line)
        for text in texts:
            self.refers |= text.refers

    def body(self, statements: list[n.Statement], indent: int, steps: int = 0) -> None:
        """A list of statements, which is not empty in Python even if it is. `steps`: those taken on the way here."""
        before = len(self.lines)
        ended, place = ends(statements), 0
        while place < len(statements):
            statement = statements[place]
            if isinstance(statement, n.Spend):
                if ended and self.block and isinstance(statement.steps, int):
                    steps += statement.steps
                else:
                    self._spend(statement, indent)
            elif isinstance(statement, n.BeginOffer):
                place = self._offers(statements, place, indent)
                continue
            else:
                self._statement(statement, indent, steps)
            place += 1
        if len(self.lines) == before:
            self.out(indent, "pass")

    def _spend(self, node: n.Spend, indent: int) -> None:
        steps = self.expressions.spell(node.steps)
        few = high(node.steps) <= runtime.WRITTEN  # more than may be taken are looked at before anything is done
        if few and self.block:
            self.out(indent, f"k += {steps.text}", steps)
        elif few:
            self.out(indent, f"s.steps += {steps.text}", steps._replace(refers=steps.refers | STATE))
            self.out(indent, f"if s.steps > {runtime.WRITTEN}: too_long()")
        else:
            self.out(indent, f"spend(s, {steps.text})", steps._replace(refers=steps.refers | STATE))

    def _offers(self, statements: list[n.Statement], place: int, indent: int) -> int:
        """A question in the making: where all options come from known numbers or one loop, they are one list."""
        place += 1
        known = []
        while (
            place < len(statements)
            and isinstance(offer := statements[place], n.Offer)
            and isinstance(offer.option, int)
        ):
            known.append(offer.option)
            place += 1
        following = statements[place] if place < len(statements) else None
        if not known and isinstance(following, n.Loop):
            listed = self._listed(following)
            if listed is not None:
                after = statements[place + 1] if place + 1 < len(statements) else None
                if isinstance(after, n.SortOffered):
                    self.out(indent, f"o = sorted({{{listed.text}}})", listed)
                    return place + 2
                self.out(indent, f"o = [{listed.text}]", listed)
                return place + 1
        self.out(indent, f"o = {known}")
        return place

    def _listed(self, loop: n.Loop) -> Text | None:
        """A loop that does nothing but offer, as the inside of a list; None where it does more."""
        source = self._source(loop.source)
        inner = loop.body
        where = ""
        refers = source.refers
        if len(inner) == 1 and isinstance(inner[0], n.If) and not inner[0].otherwise:
            test = self.expressions.condition(inner[0].condition)
            where, refers = f" if {test.at(OR)}", refers | test.refers
            inner = inner[0].then
        if len(inner) != 1 or not isinstance(inner[0], n.Offer) or ":=" in source.text:
            return None
        option = self.expressions.kept(inner[0].option)
        text = f"{option.text} for {name_of(loop.local.name)} in {source.text}{where}"
        return Text(text, refers=refers | option.refers)

    def _statement(self, node: n.Statement, indent: int, steps: int) -> None:
        kept, spell = self.expressions.kept, self.expressions.spell
        match node:
            case n.SetLocal():
                value = kept(node.value)
                self.out(indent, f"{name_of(node.local.name)} = {value.text}", value)
            case n.SetValue():
                place, value = spell(node.place), kept(node.value)
                self.refers |= VALUES
                self.out(indent, f"v[{place.text}] = {value.text}", place, value)
            case n.AddValue():
                self._add(node, indent)
            case n.If():
                self._if(node, indent, steps)
            case n.Loop():
                source = self._source(node.source)
                self.out(indent, f"for {name_of(node.local.name)} in {source.text}:", source)
                self.body(node.body, indent + 1)
            case n.Return():
                value = kept(node.value)
                self.out(indent, f"return {value.text}", value)
            case n.Do():
                args, refers = self.expressions.values(node.args), self.expressions.functions[node.function]
                self.refers |= refers
                self.out(indent, f"{node.function}({given(refers, args.text)})", args)
            case n.Require():
                self._require(node, indent)
            case n.Gather():
                source = self._source(node.source)
                self.out(indent, f"{name_of(node.held)} = tuple({source.text})", source)
            case n.GoOn() | n.Continue() | n.ContinueAt() | n.Again() | n.Ask():
                self._end(node, indent, steps)
            case n.BeginSearch():
                self.out(indent, f"_found = []; _marks = bytearray({max(1, node.size)})")
            case n.Find():
                value = kept(node.value)
                self.out(indent, f"_marks[{value.text}] = 1; _found.append({value.text})", value)
            case n.BeginWays():
                self.out(indent, f"_ways = graph({node.places}, {node.things}, {node.leads})")
            case n.Lead():
                place, thing, to, worth = map(spell, (node.place, node.thing, node.to, node.worth))
                self.out(
                    indent, f"lead(_ways, {place.text}, {thing.text}, {to.text}, {worth.text})", place, thing, to, worth
                )
            case n.FindLongest():
                limit = spell(node.limit)
                self.refers |= STATE
                self.out(indent, f"_found = found(_ways, {limit.text}, lambda _k: spend(s, _k))", limit)
            case n.ReturnFound():
                self.out(indent, "return _found")
            case n.Offer():
                option = kept(node.option)
                self.out(indent, f"o.append({option.text})", option)
            case n.SortOffered():
                self.out(indent, "o = sorted(set(o))")
            case Rounds():
                self._rounds(node, indent, steps)
            case _:
                self._deed(node, indent)

    def _add(self, node: n.AddValue, indent: int) -> None:
        place, value = self.expressions.spell(node.place), self.expressions.spell(node.value)
        self.refers |= VALUES
        if not node.checked:
            self.out(indent, f"v[{place.text}] += {value.text}", place, value)
            return
        self.out(indent, f"_n = v[{place.text}]+{value.text}", place, value)
        self.out(indent, f"if not {node.low}<=_n<={node.high}: broken()")
        self.out(indent, f"v[{place.text}] = _n")

    def _if(self, node: n.If, indent: int, steps: int) -> None:
        word = "if"
        while True:
            condition = self.expressions.condition(node.condition)
            self.out(indent, f"{word} {condition.text}:", condition)
            self.body(node.then, indent + 1, steps)
            if len(node.otherwise) != 1 or not isinstance(node.otherwise[0], n.If) or ends(node.then):
                break
            node, word = node.otherwise[0], "elif"
        if node.otherwise and ends(node.then):
            self.body(node.otherwise, indent, steps)
        elif node.otherwise:
            self.out(indent, "else:")
            self.body(node.otherwise, indent + 1, steps)

    def _rounds(self, node: Rounds, indent: int, steps: int) -> None:
        if not again(node.body):
            self.body(node.body, indent, steps)
            return
        if steps:
            self.out(indent, f"k += {steps}")
        self.out(indent, f"while k <= {runtime.WRITTEN}:")
        self.body(node.body, indent + 1)
        self.out(indent, "too_long()")

    def _require(self, node: n.Require, indent: int) -> None:
        if isinstance(node.condition, int):
            if not node.condition:
                self.out(indent, "broken()")
            return
        condition = self.expressions.condition(node.condition)
        self.out(indent, f"if not ({condition.text}): broken()", condition)

    def _source(self, source: n.Source) -> Text:
        """What a loop goes through."""
        spell = self.expressions.spell
        match source:
            case n.Numbers():
                low, stop = spell(source.low), spell(source.stop)
                text = f"range({stop.text})" if source.low == 0 else f"range({low.text}, {stop.text})"
                return Text(text, refers=low.refers | stop.refers)
            case n.Row():
                if source.row is not None:
                    row = spell(source.row)
                    return Text(f"{self.expressions.table(source.table)}[{row.text}]", refers=row.refers)
                rows = source.table.rows
                if rows and rows == tuple(range(source.table.low, source.table.high + 1)):
                    first = f"{source.table.low}, " if source.table.low else ""
                    return Text(f"range({first}{source.table.high + 1})")
                return Text(self.expressions.table(source.table))
            case n.Pieces():
                zone = spell(source.zone)
                text = f"[*z[{zone.text}]]" if source.copied else f"z[{zone.text}]"
                return Text(text, refers=zone.refers | ZONES)
            case n.Held():
                return Text(name_of(source.held))
            case n.Items():
                items = self.expressions.values(source.items)
                return Text(f"({items.text[2:]},)", refers=items.refers)
            case n.Enclosed():
                line = spell(source.line)
                return Text(f"enclosed(BOARD, v, {source.field}, {line.text})", refers=line.refers | VALUES)
            case n.Found():
                args, refers = self.expressions.values(source.args), self.expressions.functions[source.function]
                self.refers |= refers
                return Text(f"{source.function}({given(refers, args.text)})", refers=args.refers | refers)
            case n.Growing():
                return Text("_found")

    def _end(self, node: n.GoOn | n.Continue | n.ContinueAt | n.Again | n.Ask, indent: int, steps: int) -> None:
        """The end of a block. What it gives are the steps taken, as a negative number if a seat is asked."""
        taken = f"k+{steps}" if steps else "k"
        match node:
            case n.GoOn():
                self.out(indent, f"return {taken}")
            case n.Again():
                if steps:
                    self.out(indent, f"k += {steps}")
                self.out(indent, "continue")
            case n.Ask():
                seat = self.expressions.kept(node.seat)
                self.refers |= STATE
                self.out(indent, f"s.seat = {seat.text}; s.point = {node.point}; s.options = o", seat)
                self.out(indent, f"return -k-{steps}" if steps else "return -k")
            case n.Continue():
                values = self.expressions.values(node.values)
                self.refers |= STATE
                self.out(indent, f"return b{node.block}(s, ({node.block}{values.text},), {taken})", values)
            case n.ContinueAt():
                block, values = self.expressions.spell(node.block), self.expressions.values(node.values)
                self.refers |= STATE
                self.out(indent, f"_b = {block.text}", block)
                self.out(indent, f"return BLOCKS[_b](s, (_b{values.text},), {taken})", values)

    def _deed(self, node: n.Statement, indent: int) -> None:
        """What is done to zones, queue, stack and the state as a whole."""
        spell, kept, values = self.expressions.spell, self.expressions.kept, self.expressions.values
        self.refers |= STATE
        match node:
            case n.Push():
                held = values(node.values)
                self.out(indent, f"s.stack.append(({node.block}{held.text},))", held)
            case n.TakeOnly():
                seat = kept(node.seat)
                self.out(indent, f"s.a = o[0]; s.forced += ({seat.text}, o[0])", seat)
            case n.Move():
                piece, zone = kept(node.piece), kept(node.zone)
                where = f"{piece.at(5)}+{node.at}, {piece.text}, {zone.text}"
                if node.remembered:
                    self.out(indent, f"follow(s, {where}, {node.seen}, {node.width}, SIGHTS)", piece, zone)
                elif node.seen >= 0:
                    self.out(indent, f"put_seen(s, {where}, {piece.at(5)}+{node.seen}, SIGHTS)", piece, zone)
                else:
                    self.out(indent, f"move(s, {where})", piece, zone)
            case n.Show():
                bits, seat = spell(node.bits), spell(node.seat)
                self.out(indent, f"show(s, {bits.text}, {seat.text})", bits, seat)
            case n.Shuffle():
                zone = spell(node.zone)
                self.refers |= ZONES
                self.out(indent, f"shuffle(s, {node.stream}, z[{zone.text}])", zone)
            case n.Forget():
                zone = spell(node.zone)
                self.refers |= ZONES
                self.out(indent, f"forget(s, {node.seen}, {node.width}, z[{zone.text}])", zone)
            case n.Sort():
                zone, key = spell(node.zone), spell(node.key)
                self.refers |= ZONES  # sorted beside it: a list looks empty to a key while `sort` is at work on it
                ordered = f"sorted(z[{zone.text}], key=lambda {name_of(node.local.name)}: {key.text})"
                self.out(indent, f"z[{zone.text}] = {ordered}", zone, key)
            case n.Enqueue():
                held = values(node.values)
                self.out(indent, f"s.queue.append(({node.block}{held.text},))", held)
            case n.DoHook():
                args = values(node.args)
                self.out(indent, f"H_{node.hook}(s{args.text})", args)
            case n.PushQueued():
                self.out(indent, "s.stack.append(s.queue.pop(0))")
            case n.ClearAll():
                self.out(indent, "s.stack.clear(); s.queue.clear()")
            case n.SetEnded():
                self.out(indent, "s.ended = 1")
            case n.SetStage():
                self.out(indent, f"s.stage = {node.stage}")
            case n.SetTogether():
                self.out(indent, f"s.sim = {'([*s.v], [[*x] for x in s.z])' if node.on else 'None'}")
            case _:
                raise ValueError(f"no Python for {type(node).__name__}")
