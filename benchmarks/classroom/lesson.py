"""A class of twenty minutes, played whole: a real JupyterHub, an instructor, six learners.

    python -m benchmarks lesson [--minutes 20] [--pictures FOLDER]

Each has a fresh window, with nothing stored in it, comes in by the Hub's form, and does what a person would:
answers at their own pace, votes, votes again after a discussion, is stuck. The network of
one goes away while she answers, and comes back.
"""

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright

from benchmarks.classroom.door import STAGES, coming_in
from benchmarks.classroom.outcome import Outcome
from benchmarks.classroom.scripted import Learner, Person, hub
from benchmarks.site.site_against_stock import FLAGS
from certlab.classroom.hub.launch import INSTRUCTOR, Launch
from certlab.course import load
from tools.gallery.chromium import CHROMIUM

SYLLABUS, TITLE = "mig-two-hours", "MIG in two hours"
POLL, OTHER = "mig-set-that-fits", "mig-for-strangers"  # of that syllabus
LAB, STEP = "mig/10_place_profiles", "Predict"
GATE = f"Go on to {STEP}"
WHERE = "Layout D: I do not see why it cannot be made."
# Seconds between two answers in a class of 20 minutes, and the share that is right.
PACES = {
    "ada": (20, 0.9),
    "bo": (26, 0.75),
    "cleo": (30, 0.8),
    "dee": (45, 0.45),
    "eli": (60, 0.6),
    "fay": (40, 0.7),
}
FIRST = (True, False, False, False, True, False)  # who votes for what is right
SECOND = (True, True, True, False, True, True)
USUAL = 20  # minutes
ENOUGH = 120.0  # seconds until the class has what came last
# Milliseconds, to end a hang: while six servers start, and then in the lesson.
_STARTING, _PATIENCE = 300_000, 60_000


def play(minutes: float, pictures: Path, say: Callable[[str], None]) -> Outcome:
    """Play it in so many minutes; nothing of its Hub is left but the pictures.

    Raises:
        ServerError: the Hub does not start.
    """
    pictures.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=_PATIENCE)
    with (
        tempfile.TemporaryDirectory(prefix="certlab-lesson-") as folder,
        hub(Path(folder), "--name", TITLE, "--syllabus", SYLLABUS) as started,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        browser.on("context", lambda one: one.set_default_timeout(_STARTING))
        lesson = Lesson(browser, started, pictures, say)
        say("The Hub is there; all come in.")
        lesson.come_in()
        for context in browser.contexts:
            context.set_default_timeout(_PATIENCE)
        lesson.go_on(minutes)
        browser.close()
        return lesson.outcome


class Lesson:
    """The class as it goes on: who is in it, and what comes when."""

    def __init__(
        self,
        browser: Browser,
        started: Launch,
        pictures: Path,
        say: Callable[[str], None],
    ) -> None:
        self.started, self.pictures, self.say = started, pictures, say
        self.outcome, self.begun = Outcome(Path(started.folder)), 0.0
        self.teacher, course = Person(browser, INSTRUCTOR, started), load()
        self.learners = [
            Learner(browser, name, started, course, skill)
            for name, (_, skill) in PACES.items()
        ]
        self.ada, self.bo, self.cleo, self.dee, *_ = self.learners

    @property
    def desk(self) -> Page:
        """The instructor's page."""
        return self.teacher.page

    @property
    def table(self) -> Locator:
        """What the instructor sees of a poll's votes."""
        return self.desk.get_by_role("table", name="How the class voted")

    def picture(self, name: str, who: Person, *, whole: bool = False) -> None:
        """Keep what somebody sees now."""
        self.outcome.load.append(os.getloadavg()[0])
        who.page.screenshot(path=self.pictures / f"{name}.png", full_page=whole)

    def come_in(self) -> None:
        """All sign in at once and join, and the instructor opens the class's page."""
        people = [self.teacher, *self.learners]
        stored = [one.name for one in people if not one.is_new]
        self.outcome.faults += [f"not a fresh window: {one}" for one in stored]
        ways = {one: coming_in(one, self.started) for one in people}
        for stage in range(STAGES + 1):
            if stage == 1:
                self.picture("01-door", self.ada)
                self.begun = time.monotonic()
            for one, way in ways.items():
                next(way, None)
                if stage == 2:
                    self.outcome.seconds[one.name] = self.now()
            if stage == 2:
                self.picture("02-what-is-shared", self.ada)
        self.outcome.joined = self.now()
        self.desk.goto(f"{self.teacher.root}class.html")
        self.desk.get_by_role("heading", name="How the class is doing").wait_for()
        people_here = self.desk.locator(".cl-people li")
        expect(people_here).to_have_count(len(self.learners))
        for one in self.learners:
            self.attempt(lambda: self.see_once(".cl-strip", one), one)  # noqa: B023 -- called now
            one.turn_page()

    def see_once(self, selector: str, one: Learner) -> None:
        """A learner sees it in one place, JupyterLab's or the app's, and not in both."""
        one.strip.wait_for()
        found = one.sees(selector)
        self.outcome.looked += 1
        assert found == 1, f"{one.name} sees {selector} {found} times"

    def go_on(self, minutes: float) -> None:
        """Let everybody answer at their pace while the lesson goes its way.

        Args:
            minutes: from the door to the end.
        """
        scale = minutes / USUAL
        steps = [(60 * scale * minute, act) for minute, act in self.plan()]
        pause = {one: scale * PACES[one.name][0] for one in self.learners}
        answers = {one: self.now() + pause[one] for one in self.learners}
        while steps:
            one = min(answers, key=lambda each: answers[each])
            at = min(steps[0][0], answers[one])
            if (wait := at - self.now()) > 0:
                self.desk.wait_for_timeout(1000 * wait)
            if at == steps[0][0]:
                _, act = steps.pop(0)
                self.say(f"{self.now() / 60:5.1f} min  {act.__doc__}")
                self.attempt(act, self.teacher)
            else:
                self.attempt(one.answer, one)
                answers[one] = self.now() + pause[one]
        self.outcome.minutes = self.now() / 60

    def now(self) -> float:
        """Seconds since the door was opened."""
        return time.monotonic() - self.begun

    def attempt(self, act: Callable[[], None], who: Person) -> None:
        """Do it; a class goes on where something did not happen, and tells of it at the end."""
        try:
            act()
        except (Error, AssertionError) as error:
            says = f"{act.__name__}, {who.name}: {str(error).splitlines()[0]}"
            self.say(says)
            self.outcome.faults.append(says)
            with suppress(Error):
                self.picture(f"fault-{len(self.outcome.faults)}", who)

    def plan(self) -> list[tuple[float, Callable[[], None]]]:
        """What comes at which minute of twenty."""
        return [
            (3, self.gate), (5, self.ask), (6, self.close), (8, self.ask_again),
            (9, self.end), (10, self.flag_up), (11, self.cut), (12, self.flag_down),
            (13.5, self.ask_other), (15, self.bring_back), (17, self.end_other),
            (18, self.look_at_items), (20, self.stop),
        ]  # fmt: skip

    def gate(self) -> None:
        """The instructor sets the gate; the page asks for a lab first."""
        self.teacher.click("Go on to this")
        expect(self.desk.get_by_text("Choose a lab.")).to_be_visible()
        self.desk.get_by_label("Lab", exact=True).select_option(LAB)
        self.desk.get_by_label("Step", exact=True).fill(STEP)
        self.teacher.click("Go on to this")
        for one in self.learners:
            one.strip.get_by_role("link", name=GATE).wait_for()

    def ask(self) -> None:
        """A poll; Ada is in the lab meanwhile, where the gate has led her."""
        self.ada.strip.get_by_role("link", name=GATE).click()
        self.ada.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.open_from_agenda(POLL)
        self.ada.poll.get_by_role("radio").first.wait_for()
        self.picture("03-poll-in-a-lab", self.ada)
        self.votes(self.learners, FIRST, POLL)
        self.ada.page.locator(".lm-TabBar-tab", has_text="certlab").click()

    def open_from_agenda(self, item: str) -> None:
        """Open a question where the syllabus has it."""
        self.desk.locator(f"[data-key=open-step-{item}]").click()

    def open_poll(self, item: str) -> None:
        """Find the question and open it."""
        self.desk.get_by_label("Find a question").fill(item)
        self.desk.get_by_role("button", name="Open as a poll").click()

    def votes(self, who: list[Learner], right: tuple[bool, ...], item: str) -> None:
        """Each votes and puts the poll away; the instructor's page counts them."""
        for one, is_right in zip(who, right, strict=False):
            one.poll.get_by_role("radio").first.wait_for()
            for part in (".cl-strip", ".cl-strip .cl-panel"):
                self.see_once(part, one)
            one.vote(item, is_right)
        self.see_votes(len(who))

    def see_votes(self, n: int) -> None:
        """The instructor's page says how many have voted."""
        says = f"{n} of {len(self.learners)} have voted"
        expect(self.desk.get_by_text(says)).to_be_visible()

    def close(self) -> None:
        """The vote is closed."""
        self.teacher.click("Close the vote")
        self.table.wait_for()
        self.picture("04-first-vote", self.teacher)

    def ask_again(self) -> None:
        """All vote again, after they have talked."""
        self.teacher.click("Vote again")
        self.bo.poll.get_by_role("radio").first.wait_for()
        self.picture("05-second-vote", self.bo)
        self.votes(self.learners, SECOND, POLL)

    def end(self) -> None:
        """The second vote is closed, and the poll ended with its reasons."""
        self.teacher.click("Close the vote")
        expect(self.table).to_contain_text("Second vote")
        self.picture("06-both-votes", self.teacher)
        self.teacher.click("End, and show why")
        self.dee.strip.get_by_role("button", name="Poll: the answer").click()
        self.dee.poll.locator(".cl-verdict").wait_for()
        self.picture("07-the-answer-and-why", self.dee)
        self.desk.locator(".cl-why").wait_for()
        self.picture("07-why-on-the-desk", self.teacher, whole=True)
        self.outcome.votes = self.table.locator("tbody tr").all_inner_texts()
        self.dee.fold()
        self.teacher.click("Ask another")

    def flag_up(self) -> None:
        """Dee is stuck."""
        self.dee.strip.get_by_role("button", name="I am stuck").click()
        self.dee.strip.get_by_label("Where are you stuck?").fill(WHERE)
        self.dee.strip.get_by_role("button", name="Raise the flag").click()
        expect(self.desk.get_by_role("status", name="Who is stuck")).to_contain_text(
            WHERE
        )
        expect(self.desk.locator(".cl-heat-table .cl-stuck")).to_have_count(1)
        self.picture("08-desk", self.teacher, whole=True)

    def flag_down(self) -> None:
        """Dee goes on."""
        self.dee.strip.get_by_role("button", name="Take the flag down").click()
        expect(self.desk.get_by_text("Nobody has raised the flag.")).to_be_visible()

    def cut(self) -> None:
        """Cleo's network goes away; she answers on."""
        self.cleo.turn_page()
        self.cleo.context.set_offline(True)

    def ask_other(self) -> None:
        """Another poll, of which Cleo hears nothing yet."""
        self.open_poll(OTHER)
        self.votes([one for one in self.learners if one is not self.cleo], FIRST, OTHER)
        self.picture("09-without-a-network", self.cleo)

    def bring_back(self) -> None:
        """Cleo's network is back: her answers are sent, and she votes."""
        there = self.outcome.history(self.cleo.name)
        self.outcome.waited = self.cleo.given - len(there)
        self.cleo.context.set_offline(False)
        self.cleo.vote(OTHER, True)
        self.see_votes(len(self.learners))
        self.picture("10-back", self.cleo)

    def end_other(self) -> None:
        """The other poll is ended."""
        self.teacher.click("Close the vote")
        self.teacher.click("End, and show why")
        self.teacher.click("Ask another")

    def look_at_items(self) -> None:
        """The instructor looks at the items, and takes the gate away."""
        self.teacher.click("Remove the message")
        self.teacher.click("Show the items")
        self.desk.locator(".cl-part-items table").wait_for()
        self.picture("11-items", self.teacher, whole=True)

    def stop(self) -> None:
        """The instructor takes the answers home."""
        end = time.monotonic() + ENOUGH
        for one in self.learners:
            self.outcome.given[one.name] = one.given
            self.outcome.faults += one.faults
        self.outcome.faults += self.teacher.faults
        while True:
            with self.desk.expect_download() as file:
                self.desk.get_by_role("link", name="All answers (CSV)").click()
            self.outcome.compare(file.value.path().read_text("utf-8"))
            if self.outcome.whole or time.monotonic() > end:
                return
            self.desk.wait_for_timeout(1000)
