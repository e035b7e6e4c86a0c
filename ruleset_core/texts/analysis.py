"""An analysis in words: how it was made, what cost something, what luck did, and where the game turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core.table.stops import Stops

from .figures import grouped
from .hint import difference_words
from .names import kind_word, player_names
from .saying import Both, Texts

if TYPE_CHECKING:
    from ruleset_core.record import Session
    from ruleset_core.table.analysis import Analysis, Judged, Turning

__all__ = ["ANALYSES", "ONE_ANALYSIS", "AnalysisText", "Sentence", "analysis_text", "no_core", "say"]

ANALYSES: Final[Both] = {
    "ana_title": ("{game}: how it went", "{game}: cómo fue"),
    "ana_views": (
        "Each position is seen as the player who decides there could see it, and played on with bots that look to the end of their turn. What would have been better is said by `{bot}` and by these games. ± is the margin of error: 95 times in 100 the true figure lies within it.",
        "Cada posición se ve como podía verla quien decide en ella, y se sigue jugando con bots que miran hasta el final de su turno. Lo que habría sido mejor lo dicen `{bot}` y estas partidas. ± es el margen de error: 95 de cada 100 veces la cifra verdadera queda dentro.",
    ),
    "ana_one_view": (
        "Seen as {name} could see it at each own decision, and played on with bots that look to the end of their turn. What would have been better is said by `{bot}` and by these games. ± is the margin of error: 95 times in 100 the true figure lies within it.",
        "Visto como podía verlo {name} en cada decisión propia, y jugado hasta el final con bots que miran hasta el final de su turno. Lo que habría sido mejor lo dicen `{bot}` y estas partidas. ± es el margen de error: 95 de cada 100 veces la cifra verdadera queda dentro.",
    ),
    "ana_so_far": (
        "Stopped: {done} of {of} decisions were gone through.",
        "Parado: se han repasado {done} de {of} decisiones.",
    ),
    "ana_nothing": ("There is no decision to go through.", "No hay ninguna decisión que repasar."),
    "ana_turned": ("Where the game turned:", "Dónde cambió la partida:"),
    "ana_never": (
        "Nothing turned the game by more than chance may explain.",
        "Nada cambió la partida más de lo que explica el azar.",
    ),
    "ana_choice": (
        "{name} took {taken} instead of {best}. By that, for {name}: {difference}.",
        "{name} eligió {taken} en vez de {best}. Con ello, para {name}: {difference}.",
    ),
    "ana_luck": (
        "Luck. {what} After that, for {name}: {difference}.",
        "Azar. {what} Después, para {name}: {difference}.",
    ),
    "ana_mistakes": ("Decisions that cost something:", "Decisiones que costaron algo:"),
    "ana_more": (
        "{count} more decisions cost something, but less.",
        "Otras {count} decisiones costaron algo, pero menos.",
    ),
    "ana_none": (
        "No decision cost more than chance may explain: `{bot}` would hardly have done better.",
        "Ninguna decisión costó más de lo que explica el azar: `{bot}` apenas lo habría hecho mejor.",
    ),
    "ana_position": ("position {number}", "posición {number}"),
    "ana_round": ("{round} {number}, position {position}", "{round} {number}, posición {position}"),
    "ana_luck_together": (
        "Luck, and what the others chose at the same time. {what} After that, for {name}: {difference}.",
        "Azar, y lo que los demás eligieron a la vez. {what} Después, para {name}: {difference}.",
    ),
    "ana_no_core": (
        "going through a game needs the core, and there is none here ({reason}); install it with: pip install -U wasmtime",
        "repasar una partida necesita el núcleo, y aquí no hay ({reason}); instálalo con: pip install -U wasmtime",
    ),
}
"""What is said of analyses, in English and Spanish."""

ONE_ANALYSIS: Final[Both] = {
    "ana_more": ("1 more decision cost something, but less.", "Otra decisión costó algo, pero menos."),
}
TOLD: Final = 3
"""Sentences of what happened around luck: the first and the last."""
MISTAKES: Final = 5
"""So many are told; how many more there are is counted."""

say = Texts(ANALYSES, ONE_ANALYSIS).say


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a decision. `place`: of the decision; `number`: of a turning point, 0 for none; `where`: round and position."""

    place: int
    number: int
    where: str
    said: str


@dataclass(frozen=True, slots=True)
class AnalysisText:
    """An analysis in words.

    Attributes:
        title: of the game.
        how: how it was found out.
        turned: what stands above the turning points, or that there are none.
        turnings: these, numbered.
        cost: what stands above decisions that cost something, or that there are none; empty where all of them are turning points.
        mistakes: these, the dearest first.
        notes: what else there is to say.
    """

    title: str
    how: str
    turned: str
    turnings: tuple[Sentence, ...]
    cost: str
    mistakes: tuple[Sentence, ...]
    notes: tuple[str, ...]


def analysis_text(session: Session, analysis: Analysis, lang: str, viewer: int | None) -> AnalysisText:
    """An analysis in words, as `viewer` may be told (a seat, or None for somebody who may know all)."""
    words = _Words(session, analysis, lang, viewer)
    mistakes = [
        place
        for place in analysis.mistakes
        if all(each.place != place or each.kind == "luck" for each in analysis.turnings)
    ]
    told = mistakes[:MISTAKES]
    bot = kind_word(analysis.bot, lang)
    cost = say("ana_mistakes", lang) if mistakes else "" if analysis.mistakes else say("ana_none", lang, bot=bot)
    return AnalysisText(
        say("ana_title", lang, game=session.game.title(lang)),
        words.how(),
        say("ana_turned" if analysis.turnings else "ana_never", lang),
        tuple(words.turning(number, each) for number, each in enumerate(analysis.turnings, 1)),
        cost,
        tuple(Sentence(place, 0, words.where(place), words.choice(place)) for place in told),
        tuple(words.notes(len(mistakes) - len(told))),
    )


def no_core(reason: object, lang: str) -> str:
    """Why a game cannot be gone through here."""
    return say("ana_no_core", lang, reason=reason)


class _Words:
    """Words about one analysis."""

    def __init__(self, session: Session, analysis: Analysis, lang: str, viewer: int | None) -> None:
        self.session, self.analysis, self.lang, self.viewer = session, analysis, lang, viewer
        self.names = player_names(session.header, lang)
        self.stops = Stops(session, viewer)
        self._counted = {"wins": analysis.wins, "points": analysis.points, "leads": analysis.leads}

    def how(self) -> str:
        """From whose view, and with whom, it was found out."""
        bot, seats = kind_word(self.analysis.bot, self.lang), self.analysis.seats
        if len(seats) == 1:
            return say("ana_one_view", self.lang, name=self.names[seats[0]], bot=bot)
        return say("ana_views", self.lang, bot=bot)

    def where(self, place: int) -> str:
        """Round and position of a decision, as a replay counts them."""
        judged = self.analysis.decisions[place]
        position = self.stops.number(judged.position)
        if judged.round is None:
            return say("ana_position", self.lang, number=position)
        title = self.session.game.rounds_title(self.lang)
        return say("ana_round", self.lang, round=title, number=judged.round, position=position)

    def turning(self, number: int, turning: Turning) -> Sentence:
        """A turning point."""
        said = self.choice(turning.place) if turning.kind == "choice" else self._luck(turning)
        return Sentence(turning.place, number, self.where(turning.place), said)

    def choice(self, place: int) -> str:
        """What a decision cost."""
        judged = self.analysis.decisions[place]
        assert judged.cost is not None  # else there is nothing to tell
        return say(
            "ana_choice",
            self.lang,
            name=self.names[judged.seat],
            taken=self._label(judged, judged.option),
            best=self._label(judged, judged.best),
            difference=difference_words(judged.cost, self.lang, **self._counted),
        )

    def _label(self, judged: Judged, option: int) -> str:
        state = self.session.states[judged.position]
        return f"“{self.session.game.label(state, option, self.lang, names=self.names)}”"

    def _luck(self, turning: Turning) -> str:
        change = difference_words(turning.change, self.lang, **self._counted)
        together = self.analysis.decisions[turning.place].together
        return say(
            "ana_luck_together" if together else "ana_luck",
            self.lang,
            what=self._happened(turning),
            name=self.names[turning.seat],
            difference=change,
        )

    def _happened(self, turning: Turning) -> str:
        """What happened meanwhile, from a decision to the one that it was compared with; no more than a few sentences."""
        story = self.session.story(self.analysis.decisions[turning.place].position, turning.until, self.viewer)
        told = story.sentences(self.lang, self.names)
        return " ".join(told if len(told) <= TOLD else [told[0], "...", *told[1 - TOLD :]])

    def notes(self, more: int) -> Iterator[str]:
        """What else there is to say."""
        analysis = self.analysis
        if more:
            yield say("ana_more", self.lang, count=more)
        if not analysis.of:
            yield say("ana_nothing", self.lang)
        if len(analysis.decisions) < analysis.of:
            yield say(
                "ana_so_far",
                self.lang,
                done=grouped(len(analysis.decisions), self.lang),
                of=grouped(analysis.of, self.lang),
            )
