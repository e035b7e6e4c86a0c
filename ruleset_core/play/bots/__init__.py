"""Bots by name: levels, time budgets, substitutes, registration. Deterministic: the same seed, seat and game give the same decisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b
from json import dumps
from typing import Any, Final

from ruleset_core import Core, Game, RulesetError, State, core_of, imagine, levels_of
from ruleset_core.play.bots import bot_sources
from ruleset_core.play.bots.bot_sources import (
    BELOW_ALL_WORTHS,
    Bot,
    BotError,
    GreedyBot,
    Stream,
    allow_bot,
    allowed_bots,
    describe_exit_code,
    explore_turn,
    installed_bots,
    lookahead_value,
    watch_bot_calls,
)
from ruleset_core.slices import finish

__all__ = [
    "LEVELS", "Bot", "BotError", "FirstBot", "Greedy1Bot", "GreedyBot", "LevelBot", "RandomBot", "Stream",
    "UnknownBotError", "allow_bot", "allowed_bots", "bot_names", "bot_rules_key", "describe_exit_code", "effective_bot",
    "installed_bots", "is_external_bot", "is_known_bot", "is_repeatable", "level_figures", "make_bot", "register_bot",
    "require_search", "substituted_bots", "time_budget_of", "watch_bot_calls", "without_budget",
]  # fmt: skip


LEVELS = ("easy", "normal", "strong")
"""From the weakest to the strongest."""
MANY = 1 << 30
"""More simulations than there is time for."""


def effective_bot(name: str, game: Game) -> str:
    """The bot that really plays where one of this name sits: without a core a search would take minutes, so `easy` plays in its place."""
    return "easy" if name.partition("@")[0] in LEVELS[1:] and core_of(game).executor != "core" else name


def substituted_bots(names: Iterable[str], game: Game) -> list[str]:
    """Those of some bots in whose place another would play here."""
    return sorted({name for name in names if effective_bot(name, game) != name})


def require_search(names: Iterable[str], game: Game) -> None:
    """See that bots play as themselves, where it is told how they play. Raises RulesetError."""
    found = substituted_bots(names, game)
    if found:
        raise RulesetError(
            f"{game.name}: {', '.join(found)} cannot think ahead here, and `easy` would play instead: {core_of(game).reason}"
        )


def level_figures(core: Core, level: str, seconds: float | None = None) -> dict[str, Any]:
    """What `Core.worths` takes for `easy`, and `Core.search` for the others, which may think for so many seconds instead."""
    figures: dict[str, Any] = core.levels[level]
    return figures if seconds is None or level == "easy" else {**figures, "sims": MANY, "seconds": seconds}


def bot_rules_key(game: Game) -> str:
    """What decides, beside the seed, how games of bots come out: the rules, and how far its levels look. Equal where both are."""
    told = dumps([game.hash, levels_of(game)], sort_keys=True, default=repr)
    return blake2b(told.encode(), digest_size=8).hexdigest()


class LevelBot:
    """Plays as well as its level says; or thinks ahead in its manner for so many `seconds` an answer.

    How far is a number of simulations, kept with the game: the same in every process and on every machine. What it chooses depends on
    what its seat may know, on the seed and on how often it has decided.

    Attributes:
        sims: how many simulations the last answer took.
    """

    def __init__(self, stream: Stream, level: str, seconds: float | None = None) -> None:
        self._stream, self._level, self._seconds = stream, level, seconds
        self.sims = 0

    def choose(self, state: State) -> int:
        """The best option, as far as the level sees."""
        return finish(self.choosing(state))

    def choosing(self, state: State) -> Generator[int, None, int]:
        """The same in slices."""
        core, lots, self.sims = core_of(state.game), self._stream.lots, 0
        yield 0  # to make the core takes as long as some slices
        level = effective_bot(self._level, state.game)
        thinks = len(state.options) > 1 and level != "easy"
        if not thinks or self._seconds is None:
            self.sims = int(core.levels[level]["sims"]) if thinks else 0
            return (yield from core.choosing(state, level, lots))
        figures = level_figures(core, level, self._seconds)
        thought = yield from core.searching(state, state.seat, seed=lots.seed, first=lots.first, **figures)
        self.sims = thought.sims
        lots.pick(1)  # the decision is made
        return thought.option


# -- Bots by name ------------------------------------------------------------------------------------------------------


LONGEST: Final = 600.0
"""Most seconds for an answer."""
_WRITTEN: Final = re.compile(r"(\d{1,6})(ms|s)")


def without_budget(name: str) -> str:
    """The name of a bot alone: `strong` of `strong@500ms`. Where somebody's own file stands, nothing is cut off."""
    return name if ":" in name else name.partition("@")[0]


def is_repeatable(name: str) -> bool:
    """Whether a bot of this name plays the same each time."""
    return without_budget(name) == name


def time_budget_of(name: str) -> float | None:
    """How many seconds a bot of this name may think about an answer; None where its level says how far it thinks.

    Raises:
        BotError: it is not written so, or it is no bot that thinks ahead.
    """
    if is_repeatable(name):
        return None
    bot, _, text = name.partition("@")
    if bot not in LEVELS[1:]:
        raise BotError("no_budget", bot=name, known=", ".join(f"`{level}`" for level in LEVELS[1:]))
    match = _WRITTEN.fullmatch(text)
    seconds = int(match[1]) / (1000 if match[2] == "ms" else 1) if match else 0.0
    if not 0 < seconds <= LONGEST:
        raise BotError("bad_budget", bot=name, example=f"{bot}@500ms", longest=f"{LONGEST:.0f}s")
    return seconds


# -- Bots that do not think --------------------------------------------------------------------------------------------


class RandomBot:
    """Takes any option, each as likely as any other."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        """One of the options by chance."""
        return self._stream.pick(state.options)


class FirstBot:
    """Takes the first option in the order of the game's vocabulary."""

    def __init__(self, stream: Stream) -> None:
        del stream  # leaves nothing to chance

    def choose(self, state: State) -> int:
        """The first option."""
        return state.options[0]


# -- The earlier `greedy` ----------------------------------------------------------------------------------------------


BUDGET: Final = 400
"""States looked at for one decision."""


class Greedy1Bot:
    """Takes the option that leads to the best score at the end of its turn or before its next die; chance decides between equal ones."""

    def __init__(self, stream: Stream, budget: int = BUDGET) -> None:
        self._stream = stream
        self._budget = budget

    def choose(self, state: State) -> int:
        """The best option as far as the budget sees."""
        # It plays in a world it cannot tell from the real one, so it never sees a card or die before its time.
        state = imagine(state, state.seat, self._stream.aside)
        best = self.worths(state) if len(state.options) > 1 else dict.fromkeys(state.options, 0)
        top = max(best.values())
        # One number is drawn for every decision, needed or not (see `Stream` on resuming).
        return self._stream.pick([option for option in state.options if best[option] == top])

    def worths(self, state: State) -> dict[int, int]:
        """What every option leads to."""
        best, chances = explore_turn(state, self._budget)
        for step in chances:
            assert step.before is not None
            best[step.root] = max(best.get(step.root, BELOW_ALL_WORTHS), lookahead_value(step.before.state, state.seat))
        return best


# -- Bots by name ------------------------------------------------------------------------------------------------------


_FACTORIES: Final[dict[str, Callable[[Stream], Bot]]] = {
    "random": RandomBot,
    "first": FirstBot,
    "greedy": GreedyBot,
    "greedy1": Greedy1Bot,
    **{level: partial(LevelBot, level=level) for level in LEVELS},
}


class UnknownBotError(ValueError):
    """There is no bot of that name; `suggestion` is a close one, if any."""

    def __init__(self, name: str) -> None:
        close = get_close_matches(name, bot_names(), n=1)
        self.name = name
        self.suggestion = close[0] if close else None
        hint = f"did you mean `{close[0]}`?" if close else f"known: {', '.join(bot_names())}"
        super().__init__(f"there is no bot `{name}`; {hint}")


def bot_names() -> list[str]:
    """The names of all bots, those last that installed distributions offer."""
    return [*_FACTORIES, *(name for name in bot_sources.installed_bots() if name not in _FACTORIES)]


def is_known_bot(name: str) -> bool:
    """Whether there is a bot of that name: one of ours, also with a time to think in, one that is installed, or one that a person has let in by `admit`."""
    try:
        timed = time_budget_of(name) is not None
    except BotError:
        return False
    return (
        timed or name in _FACTORIES or name in dict(bot_sources.allowed_bots()) or name in bot_sources.installed_bots()
    )


def is_external_bot(name: str) -> bool:
    """Whether a bot of that name is somebody's own, so that its code may do anything: never end, or end its process."""
    return name not in _FACTORIES and without_budget(name) not in LEVELS


def register_bot(name: str, factory: Callable[[Stream], Bot]) -> None:
    """Offer a bot under a name of its own. Raises ValueError when the name is taken."""
    from ruleset_core.play.records import HUMAN

    if name in _FACTORIES or name == HUMAN:
        raise ValueError(f"the bot name `{name}` is taken")
    _FACTORIES[name] = factory


def make_bot(name: str, seed: int, seat: int, decided: int = 0, game: int | None = None) -> Bot:
    """A bot for one seat of a game with this seed; `decided` counts the decisions it has taken before a resume.

    `game` is the number of the game, where many are played with one seed.

    Raises:
        UnknownBotError: there is no bot of that name.
        BotError: it is one of somebody's own, and cannot be made; or it cannot think for a time.
    """
    seconds = time_budget_of(name)
    factory: Callable[[Stream], Bot] | None
    if seconds is not None:
        factory = partial(LevelBot, level=without_budget(name), seconds=seconds)
    else:
        factory = _FACTORIES.get(name) or bot_sources.bot_factory(name)
    if factory is None:
        raise UnknownBotError(name)
    return factory(Stream(seed, f"bot/{name}/{seat}", decided, game))
