"""Figures: SVG texts under content/figures, with facts filled in."""

import re
from dataclasses import dataclass
from pathlib import Path

from certlab.course.problems import Problem

_SVG = "{http://www.w3.org/2000/svg}"
_LIVE = re.compile(r"<svg\b[^>]*\sdata-live=\"([^\"]*)\"")
_BOX = re.compile(r'\sviewBox="0 0 ([\d.]+) ([\d.]+)"')
# A widget of the pages by its name, and how it begins.
Live = tuple[str, dict[str, str]]
_DARK = {"#1c1e23": "#e4e6ea", "#ffffff": "#15171c"}  # ink and paper, as in theme.css


@dataclass(frozen=True)
class Figure:
    """One figure: its name, and its SVG with placeholders still in it."""

    id: str
    svg: str
    file: str

    @property
    def live(self) -> Live:
        """The widget that a page makes of it and how that begins; "" for none.

        The root of the SVG says it: `data-live="collective ranks=4 step=2"`.
        """
        found = _LIVE.search(self.svg)
        return read_live(found.group(1) if found else "")

    @property
    def wide(self) -> str:
        """The figure that this one is the drawing for a phone of; "" for none.

        Its name says it: `mig-grid.narrow`.
        """
        name, dot, narrow = self.id.rpartition(".")
        return name if dot and narrow == "narrow" else ""

    @property
    def broad(self) -> float:
        """How wide it was drawn; 0 where it does not say."""
        box = _BOX.search(self.svg)
        return float(box.group(1)) if box else 0.0

    @property
    def words(self) -> str:
        """What stands in it to be read, one piece a line."""
        pieces = re.findall(r">([^<>]+)<", self.svg)
        return "\n".join(piece.strip() for piece in pieces if piece.strip())


def read_live(text: str) -> Live:
    """What "collective ranks=4 step=2" names; "" for no widget."""
    name, *settings = text.split() or [""]
    return name, dict(one.partition("=")[::2] for one in settings)


def as_picture(svg: str) -> str:
    """A figure for a viewer that shows it as a picture, outside of our pages.

    It is as wide as it was drawn, where it would fill the window, and on a dark page its
    ink and its paper are dark ones: those of our theme, which a picture cannot ask for.
    The extension of JupyterLab does the same with a lab's outputs (remoteEntry.js).
    """
    root, rest = svg[: svg.index(">")], svg[svg.index(">") :]
    size = None if re.search(r'\swidth="', root) else _BOX.search(root)
    wide = f' width="{size.group(1)}" height="{size.group(2)}"' if size else ""
    if not re.search(r'\sstyle="', root):
        root += ' style=""'
    root = re.sub(r'(\sstyle=")', r"\1color-scheme: light dark; ", root)
    svg = re.sub(r"<svg\b", f"<svg{wide}", root) + rest
    for light, dark in _DARK.items():
        svg = svg.replace(f", {light})", f", light-dark({light}, {dark}))")
    return svg


def read_figure(path: Path, file: str, problems: list[Problem]) -> Figure:
    """One SVG file; it must say in words what it shows."""
    from xml.etree import ElementTree as ET  # only here: it is slow to import

    svg = path.read_text(encoding="utf-8")
    figure = Figure(path.stem, svg, file)
    try:
        root = ET.fromstring(svg)
    except ET.ParseError as error:
        problems.append(Problem(file, "", f"not valid SVG: {error}."))
        return figure
    problems += [
        Problem(file, "", f"no {name}; say what it shows.")
        for name in ("title", "desc")
        if not (root.findtext(f"{_SVG}{name}") or "").strip()
    ]
    if "viewBox" not in root.attrib:
        problems.append(Problem(file, "", "no viewBox; it cannot be scaled."))
    return figure
