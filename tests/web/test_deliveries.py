"""Where messages may go, how mail is set up, and what becomes of a message that cannot be delivered."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.web.slow_games import deliveries as sending
from ruleset_core.web.slow_games.deliveries import (
    Deliveries,
    DeliverySettings,
    MailSettings,
    MailSettingsError,
    is_public_address,
    is_webhook_host,
    parse_webhook,
    read_mail_settings,
    readable_by_others,
    send_webhook,
    webhook_body,
)
from ruleset_core.web.slow_games.notifications import NoticeText
from tests.web.slow_server import FakeClock, deliveries, receivers

ALLOWED = ("discord.com", "hooks.example.org:8443", "localhost:8080", "10.0.0.7", "[::1]:9")
TEXT = NoticeText("It is your turn in Pig", "Pig: your turn", "No more", "https://x/#stop", "t.0.1.turn")


@pytest.mark.parametrize(
    "address",
    ["https://discord.com/api/webhooks/1/x?wait=true", "https://DISCORD.com:443/", "https://hooks.example.org:8443/", "http://localhost:8080/a", "https://10.0.0.7/", "http://[::1]:9/"],
)  # fmt: skip
def test_hosts_that_were_named_are_allowed(address: str) -> None:
    assert parse_webhook(address, ALLOWED) is not None


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/", "https://discord.com.evil.example/", "https://evil.example/discord.com", "https://discord.com@evil.example/",
        "https://evil.example\\@discord.com/", "https://discord.com:8443/", "https://sub.discord.com/", "https://hooks.example.org/", "https://user:pw@discord.com/",
        "ftp://discord.com/", "file:///etc/passwd", "discord.com/x", "https://discord.com/#x", "https://discord.com/\nHost: x", "https://discord.com/ x", "https://discord.com/é",
        "https://", "https://[::1", "https://discord.com:99999/", "https://discord.com./", "http://localhost:81/", "http://127.0.0.1:8080/", "https://discord.com/" + "x" * 500, "", "javascript:1",
    ],
)  # fmt: skip
def test_everything_else_is_not(address: str) -> None:
    assert parse_webhook(address, ALLOWED) is None


def test_what_names_a_host() -> None:
    assert [*map(is_webhook_host, ("discord.com", "localhost:80", "[::1]:80", "10.0.0.1"))] == [True] * 4
    assert not any(
        map(is_webhook_host, ("https://discord.com", "discord.com/x", "a@b", "", "x:0", "x:y", "x?y", "é.example"))
    )


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "100.64.0.1",
        "224.0.0.1",
        "2002:0a00:0001::",
        "64:ff9b::7f00:1",
        "64:ff9b::10.0.0.1",
        "::7f00:1",
        "::ffff:0:7f00:1",
        "fec0::1",
    ],
)
def test_a_named_host_that_leads_into_the_own_network_is_not_reached(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_public_address(address)
    target = parse_webhook("https://discord.com/x", ALLOWED)
    assert target is not None
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("it is connected"))
    assert send_webhook(target, b"{}", lambda *_: ["1.1.1.1", address]) == "failed"


def test_public_addresses_are() -> None:
    assert all(map(is_public_address, ("1.1.1.1", "162.159.128.233", "2606:4700::1111", "64:ff9b::1.1.1.1")))


def test_what_discord_and_slack_read() -> None:
    body = webhook_body("It is <!channel> @everyone & Bo’s turn")
    assert b'"allowed_mentions": {"parse": []}' in body
    assert b"&lt;!channel&gt;" in body
    assert b"](" not in webhook_body("[Your turn](https://b.co)](x), it is your turn")


@pytest.mark.parametrize(
    ("status", "done"),
    [(200, "sent"), (204, "sent"), (302, "failed"), (404, "failed"), (429, "again"), (500, "failed")],
)
def test_what_a_webhook_answers(status: int, done: str) -> None:
    with receivers() as (hooks, mails):
        hooks.status, hooks.headers = status, {"location": f"http://{hooks.host}/elsewhere"}
        sender = deliveries(hooks, mails, FakeClock())
        assert sender.send("webhook", f"http://{hooks.host}/a", TEXT) == done
        assert [path for path, _ in hooks.came] == ["/a"]
        assert sender.send("webhook", "http://localhost:1/a", TEXT) == "failed"


@pytest.mark.parametrize(("refuses", "done"), [("", "sent"), ("450", "again"), ("550", "failed")])
def test_what_a_mail_server_answers(refuses: str, done: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    with receivers() as (hooks, mails):
        mails.refuses = refuses
        sender = deliveries(hooks, mails, FakeClock())
        assert sender.send("mail", "ana@example.org", TEXT) == done
        assert len(mails.came) == (done == "sent")
        for _, mail in mails.came:
            assert mail["from"] == "games@example.org"
            assert mail["list-unsubscribe"] == "<https://x/#stop>"
            assert mail.get_content().replace("\r\n", "\n") == "It is your turn in Pig\n\n-- \nNo more\n"
    assert not any("ana" in path.name or "ana" in path.read_text() for path in tmp_path.rglob("*") if path.is_file())


def test_nobody_there_means_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    gone = Deliveries(DeliverySettings(("localhost:1",), MailSettings("127.0.0.1", 1, "g@example.org", tls="none")))
    assert gone.send("webhook", "http://localhost:1/", TEXT) == "again"
    assert gone.send("mail", "ana@example.org", TEXT) == "again"
    nobody = NoticeText("a", "two\nlines", "c", "d", "e")
    assert gone.send("mail", "ana@example.org", nobody) == "failed"
    assert Deliveries(DeliverySettings()).send("mail", "ana@example.org", TEXT) == "failed"


SOUND = 'server = "smtp.example.org"\nfrom = "Games <games@example.org>"\n'


def test_a_file_says_how_mail_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "smtp.toml"
    (tmp_path / "secret").write_text("pw\n")
    file.write_text(SOUND + 'user = "u"\npassword_file = "secret"\na_day = 3\ntls = "tls"\n')
    assert read_mail_settings(file) == MailSettings(
        "smtp.example.org", 465, "Games <games@example.org>", "u", "pw", "tls", 3
    )
    file.write_text(SOUND)
    assert read_mail_settings(file).port == 587


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("server =", "format"), ("\xff", "format"), (SOUND + "more = 1", "key"), (SOUND + "port = true", "value"), (SOUND + 'port = "25"', "value"), (SOUND + "port = 0", "value"),
        (SOUND + 'tls = "maybe"', "value"), (SOUND + "a_day = 0", "value"), ('server = "x"', "missing"), ('from = "a@example.org"', "missing"), ('server = "x"\nfrom = "nobody"', "value"),
        ('server = "x"\nfrom = "a@example.org\\nBcc: b@example.org"', "value"), (SOUND + 'password_file = "none"', "unreadable"), (None, "unreadable"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_is_refused(tmp_path: Path, text: Any, reason: str) -> None:
    file = tmp_path / "smtp.toml"
    if text is not None:
        file.write_bytes(text.encode("latin-1"))
    with pytest.raises(MailSettingsError) as refused:
        read_mail_settings(file)
    assert refused.value.reason == reason


@pytest.mark.skipif(os.name == "nt", reason="there files have no modes")
def test_a_file_that_others_may_read_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "smtp.toml"
    file.write_text(SOUND)
    file.chmod(0o600)
    assert not readable_by_others(file)
    file.chmod(0o640)
    assert readable_by_others(file)


def test_the_next_address_of_a_host_is_tried() -> None:
    with receivers() as (hooks, _):
        target = parse_webhook(f"http://{hooks.host}/a", (hooks.host,))
        assert target is not None
        assert send_webhook(target, b"{}", lambda *_: ["127.0.0.2", "127.0.0.1"]) == "sent"
        assert send_webhook(target, b"{}", lambda *_: []) == "failed"


def test_a_webhook_that_answers_byte_by_byte_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WHOLE", 0.5)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            connected, _ = listening.accept()
            with connected, suppress(OSError):
                connected.sendall(b"HTTP/1.1 ")
                while not ended.wait(0.05):
                    connected.sendall(b"x")

        threading.Thread(target=drip, daemon=True).start()
        target = parse_webhook(
            f"http://localhost:{listening.getsockname()[1]}/", [f"localhost:{listening.getsockname()[1]}"]
        )
        assert target is not None
        begun = time.monotonic()
        assert send_webhook(target, b"{}", lambda *_: ["127.0.0.1"]) == "failed"
        assert time.monotonic() - begun < 8
        ended.set()


def test_a_host_that_is_no_longer_named_gets_nothing() -> None:
    with receivers() as (hooks, mails):
        address = f"http://{hooks.host}/a"
        assert deliveries(hooks, mails, FakeClock()).send("webhook", address, TEXT) == "sent"
        assert Deliveries(DeliverySettings(("discord.com",))).send("webhook", address, TEXT) == "failed"
        assert len(hooks.came) == 1
