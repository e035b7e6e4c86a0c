"""A hint in words: what a bot would do, what it expects of it, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from ruleset_core.sim.figures import Estimate

from .figures import grouped, number
from .names import kind_word
from .saying import Both, Texts

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.record import Session
    from ruleset_core.table import Hint, NoHint, Outlook
    from ruleset_core.table.hint import Choice

__all__ = [
    "HINTS",
    "ONE_HINT",
    "HintText",
    "HintedOption",
    "difference_words",
    "hint_text",
    "hint_was_asked",
    "hints_asked",
    "no_hint",
    "outlook_words",
]

HINTS: Final[Both] = {
    "hint_heading": ("What the bot `{bot}` would do:", "Qué haría el bot `{bot}`:"),
    "hint_only": ("There is only one answer:", "Solo hay una respuesta:"),
    "hint_next": ("Next best:", "Después:"),
    "hint_compared": ("Next best, compared with that:", "Después, comparado con eso:"),
    "hint_rest": (
        "The bot rates {count} other answers no better.",
        "Otras {count} respuestas no le parecen mejores al bot.",
    ),
    "hint_wins": ("you win {won} games in 100", "ganas {won} de cada 100 partidas"),
    "hint_points": ("you end with {points} points", "acabas con {points} puntos"),
    "hint_ahead": ("{points} ahead of the best opponent", "{points} por delante del mejor rival"),
    "hint_behind": ("{points} behind the best opponent", "{points} por detrás del mejor rival"),
    "hint_wins_more": ("{won} more games won in 100", "{won} victorias más de cada 100 partidas"),
    "hint_wins_less": ("{won} fewer games won in 100", "{won} victorias menos de cada 100 partidas"),
    "hint_better": ("{points} points better against the best opponent", "{points} puntos mejor frente al mejor rival"),
    "hint_worse": ("{points} points worse against the best opponent", "{points} puntos peor frente al mejor rival"),
    "hint_more": ("{points} more points", "{points} puntos más"),
    "hint_fewer": ("{points} fewer points", "{points} puntos menos"),
    "hint_same": ("just as good", "igual de buena"),
    "hint_chance": (
        "{difference}: hardly any difference, chance may explain it",
        "{difference}: apenas hay diferencia, puede ser azar",
    ),
    "hint_against": (
        "{difference} in these games; but the bot has looked further ahead",
        "{difference} en estas partidas; pero el bot ha mirado más lejos",
    ),
    "hint_how": (
        "From each of these answers {count} games were played to the end that could be this one, as far as you can see, by bots that look to the end of their turn. ± is the margin of error: 95 times in 100 the true figure lies within it.",
        "Desde cada una de estas respuestas se han jugado hasta el final {count} partidas que, por lo que ves, podrían ser esta, con bots que miran hasta el final de su turno. ± es el margen de error: 95 de cada 100 veces la cifra verdadera queda dentro.",
    ),
    "hint_how_one": (
        "From here {count} games were played to the end that could be this one, as far as you can see, by bots that look to the end of their turn. ± is the margin of error: 95 times in 100 the true figure lies within it.",
        "Desde aquí se han jugado hasta el final {count} partidas que, por lo que ves, podrían ser esta, con bots que miran hasta el final de su turno. ± es el margen de error: 95 de cada 100 veces la cifra verdadera queda dentro.",
    ),
    "hint_no_core": (
        "Without a core, looking further ahead would take minutes ({reason}). {easy} looks to the end of the turn, in this order.",
        "Sin núcleo, mirar más lejos llevaría minutos ({reason}). {easy} mira hasta el final del turno, en este orden.",
    ),
    "hint_install": ("Install it with: pip install -U wasmtime", "Instálalo con: pip install -U wasmtime"),
    "hint_easy_is": (
        "{easy} looks to the end of the turn, no further; what it expects is worked out apart.",
        "{easy} mira hasta el final del turno, no más; lo que se espera se calcula aparte.",
    ),
    "no_hint_off": (
        "nobody gets hints in this game: it was begun without them",
        "en esta partida nadie recibe consejos: se empezó sin ellos",
    ),
    "no_hint_over": (
        "the game is over: there is nothing to decide",
        "la partida ha terminado: no hay nada que decidir",
    ),
    "no_hint_not_asked": ("this player is asked nothing now", "a este jugador no se le pregunta nada ahora"),
    "no_hint_no_level": (
        "the bot `{bot}` gives no hints; these do: easy, normal, strong",
        "el bot `{bot}` no da consejos; los dan: easy, normal, strong",
    ),
    "hints_asked": ("Hints asked for: {names}.", "Consejos pedidos: {names}."),
    "hint_was_asked": ("{name} has asked for a hint.", "{name} ha pedido un consejo."),
}
"""What is said of hints, in English and Spanish."""

ONE_HINT: Final[Both] = {
    "hint_rest": ("The bot rates 1 other answer no better.", "La otra respuesta no le parece mejor al bot."),
}

say = Texts(HINTS, ONE_HINT).say


@dataclass(frozen=True, slots=True)
class HintedOption:
    """An option of a hint in words.

    Attributes:
        option: the option.
        written: its notation, with the names of players.
        label: what it does, as the menu says it; empty where that is the notation.
        said: what is to be expected of it, or how much less than of the first. Empty where that is not known.
    """

    option: int
    written: str
    label: str
    said: str


@dataclass(frozen=True, slots=True)
class HintText:
    """A hint in words: a heading, what the bot would do, what stands above the others, these, and how that was found out."""

    heading: str
    best: HintedOption
    next: str
    others: tuple[HintedOption, ...]
    notes: tuple[str, ...]


def hint_text(hint: Hint, state: State, lang: str, names: Sequence[str] = ()) -> HintText:
    """A hint about a state, in words. `names`: of the players, by seat."""
    game = state.game
    best, *others = (_option(hint, choice, game, state, lang, names) for choice in hint.choices)
    heading = (
        say("hint_only", lang) if hint.offered == 1 else say("hint_heading", lang, bot=kind_word(hint.plays, lang))
    )
    return HintText(
        heading,
        best,
        say("hint_compared" if any(each.said for each in others) else "hint_next", lang) if others else "",
        tuple(others),
        tuple(_notes(hint, game, lang)),
    )


def _option(hint: Hint, choice: Choice, game: Game, state: State, lang: str, names: Sequence[str]) -> HintedOption:
    written, label = game.notation(choice.option, names), game.label(state, choice.option, lang, names=names)
    said = ""
    if choice.more is not None:
        said = _compared(hint, choice.more, lang)
    elif choice.outlook is not None:
        said = outlook_words(choice.outlook, lang, wins=hint.wins, points=hint.points, leads=hint.leads)
    return HintedOption(choice.option, written, "" if label == written else label, said)


def outlook_words(outlook: Outlook, lang: str, *, wins: bool, points: bool, leads: bool) -> str:
    """What a seat may expect: `you win 54 ± 9 games in 100; you end with 38.1 ± 1.2 points, 1.4 ± 1.6 ahead of the best opponent`."""
    parts = [say("hint_wins", lang, won=_share(outlook.won, lang))] if wins else []
    if points:
        told = [say("hint_points", lang, points=_figure(outlook.points, lang))]
        if leads:
            key = "hint_ahead" if outlook.lead.mean >= 0 else "hint_behind"
            told.append(say(key, lang, points=_figure(outlook.lead, lang)))
        parts.append(", ".join(told))
    return "; ".join(parts)


def difference_words(more: Outlook, lang: str, *, wins: bool, points: bool, leads: bool) -> str:
    """How much more, or less, a seat may expect of one thing than of another: `3 ± 6 fewer games won in 100, 0.4 ± 0.9 points worse against the best opponent`."""
    parts = []
    if wins and round(100 * more.won.mean):
        key = "hint_wins_more" if more.won.mean > 0 else "hint_wins_less"
        parts.append(say(key, lang, won=_share(more.won, lang)))
    if points and round(10 * more.lead.mean):
        key = (
            ("hint_better" if leads else "hint_more") if more.lead.mean > 0 else "hint_worse" if leads else "hint_fewer"
        )
        parts.append(say(key, lang, points=_figure(more.lead, lang)))
    return ", ".join(parts) or say("hint_same", lang)


def _compared(hint: Hint, more: Outlook, lang: str) -> str:
    said = difference_words(more, lang, wins=hint.wins, points=hint.points, leads=hint.leads)
    if said == say("hint_same", lang) or more.sign < 0:
        return said
    return say("hint_against" if more.sign > 0 else "hint_chance", lang, difference=said)


def _notes(hint: Hint, game: Game, lang: str) -> Iterator[str]:
    rest = hint.offered - len(hint.choices)
    if rest:
        yield say("hint_rest", lang, count=rest)
    easy = kind_word("easy", lang)
    if hint.plays != hint.bot:
        yield say("hint_no_core", lang, reason=game.core().reason, easy=easy)
        yield say("hint_install", lang)
    elif hint.bot == "easy" and hint.offered > 1:
        yield say("hint_easy_is", lang, easy=easy)
    if hint.worlds:
        yield say("hint_how_one" if len(hint.choices) == 1 else "hint_how", lang, count=grouped(hint.worlds, lang))


def no_hint(problem: NoHint, lang: str) -> str:
    """Why there is no hint."""
    return say(f"no_hint_{problem.why}", lang, bot=problem.bot)


def hint_was_asked(name: str, lang: str) -> str:
    """That a player has asked for a hint."""
    return say("hint_was_asked", lang, name=name)


def hints_asked(session: Session, lang: str, names: Sequence[str]) -> str:
    """Who has asked for how many hints: `Hints asked for: Ana 2, Bo 1.`; nothing if nobody has."""
    counts = [sum(each.seat == seat for each in session.hints) for seat in range(len(names))]
    told = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)
    return say("hints_asked", lang, names=told) if told else ""


def _share(found: Estimate, lang: str) -> str:
    margin = "" if found.margin == inf else f" ± {number(100 * found.margin, lang, 0)}"
    return f"{number(100 * abs(found.mean), lang, 0)}{margin}"


def _figure(found: Estimate, lang: str) -> str:
    margin = "" if found.margin == inf else f" ± {number(found.margin, lang, 1)}"
    return number(abs(found.mean), lang, 1) + margin
