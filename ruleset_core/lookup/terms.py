"""Words that stand on the screen and are no things: fields, lists of pieces, amounts, phases, and what they are now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ruleset_core.scenes.build import scene_of_name

from .names import Names
from .said import say

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.nodes import Scene

    from .asked import Asked

__all__ = ["RULES", "few", "overview", "speaking_of", "term_names", "term_told", "terms"]

RULES: Final = frozenset({"rules", "the rules", "rule", "reglas", "las reglas", "regla", "reglamento"})
"""Asks for all that the rules have a name for."""

PARTS: Final = (
    "fields",
    "zones",
    "resources",
    "amounts",
    "values",
    "conditions",
    "effects",
    "score",
    "kinds",
)
"""What a term may be besides a phase, as `show --names` lists it."""

SHOWN_ANYWAY: Final = frozenset({"fields", "zones", "resources"})
"""These stand on the screen by their ids in words where they have no name; others only where they have one."""

KEPT: Final = 16
"""What the cards of so many games say is kept."""

FEW: Final = 12
"""So many values or phases are told at once."""


def terms(game: Game) -> Iterator[tuple[str, str]]:
    """What each term is, and its name. What is called by what it is of has no name to be found by."""
    cards = set(game.kinds)
    yield from (("phases", name) for name in game.glossary.phases())
    for handle in game.glossary.handles:
        named = handle.means or handle.part in SHOWN_ANYWAY
        if handle.part in PARTS and named and handle.name not in cards and "{" not in "".join(handle.means.values()):
            yield handle.part, handle.name


def term_names(game: Game, part: str, name: str) -> Mapping[str, str]:
    """What a term is called, by language; values in it are left out."""
    if part == "phases":
        return {lang: game.glossary.title("phases", name, lang) for lang in ("en", "es")}
    found = next((each.means for each in game.glossary.handles if (each.part, each.name) == (part, name)), {})
    return found or dict.fromkeys(("en", "es"), name.replace("_", " "))


def term_told(asked: Asked, part: str, name: str) -> tuple[tuple[str, ...], Scene | None]:
    """What a term is, and what it is now as far as the asker may know it: a field, a list of pieces or a resource as a scene."""
    lines = tuple(_lines(asked, part, name))
    now = scene_of_name(asked.game, name, asked.seen, asked.lang, asked.names) if part in SHOWN_ANYWAY else None
    return lines, now and now.only(tuple(sorted(now.panels, key=lambda each: each.seat or 0)))


def _lines(asked: Asked, part: str, name: str) -> Iterator[str]:
    game, lang = asked.game, asked.lang
    amount = None if part in {*SHOWN_ANYWAY, "phases", "score"} else Names(game, lang, seen=asked.seen).amount_of(name)
    if part == "phases":
        yield from _phase(asked, name)
    elif part == "score":
        yield say("is_scored", lang)
        yield say("is_worth", lang, worth=game.glossary.worth(name, lang))
    elif amount is not None:
        yield str(amount)
    elif part not in SHOWN_ANYWAY:
        yield say("is_of_rules", lang)


def few(words: Sequence[str], lang: str) -> str:
    """Words in a row; of many only the first."""
    more = f", {say('and_more', lang, count=len(words) - FEW)}" if len(words) > FEW else ""
    return ", ".join(words[:FEW]) + more


def overview(game: Game, lang: str) -> Iterator[tuple[str, list[str]]]:
    """All that the rules have a name for: what these are, and their names."""
    for part, title in _HEADS.items():
        listed = [term_names(game, kind, name)[lang] for kind, name in terms(game) if kind == part]
        if part == "effects":
            listed = [*(game.rule_name(rule, lang) for rule in game.rule_texts(lang)), *listed]
        if listed:
            yield say(title, lang), list(dict.fromkeys(listed))


_HEADS: Final = {
    "phases": "rules_phases",
    "effects": "rules_effects",
    "amounts": "rules_amounts",
    "score": "rules_score",
}


def speaking_of(game: Game, title: str, lang: str) -> list[str]:
    """The cards whose texts speak of something."""
    words = title.casefold()
    return [name for name, text in _texts(game, lang).items() if words in text]


@lru_cache(KEPT)
def _texts(game: Game, lang: str) -> Mapping[str, str]:
    """What the cards say, without capitals, by their names."""
    said: dict[str, str] = {}
    for info in map(game.card, game.card_ids()):
        said[info.name(lang)] = f"{said.get(info.name(lang), '')}\n{info.text(lang).casefold()}"
    return said


def _phase(asked: Asked, name: str) -> Iterator[str]:
    game, lang = asked.game, asked.lang
    every = [term_names(game, part, each)[lang] for part, each in terms(game) if part == "phases"]
    yield say("is_phase", lang, phases=", ".join(every))
    now = asked.seen.get("phase")
    if now:
        key = "phase_now" if now == name else "phase_not_now"
        yield say(key, lang, phase=term_names(game, "phases", str(now))[lang])
