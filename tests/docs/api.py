"""The page of the public API, `docs/api.md`, made from the docstrings of what `ruleset_core` exports; `python -m tests.docs` writes it again."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from typing import Any, Final

import ruleset_core
from tests.docs.pages import DOCS

PAGE: Final = DOCS / "api.md"
HEAD: Final = """\
# The public API

What programs may rely on. `dir(ruleset_core)` lists the names, `help` shows the same texts; examples are run as tests.
[The engine from Python](engine.md) explains how they go together.

What stands here changes in minor versions only, and the [changelog](../CHANGELOG.md) says what to write instead. Everything
else is private: other modules, names that begin with `_`, members whose docstring begins with `Internal:`, and attributes
that are not listed.
"""
GROUPS: Final = {
    "Games": (
        "load", "in_translation", "translations_wanted", "store_texts", "Game", "Glossary", "CardInfo", "Kind", "KindFact", "Figure", "PlanarBoard", "Symbol", "Tunable", "ExpansionChange", "Winning",
        "HookFunction",
    ),
    "States": ("State", "Decision", "NumericObservation", "PickedThing", "ScoreLine", "start_at", "describe_position", "describe_with_dice", "edit_position", "same_position", "imagine", "invariants_hold", "swapped"),
    "Chance": ("ChanceState", "ChanceDraw", "ChanceProfile", "chance_profile"),
    "Rules as players read them": ("rules_document", "RulesDocument", "RulesPart", "RulesParagraph", "RuleBlock", "RuleSpan", "effect_sources", "question_sources", "EffectSource"),
    "What seats may know": ("visible_scores", "visible_sheet", "secret_scores", "FollowedMove", "VisibleMove", "follow_move", "visible_moves", "group_at_start", "group_after"),
    "Stories": (
        "StepEvents", "Story", "StoryPart", "Foresight", "trace_step", "trace_setup", "story_of", "foresee", "foresee_all", "Account", "Subject", "ScoreTracker",
        "account_of", "subjects",
    ),
    "Many games": (
        "core_of", "Core", "Games", "Counts", "CardTally", "Playouts", "Endings", "States", "SearchResult", "SearchSettings",
        "ChoiceStream", "PositionGames", "WinProbabilities", "ValueFeatures", "FeatureReader", "levels_of", "levels_used",
    ),
    "What runs": ("Executor", "executor", "announcing", "without_cache", "__version__"),
    "Errors": ("RulesetError", "LoadError", "Diagnostic", "Span", "Suggestion", "GameNotFoundError", "OptionError", "NumberError", "NotationError", "IllegalOption", "SaveError", "BrokenRuleError"),
}  # fmt: skip
"""The names in the order of the page."""
FURTHER: Final = {
    "cli": ("main",),
    "discovery": ("GamePlugin",),
    "formats.scene_format": ("scene_as_json",),
    "play.bots": ("Stream", "make_bot", "register_bot"),
    "play.records": ("Seat", "Session", "read_record", "replay", "save"),
    "rl": ("Batch", "SeatEnv", "TableEnv", "openspiel_game"),
    "testing": ("check_game",),
    "view.look.game_looks": ("PieceTracker",),
    "view.scene.scene_builder": ("scene",),
}
"""What is public in packages that stand on the engine."""
PRIVATE: Final = "Internal: "
SECTION: Final = re.compile(r"^(Args|Attributes|Returns|Raises|Example):$", re.MULTILINE)
ENTRY: Final = re.compile(r"^(\w+): (.*?)(?=^\w+: |\Z)", re.MULTILINE | re.DOTALL)


def written() -> str:
    """The text of the page."""
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [part for name in names for part in _name(name)]
    rows = [
        f"| `{module}` | {', '.join(f'`{name}`' for name in names)} | {_first_sentence(module)} |"
        for module, names in FURTHER.items()
    ]
    heads = ["| module of `ruleset_core` | names | |", "| --- | --- | --- |"]
    parts.append("\n".join(["## In other packages\n", *heads, *rows]) + "\n")
    return "\n".join(parts)


def _first_sentence(module: str) -> str:
    doc = cleandoc(import_module(f"ruleset_core.{module}").__doc__ or "")
    return re.split(r"(?<=[.:]) |\n\n", " ".join(doc.split("\n\n")[0].split()))[0].rstrip(":")


def _name(name: str) -> Iterator[str]:
    found = getattr(ruleset_core, name)
    if inspect.isclass(found):
        yield f"### {name}\n"
        yield from _docstring(found.__doc__ or "", _annotations(found))
        yield from (line for member in members(found) for line in _member(found, member))
    elif inspect.isfunction(found):
        yield f"### {name}\n"
        yield f"`{name}{_signature(found)}`\n"
        yield from _docstring(found.__doc__ or "", {})
    else:
        yield f"### {name}\n"
        yield OTHERS[name] + "\n"


OTHERS: Final = {
    "StoryPart": "A part of a [story](engine.md#stories): one of several classes, told apart by `kind`. "
    "[story.schema.json](../ruleset_core/schemas/story.schema.json) has their fields.",
    "__version__": "The version of the package, a text such as `0.2.0`.",
}
"""What has no docstring of its own."""


def members(kind: type) -> list[str]:
    """The public methods and properties of a class and of what it is made from, in the order written."""
    names: dict[str, None] = {}
    for owner in reversed(kind.__mro__):
        if owner.__module__.startswith("ruleset_core."):
            names |= dict.fromkeys(name for name, value in vars(owner).items() if _is_public(name, value))
    return list(names)


def _is_public(name: str, value: object) -> bool:
    doc = member_function(value).__doc__ or "" if member_function(value) is not None else ""
    return not name.startswith("_") and bool(doc) and not doc.startswith(PRIVATE)


def member_function(value: object) -> Callable[..., Any] | None:
    """The function behind a member; None for what is no method and no property."""
    if isinstance(value, property):
        return value.fget
    if isinstance(value, cached_property):
        return value.func
    if isinstance(value, classmethod | staticmethod):
        return value.__func__
    return value if inspect.isfunction(value) else None


def _member(kind: type, name: str) -> Iterator[str]:
    value = inspect.getattr_static(kind, name)
    function = member_function(value)
    assert function is not None
    signature = _signature(function)
    if isinstance(value, property | cached_property):
        signature = signature.partition(" -> ")[2]
        yield f"#### `{kind.__name__}.{name}`: `{signature}`\n"
    else:
        yield f"#### `{kind.__name__}.{name}{signature}`\n"
    yield from _docstring(function.__doc__ or "", {})


class _Plain(str):
    """An annotation, written without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    shown = [
        each.replace(annotation=_Plain(each.annotation))
        for each in signature.parameters.values()
        if each.name not in {"self", "cls"}
    ]
    text = str(signature.replace(parameters=shown, return_annotation=_Plain(signature.return_annotation)))
    return re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text.replace("mappingproxy({})", "{}"))


def _annotations(kind: type) -> dict[str, str]:
    """The types of the fields of a dataclass."""
    return {each.name: str(each.type) for each in fields(kind)} if is_dataclass(kind) else {}


def _docstring(text: str, types: dict[str, str]) -> Iterator[str]:
    """A docstring: sentences, lists of its sections, and examples."""
    first, *sections = SECTION.split(cleandoc(text))
    yield first.strip() + "\n"
    listed = set[str]()
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        inside = cleandoc("\n" + body).strip()
        if title == "Example":
            continue
        if title == "Returns":
            yield f"Returns {' '.join(inside.split())}\n"
            continue
        entries = [(name, " ".join(said.split())) for name, said in ENTRY.findall(inside)]
        listed |= {name for name, _ in entries}
        lead = "raises " if title == "Raises" else ""
        yield "\n".join(f"- {lead}`{name}`{_typed(name, types)}: {said}" for name, said in entries) + "\n"
    rest = [name for name in types if not name.startswith("_") and name not in listed]
    if rest:
        yield "Fields: " + ", ".join(f"`{name}: {types[name]}`" for name in rest) + ".\n"
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        if title == "Example":
            yield f"```pycon\n{cleandoc(chr(10) + body).strip()}\n```\n"


def _typed(name: str, types: dict[str, str]) -> str:
    return f" (`{types[name]}`)" if name in types else ""
