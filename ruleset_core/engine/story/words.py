"""The few words that sentences of a story need besides those of the game."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "secret": {"en": "decides in secret", "es": "decide en secreto"},
    "forced": {"en": "no other choice", "es": "sin otra opción"},
    "no_choice": {"en": "nothing to choose", "es": "nada que elegir"},
    "table": {"en": "The table", "es": "La mesa"},
    "rolled": {"en": "{what}: {value}", "es": "{what}: {value}"},
    "and": {"en": "{few} and {last}", "es": "{few} y {last}"},
    "is": {"en": "{what}: {at}", "es": "{what}: {at}"},
    "is_not": {"en": "no longer {what}: {at}", "es": "ya no {what}: {at}"},
    "value": {"en": "{what}: {value}", "es": "{what}: {value}"},
    "of": {"en": "{what} of {whose}", "es": "{what} de {whose}"},
    "moved": {"en": "{what}: {source} → {target}", "es": "{what}: {source} → {target}"},
    "placed": {"en": "{what} → {target}", "es": "{what} → {target}"},
    "several": {"en": "{count} {kind}", "es": "{count} {kind}"},
    "shuffled": {"en": "shuffled: {what}", "es": "se baraja: {what}"},
    "point": {"en": "{count} point now", "es": "{count} punto ahora"},
    "points": {"en": "{count} points now", "es": "{count} puntos ahora"},
    "point_said": {"en": "As the score stands now: {count} point.", "es": "Según el marcador de ahora: {count} punto."},
    "points_said": {
        "en": "As the score stands now: {count} points.",
        "es": "Según el marcador de ahora: {count} puntos.",
    },
    "chance": {"en": "then chance", "es": "luego el azar"},
    "hidden": {"en": "then what is hidden", "es": "luego lo oculto"},
    "next": {"en": "next {amount}", "es": "después {amount}"},
    "up_to": {"en": "up to {amount}", "es": "hasta {amount}"},
    "from_to": {"en": "{least} to {most}", "es": "de {least} a {most}"},
    "left": {"en": "{count} left", "es": "queda {count}"},
    "left_many": {"en": "{count} left", "es": "quedan {count}"},
    "ends_in_chance": {"en": "Then chance decides.", "es": "Luego decide el azar."},
    "ends_in_hidden": {
        "en": "Then it depends on what is hidden from you.",
        "es": "Luego depende de lo que no puedes ver.",
    },
    "why_start": {"en": "there at first", "es": "al principio"},
    "why_track": {"en": "{what} track", "es": "camino de {what}"},
    "why_hidden": {"en": "what you may not know", "es": "lo que no puedes saber"},
    "none": {"en": "none", "es": "ninguno"},
}
"""By key, in the languages spoken."""


def word(key: str, lang: str, **parts: object) -> str:
    """A phrase with its parts put in."""
    return WORDS[key][lang].format(**parts)
