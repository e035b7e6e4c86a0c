"""Code of dataclasses that is compiled before a program begins."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest

from ruleset_core.web.single_file import class_code
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
