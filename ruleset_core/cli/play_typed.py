"""What a typed line means: an option by number, notation or unique beginning, a command, or a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError, NotationError
from ruleset_core.cli.messages import say
from ruleset_core.cli.play_words import fold, meant_by, without_question

if TYPE_CHECKING:
    from ruleset_core import Game, State

__all__ = [
    "COMMANDS",
    "Command",
    "Mistake",
    "Offer",
    "asked_about",
    "chain_of",
    "command_words",
    "menu_keys",
    "menu_lines",
    "offers",
    "refusal",
    "understand",
    "why_not",
]

COMMANDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "?": {"en": ("?",), "es": ("?",)},
    "board": {"en": ("board",), "es": ("tablero",)},
    "undo": {"en": ("undo",), "es": ("deshacer",)},
    "log": {"en": ("log",), "es": ("registro",)},
    "save": {"en": ("save",), "es": ("guardar",)},
    "load": {"en": ("load",), "es": ("cargar",)},
    "scores": {"en": ("scores",), "es": ("puntos",)},
    "help": {"en": ("help",), "es": ("ayuda",)},
    "quit": {"en": ("quit", "exit"), "es": ("salir",)},
}
"""Commands with the words for them. Those of both languages are understood; those of the screen's are suggested."""

SHORT: Final = {"q": "quit"}
"""Letters for commands, where no option begins with them."""

SHORTEST: Final = 3
"""Shorter words are not looked for among what is not offered: they would be found everywhere."""

WHOLE: Final = {"save", "load"}
"""Commands followed by a name of a file, in which anything may stand."""

_WORDS: Final = {word: name for name, by_lang in COMMANDS.items() for words in by_lang.values() for word in words}


@dataclass(frozen=True, slots=True)
class Offer:
    """An option as the menu shows it; `outcome`: what is certain to come of it. `names`: what else it is called by.

    `usual`: how the key is called that takes it, if Enter alone does.
    """

    option: int
    notation: str
    label: str
    outcome: str = ""
    names: tuple[str, ...] = ()
    usual: str = ""


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
    usual = state.decision.default if state.decision else None
    return [
        Offer(
            option,
            game.notation(option),
            game.label(state, option, lang, names=names),
            _outcome(state, option, lang, names),
            (game.option_name(option, lang, names),),
            say("enter", lang) if option == usual else "",
        )
        for option in state.options
    ]


def _outcome(state: State, option: int, lang: str, names: Sequence[str]) -> str:
    try:
        return state.foresee(option).said(lang, names)
    except BrokenRuleError:  # said when it is taken
        return ""


def command_words(lang: str) -> list[str]:
    """The words for commands in a language."""
    return [word for words in COMMANDS.values() for word in words[lang]]


def menu_keys(menu: Sequence[Offer]) -> list[str]:
    """What to type for each option: its place, or where options are numbers, these, and letters for the others."""
    if _before_values(menu) is None:
        return [str(number) for number in range(1, len(menu) + 1)]
    ends, letters = [offer.notation.rpartition(" ")[2] for offer in menu], _letters()
    return [end if end.isdecimal() else next(letters) for end in ends]


def _before_values(menu: Sequence[Offer]) -> str | None:
    """What stands before the numbers of a menu whose options are values; None if they are none."""
    ends = [offer.notation.rpartition(" ") for offer in menu]
    values = [end for _, _, end in ends if end.isdecimal()]
    starts = {start for start, _, end in ends if end.isdecimal()}
    start = starts.pop() if len(starts) == 1 else ""
    return start if start and len(set(values)) == len(values) else None


def _letters() -> Iterator[str]:
    """a, b, c and so on, then aa, ab...; none of them a command."""
    return (
        "".join(each)
        for size in count(1)
        for each in product(ascii_lowercase, repeat=size)
        if "".join(each) not in SHORT
    )


def menu_lines(menu: Sequence[Offer]) -> Iterator[str]:
    """Number or letter, notation, label and outcome of every option, each in a column of its own."""
    keys = menu_keys(menu)
    width, size = max(map(len, keys), default=0), max((len(offer.notation) for offer in menu), default=0)
    labels = ["" if offer.label == offer.notation else offer.label for offer in menu]
    widest = max(map(len, labels), default=0)
    for key, offer, label in zip(keys, menu, labels, strict=True):
        outcome = "  ".join(part for part in (f"→ {offer.outcome}" if offer.outcome else "", offer.usual) if part)
        yield f"  {key:>{width}}  {offer.notation:<{size}}  {label:<{widest}}  {outcome}".rstrip()


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
) -> int | Command | Mistake:
    """The option (as its number in the vocabulary), the command or the mistake in a typed line."""
    text = " ".join(typed.casefold().split())
    for offer in menu:
        if offer.notation.casefold() == text:
            return offer.option
    command = _command(typed.strip())
    if command is not None:
        return command
    found = _answer(text, menu, game, state, lang, names)
    if found is None and text in SHORT:
        return Command(SHORT[text])
    return _mistake(text, menu, game, state, lang, names) if found is None else found


def _answer(
    text: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str]
) -> int | Mistake | None:
    """The offer with this key, or the one that these words mean; with words of the question before it if need be."""
    by_key = _by_key(text, menu)
    if by_key is not None or text.isdecimal():
        return _no_number(text, menu, game, state, lang, names) if by_key is None else by_key
    found = _one_of(text, menu, lang)
    if found is not None or state.decision is None:
        return found
    rest = without_question(fold(text), state.decision.prompt(lang, names))
    return None if rest == fold(text) else _answer(rest, menu, game, state, lang, names)


def _by_key(text: str, menu: Sequence[Offer]) -> int | None:
    wanted = str(int(text[:9])) if text.isdecimal() else text
    return next((offer.option for key, offer in zip(menu_keys(menu), menu, strict=True) if key == wanted), None)


def _no_number(text: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str]) -> Mistake:
    """Why there is no such number: the reason of the rules where it would be a value, or else how many there are."""
    start, keys = _before_values(menu), menu_keys(menu)
    try:
        option = None if start is None else game.parse(f"{start} {int(text[:9])}")
    except NotationError:
        option = None
    if option is not None:
        return Mistake(why_not(game, state, option, lang, names))
    if keys == [str(number) for number in range(1, len(menu) + 1)]:
        return Mistake(say("no_number", lang, text=text[:9], count=len(menu)))
    return Mistake(say("no_value", lang, text=text[:9], keys=", ".join(keys)))


def asked_about(
    typed: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str] = ()
) -> int | Mistake:
    """The option that `? MOVE` means: whatever would be played, or else another one of the question or the game."""
    text = " ".join(typed.casefold().split())
    try:
        return game.parse(text)
    except NotationError:
        by_key = _by_key(text, menu)
    if by_key is not None:
        return by_key
    start = _before_values(menu)
    if start is not None and text.isdecimal():
        try:
            return game.parse(f"{start} {int(text[:9])}")
        except NotationError:
            pass
    found = _one_of(text, menu, lang)
    if found is None:
        found = _one_of(text, _vocabulary(game, state, lang, names), lang)
    return Mistake(refusal(text, game, state, lang)) if found is None else found


def _one_of(text: str, menu: Sequence[Offer], lang: str) -> int | Mistake | None:
    """The one offer that a text is the beginning of; a mistake if there are several, nothing if there is none."""
    fitting = meant_by(fold(text), menu)
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


def _mistake(text: str, menu: Sequence[Offer], game: Game, state: State, lang: str, names: Sequence[str]) -> Mistake:
    try:
        option = game.parse(text)
    except NotationError:
        elsewhere = _elsewhere(text, game, state, lang, names)
        if elsewhere is not None:
            return elsewhere
        known = {offer.notation.casefold(): offer.notation for offer in menu}
        known |= {fold(offer.label): offer.label for offer in menu}
        known |= {word: word for word in command_words(lang)}
        known_here = [offer.notation for offer in _vocabulary(game, state, lang, names)]
        close = get_close_matches(text, known, n=1) or get_close_matches(text, known_here, n=1)
        said = say("no_move", lang, text=_short(text))
        return Mistake(f"{said}; {say('meant', lang, text=known.get(close[0], close[0]))}" if close else said)
    return Mistake(why_not(game, state, option, lang, names))


def _elsewhere(text: str, game: Game, state: State, lang: str, names: Sequence[str]) -> Mistake | None:
    """Why what is named cannot be done: it is an option of this question that is not offered, or one of another."""
    if len(text) < SHORTEST:
        return None
    everything = [_option(game, option, lang, names) for option in range(game.vocabulary_size)]
    for there in (_vocabulary(game, state, lang, names), everything):
        found = [offer.option for offer in meant_by(fold(text), there)]
        if len(found) == 1:
            return Mistake(why_not(game, state, found[0], lang, names))
        if found:
            shown = ", ".join(map(game.notation, found[:8])) + (", ..." if len(found) > 8 else "")
            reasons = {state.why_not(option, lang, names) for option in found[:60]}
            said = say("none_now", lang, options=shown)
            why = reasons.pop() if len(reasons) == 1 else None
            return Mistake(say("because", lang, what=said, why=why) if why else said)
    return None


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _vocabulary(game: Game, state: State, lang: str, names: Sequence[str]) -> list[Offer]:
    """Every option of the question asked, offered now or not."""
    decision = state.decision
    options = game.vocabulary_of(decision.name) if decision else ()
    return [_option(game, option, lang, names) for option in options]


def _option(game: Game, option: int, lang: str, names: Sequence[str]) -> Offer:
    """An option whatever the state."""
    return Offer(option, game.notation(option), "", names=(game.option_name(option, lang, names),))


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
