"""What is said of reports, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

REPORTS: Final[Both] = {
    "report_kind": ("a name that ends in .html", "un nombre que acabe en .html"),
    "report_foreign": (
        "{file} exists and is no page: choose another name",
        "{file} ya existe y no es una página: elige otro nombre",
    ),
    "report_no_place": ("{file}: there is no such directory", "{file}: no existe esa carpeta"),
    "report_failed": ("{file}: {reason}", "{file}: {reason}"),
    "report_written": ("The report: {file}", "El informe: {file}"),
}
