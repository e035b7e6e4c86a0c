"""Writes a site: everything into a directory within the place first, then file by file where it belongs.

    export_site(SiteRequest(["pig"]), Path("site"), find_pyodide(None), print)

Who stops it before the last step leaves the old site as it was. The new files are put beside the old ones, pages last, and only then
what no page needs any more goes: so each page finds what it names at any time.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any, Final
from xml.etree import ElementTree as ET

from ruleset_core import Game, in_translation, load
from ruleset_core.cli.site.site_pages import (
    ART,
    INDEX,
    SiteGame,
    SiteLayout,
    gallery_page,
    game_page,
    picture_file,
    rules_of_site,
    scene_file,
    site_style,
)
from ruleset_core.cli.site.site_pictures import draw_middle, middle_of_game
from ruleset_core.discovery import list_games
from ruleset_core.errors import RulesetError
from ruleset_core.files import file_bytes
from ruleset_core.headers import Rights
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.positions.find_cases import lessons_of
from ruleset_core.version import __version__
from ruleset_core.view.look.game_looks import pictures
from ruleset_core.web.page_messages import page_words
from ruleset_core.web.single_file.html_export import (
    PAGES,
    SHELL,
    GamePart,
    HtmlExport,
    encoded_size,
    facts_section,
    file_html,
    game_part,
    lock_file,
    shared_parts,
    shell_html,
    shell_texts,
)

HERE: Final = Path(__file__).parent
MANIFEST: Final = "site.json"
"""The file that says what a site is made of."""
UNFINISHED: Final = ".ruleset-unfinished-"
"""How directories begin in which a site is made."""
APP: Final = "app-"
OWN: Final = ("site.js", "attach.js", "preview.html", "preview.css", "preview.js")
"""Files of a site itself that games share."""
FRAME_POLICY: Final = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"
"""What the pages of a table may load: their own scripts and styles. All else they ask the page around them."""
PLAY_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page around them may load: files of the site, and the worker that it makes of one."""
SITE_TEXTS: Final = ("games", "from_disk")
"""What the shell says in a site alone: `page.site.games`."""


class SiteError(RulesetError):
    """A site cannot be made; `key` is that of the message that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values

    def why(self, lang: str) -> str:
        """The sentence."""
        shown = {key: each.text(lang) if isinstance(each, Rights) else each for key, each in self.values.items()}
        return message(f"cli.export.site.{self.key}", lang, **shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteRequest:
    """What a site is made of.

    Attributes:
        games: names or paths; all that there are, if none is named.
        expansions: those of the one game that is named.
        roots: directories in which games are looked for besides.
        languages: those of the pages, the first one outermost; all, if none is named.
        title: what stands above the gallery.
        private_games: whether games go in that may not be published freely.
    """

    games: Sequence[str] = ()
    expansions: Sequence[str] = ()
    roots: Sequence[Path] = ()
    languages: Sequence[str] = ()
    title: str = ""
    private_games: bool = False


Step = Callable[[str, Mapping[str, object]], object]
"""Hears what is being done: the key of a message, and its values."""


def check_place(directory: Path) -> None:
    """Raise `SiteError` for a directory that holds something else than a site."""
    if not directory.exists():
        return
    if not directory.is_dir():
        raise SiteError("no_directory", directory=directory)
    if any(not each.name.startswith(".") for each in directory.iterdir()) and _manifest(directory) is None:
        raise SiteError("not_ours", directory=directory, file=MANIFEST)


def export_site(wanted: SiteRequest, directory: Path, pyodide: Path, step: Step) -> list[str]:
    """Write the site, and return the ids of its games.

    Raises:
        SiteError: the directory holds something else, no game may go in, or one may not.
        RulesetError: there is no such game, or it has mistakes.
        OSError: something cannot be written.
    """
    check_place(directory)
    games = [*_games(wanted)]
    languages = tuple(wanted.languages or LANGUAGES)
    titles = {lang: wanted.title or message("cli.site.title", lang) for lang in languages}
    with _unfinished(directory) as new:
        step("shared", {})
        shared = shared_parts(pyodide)
        layout = SiteLayout(languages, _write_app(new, shared, languages), titles)
        shown = []
        for number, (name, game) in enumerate(games, 1):
            step("game", {"game": game.title("en"), "number": number, "count": len(games)})
            part = game_part(HtmlExport(name, wanted.expansions, wanted.roots))
            shown.append(_write_game(new, layout, game, part, shared, lock_file(pyodide)))
        for lang in languages:
            _write(new / layout.gallery(lang), gallery_page(layout, shown, lang))
        _finish(new, directory, titles[languages[0]], [each.id for each in shown])
    return [each.id for each in shown]


# -- which games


def _games(wanted: SiteRequest) -> Iterator[tuple[str, Game]]:
    """The games by the names under which they are found, as their names stand in the alphabet."""
    if wanted.expansions and len(wanted.games) != 1:
        raise SiteError("expansions")
    named = [*wanted.games] or [
        str(each.path)
        for each in sorted(list_games(tuple(wanted.roots)), key=lambda each: each.header.title("en").casefold())
        if wanted.private_games or each.header.rights.is_free
    ]
    if not named:
        raise SiteError("no_games")
    known = set[str]()
    for name in named:
        with in_translation(*LANGUAGES):
            game = load(name, wanted.expansions, wanted.roots)
        if not (wanted.private_games or game.rights.is_free):
            raise SiteError("not_free", game=game.title("en"), rights=game.rights)
        if game.id in known:
            raise SiteError("twice", game=game.id)
        known.add(game.id)
        yield name, game


# -- what games share


def _write_app(new: Path, shared: Mapping[str, bytes], languages: Sequence[str]) -> str:
    """Write what games share; the name of its directory."""
    files = {
        each.name: file_bytes(each)
        for each in sorted(PAGES.iterdir())
        if each.suffix in {".js", ".css", ".html", ".svg"}
    }
    files |= {
        each.name: file_bytes(each)
        for each in (SHELL / "shell.js", SHELL / "shell.css", *(HERE / name for name in OWN))
    }
    files["site.css"] = site_style(file_bytes(HERE / "site.css").decode()).encode()
    for name, raw in files.items():
        if name.endswith(".html"):
            files[name] = _framed(name, raw.decode()).encode()
    files |= {f"words-{lang}.json": _json(page_words(lang)).encode() for lang in languages}
    files |= {f"{name}.bin": raw for name, raw in shared.items()}
    found = blake2b(digest_size=6)
    for name, raw in sorted(files.items()):
        found.update(f"{name} {len(raw)}\n".encode() + raw)
    app = f"{APP}{found.hexdigest()}"
    for name, raw in files.items():
        _write(new / app / name, raw)
    return app


def _framed(name: str, page: str) -> str:
    """A page that is shown in a frame: what it may load, and for that of a table what it finds instead of a server."""
    head = f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">'
    head += "" if name in OWN else '\n<script src="attach.js"></script>'
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{head}').replace('="/static/', '="')


# -- a game


def _write_game(
    new: Path, layout: SiteLayout, game: Game, part: GamePart, shared: Mapping[str, bytes], lock: str
) -> SiteGame:
    home, app = new / "games" / game.id, f"../../{layout.app}"
    bundle = f"bundle-{blake2b(part.bundle, digest_size=6).hexdigest()}.bin"
    _write(home / bundle, part.bundle)
    texts = shell_texts(layout.languages)
    _write(home / "play.html", _play_page(layout, part, texts, lock, shared, bundle))
    places = {name: f"{app}/{name}.bin" for name in shared} | {"bundle": bundle}
    pieces = file_html(part, texts, lock, lambda name: f"\0{name}\0").split("\0")
    listed = [{"part": places[each]} if place % 2 else each for place, each in enumerate(pieces)]
    _write(home / "file.json", json.dumps({"name": f"{game.id}.html", "pieces": listed}, ensure_ascii=False))
    size = sum(map(len, pieces)) + sum(map(encoded_size, [part.bundle, *shared.values()]))
    position, words = middle_of_game(game), {}
    for lang in layout.languages:
        drawn = draw_middle(position, lang)
        words[lang] = drawn.words
        _write(new / picture_file(game.id, lang), drawn.svg)
        _write(new / scene_file(game.id, lang), _json(drawn.scene))
    symbols = "".join(ET.tostring(each, encoding="unicode") for each in pictures(game).values())
    if symbols:
        _write(home / ART, f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>')
    shown = SiteGame(game, _languages(game), words, size, lessons=bool(lessons_of(game)))
    for lang in layout.languages:
        _write(new / layout.page(lang, game.id), game_page(layout, shown, lang))
        _write(new / layout.page(lang, game.id, "rules.html"), rules_of_site(layout, shown, lang))
    return shown


def _languages(game: Game) -> list[str]:
    """The languages in which a game says what it is: English, and those in which that differs."""
    first = LANGUAGES[0]
    return [lang for lang in LANGUAGES if lang == first or game.about(lang) != game.about(first)]


def _play_page(
    layout: SiteLayout,
    part: GamePart,
    texts: Mapping[str, Mapping[str, str]],
    lock: str,
    shared: Mapping[str, bytes],
    bundle: str,
) -> str:
    app = f"../../{layout.app}"
    said = {
        lang: {
            **each,
            **{key: message(f"page.site.{key}", lang) for key in SITE_TEXTS},
            "no_scripts": message("page.site.no_scripts", lang),
        }
        for lang, each in texts.items()
    }
    parts = {name: [f"{app}/{name}.bin", len(raw)] for name, raw in shared.items() if name != "pages"}
    parts["bundle"] = [bundle, len(part.bundle)]
    site: dict[str, Any] = {
        "app": f"{app}/",
        "parts": parts,
        "home": {lang: f"../../{layout.page(lang, part.id)}" for lang in layout.languages},
    }
    return shell_html(
        part.title,
        said,
        policy=PLAY_POLICY,
        style=f'<link rel="stylesheet" href="{app}/shell.css">\n<link rel="icon" href="{app}/icon.svg" type="image/svg+xml">',
        parts=facts_section(part, said, lock, site=site),
        script=f'<script src="{app}/shell.js"></script>',
    )


# -- files in their places


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _write(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


@contextmanager
def _unfinished(directory: Path) -> Iterator[Path]:
    """A new directory within the place, gone at the end, as the place is if nothing came into it."""
    directory.mkdir(parents=True, exist_ok=True)
    for each in directory.glob(f"{UNFINISHED}*"):  # of one that was killed
        shutil.rmtree(each, ignore_errors=True)
    new = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=directory))
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)
        if not any(directory.iterdir()):
            directory.rmdir()


def _finish(new: Path, directory: Path, title: str, games: Sequence[str]) -> None:
    """Put the files of a new site where they belong, what pages name before the pages; then delete what only the old one had."""
    old = _manifest(directory) or {}
    files = sorted(
        (each.relative_to(new).as_posix() for each in new.rglob("*") if each.is_file()),
        key=lambda name: (name.endswith(".html"), name.endswith(INDEX), name),
    )
    made = {"made_by": "ruleset", "version": __version__, "title": title, "games": [*games], "files": files}
    _write(new / MANIFEST, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    for name in [*files, MANIFEST]:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (new / name).replace(directory / name)
    listed = old.get("files")
    gone = [
        name
        for name in (listed if isinstance(listed, list) else [])
        if _is_inside(directory, name) and name not in {*files}
    ]
    for name in gone:
        (directory / name).unlink(missing_ok=True)
    for folder in sorted(
        {parent for name in gone for parent in (directory / name).parents if parent != directory}, reverse=True
    ):
        if folder.is_relative_to(directory) and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _is_inside(directory: Path, name: object) -> bool:
    """Whether a name in a manifest, which anybody may have written, is that of a file in the site; what a link leads to is none."""
    if (
        not isinstance(name, str)
        or "\0" in name
        or PurePosixPath(name).is_absolute()
        or ".." in PurePosixPath(name).parts
    ):
        return False
    found = directory / name
    return found.parent.resolve().is_relative_to(directory.resolve()) and (found.is_symlink() or not found.is_dir())


def _manifest(directory: Path) -> dict[str, Any] | None:
    """What a site says of itself; None where there is none."""
    try:
        found = json.loads(file_bytes(directory / MANIFEST))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("made_by") == "ruleset" else None
