"""Formats of data files: which are read, what warns, and what `ruleset upgrade` writes."""

import re
from typing import Annotated

import pytest

from ruleset_core import __version__, load
from ruleset_core.check import fixes, lints
from ruleset_core.check.checker import check_paths
from ruleset_core.check.fixes import changed_files
from ruleset_core.check.lints import forms_that_go
from ruleset_core.cli import main
from ruleset_core.diagnostics import suggested_repairs
from ruleset_core.errors import LoadError
from ruleset_core.model import game_files
from ruleset_core.model.json_schemas import FILE_MODELS
from ruleset_core.model.schema.base import FileModel, Goes
from ruleset_core.model.yaml_documents import load_text
from ruleset_core.values import FORMAT

from .conftest import told

WRITTEN = f"format: {FORMAT}\n"


def test_a_game_without_a_format_is_of_the_first_one(fair):
    assert check_paths([fair()]).diagnostics == ()


def test_the_present_format_may_be_said(fair):
    game = fair()
    plain = load(str(game))
    (game / "game.yaml").write_text(WRITTEN + (game / "game.yaml").read_text())
    assert check_paths([game]).diagnostics == ()
    again = load(str(game))
    assert again.hash == plain.hash  # so saved games and records of earlier versions open
    assert again.entries == plain.entries


@pytest.mark.parametrize("value", ["0", "-1", "true", "one", "'1'", "1.0", ""])
def test_a_format_is_a_number_from_one(fair, value):
    game = fair()
    (game / "game.yaml").write_text(f"format: {value}\n" + (game / "game.yaml").read_text())
    found = check_paths([game]).diagnostics
    assert [item.code[:2] for item in found] in (["E1"], ["E0"]), found
    assert found[0].span.line == 1


LATER = f"E431 at `{FORMAT + 1}`: this is format {FORMAT + 1} and this version of ruleset reads up to {FORMAT}: update ruleset"


def test_a_later_format_is_refused_in_one_sentence_whatever_else_is_there(fair):
    game = fair({"scenarios/one.yaml": "what: is this\n", "more.yaml": "new_section: {}\n"})
    (game / "game.yaml").write_text(f"format: {FORMAT + 1}\nnew_key: 1\n" + (game / "game.yaml").read_text())
    assert list(map(told, check_paths([game]).diagnostics)) == [LATER]
    assert list(map(told, check_paths([game / "more.yaml"]).diagnostics)) == [LATER]
    with pytest.raises(LoadError) as refused:
        load(str(game))
    assert list(map(told, refused.value.diagnostics)) == [LATER]


def test_a_later_format_of_an_expansion_leaves_its_game_alone(fair):
    game = fair({"expansions/more/expansion.yaml": f"format: {FORMAT + 1}\nexpansion: more\nof: fair\nnew_key: 1\n"})
    assert list(map(told, check_paths([game]).diagnostics)) == [LATER]
    assert load(str(game)).id == "fair"
    with pytest.raises(LoadError, match="E431"):
        load(str(game), expansions=["more"])


# Forms that go.


class OldModel(FileModel):
    new: int = 0
    old: Annotated[int, Goes("9.0.0", "new")] = 0
    gone: Annotated[int, Goes("9.0.0")] = 0
    inner: tuple["OldModel", ...] = ()


def test_a_key_that_goes_warns_and_is_rewritten(tmp_path):
    file = tmp_path / "one.yaml"
    file.write_text("# kept\nold:  1   # this too\ninner:\n  - {old: 2}\n  - gone: 3\n")
    document, _ = load_text(file.read_text(), str(file))
    found = forms_that_go(document, OldModel)
    assert list(map(told, found)) == [
        "W542 at `old`: ruleset 9.0.0 will not read `old` | write `new`",
        "W542 at `old`: ruleset 9.0.0 will not read `old` | write `new`",
        "W542 at `gone`: ruleset 9.0.0 will not read `gone` | `ruleset explain W542` says what to write",
    ]
    changes = changed_files(change for each in found for change in suggested_repairs(each))
    assert changes[file][1].decode() == "# kept\nnew:  1   # this too\ninner:\n  - {new: 2}\n  - gone: 3\n"


def test_editors_strike_out_a_key_that_goes():
    assert OldModel.model_json_schema()["$defs"]["OldModel"]["properties"]["old"]["deprecated"] is True


def models(base=FileModel):
    for model in base.__subclasses__():
        yield model
        yield from models(model)


def test_no_form_is_still_read_by_the_version_that_was_not_to_read_it():
    known = [model for model in models() if model.__module__.startswith("ruleset_core.")]
    assert set(FILE_MODELS.values()) <= set(known)
    going = [mark for model in known for info in model.model_fields.values() for mark in info.metadata]
    version = number(__version__)
    assert [mark for mark in going if isinstance(mark, Goes) and number(mark.release) <= version] == []


def number(release):
    return [int(part) for part in re.findall(r"[0-9]+", release)[:3]]


# `ruleset upgrade`


def test_an_upgrade_shows_asks_and_writes(fair, capsys, monkeypatch):
    game = fair({"expansions/more/expansion.yaml": "{expansion: more, of: fair, name: {en: More, es: Más}}\n"})
    file, other = game / "game.yaml", game / "expansions/more/expansion.yaml"
    file.write_bytes(b"\xef\xbb\xbf# kept\r\n\r\n" + file.read_bytes().replace(b"\n", b"\r\n"))
    before, small = file.read_bytes(), other.read_bytes()
    monkeypatch.setattr("click.confirm", lambda *_, **__: False)
    assert main(["upgrade", str(game)]) == 1
    assert "+format: 1" in capsys.readouterr().out
    assert (file.read_bytes(), other.read_bytes()) == (before, small)
    monkeypatch.setattr("click.confirm", lambda *_, **__: True)
    assert main(["upgrade", str(game)]) == 0
    assert file.read_bytes() == before.replace(b"\r\n\r\n", b"\r\n\r\nformat: 1\r\n", 1)
    assert other.read_bytes() == small.replace(b"{", b"{format: 1, ", 1)
    assert check_paths([game]).errors == 0
    capsys.readouterr()
    assert main(["upgrade", str(game)]) == 0
    assert capsys.readouterr().out == "everything is in format 1\n"


def test_check_writes_nothing_and_yes_does_not_ask(fair):
    game = fair()
    before = (game / "game.yaml").read_text()
    assert main(["upgrade", str(game), "--check"]) == 1
    assert (game / "game.yaml").read_text() == before
    assert main(["upgrade", str(game), "--yes"]) == 0
    assert (game / "game.yaml").read_text() == "format: 1\n" + before
    assert main(["upgrade", str(game), "--check"]) == 0


def test_an_older_format_warns_and_is_upgraded(fair, monkeypatch):
    game = fair()
    (game / "game.yaml").write_text("format: 1   # the first\n" + (game / "game.yaml").read_text())
    for module in (game_files, lints, fixes):
        monkeypatch.setattr(module, "FORMAT", 2)
    (found,) = check_paths([game]).diagnostics
    assert told(found) == "W542 at `1`: these files are of format 1, and the current one is 2 | run `ruleset upgrade`"
    assert main(["upgrade", str(game), "--yes"]) == 0
    assert (game / "game.yaml").read_text().startswith("format: 2   # the first\n")
    assert check_paths([game]).diagnostics == ()


def test_a_game_with_mistakes_is_left_alone(fair, capsys):
    game = fair({"more.yaml": "nothing_like_it: 1\n"})
    before = (game / "game.yaml").read_bytes()
    assert main(["upgrade", str(game), "--yes"]) == 1
    assert "E101" in capsys.readouterr().err
    assert (game / "game.yaml").read_bytes() == before


def test_what_cannot_be_written_changes_no_file(fair, capsys, monkeypatch):
    game = fair({"expansions/more/expansion.yaml": "expansion: more\nof: fair\nname: {en: More, es: Más}\n"})
    files = [game / "game.yaml", game / "expansions/more/expansion.yaml"]
    before = [file.read_bytes() for file in files]
    from ruleset_core.check import fixes

    replace, calls = fixes.replace_file, []

    def full(path, content):
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device", str(path))
        replace(path, content)

    monkeypatch.setattr(fixes, "replace_file", full)
    assert main(["upgrade", str(game), "--yes"]) == 1
    assert "No space left" in capsys.readouterr().err
    assert [file.read_bytes() for file in files] == before
