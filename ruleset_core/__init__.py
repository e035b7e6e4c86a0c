"""Tabletop games as data: load a game, play it, observe it.

    game = load("troyes_dice", expansions=["banquetes_y_asaltos"])
    state = game.new(players=4, seed=7)
    while not state.over:
        state.apply(state.options[0])
    state.scores()

`__all__` is the public API, and `docs/api.md` its page. Everything else is private, as are members of these classes that begin with
`_` or whose docstring begins with `Internal:`. Names are looked up when they are first used, so that importing this package costs
next to nothing.
"""

from __future__ import annotations

from ruleset_core.version import __version__

TYPE_CHECKING = False  # as in `typing`, which costs more than all else here

if TYPE_CHECKING:
    from typing import Any

    from ruleset_core.compile.host.executor_choice import Executor, announcing, executor, without_cache
    from ruleset_core.diagnostics import Diagnostic, Span, Suggestion
    from ruleset_core.discovery import GameNotFoundError
    from ruleset_core.engine.chance import ChanceDraw, ChanceProfile, ChanceState, chance_profile
    from ruleset_core.engine.core.factory import core_of
    from ruleset_core.engine.core.game_results import Counts, Endings, Games, Playouts
    from ruleset_core.engine.core.interpreted_arenas import CardTally
    from ruleset_core.engine.core.many_games import Core, States
    from ruleset_core.engine.core.seat_policies import (
        ChoiceStream,
        SearchResult,
        SearchSettings,
        levels_of,
        levels_used,
    )
    from ruleset_core.engine.core.value_features import FeatureReader, ValueFeatures, WinProbabilities
    from ruleset_core.engine.described_positions import describe_position, describe_with_dice, same_position
    from ruleset_core.engine.determinization import imagine, invariants_hold, swapped
    from ruleset_core.engine.effect_index import EffectSource, effect_sources, question_sources
    from ruleset_core.engine.expansion_changes import ExpansionChange
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.game_info import CardInfo, Kind, KindFact, Winning
    from ruleset_core.engine.glossary import Glossary, PlanarBoard
    from ruleset_core.engine.history import (
        FollowedMove,
        VisibleMove,
        follow_move,
        group_after,
        group_at_start,
        visible_moves,
    )
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.engine.loader import in_translation, load, store_texts, translations_wanted
    from ruleset_core.engine.observation import NumericObservation
    from ruleset_core.engine.option_vocabulary import Decision, PickedThing
    from ruleset_core.engine.position_edits import edit_position
    from ruleset_core.engine.position_games import PositionGames
    from ruleset_core.engine.saves import start_at
    from ruleset_core.engine.scoring import ScoreLine
    from ruleset_core.engine.state import State
    from ruleset_core.engine.symbols import Symbol
    from ruleset_core.engine.tunables import Tunable
    from ruleset_core.engine.visible_figures import Figure
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
    from ruleset_core.formats.story_format import StoryPart
    from ruleset_core.lang.rulebook_nodes import RuleBlock, RuleSpan
    from ruleset_core.story.accounts import Account, ScoreTracker, account_of
    from ruleset_core.story.rules_documents import RulesDocument, RulesParagraph, RulesPart, rules_document
    from ruleset_core.story.score_sheets import Subject, secret_scores, subjects, visible_scores, visible_sheet
    from ruleset_core.story.stories import (
        Foresight,
        StepEvents,
        Story,
        foresee,
        foresee_all,
        story_of,
        trace_setup,
        trace_step,
    )

_HOMES = {
    "Account": "story.accounts",
    "BrokenRuleError": "errors",
    "CardInfo": "engine.game_info",
    "CardTally": "engine.core.interpreted_arenas",
    "ChanceDraw": "engine.chance",
    "ChanceProfile": "engine.chance",
    "ChanceState": "engine.chance",
    "ChoiceStream": "engine.core.seat_policies",
    "Core": "engine.core.many_games",
    "Counts": "engine.core.game_results",
    "Decision": "engine.option_vocabulary",
    "Diagnostic": "diagnostics",
    "Endings": "engine.core.game_results",
    "Executor": "compile.host.executor_choice",
    "EffectSource": "engine.effect_index",
    "ExpansionChange": "engine.expansion_changes",
    "FeatureReader": "engine.core.value_features",
    "Figure": "engine.visible_figures",
    "FollowedMove": "engine.history",
    "Foresight": "story.stories",
    "Game": "engine.game",
    "GameNotFoundError": "discovery",
    "Games": "engine.core.game_results",
    "Glossary": "engine.glossary",
    "HookFunction": "engine.hooks",
    "IllegalOption": "errors",
    "Kind": "engine.game_info",
    "KindFact": "engine.game_info",
    "LoadError": "errors",
    "NotationError": "errors",
    "NumberError": "errors",
    "NumericObservation": "engine.observation",
    "OptionError": "errors",
    "PickedThing": "engine.option_vocabulary",
    "PlanarBoard": "engine.glossary",
    "Playouts": "engine.core.game_results",
    "PositionGames": "engine.position_games",
    "RuleBlock": "lang.rulebook_nodes",
    "RuleSpan": "lang.rulebook_nodes",
    "RulesDocument": "story.rules_documents",
    "RulesParagraph": "story.rules_documents",
    "RulesPart": "story.rules_documents",
    "RulesetError": "errors",
    "SaveError": "errors",
    "ScoreLine": "engine.scoring",
    "ScoreTracker": "story.accounts",
    "SearchResult": "engine.core.seat_policies",
    "SearchSettings": "engine.core.seat_policies",
    "Span": "diagnostics",
    "State": "engine.state",
    "States": "engine.core.many_games",
    "StepEvents": "story.stories",
    "Story": "story.stories",
    "StoryPart": "formats.story_format",
    "Subject": "story.score_sheets",
    "Suggestion": "diagnostics",
    "Symbol": "engine.symbols",
    "Tunable": "engine.tunables",
    "ValueFeatures": "engine.core.value_features",
    "VisibleMove": "engine.history",
    "WinProbabilities": "engine.core.value_features",
    "Winning": "engine.game_info",
    "account_of": "story.accounts",
    "announcing": "compile.host.executor_choice",
    "chance_profile": "engine.chance",
    "core_of": "engine.core.factory",
    "executor": "compile.host.executor_choice",
    "follow_move": "engine.history",
    "describe_position": "engine.described_positions",
    "describe_with_dice": "engine.described_positions",
    "edit_position": "engine.position_edits",
    "effect_sources": "engine.effect_index",
    "question_sources": "engine.effect_index",
    "foresee": "story.stories",
    "foresee_all": "story.stories",
    "group_after": "engine.history",
    "group_at_start": "engine.history",
    "trace_step": "story.stories",
    "trace_setup": "story.stories",
    "imagine": "engine.determinization",
    "invariants_hold": "engine.determinization",
    "levels_of": "engine.core.seat_policies",
    "levels_used": "engine.core.seat_policies",
    "in_translation": "engine.loader",
    "translations_wanted": "engine.loader",
    "load": "engine.loader",
    "rules_document": "story.rules_documents",
    "secret_scores": "story.score_sheets",
    "same_position": "engine.described_positions",
    "start_at": "engine.saves",
    "store_texts": "engine.loader",
    "subjects": "story.score_sheets",
    "swapped": "engine.determinization",
    "story_of": "story.stories",
    "visible_moves": "engine.history",
    "visible_scores": "story.score_sheets",
    "visible_sheet": "story.score_sheets",
    "without_cache": "compile.host.executor_choice",
}

__all__ = [
    "Account",
    "BrokenRuleError",
    "CardInfo",
    "CardTally",
    "ChanceDraw",
    "ChanceProfile",
    "ChanceState",
    "ChoiceStream",
    "Core",
    "Counts",
    "Decision",
    "Diagnostic",
    "EffectSource",
    "Endings",
    "Executor",
    "ExpansionChange",
    "FeatureReader",
    "Figure",
    "FollowedMove",
    "Foresight",
    "Game",
    "GameNotFoundError",
    "Games",
    "Glossary",
    "HookFunction",
    "IllegalOption",
    "Kind",
    "KindFact",
    "LoadError",
    "NotationError",
    "NumberError",
    "NumericObservation",
    "OptionError",
    "PickedThing",
    "PlanarBoard",
    "Playouts",
    "PositionGames",
    "RuleBlock",
    "RuleSpan",
    "RulesDocument",
    "RulesParagraph",
    "RulesPart",
    "RulesetError",
    "SaveError",
    "ScoreLine",
    "ScoreTracker",
    "SearchResult",
    "SearchSettings",
    "Span",
    "State",
    "States",
    "StepEvents",
    "Story",
    "StoryPart",
    "Subject",
    "Suggestion",
    "Symbol",
    "Tunable",
    "ValueFeatures",
    "VisibleMove",
    "WinProbabilities",
    "Winning",
    "__version__",
    "account_of",
    "announcing",
    "chance_profile",
    "core_of",
    "describe_position",
    "describe_with_dice",
    "edit_position",
    "effect_sources",
    "executor",
    "follow_move",
    "foresee",
    "foresee_all",
    "group_after",
    "group_at_start",
    "imagine",
    "in_translation",
    "invariants_hold",
    "levels_of",
    "levels_used",
    "load",
    "question_sources",
    "rules_document",
    "same_position",
    "secret_scores",
    "start_at",
    "store_texts",
    "story_of",
    "subjects",
    "swapped",
    "trace_setup",
    "trace_step",
    "translations_wanted",
    "visible_moves",
    "visible_scores",
    "visible_sheet",
    "without_cache",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
