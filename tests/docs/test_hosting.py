"""What docs/hosting.md tells a server to run is what the command takes, and files are where it says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from ruleset_core.cli.group import cli
from ruleset_core.files import USER_DIRECTORIES
from tests.docs.pages import DOCS, blocks

PAGE = DOCS / "hosting.md"


def unit() -> dict[str, str]:
    """The service of systemd, by keys."""
    (found,) = [block.body for block in blocks(PAGE) if block.language == "ini"]
    return dict(line.split("=", 1) for line in found.splitlines() if "=" in line)


def test_the_service_starts_a_command_that_there_is() -> None:
    program, command, *words = shlex.split(unit()["ExecStart"])
    assert Path(program).name == "ruleset"
    found = cli.get_command(None, command)  # type: ignore[arg-type]
    assert found is not None
    context = found.make_context(command, words)
    assert context.params["public_url"].startswith("https://")
    assert not context.params["private_games"]


@pytest.mark.parametrize("name", USER_DIRECTORIES)
def test_all_that_is_kept_lies_in_the_directory_of_the_service(name: str) -> None:
    places = dict(each.split("=", 1) for each in unit()["Environment"].split())
    assert Path(places[name]).parent == Path("/var/lib") / unit()["StateDirectory"]
    assert str(Path(places[name]).parent) in PAGE.read_text(encoding="utf-8").partition("## Backup and restore")[2]
