"""Records which functions of `ruleset_core` a test runs, and which files it reads: `python -m tests.near --record` uses it.

Every function gets one statement at its start when its module is imported, which marks it as run. For this module `m`

    def double(x):
        return 2 * x

the statement is `_ruleset_enter("ruleset_core/m.py:double")`. That costs a few percent, where a profiler would take many times as long.
Marked code is kept in `MARKED` by the path and the time of the module: hundreds of started programs do not compile it anew. pytest loads this module as a plugin (`-p tests.recorder`); programs that tests start load it through
a `sitecustomize` of their own.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import json
import marshal
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import count
from pathlib import Path
from threading import Thread
from time import sleep
from types import CodeType, ModuleType
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "ruleset_core"
OUT = "RULESET_RECORDING"
"""Environment variable: the directory into which started programs write what they ran."""
MARKED = "RULESET_RECORDING_CODE"
"""Environment variable: the directory in which marked code is kept."""
STARTED = "_ruleset_recorder"
"""The name of this module in started programs."""
NOW_AND_THEN = 0.3
"""Seconds after which a started program tells what it ran, which it may not live to do at its end."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef

_entered: set[str] = set()
_opened: set[str] = set()


def definitions(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """All functions of a module with their qualified names, outer ones before those within them."""

    def within(node: ast.AST, prefix: str) -> Iterator[tuple[str, Definition]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition):
                yield prefix + child.name, child
                yield from within(child, f"{prefix}{child.name}.")
            else:
                yield from within(child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)

    return within(tree, "")


class _Loader(SourceFileLoader):
    """Compiles a module with the marks; Python's own cache of bytecode is neither read nor written."""

    def get_code(self, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        name = str(Path(path).resolve().relative_to(ROOT))
        folder = os.environ.get(MARKED)
        kept = Path(folder) / f"{name.replace('/', '.')}.{Path(path).stat().st_mtime_ns}" if folder else None
        if kept is not None and kept.exists():
            code: CodeType = marshal.loads(kept.read_bytes())
            return code
        code = _marked(self.get_data(path), path, name)
        if kept is not None:
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_bytes(marshal.dumps(code))
            written.replace(kept)
        return code


def _marked(source: bytes, path: str, name: str) -> CodeType:
    """The code of a module whose functions mark that they ran."""
    tree = ast.parse(source, path)
    for qualified, node in list(definitions(tree)):
        mark = ast.parse(f"_ruleset_enter({f'{name}:{qualified}'!r})").body
        for each in ast.walk(mark[0]):
            ast.copy_location(each, node)
        has_docstring = ast.get_docstring(node, clean=False) is not None
        node.body[has_docstring:has_docstring] = mark
    return compile(tree, path, "exec", dont_inherit=True)


class ModuleFinder(MetaPathFinder):
    """Finds modules of `ruleset_core` as Python does; `loader_of` gives what loads one of this name and path instead, or None."""

    def __init__(self, loader_of: Callable[[str, str], SourceFileLoader | None]) -> None:
        self._loader_of = loader_of

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = self._loader_of(spec.loader.name, spec.loader.path) or spec.loader
        return spec


def _notice(event: str, args: tuple[Any, ...]) -> None:
    """Remember files of the project that are opened, unless they are Python's own business."""
    if event == "open" and isinstance(args[0], str) and args[0].startswith(str(ROOT)):
        name = args[0][len(str(ROOT)) + 1 :]
        if not name.startswith(".") and "__pycache__" not in name:
            _opened.add(name)


def begin() -> None:
    """Mark functions of modules that are imported from now on, and those of programs that are started."""
    builtins._ruleset_enter = _entered.add  # type: ignore[attr-defined]
    sys.meta_path.insert(0, ModuleFinder(_Loader))
    sys.addaudithook(_notice)
    if out := os.environ.get(OUT):
        follow_programs(Path(out), (OUT, MARKED))
        # processes of `multiprocessing` are started another way
        paths = [out, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))
        _tell_at_the_end(Path(out))


def _tell_at_the_end(out: Path) -> None:
    """Write what ran when this process or one that is forked from it ends, and now and then, as it may be killed."""
    leave, numbers = os._exit, count()

    def tell() -> None:
        ran, files = taken()
        if ran or files:
            file = out / f"{os.getpid()}.{next(numbers)}"
            file.write_text(json.dumps([sorted(ran), sorted(files)]), encoding="utf-8")
            file.rename(file.with_name(f"{file.name}.json"))

    def left(code: int) -> NoReturn:
        tell()
        leave(code)

    def tell_now_and_then() -> None:
        while True:
            sleep(NOW_AND_THEN)
            tell()

    os._exit = left  # type: ignore[assignment]
    if __name__ == STARTED:
        atexit.register(tell)
        Thread(target=tell_now_and_then, daemon=True).start()


def follow_programs(site: Path, carried: Sequence[str]) -> None:
    """Programs of Python get the `sitecustomize` of a directory, also where a test gives them an environment of its own.

    Args:
        site: the directory.
        carried: environment variables that they get as well.
    """
    start = subprocess.Popen.__init__

    def started(self: Any, *args: Any, **named: Any) -> None:
        given = dict(named.get("env") or os.environ)
        paths = [str(site), *filter(None, given.get("PYTHONPATH", "").split(os.pathsep))]
        kept = {name: os.environ[name] for name in carried if name in os.environ}
        named["env"] = {**given, **kept, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
        start(self, *args, **named)

    subprocess.Popen.__init__ = started  # type: ignore[method-assign]


def taken() -> tuple[set[tuple[str, str]], set[str]]:
    """The functions that ran and the files that were opened since this was last asked."""
    entered, opened = _entered.copy(), _opened.copy()  # while other threads go on
    _entered.difference_update(entered)
    _opened.difference_update(opened)
    return {(module, name) for module, _, name in (each.partition(":") for each in entered)}, opened


# -- the plugin of pytest ----------------------------------------------------------------------------------------------


class Plugin:
    """Writes one line for each test function to a file: what it ran, what it read, CPU seconds."""

    def __init__(self, file: Path, programs: Path) -> None:
        self.file, self.programs = file, programs
        self.before, self.files = taken()
        """What importing the tests ran and read."""

    def pytest_collection_finish(self) -> None:
        ran, files = taken()
        self.before, self.files = self.before | ran, self.files | files

    def pytest_runtest_protocol(self, item: Any) -> Generator[None, object, object]:
        began = _seconds()
        outcome = yield
        ran, files = taken()
        for each in self.programs.glob("*.json"):
            more, opened = json.loads(each.read_text(encoding="utf-8"))
            ran |= {(module, name) for module, name in more}
            files |= set(opened)
            each.unlink()
        line = [item.nodeid.partition("[")[0], _seconds() - began, sorted(ran), sorted(files)]
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
        return outcome

    def pytest_sessionfinish(self) -> None:
        helpers = [name for name in sys.modules if name.startswith("tests.")]
        paths = [getattr(sys.modules[name], "__file__", None) for name in helpers]
        files = {str(Path(path).resolve().relative_to(ROOT)) for path in paths if path} | self.files
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(["", 0, sorted(self.before), sorted(files)]) + "\n")


def _seconds() -> float:
    """CPU seconds of this process and of the programs that it started and that have ended."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def pytest_configure(config: Any) -> None:
    """Begin, and record into the file that `RULESET_RECORDED` names."""
    import pytest

    Plugin.pytest_runtest_protocol = pytest.hookimpl(wrapper=True)(Plugin.pytest_runtest_protocol)  # type: ignore[method-assign]
    config.pluginmanager.register(Plugin(Path(os.environ["RULESET_RECORDED"]), Path(os.environ[OUT])))


def record(test_file: str, marked: Path) -> tuple[int, list[tuple[str, float, list[tuple[str, str]], list[str]]]]:
    """Run a test file in a process of its own; the exit code and, for each test function, seconds, functions and files.

    The entry without a name is what importing and collecting did. `marked`: a directory for marked code, shared by all test files.
    """
    with tempfile.TemporaryDirectory() as made:
        programs, lines = Path(made) / "programs", Path(made) / "lines"
        programs.mkdir()
        (programs / "sitecustomize.py").write_text(_SITE.format(name=STARTED, file=__file__), encoding="utf-8")
        environment = {**os.environ, OUT: str(programs), MARKED: str(marked), "RULESET_RECORDED": str(lines)}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-p",
            "tests.recorder",
            "-m",
            "not packaging",
            "-p",
            "no:cacheprovider",
            test_file,
        ]
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=False)
        read = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()] if lines.exists() else []
    return done.returncode, [(name, seconds, [(a, b) for a, b in ran], files) for name, seconds, ran, files in read]


_SITE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location({name!r}, {file!r})
sys.modules[{name!r}] = module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
"""

if OUT in os.environ:
    begin()
