"""The slips of `printers`: what stands in a file, what it becomes, and the tests of which one must fail then."""

from __future__ import annotations

from typing import NamedTuple

EXPRESSIONS = "tests/lang/wasm/test_expressions.py"
STATEMENTS = "tests/lang/wasm/test_statements.py"
AGREEMENT = "tests/lang/test_agreement.py"
REFUSALS = "tests/lang/test_refusals.py"
PARTED = "tests/lang/test_parted.py"
STEPS = "tests/lang/test_steps.py"
LOOKUPS = "tests/lang/test_lookups.py"
VARIABLES = "tests/lang/test_variables.py"
RUNTIME = "tests/lang/wasm/test_runtime.py"
CORNERS = "tests/lang/wasm/test_corners.py"
TRIALS = "tests/lang/test_trials.py"
MANY = "tests/engine/test_core.py"
LOOPS = "tests/lang/test_loop_passes.py"


class Slip(NamedTuple):
    """A change of one place.

    Attributes:
        what: the slip in words.
        file: its path below `ruleset_core`.
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
    # -- what prints WebAssembly
    Slip("signed for unsigned", "compile/wasm/module_builder.py", '"<=u": (0x4D, 0x58)', '"<=u": (0x4C, 0x57)', (EXPRESSIONS, STATEMENTS)),
    Slip("bytes with a sign are read without", "compile/wasm/module_builder.py", "-1: 0x2C", "-1: 0x2D", (EXPRESSIONS, STATEMENTS)),
    Slip("two bytes with a sign are read without", "compile/wasm/module_builder.py", "-2: 0x2E", "-2: 0x2F", (EXPRESSIONS, STATEMENTS)),
    Slip("known numbers have one bit less", "compile/wasm/module_builder.py", "while not -64 <= number < 64:", "while not -64 <= number < 128:", (EXPRESSIONS, STATEMENTS)),
    Slip("a number one above a word is a word", "compile/wasm/expression_codegen.py", "code.high <= GREATEST else", "code.high <= GREATEST + 1 else", (EXPRESSIONS, STATEMENTS)),
    Slip("quotients are rounded to 0", "compile/wasm/expression_codegen.py", 'b.get(by)\n            b.const(1, kind)\n            b.op("-", kind)', 'b.get(by)\n            b.const(0, kind)\n            b.op("-", kind)', (EXPRESSIONS,)),
    Slip("the mask of a division is one too wide", "compile/wasm/expression_codegen.py", 'right.bit_length() - 1 if sign == "/" else right - 1', 'right.bit_length() - 1 if sign == "/" else right', (EXPRESSIONS,)),
    Slip("an upper bound is one higher", "compile/wasm/expression_codegen.py", "b.const(code.high - code.low, kind)", "b.const(code.high - code.low + 1, kind)", (EXPRESSIONS,)),
    Slip("places one beyond are let through", "compile/wasm/memory_access.py", 'b.op(">=u", kind_of(place))', 'b.op(">u", kind_of(place))', (EXPRESSIONS, STATEMENTS)),
    Slip("places counted in play are not looked at", "compile/wasm/memory_access.py", "    held = b.fresh()\n    word(b, place)\n", "    return place\n", (EXPRESSIONS, STATEMENTS)),
    Slip("the mask of known numbers is shifted", "compile/wasm/expression_codegen.py", "sum(1 << value - least for value in values)", "sum(1 << value - values[0] for value in values)", (EXPRESSIONS,)),
    Slip("a list in a frame is one number short", "compile/wasm/statement_codegen.py", "at += 4 + 4 * b.unit.code.layout.lists[target]", "at += 4 * b.unit.code.layout.lists[target]", (STATEMENTS,)),
    Slip("the end of the stack is not looked at", "compile/wasm/statement_codegen.py", 'b.op(">")\n    b.trap_if()\n    b.get(0)\n    b.get(top)', "b.out += bytes([e.DROP, e.DROP])\n    b.get(0)\n    b.get(top)", (RUNTIME,)),
    Slip("the room for options is not looked at", "compile/wasm/statement_codegen.py", 'b.op(">=u")\n        b.trap_if()', "b.out += bytes([e.DROP, e.DROP])", (RUNTIME,)),
    Slip("the queue does not begin again at its head", "compile/wasm/core_game.py", "if place >= R.entries:\n        place -= R.entries", "if place > R.entries:\n        place -= R.entries", (CORNERS,)),
    Slip("frames are counted one short", "compile/wasm/core_game.py", "deep -= 4 * word(K.frame_words + 4 * word(s + deep + R.stack))\n        count += 1", "count += deep > 0\n        deep -= 4 * word(K.frame_words + 4 * word(s + deep + R.stack))", (CORNERS,)),
    Slip("numbers beyond the mask are not left out", "compile/wasm/expression_codegen.py", "surely = of.low >= least and", "surely = of.low >= least or", (CORNERS,)),
    Slip("an `or` is settled by 0", "compile/wasm/expression_codegen.py", "if not both:\n                b.const(1)", "if not both:\n                b.const(0)", (CORNERS,)),
    Slip("a search that is kept costs nothing", "compile/wasm/search_codegen.py", "take(b, lambda: _load_long(b, kept + 8))", "pass", (LOOPS,)),
    Slip("what four does not divide is left out", "compile/wasm/vector_codegen.py", "range(whole, stop)", "range(whole, whole)", (LOOPS,)),
    Slip("what is counted by vectors is lost", "compile/wasm/vector_codegen.py", "for lane in range(LANES):\n            b.get(sums)", "for lane in range(3):\n            b.get(sums)", (LOOPS,)),
    Slip("rows of what may be none are one off", "compile/irgen/loop_passes.py", "self.make.add(whole, -whole.low)", "self.make.add(whole, 0)", (LOOPS,)),
    Slip("rows begin where the next one does", "compile/irgen/loop_passes.py", "(starts[:-1], starts[1:])", "(starts[1:], starts[1:])", (LOOPS,)),
    Slip("what a loop sets is taken not to change", "compile/irgen/loop_passes.py", "{loop.local.name} | locals_set_in(loop.body)\n        self._held", "set()\n        self._held", (LOOPS,)),
    Slip("loops go round once more", "compile/wasm/loop_codegen.py", 'stop()\n    b.op("<")\n    b.jump_if(head)', 'stop()\n    b.op("<=")\n    b.jump_if(head)', (CORNERS,)),
    Slip("loops over nothing go round once", "compile/wasm/loop_codegen.py", 'stop()\n        b.op(">=")', 'stop()\n        b.op(">")', (RUNTIME,)),
    Slip("pieces that are copied are copied one short", "compile/wasm/loop_codegen.py", "scale(b, width)\n        b.tee(last)", 'scale(b, width)\n        b.const(1)\n        b.op("-")\n        b.tee(last)', (CORNERS,)),
    Slip("steps have no end", "compile/wasm/statement_codegen.py", 'b.get(left)\n    b.const(0, I64)\n    b.op("<", I64)\n    b.trap_if()', "", (CORNERS,)),
    Slip("a checked sum is not looked at", "compile/wasm/statement_codegen.py", 'b.const(node.high - node.low, I64)\n    b.op(">u", I64)\n    b.trap_if()', 'b.const(node.high - node.low, I64)\n    b.op(">u", I64)\n    b.out.append(e.DROP)', (CORNERS,)),
    Slip("the least product overflows", "compile/wasm/core_game.py", "if left == -1:\n            return difference_of(0, right)", "if left == -2:\n            return difference_of(0, right)", (CORNERS,)),
    Slip("ties have two winners more", "compile/wasm/core_batch.py", "if mine != best:", "if mine > best:", (MANY,)),
    Slip("lengths leave forced decisions out", "compile/wasm/core_batch.py", "drawn + word(G.forced))", "drawn)", (MANY,)),
    Slip("wins of a play-out stand for the next seat", "compile/wasm/core_batch.py", "byte(G.row + 8 * seats + seat)", "byte(G.row + 8 * seats + (seat + 1) % seats)", (MANY,)),
    Slip("the next game at a place is the one after", "compile/wasm/core_batch.py", "long(numbers + 8 * place) + count", "long(numbers + 8 * place) + 1", (MANY,)),
    Slip("an option that is not offered is taken", "compile/wasm/core_batch.py", "if one == offered:\n            return place", "if one > offered:\n            return place", (MANY,)),
    Slip("who was best before has still won", "compile/wasm/core_batch.py", "fill(at, 0, seat)", "fill(at, 0, 0)", (MANY,)),
    Slip("sums that overflow go on", "compile/wasm/core_game.py", "if (left ^ total) & (right ^ total) < 0:", "if left != left:", (CORNERS,)),
    # -- what decides
    Slip("what may be none is not looked at", "compile/irgen/addresses.py", "self.b.make.range_checked(self.b.exprs.value(expr, env), least, most)", "self.b.narrow(self.b.exprs.value(expr, env), least, most)", (REFUSALS,)),
    Slip("what is heavy is looked up", "compile/irgen/constant_tables.py", "if form.lookups and not self.b.steps.light(node):", "if False:", (STEPS,)),
    Slip("heavy definitions are written out", "compile/irgen/expression_generation.py", "short = light and len(", "short = len(", (STEPS,)),
    Slip("heavy questions are written out", "compile/irgen/quantity_generation.py", "        if not self.b.steps.apart(node):\n", "        if True:\n", (STEPS,)),
    Slip("rounds of a range are not counted", "compile/irgen/quantity_generation.py", "[ir.IrChargeSteps(steps)] if steps else []", "[]", (STEPS,)),
    Slip("what no member has is the first place of a table", "compile/irgen/expression_generation.py", "make.conditional(make.all_of(inside), place, size)", "make.conditional(make.all_of(inside), place, 0)", (LOOKUPS,)),
    Slip("facts are looked up though something before them breaks a rule", "compile/irgen/expression_generation.py", " or not self._harmless(node, part, env)", "", (LOOKUPS,)),
    Slip("the least value of a fact is taken for 0", "compile/irgen/expression_generation.py", "self.b.narrow(code, least, most), -least)", "self.b.narrow(code, least, most), 0)", (LOOKUPS,)),
    Slip("the variable of a question may be that of an option", "compile/irgen/context.py", "read = {name for code in scope for name in self.free(code)}", "read = set[str]()", (VARIABLES,)),
    Slip("where a seat begins may be where another one begins", "compile/irgen/context.py", "scope += [*held, *held.values()]", "scope += [*held]", (VARIABLES,)),
    Slip("loops that are written out cost nothing", "compile/irgen/statement_generation.py", "            out += self.b.selections.spent(ir.IrRangeSource(0, len(values)), node)\n", "", (STEPS,)),
    Slip("what is there twice is worked out once", "compile/ir/ir_builder.py", " or not self.is_discardable(each)]", "]", (STEPS,)),
    Slip("a gain that is looked at unit by unit costs nothing", "compile/irgen/gain_generation.py", "        out.append(ir.IrChargeSteps(self._units(amount, resource)))\n", "", (STEPS,)),
    Slip("of equal ones that are known the last is always taken", "lang/quantities.py", "(last and worth == most)", "worth == most", (AGREEMENT,)),
    Slip("`first` is the last when written out", "compile/irgen/quantity_generation.py", "for value, where, _ in reversed(terms):", "for value, where, _ in terms:", (REFUSALS,)),
    Slip("`every` asks those that do not count", "compile/irgen/quantity_generation.py", "make.any_of((make.logical_not(where), make.as_bool(body)))", "make.any_of((make.logical_not(1), make.as_bool(body)))", (REFUSALS,)),
    Slip("written out loops run backwards", "compile/irgen/statement_generation.py", "            for value in values:\n                inner = {**env, node.var: value}\n                where", "            for value in reversed(values):\n                inner = {**env, node.var: value}\n                where", (REFUSALS,)),
    Slip("gains have no bounds", "compile/irgen/gain_generation.py", "checked = not bounded or any(bound < 0 for bound in bounds)", "checked = False", (PARTED,)),
    Slip("frames end too soon", "compile/irgen/generator.py", 'self.b.make.compare("<=", self.b.make.stack_depth(), FRAMES)', 'self.b.make.compare("<=", self.b.make.stack_depth(), FRAMES - 1)', (PARTED,)),
    Slip("a table has the wrong place", "compile/irgen/constant_tables.py", "make.add(code, -low(code))", "make.add(code, 0)", (STEPS, AGREEMENT)),
    Slip("places of tables that break a rule are let through", "compile/irgen/constant_tables.py", "return make.range_checked(found, table.low, table.high - 1) if broken else found", "return found", (REFUSALS,)),
    Slip("sums lose the sign of what is taken twice", "compile/irgen/operation_generation.py", '-sign if each.name == "-" else sign, each.args[1]', '-1 if each.name == "-" else sign, each.args[1]', (REFUSALS,)),
    Slip("costs of one resource are not added", "compile/irgen/operation_generation.py", "make.conditional(here, share, 0)", "make.conditional(here, share, total)", (AGREEMENT,)),
    Slip("a piece beyond the beginning of a zone is there", "compile/irgen/addresses.py", "if low(place) < 0:\n                within_it", "if low(place) < -9:\n                within_it", (PARTED, AGREEMENT)),
    Slip("a queue ends too soon", "compile/irgen/statement_generation.py", 'self.b.make.compare("<", self.b.make.queue_length(QUEUE), QUEUE)', 'self.b.make.compare("<", self.b.make.queue_length(QUEUE), QUEUE - 1)', (REFUSALS,)),
    Slip("the core keeps one word of a piece that moves", "compile/wasm/loop_codegen.py", '        b.const(node.width)\n        b.call("follow")', '        b.const(1)\n        b.call("follow")', (STATEMENTS, AGREEMENT)),
    Slip("the core forgets one word of a piece", "compile/wasm/loop_codegen.py", "    b.const(node.width)\n    zone_address", "    b.const(1)\n    zone_address", (STATEMENTS, AGREEMENT)),
    Slip("the core shows pieces to the first seat", "compile/wasm/loop_codegen.py", '    word(b, node.seat)\n    b.call("show")', '    b.const(0)\n    b.call("show")', (STATEMENTS, AGREEMENT)),
    Slip("what is remembered is moved like anything else", "compile/irgen/statement_generation.py", "seen, remembered, self._width(kind))", "-1, False, 1)", (AGREEMENT,)),
    Slip("a hint is kept where the piece is", "compile/irgen/statement_generation.py", "bits = make.add(bits, self.b.exprs.value(node.column, env))", "bits = make.add(bits, 0)", (AGREEMENT,)),
    Slip("what was tried is not taken back", "compile/irgen/statement_generation.py", "        body += [ir.IrPutBackState(*each) for each in reversed(kept)]\n", "", (TRIALS,)),
    Slip("words behind the last vector are not put back", "compile/wasm/loop_codegen.py", "range(whole, size, 4)", "range(whole, whole, 4)", (TRIALS, STATEMENTS)),
    Slip("what was tried with other seats is not taken back", "compile/irgen/statement_generation.py", "for seat in range(v.players[1] if each.per_seat else 1)", "for seat in range(1)", (TRIALS,)),
    Slip("the core puts back too little of what was tried", "compile/wasm/loop_codegen.py", "(record.board_end if node.zones else end) - begin", "end - begin", (TRIALS, STATEMENTS)),
)  # fmt: skip
"""About evenly what prints Python, what prints WebAssembly, and what decides."""
