"""The slips of `printers`: what stands in a file, what it becomes, and the tests of which one must fail then."""

from __future__ import annotations

from typing import NamedTuple

EXPRESSIONS = "tests/lang/wasm/test_expressions.py"
STATEMENTS = "tests/lang/wasm/test_statements.py"
AGREEMENT = "tests/lang/test_agreement.py"
REFUSALS = "tests/lang/test_refusals.py"
HELD = "tests/lang/test_held.py"
PARTED = "tests/lang/test_parted.py"
STEPS = "tests/lang/test_steps.py"
LOOKUPS = "tests/lang/test_lookups.py"
VARIABLES = "tests/lang/test_variables.py"
RUNTIME = "tests/lang/wasm/test_runtime.py"
CORNERS = "tests/lang/wasm/test_corners.py"
MANY = "tests/engine/test_core.py"


class Slip(NamedTuple):
    """A change of one place.

    Attributes:
        what: the slip in words.
        file: its path below `ruleset_core/lang`.
        old: what stands there, once in the file.
        new: what it becomes.
        tests: those that are run, nearest first.
    """

    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


SLIPS = (
    # -- what prints Python
    Slip("differences need no brackets", "spell/expressions.py", 'n.Minus: ("-", SUM, PRODUCT)', 'n.Minus: ("-", SUM, SUM)', (EXPRESSIONS,)),
    Slip("quotients are rounded to 0", "spell/expressions.py", 'return Text(f"{left.at(hold)}{sign}{right.at(asked)}", hold, refers)', 'return Text(f"int({left.at(hold)}/{right.at(asked)})" if sign == "//" else f"{left.at(hold)}{sign}{right.at(asked)}", hold, refers)', (EXPRESSIONS,)),
    Slip("a lower bound is left out", "spell/expressions.py", "if code.part.low >= code.low:", "if code.part.low >= code.low - 5:", (EXPRESSIONS,)),
    Slip("an upper bound is one higher", "spell/expressions.py", 'test = f"{first}<={code.high}"', 'test = f"{first}<={code.high + 1}"', (EXPRESSIONS,)),
    Slip("conditions are kept as they are", "spell/expressions.py", 'return Text(f"1 if {found.at(OR)} else 0", CONDITION, found.refers) if found.bool else found', "return found", (STATEMENTS,)),
    Slip("a stretch of numbers ends early", "spell/expressions.py", '{of.at(SUM)}<={values[-1]}", COMPARED', '{of.at(SUM)}<{values[-1]}", COMPARED', (EXPRESSIONS,)),
    Slip("the lesser of two short ones is the greater", "spell/expressions.py", '("min", "<")', '("min", ">")', (EXPRESSIONS,)),
    Slip("`or` inside `and` has no brackets", "spell/expressions.py", "word.join(part.at(hold + 1) for part in spelled)", "word.join(part.text for part in spelled)", (EXPRESSIONS,)),
    Slip("`not` takes in what follows it", "spell/expressions.py", 'return Text(f"not {part.at(NOT)}", NOT, part.refers, bool=True)', 'return Text(f"not {part.at(NOT)}", ATOM, part.refers, bool=True)', (EXPRESSIONS,)),
    Slip("the name of zones is forgotten", "spell/expressions.py", 'return Text(f"len(z[{zone.text}])", ATOM, zone.refers | ZONES)', 'return Text(f"len(z[{zone.text}])", ATOM, zone.refers)', (EXPRESSIONS, STATEMENTS)),
    Slip("a checked sum is not looked at", "spell/statements.py", 'self.out(indent, f"if not {node.low}<=_n<={node.high}: broken()")', "pass", (STATEMENTS,)),
    Slip("steps of a block are not counted", "spell/statements.py", 'self.out(indent, f"k += {steps.text}", steps)', 'self.out(indent, "k += 0")', (STATEMENTS, PARTED)),
    Slip("steps on the way to an end are lost", "spell/statements.py", 'taken = f"k+{steps}" if steps else "k"', 'taken = "k"', (STATEMENTS, REFUSALS, PARTED)),
    Slip("steps before a question are lost", "spell/statements.py", 'f"return -k-{steps}" if steps else "return -k"', '"return -k"', (STATEMENTS, REFUSALS, PARTED)),
    Slip("steps of functions have no limit", "spell/statements.py", 'self.out(indent, f"if s.steps > {runtime.WRITTEN}: too_long()")', "pass", (STATEMENTS, REFUSALS, PARTED)),
    Slip("pieces are not copied before they move", "spell/statements.py", 'f"[*z[{zone.text}]]" if source.copied else', 'f"z[{zone.text}]" if source.copied else', (STATEMENTS,)),
    Slip("a range begins at 0", "spell/statements.py", 'if source.low == 0 else f"range({low.text}, {stop.text})"', 'if source.low in {0, 1} else f"range({low.text}, {stop.text})"', (STATEMENTS,)),
    Slip("what is held is not forgotten", "spell/held.py", "                del held[number]", "                pass", (HELD, STATEMENTS, AGREEMENT)),
    Slip("what a loop changes is held across its rounds", "spell/held.py", "held)\n            _forget(held, self.told.change(each))", "held)", (HELD, STATEMENTS, AGREEMENT)),
    Slip("places that may be the same are taken for two", "spell/known.py", "return least > 0 or most < 0", "return least != 0 or most != 0", (HELD, STATEMENTS, AGREEMENT)),
    Slip("what is worked out later in a condition is worked out at once", "spell/told.py", "self._surely(code.parts[0], found)", "[self._surely(part, found) for part in code.parts]", (HELD, STATEMENTS, AGREEMENT)),
    Slip("values of a frame are set one after the other", "spell/onward.py", "if not any(_reads(value, set_) for _, value in pairs[1:]):", "if True:", (HELD, STATEMENTS, AGREEMENT)),
    Slip("a loop that is written out is gone through once", "spell/onward.py", "return [*body[:-2], *head, n.Again()]", "return [*body[:-2], *head, n.GoOn()]", (HELD, STATEMENTS, AGREEMENT)),
    Slip("steps before a loop that is written out are lost", "spell/statements.py", 'self.out(indent, f"k += {steps}")\n        self.out(indent, f"while', 'self.out(indent, f"while', (STATEMENTS, REFUSALS, PARTED)),
    Slip("what others see is not a copy", "spell/statements.py", "'([*s.v], [[*x] for x in s.z])'", "'([*s.v], [*s.z])'", (STATEMENTS,)),
    # -- what prints WebAssembly
    Slip("signed for unsigned", "wasm/encode.py", '"<=u": (0x4D, 0x58)', '"<=u": (0x4C, 0x57)', (EXPRESSIONS, STATEMENTS)),
    Slip("bytes with a sign are read without", "wasm/encode.py", "-1: 0x2C", "-1: 0x2D", (EXPRESSIONS, STATEMENTS)),
    Slip("two bytes with a sign are read without", "wasm/encode.py", "-2: 0x2E", "-2: 0x2F", (EXPRESSIONS, STATEMENTS)),
    Slip("known numbers have one bit less", "wasm/encode.py", "while not -64 <= number < 64:", "while not -64 <= number < 128:", (EXPRESSIONS, STATEMENTS)),
    Slip("a number one above a word is a word", "wasm/exprs.py", "code.high <= GREATEST else", "code.high <= GREATEST + 1 else", (EXPRESSIONS, STATEMENTS)),
    Slip("quotients are rounded to 0", "wasm/arithmetic.py", 'b.get(by)\n            b.const(1, kind)\n            b.op("-", kind)', 'b.get(by)\n            b.const(0, kind)\n            b.op("-", kind)', (EXPRESSIONS,)),
    Slip("the mask of a division is one too wide", "wasm/arithmetic.py", 'right.bit_length() - 1 if sign == "/" else right - 1', 'right.bit_length() - 1 if sign == "/" else right', (EXPRESSIONS,)),
    Slip("an upper bound is one higher", "wasm/arithmetic.py", "b.const(code.high - code.low, kind)", "b.const(code.high - code.low + 1, kind)", (EXPRESSIONS,)),
    Slip("places one beyond are let through", "wasm/places.py", 'b.op(">=u", kind_of(place))', 'b.op(">u", kind_of(place))', (EXPRESSIONS, STATEMENTS)),
    Slip("places counted in play are not looked at", "wasm/places.py", "if not b.unit.checked:\n", "if True:\n", (EXPRESSIONS, STATEMENTS)),
    Slip("the mask of known numbers is shifted", "wasm/conditions.py", "sum(1 << value - least for value in values)", "sum(1 << value - values[0] for value in values)", (EXPRESSIONS,)),
    Slip("a list in a frame is one number short", "wasm/frames.py", "at += 4 + 4 * b.unit.code.layout.lists[target]", "at += 4 * b.unit.code.layout.lists[target]", (STATEMENTS,)),
    Slip("the end of the stack is not looked at", "wasm/frames.py", 'b.op(">")\n    b.trap_if()\n    b.get(0)\n    b.get(top)', "b.out += bytes([e.DROP, e.DROP])\n    b.get(0)\n    b.get(top)", (RUNTIME,)),
    Slip("the room for options is not looked at", "wasm/frames.py", 'b.op(">=u")\n    b.trap_if()', "b.out += bytes([e.DROP, e.DROP])", (RUNTIME,)),
    Slip("the queue does not begin again at its head", "wasm/native.py", "if place >= R.entries:\n        place -= R.entries", "if place > R.entries:\n        place -= R.entries", (CORNERS,)),
    Slip("frames are counted one short", "wasm/native.py", "deep -= 4 * word(K.frame_words + 4 * word(s + deep + R.stack))\n        count += 1", "count += deep > 0\n        deep -= 4 * word(K.frame_words + 4 * word(s + deep + R.stack))", (CORNERS,)),
    Slip("numbers beyond the mask are not left out", "wasm/conditions.py", "surely = of.low >= least and", "surely = of.low >= least or", (CORNERS,)),
    Slip("an `or` is settled by 0", "wasm/conditions.py", "if not both:\n                b.const(1)", "if not both:\n                b.const(0)", (CORNERS,)),
    Slip("loops go round once more", "wasm/loops.py", 'stop()\n    b.op("<")\n    b.jump_if(head)', 'stop()\n    b.op("<=")\n    b.jump_if(head)', (CORNERS,)),
    Slip("loops over nothing go round once", "wasm/loops.py", 'stop()\n        b.op(">=")', 'stop()\n        b.op(">")', (RUNTIME,)),
    Slip("pieces that are copied are copied one short", "wasm/loops.py", "scale(b, width)\n        b.tee(last)", 'scale(b, width)\n        b.const(1)\n        b.op("-")\n        b.tee(last)', (CORNERS,)),
    Slip("steps have no end", "wasm/statements.py", 'b.get(left)\n    b.const(0, I64)\n    b.op("<", I64)\n    b.trap_if()', "", (CORNERS,)),
    Slip("a checked sum is not looked at", "wasm/statements.py", 'b.const(node.high - node.low, I64)\n    b.op(">u", I64)\n    b.trap_if()', 'b.const(node.high - node.low, I64)\n    b.op(">u", I64)\n    b.out.append(e.DROP)', (CORNERS,)),
    Slip("the least product overflows", "wasm/native.py", "if left == -1:\n            return difference_of(0, right)", "if left == -2:\n            return difference_of(0, right)", (CORNERS,)),
    Slip("ties have two winners more", "wasm/native_many.py", "if mine != best:", "if mine > best:", (MANY,)),
    Slip("lengths leave forced decisions out", "wasm/native_many.py", "drawn + word(G.forced))", "drawn)", (MANY,)),
    Slip("wins of a play-out stand for the next seat", "wasm/native_many.py", "byte(G.row + 8 * seats + seat)", "byte(G.row + 8 * seats + (seat + 1) % seats)", (MANY,)),
    Slip("the next game at a place is the one after", "wasm/native_many.py", "long(numbers + 8 * place) + count", "long(numbers + 8 * place) + 1", (MANY,)),
    Slip("an option that is not offered is taken", "wasm/native_many.py", "if one == offered:\n            return place", "if one > offered:\n            return place", (MANY,)),
    Slip("who was best before has still won", "wasm/native_many.py", "fill(at, 0, seat)", "fill(at, 0, 0)", (MANY,)),
    Slip("sums that overflow go on", "wasm/native.py", "if (left ^ total) & (right ^ total) < 0:", "if left != left:", (CORNERS,)),
    # -- what decides
    Slip("what may be none is not looked at", "decide/places.py", "self.b.narrow(code, least, most) if sure else self.b.make.checked(code, least, most)", "self.b.narrow(code, least, most)", (REFUSALS,)),
    Slip("what is heavy is looked up", "decide/tables.py", "if form.looked and not self.b.steps.light(node):", "if False:", (STEPS,)),
    Slip("heavy definitions are written out", "decide/defines.py", "short = light and len(", "short = len(", (STEPS,)),
    Slip("heavy questions are written out", "decide/questions.py", "        if light:\n", "        if True:\n", (STEPS,)),
    Slip("what no member has is the first place of a table", "decide/lookups.py", "make.choice(make.every(inside), place, size)", "make.choice(make.every(inside), place, 0)", (LOOKUPS,)),
    Slip("facts are looked up though something before them breaks a rule", "decide/lookups.py", " or not self._harmless(node, part, env)", "", (LOOKUPS,)),
    Slip("the least value of a fact is taken for 0", "decide/lookups.py", "self.b.narrow(code, least, most), -least)", "self.b.narrow(code, least, most), 0)", (LOOKUPS,)),
    Slip("the variable of a question may be that of an option", "decide/functions.py", "read = {name for code in scope for name in self.free(code)}", "read = set[str]()", (VARIABLES,)),
    Slip("where a seat begins may be where another one begins", "decide/functions.py", "scope += [*held, *held.values()]", "scope += [*held]", (VARIABLES,)),
    Slip("loops that are written out cost nothing", "decide/effects.py", "            out += self.b.selections.spent(n.Numbers(0, len(values)), node)\n", "", (STEPS,)),
    Slip("what is there twice is worked out once", "code/make.py", " or not self.harmless(each)]", "]", (STEPS,)),
    Slip("a gain that is looked at unit by unit costs nothing", "decide/gains.py", "out.append(n.Spend(self._units(amount)))", "pass", (STEPS,)),
    Slip("of equal ones that are known the last is always taken", "quantities.py", "(last and worth == most)", "worth == most", (AGREEMENT,)),
    Slip("`first` is the last when written out", "decide/questions.py", "for value, where, _ in reversed(terms):", "for value, where, _ in terms:", (REFUSALS,)),
    Slip("`every` asks those that do not count", "decide/questions.py", "make.every(make.some((make.no(where), make.truth(body)))", "make.every(make.some((make.no(1), make.truth(body)))", (REFUSALS,)),
    Slip("written out loops run backwards", "decide/effects.py", "            for value in values:\n                inner = {**env, node.var: value}\n                where", "            for value in reversed(values):\n                inner = {**env, node.var: value}\n                where", (REFUSALS,)),
    Slip("gains have no bounds", "decide/gains.py", "checked = not bounded or any(bound < 0 for bound in bounds)", "checked = False", (PARTED,)),
    Slip("frames have no end", "decide/blocks.py", 'self.b.make.compare("<=", self.b.make.frames(), FRAMES)', 'self.b.make.compare("<=", self.b.make.frames(), FRAMES + 1)', (PARTED,)),
    Slip("a table has the wrong place", "decide/tables.py", "make.plus(code, -low(code))", "make.plus(code, 0)", (STEPS, AGREEMENT)),
    Slip("places of tables that break a rule are let through", "decide/tables.py", "return make.checked(found, table.low, table.high - 1) if broken else found", "return found", (REFUSALS,)),
    Slip("sums lose the sign of what is taken twice", "decide/operations.py", '-sign if each.name == "-" else sign, each.args[1]', '-1 if each.name == "-" else sign, each.args[1]', (AGREEMENT,)),
    Slip("costs of one resource are not added", "decide/operations.py", "make.choice(here, share, 0)", "make.choice(here, share, total)", (AGREEMENT,)),
    Slip("a piece beyond the beginning of a zone is there", "decide/places.py", "        if low(place) < 0:\n            within_it", "        if low(place) < -9:\n            within_it", (PARTED, AGREEMENT)),
    Slip("a queue has no end", "decide/effects.py", 'self.b.make.compare("<", self.b.make.queued(QUEUE), QUEUE)', 'self.b.make.compare("<=", self.b.make.queued(QUEUE), QUEUE)', (REFUSALS,)),
    Slip("of a piece that moves one word is kept", "spell/statements.py", "{node.seen}, {node.width}, SIGHTS)", "{node.seen}, 1, SIGHTS)", (STATEMENTS, AGREEMENT)),
    Slip("one word of a piece is forgotten", "spell/statements.py", "forget(s, {node.seen}, {node.width}, z[", "forget(s, {node.seen}, 1, z[", (STATEMENTS, AGREEMENT)),
    Slip("pieces are shown to the first seat", "spell/statements.py", "show(s, {bits.text}, {seat.text})", "show(s, {bits.text}, 0)", (STATEMENTS, AGREEMENT)),
    Slip("the core keeps one word of a piece that moves", "wasm/zones.py", '        b.const(node.width)\n        b.call("follow")', '        b.const(1)\n        b.call("follow")', (STATEMENTS, AGREEMENT)),
    Slip("the core forgets one word of a piece", "wasm/zones.py", "    b.const(node.width)\n    zone_address", "    b.const(1)\n    zone_address", (STATEMENTS, AGREEMENT)),
    Slip("the core shows pieces to the first seat", "wasm/zones.py", '    word(b, node.seat)\n    b.call("show")', '    b.const(0)\n    b.call("show")', (STATEMENTS, AGREEMENT)),
    Slip("what is remembered is moved like anything else", "decide/effects.py", "seen, remembered, self._width(kind))", "-1, False, 1)", (AGREEMENT,)),
    Slip("a hint is kept where the piece is", "decide/effects.py", "bits = make.plus(bits, self.b.exprs.value(node.column, env))", "bits = make.plus(bits, 0)", (AGREEMENT,)),
)  # fmt: skip
"""About evenly what prints Python, what prints WebAssembly, and what decides."""
