"""What can be wrong with a bot of somebody's own, as values: a key, the facts, and one English sentence made of both.

A user interface in another language looks the key up in its own table and fills in `values`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from signal import Signals
from typing import Any, Final

from ruleset_core import RulesetError
from ruleset_core.shown import clean

__all__ = ["TEMPLATES", "BotError", "how_ended", "went_wrong"]

TEMPLATES: Final[dict[str, str]] = {
    "no_file": "`{bot}`: there is no file {file}",
    "which_class": "`{bot}` is a file; say which bot in it is meant: `{bot}:NAME`",
    "no_module": "`{bot}`: there is no module `{module}` here",
    "not_loaded": "`{bot}` cannot be loaded: {problem}",
    "no_class": "`{bot}`: there is no `{name}` in {file}; there is {known}",
    "no_bot": "`{bot}` is no bot: a bot is made with a stream of chance and has a method `choose(state)`",
    "no_budget": "`{bot}`: only {known} think as long as they may",
    "bad_budget": "`{bot}`: how long a bot may think is written `{example}`, from 1ms to {longest}",
    "not_made": "the bot `{bot}` cannot be made: {problem}",
    "raised": "the bot `{bot}` on seat {seat} went wrong at the question `{question}`: {problem}",
    "ended": "the process of the bot `{bot}` on seat {seat} ended: {how}",
    "unmade": "the bot `{bot}` cannot be made: its process ended ({how})",
    "silent": "the bot `{bot}` on seat {seat} does not answer (within {seconds} seconds); the host can replace it",
    "not_offered": "the bot `{bot}` on seat {seat} answered {answer} to the question `{question}`; what is offered: {offered}",
}


class BotError(RulesetError):
    """A bot of somebody's own cannot be had, or does not do what a bot does.

    `key` names the problem in `TEMPLATES`; `values` fill its sentence. A value that is itself words is given by language, `en` and `es`; the words of
    the second are kept in `spanish`.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key, self._given = key, values
        told = {name: value if isinstance(value, Mapping) else {"en": value} for name, value in values.items()}
        self.values = {name: clean(str(value["en"])) for name, value in told.items()}
        self.spanish = {name: clean(str(value["es"])) for name, value in told.items() if "es" in value}
        super().__init__(TEMPLATES[key].format(**self.values))

    def __reduce__(self) -> tuple[Any, ...]:  # it is raised in other processes, too
        return _again, (self.key, self._given)


def _again(key: str, values: dict[str, object]) -> BotError:
    return BotError(key, **values)


def how_ended(code: int) -> dict[str, str]:
    """What the exit code of a process that ended too early says, by language; -9 is signal 9."""
    if code >= 0:
        return {"en": f"exit code {code}", "es": f"código de salida {code}"}
    name = signal_name(-code)
    if name == "SIGKILL":
        return {
            "en": "signal SIGKILL, which the system sends too where memory runs out",
            "es": "señal SIGKILL, que también envía el sistema cuando falta memoria",
        }
    return {"en": f"signal {name}", "es": f"señal {name}"}


def signal_name(number: int) -> str:
    """`SIGKILL` for 9, or the number where it has no name here."""
    try:
        return Signals(number).name
    except ValueError:
        return str(number)


def went_wrong(error: BaseException) -> str:
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
