"""Reference pages: one per diagnostic code and one per verb. Reading a page loads nothing of the engine."""

from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

_CODE_PAGES = Path(__file__).parent / "check" / "pages"
_VERBS = "ruleset_core.lang.verbs"


class PageNotFoundError(FileNotFoundError):
    """There is no page of that name."""


def codes() -> list[str]:
    """The diagnostic codes that have a page."""
    return sorted(file.stem for file in _CODE_PAGES.glob("*.md"))


def verbs() -> dict[str, str]:
    """The page of each verb of the effect language, by name: the docstring of its class."""
    pages: dict[str, str] = import_module(_VERBS).pages()
    return pages


def page(topic: str) -> str:
    """The Markdown page of a code (any case) or a verb.

    Raises:
        PageNotFoundError: no such code or verb; the message names close ones.
    """
    code = topic.upper()
    if code in codes():
        return (_CODE_PAGES / f"{code}.md").read_text(encoding="utf-8")
    known = verbs()
    if topic in known:
        return known[topic]
    close = get_close_matches(topic, [*known, *codes()], n=3) or get_close_matches(code, codes(), n=3)
    hint = f" Did you mean {' or '.join(f'`{one}`' for one in close)}?" if close else ""
    raise PageNotFoundError(f"there is no code or verb `{topic}`.{hint}")
