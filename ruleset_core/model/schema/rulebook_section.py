"""Models of `rulebook:`, the rules of a game as players read them: paragraphs, each in a part of the book."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from ruleset_core.model.schema.base import (
    DECLARED_PATTERN,
    REVIEW_PATTERN,
    FileModel,
    Line,
    LocalizedText,
    Many,
    Name,
    Opt,
    Text,
)

PARTS: Final = ("about", "components", "setup", "course", "end", "score", "rulings", "credits")
"""The parts of a rulebook, in the order in which they are read."""
RulebookPart = Literal["about", "components", "setup", "course", "end", "score", "rulings", "credits"]

DeclaredName = Annotated[str, StringConstraints(pattern=DECLARED_PATTERN)]
"""A name of the data; one that several things have stands behind its section: `decisions.event`."""
Review = Annotated[str, StringConstraints(pattern=REVIEW_PATTERN)]
"""A hash of letters alone: YAML reads some numbers as something else."""


class LongText(LocalizedText):
    """A text of several lines in the languages of the program, and in any other under its code."""

    en: Annotated[Text, Field(description="English", examples=["Roll the die."])] = ""
    es: Annotated[Text, Field(description="Spanish", examples=["Tira el dado."])] = ""


class ParagraphModel(FileModel):
    """A paragraph of the rulebook, or several that belong together under one title."""

    paragraph: Name = Field(description="Its name, by which expansions replace it or take it out.", examples=["income"])
    part: RulebookPart = Field(description="The part of the rulebook in which it stands.", examples=["course"])
    after: Opt[Name] = Field(
        None,
        description="The paragraph of that part behind which it stands, by default the last one.",
        examples=["setup"],
    )
    title: LocalizedText = Field(description="What stands above it.", examples=["{en: Income, es: Ingresos}"])
    explains: Many[DeclaredName] = Field(
        (),
        description="The phases, questions, resources, kinds, cards, definitions and so on that it explains; a name that several things have stands behind its section.",
        examples=["[income, decisions.event]"],
    )
    text: LongText = Field(
        description="What it says: blank lines between paragraphs, `- ` before items of a list, `| a | b |` for a row of a table, `**bold**`; `{NAME}` and `{EXPR}` are looked up in the data.",
        examples=["{en: 'You gain {gain coin in income}.', es: 'Ganas {gain coin in income}.'}"],
    )
    picture: Opt[Line] = Field(
        None,
        description="A scenario whose position is drawn beside it; `NAME@3`: after three of its steps.",
        examples=["a market costs one coin"],
    )
    aid: bool = Field(False, description="It stands on the one-page aid, too.")
    reviewed: Opt[Review] = Field(
        None,
        description="What it explains as it was when somebody last compared the two: `ruleset rules GAME --review` writes it.",
        examples=["kfgpmbna"],
    )
