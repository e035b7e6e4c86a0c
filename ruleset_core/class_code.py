"""What dataclasses compile when a program begins, compiled beforehand: it takes a fifth of the start, and more in a browser.

A dataclass writes the source of its methods and runs it with `exec`. The same source comes each time:

    while a file is exported   with recorded_code() as code: import what plays       code: {hash of a source: its code}
    when it is opened          use_code(code)                                        `exec` in `dataclasses` finds it there

    the command line begins    use_kept_code(cache)          takes what earlier processes compiled from the cache on disk, and
                                                             keeps what it compiled itself when it ends
"""

from __future__ import annotations

import atexit
import dataclasses
import marshal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ruleset_core.disk_cache import DiskCache

MOST_KEPT: Final = 4000
"""Methods that are kept at most, twice what the program has: then those of earlier versions go."""


def _key(source: str) -> bytes:
    return blake2b(source.encode(), digest_size=8).digest()


def _compiled(source: str) -> CodeType:
    return compile(source, "<string>", "exec", dont_inherit=True)


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
        code = found[_key(source)] = _compiled(source)
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


def use_kept_code(kept: DiskCache) -> None:
    """Let dataclasses take their code from the cache on disk, from now on; at the end of the process new code is added to it.

    Nothing is kept where the directory cannot be told to be the user's own: the code will run.
    """
    if not kept.keeps_code:
        return
    name = f"classes-{MAGIC_NUMBER.hex()}.code"
    raw = kept.get(name)
    found = _unpacked(raw) if raw else None
    earlier: dict[bytes, bytes] = found if isinstance(found, dict) else {}
    used: dict[bytes, bytes] = {}

    def run(source: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        key = _key(source)
        code = _unpacked(earlier[key]) if key in earlier else None
        if isinstance(code, CodeType):
            used[key] = earlier[key]
        else:  # it is new, or another version kept something else
            earlier.pop(key, None)
            code = _compiled(source)
            used[key] = marshal.dumps(code)
        exec(code, names, made)  # noqa: S102 - as `dataclasses` itself does

    def keep() -> None:
        if not used.keys() <= earlier.keys():
            both = earlier | used
            kept.put(name, marshal.dumps(both if len(both) <= MOST_KEPT else used))

    _replace_exec(run)
    atexit.register(keep)


def _unpacked(raw: Any) -> Any:
    """What was packed; None where it was something else."""
    try:
        return marshal.loads(raw)  # noqa: S302 - from a directory of the user's own, with a digest
    except (ValueError, EOFError, TypeError):
        return None


def code_module(code: Mapping[bytes, CodeType]) -> CodeType:
    """A module whose `CODE` are pairs of a hash and its code."""
    made = compile("CODE = 'pairs'", "<string>", "exec", dont_inherit=True)
    pairs = tuple(sorted(code.items(), key=lambda each: each[0]))
    return made.replace(co_consts=tuple(pairs if each == "pairs" else each for each in made.co_consts))
