"""Documents lead where they say, and speak of commands and options that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import click
import pytest

from ruleset_core.cli.group import COMMANDS, cli
from tests.docs.pages import DOCS, pages, title

LINK = re.compile(r"\]\(([^)\s]+)\)")
SPOKEN = re.compile(r"`ruleset ([a-z]+)([^`\n]*)`|^(?:\$ | {4})ruleset ([a-z]+)([^\n]*)", re.MULTILINE)


@cache
def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", pages(), ids=title)
def test_links_lead_somewhere(page):
    lost = []
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            lost.append(target)
    assert lost == []


def test_every_page_is_in_the_index():
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    listed = {(DOCS / target.partition("#")[0]).resolve() for target in LINK.findall(index) if "://" not in target}
    assert {page for page in DOCS.rglob("*.md") if page.name != "README.md"} <= listed


def test_each_wish_of_the_index_is_answered():
    rows = re.findall(
        r"^\| (?!---|I want)(.+) \| (.+) \|$", (DOCS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) == 13
    assert [wish for wish, answer in rows if not (LINK.search(answer) or SPOKEN.search(answer))] == []


@pytest.mark.parametrize("page", pages(), ids=title)
def test_commands_and_options_exist(page):
    unknown = []
    for match in SPOKEN.finditer(page.read_text(encoding="utf-8")):
        name, rest = match[1] or match[3], match[2] or match[4] or ""
        if name not in COMMANDS:
            unknown.append(name)
            continue
        known = {word for param in options(name) for word in param}
        unknown += [f"{name} {word}" for word in re.findall(r"(?<=\s)(--[a-z-]+)", rest) if word not in known]
    assert unknown == []


def options(command: str) -> list[list[str]]:
    found = cli.get_command(click.Context(cli), command)
    return [parameter.opts for parameter in found.params] + [["--help"]]


def test_documents_name_no_place_of_the_authors():
    for page in pages():
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"/(work|tmp|root)/", text), title(page)
