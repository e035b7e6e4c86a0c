"""Pages printed by `ruleset explain`: diagnostic codes, words of the language, keys of files."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ruleset_core.diagnostics import unknown_name_help

_CODE_PAGES = Path(__file__).parents[1] / "pages"


class PageNotFoundError(FileNotFoundError):
    """There is no page of that name."""


def diagnostic_codes() -> list[str]:
    """The diagnostic codes that have a page."""
    return sorted(file.stem for file in _CODE_PAGES.glob("*.md"))


def page_topics() -> Mapping[str, list[str]]:
    """Everything that has a page, by what it is."""
    from ruleset_core.check.help_pages import reference_pages

    return {
        "Codes": diagnostic_codes(),
        **reference_pages.language_topics(),
        "Keys of files": reference_pages.file_key_names(),
    }


def explanation_page(topic: str) -> str:
    """The Markdown page of a code (in any case), a word of the language or a key of a file.

    Raises:
        PageNotFoundError: there is none; the message names close ones.
    """
    if topic.upper() in diagnostic_codes():
        return (_CODE_PAGES / f"{topic.upper()}.md").read_text(encoding="utf-8")
    parts = list(_parts(topic.strip()))
    if parts:
        return "\n\n".join(parts) + "\n"
    close = unknown_name_help(topic, [name for names in page_topics().values() for name in names])
    advice = close or "`ruleset explain` lists what there is"
    raise PageNotFoundError(f"there is no code, word or key `{topic}`; {advice}")


def _parts(topic: str) -> Iterator[str]:
    """What is known of a word, in the language first, then in files."""
    from ruleset_core.check.help_pages import reference_pages

    yield from reference_pages.language_page(topic)
    yield from reference_pages.file_key_page(topic)
