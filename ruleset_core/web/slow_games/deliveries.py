"""Delivers messages: to webhooks on hosts that whoever runs the server has named, and by mail through a server of that person's.

    parse_webhook("https://discord.com/api/webhooks/1/x", ["discord.com"])      a target
    parse_webhook("https://discord.com.evil.example/", ["discord.com"])         None
    Deliveries(settings).send("webhook", "https://...", text)                   "sent", "again" or "failed"

Nothing is sent twice: "again" is answered only where it is certain that nothing was delivered. Answers of webhooks are
not read beyond their status, and not followed elsewhere. What is sent to a webhook has the keys that Discord (`content`) and Slack (`text`) read.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import smtplib
import socket
import ssl
import stat
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ruleset_core.errors import RulesetError
from ruleset_core.files import lock_file, os_error_reason, private_directory, read_regular_file
from ruleset_core.play.records import state_directory
from ruleset_core.web.slow_games.notifications import Delivery, NoticeText
from ruleset_core.web.slow_games.turn_files import ChannelKind

TIMEOUT: Final = 10.0
"""Seconds that a receiver has for each step."""
WHOLE: Final = 30.0
"""Seconds that a webhook has for all of them: one that answers byte by byte keeps no other message waiting."""
MOST_TRIED: Final = 3
"""Addresses of a host that are tried."""
A_DAY: Final = 20
"""Mails to an address, where the file does not say how many."""
CODES: Final = 3
"""Of these, mails with a code."""
DAY: Final = 86_400.0
LONGEST: Final = 500
"""Characters of the address of a webhook."""

# Webhooks.


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """Where a webhook lies. `local`: whoever runs the server has named a machine by its number, or this one."""

    scheme: str
    host: str
    port: int
    path: str
    local: bool


def parse_webhook(address: str, allowed: Sequence[str]) -> WebhookTarget | None:
    """The address of a webhook taken apart; None where messages may not go there. `allowed`: hosts, such as `discord.com` or `localhost:8080`."""
    if not 0 < len(address) <= LONGEST or not address.isascii() or not re.fullmatch(r"[!-~]+", address):
        return None
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    if "@" in parts.netloc or "\\" in address or parts.fragment or not host:
        return None
    local = _is_number(host) or host == "localhost"
    usual = {"https": 443, "http": 80}.get(parts.scheme)
    if usual is None or (parts.scheme == "http" and not local):
        return None
    shown = f"[{host}]" if ":" in host else host
    if (shown if port in {None, usual} else f"{shown}:{port}") not in [each.casefold() for each in allowed]:
        return None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebhookTarget(parts.scheme, host, port or usual, path, local)


def is_webhook_host(host: str) -> bool:
    """Whether this names a host as `parse_webhook` compares it: `discord.com`, `localhost:8080`, `[::1]:8080`, no address with `https://`."""
    try:
        parts = urlsplit(f"https://{host}")
        return (
            bool(parts.hostname)
            and host.isascii()
            and parts.netloc == host
            and "@" not in host
            and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        return False


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


_UNICAST: Final = ip_network("2000::/3")
"""What is given out of the newer addresses; all others lead nowhere, or into some network of its own."""
_TRANSLATED: Final = ip_network("64:ff9b::/96")
"""Behind these lie older addresses, for machines that have newer ones alone."""


def is_public_address(address: str) -> bool:
    """Whether an address is one of the open net."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        within = IPv4Address(int(found) & 0xFFFFFFFF) if found in _TRANSLATED else None
        found = found.ipv4_mapped or found.sixtofour or within or found
    return found.is_global and not found.is_multicast and (isinstance(found, IPv4Address) or found in _UNICAST)


Resolve = Callable[[str, int], list[str]]


def resolve_host(host: str, port: int) -> list[str]:
    """The addresses of a host. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for *_, sockaddr in found]


def send_webhook(target: WebhookTarget, body: bytes, resolve: Resolve = resolve_host) -> Delivery:
    """Send a message to a webhook. The connection goes to the address that was looked at, whatever the name means a moment later."""
    try:
        addresses = resolve(target.host, target.port)
    except (OSError, UnicodeError):
        return "again"
    if not addresses or not (target.local or all(map(is_public_address, addresses))):
        return "failed"
    try:
        connected = _connected_to_any(addresses[:MOST_TRIED], target.port)
        with _in_time(connected):
            if target.scheme == "https":
                connected = ssl.create_default_context().wrap_socket(connected, server_hostname=target.host)
            return _posted(connected, target, body)
    except ssl.SSLCertVerificationError:
        return "failed"
    except OSError:
        return "again"


@contextmanager
def _in_time(connected: socket.socket) -> Iterator[None]:
    """What waits on a connection within is ended when the time is over."""
    same = connected.dup()  # TLS takes the other one

    def end() -> None:
        with suppress(OSError):
            same.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(WHOLE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        same.close()


def _posted(connected: socket.socket, target: WebhookTarget, body: bytes) -> Delivery:
    """What becomes of a message that is sent on this connection."""
    connection = http.client.HTTPConnection(target.host, target.port, timeout=TIMEOUT)
    connection.sock = connected
    try:
        connection.request("POST", target.path, body, {"content-type": "application/json", "user-agent": "ruleset"})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return "failed"  # it may have got there
    finally:
        connection.close()
    return "sent" if 200 <= status < 300 else "again" if status == 429 else "failed"


def _connected_to_any(addresses: Sequence[str], port: int) -> socket.socket:
    """A connection to the first of these that can be reached. Raises OSError."""
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, port), TIMEOUT)
    return socket.create_connection((addresses[-1], port), TIMEOUT)


def webhook_body(text: str) -> bytes:
    """A message as JSON. Nobody is called by what stands in a player's name, and no words in it hide where they lead."""
    text = text.replace("](", "] (")
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return json.dumps({"content": text, "text": plain, "allowed_mentions": {"parse": []}}).encode()


# Mail.


class MailSettingsError(RulesetError):
    """A file does not say how mail is sent; `reason` and `values` make the message that says why."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mail is sent.

    Attributes:
        server, port, user, password: of the mail server.
        sender: whose mails they are.
        tls: `starttls`, `tls` from the beginning, or `none`.
        a_day: mails that an address gets in a day at most.
    """

    server: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: str = "starttls"
    a_day: int = A_DAY


_KEYS: Final[dict[str, type]] = {
    "server": str, "port": int, "user": str, "password": str, "password_file": str, "from": str, "tls": str, "a_day": int,
}  # fmt: skip


def read_mail_settings(path: Path) -> MailSettings:
    """What a file says, such as `server = "smtp.example.org"`. Raises `MailSettingsError`."""
    try:
        data = tomllib.loads(read_regular_file(path, 10_000).decode())
    except OSError as problem:
        raise MailSettingsError("unreadable", file=path, why=os_error_reason(problem)) from None
    except ValueError as problem:
        raise MailSettingsError("format", file=path, why=str(problem)) from None
    for key, value in data.items():
        if key not in _KEYS:
            raise MailSettingsError("key", file=path, key=key, known=", ".join(_KEYS))
        if type(value) is not _KEYS[key] or (isinstance(value, str) and not re.fullmatch(r"[ -~]{1,300}", value)):
            raise MailSettingsError("value", file=path, key=key)
    if missing := [key for key in ("server", "from") if key not in data]:
        raise MailSettingsError("missing", file=path, key=missing[0])
    tls, sender = data.get("tls", "starttls"), data["from"]
    port = data.get("port", {"tls": 465, "none": 25}.get(tls, 587))
    checks = {
        "tls": tls in {"starttls", "tls", "none"},
        "from": sound_mail_address(parseaddr(sender)[1]),
        "port": 0 < port < 65_536,
        "a_day": data.get("a_day", 1) > 0,
    }
    for key, sound in checks.items():
        if not sound:
            raise MailSettingsError("value", file=path, key=key)
    password = data.get("password", "")
    if "password_file" in data:
        try:
            password = read_regular_file(path.parent / data["password_file"], 1000).decode().strip()
        except (OSError, ValueError) as problem:
            why = os_error_reason(problem) if isinstance(problem, OSError) else "it is no text"
            raise MailSettingsError("unreadable", file=data["password_file"], why=why) from None
    return MailSettings(data["server"], port, sender, data.get("user", ""), password, tls, data.get("a_day", A_DAY))


def readable_by_others(path: Path) -> bool:
    """Whether others than its owner may read a file."""
    try:
        return os.name != "nt" and bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
    except OSError:
        return False


def sound_mail_address(address: str) -> bool:
    """Whether this is one address, and nothing that would end a line or begin another one."""
    return len(address) <= 254 and bool(
        re.fullmatch(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", address)
    )


def make_mail(settings: MailSettings, address: str, text: NoticeText) -> EmailMessage:
    """A message as mail. Raises ValueError where a header would have more than one line."""
    made = EmailMessage(SMTP.clone(cte_type="7bit"))
    made["From"], made["To"], made["Subject"] = settings.sender, address, text.subject
    made["Date"] = formatdate()
    made["Message-ID"] = f"<{text.identity}@{parseaddr(settings.sender)[1].partition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    made["List-Unsubscribe"] = f"<{text.ends}>"
    made.set_content(f"{text.text}\n\n-- \n{text.footer}\n")
    return made


def send_mail(settings: MailSettings, address: str, mail: EmailMessage) -> Delivery:
    """Hand a mail over to the mail server. What goes wrong before its text was sent may be tried again."""
    handed = False
    try:
        with _connected(settings) as server:
            if settings.user:
                server.login(settings.user, settings.password)
            for code, _ in (server.mail(parseaddr(settings.sender)[1]), server.rcpt(address)):
                if code not in {250, 251}:
                    return "again" if 400 <= code < 500 else "failed"
            handed = True
            code, _ = server.data(mail.as_bytes())
            with suppress(OSError, smtplib.SMTPException):
                server.quit()
            return "sent" if code == 250 else "again" if 400 <= code < 500 else "failed"
    except smtplib.SMTPDataError as problem:
        return "again" if 400 <= problem.smtp_code < 500 else "failed"
    except (OSError, smtplib.SMTPException, ValueError):
        return "failed" if handed else "again"


def _connected(settings: MailSettings) -> smtplib.SMTP:
    if settings.tls == "tls":
        return smtplib.SMTP_SSL(settings.server, settings.port, timeout=TIMEOUT, context=ssl.create_default_context())
    server = smtplib.SMTP(settings.server, settings.port, timeout=TIMEOUT)
    server.ehlo()
    if settings.tls == "starttls":
        server.starttls(context=ssl.create_default_context())
        server.ehlo()
    return server


# How many mails an address got today, and whether it wants any: one small file for each address, called by its hash.


def _of_address(address: str, change: Callable[[dict[str, Any]], bool]) -> bool:
    """Read and change what is kept of an address, while no other process does; what `change` answers. Raises OSError."""
    directory = state_directory() / "mails"
    private_directory(state_directory())
    private_directory(directory)
    local, _, host = address.casefold().rpartition("@")
    name = sha256(f"{local.partition('+')[0]}@{host}".encode()).hexdigest()[:32]  # `ana+x@` reaches whom `ana@` does
    handle = os.open(directory / f"{name}.json", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_file(handle, wait=True)
        try:
            data = json.loads(os.read(handle, 100_000) or b"{}")
            kept: dict[str, Any] = {key: [float(each) for each in data.get(key, ())] for key in ("sent", "codes")}
            kept["blocked"] = bool(data.get("blocked"))
        except (ValueError, TypeError, AttributeError):
            kept = {"sent": [], "codes": [], "blocked": False}
        done = change(kept)
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(kept).encode())
        os.fsync(handle)
    finally:
        os.close(handle)
    return done


def may_mail(address: str, most: int, now: float, *, code: bool = False) -> bool:
    """Whether one more mail may go to an address today; it is counted. `code`: of those that nobody there has asked for there are few. Raises OSError."""

    def count(kept: dict[str, Any]) -> bool:
        for key in ("sent", "codes"):
            kept[key] = [each for each in kept[key] if now - DAY < each <= now]
        if kept["blocked"] or len(kept["sent"]) >= most or (code and len(kept["codes"]) >= CODES):
            return False
        for key in ("sent", "codes") if code else ("sent",):
            kept[key].append(now)
        return True

    return _of_address(address, count)


def block_mail(address: str) -> None:
    """Send no more mail to an address, whoever wants it. Raises OSError."""

    def block(kept: dict[str, Any]) -> bool:
        kept["blocked"] = True
        return True

    _of_address(address, block)


# Both.


@dataclass(frozen=True, slots=True)
class DeliverySettings:
    """By what messages go out: hosts of webhooks that are allowed, and how mail is sent."""

    webhooks: tuple[str, ...] = ()
    mail: MailSettings | None = None


class Deliveries:
    """A `MessageSender` for these settings. `now`: tells the date."""

    def __init__(self, settings: DeliverySettings, now: Callable[[], float] = time.time) -> None:
        self._settings, self._now = settings, now

    def send(self, kind: ChannelKind, address: str, text: NoticeText) -> Delivery:
        """Deliver a message. Never raises."""
        try:
            if kind == "webhook":
                target = parse_webhook(
                    address, self._settings.webhooks
                )  # the host may be another one than when it was given
                return "failed" if target is None else send_webhook(target, webhook_body(text.text))
            mail = self._settings.mail
            if mail is None or not sound_mail_address(address):
                return "failed"
            if not may_mail(address, mail.a_day, self._now(), code=text.first):
                return "failed"
            return send_mail(mail, address, make_mail(mail, address, text))
        except (OSError, ValueError, RulesetError):
            return "failed"
