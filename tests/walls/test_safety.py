"""Data never runs Python, and files of others are read in one place."""

from __future__ import annotations

import ast
import re

from tests.walls.sources import ROOT, calls, imported, python

ALLOWED = {
    "eval": {
        "ruleset_core/eval/closures.py",  # its own templates; what the data has is handed in as values
    },
    "exec_module": {
        "ruleset_core/play/bots/bot_sources.py",  # a file that was named where the program was started
        "ruleset_core/discovery.py",  # the hooks of included games, which lie beside this package
    },
    "compile": {
        "ruleset_core/web/single_file/module_closure.py",  # this program and the library of Python, for another Python
        "ruleset_core/class_code.py",  # what `dataclasses` writes itself
    },
    "exec": {
        "ruleset_core/class_code.py",  # the same, as `dataclasses` does
    },
    "import_module": {
        "ruleset_core/__init__.py",  # names of the package itself
        "ruleset_core/play/bots/bot_sources.py",  # a module that was named where the program was started
        "ruleset_core/cli/group.py",  # commands by their own names
        "ruleset_core/engine/hooks.py",  # the hooks a registered plugin names
        "ruleset_core/lang/serialization.py",  # modules of a fixed list, whose dataclasses stored games are made of
        "ruleset_core/rl/__init__.py",  # names of the package itself
        "ruleset_core/web/single_file/module_closure.py",  # modules of this program
    },
}
"""Calls that could run what data says, and the modules that may use them."""
WATCHED = {"exec", "eval", "compile", "__import__", "import_module", "exec_module", "run_path", "run_module"}
NATIVE = {"ctypes", "cffi", "wasmtime"}
MODULES = {"pickle", "marshal", "shelve", "dill", "runpy", "imp", "code", "codeop"}


def test_nothing_is_run_but_by_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}: {name}"
        for path in python("ruleset_core", "games")
        for call, name, owner in calls(path)
        if name in WATCHED and owner != "re" and path.relative_to(ROOT).as_posix() not in ALLOWED.get(name, ())
    ]
    assert found == []


OWN = {
    "ruleset_core/check/worker_group.py: pickle",  # what a process that was forked from this one found,
    "ruleset_core/analysis/resolution_cache.py: pickle",  # what texts came to in this process, which is written nowhere,
    "ruleset_core/model/yaml_nodes.py: marshal",  # and plain data that it read: both come through a pipe of our own;
    "ruleset_core/class_code.py: marshal",  # code from the cache, which nobody else can write: so is machine code
}


def test_no_module_can_unpack_objects() -> None:
    """Never those that another program holds, or a file that somebody else could have written."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in python("ruleset_core", "games")
        for name in imported(path)
        if name.split(".")[0] in MODULES
    }
    assert found == OWN
    unpacked = [
        f"{path.relative_to(ROOT)}: {owner}"
        for path in python("ruleset_core", "games")
        for _, name, owner in calls(path)
        if owner in MODULES and name in {"load", "loads"}
    ]
    assert sorted(unpacked) == sorted(OWN)


def test_native_code_is_loaded_in_one_place() -> None:
    users = {
        path.parent
        for path in python("ruleset_core", "games")
        for name in imported(path)
        if name.split(".")[0] in NATIVE
    }
    assert users == {ROOT / "ruleset_core" / "compile" / "host"}


def test_yaml_is_read_by_safe_loaders_alone() -> None:
    found = []
    for path in python("ruleset_core", "games"):
        source = path.read_text(encoding="utf-8")
        if re.search(r"\bC?(Unsafe|Full)Loader\b|unsafe_load|full_load|yaml\.C?Loader\b", source):
            found.append(str(path.relative_to(ROOT)))
        for call, name, owner in calls(path):
            if owner == "yaml" and name in {"load", "load_all"} and "SafeLoader" not in ast.unparse(call):
                found.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert found == []


def test_yaml_is_read_by_one_reader() -> None:
    """One set of limits: no depth, no alias and no size gets past it on another way."""
    readers = {
        path.relative_to(ROOT).as_posix() for path in python("ruleset_core", "games") if "yaml" in imported(path)
    }
    assert readers == {"ruleset_core/model/yaml_documents.py", "ruleset_core/model/yaml_nodes.py"}
    loads = [path for path in python("ruleset_core", "games") for _, _, owner in calls(path) if owner == "yaml"]
    assert loads == []


OPENERS = {
    "ruleset_core/files.py",  # what others made: never waits, refuses what is no ordinary file
    "ruleset_core/cli/commands/data_files.py",  # the rest open what is ours: templates,
    "ruleset_core/cli/output.py",  # the null device,
    "ruleset_core/lang/syntax/parse_tables.py",  # the grammar,
    "ruleset_core/lang/syntax/parser.py",  # and its tables,
    "ruleset_core/messages/__init__.py",  # the catalogues,
    "ruleset_core/messages/po_files.py",  # and what they are compiled from,
    "ruleset_core/story/text/language.py",  # packs of languages,
    "ruleset_core/model/translations.py",  # codes of languages,
    "ruleset_core/values.py",  # schemas,
    "ruleset_core/packages/archives.py",  # what is in the memory, and what is new,
    "ruleset_core/packages/package_sources.py",  # addresses,
    "ruleset_core/web/single_file/python_parts.py",  # a package whose checksum fits,
    "ruleset_core/testing/goldens.py",  # goldens,
    "ruleset_core/lab/sim/result_files.py",  # games that were played, to be added to,
    "ruleset_core/check/worker_group.py",  # and pipes between processes of our own
}


def test_files_of_others_are_opened_in_one_place() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}: {owner}.{name}"
        for path in python("ruleset_core", "games")
        for call, name, owner in calls(path)
        if ((name in {"read_text", "read_bytes"} and owner) or (name == "open" and owner != "os"))
        and path.relative_to(ROOT).as_posix() not in OPENERS
        and not path.is_relative_to(ROOT / "ruleset_core" / "check" / "help_pages")  # and pages of the reference
    ]
    assert found == []
