"""A class of twenty minutes, played whole: a real JupyterHub, an instructor, five learners.

    python -m benchmarks lesson [--minutes 20] [--pictures FOLDER]

Each has a browser of their own, comes in by the Hub's form, and does what a person would:
answers at their own pace, votes, votes again after a discussion, is stuck. The network of
one goes away while she answers, and comes back.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, expect

from benchmarks.classroom.outcome import Outcome
from benchmarks.classroom.scripted import Learner, Person
from certlab.classroom.hub.launch import INSTRUCTOR, Launch
from certlab.course import Course

SYLLABUS, TITLE = "mig-two-hours", "MIG in two hours"
POLL, OTHER = "mig-set-that-fits", "mig-for-strangers"  # of that syllabus
LAB, STEP = "mig/10_place_profiles", "Predict"
GATE = f"Go on to step {STEP}"
WHERE = "Layout D: I do not see why it cannot be made."
# Seconds between two answers in a class of 20 minutes, and the share that is right.
PACES = {
    "ada": (20, 0.9),
    "bo": (26, 0.75),
    "cleo": (30, 0.8),
    "dee": (45, 0.45),
    "eli": (60, 0.6),
}
FIRST = (True, False, False, False, True)  # who votes for what is right
SECOND = (True, True, True, False, True)
USUAL = 20  # minutes
ENOUGH = 120.0  # seconds until the class has what came last


class Lesson:
    """The class as it goes on: who is in it, and what comes when."""

    def __init__(
        self,
        browser: Browser,
        started: Launch,
        course: Course,
        pictures: Path,
        say: Callable[[str], None],
    ) -> None:
        self.started, self.course, self.pictures, self.say = (
            started,
            course,
            pictures,
            say,
        )
        self.outcome, self.begun = Outcome(Path(started.folder)), 0.0
        self.teacher = Person(browser, INSTRUCTOR, started)
        self.learners = [
            Learner(browser, name, started, course, skill)
            for name, (_, skill) in PACES.items()
        ]
        self.ada, self.bo, self.cleo, self.dee, _ = self.learners

    @property
    def desk(self) -> Page:
        """The instructor's page."""
        return self.teacher.page

    def picture(self, name: str, who: Person, *, whole: bool = False) -> None:
        """Keep what somebody sees now."""
        self.outcome.look_at_load()
        who.page.screenshot(path=self.pictures / f"{name}.png", full_page=whole)

    def come_in(self) -> None:
        """All sign in at once and join, and the instructor opens the class's page."""
        people = [self.teacher, *self.learners]
        for one in people:
            code = self.started.password if one is self.teacher else self.started.code
            one.fill_in_the_form(self.started, code)
        self.picture("01-door", self.ada)
        self.begun = time.monotonic()
        for one in people:
            one.click("Join")
        for one in people:
            one.wait_for_the_app()
            self.outcome.seconds[one.name] = self.now()
        self.desk.goto(f"{self.teacher.root}class.html")
        self.desk.get_by_role("heading", name="Where the class stands").wait_for()
        self.ada.app.get_by_label("Nickname").wait_for()
        self.picture("02-what-is-shared", self.ada)
        for one in self.learners:
            one.join()

    def play(self, minutes: float) -> None:
        """Let everybody answer at their pace while the lesson goes its way.

        Args:
            minutes: from the door to the end.
        """
        scale = minutes / USUAL
        steps = [(60 * scale * minute, act) for minute, act in self.plan()]
        next_answer = {
            one: self.now() + scale * PACES[one.name][0] for one in self.learners
        }
        while steps:
            one = min(next_answer, key=lambda each: next_answer[each])
            at = min(steps[0][0], next_answer[one])
            if (wait := at - self.now()) > 0:
                self.desk.wait_for_timeout(1000 * wait)
            if at == steps[0][0]:
                _, act = steps.pop(0)
                self.say(f"{self.now() / 60:5.1f} min  {act.__doc__}")
                self.attempt(act, self.teacher)
            else:
                self.attempt(one.answer, one)
                next_answer[one] = self.now() + scale * PACES[one.name][0]
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
        self.desk.get_by_label("Step").fill(STEP)
        self.teacher.click("Go on to this")
        for one in self.learners:
            one.strip.get_by_role("link", name=GATE).wait_for()

    def ask(self) -> None:
        """A poll; Ada is in the lab meanwhile, where the gate has led her."""
        self.ada.strip.get_by_role("link", name=GATE).click()
        self.ada.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        self.open_poll(POLL)
        self.ada.poll.get_by_role("radio").first.wait_for()
        self.picture("03-poll-in-a-lab", self.ada)
        self.votes(self.learners, FIRST, POLL)
        self.ada.page.locator(".lm-TabBar-tab", has_text="certlab").click()

    def open_poll(self, item: str) -> None:
        """Find the question and open it."""
        self.desk.get_by_label("Find a question").fill(item)
        self.desk.get_by_role("button", name="Open as a poll").click()

    def votes(self, who: list[Learner], right: tuple[bool, ...], item: str) -> None:
        """Each votes and puts the poll away; the instructor's page counts them."""
        for one, is_right in zip(who, right, strict=False):
            one.vote(item, is_right)
        everybody = len(self.learners)
        says = f"{len(who)} of {everybody} have voted"
        expect(self.desk.get_by_text(says)).to_be_visible()

    def close(self) -> None:
        """The vote is closed."""
        self.teacher.click("Close the vote")
        self.desk.get_by_role("table", name="How the class voted").wait_for()
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
        table = self.desk.get_by_role("table", name="How the class voted")
        expect(table).to_contain_text("Second vote")
        self.picture("06-both-votes", self.teacher)
        self.teacher.click("End, and show why")
        self.dee.strip.get_by_role("button", name="Poll: the answer").click()
        self.dee.poll.locator(".cl-verdict").wait_for()
        self.picture("07-the-answer-and-why", self.dee)
        self.outcome.votes = table.locator("tbody tr").all_inner_texts()
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
        self.outcome.waited = self.cleo.given - self.outcome.in_history(self.cleo.name)
        self.cleo.context.set_offline(False)
        self.cleo.vote(OTHER, True)
        everybody = len(self.learners)
        expect(
            self.desk.get_by_text(f"{everybody} of {everybody} have voted")
        ).to_be_visible()
        self.picture("10-back", self.cleo)

    def end_other(self) -> None:
        """The other poll is ended."""
        self.teacher.click("Close the vote")
        self.teacher.click("End, and show why")
        self.teacher.click("Ask another")

    def look_at_items(self) -> None:
        """The instructor looks at the items, and takes the gate away."""
        self.teacher.click("Take it away")
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
