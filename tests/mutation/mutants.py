"""Changes of functions of `ruleset_core`, and how to make one in this process and in the programs that it starts.

A change is a comparison or an operator turned, a number by one, a truth or condition negated, a statement left out, a result that is lost:

    ruleset_core/statistics.py:40 Sums.add: `self.count += 1` -> `pass`
"""

from __future__ import annotations

import ast
import copy
import gc
import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

from tests.recorder import ROOT, ModuleFinder, definitions, follow_programs

MUTANT: Final = "RULESET_MUTANT"
"""Environment variable: the change that started programs make, as JSON."""
SITE: Final = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.mutation.mutants import begin
sys.path.remove({str(ROOT)!r})
begin()
"""
"""The `sitecustomize` of started programs."""

_TURNED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A function that is changed: its module, its qualified name, the place of the node in `ast.walk` of the module, and the changed one."""

    file: str
    function: str
    place: int
    line: int
    before: str
    after: str
    number: int = 1
    """Which one it is among those of the function that read alike."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self._told}"

    @property
    def thing(self) -> str:
        """What a recording calls the function."""
        return f"{self.file}:{self.function}"

    @property
    def key(self) -> str:
        """The same without the line, which moves."""
        return f"{self.file} {self._told}"

    @property
    def _told(self) -> str:
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.function}: `{self.before}` -> `{self.after}`{again}"


def changed_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node of a function's body."""
    turned = copy.deepcopy(node)
    match turned:
        case ast.Compare(ops=[op]) if type(op) in _TURNED:
            turned.ops = [_TURNED[type(op)]()]  # type: ignore[list-item]
            yield turned
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in _TURNED:
            turned.op = _TURNED[type(op)]()  # type: ignore[assignment]
            yield turned
        case ast.UnaryOp(op=ast.Not()):
            yield turned.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not turned.value)
        case ast.Constant(value=int()):
            yield ast.Constant(turned.value + 1)
        case ast.If() | ast.While() | ast.IfExp():
            turned.test = ast.UnaryOp(ast.Not(), turned.test)
            yield turned
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def mutants_of(file: str, functions: Collection[str] | None = None) -> Iterator[Mutant]:
    """All changes of a module, or of some of its functions, the last function first."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    places = {node: place for place, node in enumerate(ast.walk(tree))}
    seen: set[ast.AST] = {
        each.value for each in ast.walk(tree) if isinstance(each, ast.keyword) and each.arg == "strict"
    }  # of `zip`
    alike = Counter[tuple[str, str, str]]()
    for name, function in reversed(list(definitions(tree))):  # inner functions first: their nodes are theirs
        for node in (each for statement in function.body for each in ast.walk(statement)):
            if node in seen or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            seen.add(node)
            if functions is not None and name not in functions:
                continue
            for changed in changed_nodes(node):
                line = getattr(node, "lineno", function.lineno)
                told = name, _short(node), _short(changed)
                alike[told] += 1
                yield Mutant(file, name, places[node], line, *told[1:], alike[told])


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).replace("\n", " ")
    return text if len(text) <= 70 else text[:67] + "..."


def tree_of(mutant: Mutant) -> ast.Module:
    """The module with its change. Raises `ValueError` if the module is another one by now."""
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    target = next((node for place, node in enumerate(ast.walk(tree)) if place == mutant.place), tree)
    if _short(target) != mutant.before:
        raise ValueError(f"{mutant.file} has been changed since")
    (changed,) = changed_nodes(target)

    class Exchange(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return ast.copy_location(changed, node) if node is target else self.generic_visit(node)

    return ast.fix_missing_locations(Exchange().visit(tree))  # type: ignore[no-any-return]


class _Loader(SourceFileLoader):
    """Loads the changed module; nothing is read from or written to the cache of bytecode."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, _fullname: str) -> CodeType | None:
        return compile(self._tree, self.path, "exec", dont_inherit=True)


def apply(mutant: Mutant, tree: ast.Module, site: Path) -> None:
    """Give the functions of the module their changed code, those that exist and those that are made when it is imported.

    Args:
        mutant: the change.
        tree: the module with it.
        site: a directory with `SITE`, for the programs that are started from now on.
    """
    path = str(ROOT / mutant.file)
    codes: dict[tuple[str, int], CodeType] = {}
    waiting = [compile(tree, path, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        codes[code.co_qualname, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    gc.unfreeze()  # what collection left to the end is looked through again
    for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
        code = function.__code__
        if code.co_filename == path and (new := codes.get((code.co_qualname, code.co_firstlineno))) is not None:
            function.__code__ = new
    _change_import(mutant, tree)
    os.environ[MUTANT] = json.dumps(asdict(mutant))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    follow_programs(site, (MUTANT,))


def begin() -> None:
    """Make the change of `MUTANT` in a program that has imported nothing yet."""
    if MUTANT in os.environ:
        mutant = Mutant(**json.loads(os.environ[MUTANT]))
        _change_import(mutant, tree_of(mutant))


def _change_import(mutant: Mutant, tree: ast.Module) -> None:
    def loader_of(name: str, path: str) -> _Loader | None:
        return _Loader(name, path, tree) if path == str(ROOT / mutant.file) else None

    sys.meta_path.insert(0, ModuleFinder(loader_of))
