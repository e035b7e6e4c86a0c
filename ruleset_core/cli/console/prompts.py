"""A person at a table: asks until there is an answer, level by level in long menus; and the commands a person types (`undo`, `hint`...)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core import BrokenRuleError, RulesetError, State, visible_scores
from ruleset_core.cli.console.game_view import default_answer, show_sheet
from ruleset_core.cli.console.help_answers import print_answer, print_options, print_reasons
from ruleset_core.cli.console.input import AnswerPath, Command, InputMistake, command_words, parse_line, split_answers
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.cli.console.screen import ConsoleTable, PointedOptions, Screen
from ruleset_core.cli.openings import (
    RecordedGameRequest,
    fit_notes,
    game_roots,
    open_position,
    parse_seat,
    recorded_game,
    seats_for,
    with_command,
)
from ruleset_core.messages import labelled, message, set_apart
from ruleset_core.play.bots import LEVELS
from ruleset_core.play.lookup.queries import fold_text, typed_words
from ruleset_core.play.match import Hint, HintUnavailable, Match, Question, RefusedAnswer
from ruleset_core.play.match.hints import USUAL
from ruleset_core.play.match.session_setup import check_bots, note_hint, open_record
from ruleset_core.play.records import HUMAN, RecordError, Session, autosave, read_record, save
from ruleset_core.play.wording.analysis_messages import log_lines, undone_answer_text
from ruleset_core.play.wording.endings import ending_lines, resign_question
from ruleset_core.play.wording.game_messages import (
    HintedOption,
    MenuOffer,
    hint_text,
    hint_unavailable_text,
    hints_count_text,
    offers,
    record_error_text,
    refused_answer_text,
    saved_lines,
)
from ruleset_core.play.wording.lesson_messages import with_sought
from ruleset_core.play.wording.names_and_numbers import kind_from_label, kind_label, player_names

if TYPE_CHECKING:
    from ruleset_core.cli.console.game_loop import ConsoleHost


# Commands a person types during a game (`undo`, `save`, `log`, `board`, `hint`...), and hints for `ruleset hint`.

# What a person may type besides moves. A command returns True when the game on the table is another one now.


class LeaveTable(Exception):
    """Not an error: somebody leaves, the game is kept."""


def run_command(host: ConsoleHost, command: Command, levels: MenuLevels) -> bool:
    """Do what was typed; True when the game on the table is another one now."""
    return _COMMANDS[command.name](host, command.rest, levels)


def _explain_options(host: ConsoleHost, rest: str, levels: MenuLevels) -> bool:
    """`?`: what can be done and why not the rest; `? all`: all of the rest; `? NAME`: a move, a card or a rule."""
    at = host.place
    if rest and fold_text(rest) not in typed_words("all"):
        print_answer(at.screen, at.live, rest, levels.menu, at.lang, at.names)
    else:
        menu = levels.current_offers if levels.narrowed else levels.menu
        keyed = menu == levels.current_offers  # else numbers mean the lines that are shown, each of several options
        print_options(at.screen, at.live, menu, at.lang, at.names, all_=bool(rest), keyed=keyed)
    return False


def _board(host: ConsoleHost, rest: str, levels: MenuLevels) -> bool:
    """`board`: all of the game; `board NAME`: a part of it, by its name or that of a player."""
    host.picture.draw_whole(rest, levels.keys())
    if not rest:
        host.asking.show_level(levels)
    return False


def _undo(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    at, lang = host.place, host.place.lang
    whole, any_taken = fold_text(rest) in typed_words("turn"), False
    for taken in at.table.undo_turn():
        words = undone_answer_text(at.session, taken, lang)
        at.screen.note(message("cli.play.undone", lang, name=at.name(taken.seat), move=words))
        any_taken = True
        if not whole:
            return True
    problem = at.table.undo_problem()
    assert problem is not None  # else more would have been taken back
    if not any_taken:
        at.screen.error(message("cli.play.not_undone", lang, problem=record_error_text(problem, lang)))
    elif problem.key in {"undo_nothing", "undo_other"}:
        at.screen.note(message("cli.play.turn_begins", lang))
    else:
        at.screen.note(message("cli.play.undone_so_far", lang, problem=record_error_text(problem, lang)))
    return any_taken


def _log(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    at = host.place
    last = int(rest[:9]) if rest.isdecimal() else None
    lines = list(log_lines(at.session, host.reader.viewer, at.lang, last))
    for line in lines or [message("cli.play.no_moves", at.lang)]:
        at.screen.line(line)
    return False


def _save(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    at = host.place
    if not rest:
        at.screen.error(message("cli.play.save_what", at.lang))
        return False
    try:
        file = _saved(at.session, Path(rest).expanduser())
    except (RecordError, RuntimeError, ValueError) as error:  # no such user behind ~, or a NUL character
        _complain(at, error)
    else:
        at.screen.note(message("cli.play.saved", at.lang, file=file))
    return False


def _saved(session: Session, path: Path) -> Path:
    """Save the game; onto its own file by bringing to the disk what is in it. Raises `RecordError`."""
    if session.journal is None or not session.journal.is_at(path):
        return save(session.record(), path)
    session.sync()
    if session.journal.trouble is not None:
        raise session.journal.trouble
    return session.journal.path


def _load(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    at = host.place
    if not rest:
        at.screen.note(message("cli.play.load_what", at.lang))
        for line in saved_lines(at.lang):
            at.screen.line(line)
        return False
    try:
        record = read_record(Path(rest).expanduser())
        check_bots(record)
        session = open_record(record, [Path(root) for root in at.session.header.roots], force=False)
    except (RulesetError, OSError, RuntimeError, ValueError) as error:
        _complain(at, error)
        return False
    if at.session.journal is not None:
        session.adopt_data()
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            _complain(at, error)
    for note in fit_notes(session, record, at.lang):
        at.screen.note(note)
    host.sit_down(session)
    at.screen.note(message("cli.play.loaded", at.lang, file=rest, count=len(session.steps)))
    return True


def _complain(at: ConsoleTable, error: Exception) -> None:
    roots = [Path(root) for root in at.session.header.roots]
    at.screen.error(with_command(error, roots, at.lang) if isinstance(error, RecordError) else str(error))


def _scores(host: ConsoleHost, _rest: str, _levels: MenuLevels) -> bool:
    """The own sheet first, then those of others; what hidden things enter is left open."""
    at = host.place
    state, many = at.live, len(at.names)
    if not visible_scores(state, state.seat):
        at.screen.note(message("cli.play.no_scores", at.lang))
        return False
    at.screen.note(message("cli.play.scores_so_far", at.lang))
    seats = [(state.seat + step) % many for step in range(many)]
    show_sheet(at.screen, state, seats, at.names, at.lang)
    return False


def _why(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    """Where an amount came from, as the one who reads the screen may know it."""
    at, viewer = host.place, host.reader.viewer
    print_reasons(at.screen, at.session, rest, at.live.seat if viewer is None else viewer, at.lang)
    return False


def _hint(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    """`hint`: what a bot would do; `hint LEVEL`: which bot."""
    show_bot_hint(host.place, rest, host.asking.shown_keys())
    return False


def _resign(host: ConsoleHost, rest: str, _levels: MenuLevels) -> bool:
    """`resign`: what comes of it; `resign yes`: who is asked gives up."""
    at, seat = host.place, host.place.live.seat
    if fold_text(rest) not in typed_words("yes"):
        at.screen.note(resign_question(at.session, seat, at.lang, at.names))
        at.screen.note(message("cli.play.resign_how", at.lang))
        return False
    try:
        at.table.resign(seat)
    except RecordError as error:
        at.screen.error(record_error_text(error, at.lang))
        return False
    if not at.table.over:
        at.screen.note(ending_lines(at.session, at.lang, at.names)[-1])
    return True


def _help(host: ConsoleHost, _rest: str, _levels: MenuLevels) -> bool:
    host.place.screen.line(message("cli.play.help", host.place.lang))
    return False


def _quit(_host: ConsoleHost, _rest: str, _levels: MenuLevels) -> bool:
    raise LeaveTable


_COMMANDS: Final[dict[str, Callable[[ConsoleHost, str, MenuLevels], bool]]] = {
    "?": _explain_options,
    "board": _board,
    "undo": _undo,
    "log": _log,
    "save": _save,
    "load": _load,
    "scores": _scores,
    "why": _why,
    "hint": _hint,
    "resign": _resign,
    "help": _help,
    "quit": _quit,
}


# Hints in a terminal: at a table, where Ctrl-C stops the thinking and not the game, and of a saved game.


def show_bot_hint(place: ConsoleTable, rest: str, keys: Mapping[int, str]) -> None:
    """Think and show the hint. `rest`: what stands behind the command, the level of a bot or nothing; `keys`: of the menu."""
    screen, lang, seat = place.screen, place.lang, place.live.seat
    try:
        with screen.working(message("cli.play.hint_thinking", lang, keys=screen.stopped_by)) as progress:
            found = place.table.hint(seat, _level(rest, lang), progress=progress)
    except HintUnavailable as problem:
        screen.error(hint_unavailable_text(problem, lang))
    except KeyboardInterrupt:
        screen.note(message("cli.play.hint_stopped", lang))
    else:
        show_hint(screen, found, place.live, lang, place.names, keys)
        if len(place.names) > 1:
            screen.note(message("cli.play.hint_noted", lang))


def _level(typed: str, lang: str) -> str:
    """The level that is meant by a name in any language; what was typed if it is none."""
    word, at, time = typed.partition("@")
    named = {fold_text(kind_label(level, lang)): level for level in LEVELS}
    return named.get(fold_text(word), fold_text(word)) + at + time.strip() or USUAL


def show_hint_counts(screen: Screen, session: Session, lang: str) -> None:
    """Say who has asked for hints, if anybody has."""
    said = hints_count_text(session, lang, player_names(session.header, lang))
    if said:
        screen.note(said)


def hint_of_file(asked: RecordedGameRequest) -> int:
    """`ruleset hint FILE`: think, write down that it was asked, and show it; the exit code."""
    record, session = recorded_game(asked.names, asked.expansion, asked.data, asked.lang, force=False, written=True)
    seat = parse_seat(asked.seat, session, asked.lang)
    return _hint_for(asked, session, seat, note_hint(record, seat))


def hint_of_position(asked: RecordedGameRequest, start: str) -> int:
    """`ruleset hint GAME --from POSITION`: think and show it; the exit code."""
    if len(asked.names) != 1:
        raise click.UsageError(message("cli.play.hint_which_game", asked.lang))
    roots = game_roots((asked.names[0], *asked.expansion), asked.data)
    begun = open_position(asked.names[0], start, "", asked.expansion, roots, asked.lang)
    seats = seats_for(begun.game, begun.players, lambda count: [HUMAN] * count, asked.lang)
    session = begun.begin(seats)
    return _hint_for(asked, session, parse_seat(asked.seat, session, asked.lang), nullcontext([]))


def _hint_for(
    asked: RecordedGameRequest, session: Session, seat: int, noting: AbstractContextManager[list[RecordError]]
) -> int:
    """Think about what a seat is asked and show it; `noting`: while that lasts, and gives why it cannot be written down."""
    lang = asked.lang
    table, screen = Match(session), Screen(plain=asked.plain)
    try:
        task = table.hint_task(seat, kind_from_label(asked.bot), asked.sims)
        with (
            noting as unsaved,
            screen.working(message("cli.play.hint_thinking", lang, keys=screen.stopped_by)) as progress,
        ):
            found = task.think(progress)
    except HintUnavailable as problem:
        raise click.ClickException(hint_unavailable_text(problem, lang)) from None
    except RecordError as problem:
        raise click.ClickException(record_error_text(problem, lang)) from None
    names = player_names(session.header, lang)
    assert task.state.decision is not None  # else there would be no hint
    screen.line(labelled(names[seat], task.state.decision.prompt(lang, names), lang), "bold")
    show_hint(screen, found, task.state, lang, names, {})
    for trouble in unsaved:
        screen.error(message("cli.play.hint_unsaved", lang, problem=record_error_text(trouble, lang)))
    return 0


def show_hint(screen: Screen, hint: Hint, state: State, lang: str, names: list[str], keys: Mapping[int, str]) -> None:
    """Print a hint; before each option stands what to type for it, if the menu shows that."""
    text = hint_text(hint, state, lang, names)
    screen.line(text.heading, "bold")
    _show_option(screen, text.best, keys, lang)
    if text.others:
        screen.line(text.next)
        for each in text.others:
            _show_option(screen, each, keys, lang)
    for note in text.notes:
        screen.note(note)


def _show_option(screen: Screen, option: HintedOption, keys: Mapping[int, str], lang: str) -> None:
    key = keys.get(option.option, "")
    screen.line("  " + "  ".join(part for part in (key, option.written, option.label) if part))
    typed = message("hint.hint_typed", lang, answers=set_apart(option.typed, lang)) if len(option.typed) > 1 else ""
    for each in filter(None, (option.plan, typed, option.said)):
        screen.line(f"     {each}")


# A person at a table: asked until it has answered.


class Person:
    """Whoever sits before the screen."""

    def __init__(self, host: ConsoleHost) -> None:
        self._host = host
        self._at = host.place
        self._chain = host.chain

    def decide(self, question: Question) -> None:
        """Ask until a decision is taken or the game is another one (after `undo` or `load`)."""
        at, host = self._at, self._host
        lesson = at.table.lesson
        menu = with_sought(offers(at.game, question.state, at.lang, at.names), lesson, question.state, at.lang)
        levels = MenuLevels(question.state, menu, at.lang, at.names)
        host.asking.begin(question.seat, levels)
        self._look(question.seat, levels)
        if not self._chain:
            host.asking.show(levels.current_offers)
        only = menu[0].notation if len(menu) == 1 else ""  # asked so that nobody else learns that it is the only one
        if only and not self._chain:
            at.screen.note(message("cli.play.only_answer", at.lang))
        words = [offer.notation for offer in menu] + command_words(at.lang)
        answered = False
        while not answered:
            chained = bool(self._chain)
            typed = self._levelled(self._typed(levels.current_offers, words) or only or default_answer(menu), levels)
            if typed:
                answered = self._meant(typed, question, levels, chained=chained)

    def _look(self, seat: int, levels: MenuLevels) -> None:
        """Bring the screen to the person who decides: what happened since, then the game where it changed."""
        host = self._host
        if host.reader.change(seat):
            host.picture.forget()
        said = host.narrator.before_question(seat)
        if not self._chain:
            now = host.picture.now(levels.keys())
            host.asking.most = host.picture.most_below(now)
            if host.picture.has_changed(now):
                asked = 1 + host.asking.rows(levels.current_offers)
                above = self._beyond(said, host.picture.leave(now, asked) - asked)
                first, said = said[:above], said[above:]
                if first[-1:] == [message("cli.play.since", self._at.lang)]:  # all that it announces stands below
                    first.pop()
                host.narrator.print_lines(first)
                host.picture.draw(now)
        host.narrator.print_lines(said)  # nearest to the question

    def _beyond(self, lines: list[str], rows: int) -> int:
        """How many lines are too many, of those that are to stand in so many rows below the game."""
        screen = self._at.screen
        if screen.height is None:
            return 0
        return next(at for at in range(len(lines) + 1) if sum(map(screen.rows, lines[at:])) <= rows)

    def _levelled(self, given: str | PointedOptions, levels: MenuLevels) -> str:
        """What was typed or pointed at as an answer, or nothing where it led to another level of the menu."""
        if isinstance(given, PointedOptions):
            levels.point(given.options)
        elif not levels.step(given):
            return given
        answer = levels.only()
        if answer is not None:
            levels.back()
            return answer.notation
        if not self._chain:
            self._host.asking.show_level(levels)
        return ""

    def _meant(self, typed: str, question: Question, levels: MenuLevels, *, chained: bool) -> bool:
        """Do what was typed, `chained` if ahead of the question; whether that one is answered, or the game another one."""
        at = self._at
        meaning = parse_line(typed, levels.asked_of(typed), at.game, question.state, at.lang, at.names)
        if isinstance(meaning, InputMistake):
            if chained:  # the question was not shown
                self._host.asking.show(levels.current_offers)
            at.screen.error(meaning.text)
            self._chain.drop(message("cli.play.chain_mistake", at.lang))
            return False
        if isinstance(meaning, Command):
            return self._commanded(meaning, levels)
        option, later = (meaning.option, meaning.rest) if isinstance(meaning, AnswerPath) else (meaning, ())
        self._chain.put(later)
        return self._answered(question, option)

    def _typed(self, menu: list[MenuOffer], words: list[str]) -> str | PointedOptions:
        """The next answer typed ahead, or else what is typed or pointed at now; of a chain its first answer."""
        if not self._chain:
            given = self._at.screen.point(message("cli.play.prompt", self._at.lang), words)
            if isinstance(given, PointedOptions):
                return given
            self._chain.put(split_answers(given, menu))
        return self._chain.next()

    def _commanded(self, command: Command, levels: MenuLevels) -> bool:
        """Do what was typed; True when the game on the table is another one now."""
        try:
            return run_command(self._host, command, levels)
        except BrokenRuleError as error:  # in a score or a reason: the game itself can go on
            self._at.screen.error(error.text(self._at.lang))
            return False

    def _answered(self, question: Question, option: int) -> bool:
        """Take an option; False where a rule breaks: nothing has changed then, and another answer may do."""
        at, host = self._at, self._host
        done = at.table.answer(question.seat, option)
        if isinstance(done, RefusedAnswer):
            assert done.broken is not None or done.lesson is not None  # all else was found out when it was understood
            said = refused_answer_text(done, at.game, question.state, at.lang, at.names)
            (at.screen.line if done.broken is None else at.screen.error)(said)
            if done.broken is not None:
                at.screen.note(message("cli.play.answer_otherwise", at.lang))
            self._chain.drop(message("cli.play.chain_mistake", at.lang))
            return False
        problem = at.table.undo_problem() if self._chain else None
        if problem is not None:  # what follows was typed without knowing what has been drawn, shown or done by others
            self._chain.drop(record_error_text(problem, at.lang))
        following = at.live.seat  # another's turn is told to that one
        host.narrator.print_after(None if following == question.seat else question.seat)
        return True


# Answers typed ahead, to the questions that come next.


class AnswerQueue:
    """What was typed ahead and is not taken yet."""

    def __init__(self, screen: Screen, lang: str) -> None:
        self._screen = screen
        self._lang = lang
        self._answers: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._answers)

    def put(self, answers: Iterable[str]) -> None:
        """These come before what is there already."""
        self._answers = [*answers, *self._answers]

    def next(self) -> str:
        """The next answer, taken off."""
        return self._answers.pop(0)

    def clear(self) -> None:
        """Throw it away; another game lies on the table now."""
        self._answers.clear()

    def drop(self, problem: str) -> None:
        """Throw it away, and say so."""
        if self._answers:
            self._screen.error(
                message("cli.play.chain_stops", self._lang, rest="; ".join(self._answers), problem=problem)
            )
        self._answers = []
