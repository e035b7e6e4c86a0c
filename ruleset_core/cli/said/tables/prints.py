"""What `ruleset print` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

PRINTS: Final[Both] = {
    "print_done": (
        "Written: {file}. {cards} on {pages}, to be printed at 100 %.",
        "Escrito: {file}. {cards} en {pages}, para imprimir al 100 %.",
    ),
    "print_cards": ("{count} cards", "{count} cartas"),
    "print_pages": ("{count} pages", "{count} páginas"),
    "print_flip": (
        "Print on both sides and turn the paper over its long edge; on a page that lies, over its short one.",
        "Imprime a doble cara y da la vuelta al papel por el lado largo; si la página está tumbada, por el corto.",
    ),
    "print_glue": (
        "Some have two sides: they follow each other, to be glued together. With --backs they lie behind each other.",
        "Algunas tienen dos caras: van seguidas, para pegarlas. Con --backs quedan una detrás de la otra.",
    ),
    "print_crowded": (
        "{count} cards say more than there is room for in type that can be read ({names}): give them more --size",
        "{count} cartas dicen más de lo que cabe en letra legible ({names}): dales más --size",
    ),
    "print_older": (
        "pages of an earlier time are still there: {names}",
        "siguen ahí páginas de otra vez: {names}",
    ),
    "print_letters": (
        "the letters of the PDF lack {letters}; SVG (--out sheets.svg) takes those of your system",
        "a la letra del PDF le faltan {letters}; el SVG (--out sheets.svg) usa las de tu sistema",
    ),
    "print_art": (
        "pictures that the PDF cannot have: {names}; SVG (--out sheets.svg) has them",
        "imágenes que el PDF no puede tener: {names}; el SVG (--out sheets.svg) las tiene",
    ),
    "print_no_package": (
        "--out {file} needs fpdf2: pip install 'ruleset[print]'; --out sheets.svg needs nothing",
        "--out {file} necesita fpdf2: pip install 'ruleset[print]'; --out sheets.svg no necesita nada",
    ),
    "print_suffix": (
        "--out {file}: .pdf, .svg or a directory without an ending",
        "--out {file}: .pdf, .svg o un directorio sin extensión",
    ),
    "print_size": (
        "--size {size}: width and height in millimetres, such as 63x88, each from {least} to {most}",
        "--size {size}: ancho y alto en milímetros, como 63x88, cada uno de {least} a {most}",
    ),
    "print_no_room": (
        "--size {size}: no card of that size has room on {paper}",
        "--size {size}: ninguna carta de ese tamaño cabe en {paper}",
    ),
    "print_nothing": ("{game} has no cards to print", "{game} no tiene cartas que imprimir"),
    "print_no_new": (
        "none of these cards comes from an expansion: name one with -x, or leave out --new",
        "ninguna de estas cartas viene de una expansión: indica una con -x u omite --new",
    ),
    "print_no_card": ("{game} has no card `{card}` here{hint}", "{game} no tiene aquí la carta `{card}`{hint}"),
    "print_meant": ("; did you mean {names}?", "; ¿querías decir {names}?"),
    "print_many": (
        "that would be {pages} pages, more than {most}: choose with --kind or --cards, or say --copies 1",
        "serían {pages} páginas, más de {most}: elige con --kind o --cards, o di --copies 1",
    ),
    "not_a_pdf": (
        "{file}: exists and is no PDF; choose another name",
        "{file}: existe y no es un PDF; elige otro nombre",
    ),
}
ONE: Final[Both] = {
    "print_cards": ("1 card", "1 carta"),
    "print_pages": ("1 page", "1 página"),
    "print_crowded": (
        "1 card says more than there is room for in type that can be read ({names}): give it more --size",
        "1 carta dice más de lo que cabe en letra legible ({names}): dale más --size",
    ),
}
