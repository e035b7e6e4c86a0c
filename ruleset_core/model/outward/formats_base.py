"""What all formats of JSON that leaves the engine have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Seats = Annotated[int, Field(ge=1, le=99)]
Hash = Annotated[str, Field(min_length=1)]


class Format(BaseModel):
    """Base of all: no key but those named."""

    model_config = ConfigDict(extra="forbid", frozen=True)
