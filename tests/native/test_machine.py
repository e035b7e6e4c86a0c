"""Modules run: calls, traps, memory, globals, threads. What the module does not hold, the host does not reach either."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.compile.host.wasm_modules import HostImport, WasmModule
from ruleset_core.compile.host.wasmtime_binding import OutOfBoundsError, WasmError, WasmTrap, WrongThreadError
from tests.native import assembler as wasm
from tests.native.assembler import ADD, BUSY, F64, I32, I64, Function, assemble, const32, const64, get

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"nothing is run here: {why_not()}")

ROOT = Path(__file__).parents[2]
PAGE = 65536
LOAD = Function("load", [I32], [I32], get(0) + wasm.LOAD32)
STORE = Function("store", [I32, I32], [], get(0) + get(1) + wasm.STORE32)
GROW = Function("grow", [I32], [I32], get(0) + wasm.GROW)
COPY = Function("copy", [I32, I32, I32], [], get(0) + get(1) + get(2) + wasm.COPY)


def instance(*functions, **about):
    return WasmModule.compiled(assemble(*functions, **about)).instance()


def test_a_function_adds():
    add = instance(ADD).function("add")
    assert (add(2, 3), add(-1, -5)) == (5, -6)


def test_of_32_bits_the_low_ones_count():
    add = instance(ADD).function("add")
    assert add(2**31, 0) == -(2**31)
    assert add(2**32 + 4, 0) == 4


def test_whole_numbers_of_64_bits():
    mixed = Function("mixed", [I64, I32, I64], [I64], get(0) + get(2) + wasm.ADD64)
    call = instance(mixed).function("mixed")
    assert call(2**62, 9, 2**61) == 2**62 + 2**61
    assert call(-(2**63), 0, -1) == 2**63 - 1


@pytest.mark.parametrize("count", range(7))
def test_any_number_of_parameters(count):
    body = const32(1000) + b"".join(get(n) + const32(3**n) + wasm.MUL32 + wasm.ADD32 for n in range(count))
    call = instance(Function("weigh", [I32] * count, [I32], body)).function("weigh", brief=count % 2 == 0)
    assert call(*range(5, 5 + count)) == 1000 + sum((5 + n) * 3**n for n in range(count))
    for wrong in (count - 1, count + 1):
        if wrong >= 0:
            with pytest.raises(TypeError):
                call(*range(wrong))


@pytest.mark.parametrize("argument", [2**63, -(2**63) - 1, "1", None, 1.5])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_is_no_whole_number_of_64_bits_is_refused(argument, count):
    call = instance(Function("last", [I64] * count, [I64], get(count - 1))).function("last")
    with pytest.raises((TypeError, ValueError)):
        call(*[0] * (count - 1), argument)
    assert call(*[1] * count) == 1


def test_a_function_that_gives_nothing_gives_0():
    run = instance(STORE, LOAD)
    assert run.function("store")(8, -77) == 0
    assert run.function("load")(8) == -77


TRAPS = {
    "unreachable": Function("stop", [I32], [I32], wasm.UNREACHABLE),
    "memory": Function("stop", [I32], [I32], const32(2**31 - 8) + wasm.LOAD32),
    "division": Function("stop", [I32], [I32], const32(5) + get(0) + wasm.DIV32),
    "overflow": Function("stop", [I32], [I32], const32(-(2**31)) + get(0) + const32(1) + wasm.SUB32 + wasm.DIV32),
    "call": Function("stop", [I32], [I32], get(0) + get(0) + wasm.CALL_INDIRECT + b"\x00\x00"),
    "table": Function("stop", [I32], [I32], get(0) + const32(99) + wasm.CALL_INDIRECT + b"\x00\x00"),
    "stack": Function("stop", [I32], [I32], get(0) + wasm.CALL + b"\x00" + const32(1) + wasm.ADD32),
}


@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("kind", TRAPS)
def test_a_trap_is_an_exception_and_the_instance_goes_on(kind, brief):
    run = instance(TRAPS[kind], ADD)
    for _ in range(3):
        with pytest.raises(WasmTrap) as stopped:
            run.function("stop", brief=brief)(0)
        assert stopped.value.kind == kind
        assert str(stopped.value)
    assert run.function("add")(2, 3) == 5


@pytest.mark.slow
def test_traps_are_caught_whenever_faults_are_told():
    """A handler of `faulthandler` that is asked first would end the process."""
    program = """
import faulthandler, sys
from tests.native.test_machine import TRAPS, instance
from ruleset_core.compile.host.wasmtime_binding import WasmTrap
if sys.argv[1] == "before":
    faulthandler.enable()
calls = [instance(TRAPS[kind]).function("stop") for kind in ("unreachable", "memory", "division")]
if sys.argv[1] == "after":
    faulthandler.enable()
for call in calls:
    try:
        call(0)
    except WasmTrap as stopped:
        print(stopped.kind)
"""
    for when in ("before", "after", "never"):
        command = [sys.executable, "-c", program, when]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        assert (done.returncode, done.stdout.split()) == (0, ["unreachable", "memory", "division"]), done.stderr


@pytest.mark.slow
def test_tail_calls_need_no_stack():
    assert instance(BUSY).function("busy")(2_000_000, 1) == _busy(2_000_000, 1)


def _busy(n: int, x: int) -> int:
    while n:
        n, x = n - 1, (x * 6364136223846793005 + n) % 2**64
    return x - 2**64 if x >= 2**63 else x


def test_the_host_writes_and_reads_within_the_memory():
    run = instance(LOAD, COPY)
    memory = run.memory()
    assert memory.size == PAGE
    memory.write(PAGE - 4, (123456).to_bytes(4, "little"))
    assert run.function("load")(PAGE - 4) == 123456
    run.function("copy")(0, PAGE - 4, 4)
    assert memory.read(0, 4) == (123456).to_bytes(4, "little")
    assert memory.view(0, 8, "i").tolist() == [123456, 0]


@pytest.mark.parametrize(
    ("at", "size"),
    [(PAGE, 1), (PAGE - 3, 4), (-1, 1), (-4, 4), (0, PAGE + 1), (0, -1), (2**40, 1), (2**70, 1), (0, 2**70)],
)
def test_past_the_end_the_host_neither_writes_nor_reads(at, size):
    memory = instance(ADD).memory()
    before = memory.read(0, PAGE)
    with pytest.raises(OutOfBoundsError):
        memory.read(at, size)
    with pytest.raises(OutOfBoundsError):
        memory.view(at, size)
    if 0 <= size < 2**20:
        with pytest.raises(OutOfBoundsError):
            memory.write(at, b"\xff" * size)
    assert memory.read(0, PAGE) == before


def test_a_view_is_no_way_past_its_end():
    view = instance(ADD).memory().view(PAGE - 8, 8, "i")
    with pytest.raises(IndexError):
        view[2] = 1
    with pytest.raises(ValueError, match="different structures"):
        view[0:3] = memoryview(bytes(12)).cast("i")


def test_memory_grows_from_either_side_and_views_stay_good():
    run = instance(GROW, LOAD)
    memory = run.memory()
    view = memory.view(0, 4, "i")
    assert run.function("grow")(1) == 1
    assert memory.size == 2 * PAGE
    memory.write(2 * PAGE - 4, b"\x05\0\0\0")
    assert run.function("load")(2 * PAGE - 4) == 5
    assert memory.grow(2) == 2 * PAGE
    memory.write(4 * PAGE - 1, b"!")
    view[0] = 99
    assert run.function("load")(0) == 99
    with pytest.raises(WasmError):
        memory.grow(1)
    with pytest.raises(OutOfBoundsError):
        memory.grow(-1)
    assert memory.size == 4 * PAGE


@pytest.mark.slow
def test_a_view_keeps_the_memory_alive():
    view = instance(ADD).memory().view(0, PAGE, "q")
    gc.collect()
    view[0] = 7
    assert view[0] == 7


@pytest.mark.slow
def test_a_function_keeps_its_instance_alive():
    call = instance(ADD).function("add")
    gc.collect()
    assert call(1, 1) == 2


def test_instances_share_nothing():
    module = WasmModule.compiled(assemble(STORE, LOAD))
    one, other = module.instance(), module.instance()
    one.function("store")(0, 5)
    assert other.function("load")(0) == 0


def test_many_instances_come_and_go():
    module = WasmModule.compiled(assemble(ADD))
    before = _room()
    for _ in range(2000):
        module.instance().function("add")(1, 1)
    assert _room() - before < 2**36, "memories of instances that are gone are still there"


def _room() -> int:
    """Addresses in use, in bytes; a memory reserves 4 GB of them."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def test_globals():
    run = instance(ADD)
    assert (run.global_value("seven"), run.global_value("far")) == (7, -(2**40))
    with pytest.raises(WasmError, match="no whole number"):
        run.global_value("half")


def test_what_is_not_exported_is_told():
    run = instance(ADD)
    for ask in (run.function, run.memory, run.global_value):
        with pytest.raises(WasmError, match="exports no"):
            ask("nothing")
    with pytest.raises(WasmError, match="exports no function `memory`"):
        run.function("memory")


def test_functions_of_other_kinds_are_refused():
    run = instance(Function("real", [F64], [], b""), Function("both", [], [I32, I32], const32(1) + const32(2)))
    for name in ("real", "both"):
        with pytest.raises(WasmError, match="other than whole numbers"):
            run.function(name)


@pytest.mark.parametrize(
    "raw", [b"", b"\0asm", b"no module", assemble(ADD)[:-3], assemble(Function("wrong", [], [I32], const64(1)))]
)
def test_what_is_no_module_is_refused(raw):
    with pytest.raises(WasmError):
        WasmModule.compiled(raw)


def test_what_was_not_compiled_here_is_not_restored():
    for raw in (b"", b"nothing", assemble(ADD)):
        with pytest.raises(WasmError):
            WasmModule.restored(raw)


def test_a_module_that_wants_something_of_the_host_is_refused():
    module = WasmModule.compiled(assemble(ADD, imports=b"\x01\x01h\x01f\x00\x00"))
    with pytest.raises(WasmError):
        module.instance()


def test_restored_is_the_same_module():
    native = WasmModule.compiled(assemble(BUSY)).serialize()
    assert WasmModule.restored(native).instance().function("busy")(1000, 3) == _busy(1000, 3)


ASKED = Function(
    "ask", [I32], [I32], const32(0) + get(0) + wasm.STORE32 + wasm.CALL + b"\x00" + const32(4) + wasm.LOAD32
)
"""Puts a number at 0, calls what it imports, and gives the number at 4."""


def asking(call):
    """A module that imports a function of Python, which gets the number, and gives one."""
    found = []

    def called():
        words = found[1].view(0, 8, "i")
        words[1] = call(words[0])

    module = WasmModule.compiled(assemble(ASKED, host=[("hook", "h")]))
    found.append(module.instance(imports=[HostImport("hook", "h", called)]))
    found.append(found[0].memory())
    return found[0]


@pytest.mark.parametrize("brief", [False, True])
def test_a_module_calls_functions_of_python(brief):
    asked = []

    def call(number):
        asked.append(number)
        return 7 * number

    ask = asking(call).function("ask", brief=brief)
    assert [ask(6), ask(-(2**28)), ask(-3)] == [42, -7 * 2**28, -21]
    assert asked == [6, -(2**28), -3]


def test_what_a_function_of_python_raises_stops_the_module():
    ask = asking(lambda number: 12 // number).function("ask")
    for _ in range(3):
        with pytest.raises(WasmTrap) as stopped:
            ask(0)
        assert stopped.value.kind == "host"
        assert isinstance(stopped.value.__cause__, ZeroDivisionError)
        assert ask(4) == 3


def test_what_asks_a_program_to_end_passes_through_a_module():
    def call(_number):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asking(call).function("ask")(1)


def test_a_function_of_python_cannot_enter_the_module_that_calls_it():
    run = None

    def call(number):
        with pytest.raises(WrongThreadError, match="belongs to"):
            run.function("ask")
        with pytest.raises(WrongThreadError, match="belongs to"):
            ask(number)
        with pytest.raises(WrongThreadError, match="belongs to"):
            run.adopt()
        assert not run.is_mine()
        return number

    run = asking(call)
    ask = run.function("ask")
    assert ask(5) == 5
    assert run.is_mine()


def test_what_is_imported_must_be_given():
    module = WasmModule.compiled(assemble(ASKED, host=[("hook", "h")]))
    for imports in ([], [HostImport("hook", "i", int)], [HostImport("h", "hook", int)]):
        with pytest.raises(WasmError):
            module.instance(imports=imports)
