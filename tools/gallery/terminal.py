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
from certlab.terminal.screens.exam_app import ExamApp
from tools.gallery.visit import DESK, PHONE, State, Visit

SIZES = {DESK: (100, 34), PHONE: (50, 48)}  # columns and lines
LOOKS = {"light": theme.LIGHT, "dark": theme.DARK}
QUESTIONS = 10
# What to press, and what the screen shows then.
DRILL = (((), "asked"), (("1", "enter"), "answered"), (("enter",), "end"))
EXAM = (
    ((), "start"),
    (("enter",), "question"),
    (("1", "enter", "1", "enter", "f", "m"), "map"),
    (("s",), "hand in"),
    (("y",), "report"),
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
    states: Sequence[tuple[Sequence[str], str]],
    width: int,
    folder: Path,
) -> list[Visit]:
    made = []
    async with app.run_test(size=SIZES[width]) as pilot:
        for keys, name in states:
            for key in keys:
                await pilot.press(key)
                await pilot.pause()
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
