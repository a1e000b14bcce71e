"""A lesson from the start of its Hub to its end; nothing of it is left but the pictures."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from benchmarks.classroom.lesson import SYLLABUS, TITLE, Lesson
from benchmarks.classroom.outcome import Outcome
from benchmarks.classroom.scripted import hub
from benchmarks.site.site_against_stock import FLAGS
from certlab.course import load
from tools.gallery.chromium import CHROMIUM

# Milliseconds, to end a hang: while six servers start, and then in the lesson.
_STARTING, _PATIENCE = 300_000, 60_000


def play(minutes: float, pictures: Path, say: Callable[[str], None]) -> Outcome:
    """Play it in so many minutes, and keep the pictures.

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
        lesson = Lesson(browser, started, load(), pictures, say)
        say("The Hub is there; all come in.")
        lesson.come_in()
        for context in browser.contexts:
            context.set_default_timeout(_PATIENCE)
        lesson.play(minutes)
        browser.close()
        return lesson.outcome
