"""The pages of a site that need no scripts: the gallery, the page of a game, its rules. All addresses in them are relative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core import rules_document
from ruleset_core.cli.rules_page import RULES_STYLE, rules_elements
from ruleset_core.lab.report.document import h, style_sheet
from ruleset_core.messages import message
from ruleset_core.view.look.game_looks import pictures

if TYPE_CHECKING:
    from ruleset_core import Game

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What these pages may load: files of the site, and pictures that stand in them."""
INDEX: Final = "index.html"
ART: Final = "art.svg"
"""The pictures of a game's own, as symbols."""


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game as the site shows it.

    Attributes:
        game: the game itself.
        languages: those in which it has a name of its own.
        words: what its picture shows in words, by language.
        size: bytes of the game as one file.
        lessons: whether it has lessons that can be played here.
    """

    game: Game
    languages: Sequence[str]
    words: Mapping[str, str]
    size: int
    lessons: bool = False

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.game.id

    def audience(self, lang: str) -> str:
        """For how many it is, and in which languages."""
        low, high = self.game.players
        players = message("cli.site.players", lang, span=str(low) if low == high else f"{low}–{high}", count=high)
        return " · ".join([players, *(message("play.language", each) for each in self.languages)])


@dataclass(frozen=True, slots=True)
class SiteLayout:
    """Where pages lie: the languages, the first of which has the outermost pages, the directory that games share, and the title by language."""

    languages: Sequence[str]
    app: str
    titles: Mapping[str, str]

    def folder(self, lang: str) -> str:
        """The folder of the pages in a language: `es/`, empty for the first one."""
        return "" if lang == self.languages[0] else f"{lang}/"

    def gallery(self, lang: str) -> str:
        """The file of the gallery."""
        return f"{self.folder(lang)}{INDEX}"

    def page(self, lang: str, game: str, name: str = INDEX) -> str:
        """A file of a game's own in a language."""
        return f"{self.folder(lang)}games/{game}/{name}"


def site_style(own: str) -> str:
    """The style sheet of all pages: that of reports and rules, and what only a site has."""
    return style_sheet() + RULES_STYLE + own


def gallery_page(layout: SiteLayout, games: Sequence[SiteGame], lang: str) -> str:
    """The page that shows all games."""
    page = _Page(layout, layout.gallery(lang), lang)
    cards = (_card(page, each, lang) for each in games)
    main = h(
        "main",
        h("header", h("h1", layout.titles[lang]), h("p", message("cli.site.lead", lang), class_="lead")),
        h("ul", *cards, class_="games"),
    )
    return page.text(layout.titles[lang], main, {each: layout.gallery(each) for each in layout.languages})


def _card(page: _Page, each: SiteGame, lang: str) -> ET.Element:
    own = page.to(page.layout.page(lang, each.id))
    picture = page.picture(each, "")
    return h(
        "li",
        h("a", picture, h("h2", each.game.title(lang)), href=own),
        h("p", each.game.about(lang)),
        h("p", each.audience(lang), class_="soft"),
        h("p", each.game.rights.text(lang), class_="soft"),
        h(
            "p",
            h("a", message("cli.site.play", lang), href=page.play(each.id), class_="usual"),
            h("a", message("cli.site.rules", lang), href=page.to(page.layout.page(lang, each.id, "rules.html"))),
            class_="ways",
        ),
    )


def game_page(layout: SiteLayout, each: SiteGame, lang: str) -> str:
    """The page of a game: what it is, and what one may do with it."""
    page, game = _Page(layout, layout.page(lang, each.id), lang), each.game
    rules = rules_document(game, lang)
    text = page.to(layout.page(lang, each.id, "rules.html"))
    ways = [h("a", message("cli.site.play", lang), href=page.play(each.id), class_="usual")]
    if each.lessons:
        ways.append(h("a", message("cli.site.learn", lang), href=f"{page.play(each.id)}&learn=1"))
    ways.append(h("a", message("cli.site.rules", lang), href=text))
    save = h(
        "button",
        message("cli.site.download", lang, size=f"{each.size / 1e6:.0f}"),
        type="button",
        id="download",
        hidden="hidden",
        data_pieces=page.to(f"games/{each.id}/file.json"),
        data_failed=message("cli.site.download_failed", lang),
    )
    main = h(
        "main",
        h("p", h("a", f"← {layout.titles[lang]}", href=page.to(layout.gallery(lang)))),
        h(
            "div",
            page.picture(each, each.words.get(lang, "")),
            h(
                "div",
                h("h1", game.title(lang)),
                h("p", game.about(lang)),
                h("p", each.audience(lang), class_="soft"),
                h("p", *ways, class_="ways"),
                h("p", save, class_="ways"),
                h("p", message("cli.site.alone", lang), class_="soft"),
                h("p", game.rights.text(lang), class_="soft"),
            ),
            class_="about",
        ),
        h("h2", h("a", message("cli.site.rules", lang), href=text)),
        h("ul", *(h("li", h("a", part.title, href=f"{text}#{part.name}")) for part in rules.parts), class_="parts"),
    )
    return page.text(game.title(lang), main, {one: layout.page(one, each.id) for one in layout.languages})


def rules_of_site(layout: SiteLayout, each: SiteGame, lang: str) -> str:
    """The rules of a game."""
    page, game = _Page(layout, layout.page(lang, each.id, "rules.html"), lang), each.game
    rules = rules_document(game, lang)
    main = h(
        "main",
        h("p", h("a", f"← {game.title(lang)}", href=page.to(layout.page(lang, each.id)))),
        h("header", h("h1", rules.title)),
        *rules_elements(game, rules, lang),
        h("p", h("a", message("cli.site.play", lang), href=page.play(each.id), class_="usual"), class_="ways"),
        class_="text",
    )
    return page.text(rules.title, main, {one: layout.page(one, each.id, "rules.html") for one in layout.languages})


def picture_file(game: str, lang: str) -> str:
    """The file of a game's picture with the words of a language."""
    return f"games/{game}/picture-{lang}.svg"


def scene_file(game: str, lang: str) -> str:
    """The file with the same picture as a page of a table draws it."""
    return f"games/{game}/scene-{lang}.json"


class _Page:
    """A page at its place in the site."""

    def __init__(self, layout: SiteLayout, file: str, lang: str) -> None:
        self.layout, self.file, self.lang = layout, file, lang

    def to(self, file: str) -> str:
        """The address of a file of the site, as seen from here."""
        return "../" * self.file.count("/") + file

    def play(self, game: str) -> str:
        """The address at which a game is played, in the language of this page."""
        return f"{self.to(f'games/{game}/play.html')}?lang={self.lang}"

    def picture(self, each: SiteGame, words: str) -> ET.Element:
        """The picture of a game; a script puts in its place what the page of a table would show."""
        art = self.to(f"games/{each.id}/{ART}") if pictures(each.game) else ""
        image = h(
            "img",
            src=self.to(picture_file(each.id, self.lang)),
            loading="lazy",
            width="400",
            height="300",
            data_scene=self.to(scene_file(each.id, self.lang)),
            data_art=art,
        )
        image.set("alt", words)
        return h("span", image, class_="shot")

    def text(self, title: str, main: ET.Element, others: Mapping[str, str]) -> str:
        """The whole page. `others`: where it lies in each language."""
        app = self.to(self.layout.app)
        links = (
            h(
                "a",
                message("play.language", lang),
                href=self.to(file),
                hreflang=lang,
                lang=lang,
                **_now(lang, self.lang),
            )
            for lang, file in others.items()
        )
        head = h(
            "head",
            ET.Element("meta", charset="utf-8"),
            ET.Element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            ET.Element("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY}),
            ET.Element("meta", name="referrer", content="no-referrer"),
            h("title", title),
            h("link", rel="stylesheet", href=f"{app}/site.css"),
            h("link", rel="icon", href=f"{app}/icon.svg", type="image/svg+xml"),
            h("script", src=f"{app}/site.js", defer="defer"),
        )
        first = {"data_first": "true"} if self.lang == self.layout.languages[0] else {}
        nav = h("nav", *links, class_="tongues", aria_label=message("cli.site.languages", self.lang))
        body = h("body", *([nav] if len(others) > 1 else []), main, class_="site")
        return (
            "<!doctype html>\n"
            + ET.tostring(h("html", head, body, lang=self.lang, **first), "unicode", method="html")
            + "\n"
        )


def _now(lang: str, shown: str) -> dict[str, str]:
    return {"aria_current": "true"} if lang == shown else {}
