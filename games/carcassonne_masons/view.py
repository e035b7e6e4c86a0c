"""What stands in the country of Masons: walls, towers, houses and cities, for the picture of `ruleset show --board`."""

from __future__ import annotations

from games.carcassonne_masons.view_model import Palette, Table, read_table
from games.carcassonne_masons.view_words import word
from ruleset_core.cli.views.kit import Observation, Viewed, number
from ruleset_core.cli.views.names import Names
from ruleset_core.cli.views.plan_marks import NOT_KNOWN, BoardMarks, Mark, SpaceMarks


def board_marks(game: Viewed, observation: Observation, lang: str) -> BoardMarks:
    """What stands on the board, as data for any drawing."""
    return marks_of(read_table(observation), Palette(Names(game, lang)))


def marks_of(table: Table, palette: Palette) -> BoardMarks:
    """Everything on the board that is known."""
    names, wall = palette.names, Mark("", word("wall", palette.lang))
    return BoardMarks(
        lines={
            line: NOT_KNOWN if built is None else wall for line, built in table.walled.items() if built is not False
        },
        crossings=_towers(table, palette),
        kinds=shore_of(names),
        spaces={space: _space(space, table, palette) for space in names.members("space")},
        notes=[_note(city, table, palette) for city, there in table.stands.items() if there],
    )


def shore_of(names: Names) -> dict[str, Mark]:
    """The crossings on the sea shore."""
    glossary = names.game.glossary  # type: ignore[attr-defined]
    shore = Mark("~", str(glossary.fact_title("crossing", "shore", names.lang)), "#268bd2")
    return {each: shore for each in names.members("crossing") if names.fact("crossing", each, "shore")}


def _towers(table: Table, palette: Palette) -> dict[str, Mark]:
    found = {}
    for crossing, tower in table.tower.items():
        if tower is not None:
            colour = palette.towers[tower]
            title = palette.names.described(word("tower", palette.lang), colour.name)
            found[crossing] = Mark(colour.letter, title, colour.rgb)
    return found


def _space(space: str, table: Table, palette: Palette) -> SpaceMarks:
    city, houses = table.city.get(space), table.houses.get(space)
    if city is None or houses is None:
        return SpaceMarks((NOT_KNOWN,))
    if city:
        return SpaceMarks((Mark(f"#{city}", f"{word('city', palette.lang)} {city}"),), closed=True)
    found = []
    for colour in palette.houses:
        many = houses.get(colour.id)
        if many is None:
            return SpaceMarks((NOT_KNOWN,))
        if many:
            noun = word("house" if many == 1 else "houses", palette.lang)
            title = f"{many} {palette.names.described(noun, colour.name)}"
            found.append(Mark(f"{many if many > 1 else ''}{colour.letter}", title, colour.rgb))
    return SpaceMarks(tuple(found))


def size_of(city: str, table: Table) -> int:
    """The spaces of a city."""
    return sum(1 for each in table.city.values() if str(each) == city)


def _note(city: str, table: Table, palette: Palette) -> str:
    parts = [word("of_size", palette.lang).format(f"#{city}", number(size_of(city, table)))]
    for key, numbers in (("homes", table.city_houses), ("palaces", table.city_palaces)):
        parts.append(f"{word(key, palette.lang)} {palette.counted(numbers.get(city)).plain}")
    return ", ".join(parts)
