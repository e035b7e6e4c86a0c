"""The few words that sentences of a story need besides those of the game."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "secret": {"en": "decides in secret", "es": "decide en secreto"},
    "forced": {"en": "no other choice", "es": "sin otra opción"},
    "forced_as": {"en": "no other choice: {why}", "es": "sin otra opción: {why}"},
    "others_refused": {"en": "the others: {why}", "es": "las demás: {why}"},
    "chooses": {"en": "chooses {what}", "es": "elige {what}"},
    "quoted": {"en": "“{what}”", "es": "«{what}»"},
    "times": {"en": "{what} {count} times", "es": "{what} {count} veces"},
    "pays": {"en": "pays {what}", "es": "paga {what}"},
    "gains": {"en": "gains {what}", "es": "gana {what}"},
    "gains_each": {"en": "gain {what} each", "es": "ganan {what} cada uno"},
    "loses": {"en": "loses {what}", "es": "pierde {what}"},
    "loses_each": {"en": "lose {what} each", "es": "pierden {what} cada uno"},
    "gives_own": {"en": "gives {what}", "es": "da {what}"},
    "gives": {"en": "gives {whom} {what}", "es": "da {what} a {whom}"},
    "gives_each": {"en": "gives {whom} {what} each", "es": "da {what} a {whom}, a cada uno"},
    "takes_from_own": {"en": "takes {what}", "es": "quita {what}"},
    "takes_from": {"en": "takes {what} from {whom}", "es": "quita {what} a {whom}"},
    "takes_from_each": {"en": "takes {what} from each of {whom}", "es": "quita {what} a {whom}, a cada uno"},
    "is": {"en": "{at} {what}", "es": "{at} {what}"},
    "is_not": {"en": "{at} no longer {what}", "es": "{at} ya no {what}"},
    "no_longer": {"en": "no longer {what}", "es": "ya no {what}"},
    "track": {"en": "the {name} track", "es": "el camino de {name}"},
    "then_rolled": {"en": ", then ", "es": ", luego "},
    "value": {"en": "{what} {value}", "es": "{what} {value}"},
    "count": {"en": "{what}: {value}", "es": "{what}: {value}"},
    "value_of": {"en": "{what} ({at}): {value}", "es": "{what} ({at}): {value}"},
    "of": {"en": "{what} of {whose}", "es": "{what} de {whose}"},
    "takes_some": {"en": "takes {what}", "es": "toma {what}"},
    "takes": {"en": "takes {what} from {source}", "es": "toma {what} de {source}"},
    "moved": {"en": "{what} goes from {source} to {target}", "es": "{what} pasa de {source} a {target}"},
    "moved_many": {"en": "{what} go from {source} to {target}", "es": "{what} pasan de {source} a {target}"},
    "placed": {"en": "{what} goes to {target}", "es": "{what} va a {target}"},
    "placed_many": {"en": "{what} go to {target}", "es": "{what} van a {target}"},
    "sees": {"en": "sees {what}", "es": "ve {what}"},
    "sees_of": {"en": "sees {what} in {source}", "es": "ve {what} en {source}"},
    "learns": {"en": "learns: {what}", "es": "averigua: {what}"},
    "learns_of": {"en": "learns of {source}: {what}", "es": "averigua de {source}: {what}"},
    "hinted": {"en": "{what} is {value}", "es": "{what} es {value}"},
    "shuffled": {"en": "{what} is shuffled", "es": "se baraja {what}"},
    "point": {"en": "{count} point now", "es": "{count} punto ahora"},
    "points": {"en": "{count} points now", "es": "{count} puntos ahora"},
    "point_said": {"en": "As the score stands now: {count} point.", "es": "Según el marcador de ahora: {count} punto."},
    "points_said": {
        "en": "As the score stands now: {count} points.",
        "es": "Según el marcador de ahora: {count} puntos.",
    },
    "chance": {"en": "then chance", "es": "lo demás lo decide el azar"},
    "hidden": {"en": "then what is hidden", "es": "lo demás está oculto"},
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
