"""What `ruleset analyse` says beside the analysis, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

__all__ = ["ANALYSES"]

ANALYSES: Final[Both] = {
    "analyse_working": (
        "going through the game (Ctrl-C tells the stand so far)",
        "repasando la partida (Ctrl-C dice lo que haya)",
    ),
    "analyse_kind": (
        "--out: the picture is a file that ends in .svg",
        "--out: la imagen es un fichero que acabe en .svg",
    ),
    "analyse_look": ("Look at such a position with: {command}", "Para ver una de esas posiciones: {command}"),
}
