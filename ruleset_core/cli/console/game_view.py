"""What the terminal shows of a game: the drawn scene, the question with its menu, score sheets, and how they share the
lines of the screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError, Game, State
from ruleset_core.cli.console.input import drawn_lines, fitting_lines, folded_lines, menu_lines
from ruleset_core.cli.console.screen import ConsoleTable, MenuChoice, MenuQuestion, Screen, ScreenViewer
from ruleset_core.messages import labelled, message
from ruleset_core.play.lookup.queries import fold_text
from ruleset_core.play.match.seat_views import seat_scores, seat_view
from ruleset_core.play.wording.game_messages import DetailedScores, MenuOffer, typed_labels
from ruleset_core.play.wording.lesson_messages import lesson_words
from ruleset_core.play.wording.names_and_numbers import player_names
from ruleset_core.view.terminal.answer_keys import NO_KEYS, AnswerKeys

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ruleset_core.cli.console.menu_levels import MenuLevels
    from ruleset_core.formats.scene_format import Scene, ScenePanel, SceneTarget
    from ruleset_core.play.records import Session
    from ruleset_core.view.look.game_looks import MaskedState
    from ruleset_core.view.terminal.drawing import PanelSizes, SceneLayout


# Drawing a game: what a seat sees of it, as a scene, in the room there is.


@dataclass(frozen=True, slots=True)
class ScreenSpace:
    """What there is to draw in.

    Attributes:
        width: columns.
        height: lines; None for as many as it takes.
        linear: whether it is text to be read from top to bottom.
        sizes: how large panels are in the course of the game, so that they do not jump.
    """

    width: int
    height: int | None = None
    linear: bool = False
    sizes: PanelSizes | None = None


def draw_state(
    game: Game,
    seen: MaskedState,
    lang: str,
    room: ScreenSpace,
    names: Sequence[str] = (),
    keys: AnswerKeys | None = None,
    scores: Sequence[int | None] = (),
) -> RenderableType:
    """What a seat sees, drawn. It is made of what the seat is shown and nothing else, so it cannot show what is hidden.

    The `names` of the players, by seat, and the `scores` as far as they are told, come with it; `keys`: what to
    type for the options that are offered.
    """
    return draw_scene(scene_of(game, seen, lang, names, keys.options if keys else (), scores), room, keys)


def scene_of(
    game: Game,
    seen: MaskedState,
    lang: str,
    names: Sequence[str] = (),
    options: Sequence[int] = (),
    scores: Sequence[int | None] = (),
) -> Scene:
    """What a seat sees, as a scene."""
    from ruleset_core.view.scene.scene_builder import scene

    return scene(game, seen, lang, names, options, scores=scores)


def draw_scene(
    scene: Scene, room: ScreenSpace, keys: AnswerKeys | None = None, only: Sequence[ScenePanel] | None = None
) -> RenderableType:
    """A scene, or some panels of it."""
    from ruleset_core.view.terminal.drawing import DeferredDrawing

    return DeferredDrawing(scene, room.width, room.height, room.linear, keys or NO_KEYS, room.sizes, only)


# A game like the one on the table, played at random before: what it usually looks like, so that the screen can be
# laid out for it.

MOMENTS: Final = 10
"""So many moments of the game are looked at."""
LONGEST: Final = 1500
"""Of a longer game, this many decisions are played."""
PLAYED: Final = 0.5
"""CPU seconds after which no further decision is played: the moments are then of the beginning of a game."""
LOOKED: Final = 0.8
"""CPU seconds after which no further moment is looked at, so that all of it takes less than one second."""
SEED: Final = 1


def sample_views(at: ConsoleTable, viewer: int, clock: Callable[[], float] = thread_time) -> list[Scene]:
    """What a viewer sees at some moments of a game with as many players and the same options.

    It is another game than the one on the table, so it tells nothing of that. It is the same every time, unless the game is so
    expensive that time runs out: then the moments are those of the decisions that were played, and the last ones are looked at.
    `clock` tells CPU seconds.
    """
    began = clock()
    states = _played(at.session, lambda: clock() - began < PLAYED)
    scenes: list[Scene] = []
    for state in reversed(_moments(states, viewer)):
        if scenes and clock() - began >= LOOKED:
            break
        options = state.options if state.seat == viewer else ()
        scores = seat_scores(state, viewer)
        scenes.append(scene_of(at.game, state.masked(viewer), at.lang, at.names, options, scores))
    return scenes[::-1]


def _moments(states: Sequence[State], viewer: int) -> list[State]:
    """Some states of a game, spread over it: each before a decision of the viewer where one follows."""
    length, before = len(states), -1
    found: list[State] = []
    for place in range(1, MOMENTS + 1):
        wanted = max(length * place // MOMENTS, before + 1)
        follow = (each for each in range(wanted, length) if states[each].seat == viewer or each == length - 1)
        before = next(follow, length)
        found += states[before : before + 1]
    return found


def _played(session: Session, goes_on: Callable[[], bool]) -> list[State]:
    """A game from decision to decision, played at random for as long as it may go on."""
    header, chance = session.header, Random(SEED)
    found: list[State] = []
    try:
        state = session.game.new(len(header.seats), SEED, header.options)
        while not state.over and len(found) < LONGEST and (not found or goes_on()):
            found.append(state.clone())
            state.apply(chance.choice(state.options))
    except BrokenRuleError:  # told when it happens in the game that is played
        pass
    return found


# A question on the screen: what led to it, what is asked, and its menu as far as there is room.

LONG_MENU: Final = 40
"""More options than this are told by number; `?` lists some of them, `? all` all."""


def default_answer(menu: list[MenuOffer]) -> str:
    """What Enter alone answers, if the menu says so: of a long one that is not seen."""
    return next((offer.notation for offer in menu if offer.usual and len(menu) <= LONG_MENU), "")


class QuestionView:
    """Shows the question that is asked now."""

    def __init__(self, place: ConsoleTable) -> None:
        self._place = place
        self._asked: tuple[int, object] | None = None
        """How many moves had been made at the last question, and how it looked."""
        self._again = False
        self._levels: MenuLevels | None = None
        self.most: Sequence[int] = ()
        """The lines that a question should make do with, the best first; none where there are enough."""

    def sit_down(self) -> None:
        """Another game lies on the table now."""
        self._asked, self._again = None, False

    def begin(self, seat: int, levels: MenuLevels) -> None:
        """A seat is asked: find out whether this looks like what was answered right before. It is to be told apart from that."""
        at, before = self._place, self._asked
        self._levels = levels
        now = seat, self._prompt, [*menu_lines(levels.menu)]
        count = len(at.session.steps)
        if before is None or before[0] != count:  # else it is the same question, asked after another command
            self._asked = count, now
            self._again = before == (count - 1, now)

    def show(self, menu: list[MenuOffer]) -> None:
        """The question and its options, numbered."""
        self._show([*self._head()], [*self._lines(menu)])

    def show_level(self, levels: MenuLevels) -> None:
        """The next level of a menu: what goes with what was picked, or once more what can be picked first."""
        if not levels.first:
            self.show(levels.current_offers)
            return
        at = self._place
        head = [(f"{levels.first} → ?", "bold")]
        lines = self._drawn(levels) or self._fitting(levels.current_offers)
        lines = lines or folded_lines(levels.current_offers, at.screen.width)
        self._show(head, [*head, *((line, "") for line in lines)])

    def _drawn(self, levels: MenuLevels) -> list[str]:
        """The lines of a level at which forms of shapes are picked, with their squares; nothing where there is no room for these."""
        screen, pictures = self._place.screen, levels.pictures()
        if screen.linear or not any(pictures):
            return []
        lines = drawn_lines(levels.current_offers, pictures, screen.width)
        return lines if screen.height is None or len(lines) + 2 < screen.height else []

    def _show(self, head: Sequence[tuple[str, str]], lines: Sequence[tuple[str, str]]) -> None:
        at, levels = self._place, self._levels
        assert levels is not None

        def about(what: SceneTarget | MenuChoice) -> list[str]:
            from ruleset_core.cli.console.help_answers import pointed_lines

            return pointed_lines(at.live, what, levels.menu, at.lang, at.names)

        at.screen.question(MenuQuestion(head, lines, levels.choices(), levels.keys(), about))

    def shown_keys(self) -> dict[int, str]:
        """What to type for each option that the menu shows by itself."""
        levels = self._levels
        choices = () if levels is None else levels.choices()
        return {choice.options[0]: choice.key for choice in choices if len(choice.options) == 1}

    def rows(self, menu: list[MenuOffer]) -> int:
        """How many lines of the screen it takes."""
        return sum(self._place.screen.rows(line) for line, _ in self._lines(menu))

    @property
    def _prompt(self) -> str:
        decision = self._place.live.decision
        assert decision is not None
        return decision.prompt(self._place.lang, self._place.names)

    def _head(self) -> Iterator[tuple[str, str]]:
        """The lines above a menu, and their styles: first what a lesson says, and the answers that led to it because there was no other."""
        at, seat = self._place, self._place.live.seat
        words = lesson_words(at.table, seat, at.lang, at.names)
        yield from ((line, "cyan") for line in (words.lines if words is not None else ()))
        for answer, times in Counter(self._led_here(seat)).items():
            yield (
                message("cli.play.only_choice", at.lang, answer=f"{answer} ({times}×)" if times > 1 else answer),
                "dim",
            )
        asked = message("cli.play.once_more", at.lang, prompt=self._prompt) if self._again else self._prompt
        yield labelled(at.name(seat), asked, at.lang), "bold"

    def _lines(self, menu: list[MenuOffer]) -> Iterator[tuple[str, str]]:
        """The lines of a question, and their styles."""
        at = self._place
        yield from self._head()
        lines = self._fitting(menu)
        if lines is None:
            others = [offer for offer in menu if at.game.picks_nothing(offer.option)]
            count = len(menu) - len(others)
            key = "cli.play.very_many_options" if len(menu) > LONG_MENU else "cli.play.many_options"
            yield "  " + message(key, at.lang, count=count, notation=typed_labels(menu)[count // 2]), ""
            lines = [*menu_lines(menu, others)]
        yield from ((line, "") for line in lines)

    def _fitting(self, menu: list[MenuOffer]) -> list[str] | None:
        """The lines of a menu, if there is room for them beside the game and the question."""
        screen = self._place.screen
        if len(menu) > LONG_MENU:
            return None
        if screen.height is None or not self.most:
            return [*menu_lines(menu)]
        asked = 1 + sum(screen.rows(line) for line, _ in self._head())
        found = (fitting_lines(menu, screen.width, most - asked) for most in self.most)
        return next((lines for lines in found if lines is not None), None)

    def _led_here(self, seat: int) -> list[str]:
        """The answers taken for a seat, because there was no other, right before its question."""
        at, last = self._place, len(self._place.session.steps)
        return at.session.story(last - 1, last, seat).only_answers(seat, at.lang, at.names)


# What a game looks like on the screen now: drawn again only when something that is seen has changed.

LEAST_GAME_LINES: Final = 8
"""Lines that are always kept for the game itself."""
COUNTED: Final = 7
QUESTION_LINES: Final = 10
MOST_QUESTION_LINES: Final = 13
"""Lines that are left to the question in a low terminal: where its answers are only counted, usually, and where it needs more. There
are only these, so that the game has the same size from turn to turn."""
TOLD: Final = 3
"""Lines of what happened that should stand nearest to the question."""


class ScreenLayout:
    """Knows how many lines the game may take.

    Attributes:
        below: the lines that are left to the question and to what happened.
    """

    def __init__(self, place: ConsoleTable) -> None:
        self._place = place
        self._sizes: dict[int, PanelSizes] = {}
        """How large panels are for each viewer, in the game on the table."""
        self._wanted: dict[tuple[object, ...], int] = {}
        """The lines wanted for each kind of question."""
        self.below = QUESTION_LINES

    def sit_down(self) -> None:
        """Another game lies there."""
        self._sizes, self._wanted, self.below = {}, {}, QUESTION_LINES

    @property
    def height(self) -> int | None:
        """The lines that the game may take; None for as many as it needs."""
        high = self._place.screen.height
        return None if high is None else max(high - self.below, LEAST_GAME_LINES)

    def leave(self, scene: Scene, keys: AnswerKeys, lines: int) -> int:
        """Leave at least so many lines to a question, of which none tells what happened; so many are left to both.

        A third of a terminal is left, or half of it if that is needed, and always as much for the same kind of question. What the
        question is about is worth more than what happened.
        """
        high = self._place.screen.height
        if high is None:
            return lines
        question = (scene.viewer, *(panel.id for panel in scene.panels if panel.about))
        wanted = max(self._wanted.get(question, 0), _step(high, lines + TOLD, counted=len(keys.options) > LONG_MENU))
        self._wanted[question] = wanted
        self.below = max(min(wanted, high - self._sheet(scene, keys).least(shared=True)), lines)
        return self.below

    def most_below(self, scene: Scene, keys: AnswerKeys) -> list[int]:
        """The lines that a question should make do with, so that one sees a line of all that is of no other player; else at least
        what it is about and what is the viewer's own. None where there are enough.
        """
        high = self._place.screen.height
        if high is None:
            return []
        sheet, most = self._sheet(scene, keys), max(high // 2, MOST_QUESTION_LINES)
        return [min(most, high - sheet.least(shared=shared)) for shared in (True, False)]

    def sizes(self, viewer: int) -> PanelSizes:
        """How large panels are in the course of such a game."""
        if viewer not in self._sizes:
            from ruleset_core.view.terminal.drawing import PanelSizes

            self._sizes[viewer] = PanelSizes(sample_views(self._place, viewer))
        return self._sizes[viewer]

    def _sheet(self, scene: Scene, keys: AnswerKeys) -> SceneLayout:
        from ruleset_core.view.terminal.drawing import SceneLayout, few_keys

        return SceneLayout(scene, self._place.screen.width, few_keys(keys), self.sizes(scene.viewer))


def _step(high: int, lines: int, *, counted: bool) -> int:
    """The lines to leave to a question that needs so many; few where its answers are `counted`, not listed: that stays so for long."""
    steps = max(high // 3, QUESTION_LINES), max(high // 2, MOST_QUESTION_LINES)
    return next((step for step in ((max(high // 4, COUNTED),) if counted else ()) + steps if lines <= step), lines)


# -- What a game looks like on the screen now --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ViewContent:
    """What is to be seen, and what to type for the options offered."""

    scene: Scene
    keys: AnswerKeys


class GameView:
    """The game as the reader of a screen sees it."""

    def __init__(self, place: ConsoleTable, reader: ScreenViewer) -> None:
        self._place = place
        self._reader = reader
        self._last: ViewContent | None = None
        self._sharing = ScreenLayout(place)

    def forget(self) -> None:
        """Another person looks: it is drawn again whatever it looks like."""
        self._last = None

    def sit_down(self) -> None:
        """Another game lies there."""
        self.forget()
        self._sharing.sit_down()

    def now(self, keys: AnswerKeys | None = None) -> ViewContent:
        """What is to be seen now; `keys` are what to type for the options offered."""
        at, viewer, keys = self._place, self._reader.viewer, keys or NO_KEYS
        seat = viewer if viewer is not None else max(at.live.seat, 0)
        seen, scores = seat_view(at.live, seat), seat_scores(at.live, seat)
        return ViewContent(scene_of(at.game, seen, at.lang, at.names, keys.options, scores), keys)

    def has_changed(self, now: ViewContent) -> bool:
        """Whether something would be drawn otherwise than it was."""
        return self._last != now

    def leave(self, now: ViewContent, lines: int) -> int:
        """Leave at least so many lines to a question; the lines that are left to it and to what happened."""
        return self._sharing.leave(now.scene, now.keys, lines)

    def most_below(self, now: ViewContent) -> list[int]:
        """The lines that a question should make do with, and those it may take; none where there are enough."""
        return self._sharing.most_below(now.scene, now.keys)

    def draw(self, now: ViewContent | None = None) -> None:
        """Draw the game as it is seen."""
        from ruleset_core.view.terminal.drawing import few_keys

        self._last = now = now or self.now()
        self._place.screen.draw(draw_scene(now.scene, self._room(now.scene), few_keys(now.keys)))

    def draw_whole(self, name: str, keys: AnswerKeys) -> None:
        """Draw all of the game, or of the panels of a name: an id, a title, a player."""
        from ruleset_core.view.terminal.drawing import few_keys

        at = self._place
        room = ScreenSpace(at.screen.width, None, at.screen.linear)
        scene = self.now(keys).scene
        panels = [*_named(scene, name)]
        if not panels:
            there = ", ".join(dict.fromkeys(_names(scene, panel)[0] for panel in scene.panels))
            at.screen.error(message("cli.play.no_panel", at.lang, name=name, names=there))
            return
        at.screen.draw(draw_scene(scene, room, few_keys(keys), panels))

    def _room(self, scene: Scene) -> ScreenSpace:
        screen, high = self._place.screen, self._sharing.height
        return ScreenSpace(
            screen.width, high, screen.linear, None if high is None else self._sharing.sizes(scene.viewer)
        )


def _named(scene: Scene, name: str) -> Iterator[ScenePanel]:
    """The panels of a name, or else those with a name, or a word of it, that begins so; all where nothing is named."""
    wanted = fold_text(name)
    for fits in (str.__eq__, str.startswith, _within):
        found = [panel for panel in scene.panels if any(fits(fold_text(each), wanted) for each in _names(scene, panel))]
        if found:
            yield from found
            return


def _within(name: str, wanted: str) -> bool:
    """Whether a word of a name begins so: `event` for `Row of events`."""
    return f" {wanted}" in name


def _names(scene: Scene, panel: ScenePanel) -> list[str]:
    """How a panel may be called: the player whose it is, its id, its title."""
    player = [] if panel.seat is None else [scene.players[panel.seat]]
    return [*player, panel.id, panel.title]


# The score sheet of a player in the middle of a game, and the result at its end.


def show_sheet(screen: Screen, state: State, seats: Sequence[int], names: Sequence[str], lang: str) -> None:
    """The score sheets of some seats as they are now, as far as who decides may know. `names` are those of all seats."""
    from ruleset_core.view.scene.score_scenes import score_scene

    _show(screen, score_scene(state, seats, state.seat, lang, names))


def show_result(screen: Screen, session: Session, lang: str, viewer: int | None) -> None:
    """The end of a game as `viewer` may be told it: the score sheets of all, and who has won."""
    from ruleset_core.view.scene.score_scenes import result_scene

    names = player_names(session.header, lang)
    _show(screen, result_scene(session.game, DetailedScores(session, viewer, names), lang, names))


def _show(screen: Screen, scene: Scene) -> None:
    screen.draw(draw_scene(scene, ScreenSpace(screen.width, None, screen.linear), only=scene.panels))
