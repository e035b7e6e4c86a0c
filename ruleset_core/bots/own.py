"""Bots of somebody's own: from a file or module that a person has named, or from what is installed.

Naming is what lets a file in: `admit` is for what was typed by the one who runs the program. What stands in a record or in data names no
Python; a bot that was not let in is not known. What a bot prints goes to standard error, so that the output of a command stays what it is,
as JSON for instance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError
from ruleset_core.paths import registered
from ruleset_core.shown import clean

from .base import Bot, Stream
from .problems import BotError, went_wrong

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["GROUP", "OwnBot", "admit", "admitted", "factory_of", "installed", "watch"]

GROUP: Final = "ruleset.bots"
"""Entry point group under which distributions offer bots: a name, and `package.module:Class`."""
FEW: Final = 8
"""Most options that a message lists."""

Factory = Callable[[Stream], Bot]

_admitted: dict[str, tuple[Path | None, Factory]] = {}
_watchers: list[Callable[[str, int], object]] = []
_called: tuple[str, int] = ("", 0)
"""The bot whose code runs now, and its seat from 1 on, 0 while it is made."""


def watch(told: Callable[[str, int], object]) -> None:
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


def admit(spec: str, file: Path | None = None) -> None:
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
    _admitted[spec] = path, partial(OwnBot, _class(spec, module, name, where), name=spec)


def admitted() -> tuple[tuple[str, Path | None], ...]:
    """The bots that were let in, as `admit` takes them: for another process of the same person."""
    return tuple((spec, path) for spec, (path, _) in _admitted.items())


def installed() -> dict[str, str]:
    """The bots that installed distributions offer: their names, and what they are."""
    return {name: point.value for name, point in registered(GROUP).items()}


def factory_of(name: str) -> Factory | None:
    """What makes the bot of this name; None where there is none. Raises `BotError` where what is installed is broken."""
    if name in _admitted:
        return _admitted[name][1]
    point = registered(GROUP).get(name)
    if point is None:
        return None
    try:
        with redirect_stdout(sys.stderr):
            made = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BotError("not_loaded", bot=name, problem=went_wrong(error)) from error
    return partial(OwnBot, _checked(name, made), name=name)


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
        raise BotError("not_loaded", bot=spec, problem=went_wrong(error)) from error
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
        raise BotError("not_loaded", bot=spec, problem=went_wrong(error)) from error
    except BaseException as error:
        raise BotError("not_loaded", bot=spec, problem=went_wrong(error)) from error


def _class(spec: str, module: ModuleType, name: str, where: str) -> Any:
    """What a module calls so, if it is a bot."""
    if not hasattr(module, name):
        there = [each for each, value in vars(module).items() if _is_bot(value)]
        known = ", ".join(f"`{each}`" for each in get_close_matches(name, there, 3) or there[:FEW])
        raise BotError("no_class", bot=spec, name=name, file=where, known=known or "no bot")
    return _checked(spec, getattr(module, name))


def _checked(name: str, made: Any) -> Any:
    """Raises `BotError` for what makes no bots."""
    if not callable(made) or (isinstance(made, type) and not _is_bot(made)):
        raise BotError("no_bot", bot=name)
    return made


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and callable(getattr(value, "choose", None))


class OwnBot:
    """A bot that somebody else wrote. It is shown a state as its seat knows it, so that it cannot look at what is hidden; and what it answers is looked at."""

    def __init__(self, made: Callable[[Stream], Any], stream: Stream, name: str) -> None:
        self._stream, self.name = stream, name
        try:
            with _calling(name, 0):
                self._bot = made(stream)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotError("not_made", bot=name, problem=went_wrong(error)) from error
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
        offered, shown = state.options, state.imagine(state.seat, self._stream.aside)
        shown.options = list(offered)  # states share these; whoever changes them changes a list of its own
        try:
            with _calling(self.name, state.seat + 1):
                answer = self._bot.choose(shown)
        except KeyboardInterrupt:
            raise
        except BrokenRuleError as error:  # of the game, which it plays on in its mind, or its own: it stays one
            raise error.of(*self._asked(state)) from error
        except BaseException as error:
            raise self._wrong("raised", state, problem=went_wrong(error)) from error
        try:
            option = index(answer)
        except Exception:  # noqa: BLE001 - it is no number; `__index__` is somebody else's, and may raise anything
            option = -1
        if option not in offered:
            some = [f"{each} ({state.game.notation(each)})" for each in offered[:FEW]]
            more = ", ..." if len(offered) > FEW else ""
            raise self._wrong("not_offered", state, answer=_shown(answer), offered=", ".join(some) + more)
        return option

    def _wrong(self, key: str, state: State, **values: object) -> BotError:
        return BotError(key, bot=self.name, seat=state.seat + 1, question=_question(state), **values)

    def _asked(self, state: State) -> tuple[str, str]:
        """The bot, its seat and the question, in English and Spanish."""
        bot, seat, question = clean(self.name), state.seat + 1, _question(state)
        return (
            f"the bot `{bot}` on seat {seat}, at the question `{question['en']}`",
            f"el bot `{bot}` del asiento {seat}, en la pregunta `{question['es']}`",
        )


def _question(state: State) -> dict[str, str]:
    """What is asked now, by language."""
    decision = state.decision
    return {lang: decision.prompt(lang) if decision is not None else "" for lang in ("en", "es")}


def _shown(answer: object) -> str:
    """An answer in a message. A bot may answer what cannot be printed: `10 ** 5000`, or an object whose `__repr__` raises."""
    try:
        return repr(answer)[:60]
    except Exception:  # noqa: BLE001 - it is somebody else's
        return f"a value of type {type(answer).__name__}"
