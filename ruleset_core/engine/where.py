"""Where in the files of a game something is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruleset_core.model.diagnostic import Span
    from ruleset_core.model.source import Document

__all__ = ["where"]


def where(documents: Sequence[Document], section: str, name: str = "") -> Span | None:
    """The key of an entry of a section, or of the section itself; None if no file has it."""
    for document in documents:
        data: Any = document.data
        held = data.get(section) if isinstance(data, dict) else None
        if held is None or (name and not (isinstance(held, dict) and name in held)):
            continue
        home, path = document.home((section, name) if name else (section,))
        return home.key_span(path)
    return None
