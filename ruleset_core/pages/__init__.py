"""What `ruleset explain` prints: a page for each diagnostic code, each word of the language and each key of a file.

Reading a page loads nothing of the engine. A word may mean several things (`gain` is a verb and an event, `count` is an
amount and a key); its page then has a part for each.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ruleset_core.model.diagnostic import hint

__all__ = ["PageNotFoundError", "codes", "page", "topics"]

_CODE_PAGES = Path(__file__).parents[1] / "check" / "pages"


class PageNotFoundError(FileNotFoundError):
    """There is no page of that name."""


def codes() -> list[str]:
    """The diagnostic codes that have a page."""
    return sorted(file.stem for file in _CODE_PAGES.glob("*.md"))


def topics() -> Mapping[str, list[str]]:
    """Everything that has a page, by what it is."""
    from ruleset_core.pages import files, language

    return {"Codes": codes(), **language.topics(), "Keys of files": files.names()}


def page(topic: str) -> str:
    """The Markdown page of a code (in any case), a word of the language or a key of a file.

    Raises:
        PageNotFoundError: there is none; the message names close ones.
    """
    if topic.upper() in codes():
        return (_CODE_PAGES / f"{topic.upper()}.md").read_text(encoding="utf-8")
    parts = list(_parts(topic.strip()))
    if parts:
        return "\n\n".join(parts) + "\n"
    close = hint(topic, [name for names in topics().values() for name in names])
    advice = close or "`ruleset explain` lists what there is"
    raise PageNotFoundError(f"there is no code, word or key `{topic}`; {advice}")


def _parts(topic: str) -> Iterator[str]:
    """What is known of a word, in the language first, then in files."""
    from ruleset_core.pages import files, language

    yield from language.parts(topic)
    yield from files.parts(topic)
