"""What a typed line means: an option by number, notation or unique beginning, a command, or a mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.typed.ahead import Way, ahead
from ruleset_core.cli.typed.refusal import Mistake, mistake, no_number, not_offered, one_of, several
from ruleset_core.lookup.asked import Asked, answers_meant, by_key
from ruleset_core.lookup.words import fold, meant_by, without_question
from ruleset_core.texts.menu import SHORT, Offer, before_values, menu_keys

if TYPE_CHECKING:
    from ruleset_core import Game, State

__all__ = ["COMMANDS", "Command", "asked_about", "chain_of", "command_words", "joined", "understand"]

COMMANDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "?": {"en": ("?",), "es": ("?",)},
    "board": {"en": ("board",), "es": ("tablero",)},
    "undo": {"en": ("undo",), "es": ("deshacer",)},
    "log": {"en": ("log",), "es": ("registro",)},
    "save": {"en": ("save",), "es": ("guardar",)},
    "load": {"en": ("load",), "es": ("cargar",)},
    "scores": {"en": ("scores",), "es": ("puntos",)},
    "why": {"en": ("why",), "es": ("porqué", "porque")},
    "hint": {"en": ("hint",), "es": ("consejo",)},
    "help": {"en": ("help",), "es": ("ayuda",)},
    "quit": {"en": ("quit", "exit"), "es": ("salir",)},
}
"""Commands with the words for them. Those of both languages are understood; those of the screen's are suggested."""

WHOLE: Final = {"save", "load"}
"""Commands followed by a name of a file, in which anything may stand."""

_TWO_WORDS: Final = re.compile(r"(?i)^:?por\s+qu[eé](?!\w)")
"""How `porqué` is written when it is a question."""

_WORDS: Final = {word: name for name, by_lang in COMMANDS.items() for words in by_lang.values() for word in words}


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do that is no move; `rest` is what was typed behind it."""

    name: str
    rest: str = ""


def command_words(lang: str) -> list[str]:
    """The words for commands in a language."""
    return [word for words in COMMANDS.values() for word in words[lang]]


def chain_of(typed: str, menu: Sequence[Offer]) -> list[str]:
    """The answers in a typed line: parted by `;`, or by spaces where every word is a bare number or letter."""
    command = _command(typed.strip())
    if command is not None and command.name in WHOLE:
        return [typed]
    if ";" in typed:
        return [part.strip() for part in typed.split(";") if part.strip()] or [typed]
    words = fold(typed).split()
    bare = len(words) > 1 and all(word.isdecimal() or (len(word) == 1 and word.isalpha()) for word in words)
    return words if bare and words[0] in menu_keys(menu) and not meant_by(fold(typed), menu) else [typed]


def understand(
    typed: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str] = ()
) -> int | Way | Command | Mistake:
    """The option (as its number in the vocabulary), answers in a row, the command or the mistake in a typed line."""
    text = " ".join(typed.casefold().split())
    for offer in menu:
        if text in {offer.notation.casefold(), offer.written.casefold()}:
            return offer.option
    command = _command(typed.strip())
    if command is not None:
        return command
    asked = Asked(menu, game, state, lang, names)
    found = _answer(text, asked)
    if found is None and text in SHORT:
        return Command(SHORT[text])
    if found is not None:
        return found
    return not_offered(text, asked) or ahead(text, asked) or mistake(text, asked, command_words(lang))


def _answer(text: str, asked: Asked) -> int | Mistake | None:
    """The offer with this key, or the one that these words mean; with words of the question before it if need be."""
    keyed = by_key(text, asked.menu)
    if keyed is not None or text.isdecimal():
        return no_number(text, asked) if keyed is None else keyed
    found, decision = one_of(text, asked.menu, asked.lang), asked.state.decision
    if found is not None or decision is None:
        return found
    rest = without_question(fold(text), decision.prompt(asked.lang, asked.names))
    if rest == fold(text) or (
        rest.isdecimal() and before_values(asked.menu) is None
    ):  # `red 1` is not the first option
        return None
    return _answer(rest, asked)


def asked_about(typed: str, asked: Asked) -> int | Mistake | None:
    """The option that `? MOVE` means, or a mistake where it may mean several; None if it means none."""
    found = answers_meant(typed, asked)
    if len(found) > 1:
        return several(" ".join(typed.casefold().split()), found, asked.lang)
    return found[0].option if found else None


def joined(typed: str) -> str:
    """What was typed, with `por qué` as one word."""
    return _TWO_WORDS.sub("porqué", typed)


def _command(typed: str) -> Command | None:
    word, _, rest = joined(typed).partition(" ")
    if typed.startswith("?"):
        word, rest = "?", typed[1:]
    name = _WORDS.get(word.removeprefix(":").casefold())
    return Command(name, rest.strip()) if name else None
