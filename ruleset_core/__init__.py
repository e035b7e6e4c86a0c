"""Tabletop games as data: load a game, play it, observe it.

    game = load("troyes_dice", expansions=["banquetes_y_asaltos"])
    state = game.new(players=4, seed=7)
    while not state.over:
        state.apply(state.options[0])
    state.scores()

Names are looked up when they are first used, so that importing this package costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which costs more than all else here

__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from ruleset_core.engine.boards import PlanarBoard
    from ruleset_core.engine.cards import CardInfo
    from ruleset_core.engine.changes import Changed
    from ruleset_core.engine.core.core import Core, States
    from ruleset_core.engine.core.manner import Manner, Thought
    from ruleset_core.engine.core.odds import Odds
    from ruleset_core.engine.core.prospects import Prospects
    from ruleset_core.engine.core.results import Counts, Endings, Games, Playouts
    from ruleset_core.engine.core.tally import Tally
    from ruleset_core.engine.core.terms import Terms
    from ruleset_core.engine.decision import Decision, Thing
    from ruleset_core.engine.figures import Figure
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.handles import Handle
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.engine.kinds import Kind, KindFact
    from ruleset_core.engine.load import load
    from ruleset_core.engine.lots import Lots
    from ruleset_core.engine.outcome import Winning
    from ruleset_core.engine.scoring import ScoreLine
    from ruleset_core.engine.state import State
    from ruleset_core.engine.story.scored import Scored
    from ruleset_core.engine.story.story import Foresight, Heard, Story
    from ruleset_core.engine.story.subjects import Subject
    from ruleset_core.engine.story.why import Account
    from ruleset_core.engine.telling import Taken, Told, follow, group_after, group_at_start, told
    from ruleset_core.engine.written import Number
    from ruleset_core.errors import (
        BrokenRuleError,
        IllegalOption,
        LoadError,
        NotationError,
        NumberError,
        OptionError,
        RulesetError,
        SaveError,
    )  # fmt: skip
    from ruleset_core.model.outward.story import StoryPart
    from ruleset_core.native.switches import Executor, announcing, executor, without_cache

_HOMES = {
    "load": "engine.load", "Game": "engine.game", "State": "engine.state", "Decision": "engine.decision", "Thing": "engine.decision",
    "ScoreLine": "engine.scoring", "Winning": "engine.outcome", "CardInfo": "engine.cards", "Changed": "engine.changes", "Figure": "engine.figures", "HookFunction": "engine.hooks", "Handle": "engine.handles",
    "Core": "engine.core.core", "Manner": "engine.core.manner", "Odds": "engine.core.odds", "Prospects": "engine.core.prospects", "Terms": "engine.core.terms", "Thought": "engine.core.manner", "States": "engine.core.core", "Counts": "engine.core.results", "Lots": "engine.lots", "Endings": "engine.core.results", "Tally": "engine.core.tally", "Games": "engine.core.results", "Playouts": "engine.core.results",
    "PlanarBoard": "engine.boards", "Kind": "engine.kinds", "KindFact": "engine.kinds",
    "Taken": "engine.telling", "Told": "engine.telling", "follow": "engine.telling", "told": "engine.telling",
    "group_after": "engine.telling", "group_at_start": "engine.telling",
    "Story": "engine.story.story", "Foresight": "engine.story.story", "Heard": "engine.story.story", "Scored": "engine.story.scored", "StoryPart": "model.outward.story",
    "Account": "engine.story.why", "Number": "engine.written", "Subject": "engine.story.subjects",
    "Executor": "native.switches", "announcing": "native.switches", "executor": "native.switches",
    "without_cache": "native.switches", "RulesetError": "errors", "LoadError": "errors", "OptionError": "errors", "NotationError": "errors", "NumberError": "errors",
    "IllegalOption": "errors", "SaveError": "errors", "BrokenRuleError": "errors",
}  # fmt: skip

__all__ = [
    "Account", "BrokenRuleError", "CardInfo", "Changed", "Core", "Counts", "Decision", "Endings", "Executor", "Figure", "Foresight", "Game", "Games", "Handle", "Heard", "HookFunction", "IllegalOption", "Kind", "KindFact", "LoadError", "Lots", "Manner", "NotationError", "Number", "NumberError", "Odds", "OptionError", "PlanarBoard", "Playouts", "Prospects", "RulesetError", "SaveError", "ScoreLine", "Scored", "State", "States", "Story", "StoryPart", "Subject", "Taken", "Tally", "Terms", "Thing", "Thought", "Told", "Winning", "__version__", "announcing", "executor",
    "follow", "group_after", "group_at_start", "load", "told", "without_cache",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
