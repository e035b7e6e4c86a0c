"""The pages of the keys of files, made from the models that load them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import fill

from ruleset_core.model.shapes.keys import MODELS, Key, keys, keys_named, spaced

_HOLDERS = {
    "Behaviours": "cards, sides and rules",
    "BoardFile": "files in `boards/`",
    "CardsFile": "files in `cards/`",
    "Entry": "everything that is defined",
    "ExpansionFile": "`expansion.yaml`",
    "Face": "cards and their sides",
    "FactEntry": "everything that has facts",
    "GameFile": "`game.yaml`",
    "Header": "`game.yaml` and `expansion.yaml`",
    "Opened": "events, decisions, definitions and phases",
    "PartFile": "the files of a game",
    "VariantFile": "`game.yaml` of a variant",
    "ScenarioFile": "files in `scenarios/`",
    "Sections": "the files of a game or an expansion",
}
"""What has the keys of a model, where its name would not say it."""

_LINK = re.compile(r"\[([^\]]+)\]\(#[^)]+\)")


def names() -> list[str]:
    """All keys there are."""
    return sorted({key.name for model in MODELS for key in keys(model)})


def parts(topic: str) -> Iterator[str]:
    """What a key means: a part for each meaning, with everything that has the key in this meaning."""

    def meaning(key: Key) -> tuple[str, str, bool, str]:
        return key.says, key.type, key.required, key.default

    for _, alike in groupby(sorted(keys_named(topic), key=meaning), meaning):
        yield _key(list(alike))


def _key(alike: list[Key]) -> str:
    key = alike[0]
    told = [f"# `{key.name}`, a key of {_listed(_holder(each.model) for each in alike)}"]
    told.append(fill(key.says, 100))
    takes = _LINK.sub(r"\1", key.type)
    left_out = "It must be there." if key.required else f"Left out, it is {key.default or 'nothing'}."
    told.append(f"It takes: {takes}. {left_out}")
    told += [_inside(model) for model in MODELS if f"[{spaced(model)}](" in key.type]
    if key.example:
        told.append(f"## Example\n\n    {key.name}: {key.example}")
    return "\n\n".join(told)


def _inside(model: str) -> str:
    """The keys of what a key holds."""
    inside = [
        key.name for base in reversed(MODELS[model].__mro__) if base.__name__ in MODELS for key in keys(base.__name__)
    ]
    return fill(f"Keys of a {spaced(model)}: {', '.join(dict.fromkeys(inside))}.", 100)


def _holder(model: str) -> str:
    words = spaced(model)
    return _HOLDERS.get(model, f"an {words}" if words[0] in "aeio" else f"a {words}")


def _listed(words: Iterator[str]) -> str:
    found = sorted(dict.fromkeys(words))
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
