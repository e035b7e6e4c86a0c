"""Plots as a picture of their own: nothing else is needed, and nothing of a page is in it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ruleset_core.lab.report.plots import PlotLine, line_plot, standalone_svg

SVG = "{http://www.w3.org/2000/svg}"


def told(value: float, places: int) -> str:
    return f"{value:.{places}f}"


def plot():
    return line_plot([PlotLine("a", [(0, 1), (3, 4)], [(0, 2), (3, 5)])], 640.0, "x", "", told, told, whole=True)


def test_a_picture_of_two_plots():
    picture = ET.fromstring(standalone_svg("<Both> & more", [("first", plot()), ("second", plot())], "50 games"))
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "<Both> & more"
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert {"<Both> & more", "first", "second", "50 games"} <= set(texts)
    first, second = picture.findall(f"{SVG}svg")
    assert float(second.get("y")) >= float(first.get("y")) + float(first.get("height"))
    assert float(picture.get("height")) > float(second.get("y")) + float(second.get("height"))
    style = picture.find(f"{SVG}style").text
    assert "prefers-color-scheme:dark" in style
    for ours, not_ours in ((".band{", "body{"), (".plot text{", "@page"), (".line{", "table{")):
        assert ours in style
        assert not_ours not in style


def test_whole_numbers_have_whole_ticks():
    texts = [each.text for each in plot().iter("text")]
    assert {"0", "1", "2", "3"} <= set(texts)
    assert "0.5" not in texts
