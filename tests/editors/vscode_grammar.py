"""The grammar by which VS Code colours effects within YAML: written from the words of the language and from the keys that hold texts of it.

`python -m tests.editors.vscode_grammar` writes `editors/vscode/effects.tmLanguage.json`. In a list of phases

    - phase: play
      do: |
        gain pot points;      `do` holds an effect: what is indented below it is one
      until: points > 9       `until` holds a condition: the rest of the line is one
    x: {where: a == 1, b: c}  within braces a text goes to the next comma or brace

The grammar is laid into that of YAML, which stays as it is everywhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from ruleset_core.lang.file_formatter import language_at
from ruleset_core.lang.operations import FUNCTIONS
from ruleset_core.lang.syntax.parser import BUILT_IN, keywords
from ruleset_core.lang.verbs import VERBS
from ruleset_core.model import schema
from ruleset_core.model.schema.base import FileModel
from tests.conftest import ROOT

FILE: Final = ROOT / "editors" / "vscode" / "effects.tmLanguage.json"
_INNER: Final = "meta.embedded.inline.ruleset"


def _models(of: type[FileModel]) -> Iterator[type[FileModel]]:
    for each in of.__subclasses__():
        yield each
        yield from _models(each)


def language_keys() -> list[str]:
    """The keys below which texts of the language stand."""
    for each in iter_modules(schema.__path__):
        import_module(f"{schema.__name__}.{each.name}")
    keys = {
        info.alias or name
        for model in _models(FileModel)
        if model.__module__.startswith("ruleset_core.")
        for name, info in model.model_fields.items()
        if language_at(model, (info.alias or name,)) is not None
    }
    return sorted(key for key in keys if re.fullmatch(r"[a-z_]+", key))


def _either(words: Any) -> str:
    return rf"\b(?:{'|'.join(sorted(words, key=lambda each: (-len(each), each)))})\b"


def grammar() -> dict[str, Any]:
    """The grammar, as VS Code reads it."""
    keys = "|".join(language_keys())
    named = {"2": {"name": "entity.name.tag.yaml"}, "3": {"name": "punctuation.separator.key-value.mapping.yaml"}}
    block = {"beginCaptures": named, "contentName": _INNER, "patterns": [{"include": "#effect"}]}
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Effects of ruleset",
        "scopeName": "ruleset.effects.injection",
        "injectionSelector": "L:source.yaml -comment -string.quoted",
        "patterns": [
            {"begin": rf"^(\s*)({keys})(:)\s+[|>][-+]?\s*$", "while": r"^(?:\1\s+(?=\S)|\s*$)", **block},
            {"begin": rf"^(\s*)-\s+({keys})(:)\s+[|>][-+]?\s*$", "while": r"^(?:\1\s{3,}(?=\S)|\s*$)", **block},
            {"begin": rf"^(\s*(?:-\s+)*)({keys})(:)\s+(?=[^\s|>#\[{{])", "end": r"$", **block},
            {"begin": rf"(?<=[{{,])(\s*)({keys})(:)\s+(?=[^\s\"'{{])", "end": r"(?=[,}]|$)", **block},
        ],
        "repository": {
            "effect": {
                "patterns": [
                    {"match": r"#[^\n]*", "name": "comment.line.number-sign.ruleset"},
                    {"match": _either(BUILT_IN), "name": "constant.language.ruleset"},
                    {"match": _either(VERBS), "name": "support.function.ruleset"},
                    {"match": _either(keywords()), "name": "keyword.control.ruleset"},
                    {"match": rf"{_either(FUNCTIONS)}(?=\()", "name": "support.function.ruleset"},
                    {"match": r"\b[a-z_][a-z0-9_]*(?=\()", "name": "entity.name.function.ruleset"},
                    {"match": r"(?<=\.)[a-z_][a-z0-9_]*", "name": "variable.other.property.ruleset"},
                    {"match": r"\b[0-9]+\b", "name": "constant.numeric.ruleset"},
                    {"match": r"->|[=!<>]=|[-+*<>=;|]", "name": "keyword.operator.ruleset"},
                    {"match": r"\b[a-z_][a-z0-9_]*\b", "name": "variable.other.ruleset"},
                ]
            }
        },
    }


def text() -> str:
    """The file as it has to be."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
