"""The terminal: the drill and the exam on a whole screen, as pages of pictures."""

import re
from collections.abc import Sequence
from pathlib import Path

from certlab.course import Course
from certlab.study.exams import blueprint
from certlab.study.history import History
from certlab.study.session import Session
from certlab.terminal.exam_request import ExamRequest
from certlab.terminal.screens import theme
from certlab.terminal.screens.app import Study
from certlab.terminal.screens.drill_app import DrillApp
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_page import DrillPage
from certlab.terminal.screens.exam_app import ExamApp
from certlab.terminal.screens.exam_map import HandIn, Map
from certlab.terminal.screens.exam_question import ExamQuestion
from certlab.terminal.screens.exam_report import ReportPage
from certlab.terminal.screens.exam_start import Start
from certlab.terminal.screens.frame import Frame
from tools.gallery.visit import DESK, PHONE, State, Visit

SIZES = {DESK: (100, 34), PHONE: (50, 48)}  # columns and lines
LOOKS = {"light": theme.LIGHT, "dark": theme.DARK}
QUESTIONS = 10
# What to press, what the picture shows then, and the page that it must be of.
States = Sequence[tuple[Sequence[str], str, type[Frame]]]
DRILL: States = (
    ((), "asked", DrillPage),
    (("1", "enter"), "answered", DrillPage),
    (("enter",), "end", DrillPage),
)
EXAM: States = (
    ((), "start", Start),
    (("enter",), "question", ExamQuestion),
    # Esc leaves the field of a question whose answer is typed.
    (("1", "enter", "escape", "f", "m"), "map", Map),
    (("s",), "hand in", HandIn),
    (("y",), "report", ReportPage),
)
# Textual's pictures ask another host for their font.
_FONT = re.compile(r"@font-face\s*{.*?}", re.DOTALL)
PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; }}
svg {{ display: block; width: 100%; }}
@media (prefers-color-scheme: dark) {{ .light {{ display: none; }} }}
@media (prefers-color-scheme: light) {{ .dark {{ display: none; }} }}
</style>{}"""


async def visits(course: Course, folder: Path) -> list[Visit]:
    """Play each app at each width; a page in `folder` for each of its screens."""
    made = []
    for width in SIZES:
        log = History(folder / f"{width}.jsonl")
        session = Session(course, log, module="mig", count=1, surface="terminal")  # fmt: skip
        made += await _played("Terminal drill", DrillApp(Deck(session)), DRILL, width, folder)  # fmt: skip
        wish = ExamRequest(blueprint(course, "nca-aiio"), seed=22, count=QUESTIONS)
        app = ExamApp(course, log, wish)
        made += await _played("Terminal exam", app, EXAM, width, folder)
    return made


async def _played(
    surface: str,
    app: Study,
    states: States,
    width: int,
    folder: Path,
) -> list[Visit]:
    made = []
    async with app.run_test(size=SIZES[width]) as pilot:
        for keys, name, shown in states:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
            assert isinstance(app.screen, shown), f"{surface}, {name}: {app.screen}"
            drawn = []
            for look, named in LOOKS.items():
                app.theme = named
                await pilot.pause()
                svg = _FONT.sub("", app.export_screenshot(title=""))
                drawn.append(f'<div class="{look}">{svg}</div>')
            file = folder / f"{surface}-{name}-{width}.html"
            file.write_text(PAGE.format("".join(drawn)), "utf-8")
            made.append(Visit(surface, file.as_uri(), (State(name),), (width,)))
    return made
