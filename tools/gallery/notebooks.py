"""JupyterLab as `certlab study` opens it: one window, one notebook after the other.

In one window, because a learner has them so, and a style of one may break another.
"""

from datetime import datetime, timedelta
from pathlib import Path

import nbformat
from playwright.async_api import Page

from tools.gallery.learner import EXAM
from tools.gallery.visit import DESK, State, Step, Visit, check, click, fill, see

NOW = "#jp-main-dock-panel > :not(.lm-mod-hidden)"  # the tab that is in front
APP = "#certlab-app iframe"
START = f"{NOW} .cl-start"
ITEM = f"{NOW} .cl-item"
PRIMARY = f"{ITEM} [data-key=primary]"
MAP = f"{NOW} .cl-frame li > button[data-key^=cell-]"
SIMULATORS = "simulators.ipynb"
CELLS = (
    "from certlab import widgets\n\nwidgets.collective(step=1)",
    "widgets.schedule()",
    "widgets.number_bits()",
)
IDLE = "[...document.querySelectorAll('.certlab-try')].every(({ textContent }) => textContent !== 'Stop')"
_KERNEL = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
_THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


def visits(address: str, workspace: Path) -> list[Visit]:
    """One long visit.

    Args:
        address: what `certlab study` tells to open.
        workspace: its folder; a notebook of simulators is put there.
    """
    _write_simulators(workspace / SIMULATORS)
    states = (*_app(), *_reading(), *_quizzes(), *_exam(), *_simulators())
    return [
        Visit(
            "JupyterLab", address, states, (DESK,), ready=APP, long=False, theme=_theme
        )
    ]


def _app() -> tuple[State, ...]:
    """The app in its tab, which planned today's work for the start notebook too."""
    day = datetime.now().astimezone().date() + timedelta(days=28)

    async def plan(page: Page) -> None:
        app = page.frame_locator(APP)
        await app.locator(f".cl-exams [data-key={EXAM}]").click()
        await app.locator("[data-key=plan]").click()
        await app.locator("[data-key=day]").fill(day.isoformat())
        await app.get_by_role("button", name="Make my plan").click()
        await app.locator(".cl-today").wait_for()

    async def begin(page: Page) -> None:
        app = page.frame_locator(APP)
        await app.locator(".cl-tasks button.cl-task").first.click()
        await app.locator("[data-certlab=start] .cl-item").wait_for()

    start = "labs/00_start_here.ipynb"
    today = (_open(start, f"{NOW} .jp-Cell"), see(f"{START} .cl-today"), _show(START))
    return (
        State("app, before a plan", (_form,)),
        State("app, planned", (plan,)),
        State("app, drill", (begin,)),
        State("start notebook", today, anew=True),
    )


async def _form(page: Page) -> None:
    """The app's first page, once its pages are built."""
    await page.frame_locator(APP).locator(".cl-newcomer .cl-option").first.wait_for()


def _reading() -> tuple[State, ...]:
    board = f"{NOW} .cl-board"
    preview = _open("modules/mig.md", f"{NOW} h1")
    picture = (see(f"{NOW} img"), _show(f"{NOW} img"))
    lab = (*_run("labs/mig/10_place_profiles.ipynb", board), _show(board))
    parts = (f"{board} .cl-numbers:first-child span",)
    return (
        State("module page", (preview,), anew=True),
        State("module page, figure", picture),
        State(
            "lab, not yet run",
            (_open("labs/mig/10_place_profiles.ipynb", f"{NOW} .jp-Cell"),),
            anew=True,
        ),
        State("lab, board", lab, parts),
        *_predictions(),
        *_exercises(),
    )


def _predictions() -> tuple[State, ...]:
    """Asked, refused, and beside what was measured."""
    card = f"{NOW} .cl-prediction:has(form)"
    rows = zip("ABCDE", ("fits", "fits", *["does not fit"] * 3), strict=True)
    chosen = [check(f"{card} [data-name={row}][value='{says}']") for row, says in rows]
    run = click(f"{card} [data-key=primary]")
    compared = f"{NOW} .cl-prediction:has(.cl-compared)"
    return (
        State("lab, prediction", (see(card), _show(card))),
        State(
            "lab, prediction refused", (run, see(f"{card} .cl-problem"), _show(card))
        ),
        State(
            "lab, prediction compared", (*chosen, run, see(compared), _show(compared))
        ),
    )


def _exercises() -> tuple[State, ...]:
    """Not tried, wrong three times, right in the last one."""
    bar = f"{NOW} .certlab-check-bar:has([role=status])"
    tries = [
        step
        for count in range(3)
        for step in (
            # Of the first exercise, whose button says "Stop" until the check has ended.
            click(f"{bar} >> nth=0 >> button:has-text('Check')"),
            see(f"{NOW} .certlab-hint >> nth={count}"),
        )
    ]
    wrong = _edit("fits-stub", "def fits(profiles, layout):\n    return True\n")
    line = _edit("command-stub", 'line = "nvidia-smi mig -i 1 -cgi 9,14,19,19 -C"')

    async def last(page: Page) -> None:
        await page.locator(bar).last.locator(".certlab-try").click()
        await page.locator(f"{NOW} .certlab-links a").first.wait_for()
        await page.wait_for_function(IDLE)  # the cell that was run has been shown

    card = f"{NOW} .certlab-check"
    return (
        State(
            "lab, exercise",
            (_show(f"{NOW} .jp-OutputArea-output:has-text('attempted')"),),
        ),
        State(
            "lab, wrong three times",
            (wrong, *tries, _show(card)),
        ),
        State(
            "lab, end",
            (
                line,
                last,
                see(f"{NOW} .certlab-links a"),
                _show(f"{NOW} .certlab-right"),
            ),
        ),
    )


def _edit(cell: str, text: str) -> Step:
    """Write into a cell of the open notebook, by its id."""
    script = """([id, text]) => {
      const { widgets } = jupyterapp.shell.currentWidget.content;
      widgets.find(({ model }) => model.id === id).model.sharedModel.setSource(text);
    }"""

    async def step(page: Page) -> None:
        await page.evaluate(script, [cell, text])

    return step


def _quizzes() -> tuple[State, ...]:
    checked = (
        check(f"{ITEM} .cl-choice input"),
        click(PRIMARY),
        see(f"{ITEM} .cl-verdict"),
    )
    back = (click(PRIMARY), see(f"{ITEM} .cl-back"), _show(ITEM))
    return (
        State(
            "drill, asked", (*_run("quizzes/drill.ipynb", ITEM), _show(ITEM)), anew=True
        ),
        State("drill, answered", (*checked, _show(ITEM))),
        State(
            "card, front",
            (*_run("quizzes/flashcards.ipynb", ITEM), _show(ITEM)),
            anew=True,
        ),
        State("card, back", back),
    )


def _exam() -> tuple[State, ...]:
    key = ITEM + " [data-key={}]"
    begin = (
        check(key.format("paper-random")),
        lambda page: page.locator(key.format("count")).select_option("10"),
        fill(key.format("seed"), "22"),
        click(PRIMARY),
        see(f"{ITEM} [role=timer]"),
    )
    handed = (click(PRIMARY), click(key.format("yes")), see(f"{NOW} .cl-big"))
    return (
        State(
            "mock exam, start",
            (*_run("quizzes/mock_exam.ipynb", ITEM), _show(ITEM)),
            anew=True,
        ),
        State("mock exam, question", (*begin, _show(ITEM))),
        State(
            "mock exam, map",
            (click(key.format("map")), see(MAP), _show(ITEM)),
            (MAP, f"{NOW} .cl-foot > *"),
        ),
        State("mock exam, report", (*handed, _show(ITEM))),
    )


def _simulators() -> tuple[State, ...]:
    def cell(number: int) -> str:
        return f"{NOW} .jp-Cell:nth-child({number} of .jp-CodeCell) .certlab"

    numbers = _run(SIMULATORS, cell(3))
    return (
        State("collective", (*numbers, _show(cell(1))), anew=True),
        State("schedules", (_show(cell(2)),)),
        State("number in bits", (_show(cell(3)),)),
    )


def _run(path: str, shows: str) -> tuple[Step, ...]:
    """Open a notebook, run all of it, and wait for what it shows."""

    async def run(page: Page) -> None:
        await page.wait_for_function(_KERNEL)
        await _command(page, "notebook:run-all-cells")

    return (_open(path, f"{NOW} .jp-Cell"), run, see(shows))


def _open(path: str, shows: str) -> Step:
    async def step(page: Page) -> None:
        await _command(page, "docmanager:open", path=path)
        name = path.rpartition("/")[2]
        await page.wait_for_function(
            f"window.jupyterapp.shell.currentWidget?.title.label === {name!r}"
        )
        await see(shows)(page)

    return step


async def _command(page: Page, name: str, **arguments: str) -> None:
    """One of JupyterLab's own; its end is not waited for."""
    call = "([name, given]) => void jupyterapp.commands.execute(name, given)"
    await page.evaluate(call, [name, arguments])


def _show(selector: str) -> Step:
    """Bring its top to the top of the window."""

    async def step(page: Page) -> None:
        place = page.locator(selector).first
        await place.wait_for()
        await place.evaluate("(one) => one.scrollIntoView({ block: 'start' })")

    return step


async def _theme(page: Page, theme: str) -> None:
    await _command(page, "apputils:change-theme", theme=_THEMES[theme])
    named = f'body[data-jp-theme-name="{_THEMES[theme]}"]'
    await page.wait_for_selector(named, state="attached")
    await page.wait_for_selector("#jupyterlab-splash", state="detached")


def _write_simulators(path: Path) -> None:
    made = [nbformat.v4.new_code_cell(one) for one in CELLS]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    nbformat.write(
        nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel}), path
    )
