"""A class's Hub and the people in it, each in a browser of their own, driven by a script.

They do what is on the page: sign in by the Hub's form, press what the app shows, and look
at what it says then. Nothing here asks an API.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Frame, Locator, Page, expect

from certlab.cache_folder import VARIABLE as CACHE
from certlab.classroom.hub import launch
from certlab.course import Course
from certlab.course.items.choice import Choice
from certlab.errors import ServerError
from certlab.servers.running import free_ports
from certlab.study.questions import compile_item

PAGES = ("mig", "gpu-architecture", "cluster")  # whose questions are answered, in turn
QUESTION = "[data-certlab=quiz] .cl-item"
_APP = "iframe[title=certlab]"
_GOLDEN = 0.618  # of it, multiples spread evenly


@contextmanager
def hub(folder: Path, *words: str) -> Iterator[launch.Launch]:
    """`certlab class serve` on a free port, until the block ends."""
    own = str(Path.home() / ".cache" / "certlab")
    (port,) = free_ports(1)
    asked = ["--folder", str(folder), "--port", str(port), "--ip", "127.0.0.1", *words]
    process = subprocess.Popen(
        [sys.executable, "-m", "certlab", "class", "serve", "--trusting", *asked],
        env={**os.environ, CACHE: os.environ.get(CACHE, own)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said: list[str] = []
        for line in process.stdout or ():
            said.append(line)
            if line.startswith("All is kept"):
                break
        else:
            raise ServerError(f"The class did not start: {''.join(said).strip()}")
        yield launch.read(folder)
    finally:
        process.terminate()  # as Ctrl-C, also where the shell ignores that
        process.communicate()


class Person:
    """Somebody at a browser.

    Attributes:
        name: the nickname at the Hub's door; with a capital, the one in the class.
        faults: errors that their pages threw.
    """

    def __init__(self, browser: Browser, name: str, started: launch.Launch) -> None:
        self.name, self.nickname = name, name.title()
        self.root = f"http://127.0.0.1:{started.port}/user/{name}/certlab/"
        self.context = browser.new_context(viewport={"width": 1280, "height": 860})
        self.faults: list[str] = []
        self.context.on("weberror", lambda one: self.faults.append(str(one.error)))
        self.page: Page = self.context.new_page()

    def wait_for_the_app(self) -> None:
        """Until JupyterLab is there, with the app in it."""
        self.page.wait_for_url("**/lab/workspaces/**")
        self.page.frame_locator(_APP).locator("html[data-mounted]").wait_for()

    @property
    def is_new(self) -> bool:
        """Whether nothing is stored in their browser."""
        kept = self.context.storage_state()
        return not kept["cookies"] and not kept["origins"]

    @property
    def app(self) -> Frame:
        """The app's tab in JupyterLab."""
        found = self.page.locator(_APP).element_handle().content_frame()
        assert found
        return found

    def sees(self, selector: str) -> int:
        """How many of something they see, in JupyterLab and in its frames together."""
        found = f"{selector}:visible"
        return sum(one.locator(found).count() for one in self.page.frames)

    def click(self, name: str) -> None:
        """Press a button of the page."""
        self.page.get_by_role("button", name=name, exact=True).click(no_wait_after=True)


class Learner(Person):
    """One who answers, right so often as `skill` says, and sometimes votes.

    Attributes:
        given: answers of which the page has shown the verdict.
    """

    def __init__(
        self,
        browser: Browser,
        name: str,
        started: launch.Launch,
        course: Course,
        skill: float,
    ) -> None:
        super().__init__(browser, name, started)
        self.skill, self.given, self.pages = skill, 0, 0
        self.items = course.items
        questions = (
            compile_item(course, one, 0)
            for one in course.items.values()
            if one.kind == "command"
        )
        self.programs = {
            _plain(one.show["ask"]): one.key["calls"][0]["programs"][0]
            for one in questions
        }
        self.right = {
            frozenset(one.id for one in body.options): {
                one.id for one in body.options if one.correct
            }
            for body in (one.body for one in course.items.values())
            if isinstance(body, Choice)
        }

    @property
    def strip(self) -> Locator:
        """The class at the foot of the window, JupyterLab's or the app's."""
        here = self.page.locator(".cl-strip")
        return here if here.count() else self.app.locator(".cl-strip")

    @property
    def poll(self) -> Locator:
        """The poll above the strip."""
        return self.strip.get_by_role("region", name="Poll of the class")

    def turn_page(self) -> None:
        """Open the questions of the next module."""
        module = PAGES[self.pages % len(PAGES)]
        self.pages += 1
        # JupyterLab frames the app below a word of its own, and no other address of it.
        (root,) = re.findall(r"^.*?/certlab/(?:~[^/]+/)?", self.app.url)
        self.app.goto(f"{root}modules/{module}.html")
        self.app.locator(f"{QUESTION} .cl-ask").first.wait_for()

    def answer(self) -> None:
        """Answer the question that is there, and go on to the next one."""
        card = self.app.locator(QUESTION).first
        self._enter(card, (self.given * _GOLDEN) % 1 < self.skill)
        card.get_by_role("button", name="Check answer").click()
        card.locator(".cl-verdict").wait_for()
        self.given += 1
        after = card.get_by_role("button", name="Next item")
        if after.count():
            after.click()
            card.locator(".cl-verdict").wait_for(state="detached")
        else:
            self.turn_page()

    def _enter(self, card: Locator, right: bool) -> None:
        """Choose by what the course says is right; what is no choice gets something."""
        options = card.locator("[data-key^=option-]")
        ids = [one.removeprefix("option-") for one in options.evaluate_all(_KEYS)]
        key = self.right.get(frozenset(ids), set())
        many = card.locator("input[type=checkbox]").count() > 0
        chosen = sorted(ids, key=lambda one: (one in key) is not right)
        for one in chosen[: len(key) if many else 1]:
            card.locator(f"[data-key=option-{one}]").check()
        for choice in card.locator("fieldset select").all():
            choice.select_option(index=1)
        ask = _plain(card.locator(".cl-ask").first.inner_text())
        for field in card.locator("fieldset input[type=text]").all():
            # A command without its options is judged; one that the question knows not is refused.
            field.fill(self.programs.get(ask, "7"))
        for move in card.locator("[data-step]:nth-child(2) .cl-moves button").all()[:1]:
            move.click()

    def vote(self, item: str, right: bool) -> None:
        """Vote in the open poll, for what is right or for something else, and fold it."""
        body = self.items[item].body
        assert isinstance(body, Choice)
        (option, *_) = [one.id for one in body.options if one.correct is right]
        self.poll.locator(f"[data-key=option-{option}]").check()
        self.poll.locator("[data-key=primary]").click()
        expect(self.poll).to_contain_text("Your vote counts.")
        self.fold()

    def fold(self) -> None:
        """Put the poll away."""
        self.strip.get_by_role("button", name="Fold the poll").click()


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").replace("*", "").split())


_KEYS = "found => found.map((one) => one.dataset.key)"
