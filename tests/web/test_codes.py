"""Links as QR codes on the page of a host."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.conftest import Site


def test_the_host_gets_a_code_of_a_link_of_this_table_alone(site: Site) -> None:
    pytest.importorskip("segno")
    table = site.table()
    link = f"http://192.168.1.20:8000/t/{table.name}#{table.links['1']}"
    made = table.ask("host", "code", {"link": link}).json()
    assert made["size"] == 37
    assert made["path"].startswith("M2 2h7v1h-7z")
    assert table.ask("0", "code", {"link": link}).status_code == 403
    for wrong in ("http://elsewhere.example.org", link + "x" * 300, 7):
        assert table.ask("host", "code", {"link": wrong}).status_code == 400


def test_without_the_library_the_page_is_told_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    table = site.table()
    found = table.ask("host", "code", {"link": f"http://a/t/{table.name}#b"})
    assert found.status_code == 409
    assert "segno" in found.json()["refused"]
