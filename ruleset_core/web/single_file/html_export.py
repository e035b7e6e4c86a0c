"""Puts an exported file together: shell, pages, Python, the program and one game.

    export_html(HtmlExport("pig"), find_pyodide(None))      the text of an HTML file

The parts lie in it compressed, as text: some 8 MB of it are Python, which the browser unpacks and compiles while the shell is seen.
"""

from __future__ import annotations

import gzip
import html
import json
import re
import tempfile
from base64 import b85encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import file_bytes
from ruleset_core.headers import read_header
from ruleset_core.messages import LANGUAGES, message_template
from ruleset_core.web.single_file.game_bundle import GAMES, bundle_files, make_bundle
from ruleset_core.web.single_file.page_worker import ASKS
from ruleset_core.web.single_file.python_parts import compiled_parts, pack

SHELL: Final = Path(__file__).parent
PAGES: Final = SHELL.parent / "static"
HOST: Final = SHELL.parents[1] / "compile" / "host" / "javascript_host.js"
TEXTS: Final = (
    "begins",
    "failed",
    "not_kept",
    "hand_over",
    "my_turn",
    "start",
    "save",
    "open",
    "not_opened",
    "no_scripts",
)
"""The messages of the shell: `texts.begins` is `page.file.begins`."""
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; frame-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page of a file may load: nothing from elsewhere."""
IMPORT: Final = re.compile(r'(\bfrom |\bimport |\bimport\()"\./([\w-]+\.js)"')


@dataclass(frozen=True, slots=True)
class HtmlExport:
    """What is exported: a game by name or path, expansions, directories in which they are looked for, languages (all, if none is named), what testers are asked."""

    game: str
    expansions: Sequence[str] = ()
    roots: Sequence[Path] = ()
    languages: Sequence[str] = ()
    asks: Sequence[str] = ()


def known_languages(given: str) -> tuple[str, ...]:
    """Languages as they are named on a command line, such as `en,es`. Raises `RulesetError` for one that the program does not speak."""
    found = tuple(filter(None, (each.strip() for each in given.split(","))))
    for each in found:
        if each not in LANGUAGES:
            raise RulesetError(f"the language `{each}` is not known; there are {', '.join(LANGUAGES)}")
    return found


@dataclass(frozen=True, slots=True)
class GamePart:
    """What belongs to one game alone: its id, what it is called, its compressed bundle."""

    id: str
    title: str
    bundle: bytes


def export_html(wanted: HtmlExport, pyodide: Path) -> str:
    """The text of the file. Raises `RulesetError` where there is no such game, or it has mistakes."""
    game, shared = game_part(wanted), shared_parts(pyodide)
    parts = {**shared, "bundle": game.bundle}
    return file_html(game, shell_texts(wanted.languages), lock_file(pyodide), lambda name: encoded(parts[name]))


def game_part(wanted: HtmlExport) -> GamePart:
    """What belongs to the game alone. Raises as `export_html` does."""
    with tempfile.TemporaryDirectory() as place:
        own = make_bundle(wanted.game, wanted.expansions, wanted.roots, Path(place))
        Path(place, ASKS).write_text(json.dumps(list(wanted.asks), ensure_ascii=False), encoding="utf-8")
        bundle = pack(bundle_files(Path(place)))
        return GamePart(own, read_header(next(Path(place, GAMES).glob(f"{own}/game.yaml"))).title("en"), packed(bundle))


def shared_parts(pyodide: Path) -> dict[str, bytes]:
    """What all files hold, compressed, by names: pages, the worker, Python with its library, the program."""
    library, program = compiled_parts(pyodide)
    found = {
        "pages": json.dumps(page_files(), ensure_ascii=False).encode(),
        "worker": worker_script(pyodide).encode(),
        "wasm": file_bytes(pyodide / "pyodide.asm.wasm"),
        "library": library,
        "program": program,
    }
    return {name: packed(raw) for name, raw in found.items()}


def lock_file(pyodide: Path) -> str:
    """What Pyodide reads about itself, without the packages that nothing asks for."""
    lock = json.loads(file_bytes(pyodide / "pyodide-lock.json").decode())
    return json.dumps({**lock, "packages": {}})


def shell_texts(languages: Sequence[str]) -> dict[str, dict[str, str]]:
    """What the shell says, in these languages or in all."""
    return {lang: {key: message_template(f"page.file.{key}", lang) for key in TEXTS} for lang in languages or LANGUAGES}


def file_html(game: GamePart, texts: Mapping[str, Mapping[str, str]], lock: str, part: Callable[[str], str]) -> str:
    """The text of a file whose parts are written so."""
    sections = [
        facts_section(game, texts, lock),
        *(_script(name, part(name)) for name in ("pages", "worker", "wasm", "library", "program", "bundle")),
    ]
    return shell_html(
        game.title,
        texts,
        policy=POLICY,
        style=f"<style>\n{file_bytes(SHELL / 'shell.css').decode()}</style>",
        parts="\n".join(sections),
        script="<script>\n{}</script>".format(
            file_bytes(SHELL / "shell.js").decode().replace("</script", "<\\/script")
        ),
    )


def facts_section(game: GamePart, texts: Mapping[str, Mapping[str, str]], lock: str, **more: object) -> str:
    """What the shell knows from the beginning on."""
    facts = {"game": game.id, "title": game.title, "texts": texts, "lock": lock, **more}
    return _script("facts", json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c"))


def shell_html(title: str, texts: Mapping[str, Mapping[str, str]], **places: str) -> str:
    """The page of the shell: `policy`, `style`, `parts` and `script` stand where they belong."""
    first = texts[next(iter(texts))]
    return _filled(
        file_bytes(SHELL / "shell.html").decode(),
        title=html.escape(title),
        begins=html.escape(first["begins"]),
        no_scripts=" ".join(f"<p>{html.escape(each['no_scripts'])}</p>" for each in texts.values()),
        **places,
    )


def page_files() -> dict[str, str]:
    """The files of the pages, whose modules import each other by names that the shell maps."""
    found = {
        each.name: file_bytes(each).decode()
        for each in sorted(PAGES.iterdir())
        if each.suffix in {".js", ".css", ".html", ".svg"}
    }
    return {name: IMPORT.sub(r'\1"ruleset/\2"', text) for name, text in found.items()}


def worker_script(pyodide: Path) -> str:
    """The script of the worker. It is one without modules, since a worker of a file on the disk can import nothing."""
    module = file_bytes(pyodide / "pyodide.asm.mjs").decode()
    module = module.replace("import.meta.url", "self.location.href").replace("export default _createPyodideModule", "")
    loader = file_bytes(pyodide / "pyodide.js").decode().partition("//# sourceMappingURL")[0]
    host = file_bytes(HOST).decode().replace("export function", "function")
    alone = "self.importScripts = undefined;"  # Pyodide begins in no worker that could import scripts without modules
    return "\n".join([alone, module, loader, host, file_bytes(SHELL / "worker.js").decode()])


def packed(raw: bytes) -> bytes:
    """Bytes compressed as parts are."""
    return gzip.compress(raw, 9, mtime=0)


def encoded(small: bytes) -> str:
    """Bytes as text: how many they are, a colon, and they in base 85 without `<` and `&`. Base 64 would take 7 % more."""
    return f"{len(small)}:{b85encode(small, pad=True).translate(bytes.maketrans(b'<&', b'.,')).decode()}"


def encoded_size(small: bytes) -> int:
    """How many characters `encoded` writes."""
    return len(f"{len(small)}:") + (len(small) + 3) // 4 * 5


def _script(name: str, content: str) -> str:
    return f'<script type="text/plain" id="part-{name}">{content}</script>'


def _filled(template: str, **values: str) -> str:
    """A template with its `{{names}}` put in."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)
