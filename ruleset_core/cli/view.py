"""The score sheet of any game, and what is drawn as plain text."""

from __future__ import annotations

from ruleset_core.cli.view_kit import to_plain
from ruleset_core.cli.view_scores import render_scores

__all__ = ["render_scores", "to_plain"]
