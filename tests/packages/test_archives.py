"""Packages of games: the same files give the same bytes, and a hostile zip file is refused by name."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from ruleset_core.installed import LibraryError
from ruleset_core.packages import archives
from ruleset_core.packages.archives import content_hash, package_bytes, package_files, unpack

HEADER = b'game: inn\nname: Inn\nversion: "1.0"\nplayers: 2\n'


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name, content in members:
            archive.writestr(name, content, zipfile.ZIP_DEFLATED)
    return raw.getvalue()


def member(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    return info


def encrypted(raw: bytes) -> bytes:
    """A zip file whose first member says that it is encrypted."""
    changed = bytearray(raw)
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        changed[raw.index(sign) + flags] |= 1
    return bytes(changed)


def test_a_package_holds_data_and_comes_back(tmp_path: Path) -> None:
    for place, content in {
        "game.yaml": HEADER, "cards/rooms.yaml": b"cards: {}\n", "hooks.py": b"import os\n", ".git/config": b"x", "LICENSE": b"CC0",
        "__pycache__/hooks.pyc": b"x", "art/Ünlü.svg": b"<svg/>",
    }.items():  # fmt: skip
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(content)
    (tmp_path / "away.yaml").symlink_to("/etc/passwd")
    files, left_out = package_files(tmp_path)
    assert sorted(files) == ["LICENSE", "cards/rooms.yaml", "game.yaml"]
    assert sorted(left_out) == ["art/Ünlü.svg", "away.yaml", "hooks.py"]
    packed = package_bytes(files, "inn-1.0")
    assert packed == package_bytes(dict(reversed(files.items())), "inn-1.0")
    assert unpack(packed, "inn.zip") == files
    assert content_hash(unpack(packed, "inn.zip")) == content_hash(files)


def test_the_hash_tells_a_name_from_a_content() -> None:
    assert content_hash({"a.yaml": b"b"}) != content_hash({"a.yamlb": b""})
    assert content_hash({"a.yaml": b"1", "b.yaml": b""}) != content_hash({"a.yaml": b"", "b.yaml": b"1"})


def test_files_at_the_top_and_in_one_folder_are_the_same() -> None:
    assert unpack(zipped(("game.yaml", HEADER)), "x") == unpack(zipped(("inn-main/game.yaml", HEADER)), "x")
    assert unpack(zipped(("game.yaml", HEADER), (".DS_Store", b"x"), ("__MACOSX/._game.yaml", b"x")), "x") == {
        "game.yaml": HEADER
    }


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "not a sound zip file"),
        (b"PK\x03\x04 and no more", "not a sound zip file"),
        (zipped(("game.yaml", HEADER))[:-30], "not a sound zip file"),
        (zipped(("notes.txt", b"x")), "no game.yaml or expansion.yaml"),
        (zipped(("game.yaml", HEADER), ("../x.yaml", b"x")), "leads out of the package"),
        (zipped(("game.yaml", HEADER), ("a/../../x.yaml", b"x")), "leads out of the package"),
        (zipped(("game.yaml", HEADER), ("/etc/x.yaml", b"x")), "leads out of the package"),
        (zipped(("game.yaml", HEADER), ("C:/x.yaml", b"x")), "leads out of the package"),
        (zipped(("game.yaml", HEADER), (".hidden/../../x.yaml", b"x")), "leads out of the package"),
        (zipped(("game.yaml", HEADER), ("hooks.py", b"x")), "no programs"),
        (zipped(("game.yaml", HEADER), ("hooks.so", b"x")), "no programs"),
        (zipped(("game.yaml", HEADER), ("a/" * 9 + "x.yaml", b"x")), "folders lie in one another"),
        (zipped(("game.yaml", HEADER), ("nul.yaml", b"x")), "names have letters"),
        (zipped(("game.yaml", HEADER), ("x\x1b[2J.yaml", b"x")), "names have letters"),
        (zipped(("game.yaml", HEADER), ("Cards.yaml", b"x"), ("cards.yaml", b"x")), "same file on some systems"),
        (zipped(("game.yaml", HEADER), (member("x.yaml", stat.S_IFLNK | 0o777), b"/etc/passwd")), "link or a device"),
        (zipped(("game.yaml", HEADER), (member("x.yaml", stat.S_IFIFO | 0o644), b"")), "link or a device"),
        (encrypted(zipped(("game.yaml", HEADER))), "encrypted"),
    ],
)  # fmt: skip
def test_a_hostile_package_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(LibraryError, match=why) as caught:
        unpack(raw, "inn.zip")
    assert str(caught.value).isprintable()


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 100_000)
    with pytest.raises(LibraryError, match="unpacked it is larger"):
        unpack(zipped(("game.yaml", HEADER), ("a.yaml", b"#" * 60_000), ("b.yaml", b"#" * 60_000)), "inn.zip")
    monkeypatch.setattr(archives, "MOST_FILES", 3)
    with pytest.raises(LibraryError, match="has 4 files"):
        unpack(zipped(*((f"{n}.yaml", b"") for n in range(4))), "inn.zip")


def test_a_size_that_lies_is_not_believed() -> None:
    raw = bytearray(zipped(("game.yaml", b"#" * 50_000)))
    for sign, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = raw.index(sign) + place
        raw[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(LibraryError, match="not a sound zip file"):
        unpack(bytes(raw), "inn.zip")
