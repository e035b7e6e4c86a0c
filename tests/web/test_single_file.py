"""An exported file: what goes into it, and that the worker in it answers pages as a server does. `tests/browser/test_single_file.py` opens one."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import shutil
import subprocess
import sys
from base64 import b85decode
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any
from zipfile import ZipFile

import pytest

from ruleset_core import load, rules_document
from ruleset_core.compile.host.module_reader import signatures
from ruleset_core.discovery import list_games
from ruleset_core.files import HEADERS
from ruleset_core.headers import read_header
from ruleset_core.installed import LibraryError
from ruleset_core.play.lookup.rules_lookup import position_scene
from ruleset_core.play.records import Seat, Session, record_bytes
from ruleset_core.play.records.message_codes import encode_session
from ruleset_core.positions.find_cases import find_case
from ruleset_core.positions.stored_cases import write_cases
from ruleset_core.web.page_api import ROUTES
from ruleset_core.web.single_file.game_bundle import bundle_files, make_bundle, positions_of
from ruleset_core.web.single_file.html_export import encoded, known_languages, packed, page_files
from ruleset_core.web.single_file.module_closure import ABSENT, BEGIN, ModuleSources, closure
from ruleset_core.web.single_file.page_worker import PageWorker, find_route
from ruleset_core.web.single_file.python_parts import PyodideMissing, _archive, find_pyodide, pack
from tests.native.assembler import Function, assemble

ROOT = Path(__file__).resolve().parents[2]
I32, I64 = 0x7F, 0x7E


# -- the worker


class Pages:
    """Asks a worker, as the shell of a file does."""

    def __init__(self, games: Path) -> None:
        self.sent: list[dict[str, Any]] = []
        self.worker = PageWorker(self.sent.append, games)
        self.count = 0

    async def ask(self, method: str, url: str, secret: str, body: Any = None) -> dict[str, Any]:
        self.count += 1
        number = self.count
        self.worker.request(number, method, url, secret, json.dumps(body))
        for _ in range(500):
            found = [each for each in self.sent if each.get("id") == number]
            if found:
                return found[0]
            await asyncio.sleep(0.01)
        raise AssertionError("no answer")


def test_the_worker_answers_pages_and_says_what_is_to_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))

    async def played() -> tuple[Pages, dict[str, Any], dict[str, Any]]:
        pages = Pages(ROOT / "examples")
        seats = [{"name": "Ana", "kind": "human"}, {"name": "Bo", "kind": "random"}]
        begun = await pages.ask(
            "POST",
            "/api/tables?lang=es",
            pages.worker.secret,
            {"game": "tic_tac_toe", "seats": seats, "seed": 5, "pause": 0},
        )
        made = json.loads(begun["body"])
        table, links = made["table"], made["links"]
        first = await pages.ask("GET", f"/api/t/{table}/events?lang=es", links["0"])
        option = json.loads(first["event"])["question"]["options"][4]["option"]
        taken = await pages.ask("POST", f"/api/t/{table}/answer?lang=es", links["0"], {"option": option, "number": 0})
        for _ in range(500):
            news = [json.loads(each["event"]) for each in pages.sent if each.get("event")]
            if news[-1]["question"] and news[-1]["question"]["number"] > 0:
                break
            await asyncio.sleep(0.01)
        pages.worker.close(2)
        return pages, taken, news[-1]

    pages, taken, last = asyncio.run(played())
    assert taken["status"] == 200
    assert last["lang"] == "es"
    assert last["question"]["number"] > 0
    saved = {name for each in pages.sent for name in each.get("saved", {})}
    assert {Path(name).suffix for name in saved} == {".ruleset", ".table"}
    assert not any("failed" in each for each in pages.sent)


def test_a_page_that_is_left_looks_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))

    async def opened() -> list[int]:
        pages = Pages(ROOT / "examples")
        seats = [{"name": "Ana", "kind": "human"}, {"name": "Bo", "kind": "human"}]
        begun = await pages.ask("POST", "/api/tables", pages.worker.secret, {"game": "tic_tac_toe", "seats": seats})
        made = json.loads(begun["body"])
        url, link, found = f"/api/t/{made['table']}/events", made["links"]["0"], list[int]()
        for number in range(1000, 1020):
            pages.worker.request(number, "GET", url, link, "")
            if number % 2:
                await asyncio.sleep(0)
                await asyncio.sleep(0.02)
            pages.worker.close(number)
        await asyncio.sleep(0.05)
        assert not any("failed" in each for each in pages.sent)
        last = await pages.ask("GET", url, link)
        found.append(last.get("status", 200))
        return found

    assert asyncio.run(opened()) == [200]


def test_a_game_goes_on_by_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    session = Session.start(load("tic_tac_toe"), [Seat("Ana", "human"), Seat("Bo", "human")], 5)

    async def asked() -> list[dict[str, Any]]:
        pages, found = Pages(ROOT / "examples"), []

        async def send(code: Any) -> dict[str, Any]:
            answer = await pages.ask("POST", "/api/messages?lang=es", pages.worker.secret, {"code": code})
            found.append({"status": answer["status"], **json.loads(answer["body"])})
            return found[-1]

        codes = []
        for move in (0, 4, 1):
            session.apply(session.live.options[move])
            codes.append(encode_session(session))
        made = await send(codes[0])
        await send(codes[2])
        await send(codes[1])
        other = Session.start(session.game, session.header.seats, 5)
        other.apply(other.live.options[7])
        await send(encode_session(other))
        for code in (
            "x",
            7,
            None,
            "A" * 20_000,
            encode_session(Session.start(load("kuhn_poker"), session.header.seats, 5)),
        ):
            await send(code)
        link = made["links"]["0"]
        answer = await pages.ask("GET", f"/api/t/{made['table']}/message", link)
        found.append(json.loads(answer["body"]))
        assert found[-1]["code"] == codes[2]
        return found

    first, second, *refused, last = asyncio.run(asked())
    assert (first["seat"], second["seat"], second["table"], second["links"]) == (1, 1, first["table"], {})
    assert [each["status"] for each in refused] == [409] * len(refused)
    said = [each["refused"] for each in refused]
    assert [text.split(",")[0] for text in said[:2]] == [
        "En este código no hay nada nuevo: es el tuyo o uno anterior. Pega el último que te han enviado.",
        "En este código la partida siguió otro camino que aquí. Comparad vuestras últimas jugadas y enviaos el código que vale.",
    ]
    assert len({*said[2:5]}) == 1
    assert "oculto" in said[-1]
    assert last["chance"] is False


@pytest.mark.parametrize(
    ("method", "url", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/t/abc/answer", 404),
        ("GET", "/api/t/abc/words", 403),
        ("GET", "/api/lobby", 403),
    ],
)
def test_what_the_worker_refuses(
    method: str, url: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))

    async def asked() -> dict[str, Any]:
        return await Pages(ROOT / "examples").ask(method, url, "nobody's")

    found = asyncio.run(asked())
    assert found["status"] == status
    assert json.loads(found["body"])["refused"]


def test_a_file_that_is_opened_replaces_no_saved_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sends it: what it is called is not believed."""
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    own, other = (
        record_bytes(Session.start(load("tic_tac_toe"), [Seat(name, "human"), Seat("Bo", "human")], 5).record())
        for name in ("Ana", "Eve")
    )
    pages = Pages(ROOT / "examples")
    assert pages.worker.add("own.ruleset", own)
    assert pages.worker.add("own.ruleset", other)
    assert pages.worker.add("own.ruleset", own), "it is there already"
    assert sorted(each.read_bytes() for each in tmp_path.rglob("*.ruleset")) == sorted([own, other])
    for name, raw in (
        ("own.ruleset", b"damaged"), ("own.ruleset", b""), ("..", other), ("own", other), ("x.table", other), ("own.ruleset", own + b" " * (5 << 20)),
        (".ruleset", b"x"), ("own.ruleset", b"[" * 100_000), ("a" * 300 + ".ruleset", other.replace(b"Eve", b"Ada")),
    ):  # fmt: skip
        assert not pages.worker.add(name, raw), name[:20]
    assert sorted(each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()) == sorted([own, other])


def test_every_route_is_found() -> None:
    for method, path, handler in ROUTES:
        assert find_route(method, path.replace("{table}", "356c")) == (handler, "356c" if "{table}" in path else "")


# -- the game


def test_a_header_as_json_says_the_same(tmp_path: Path) -> None:
    for game in list_games(()):
        for file in [game.path / HEADERS[0], *(each / HEADERS[1] for each in game.expansions.values())]:
            header = read_header(file)
            written = tmp_path / file.name
            written.write_text(json.dumps(header.as_data()), encoding="utf-8")
            assert read_header(written) == header, file


IN_THE_FILE = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"yaml", "pydantic", "lark", "jsonschema"}:
            raise ImportError(name)
sys.meta_path.insert(0, Absent())
from pathlib import Path
from shutil import copytree, rmtree
from ruleset_core import in_translation, load
from ruleset_core.headers import read_header
from ruleset_core.installed import LibraryError
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.bots import make_bot
with in_translation(*LANGUAGES):
    game = load("pig", (), [Path("games").resolve()])
state = game.new(2, 1)
bot = make_bot("random", 1, 0, 0)
while not state.over:
    state.apply(bot.choose(state))
print(read_header(Path("games/pig/game.yaml")).name["es"], state.scores())

# a lesson is played by the same code as elsewhere, in all languages
from ruleset_core.play.match import Match
from ruleset_core.play.match.start_positions import start_of_case
from ruleset_core.positions.find_cases import lessons_of
from ruleset_core.play.records import HUMAN, Seat
from ruleset_core.play.wording.lesson_messages import lesson_words
begun = start_of_case(lessons_of(game)[0], loaded=lambda *_, **__: game)
match = Match(begun.begin([Seat("A", HUMAN), Seat("B", "random")]))
while not match.lesson.over:
    for lang in LANGUAGES:
        words = lesson_words(match, 0, lang, ["A", "B"])
        print("lesson", *([] if words is None else words.lines))
    played = match.lesson_move
    match.answer(match.live.seat, match.lesson.sought(match.live) if played is None else played)
"""


def test_a_bundle_plays_elsewhere_without_what_reads_files_and_names_nothing_of_this_machine(tmp_path: Path) -> None:
    made, moved = tmp_path / "made", tmp_path / "moved"
    made.mkdir()
    assert make_bundle("pig", (), (), made) == "pig"
    for name, raw in bundle_files(made):
        assert str(ROOT).encode() not in raw, name
        assert str(tmp_path).encode() not in raw, name
        assert not name.endswith(".native"), name
        if name.endswith(".yaml"):
            json.loads(raw)
    made.rename(moved)
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "RULESET_BUNDLE": "1", "RULESET_CACHE": str(moved / "cache"), "RULESET_PATH": "",
        "RULESET_EXECUTOR": "interpreter",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", IN_THE_FILE], cwd=moved, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sum(line.startswith("lesson") for line in done.stdout.splitlines()) > 9
    assert "{" not in done.stdout, "all texts are filled"
    assert all(word in done.stdout for word in ("You threw a 4, so your pot holds 4.", "Has sacado un 4", "Vous avez"))


def test_a_bundle_holds_nothing_that_lies_beside_the_game(tmp_path: Path) -> None:
    """A game may lie in a repository, and comes from somebody: a link in it leads to a file of whoever exports it."""
    game, made = tmp_path / "pig", tmp_path / "made"
    copytree(ROOT / "examples" / "pig", game)
    secret = tmp_path / "id_rsa"
    secret.write_text("a secret key")
    (game / ".git").mkdir()
    for name in (".git/config", ".env", "notes.txt", "TODO", "old.json~", "key.pem"):
        (game / name).write_text("a secret of ada@example.org")
    for name in ("LICENSE", "linked.json", "linked.svg"):
        (game / name).symlink_to(secret)
    (game / "linked").symlink_to(tmp_path / "others")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "key.json").write_text("a secret of others")
    os.mkfifo(game / "pipe.json")
    made.mkdir()
    with pytest.raises(LibraryError, match=r"pipe\.json"):
        make_bundle(str(game), (), (), made)
    (game / "pipe.json").unlink()
    rmtree(made)
    made.mkdir()
    assert make_bundle(str(game), (), (), made) == "pig"
    found = dict(bundle_files(made))
    assert not [name for name, raw in found.items() if b"a secret" in raw or name.endswith((".txt", "TODO", "~"))]
    assert {name.rpartition("/")[2] for name in found} >= {"game.yaml", "stored_positions.json"}


def test_a_bundle_holds_nothing_of_expansions_that_are_not_played_with(tmp_path: Path) -> None:
    """They may be private where the game is free."""
    assert make_bundle("troyes", (), (), tmp_path) == "troyes"
    names = [name for name, _ in bundle_files(tmp_path)]
    assert "games/troyes/art/LICENSE" in names
    assert not [name for name in names if "expansions" in name]


def test_a_bundle_holds_positions_that_rules_show(tmp_path: Path) -> None:
    game = load("tournay")
    stored = {case.name: case for case in positions_of(game)}
    pictures = [each.picture for each in rules_document(game, "en").paragraphs if each.picture]
    assert pictures
    assert {*pictures} <= {*stored}
    write_cases(tmp_path, stored.values(), "tournay")
    for name in pictures:
        found = find_case([tmp_path], name)
        assert found is not None
        assert (found.described, found.options) == (stored[name].described, stored[name].options)
        assert position_scene(game, name, "fr") is not None


@pytest.mark.parametrize("place", ["1.0", "my_game"])
def test_a_directory_may_be_called_otherwise_than_its_game(place: str, tmp_path: Path) -> None:
    game, made = tmp_path / place, tmp_path / "made"
    shutil.copytree(ROOT / "examples" / "pig", game)
    text = (game / HEADERS[0]).read_text(encoding="utf-8").replace("game: pig", "game: sow", 1)
    (game / HEADERS[0]).write_text(text, encoding="utf-8")
    made.mkdir()
    assert make_bundle(str(game), (), (), made) == "sow"
    assert read_header(made / "games" / "sow" / HEADERS[0]).id == "sow"


# -- the program and the pages


def test_modules_that_need_what_is_absent_are_left_out(tmp_path: Path) -> None:
    archive = tmp_path / "program.zip"
    with ZipFile(archive, "w") as written:
        for each in (ROOT / "ruleset_core").rglob("*.py"):
            written.write(each, each.relative_to(ROOT).as_posix())
    with ZipFile(archive) as opened:
        sources = ModuleSources(opened)
        found = {*closure(sources)}
        wanted = {
            BEGIN,
            "ruleset_core.eval.evaluator",
            "ruleset_core.compile.host.javascript_host",
            "ruleset_core.play.match.hints",
        }
        assert wanted <= found
        assert not any(
            each.startswith(("ruleset_core.cli", "ruleset_core.check", "ruleset_core.model.schema")) for each in found
        )
        for module in found:
            assert not {each.split(".")[0] for each in sources.imports(module)[0]} & ABSENT, module


def test_modules_of_pages_import_each_other_by_names() -> None:
    files = page_files()
    assert 'from "ruleset/dom.js"' in files["table.js"]
    assert not [name for name, text in files.items() if name.endswith(".js") and 'from "./' in text]


def test_what_is_encoded_holds_nothing_that_ends_a_script() -> None:
    raw = bytes(range(256)) * 7 + b"\0"
    size, text = encoded(packed(raw)).split(":")
    assert not {"<", "&", ">\n"} & {*text}
    small = b85decode(text.translate(str.maketrans(".,", "<&")))[: int(size)]
    assert gzip.decompress(small) == raw


def test_a_pack_lists_its_files() -> None:
    assert pack([("b", b"22"), ("a", b"1")]) == b'[["a",1],["b",2]]\n122'


def test_the_same_files_make_the_same_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [_archive({"a": b"1"})]
    monkeypatch.setattr("time.localtime", lambda *_: (2030, 1, 1, 0, 0, 0, 0, 1, 0))
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert [_archive({"a": b"1"})] == made


def test_languages_that_are_not_known() -> None:
    assert known_languages("fr, en") == ("fr", "en")
    with pytest.raises(Exception, match="the language `xx` is not known; there are en"):
        known_languages("en,xx")


def test_a_directory_without_pyodide(tmp_path: Path) -> None:
    with pytest.raises(PyodideMissing) as found:
        find_pyodide(tmp_path)
    assert found.value.key == "incomplete"


def test_signatures_of_exported_functions() -> None:
    module = assemble(
        Function("add", (I32, I64), (I64,), b"\x20\x01"), Function("run", (), (), b"\x10\x02"), host=[("hook", "go")]
    )
    found = signatures(module)
    assert found["add"] == (bytes([I32, I64]), bytes([I64]))
    assert found["run"] == (b"", b"")
