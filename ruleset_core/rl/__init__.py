"""Environments for learning programs: Gymnasium, PettingZoo, OpenSpiel, batches.

Needs the extra `rl` (`pip install "ruleset[rl]"`), for OpenSpiel the extra `openspiel`. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.rl.batch import Batch
    from ruleset_core.rl.gymnasium_env import SeatEnv
    from ruleset_core.rl.openspiel import openspiel_game
    from ruleset_core.rl.pettingzoo_envs import ParallelTableEnv, TableEnv, aec_env

__all__ = ["Batch", "ParallelTableEnv", "SeatEnv", "TableEnv", "aec_env", "openspiel_game"]

_HOMES = {
    "Batch": ("batch", "rl"),
    "ParallelTableEnv": ("pettingzoo_envs", "rl"),
    "SeatEnv": ("gymnasium_env", "rl"),
    "TableEnv": ("pettingzoo_envs", "rl"),
    "aec_env": ("pettingzoo_envs", "rl"),
    "openspiel_game": ("openspiel", "openspiel"),
}
"""The module of each name, and the extra that it needs."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, extra = _HOMES[name]
    try:
        return getattr(import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("ruleset_core"):
            raise
        raise ImportError(f'{name} needs {error.name}: pip install "ruleset[{extra}]"', name=error.name) from None
