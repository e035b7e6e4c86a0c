"""Hostile pictures: files that want to do more than to be drawn, or to be more than a reader can bear."""

from __future__ import annotations

from typing import Final

SPACE: Final = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HEAD: Final = f'<svg {SPACE} viewBox="0 0 10 10"'
EAR: Final = '<path d="M1 1L9 9L1 9Z" fill="currentColor"/>'


def within(inner: str, head: str = HEAD) -> bytes:
    """A picture with something in it, and a triangle."""
    return f"{head}>{inner}{EAR}</svg>".encode()


def _bomb() -> bytes:
    """A billion laughs: each entity is ten of the one before."""
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE svg [<!ENTITY l0 "ha">{lines}]>{HEAD}><title>&l9;</title></svg>'.encode()


REFUSED: Final = {
    "script": within("<script>alert(1)</script>"),
    "script of another space": within('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'),
    "script behind a prefix": within('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
    "script in capitals": within("<SCRIPT>alert(1)</SCRIPT>"),
    "script in a shape": within("<rect><script>alert(1)</script></rect>"),
    "script by reference": within('<script href="http://example.org/x.js"/>'),
    "onload of the root": within("", f'{HEAD} onload="alert(1)"'),
    "onclick of a shape": within('<rect onclick="alert(1)"/>'),
    "event of a group": within('<g onmouseover="alert(1)"><rect/></g>'),
    "event in capitals": within('<rect ONCLICK="alert(1)"/>'),
    "link to a script": within('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
    "link by xlink": within('<a xlink:href="javascript:alert(1)"><rect/></a>'),
    "image from elsewhere": within('<image href="http://example.org/x.png" width="9" height="9"/>'),
    "image of data": within('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    "image of a file": within('<image xlink:href="file:///etc/passwd"/>'),
    "page within": within('<foreignObject width="9" height="9"><iframe src="http://example.org"/></foreignObject>'),
    "body of a page": within('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>'),
    "style sheet": within("<style>@import url(http://example.org/x.css);</style>"),
    "style of a shape": within('<rect style="fill:url(http://example.org/x)"/>'),
    "class": within('<rect class="can"/>'),
    "font from elsewhere": within("<style>@font-face{font-family:a;src:url(//example.org/f)}</style>"),
    "paint from elsewhere": within('<rect fill="url(http://example.org/x#a)"/>'),
    "paint from here and a colour": within('<rect fill="url(#gone) red"/>'),
    "paint of data": within('<rect fill="url(data:image/svg+xml,x)"/>'),
    "clip from elsewhere": within('<rect clip-path="url(//example.org/x#a)"/>'),
    "escaped address": within('<rect fill="u\\72l(http://example.org)"/>'),
    "address behind numbers": within('<rect stroke="rgb(1,2,3) url(x)"/>'),
    "paint of the page": within('<rect fill="var(--glow)"/>'),
    "filter": within('<filter id="f"><feImage href="http://example.org/x"/></filter>'),
    "filter of a shape": within('<rect filter="url(#f)"/>'),
    "mask": within('<mask id="m"><rect/></mask>'),
    "pattern": within('<pattern id="p"><rect/></pattern>'),
    "marker": within('<marker id="m"><path d="M0 0"/></marker>'),
    "use": within('<g id="a"/><use href="#a"/>'),
    "use of itself": within('<g id="a"><use href="#a"/></g>'),
    "use of each other": within('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
    "use from elsewhere": within('<use href="http://example.org/x.svg#a"/>'),
    "use of a sign of the page": within('<use href="#sign-coin"/>'),
    "gradient of another": within('<linearGradient id="a" href="#b"/>'),
    "animation": within('<rect><animate attributeName="href" values="javascript:alert(1)"/></rect>'),
    "attribute set later": within('<set attributeName="onclick" to="alert(1)"/>'),
    "discarded later": within('<discard href="#table"/>'),
    "text": within("<text>Sign in again</text>"),
    "picture in a picture": within("<svg/>"),
    "symbol": within('<symbol id="a"/>'),
    "switch": within("<switch><g/></switch>"),
    "metadata": within("<metadata><x/></metadata>"),
    "sound": within('<audio xmlns="http://www.w3.org/1999/xhtml" src="http://example.org/x.ogg" autoplay=""/>'),
    "frame": within('<iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/>'),
    "handler": within('<handler xmlns="http://www.w3.org/2001/xml-events" event="load"/>'),
    "included file": within('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'),
    "base of addresses": within('<g xml:base="http://example.org/"/>'),
    "attribute of the table": within('<rect data-options="0 1 2"/>'),
    "id with a quote": within("<rect id=\"a'b\"/>"),
    "id twice": within('<rect id="a"/><g id="a"/>'),
    "entity": f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}><title>&a;</title></svg>'.encode(),
    "entity of a file": f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{HEAD}><title>&a;</title></svg>'.encode(),
    "entity of a parameter": f'<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://example.org/x.dtd"> %a;]>{HEAD}/>'.encode(),
    "entities that grow": _bomb(),
    "entity that is not declared": within("<title>&nbsp;</title>"),
    "type from elsewhere": b'<!DOCTYPE svg SYSTEM "http://example.org/x.dtd">' + within(""),
    "attributes by default": b'<!DOCTYPE svg [<!ATTLIST path onclick CDATA "alert(1)">]>' + within(""),
    "style by instruction": b'<?xml-stylesheet href="http://example.org/x.css"?>' + within(""),
    "program by instruction": within("<?php system('id') ?>"),
    "too many bytes": within(f"<!--{' ' * 70_000}-->"),
    "long path": within(f'<path d="M0 0{"l1 1" * 20_000}"/>'),
    "too many shapes": within("<g/>" * 1000),
    "too deep": within("<g>" * 20 + "</g>" * 20),
    "too deep where nothing is read": within("<desc>" + "<x>" * 20 + "</x>" * 20 + "</desc>"),
    "cut off": within("")[:-9],
    "cut off in an attribute": within("")[:60],
    "cut off in a letter": within("<title>é")[: len(within("<title>é")) - len(EAR) - 7],
    "two roots": within("") + within(""),
    "rest behind it": within("") + b"<script/>",
    "nothing": b"",
    "a page": b"<!doctype html><script>alert(1)</script>",
    "another root": b'<html xmlns="http://www.w3.org/1999/xhtml"/>',
    "no space": b'<svg viewBox="0 0 10 10"><path d="M0 0"/></svg>',
    "packed": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
    "a bitmap": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "a NUL": within("\0"),
    "a control character": within("<title>&#1;</title>"),
    "bytes of no letter": within("<title>X</title>").replace(b"X", b"\xff\xfe"),
    "another encoding than it says": b'<?xml version="1.0" encoding="UTF-16"?>' + within(""),
    "an encoding that is none": b'<?xml version="1.0" encoding="made-up"?>' + within(""),
    "an encoding of many bytes": b'<?xml version="1.0" encoding="utf-7"?>' + within("+ADw-script+AD4-"),
    "two byte order marks": b"\xef\xbb\xbf\xef\xbb\xbf" + within(""),
    "a mark of UTF-16 before UTF-8": b"\xff\xfe" + within(""),
    "UTF-32": (b"\xff\xfe\x00\x00" + within("").decode().encode("utf-32-le")),
    "no size": within("", f"<svg {SPACE}"),
    "a size of two numbers": within("", f'<svg {SPACE} viewBox="10 10"'),
    "a size of nothing": within("", f'<svg {SPACE} viewBox="0 0 0 10"'),
    "a size below nothing": within("", f'<svg {SPACE} viewBox="0 0 -10 10"'),
    "a width of nothing": within("", f'<svg {SPACE} width="0" height="9"'),
    "a size beyond all": within("", f'<svg {SPACE} viewBox="0 0 1e99 1e99"'),
    "a size that is no number": within("", f'<svg {SPACE} viewBox="0 0 NaN Infinity"'),
}  # fmt: skip
"""Pictures that are not taken, by what is wrong with them."""

CLEANED: Final = {
    "a byte order mark": b"\xef\xbb\xbf" + within(""),
    "UTF-16": within("<title>é</title>").decode().encode("utf-16"),
    "Latin-1": b'<?xml version="1.0" encoding="ISO-8859-1"?>' + within("<title>\xe9</title>").decode().encode("latin-1"),
    "comments": within("<!-- <script>alert(1)</script> -->"),
    "characters": within("<![CDATA[<script>alert(1)</script>]]> alert(1)"),
    "characters by number": within("&lt;script&gt;&#97;lert(1)&#60;/script&#62;"),
    "a title with a script": within("<title><script>alert(1)</script></title>"),
    "a description with a page": within('<desc><p xmlns="http://www.w3.org/1999/xhtml" onclick="x">a</p></desc>'),
    "a version": within("", f'{HEAD} version="1.1"'),
    "names behind a prefix": f'<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{EAR.replace("<path", "<s:path")}</s:svg>'.encode(),
    "clips of each other": within('<clipPath id="a" clip-path="url(#b)"><rect width="5" height="5"/></clipPath>'
        '<clipPath id="b" clip-path="url(#a)"><rect width="5" height="5"/></clipPath><g clip-path="url(#a)"><rect width="9" height="9"/></g>'),
    "a clip of itself": within('<clipPath id="a"><rect width="5" height="5" clip-path="url(#a)"/></clipPath><rect width="9" height="9" clip-path="url(#a)"/>'),
    "a paint that is a clip": within('<clipPath id="a"><rect/></clipPath><rect width="9" height="9" fill="url(#a)"/>'),
    "numbers beyond all": within('<path d="M1e300 -1e300L1e308 9Z" stroke="red" stroke-width="1e300"/>'),
    "ways that are none": within('<path d="M 1 2 Z Z 3 X NaN Infinity"/><polygon points="1"/><rect width="-5" height="x" rx="%"/>'),
    "moves that are none": within('<g transform="rotate( matrix(1) scale(0 0) skewX(90)"><rect width="9" height="9"/></g>'),
    "short dashes": within('<path d="M0 0H999999" stroke="red" stroke-width="1" stroke-dasharray="0.00001 0 -1"/>'),
    "a gradient without stops": within('<linearGradient id="a"/><rect width="9" height="9" fill="url(#a)"/>'),
}  # fmt: skip
"""Pictures of which only shapes are taken, by what is odd about them."""
