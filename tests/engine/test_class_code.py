"""Code of dataclasses that is compiled before a program begins."""

from __future__ import annotations

import dataclasses
import marshal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from ruleset_core import class_code
from ruleset_core.disk_cache import DiskCache
from ruleset_core.web.single_file.module_closure import without_lines


def make_class() -> type:
    @dataclass(frozen=True, order=True)
    class Point:
        """A point."""

        x: int
        y: int = 3

    return Point


@pytest.fixture(autouse=True)
def _usual_exec() -> object:
    yield
    vars(dataclasses).pop("exec", None)


def test_a_dataclass_takes_its_code_from_what_was_recorded() -> None:
    with class_code.recorded_code() as code:
        usual = make_class()
    assert code
    assert "exec" not in vars(dataclasses)
    names: dict[str, Any] = {}
    exec(class_code.code_module(code), names)
    read = dict(names["CODE"])
    assert read == code
    class_code.use_code(read)
    again = make_class()
    assert str(again(1)) == str(usual(1)).replace("usual", "again")
    assert again(1) == again(1, 3) < again(2)
    assert hash(again(1)) == hash(again(1, 3))


def test_code_that_was_not_recorded_is_compiled() -> None:
    class_code.use_code({})
    assert make_class()(1, 2).y == 2


def test_code_without_lines_runs_and_fails_as_before() -> None:
    source = "def half(number):\n    def inner():\n        return 10 // number\n    return inner()\n"
    names: dict[str, object] = {}
    bare = without_lines(compile(source, "<test>", "exec"))
    exec(bare, names)
    half: Any = names["half"]
    assert half(2) == 5
    with pytest.raises(ZeroDivisionError) as found:
        half(0)
    assert found.traceback
    inner = next(each for each in half.__code__.co_consts if hasattr(each, "co_code"))
    assert (inner.co_linetable, half.__code__.co_linetable) == (b"", b"")


def make_pair() -> type:
    @dataclass(frozen=True)
    class Pair:
        """Two numbers."""

        left: int
        right: int

    return Pair


def test_a_later_process_takes_kept_code_and_adds_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Callable[[], None]] = []
    monkeypatch.setattr("atexit.register", ends.append)
    compiled: list[str] = []
    usual = class_code._compiled

    def counted(source: str) -> CodeType:
        compiled.append(source)
        return usual(source)

    monkeypatch.setattr(class_code, "_compiled", counted)
    kept = DiskCache(tmp_path / "cache")

    def process(make: Callable[[], type]) -> int:
        """How many methods a process compiles that makes this class, and ends."""
        compiled.clear()
        class_code.use_kept_code(kept)
        assert str(make()(1, 2)).endswith("=2)")
        ends.pop()()
        return len(set(compiled))

    assert process(make_class) > 0
    assert process(make_class) == 0
    assert process(make_pair) > 0
    assert process(make_class) == process(make_pair) == 0


def test_damaged_kept_code_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Callable[[], None]] = []
    monkeypatch.setattr("atexit.register", ends.append)
    kept = DiskCache(tmp_path / "cache")
    class_code.use_kept_code(kept)
    make_class()
    ends.pop()()
    (file,) = (tmp_path / "cache").glob("classes-*")
    file.write_bytes(b"no cache")
    class_code.use_kept_code(kept)
    assert make_class()(1, 2).y == 2


@pytest.mark.parametrize(
    "written",
    [b"\xff", marshal.dumps([1]), marshal.dumps({1: 2}), "junk", marshal.dumps(5)],
    ids=["no code", "a list", "numbers", "junk as code", "a number as code"],
)
def test_what_another_version_kept_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes | str
) -> None:
    ends: list[Callable[[], None]] = []
    monkeypatch.setattr("atexit.register", ends.append)
    kept = DiskCache(tmp_path / "cache")
    class_code.use_kept_code(kept)
    make_class()
    ends.pop()()
    (file,) = (tmp_path / "cache").glob("classes-*")
    good = marshal.loads(kept.get(file.name) or b"")
    each = b"junk" if isinstance(written, str) else written
    kept.put(file.name, marshal.dumps(dict.fromkeys(good, each)) if each in {b"junk", marshal.dumps(5)} else each)
    class_code.use_kept_code(kept)
    assert make_class()(1, 2).y == 2
    ends.pop()()
    assert good.items() <= marshal.loads(kept.get(file.name) or b"").items()
