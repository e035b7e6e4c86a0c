"""Words that stand on the screen and are no things: fields, lists of pieces, amounts, phases, and what they are now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.cli.lookup.names import Names
    from ruleset_core.scenes.nodes import Node

__all__ = ["RULES", "Seen", "few", "rules_lines", "speaking_of", "term_lines", "term_names", "terms"]

Seen = Mapping[str, Any]
"""An observation."""

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


def term_lines(names: Names, seen: Seen, game: Game, part: str, name: str) -> Iterator[str]:
    """What a term is, and what it is now as far as the asker may know it."""
    title = term_names(game, part, name)[names.lang]
    yield title
    if part in SHOWN_ANYWAY:
        yield from (f"  {line}" for line in now_lines(names, seen, game, name, title))
    elif part == "phases":
        yield from (f"  {line}" for line in _phase(names, seen, game, name))
    elif part == "score":
        yield f"  {say('is_scored', names.lang)}"
        yield f"  {say('is_worth', names.lang, worth=game.glossary.worth(name, names.lang))}"
    elif names.amount_of(name) is not None:
        yield f"  {names.amount_of(name)}"
    else:
        yield f"  {say('is_of_rules', names.lang)}"
    speaking = speaking_of(game, title, names.lang)
    if speaking:
        yield f"  {say('speak_of_it', names.lang, cards=few(speaking, names.lang))}"


def few(words: Sequence[str], lang: str) -> str:
    """Words in a row; of many only the first."""
    more = f", {say('and_more', lang, count=len(words) - FEW)}" if len(words) > FEW else ""
    return ", ".join(words[:FEW]) + more


def rules_lines(game: Game, lang: str) -> Iterator[str]:
    """What a game is about, and all that its rules have a name for: how it runs, what is worked out, what scores."""
    if game.about(lang):
        yield game.about(lang)
    for part, key in _HEADS.items():
        listed = [term_names(game, kind, name)[lang] for kind, name in terms(game) if kind == part]
        if part == "effects":
            listed = [*(game.name_of("resource", rule, lang) for rule in game.rule_texts(lang)), *listed]
        if listed:
            yield say(key, lang, names="; ".join(dict.fromkeys(listed)))
    yield say("rules_more", lang)


_HEADS: Final = {
    "phases": "rules_phases",
    "effects": "rules_effects",
    "amounts": "rules_amounts",
    "score": "rules_score",
}


def speaking_of(game: Game, title: str, lang: str) -> list[str]:
    """The cards whose texts speak of something."""
    words = title.casefold()
    infos = [game.card(card) for card in game.card_ids()]
    return list(dict.fromkeys(info.name(lang) for info in infos if words in info.text(lang).casefold()))


def _phase(names: Names, seen: Seen, game: Game, name: str) -> Iterator[str]:
    every = [each for part, each in terms(game) if part == "phases"]
    yield say("is_phase", names.lang, phases=", ".join(names.title("phases", each) for each in every))
    if seen.get("phase"):
        key = "phase_now" if seen["phase"] == name else "phase_not_now"
        yield say(key, names.lang, phase=names.title("phases", str(seen["phase"])))


def now_lines(names: Names, seen: Seen, game: Game, name: str, title: str) -> Iterator[str]:
    """What a field, a list of pieces or a resource is now: for all, or for each seat."""
    from ruleset_core.scenes.build import scene_of_name
    from ruleset_core.terminal.linear import lines_of
    from ruleset_core.terminal.pen import Pen

    shown = scene_of_name(game, name, seen, names.lang, names.players)
    if shown is None:
        return
    pen = Pen(names.lang, players=shown.players, texts=False)
    for panel in sorted(shown.panels, key=lambda each: each.seat or 0):
        whose = title
        if panel.seat is not None:
            whose = say("of_whom", names.lang, what=title, name=names.player(panel.seat))
        told = ", ".join(line for node in panel.show for line in lines_of(node, pen))
        yield f"{whose}{_how_many(panel.show)}: {told}"
    if not shown.panels:
        yield f"{title}: {say('nothing', names.lang)}"


def _how_many(show: Sequence[Node]) -> str:
    """How many pieces lie there, where they are listed."""
    listed = [len(node.cards) for node in show if node.kind == "cards" and node.lies != "pile"]
    return f" ({listed[0]})" if len(show) == 1 and listed else ""
