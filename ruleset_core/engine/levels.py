"""How well bots play a game: figures kept beside its data, outside its hash, as they change nothing of its rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruleset_core.engine.arguments import whole
from ruleset_core.engine.core.manner import Manner
from ruleset_core.engine.core.odds import Odds
from ruleset_core.engine.core.prospects import Prospects
from ruleset_core.errors import OptionError, RulesetError
from ruleset_core.files import read_ordinary
from ruleset_core.model.thinking import LEVELS_FILE, SIMS

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game

__all__ = ["USUAL", "levels", "levels_of", "named", "told"]

_Learned = TypeVar("_Learned", Odds, Prospects)
MAX_BYTES: Final = 512 * 1024
USUAL: Final[Mapping[str, Mapping[str, int | str]]] = {
    "easy": {"wide": 400, "far": 800},
    "normal": {"sims": 150},
    "strong": {"sims": 1500},
}
"""For a game that nobody has measured: what looks ahead, as `Core.worths` and `Core.search` take it."""
SEARCHING: Final = ("normal", "strong")
"""The levels that search."""
BY_ODDS: Final = {"cut": 0, "win": 256}
"""What differs where chances are known, of those who search: they look to the end of a turn, and nothing but winning counts."""
BY_PROSPECTS: Final = {"cut": 0}
"""What differs where it is known what positions promise: they look to the end of a turn."""


def levels(directory: Path) -> dict[str, dict[str, Any]]:
    """The figures of every level of the game in a directory; `odds` and `prospects` among them, if it has any, are `Odds` and `Prospects`.

    Raises:
        RulesetError: its file cannot be read, or holds what no level has.
    """
    found: dict[str, dict[str, Any]] = {level: dict(figures) for level, figures in USUAL.items()}
    path = directory / LEVELS_FILE
    try:
        own = json.loads(read_ordinary(path, MAX_BYTES), object_pairs_hook=_once)
    except FileNotFoundError:
        return found
    except (OSError, ValueError, RecursionError) as error:
        raise RulesetError(f"{path}: the levels of bots cannot be read: {error}") from error
    if not isinstance(own, dict) or not all(isinstance(figures, dict) for figures in own.values()):
        raise RulesetError(f"{path}: the levels of bots are an object of objects: figures by level")
    odds = _learned(Odds, own.pop("odds", None), "odds", path)
    prospects = _learned(Prospects, own.pop("prospects", None), "prospects", path)
    for level in SEARCHING:
        if own.get(level, {}).get("learned", True) is True:
            found[level] |= {} if odds is None else {**BY_ODDS, "odds": odds}
            found[level] |= {} if prospects is None else {**BY_PROSPECTS, "prospects": prospects}
    for level, figures in own.items():
        if level not in found:
            raise RulesetError(
                f"{path}: there is no level `{level[:40]}`; there are {', '.join(found)}, and `odds` and `prospects`"
            )
        try:
            _look_at(level, figures)
        except OptionError as error:
            raise RulesetError(f"{path}: {level}: {error}") from error
        found[level] |= {name: figure for name, figure in figures.items() if name != "learned"}
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError where a name comes twice: nobody knows which one holds."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"`{name[:60]}` stands there twice")
        found[name] = value
    return found


def levels_of(game: Game) -> dict[str, dict[str, Any]]:
    """The figures of every level of a game. Raises RulesetError, also for what the game does not have."""
    found = levels(game.directory)
    learned = next((figures["prospects"] for figures in found.values() if "prospects" in figures), None)
    if isinstance(learned, Prospects):
        try:
            learned.laid(game)
        except OptionError as error:
            raise RulesetError(f"{game.directory / LEVELS_FILE}: prospects: {error}") from error
    return found


def named(kinds: Iterable[str]) -> list[str]:
    """The levels among some bots, also those that play by the clock (`strong@500ms`)."""
    wanted = {kind.partition("@")[0] for kind in kinds}
    return [level for level in USUAL if level in wanted]


def told(found: Mapping[str, Mapping[str, Any]], wanted: Iterable[str]) -> dict[str, dict[str, int | str]]:
    """The figures of these levels, as they are kept with a game: of what was learned a sign that tells it from other such."""
    return {level: {name: _sign(each) for name, each in found[level].items()} for level in wanted}


def _sign(figure: Any) -> int | str:
    return figure if isinstance(figure, int | str) else blake2b(repr(figure).encode(), digest_size=4).hexdigest()


def _learned(kind: type[_Learned], given: object, name: str, path: Path) -> _Learned | None:
    """What was learned of a game, if it has any. Raises RulesetError."""
    if given is None:
        return None
    try:
        return kind.of(given)
    except OptionError as error:
        raise RulesetError(f"{path}: {name}: {error}") from error


def _look_at(level: str, figures: Mapping[str, object]) -> None:
    """Whether a level can have such figures. Raises OptionError."""
    known = USUAL["easy"] if level == "easy" else figures
    for name in figures:
        if name not in known:
            raise OptionError(f"this level has no `{name[:60]}`; it has {', '.join(known)}", (name,))
    for name, figure in figures.items():
        if isinstance(figure, bool) != (name == "learned"):
            raise OptionError(f"`{name}` is {'true or false' if name == 'learned' else 'no true or false'}", (name,))
    if "sims" in figures:
        whole("sims", figures["sims"], *SIMS)
    Manner.of({name: figure for name, figure in figures.items() if name not in {"sims", "learned"}})
