"""The pages of the static site, in their main states."""

import re
from pathlib import Path

from playwright.async_api import Page

from tools.gallery import exam, questions
from tools.gallery.visit import (
    DESK,
    State,
    Visit,
    click,
    fill,
    near,
    press,
    see,
    upload,
)

# A page with something live on it says so once all of that is there.
READY = "html[data-mounted], html:not(:has(script[type=module]))"
FRAME = (".top .brand", ".top nav li", ".top .find")
CARDS = "[data-certlab=flashcards]"
LIVE = "[data-begin]"
_BEGINS = re.compile(r'data-certlab="([a-z-]+)"[^>]* data-begin')


def visits(root: str, site: Path, history: Path) -> list[Visit]:
    """All of them.

    Args:
        root: the address of the site, with a slash at its end.
        site: its folder.
        history: a learner's answers, to be imported.
    """

    def page(name: str, path: str, *states: State) -> Visit:
        return Visit(
            name, root + path, states or (State("top", (), FRAME),), ready=READY
        )

    return [
        page("Start", "index.html", *_newcomer()),
        page("Module page", "modules/mig.html", *_module()),
        page("A module's pages", "modules/distributed.html"),
        *(
            page(f"Module page, live {kind}", path, *_live_states(kind))
            for path, kind in _live_pictures(site)
        ),
        _in_a_window(root),
        page("Module page in Chinese", "zh_TW/modules/mig.html"),
        page("Questions to read", "questions/mig.html", *_read()),
        page("Path", "path.html"),
        page("Library", "library.html"),
        page("Drill", "drill.html"),
        *questions.visits(root, site, READY),
        page("Flashcards", "drill.html", *_cards()),
        *exam.visits(root, READY),
        page("Progress", "progress.html", *_progress(history)),
        page("Machines", "node.html"),
        page("Machine", "node.html?node=off-the-bus", *_machine()),
        page("Facts", "facts/index.html"),
        page("Facts of a module", "facts/mig.html"),
        page("Exams", "certifications/index.html"),
        page("Exam page", "certifications/nca-aiio.html"),
        page("Sheet", "sheets/nca-aiio.html"),
        page("Glossary", "glossary.html"),
        page("Search", "search.html?q=fragmentation", *_search()),
        page("Recorded lab", "labs/mig/10_place_profiles.html", *_recorded()),
        page("About", "about.html"),
    ]


def _module() -> tuple[State, ...]:
    figure, over = "article figure:has(svg)", "dialog [data-key=search]"
    check = "details.check"
    return (
        State("top", (), FRAME),
        State("figure", (see(figure),), (f"{figure} svg text",), figure),
        State(
            "question after a section",
            (click(f"{check} summary"), see(f"{check} .cl-item")),
            (),
            check,
        ),
        State(
            "quiz below", (see(questions.CARD),), questions.PARTS, "[data-certlab=quiz]"
        ),
        State(
            "search over the page",
            (press("body", "/"), fill(over, "infinband"), see("dialog li a")),
            (over,),
        ),
    )


def _machine() -> tuple[State, ...]:
    """The recording, a game that the browser's own Python plays, and its diagnosis."""
    line, shell = "[data-key=line]", ".cl-prompt .cl-shell:not(:empty)"
    typed = (fill(line, "ssh node-a nvidia-smi"), press(line, "Enter"))
    return (
        State("recording", (see(".cl-recording .cl-turn"),), FRAME),
        State(
            "a game",
            (click(".cl-offer button"), see(shell), *typed, see(".cl-turn pre")),
            (shell, line),
        ),
        State(
            "diagnosis",
            (fill(line, "diagnose"), press(line, "Enter"), see(".cl-diagnosis")),
            (),
            ".cl-node",
        ),
    )


def _live_pictures(site: Path) -> list[tuple[str, str]]:
    """The page and the kind of each picture that lives on a module's page, each kind once."""
    kinds: dict[str, str] = {}
    for page in sorted(site.glob("modules/**/*.html")):
        for kind in _BEGINS.findall(page.read_text("utf-8")):
            kinds.setdefault(kind, page.relative_to(site).as_posix())
    return [(page, kind) for kind, page in kinds.items()]


def _live_states(kind: str) -> tuple[State, ...]:
    return {"collective": _collective, "schedule": _schedules}.get(
        kind, lambda: (_live(kind),)
    )()


def _live(name: str) -> State:
    """A picture that follows its controls, as it begins."""
    picture = f"{LIVE}[data-certlab={name}]"
    return State(name, (near(picture), see(f"{picture} .cl-frame")), (), picture)


def _in_a_window(root: str) -> Visit:
    """A page as its reader has it before them: with the lists beside it, half read."""
    picture = f"{LIVE}[data-certlab=batching]"

    async def halfway(page: Page) -> None:
        await page.locator(picture).evaluate(
            """(one) => scrollBy({
              top: one.getBoundingClientRect().top - 160, behavior: "instant" })"""
        )

    state = State(
        "live picture", (near(picture), see(f"{picture} .cl-frame"), halfway), FRAME
    )
    path = f"{root}modules/llm-inference/10_serving.html"
    # At one width, because another would be another place of the page.
    return Visit("Page in a window", path, (state,), (DESK,), ready=READY, long=False)


def _newcomer() -> tuple[State, ...]:
    """The first question, its answer with the picture, and the form without questions."""
    first, plan = ".cl-newcomer .cl-option", ".cl-newcomer [data-key=plan]"
    onward = ".cl-newcomer [data-key=primary]"
    return (
        State("top", (see(first), see(f"{onward}, .cl-picture .cl-frame")), FRAME),
        State("answered", (click(first), see(".cl-newcomer .cl-verdict")), ()),
        State("form", (click(onward), click(plan), see(".cl-newcomer form")), ()),
    )


def _collective() -> tuple[State, ...]:
    ring = f"{LIVE}[data-certlab=collective]"
    return (
        State("collective", (near(ring), see(f"{ring} .cl-player")), (), ring),
        State("collective, step 1", (click(f"{ring} [data-key=next]"),), (), ring),
    )


def _schedules() -> tuple[State, ...]:
    schedule = f"{LIVE}[data-certlab=schedule]"
    return (
        State(
            "schedules",
            (near(schedule), see(f"{schedule} [data-row]")),
            (f"{schedule} .cl-endtime", f"{schedule} .cl-scheds .cl-faint"),
            schedule,
        ),
    )


def _read() -> tuple[State, ...]:
    return (
        State("top", (), FRAME),
        State("an answer unfolded", (click(".asked summary"),), (), ".asked"),
    )


def _cards() -> tuple[State, ...]:
    item = f"{CARDS} .cl-item"
    again = click(f"{item} [data-key=primary]")
    return (
        State("front", (see(f"{item} .cl-front"),), (), item),
        State("back", (again, see(f"{item} .cl-back")), (), item),
        State(
            "the next one",
            (again, see(f"{item} .cl-front + .cl-foot, {item} [data-key=undo]")),
            (),
            item,
        ),
    )


def _progress(history: Path) -> tuple[State, ...]:
    file = "[data-certlab=progress] [data-key=import]"
    return (
        State("nothing yet", (see(file),)),
        State("with answers", (upload(file, history), see("[data-key=export]"))),
        State("reset", (click("[data-key=reset]"), see("[data-key=remove]"))),
    )


def _search() -> tuple[State, ...]:
    field = "[data-search] [data-key=search]"
    return (
        State("results", (see("[data-search] li a"),)),
        State(
            "nothing found",
            (fill(field, "zzzz"), see(".cl-search-says:not(:empty)")),
        ),
    )


def _recorded() -> tuple[State, ...]:
    picture = "article svg[role=img]"
    return (State("top", (), FRAME), State("output", (see(picture),), (), picture))
