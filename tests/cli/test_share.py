"""`ruleset serve --share`: which addresses are printed and in which order, and codes for cameras in a terminal."""

from __future__ import annotations

import re
import socket
import sys
import time
from ipaddress import ip_address
from threading import Event

import pytest

from ruleset_core.cli import share
from ruleset_core.cli.serve import EVERYWHERE, _listening, _show_codes
from ruleset_core.cli.share import addresses, code_lines, network_addresses, own_name, sharing_lines
from ruleset_core.web import qr_codes

LINK = "http://192.168.1.20:8000/t/356c253dc638#yAx0HLyAx0HLyAx0HLyAxQ"


def machine(
    monkeypatch: pytest.MonkeyPatch, *interfaces: tuple[str, str], usual: tuple[str, ...] = (), name: str = ""
) -> None:
    """A machine with these interfaces, which reaches others from its usual addresses, and has a name if one is given."""

    def resolved(asked: str, _port: None) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        if not name:
            raise socket.gaierror
        assert asked == "kitchen.local"
        return [(2, 1, 6, "", (name, 0))]

    found = {ip_address(each).version: ip_address(each) for each in usual}
    monkeypatch.setattr(share, "_interfaces", lambda: ((one, ip_address(each)) for one, each in interfaces))
    monkeypatch.setattr(share, "_usual", lambda family: found.get(4 if family == socket.AF_INET else 6))
    monkeypatch.setattr(socket, "gethostname", lambda: "kitchen")
    monkeypatch.setattr(socket, "getaddrinfo", resolved)


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(
        monkeypatch,
        ("docker0", "172.17.0.1"), ("tailscale0", "100.101.1.2"), ("eth0", "10.0.0.7"), ("eth0", "fd12::7"), ("wlan0", "192.168.1.20"),
        usual=("192.168.1.20", "2003:db::1"), name="192.168.1.20",
    )  # fmt: skip
    assert addresses(8000, six=True) == [
        "http://192.168.1.20:8000",
        "http://10.0.0.7:8000",
        "http://100.101.1.2:8000",
        "http://[fd12::7]:8000",
        "http://172.17.0.1:8000",
        "http://kitchen.local:8000",
    ]
    assert not [each for each in addresses(8000, six=False) if "[" in each]


def test_addresses_of_the_internet_or_of_this_machine_are_none_of_a_house(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, usual=("8.8.8.8",))
    assert network_addresses() == []
    for each, kept in {
        "127.0.0.1": 0,
        "169.254.3.4": 0,
        "fe80::1": 0,
        "::1": 0,
        "2003::1": 0,
        "192.168.0.2": 1,
        "100.64.0.1": 1,
    }.items():
        assert share._is_private(ip_address(each)) == bool(kept), each


def test_a_name_that_leads_elsewhere_or_is_not_found_in_time_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [ip_address("192.168.1.20")]
    machine(monkeypatch, name="192.168.1.99")
    assert not own_name(own)
    answered = Event()

    def late(*_: object) -> list[tuple[object, ...]]:
        answered.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", late)
    monkeypatch.setattr(share, "PATIENCE", 0.05)
    begun = time.monotonic()
    assert not own_name(own)
    assert time.monotonic() - begun < 5
    answered.set()


def test_without_a_network_a_sentence_says_so() -> None:
    assert (
        sharing_lines([], 8000, "en")[0] == "This machine has no address on a network: others cannot reach the server."
    )
    lines = sharing_lines(["http://10.0.0.7:8001"], 8001, "es")
    assert lines[1] == "  http://10.0.0.7:8001"
    assert len(lines) == 5


def test_both_kinds_of_addresses_have_one_port() -> None:
    four = _listening(EVERYWHERE, 0, "en")
    port = four.getsockname()[1]
    try:
        six = _listening("::", port, "en")
    except Exception as error:  # noqa: BLE001 - whatever a machine without them says
        pytest.skip(f"no addresses of IPv6: {error}")
    finally:
        four.close()
    assert six.getsockname()[1] == port
    six.close()


def test_a_code_in_a_terminal_shows_its_squares() -> None:
    pytest.importorskip("segno")
    rows = qr_codes.qr_rows(LINK)
    drawn = "".join(line + "\n" for line in code_lines(rows, coloured=True))
    pairs = {block: pair for pair, block in share.BLOCKS.items()}
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn).splitlines()
    found = ["".join(pairs[block][half] for block in line) for line in plain for half in (0, 1)]
    assert found[: len(rows)] == rows
    assert plain == [*code_lines(rows, coloured=False)]


def test_a_path_draws_the_dark_squares() -> None:
    rows = ["0000", "0110", "1001"]
    dark = set()
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", qr_codes.qr_path(rows)):
        dark |= {(int(x) + step, int(y)) for step in range(int(wide))}
    assert dark == {(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square == "1"}


def test_without_the_library_a_sentence_takes_the_place_of_codes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    _show_codes([("Bo", LINK)], "en")
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _show_codes([("Bo", LINK)], "en")
    assert "segno" in capsys.readouterr().err
