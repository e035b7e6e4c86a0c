"""All features of the server: each is a module with a function `register(server)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ruleset_core.language_server import code_actions, completion, formatting, hover, navigation, outline
from ruleset_core.language_server.server import GameServer, follow_files

FEATURES: Final[Sequence[Callable[[GameServer], None]]] = (
    follow_files,
    completion.register,
    hover.register,
    code_actions.register,
    formatting.register,
    outline.register,
    navigation.register,
)
"""What answers notifications and requests."""


def make_server(roots: Sequence[str | Path] = ()) -> GameServer:
    """A server with all features; `start_io` runs it."""
    server = GameServer(roots)
    for register in FEATURES:
        register(server)
    return server
