"""The pictures that README.md and docs/ show: parts of the gallery's own, and a film.

    make gallery ARGS="--docs"

makes them all anew, in `docs/`. A page shows no other picture of what is on a screen, and none
stands here that no page shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from tools.gallery.colours import reduced
from tools.gallery.visit import DESK, Picture, Visit

FOLDER = Path("docs")
FILM = "start.gif"
WIDE, HIGH = 960, 600  # pixels of a still; README shows four of them, two in a row
COLOURS = 256


@dataclass(frozen=True)
class Still:
    """A picture of the gallery, cut and made smaller.

    Attributes:
        file: its name in `docs/`.
        surface: of the gallery.
        state: of that surface.
        theme: the one it is shown in.
        top: the pixel of the gallery's picture that it begins at.
        bottom: the pixel before which it ends; 0 for as far as fills WIDE by HIGH.
    """

    file: str
    surface: str
    state: str
    theme: str = "light"
    top: int = 0
    bottom: int = 0

    def shows(self, picture: Picture) -> bool:
        """Whether it is this one."""
        shown = (picture.surface, picture.state, picture.width, picture.theme)
        return shown == (self.surface, self.state, DESK, self.theme)


STILLS = (
    Still("jupyterlab.png", "JupyterLab", "lab, prediction compared"),
    Still("terminal.png", "Terminal drill", "answered", "dark"),
    Still("site.png", "Page in a window", "live picture"),
    Still("class.png", "Class", "instructor"),
    Still("class-desk.png", "Class", "instructor", bottom=1350),
    Still("class-poll.png", "Class", "poll open", top=550, bottom=1350),
)


def wanted(visits: Iterable[Visit], stills: Sequence[Still] = STILLS) -> list[Visit]:
    """The visits that lead to the stills, each no further than it has to go."""
    states = {(one.surface, one.state) for one in stills}
    found = []
    for visit in visits:
        last = max(
            (
                place
                for place, state in enumerate(visit.states, 1)
                if (visit.surface, state.name) in states and DESK in visit.widths
            ),
            default=0,
        )
        if last:
            found.append(replace(visit, states=visit.states[:last], widths=(DESK,)))
    return found


def lay_out(
    pictures: Iterable[Picture], to: Path, stills: Sequence[Still] = STILLS
) -> list[str]:
    """Write each still into the folder `to`; a sentence for each there is no picture of."""
    taken, missing = list(pictures), list[str]()
    for still in stills:
        file = next((one.file for one in taken if still.shows(one)), None)
        if file:
            _cut(file, still).save(to / still.file, optimize=True)
        else:
            shows = f"{still.surface}, {still.state}, {still.theme}"
            missing.append(f"there is no picture of {shows}")
    return missing


def _cut(file: Path, still: Still) -> Image.Image:
    whole = Image.open(file).convert("RGB")
    bottom = still.bottom or still.top + whole.width * HIGH // WIDE
    part = whole.crop((0, still.top, whole.width, min(bottom, whole.height)))
    size = (WIDE, round(part.height * WIDE / part.width))
    (small,) = reduced([part.resize(size, Image.Resampling.LANCZOS)], COLOURS)
    return small
