"""What dataclasses compile when a program begins, compiled beforehand: Python in a browser is slow at it.

A dataclass writes the source of its methods and runs it with `exec`. The same source comes each time:

    while the file is made     with recorded_code() as code: import what plays       code: {hash of a source: its code}
    when it is opened          use_code(code)                                        `exec` in `dataclasses` finds it there
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from types import CodeType
from typing import Any


def _key(source: str) -> bytes:
    return blake2b(source.encode(), digest_size=8).digest()


def _replace_exec(run: Any) -> None:
    """What `exec` is in the module of dataclasses; the usual one for None."""
    if run is None:
        del dataclasses.exec  # type: ignore[attr-defined]
    else:
        dataclasses.exec = run  # type: ignore[attr-defined]


@contextmanager
def recorded_code() -> Iterator[dict[bytes, CodeType]]:
    """The code of all dataclasses that are made in the block, by a hash of its source."""
    found: dict[bytes, CodeType] = {}

    def run(source: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        code = found[_key(source)] = compile(source, "<string>", "exec", dont_inherit=True)
        exec(code, names, made)  # noqa: S102 - as `dataclasses` itself does

    _replace_exec(run)
    try:
        yield found
    finally:
        _replace_exec(None)


def use_code(code: Mapping[bytes, CodeType]) -> None:
    """Let dataclasses take their code from there, from now on; what is not there is compiled as usual."""

    def run(source: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        exec(code.get(_key(source), source), names, made)  # noqa: S102

    _replace_exec(run)


def code_module(code: Mapping[bytes, CodeType]) -> CodeType:
    """A module whose `CODE` are pairs of a hash and its code."""
    made = compile("CODE = 'pairs'", "<string>", "exec", dont_inherit=True)
    pairs = tuple(sorted(code.items(), key=lambda each: each[0]))
    return made.replace(co_consts=tuple(pairs if each == "pairs" else each for each in made.co_consts))
