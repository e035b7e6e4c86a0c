"""Tests of the installed `wasmtime`: whether anything runs, and whether an unknown version does all that is needed."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from hashlib import blake2b
from pathlib import Path

from ruleset_core.compile.host import executor_choice
from ruleset_core.compile.host.executor_choice import (
    TRIED,
    MissingLibraryError,
    WasmtimeLibrary,
    cache_wanted,
    find_library,
    major_of,
)
from ruleset_core.compile.host.wasm_modules import HostImport, WasmModule
from ruleset_core.compile.host.wasmtime_binding import WasmError, WasmTrap
from ruleset_core.disk_cache import DiskCache, cache_directory
from ruleset_core.files import read_regular_file

# Whether anything can be run at all: there may be too little room for a memory, or a library that is not what it
# says.

_ANSWER = 42
_LEAST = (
    b"\0asm\x01\0\0\0"  # WebAssembly, version 1
    b"\x01\x05\x01\x60\x00\x01\x7f\x03\x02\x01\x00"  # a function that takes nothing and gives 32 bits
    b"\x05\x03\x01\x00\x01"  # a memory of one page
    b"\x07\x05\x01\x01f\x00\x00"  # the function is exported as `f`
    b"\x0a\x06\x01\x04\x00\x41\x2a\x0b"  # and gives 42
)


@cache
def probe_wasmtime() -> None:
    """Run the least module there is, once in a process.

    Raises:
        WasmError: that cannot be done.
        MissingLibraryError: there is no library that fits.
    """
    if major_of(find_library().version) > executor_choice.TRIED:
        ensure_tested()
    if WasmModule.compiled(_LEAST).instance().function("f")() != _ANSWER:
        raise WasmError("wasmtime gives wrong answers")


# Whether a version of `wasmtime` that nobody tried does all that is needed of it.
#
# The functions of its C API might take something else there, which could end the process. So it is tried in a process
# of its own, once: what came out is kept with the cache. Run as a program, this module tries the library that is
# installed.

SECONDS = 60.0
"""How long the trial may take; usually it is a tenth of one."""

_ROOT = Path(__file__).resolve().parents[3]
_PROGRAM = f"import sys; sys.path.insert(0, {str(_ROOT)!r}); from ruleset_core.compile.host.selftest import run_selftest; run_selftest()"


def ensure_tested(kept: DiskCache | None = None) -> None:
    """See that the installed version passes the test, now or before. Raises `MissingLibraryError` where it fails."""
    library = find_library()
    place = kept or DiskCache(cache_directory() if cache_wanted() else None)
    name = f"wasmtime-{_fingerprint(library)}.tried"
    if place.get(name) is not None:
        return
    try:
        done = subprocess.run(  # noqa: S603 - this very Python
            [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=False, timeout=SECONDS
        )
        problem = (
            "" if not done.returncode else (done.stderr.strip().splitlines() or [f"it ends with {done.returncode}"])[-1]
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        problem = str(error)
    if problem:
        raise MissingLibraryError(
            f"`wasmtime` {library.version} is installed, which is newer than what ruleset knows, and it does not pass the "
            f'self-test ({problem}); `pip install "wasmtime<{TRIED + 1}"` installs one that does'
        )
    place.put(name, library.version.encode())


def _fingerprint(library: WasmtimeLibrary) -> str:
    """What the outcome belongs to: the version, the library as it lies there, and this test."""
    found = library.path.stat()
    about = f"{library.version} {library.path} {found.st_size} {found.st_mtime_ns}"
    return blake2b(about.encode() + read_regular_file(__file__, 1 << 20), digest_size=8).hexdigest()


# -- the test ------------------------------------------------------------------------------------------------------------

_I32, _I64, _END = b"\x7f", b"\x7e", b"\x0b"
_TYPES = [(b"", b""), (_I32 * 2, _I32), (_I32, _I32), (_I64 * 2, _I64)]
_FUNCTIONS = {
    # n == 0 ? x : down(n - 1, x + 3), as a tail call
    "down": (1, b"\x20\x00\x45\x04\x7f\x20\x01\x05\x20\x00\x41\x01\x6b\x20\x01\x41\x03\x6a\x12\x01\x0b"),
    # 0: unreachable; 1: memory; 2: division by zero
    "stop": (2, (b"\x20\x00\x45\x04\x40\x00\x0b\x20\x00\x41\x01\x46\x04\x40\x41\xf0\xff\xff\xff\x07\x28\x02\x00\x1a\x0b"
                b"\x41\x05\x20\x00\x41\x02\x6b\x6d")),
    # its own call, until there is no stack left
    "deep": (2, b"\x20\x00\x10\x03\x41\x01\x6a"),
    # puts the number at 0, calls the host, gives the number at 4
    "ask": (2, b"\x41\x00\x20\x00\x36\x02\x00\x10\x00\x41\x04\x28\x02\x00"),
    # fills 8 bytes at 64 with the number, copies them to 128, gives the first four there
    "copy": (2, (b"\x41\xc0\x00\x20\x00\x41\x08\xfc\x0b\x00\x41\x80\x01\x41\xc0\x00\x41\x08\xfc\x0a\x00\x00"
                b"\x41\x80\x01\x28\x02\x00")),
    "times": (3, b"\x20\x00\x20\x01\x7e"),
}  # fmt: skip
"""By name the type and the instructions; the imported one has number 0, these have those after it."""


def _many(parts: list[bytes]) -> bytes:
    return bytes([len(parts)]) + b"".join(parts)


def _name(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def _section(number: int, parts: list[bytes]) -> bytes:
    content = _many(parts)
    size = bytes([len(content)]) if len(content) < 0x80 else bytes([len(content) & 0x7F | 0x80, len(content) >> 7])
    return bytes([number]) + size + content


def _module() -> bytes:
    """Exports all functions, a memory of one page, and a global."""
    bodies = [b"\x00" + code + _END for _, code in _FUNCTIONS.values()]
    places = [_name(name) + b"\x00" + bytes([number]) for number, name in enumerate(_FUNCTIONS, 1)]
    return b"".join((
        b"\0asm\1\0\0\0",
        _section(1, [b"\x60" + _many([bytes([x]) for x in takes]) + _many([bytes([x]) for x in gives]) for takes, gives in _TYPES]),
        _section(2, [_name("hook") + _name("h") + b"\x00\x00"]),
        _section(3, [bytes([kind]) for kind, _ in _FUNCTIONS.values()]),
        _section(5, [b"\x00\x01"]),
        _section(6, [_I64 + b"\x00\x42\x2a" + _END]),
        _section(7, [*places, _name("memory") + b"\x02\x00", _name("global0") + b"\x03\x00"]),
        _section(10, [bytes([len(body)]) + body for body in bodies]),
    ))  # fmt: skip


def _module_beside() -> bytes:
    """Works in the memory of the other one: gives the product of its parameters, after it has put 9 at 256."""
    body = b"\x00\x41\x80\x02\x41\x09\x36\x02\x00\x20\x00\x20\x01\x10\x00" + _END
    return b"".join((
        b"\0asm\1\0\0\0",
        _section(1, [b"\x60" + _many([_I64, _I64]) + _many([_I64])]),
        _section(2, [_name("game") + _name("memory") + b"\x02\x00\x01", _name("game") + _name("times") + b"\x00\x00"]),
        _section(3, [b"\x00"]),
        _section(7, [_name("product") + b"\x00\x01"]),
        _section(10, [bytes([len(body)]) + body]),
    ))  # fmt: skip


def run_selftest() -> None:
    """Try all that is used of the library. Raises whatever goes wrong."""

    def expect(what: str, found: object, right: object) -> None:
        if found != right:
            raise WasmError(f"{what} gives {found!r}, not {right!r}")

    def answer() -> None:
        words = memory.view(0, 8, "i")
        words[1] = 84 // words[0]

    compiled = WasmModule.compiled(_module())
    for module in (compiled, WasmModule.restored(compiled.serialize())):
        instance = module.instance(imports=[HostImport("hook", "h", answer)])
        memory = instance.memory()
        for brief in (False, True):
            function = {name: instance.function(name, brief=brief) for name in _FUNCTIONS}
            expect("a tail call", function["down"](1_000_000, -7), 2_999_993)
            expect("a product", function["times"](1 << 40, -3), -3 << 40)
            expect("a copy", function["copy"](7), 0x07070707)
            expect("a call of the host", function["ask"](2), 42)
            for name, number, kind in (
                ("stop", 0, "unreachable"), ("stop", 1, "memory"), ("stop", 2, "division"), ("deep", 1, "stack"), ("ask", 0, "host"),
            ):  # fmt: skip
                try:
                    function[name](number)
                except WasmTrap as trapped:
                    expect("a trap", trapped.kind, kind)
                else:
                    expect("a trap", None, kind)
            expect("a call after traps", function["ask"](-4), -21)
        view = memory.view(0, 8, "i")
        expect("growing", (memory.grow(3), memory.size), (1 << 16, 4 << 16))
        view[1] = 5
        memory.write((4 << 16) - 4, b"\x01\x02\x03\x04")
        expect(
            "a memory that has grown",
            (memory.read(4, 1), memory.read((4 << 16) - 4, 4)),
            (b"\x05", b"\x01\x02\x03\x04"),
        )
        beside = instance.beside(WasmModule.compiled(_module_beside()))
        expect("another module", (beside.function("product")(6, 7), memory.read(256, 1)), (42, b"\x09"))
        expect("a global", instance.global_value("global0"), 42)
    for wrong in (b"", _module()[:-3]):
        try:
            WasmModule.compiled(wrong)
        except WasmError:
            continue
        raise WasmError("what is no module is compiled")
