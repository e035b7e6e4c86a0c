"""What is drawn as plain text, for files and pipes."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType


def to_plain(renderable: RenderableType, width: int) -> str:
    """The renderable as text without colours or trailing blanks, for files, pipes and tests."""
    sink = io.StringIO()
    console = Console(
        file=sink, width=width, color_system=None, force_terminal=False, highlight=False, markup=False, emoji=False
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in sink.getvalue().splitlines())
