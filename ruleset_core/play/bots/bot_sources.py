"""The bot interface, its random stream, the bots that come with `ruleset`, and bots from files, modules or distributions."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from math import isqrt
from operator import index
from pathlib import Path
from signal import Signals
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

from ruleset_core import BrokenRuleError, ChoiceStream, RulesetError, State, imagine
from ruleset_core.discovery import registered_entry_points
from ruleset_core.messages import LANGUAGES, message, translations
from ruleset_core.safe_text import clean_line

# What a bot is: something that picks an option. Its chance comes from a stream of its own.

Item = TypeVar("Item")


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, state: State) -> int:
        """One of `state.options`. The state is to be read and cloned, never changed."""


class Stream:
    """Random numbers that depend on nothing but the seed, the name and how many were drawn before.

    `drawn` numbers are skipped at the start, so that a resumed game goes on as the uninterrupted one would have. `game` is the number of the game, where
    many are played with one seed.

    Attributes:
        lots: what bots draw from that think within the core.
    """

    def __init__(self, seed: int, name: str, drawn: int = 0, game: int | None = None) -> None:
        self.lots = ChoiceStream(seed, name, drawn, game)
        own = seed if game is None else _number(f"{seed}/{game}")
        self._key = f"{own}/{name}/"
        self._drawn = drawn

    @property
    def aside(self) -> int:
        """A number for whatever else is to be drawn for the next decision: it takes none out of the stream.

        It depends on the seed, the name and how often was picked, so it tells nothing about the game.
        """
        return _number(f"{self._key}{self._drawn}/aside")

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as any other. Draws one number."""
        number = _number(f"{self._key}{self._drawn}")
        self._drawn += 1
        return items[number * len(items) >> 64]


def _number(text: str) -> int:
    """A number below 2**64 out of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


# What lies within a seat's own turn: its decisions followed through clones, widest first, as far as nothing is left
# to chance.

WIN: Final = 10**9
"""Worth more than any score: a game won is not won by points alone."""

BELOW_ALL_WORTHS: Final = -(10**12)
"""Less than anything is worth, also where several worlds are added up."""


@dataclass(slots=True, eq=False)
class LookaheadStep:
    """A state on the way, and the option that led to it from the one before."""

    state: State
    before: LookaheadStep | None = None
    option: int = -1
    root: int = -1
    """The option of the first state by which this one is reached."""


def explore_turn(state: State, budget: int) -> tuple[dict[int, int], list[LookaheadStep]]:
    """For options the best value reached behind them for certain, and all steps that something random ends though the turn goes on.

    It goes on until another seat decides, the phase changes, something is drawn or the budget of states is used up; every
    option of the first state is tried, whatever the budget. An option behind which all is left to chance has no value here.
    """
    seat = state.seat
    best: dict[int, int] = {}
    chances: list[LookaheadStep] = []
    queue = deque([LookaheadStep(state)])
    spent = 0
    while queue and (spent < budget or not spent):
        step = queue.popleft()
        before, phase = step.state, step.state.phase
        for option in before.options:
            after = before.clone()
            after.apply(option)
            root = option if step.root < 0 else step.root
            if after.over or after.seat != seat or after.phase != phase:
                best[root] = max(best.get(root, BELOW_ALL_WORTHS), lookahead_value(after, seat))
            else:
                (chances if after.draws else queue).append(LookaheadStep(after, step, option, root))
        spent += len(before.options)
    for step in queue:  # not looked behind: worth what they are worth now
        best[step.root] = max(best.get(step.root, BELOW_ALL_WORTHS), lookahead_value(step.state, seat))
    return best, chances


def lookahead_value(state: State, seat: int) -> int:
    """What a state is worth to a seat: its standing less the best of the others, and a won game above all."""
    standings = state.standings()
    team, own = standings[seat]
    worth = own - max((each for other, each in standings if other != team), default=0)
    return worth + WIN if state.over and seat in state.winners() else worth


# A bot that looks to the end of its own turn, beyond its next die too, and takes what scores best there.
#
# It follows its own decisions through clones, and compares the scores it finds: its own less the best of the others.
# Where something is drawn and its turn goes on, it imagines several worlds, looks in each how far the turn could go
# from there with what was drawn, and counts the mean. Every option meets the same dice, so that none is luckier than
# another.

BUDGET: Final = 400
"""States looked at for one decision before anything random."""

BEYOND: Final = 800
"""States looked at behind what is random, in all imagined worlds together."""

SHARE: Final = 30
"""As many of them behind one draw in one world, if there is enough for the fewest worlds."""

WORLDS: Final = (4, 32)
"""The fewest and the most worlds imagined for one decision."""


class GreedyBot:
    """Takes the option that leads to the best score at the end of its turn; chance decides between equal ones."""

    def __init__(self, stream: Stream, budget: int = BUDGET, beyond: int = BEYOND) -> None:
        self._stream = stream
        self._budget = budget
        self._beyond = beyond

    def choose(self, state: State) -> int:
        """The best option as far as the budgets see."""
        options = state.options
        if len(options) > 1:
            best = self.worths(state)
            top = max(best.values())
            options = [option for option in options if best[option] == top]
        # One number is drawn for every decision, needed or not (see `Stream` on resuming).
        return self._stream.pick(options)

    def worths(self, state: State) -> dict[int, int]:
        """What every option leads to: the sum over as many worlds for each, so that whole numbers say which mean is best."""
        seed, seat = self._stream.aside, state.seat
        # It plays in worlds it cannot tell from the real one, so it never sees a card or die before its time.
        first = imagine(state, seat, seed)
        best, chances = explore_turn(first, self._budget)
        if not chances:
            return best
        fewest, most = WORLDS
        count = max(fewest, min(most, self._beyond // (len(chances) * SHARE)))
        share = self._beyond // (len(chances) * count)
        # What is hidden differs from world to world, and so does what everybody has there: what counts is what a turn adds to it.
        now = lookahead_value(first, seat)
        best = {option: (worth - now) * count for option, worth in best.items()}
        sums = [_beyond(step.state, seat, share) - now for step in chances]
        for number in range(1, count):
            world: dict[LookaheadStep, State] = {}
            start = imagine(state, seat, seed, number)
            now = lookahead_value(start, seat)
            for at, step in enumerate(chances):
                sums[at] += _beyond(_replayed(step, start, world), seat, share) - now
        for step, total in zip(chances, sums, strict=True):
            # Somewhat less than the mean, the more so the fewer worlds: of many means the best one is best by luck too, and
            # what a throw costs is often not in the score. It is half a point with four worlds, a fifth with thirty.
            best[step.root] = max(best.get(step.root, BELOW_ALL_WORTHS), total - isqrt(count))
        return best


def _replayed(step: LookaheadStep, start: State, world: dict[LookaheadStep, State]) -> State:
    """The state of the same decisions in another world; those made there already are kept in `world`.

    What turns up may be hidden as well as random, so a decision may not be there: what follows it is left out.
    """
    if step.before is None:
        return start
    found = world.get(step)
    if found is None:
        found = _replayed(step.before, start, world)
        if found.seat == start.seat and step.option in found.options:
            found = found.clone()
            found.apply(step.option)
        world[step] = found
    return found


def _beyond(state: State, seat: int, budget: int) -> int:
    """What the turn can still come to after something was drawn. What is drawn next counts as it falls in this world."""
    if state.over or state.seat != seat or len(state.options) > budget:
        return lookahead_value(state, seat)
    best, chances = explore_turn(state, budget)
    return max([*best.values(), *(lookahead_value(step.state, seat) for step in chances)])


# Bots from files, modules or installed distributions, called safely, and their errors.


class BotError(RulesetError):
    """A bot of somebody's own cannot be had, or does not do what a bot does.

    `key` names the problem: `no_file` is the message `bot.no_file`; `values` fill it. A value that is itself words is given by
    language.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key, self._given = key, values
        self.values = self.values_in(LANGUAGES[0])
        super().__init__(message(f"bot.{key}", LANGUAGES[0], **self.values))

    def values_in(self, lang: str) -> dict[str, str]:
        """What fills the message, in a language."""
        told = {name: value[lang] if isinstance(value, Mapping) else value for name, value in self._given.items()}
        return {name: clean_line(str(value)) for name, value in told.items()}

    def __reduce__(self) -> tuple[Any, ...]:  # it is raised in other processes, too
        return _again, (self.key, self._given)


def _again(key: str, values: dict[str, object]) -> BotError:
    return BotError(key, **values)


def describe_exit_code(code: int) -> dict[str, str]:
    """What the exit code of a process that ended too early says, by language; -9 is signal 9."""
    if code >= 0:
        return translations("bot.exit_code", code=code)
    name = signal_name(-code)
    return translations("bot.out_of_memory") if name == "SIGKILL" else translations("bot.signal", name=name)


def signal_name(number: int) -> str:
    """`SIGKILL` for 9, or the number where it has no name here."""
    try:
        return Signals(number).name
    except ValueError:
        return str(number)


def describe_exception(error: BaseException) -> str:
    """What somebody's program raised, in a line, and where."""
    from traceback import extract_tb  # heavy to import, and seldom needed

    try:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    except Exception:  # noqa: BLE001 - the text of an exception is made by somebody's program, too
        said = type(error).__name__
    frames = extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) or not frames:
        return said
    return f"{said} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


# Bots of somebody's own: from a file or module that a person has named, or from what is installed.
#
# Naming is what lets a file in: `admit` is for what was typed by the one who runs the program. What stands in a
# record or in data names no Python; a bot that was not let in is not known. What a bot prints goes to standard error,
# so that the output of a command stays what it is, as JSON for instance.

GROUP: Final = "ruleset.bots"
"""Entry point group under which distributions offer bots: a name, and `package.module:Class`."""
MOST_OPTIONS_LISTED: Final = 8
"""Most options that a message lists."""

Factory = Callable[[Stream], Bot]

_admitted: dict[str, tuple[Path | None, Factory]] = {}
_watchers: list[Callable[[str, int], object]] = []
_called: tuple[str, int] = ("", 0)
"""The bot whose code runs now, and its seat from 1 on, 0 while it is made."""


def watch_bot_calls(told: Callable[[str, int], object]) -> None:
    """Tell from now on which bot of somebody's own is called, by its name and its seat from 1 on (0 while it is made), and `""`, 0 when none is any more."""
    _watchers.append(told)


@contextmanager
def _calling(name: str, seat: int) -> Iterator[None]:
    """Code of somebody's own runs in this block; what it prints goes to standard error. One bot may call another."""
    global _called  # noqa: PLW0603 - there is one thread of calls in a process
    before, _called = _called, (name, seat)
    for told in _watchers:
        told(name, seat)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _called = before
        for told in _watchers:
            told(*before)


def allow_bot(spec: str, file: Path | None = None) -> None:
    """Let in a bot that a person has named: `path/to/my_bot.py:MyBot` or `package.module:MyBot`. This runs that Python.

    Args:
        spec: what was typed; it is the bot's name from now on.
        file: where the file is, if the path leads elsewhere from here.

    Raises:
        BotError: there is none, or it is no bot.
    """
    if spec in _admitted:
        return
    where, _, name = spec.rpartition(":")
    path = None
    if where.endswith(".py") or "/" in where or "\\" in where:
        path = file or Path(where).resolve()
        module = _of_file(spec, path, where)
    elif not where:
        raise BotError("which_class", bot=spec)
    else:
        module = _of_name(spec, where)
    _admitted[spec] = path, partial(ExternalBot, _class(spec, module, name, where), name=spec)


def allowed_bots() -> tuple[tuple[str, Path | None], ...]:
    """The bots that were let in, as `admit` takes them: for another process of the same person."""
    return tuple((spec, path) for spec, (path, _) in _admitted.items())


def installed_bots() -> dict[str, str]:
    """The bots that installed distributions offer: their names, and what they are."""
    return {name: point.value for name, point in registered_entry_points(GROUP).items()}


def bot_factory(name: str) -> Factory | None:
    """What makes the bot of this name; None where there is none. Raises `BotError` where what is installed is broken."""
    if name in _admitted:
        return _admitted[name][1]
    point = registered_entry_points(GROUP).get(name)
    if point is None:
        return None
    try:
        with redirect_stdout(sys.stderr):
            made = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError("not_loaded", bot=name, problem=describe_exception(error)) from error
    return partial(ExternalBot, _checked(name, made), name=name)


def _of_file(spec: str, path: Path, typed: str) -> ModuleType:
    if not path.is_file():
        raise BotError("no_file", bot=spec, file=typed)
    called = f"ruleset_bot_{blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    if called in sys.modules:
        return sys.modules[called]
    found = spec_from_file_location(called, path)
    if found is None or found.loader is None:
        raise BotError("not_loaded", bot=spec, problem=f"{typed} does not end in .py")
    module = sys.modules[called] = module_from_spec(found)
    try:
        with redirect_stdout(sys.stderr):
            found.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[called]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise BotError("not_loaded", bot=spec, problem=describe_exception(error)) from error
    return module


def _of_name(spec: str, name: str) -> ModuleType:
    try:
        with redirect_stdout(sys.stderr):
            return import_module(name)
    except KeyboardInterrupt:
        raise
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise BotError("no_module", bot=spec, module=error.name) from None
        raise BotError("not_loaded", bot=spec, problem=describe_exception(error)) from error
    except BaseException as error:
        raise BotError("not_loaded", bot=spec, problem=describe_exception(error)) from error


def _class(spec: str, module: ModuleType, name: str, where: str) -> Any:
    """What a module calls so, if it is a bot."""
    if not hasattr(module, name):
        there = [each for each, value in vars(module).items() if _is_bot(value)]
        known = ", ".join(f"`{each}`" for each in get_close_matches(name, there, 3) or there[:MOST_OPTIONS_LISTED])
        raise BotError("no_class", bot=spec, name=name, file=where, known=known or "no bot")
    return _checked(spec, getattr(module, name))


def _checked(name: str, made: Any) -> Any:
    """Raises `BotError` for what makes no bots."""
    if not callable(made) or (isinstance(made, type) and not _is_bot(made)):
        raise BotError("no_bot", bot=name)
    return made


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and callable(getattr(value, "choose", None))


class ExternalBot:
    """A bot that somebody else wrote. It is shown a state as its seat knows it, so that it cannot look at what is hidden; and what it answers is looked at."""

    def __init__(self, made: Callable[[Stream], Any], stream: Stream, name: str) -> None:
        self._stream, self.name = stream, name
        try:
            with _calling(name, 0):
                self._bot = made(stream)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotError("not_made", bot=name, problem=describe_exception(error)) from error
        if not callable(getattr(self._bot, "choose", None)):
            raise BotError("no_bot", bot=name)

    @property
    def sims(self) -> int:
        """How many simulations its last answer took, if it says so."""
        try:
            found = getattr(self._bot, "sims", 0)
        except Exception:  # noqa: BLE001 - it may be a property of somebody else's
            return 0
        return max(0, found) if isinstance(found, int) else 0

    def choose(self, state: State) -> int:
        """What it answers.

        Raises:
            BotError: it went wrong, or answered what is not offered.
            BrokenRuleError: a rule broke in what it did with the state, or it raised this itself; the message names it.
        """
        offered, shown = state.options, imagine(state, state.seat, self._stream.aside)
        shown.options = list(offered)  # states share these; whoever changes them changes a list of its own
        try:
            with _calling(self.name, state.seat + 1):
                answer = self._bot.choose(shown)
        except KeyboardInterrupt:
            raise
        except BrokenRuleError as error:  # of the game, which it plays on in its mind, or its own: it stays one
            raise error.within(self._asked(state)) from error
        except BaseException as error:
            raise self._wrong("raised", state, problem=describe_exception(error)) from error
        try:
            option = index(answer)
        except Exception:  # noqa: BLE001 - it is no number; `__index__` is somebody else's, and may raise anything
            option = -1
        if option not in offered:
            some = [f"{each} ({state.game.notation(each)})" for each in offered[:MOST_OPTIONS_LISTED]]
            more = ", ..." if len(offered) > MOST_OPTIONS_LISTED else ""
            raise self._wrong("not_offered", state, answer=_safe_repr(answer), offered=", ".join(some) + more)
        return option

    def _wrong(self, key: str, state: State, **values: object) -> BotError:
        return BotError(key, bot=self.name, seat=state.seat + 1, question=_question(state), **values)

    def _asked(self, state: State) -> dict[str, str]:
        """The bot, its seat and the question, by language."""
        bot, seat, question = clean_line(self.name), state.seat + 1, _question(state)
        return {
            lang: message("bot.at_question", lang, bot=bot, seat=seat, question=said) for lang, said in question.items()
        }


def _question(state: State) -> dict[str, str]:
    """What is asked now, by language."""
    decision = state.decision
    return {lang: decision.prompt(lang) if decision is not None else "" for lang in LANGUAGES}


def _safe_repr(answer: object) -> str:
    """An answer in a message. A bot may answer what cannot be printed: `10 ** 5000`, or an object whose `__repr__` raises."""
    try:
        return repr(answer)[:60]
    except Exception:  # noqa: BLE001 - it is somebody else's
        return f"a value of type {type(answer).__name__}"
