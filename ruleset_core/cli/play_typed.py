"""What a typed line means: an option by number, notation or unique beginning, a command, or a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError, NotationError
from ruleset_core.cli.messages import say

if TYPE_CHECKING:
    from ruleset_core import Game, State

__all__ = [
    "COMMANDS",
    "Command",
    "Mistake",
    "Offer",
    "asked_about",
    "menu_lines",
    "offers",
    "refusal",
    "understand",
    "why_not",
]

COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "?": ("?",),
    "board": ("board", "tablero"),
    "undo": ("undo", "deshacer"),
    "log": ("log", "registro"),
    "save": ("save", "guardar"),
    "load": ("load", "cargar"),
    "scores": ("scores", "puntos"),
    "help": ("help", "ayuda"),
    "quit": ("quit", "exit", "salir"),
}
"""Commands with the words for them, in both languages."""

SHORT: Final = {"q": "quit"}
"""Letters for commands, where no option begins with them."""

_WORDS: Final = {word: name for name, words in COMMANDS.items() for word in words}


@dataclass(frozen=True, slots=True)
class Offer:
    """An option as the menu shows it; `outcome`: what is certain to come of it."""

    option: int
    notation: str
    label: str
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do that is no move; `rest` is what was typed behind it."""

    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Neither a move nor a command; `text` says why."""

    text: str


def offers(game: Game, state: State, lang: str, names: Sequence[str] = ()) -> list[Offer]:
    """The options of a state in the order of the menu; `names` are those of the players, by seat."""
    return [
        Offer(
            option,
            game.notation(option),
            game.label(state, option, lang, names=names),
            _outcome(state, option, lang, names),
        )
        for option in state.options
    ]


def _outcome(state: State, option: int, lang: str, names: Sequence[str]) -> str:
    try:
        return state.foresee(option).said(lang, names)
    except BrokenRuleError:  # said when it is taken
        return ""


def menu_lines(menu: Sequence[Offer]) -> Iterator[str]:
    """Number, notation, label and outcome of every option, each in a column of its own."""
    width, size = len(str(len(menu))), max((len(offer.notation) for offer in menu), default=0)
    labels = ["" if offer.label == offer.notation else offer.label for offer in menu]
    widest = max(map(len, labels), default=0)
    for number, (offer, label) in enumerate(zip(menu, labels, strict=True), start=1):
        outcome = f"→ {offer.outcome}" if offer.outcome else ""
        yield f"  {number:>{width}}  {offer.notation:<{size}}  {label:<{widest}}  {outcome}".rstrip()


def understand(
    typed: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str] = ()
) -> int | Command | Mistake:
    """The option (as its number in the vocabulary), the command or the mistake in a typed line."""
    text = " ".join(typed.casefold().split())
    for offer in menu:
        if offer.notation.casefold() == text:
            return offer.option
    command = _command(typed.strip())
    if command is not None:
        return command
    if text.isdecimal():
        number = int(text[:9])
        fits = 1 <= number <= len(menu)
        return menu[number - 1].option if fits else Mistake(say("no_number", lang, text=text[:9], count=len(menu)))
    found = _one_of(text, menu, lang)
    if found is None and text in SHORT:
        return Command(SHORT[text])
    return _mistake(text, menu, game, state, lang, names) if found is None else found


def asked_about(typed: str, menu: Sequence[Offer], game: Game, state: State, lang: str) -> int | Mistake:
    """The option that `? MOVE` means: whatever would be played, or else another one of the question or the game."""
    text = " ".join(typed.casefold().split())
    try:
        return game.parse(text)
    except NotationError:
        if text.isdecimal() and 1 <= int(text[:9]) <= len(menu):
            return menu[int(text) - 1].option
    asked = [Offer(game.parse(notation), notation, "") for notation in _vocabulary(game, state)]
    found = _one_of(text, menu, lang)
    if found is None:
        found = _one_of(text, asked, lang)
    return Mistake(refusal(text, game, state, lang)) if found is None else found


def _one_of(text: str, menu: Sequence[Offer], lang: str) -> int | Mistake | None:
    """The one offer that a text is the beginning of; a mistake if there are several, nothing if there is none."""
    fitting = _beginning(text, menu) or _beginning(text.replace("-", "_"), menu)  # `b4-b5` as it is said
    if len(fitting) > 1:
        shown = ", ".join(offer.notation for offer in fitting[:8]) + (", ..." if len(fitting) > 8 else "")
        return Mistake(say("ambiguous", lang, text=text, options=shown))
    return fitting[0].option if fitting else None


def _command(typed: str) -> Command | None:
    word, _, rest = typed.partition(" ")
    if typed.startswith("?"):
        word, rest = "?", typed[1:]
    name = _WORDS.get(word.removeprefix(":").casefold())
    return Command(name, rest.strip()) if name else None


def _beginning(text: str, menu: Sequence[Offer]) -> list[Offer]:
    """Offers whose notation, or else whose notation behind its first words, begins like the text, word by word."""
    typed = text.split()
    found: list[Offer] = []
    for skipped in range(max((len(offer.notation.split()) for offer in menu), default=0)):
        for offer in menu:
            words = offer.notation.casefold().split()[skipped:]
            if len(words) >= len(typed) and all(map(_begins, words, typed)):
                found.append(offer)
        if found:
            break
    return found


def _begins(word: str, typed: str) -> bool:
    return word == typed if typed.isdecimal() else word.startswith(typed)  # `die 1` is not the start of `die 10`


def _mistake(text: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str]) -> Mistake:
    try:
        option = game.parse(text)
    except NotationError:
        known = {offer.notation.casefold(): offer.notation for offer in menu}
        known |= {word: word for word in _WORDS}
        close = get_close_matches(text, known, n=1) or get_close_matches(text, _vocabulary(game, state), n=1)
        said = say("no_move", lang, text=_short(text))
        return Mistake(f"{said}; {say('meant', lang, text=known.get(close[0], close[0]))}" if close else said)
    return Mistake(why_not(game, state, option, lang, names))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _vocabulary(game: Game, state: State) -> list[str]:
    """Every notation of the question asked, offered now or not."""
    decision = state.decision
    return [game.notation(option) for option in game.vocabulary_of(decision.name)] if decision else []


def refusal(text: str, game: Game, state: State, lang: str, names: Sequence[str] = ()) -> str:
    """Why a notation cannot be played: no move of this game, or not possible now; in one sentence."""
    try:
        return why_not(game, state, game.parse(text), lang, names)
    except NotationError as error:
        said = say("no_notation", lang, text=_short(text), game=game.title(lang))
        return f"{said}; {say('meant', lang, text=error.suggestions[0])}" if error.suggestions else said


def why_not(game: Game, state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """Why an option is not offered, in one sentence; or that it is."""
    text = game.notation(option)
    if option in state.options:
        return say("possible", lang, text=text)
    what, why = say("not_now", lang, text=text), state.why_not(option, lang, names)
    return say("because", lang, what=what, why=why) if why else what
