"""`ruleset serve --share`: how others in the same network reach this machine, what to do for those elsewhere, and codes for cameras.

addresses(8000)      ["http://192.168.1.20:8000", "http://[fd00::2]:8000", "http://kitchen.local:8000"]
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Thread
from typing import Final

from ruleset_core.messages import message

Address = IPv4Address | IPv6Address

TUNNELLED: Final = ip_network("100.64.0.0/10")
"""Addresses of networks such as Tailscale's, which others elsewhere reach."""
UNLIKELY: Final = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "podman", "bridge")
"""How interfaces begin that lead to machines within this one."""
SOMEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of nobody: nothing is sent there, but the system says from which address it would be."""
PATIENCE: Final = 1.0
"""Seconds in which the name of this machine must be found."""
BLOCKS: Final = {"00": "█", "01": "▀", "10": "▄", "11": " "}
"""Two squares above each other, 1 for a dark one, as a light character on a dark ground."""


def addresses(port: int, *, six: bool) -> list[str]:
    """The addresses that work in the same network, the likeliest first. `six`: whether the server listens to those of IPv6."""
    found = [each for each in network_addresses() if six or each.version == 4]
    urls = [f"http://{f'[{each}]' if each.version == 6 else each}:{port}" for each in found]
    name = own_name(found)
    return [*urls, f"http://{name}:{port}"] if name else urls


def network_addresses() -> list[Address]:
    """The private addresses of this machine, the likeliest first."""
    ranked = sorted(
        ((_rank(name, each), place, each) for place, (name, each) in enumerate(_interfaces())), key=lambda one: one[:2]
    )
    usual = [each for each in map(_usual, SOMEWHERE) if each is not None and _is_private(each)]
    usual.sort(key=lambda each: each.version)
    known = [each for _, _, each in ranked]
    first = [each for each in usual if each.version == 4]
    return [*dict.fromkeys([*first, *known, *usual])]


def _rank(name: str, address: Address) -> tuple[bool, int, bool]:
    return name.lower().startswith(UNLIKELY), address.version, address in TUNNELLED


def _is_private(address: Address) -> bool:
    """Whether it is one of a house: not of this machine alone, nor one that needs the name of an interface, nor one of the internet."""
    if address.is_loopback or address.is_link_local or address.is_unspecified:
        return False
    return address.is_private or (address.version == 4 and address in TUNNELLED)


def _interfaces() -> Iterator[tuple[str, Address]]:
    """The private addresses of all interfaces, with the names of those; nothing where that cannot be found out."""
    try:
        import ifaddr
    except ImportError:
        return
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            address = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            if _is_private(address):
                yield adapter.nice_name, address


def _usual(family: socket.AddressFamily) -> Address | None:
    """The address from which this machine reaches others; None where it reaches none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
        way.connect((SOMEWHERE[family], 9))
        return ip_address(way.getsockname()[0])
    return None


def own_name(own: Iterable[Address]) -> str:
    """The name of this machine in its network (mDNS), if it leads to one of these addresses; otherwise nothing."""
    name, found = f"{socket.gethostname().removesuffix('.local')}.local", set[str]()

    def look() -> None:
        with suppress(OSError, UnicodeError):
            found.update(str(each[4][0]) for each in socket.getaddrinfo(name, None))

    looking = Thread(target=look, daemon=True)
    looking.start()
    looking.join(PATIENCE)
    return name if found & {*map(str, own)} else ""


def sharing_lines(urls: Sequence[str], port: int, lang: str) -> list[str]:
    """What is printed of the addresses, and what to do for players elsewhere."""
    here = [message("cli.serve.share.here", lang), *(f"  {each}" for each in urls)]
    return [
        *(here if urls else [message("cli.serve.share.nowhere", lang)]),
        message("cli.serve.share.tunnel", lang, port=port),
        message("cli.serve.share.router", lang, port=port),
        message("cli.serve.share.proxy", lang),
    ]


def code_lines(rows: Sequence[str], *, coloured: bool) -> Iterator[str]:
    """A code in a terminal, two rows a line: black on white, or without colours as on a dark ground."""
    light = "0" * len(rows[0])
    for upper, lower in zip(rows[::2], [*rows[1::2], light], strict=False):
        line = "".join(BLOCKS[above + below] for above, below in zip(upper, lower, strict=True))
        yield f"\x1b[38;5;231;48;5;16m{line}\x1b[0m" if coloured else line
