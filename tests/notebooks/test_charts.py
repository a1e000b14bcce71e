"""Every chart of every lab: one style, stored as it is drawn today, with words and a limit."""

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from certlab.compute.chart.theme import ROOT_STYLE
from certlab.course.notebook import source
from tests.real_course import whole

DRAWS = re.compile(r"\bplt\.|\bFigure\(|\.subplots\(")
SVG = "{http://www.w3.org/2000/svg}"
CELLS = [
    pytest.param(cell, id=f"{lab.id}:{cell['id']}")
    for lab in whole().labs.values()
    for cell in json.loads(lab.path.read_text("utf-8"))["cells"]
    if cell["cell_type"] == "code" and DRAWS.search(source(cell))
]


@pytest.mark.parametrize("cell", CELLS)
def test_a_stored_chart_is_drawn_as_today(cell: dict[str, Any]) -> None:
    """That it ends in `picture`, which refuses an axis without a unit, is a rule of check."""
    text = source(cell)
    (data,) = [one["data"] for one in cell["outputs"] if "data" in one]
    svg = "".join(data["image/svg+xml"])
    assert data["text/html"] == data["image/svg+xml"]
    root = ET.fromstring(svg)
    assert root.get("style") == ROOT_STYLE, "drawn in an older style; run the lab again"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc") == "".join(data["text/plain"])
    assert 'class="limit"' in svg or "no_limit=" in text
