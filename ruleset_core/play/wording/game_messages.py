"""Messages about a choice (menus, hints, errors of bots), records, refused answers, saving and scores."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from math import inf
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError, ScoreLine, core_of, foresee, foresee_all
from ruleset_core.messages import behind_colon, labelled, message, set_apart
from ruleset_core.play.bots import BotError
from ruleset_core.play.match import BotRuleError
from ruleset_core.play.records import (
    Record,
    RecordError,
    Session,
    read_record,
    saved_files,
    state_directory,
)
from ruleset_core.play.wording.endings import finished_state
from ruleset_core.play.wording.names_and_numbers import (
    LANGS,
    format_grouped,
    format_number,
    kind_label,
    player_names,
)
from ruleset_core.statistics import Estimate
from ruleset_core.view.look.laid_shapes import cells_covered

if TYPE_CHECKING:
    from ruleset_core import Account, Game, State
    from ruleset_core.play.match import Hint, HintUnavailable, Outlook, RefusedAnswer, SavingNews
    from ruleset_core.play.match.hints import RatedOption, ScoreDifference


# The menu of a question: what can be answered, what comes of it, and what to type for it.

ENOUGH: Final = (
    "enough",
    "nothing",
    "none",
    "stop",
    "pass",
    "no",
    "basta",
    "nada",
    "ninguno",
    "ninguna",
    "parar",
    "pasar",
)
"""What a person types to take nothing more."""

NOTATION: Final = "en"
"""The language in which games write their notation."""

SHORT: Final = {"q": "quit"}
"""Letters for commands, so that they are no keys of answers."""


@dataclass(frozen=True, slots=True)
class MenuOffer:
    """An option as the menu shows it; `outcome`: what is certain to come of it; `price`: what of that the seat gives.

    `written`: the notation as it is shown, with the names of players. `names`: what else it is called on the screen; `foreign`: what it is called in the other language.
    `usual`: how the key is called that takes it, if Enter alone does. `key`: what to type for it, if that is not its place in the menu.
    `lang`: the language of its label. `sought`: says that a lesson looks for it, or for one that begins with it.
    """

    option: int
    notation: str
    label: str
    outcome: str = ""
    price: str = ""
    names: tuple[str, ...] = ()
    usual: str = ""
    foreign: tuple[str, ...] = ()
    written: str = ""
    key: str = ""
    lang: str = "en"
    sought: str = ""

    def __post_init__(self) -> None:
        if not self.written:
            object.__setattr__(self, "written", self.notation)

    @property
    def signs(self) -> str:
        """What stands behind it: how the key is called that takes it, and that it is looked for."""
        return "  ".join(filter(None, (self.usual, self.sought)))

    @property
    def called(self) -> str:
        """The name of what it picks; its notation where that is no name, as a number is none."""
        return next((name for name in self.names[:1] if any(map(str.isalpha, name))), self.written)


def offers(game: Game, state: State, lang: str, names: Sequence[str] = (), *, typed: bool = True) -> list[MenuOffer]:
    """The options of a state in the order of the menu; `names` are those of the players, by seat.

    `typed`: also what else each is called, for who types it.
    """
    usual = state.decision.default if state.decision else None
    return [
        replace(
            offer,
            outcome=set_apart((offer.outcome, said), lang),
            price=price,
            usual=message("play.enter", lang) if offer.option == usual else "",
        )
        for offer, (said, price) in zip(
            plain_offers(game, state, lang, names, typed=typed), _outcomes(state, lang, names), strict=True
        )
    ]


def _outcomes(state: State, lang: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is certain to come of each option, and its price. What ends all of them alike, `then chance decides`, tells no option from another, and is not said."""
    found = [*foresee_all(state)]
    ends = {None if each is None else each.then for each in found}
    for each in found:
        said = (
            "" if each is None else each.describe(lang, names, then=len(found) == 1 or len(ends) > 1, menu=len(found))
        )
        yield said, each.price(lang, names) if each is not None and said else ""


def plain_offers(
    game: Game, state: State, lang: str, names: Sequence[str] = (), *, typed: bool = True
) -> list[MenuOffer]:
    """The same without what comes of them, which takes time to work out; of shapes it is told what they would cover."""
    return [
        replace(
            option_offer(game, option, lang, names) if typed else MenuOffer(option, game.notation(option), ""),
            label=game.label(state, option, lang, names=names),
            outcome=_covers(game, option, lang),
        )
        for option in state.options
    ]


def _covers(game: Game, option: int, lang: str) -> str:
    """The cells that a shape would cover; empty of what lays none down."""
    family, cells = cells_covered(game, option)
    names = [game.program.vocabulary.domains[family].names[cell][lang] for cell in cells]
    return message("play.covers", lang, cells=" ".join(names)) if names else ""


def option_offer(game: Game, option: int, lang: str, names: Sequence[str]) -> MenuOffer:
    """An option whatever the state."""
    foreign = tuple(game.option_name(option, each, names) for each in LANGS if each != lang)
    notation, name = game.notation(option), game.option_name(option, lang, names)
    written = game.notation(option, names)
    called = (name, *(ENOUGH if is_done_option(notation) else ()), *((written,) if written != notation else ()))
    return MenuOffer(option, notation, "", names=called, foreign=foreign, written=written, lang=lang)


def typed_labels(menu: Sequence[MenuOffer]) -> list[str]:
    """What is shown of each option as words that can be typed: its notation, which is English; in another language its label, where labels tell options apart."""
    labels = [offer.label for offer in menu]
    apart = all(labels) and len({*labels}) == len(labels)
    return [offer.label if apart and offer.lang != NOTATION else offer.written for offer in menu]


def typed_option(state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """The same of one option; of an option that is not offered, its name in another language than that of the notation."""
    if lang == NOTATION:
        return state.game.notation(option, names)
    if option not in state.options:
        return refused_option_name(state, option, lang, names)
    return typed_labels(plain_offers(state.game, state, lang, names))[state.options.index(option)]


def refused_option_name(state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """An option that is not offered: by its name, or where that is a number (`die 3`) as a menu would show it."""
    offer = option_offer(state.game, option, lang, names)
    if offer.called != offer.written:
        return offer.called
    try:
        return state.game.label(state, option, lang, names=names) or offer.called
    except BrokenRuleError:  # its label looks at what there is only where it is offered
        return offer.called


def is_done_option(notation: str) -> bool:
    """Whether an option is the one that takes nothing more."""
    return notation.endswith(" done")


def outcome_text(state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """What is certain to come of an option, as briefly as menus say it."""
    try:
        return foresee(state, option).describe(lang, names)
    except BrokenRuleError:  # said when it is taken
        return ""


def menu_keys(menu: Sequence[MenuOffer]) -> list[str]:
    """What to type for each option: its place, or where options are numbers, these, and letters for the others; what it was before a menu was narrowed."""
    if values_prefix(menu) is None:
        return [offer.key or str(number) for number, offer in enumerate(menu, 1)]
    ends, letters = [offer.notation.rpartition(" ")[2] for offer in menu], _letters()
    return [offer.key or (end if end.isdecimal() else next(letters)) for end, offer in zip(ends, menu, strict=True)]


def values_prefix(menu: Sequence[MenuOffer]) -> str | None:
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


# A hint in words: what a bot would do, what it expects of it, and what comes next.

LEAST_PART: Final = 0.3
"""Parts of the score that differ by less are not told."""
MOST_PARTS: Final = 3
"""So many are told."""


@dataclass(frozen=True, slots=True)
class HintedOption:
    """An option of a hint in words.

    Attributes:
        option: the option.
        written: what to type for it, as the menu shows it.
        label: what it does, as the menu says it; empty where that is what to type.
        said: what is to be expected of it, or how much less than of the first. Empty where that is not known.
        plan: what certainly comes of it and of the answers after it, up to the end of the turn.
        answers: all answers up to there, as the menu says them; `typed`: what to type for them.
    """

    option: int
    written: str
    label: str
    said: str
    plan: str
    answers: tuple[str, ...]
    typed: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The answers, the plan and what is expected, in a paragraph."""
        told = f"{self.said[:1].upper()}{self.said[1:]}." if self.said else ""
        return " ".join(filter(None, [f"`{'; '.join(self.answers)}`:", self.plan, told]))


@dataclass(frozen=True, slots=True)
class HintText:
    """A hint in words: a heading, what the bot would do, what stands above the others, these, and how that was found out."""

    heading: str
    best: HintedOption
    next: str
    others: tuple[HintedOption, ...]
    notes: tuple[str, ...]

    @property
    def paragraphs(self) -> list[str]:
        """All of it in paragraphs."""
        others = [self.next, *(each.summary for each in self.others)] if self.others else []
        return [f"{self.heading} {self.best.summary}", *others, *self.notes]


def hint_text(hint: Hint, state: State, lang: str, names: Sequence[str] = ()) -> HintText:
    """A hint about a state, in words. `names`: of the players, by seat."""
    game = state.game
    best, *others = (_option(hint, choice, game, state, lang, names) for choice in hint.choices)
    heading = (
        message("hint.hint_only", lang)
        if hint.offered == 1
        else message("hint.hint_heading", lang, bot=kind_label(hint.plays, lang))
    )
    return HintText(
        heading,
        best,
        message("hint.hint_compared" if any(each.said for each in others) else "hint.hint_next", lang)
        if others
        else "",
        tuple(others),
        tuple(_notes(hint, game, lang)),
    )


def _option(hint: Hint, choice: RatedOption, game: Game, state: State, lang: str, names: Sequence[str]) -> HintedOption:
    written = typed_option(state, choice.option, lang, names)
    label = game.label(state, choice.option, lang, names=names)
    said = ""
    if choice.more is not None:
        said = _compared(hint, choice.more, lang)
        parts = "" if choice.because is None else _parts(hint, choice.because, game, lang)
        said = message("hint.hint_because", lang, difference=said, parts=parts) if parts else said
    elif choice.outlook is not None:
        said = outlook_words(choice.outlook, lang, wins=hint.wins, points=hint.points, leads=hint.leads)
    plan, answers, typed = _plan(state, choice, lang, names)
    return HintedOption(choice.option, written, "" if label == written else label, said, plan, answers, typed)


def _plan(
    state: State, choice: RatedOption, lang: str, names: Sequence[str]
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What comes of an option and of the answers after it; these, as menus say them; and what to type for them."""
    options, asked = (choice.option, *choice.later), state
    answers, typed = [], []
    try:
        for option in options:
            written = typed_option(asked, option, lang, names)
            typed.append(written)
            answers.append(state.game.label(asked, option, lang, names=names) or written)
            after = foresee(asked, option).asked
            if after is None:
                break
            asked = after
        said = foresee(state, *options).turn_sentences(lang, names)
    except BrokenRuleError:  # said when it is taken
        said = []
    return " ".join(said), tuple(answers), tuple(typed)


def _parts(hint: Hint, because: ScoreDifference, game: Game, lang: str) -> str:
    """What of the score makes a difference beyond chance: `events −1.2 ± 0.5, the best opponent +0.8 ± 0.3`."""
    own = list(zip(game.score_names(lang).values(), because.categories, strict=True)) if hint.points else []
    other = [(message("hint.hint_opponent", lang), because.opponent)] if hint.leads and hint.points else []
    told = [each for each in (*own, *other) if each[1].beyond(0) and abs(each[1].mean) >= LEAST_PART]
    if len(own) == 1 and told == own:  # the difference says so
        return ""
    told.sort(key=lambda each: -abs(each[1].mean))
    return ", ".join(f"{name} {_signed_figure(found, lang)}" for name, found in told[:MOST_PARTS])


def outlook_words(outlook: Outlook, lang: str, *, wins: bool, points: bool, leads: bool) -> str:
    """What a seat may expect: `you win 54 ± 9 games in 100; you end with 38.1 ± 1.2 points, 1.4 ± 1.6 ahead of the best opponent`."""
    parts = [message("hint.hint_wins", lang, won=_share(outlook.won, lang))] if wins else []
    if points:
        told = [message("hint.hint_points", lang, points=_figure(outlook.points, lang))]
        if leads:
            key = "hint_ahead" if outlook.lead.mean >= 0 else "hint_behind"
            told.append(message(f"hint.{key}", lang, points=_figure(outlook.lead, lang)))
        parts.append(", ".join(told))
    return set_apart(parts, lang)


def difference_words(more: Outlook, lang: str, *, wins: bool, points: bool, leads: bool) -> str:
    """How much more, or less, a seat may expect of one thing than of another: `3 ± 6 fewer games won in 100, 0.4 ± 0.9 points worse against the best opponent`."""
    parts = []
    if wins and round(100 * more.won.mean):
        key = "hint_wins_more" if more.won.mean > 0 else "hint_wins_less"
        parts.append(message(f"hint.{key}", lang, won=_share(more.won, lang)))
    if points and round(10 * more.lead.mean):
        key = (
            ("hint_better" if leads else "hint_more") if more.lead.mean > 0 else "hint_worse" if leads else "hint_fewer"
        )
        parts.append(message(f"hint.{key}", lang, points=_figure(more.lead, lang)))
    return ", ".join(parts) or message("hint.hint_same", lang)


def _compared(hint: Hint, more: Outlook, lang: str) -> str:
    said = difference_words(more, lang, wins=hint.wins, points=hint.points, leads=hint.leads)
    if said == message("hint.hint_same", lang) or more.sign < 0:
        return said
    return message("hint.hint_against" if more.sign > 0 else "hint.hint_chance", lang, difference=said)


def _notes(hint: Hint, game: Game, lang: str) -> Iterator[str]:
    rest = hint.offered - len(hint.choices)
    if rest:
        yield message("hint.hint_rest", lang, count=rest)
    easy = kind_label("easy", lang)
    if hint.plays != hint.bot:
        yield message("hint.hint_no_core", lang, reason=core_of(game).reason, easy=easy)
        yield message("hint.hint_install", lang)
    elif hint.bot == "easy" and hint.offered > 1:
        yield message("hint.hint_easy_is", lang, easy=easy)
    if hint.worlds:
        yield message(
            "hint.hint_how_one" if len(hint.choices) == 1 else "hint.hint_how",
            lang,
            count=format_grouped(hint.worlds, lang),
        )


def hint_unavailable_text(problem: HintUnavailable, lang: str) -> str:
    """Why there is no hint."""
    return message(f"hint.no_hint_{problem.why}", lang, bot=problem.bot)


def hint_asked_text(name: str, lang: str) -> str:
    """That a player has asked for a hint."""
    return message("hint.hint_was_asked", lang, name=name)


def hints_count_text(session: Session, lang: str, names: Sequence[str]) -> str:
    """Who has asked for how many hints: `Hints asked for: Ana 2, Bo 1.`; nothing if nobody has."""
    counts = [sum(each.seat == seat for each in session.hints) for seat in range(len(names))]
    told = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)
    return message("hint.hints_asked", lang, names=told) if told else ""


def _share(found: Estimate, lang: str) -> str:
    margin = "" if found.margin == inf else f" ± {format_number(100 * found.margin, lang, 0)}"
    return f"{format_number(100 * abs(found.mean), lang, 0)}{margin}"


def _signed_figure(found: Estimate, lang: str) -> str:
    return f"{'−' if found.mean < 0 else '+'}{_figure(found, lang)}"


def _figure(found: Estimate, lang: str) -> str:
    margin = "" if found.margin == inf else f" ± {format_number(found.margin, lang, 1)}"
    return format_number(abs(found.mean), lang, 1) + margin


def bot_error_text(error: BotError, lang: str) -> str:
    """What is wrong with a bot, in a language."""
    return message(f"bot.{error.key}", lang, **error.values_in(lang))


# Messages about records, refused answers and saving; the list of saved games; detailed score sheets.


def record_error_text(error: RecordError, lang: str, *, directories: bool = True) -> str:
    """What is wrong with a record, in a language. Without `directories` files are named without the place where they lie."""
    values = error.values_in(lang)
    if not directories:
        values |= {key: Path(values[key]).name for key in ("file", "directory") if key in values}
    return message(f"record.{error.key}", lang, **values)


def record_misfit_text(error: RecordError, lang: str) -> str:
    """How far a record fits, and why it does not go on, without the place in its file: the game is on a table."""
    values = error.values_in(lang)
    return (
        record_error_text(error, lang)
        .removeprefix(f"{values['file']}:{values.get('line', 1)}")
        .lstrip(" :\u00a0\u202f")
    )


def stopped_bot_text(problem: Exception, game: Game, lang: str, names: Sequence[str]) -> str:
    """Why a bot could not go on; `names`: of the players, by seat."""
    match problem:
        case BotError():
            return bot_error_text(problem, lang)
        case BotRuleError():
            return bot_rule_error_text(problem, game, lang, names)
        case BrokenRuleError():
            return problem.text(lang)
        case RecordError():
            return record_error_text(problem, lang, directories=False)
        case _:
            return type(problem).__name__


# Why an answer cannot be taken, in one sentence.


def refusal_reason_text(state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """Why an option is not offered, or that it is. `names`: of the players, by seat."""
    text = typed_option(state, option, lang, names)
    if option in state.options:
        return message("play.possible", lang, text=text)
    what, why = message("play.not_now", lang, text=text), state.why_not(option, lang, names)
    return labelled(what, behind_colon(why, names), lang) if why else what


def refused_answer_text(answer: RefusedAnswer, game: Game, state: State, lang: str, names: Sequence[str] = ()) -> str:
    """Why a table has refused an answer; `state`: where it was asked."""
    if answer.broken is not None:
        return answer.broken.text(lang)
    if answer.unsaved is not None:
        return record_error_text(answer.unsaved, lang)
    if answer.why == "not_offered" and answer.option is not None:
        return refusal_reason_text(state, answer.option, lang, names)
    if answer.lesson is not None:
        sought = answer.lesson.sought(state)
        assert sought is not None  # else nothing would be refused
        general = message("play.lesson_instead", lang, answer=typed_option(state, sought, lang, names))
        return answer.lesson.instead(state, lang, names) or general
    if answer.why == "unknown":
        said = message("play.no_notation", lang, text=shorten_input(str(answer.answer)), game=game.title(lang))
        return set_apart((said, message("play.meant", lang, text=answer.close[0])), lang) if answer.close else said
    return message(f"play.refused_{answer.why}", lang)


def bot_rule_error_text(error: BotRuleError, game: Game, lang: str, names: Sequence[str]) -> str:
    """What a bot did when a rule broke: nobody else saw it."""
    problem = error.broken.text(lang)
    if error.option is None:
        return message("play.bot_tries", lang, name=names[error.seat], problem=problem)
    return message("play.bot_breaks", lang, name=names[error.seat], move=game.notation(error.option), problem=problem)


def shorten_input(text: str) -> str:
    """A text that somebody typed, cut where it is long."""
    return text if len(text) <= 60 else text[:57] + "..."


# What became of the file a game is kept in.


def saving_news_text(news: SavingNews, lang: str) -> str:
    """What happened to it, in a sentence."""
    problem = "" if news.problem is None else record_error_text(news.problem, lang)
    return message(f"play.{news.key}", lang, file=news.file, count=news.count, problem=problem)


# The saved games as a list: what each is, and the file to go on with.

SHOWN: Final = 20
"""Games that are listed, the newest."""


def saved_lines(lang: str, data: Sequence[Path] = ()) -> Iterator[str]:
    """Two lines for each saved game, the one played last first: what it is, then its file."""
    files = saved_files()
    if not files:
        yield message("play.none_saved", lang, directory=state_directory())
    for file in files[:SHOWN]:
        try:
            yield _saved_game_line(read_record(file), lang, data)
        except RecordError as error:
            yield record_error_text(error, lang)
        else:
            yield f"  {file}"
    if len(files) > SHOWN:
        yield message("play.and_more", lang, count=len(files) - SHOWN)


def _saved_game_line(record: Record, lang: str, data: Sequence[Path]) -> str:
    """When it was played last, the game, who plays, how far it is."""
    header = record.header
    roots = [*data, *header.found_in]
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(Path(record.file).stat().st_mtime))
    return message(
        "play.saved_over" if record.finished else "play.saved_game",
        lang,
        played=played,
        game=_title(header.game, lang, roots),
        players=", ".join(player_names(header, lang)),
        count=len(record.moves),
    )


def _title(game: str, lang: str, roots: Sequence[Path]) -> str:
    from ruleset_core.discovery import GAME_FILE, find_game
    from ruleset_core.errors import RulesetError
    from ruleset_core.headers import read_header

    try:
        return read_header(find_game(game, roots) / GAME_FILE).title(lang)
    except (RulesetError, OSError):  # the game is gone; its record is not
        return game


# The score sheets of a finished game, with what was counted in play split by the cards that gave it.

LONGEST: Final = 1500
"""Games of more moves than this are not gone through once more for it; `why points` tells of them too."""


class DetailedScores:
    """What a score sheet is drawn from, as `viewer` may be told it (None: somebody who may know all)."""

    def __init__(self, session: Session, viewer: int | None, names: Sequence[str]) -> None:
        self._session = session
        self._names = names
        self._state = session.state
        accounts: list[Account] = []
        if session.moves_to_replay <= LONGEST:
            accounts = [session.why(None, seat, viewer=viewer) for seat in range(len(names))]
        self._accounts = accounts
        self._split = frozenset(
            row.category
            for account in accounts
            for row in account.rows
            if row.reason.kind == "card" and row.reason.item is None and (row.amount or 0) != 1
        )
        self.rank = self._state.rank

    def scores(self) -> Sequence[int]:
        """Total of each seat."""
        return self._state.scores()

    def winners(self) -> Sequence[int]:
        """The seats that share the victory."""
        return finished_state(self._session).winners()

    def outcomes(self) -> Sequence[int]:
        """What has come of it for each seat: 1 won, 0 drawn, -1 lost."""
        return finished_state(self._session).outcomes()

    def standings(self) -> Sequence[tuple[int, int]]:
        """The team of each seat, and what its score is worth."""
        return self._state.standings()

    def achievements(self, seat: int) -> Sequence[str]:
        """Ids of what the seat has achieved."""
        return self._state.achievements(seat)

    def score_sheet(self, seat: int) -> list[ScoreLine]:
        """The lines of one seat; in place of what was counted in play what gave it."""
        found: list[ScoreLine] = []
        for line in self._state.score_sheet(seat):
            parts = list(self._parts(seat, line)) if line.category in self._split else []
            found += parts or [line]
        return found

    def _parts(self, seat: int, line: ScoreLine) -> Iterator[ScoreLine]:
        sums: dict[tuple[str, ...], int] = {}
        for row in self._accounts[seat].rows:
            if row.category == line.category:
                words = tuple(replace(row.reason, by=-1).words(self._session.game, lang, self._names) for lang in LANGS)
                sums[words] = sums.get(words, 0) + (row.amount or 0)
        for words, amount in sums.items():
            named = {lang: f"{line.name(lang)}: {said}" for lang, said in zip(LANGS, words, strict=True)}
            yield ScoreLine(line.category, words[0], amount, named)
