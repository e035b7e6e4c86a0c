"""Games as environments for programs that learn: Gymnasium, PettingZoo, OpenSpiel, and batches played by the core.

Needs the extra `rl` (`pip install "ruleset[rl]"`), for OpenSpiel the extra `openspiel`. Nothing of it is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import TableEnv, aec_env
    from .batch import Batch
    from .openspiel import openspiel_game
    from .parallel import ParallelTableEnv
    from .seat import SeatEnv

__all__ = ["Batch", "ParallelTableEnv", "SeatEnv", "TableEnv", "aec_env", "openspiel_game"]

_HOMES = {
    "Batch": ("batch", "rl"),
    "ParallelTableEnv": ("parallel", "rl"),
    "SeatEnv": ("seat", "rl"),
    "TableEnv": ("aec", "rl"),
    "aec_env": ("aec", "rl"),
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
