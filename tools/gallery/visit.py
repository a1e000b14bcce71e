"""A visit: something to open, and the states to bring it into, one after the other."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page

DESK, PHONE = 1280, 390  # widths in pixels
THEMES = ("light", "dark")

Step = Callable[[Page], Awaitable[object]]


@dataclass(frozen=True)
class State:
    """A state worth a picture.

    Attributes:
        name: the caption.
        steps: what leads here from the state before.
        parts: CSS of elements that must be there and must not lie over each other.
        top: CSS of what the picture is of; the top of the page if "".
        anew: whether it can be reached though the state before it was not.
    """

    name: str
    steps: tuple[Step, ...] = ()
    parts: tuple[str, ...] = ()
    top: str = ""
    anew: bool = False


@dataclass(frozen=True)
class Visit:
    """One surface in a window of its own, with nothing stored from before.

    Attributes:
        surface: what the contact sheet files it under.
        opens: an address.
        states: in the order in which they are reached.
        widths: of the window.
        before: done before the address is opened.
        ready: CSS of what is there once the surface has drawn itself.
        long: whether the window is half as tall again, and a picture as tall as its part.
        theme: brings the open page into a theme, where the browser's wish does not.
    """

    surface: str
    opens: str
    states: tuple[State, ...]
    widths: tuple[int, ...] = (DESK, PHONE)
    before: Step | None = None
    ready: str = "body"
    long: bool = True
    theme: Callable[[Page, str], Awaitable[object]] | None = None


@dataclass(frozen=True)
class Picture:
    """A state at one width in one theme, and what is wrong with it, a sentence each."""

    surface: str
    state: str
    width: int
    theme: str
    file: Path
    faults: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"{self.surface}, {self.state}, at {self.width}, {self.theme}"
        return f"{where}: {'; '.join(self.faults)}." if self.faults else where


def click(selector: str) -> Step:
    return lambda page: page.locator(selector).first.click()


def check(selector: str) -> Step:
    return lambda page: page.locator(selector).first.check()


def press(selector: str, key: str) -> Step:
    return lambda page: page.locator(selector).first.press(key)


def fill(selector: str, text: str) -> Step:
    return lambda page: page.locator(selector).first.fill(text)


def see(selector: str) -> Step:
    return lambda page: page.locator(selector).first.wait_for()


def near(selector: str) -> Step:
    """Go there: a figure comes alive when its reader is near."""
    return lambda page: page.locator(selector).first.evaluate(
        "one => one.scrollIntoView()"
    )


def upload(selector: str, file: Path) -> Step:
    return lambda page: page.locator(selector).first.set_input_files(file)
