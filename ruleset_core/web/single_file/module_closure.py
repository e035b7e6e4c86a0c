"""Which modules an exported file needs, found in their sources, and compiled. Runs in the Python of Pyodide, of whose version the library is.

    closure(sources, ["ruleset_core.web.single_file.page_worker"])      200 modules of the program, 150 of the library

Imports at the top of a module are followed, those within functions of the program too. What needs something that is not in the file
(`ABSENT`), such as the parser of YAML, cannot run there and is left out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import CodeType
from typing import Final
from zipfile import ZipFile

PROGRAM: Final = "ruleset_core"
BEGIN: Final = f"{PROGRAM}.web.single_file.page_worker"
"""The module that runs in the file."""
CLASSES: Final = f"{PROGRAM}.class_code"
"""What runs before it."""
STARTED: Final = (
    "__future__", "_colorize", "_pyodide._base", "_pyodide._core_docs", "_pyodide._future_helper", "_pyodide._importhook", "_pyodide.docs_argspec", "_pyodide.docstring", "_pyodide.jsbind",
    "_sitebuiltins", "ast", "asyncio", "ctypes._endian", "ctypes._layout", "encodings.aliases", "encodings.ascii", "encodings.latin_1", "encodings.utf_8", "encodings.utf_8_sig",
    "importlib.machinery", "pyodide._package_loader", "pyodide._state", "pyodide.code", "pyodide.common", "pyodide.ffi", "pyodide.webloop", "site", "traceback", "tokenize", "zipimport",
)  # fmt: skip
"""Modules of the library that Pyodide itself begins with."""
ABSENT: Final = frozenset({
    "yaml", "pydantic", "pydantic_core", "lark", "jsonschema", "click", "rich", "starlette", "uvicorn", "h11", "multiprocessing",
})  # fmt: skip
"""What is not in the file."""
CLASS_CODE: Final = "ruleset_core/web/single_file/compiled_classes.pyc"
"""The module with the code of dataclasses (`class_code`)."""
SHORT: Final = ast.parse("__doc__ = ' '").body[0]
"""The docstring of a class with a decorator: for a dataclass without one Python makes a long one, which takes time."""
UNUSED: Final = (
    "ruleset_core.compile.irgen", "ruleset_core.compile.wasm.game_module", "ruleset_core.compile.wasm.search_module", "ruleset_core.lang.syntax.parser",
)  # fmt: skip
"""What reads and compiles games: the file has one that is compiled. A module that imports it at once is left out, too."""


class ModuleSources:
    """The sources of modules in archives: the program's and the library's."""

    def __init__(self, *archives: ZipFile) -> None:
        self._homes = {name: archive for archive in archives for name in archive.namelist()}

    @cache  # noqa: B019 - as long as the sources
    def file(self, module: str) -> str | None:
        """Where a module lies; None for one that lies in no archive."""
        path = module.replace(".", "/")
        return next((each for each in (f"{path}/__init__.py", f"{path}.py") if each in self._homes), None)

    def text(self, module: str) -> str:
        """The source of a module."""
        file = self.file(module)
        assert file is not None
        return self._homes[file].read(file).decode()

    @cache  # noqa: B019
    def imports(self, module: str) -> tuple[frozenset[str], frozenset[str]]:
        """What a module imports: at once, and later in functions."""
        file = self.file(module) or ""
        package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
        now, later = set[str](), set[str]()
        text = self.text(module)
        tree = ast.parse(text)
        if "import_module" in text:  # it imports what it names when that is asked for
            texts = {
                each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }
            later |= {f"{package}.{each}" for each in texts if self.file(f"{package}.{each}")}
        for node, lazy in _statements(tree, lazy=False):
            found = later if lazy else now
            if isinstance(node, ast.Import):
                found |= {each.name for each in node.names}
                continue
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            home = ".".join([*parts, node.module] if node.module else parts)
            inner = {f"{home}.{each.name}" for each in node.names}
            found |= {home, *(each for each in inner if self.file(each))}
        return frozenset(now), frozenset(later)


def _statements(node: ast.AST, *, lazy: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """All imports, but those for types alone or for a module that is run as a program; whether they stand in a function, or where they may fail."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child, lazy
        elif isinstance(child, ast.If) and any(each in ast.dump(child.test) for each in ("TYPE_CHECKING", "__name__")):
            for each in child.orelse:
                yield from _statements(ast.Module([each], []), lazy=lazy)
        else:
            later = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Try))
            yield from _statements(child, lazy=lazy or later)


def closure(sources: ModuleSources) -> list[str]:
    """The modules that a file needs, sorted."""

    @cache
    def sound(module: str) -> bool:
        """Whether a module can be imported there; a circle of modules is as sound as what else they import."""
        pending, known = [module], {module}
        while pending:
            for each in sources.imports(pending.pop())[0]:
                if each.split(".")[0] in ABSENT or each.startswith(UNUSED):
                    return False
                if each not in known and sources.file(each) is not None:
                    known.add(each)
                    pending.append(each)
        return True

    found, pending = set[str](), [BEGIN, CLASSES, *STARTED]
    while pending:
        module = pending.pop()
        if module in found or sources.file(module) is None or module.startswith(UNUSED) or not sound(module):
            continue
        found.add(module)
        pending += [module.rpartition(".")[0]] if "." in module else []
        now, later = sources.imports(module)
        own = (
            module.split(".")[0] in {PROGRAM, "pyodide", "_pyodide"} or module == "concurrent.futures"
        )  # imports its classes when they are asked for
        pending += now | (later if own else frozenset())
    return sorted(found)


def compile_modules(program: str, library: str, compiled: str) -> None:
    """Write an archive with the modules that a file needs, compiled, of those in two archives."""
    import importlib._bootstrap_external as external

    with ZipFile(program) as own, ZipFile(library) as theirs, ZipFile(compiled, "w") as found:
        sources = ModuleSources(own, theirs)
        for module in closure(sources):
            name = sources.file(module)
            assert name is not None
            documented = "pyodide" in module.split(".")[0]  # it reads its own docstrings
            tree = ast.parse(sources.text(module))
            for each in () if documented else ast.walk(tree):
                if isinstance(each, ast.ClassDef) and each.decorator_list:
                    each.body.insert(0, SHORT)
            code = compile(tree, name, "exec", dont_inherit=True, optimize=1 if documented else 2)
            found.writestr(f"{name}c", external._code_to_timestamp_pyc(without_lines(code)))  # type: ignore[attr-defined]  # noqa: SLF001
        classes = _class_code(program, [each for each in closure(sources) if each.startswith(PROGRAM)])
        found.writestr(CLASS_CODE, external._code_to_timestamp_pyc(classes))  # type: ignore[attr-defined]  # noqa: SLF001


def without_lines(code: CodeType) -> CodeType:
    """Code without the numbers of its lines, which nobody sees in a browser: packed it is a third smaller."""
    inner = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def _class_code(program: str, modules: list[str]) -> CodeType:
    """A module with what dataclasses compile when these modules are imported."""
    sys.path.insert(0, program)
    from ruleset_core.class_code import code_module, recorded_code

    with recorded_code() as code:
        for module in modules:
            with suppress(ImportError):  # some need what only the worker has
                import_module(module)
    return code_module({key: without_lines(each) for key, each in code.items()})
