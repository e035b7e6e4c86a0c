"""Reference pages: one per diagnostic code and one per verb. Reading a page loads nothing of the engine."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core.lang.verbs import VerbSpec

_CODE_PAGES = Path(__file__).parent / "check" / "pages"


class PageNotFoundError(FileNotFoundError):
    """There is no page of that name."""


def codes() -> list[str]:
    """The diagnostic codes that have a page."""
    return sorted(file.stem for file in _CODE_PAGES.glob("*.md"))


def verbs() -> Mapping[str, "VerbSpec"]:
    """The verbs of the effect language by name."""
    from ruleset_core.lang.verbs import VERBS

    return VERBS


def page(topic: str) -> str:
    """The Markdown page of a code (any case) or a verb.

    Raises:
        PageNotFoundError: no such code or verb; the message names close ones.
    """
    known = verbs()
    if topic.upper() in codes():
        return (_CODE_PAGES / f"{topic.upper()}.md").read_text(encoding="utf-8")
    if topic in known:
        return _verb_page(known[topic])
    close = hint(topic, [*known, *codes()])
    raise PageNotFoundError(f"there is no code or verb `{topic}`" + (f"; {close}" if close else ""))


def _verb_page(verb: "VerbSpec") -> str:
    """A verb in the shape of the pages of codes: what it does, then an example."""
    return f"# {verb.signature}\n\n{fill(verb.doc, 100)}\n\n## Example\n\n    {verb.example}\n"
