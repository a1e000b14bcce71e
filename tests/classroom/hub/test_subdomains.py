"""A class with --subdomains: each server has an origin of its own, and all of it still works.

Browsers find *.localhost by themselves, so this needs no names of a real network.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from certlab.classroom.hub import launch, proxy
from tests.browser import browsing, unhurried
from tests.classroom.hub import evil_page
from tests.classroom.hub.test_a_class import end, python_for_all, start

NAME = "class.localhost"


@dataclass(frozen=True)
class Room:
    """A class that runs, and a browser in which each of its people is in JupyterLab."""

    folder: Path
    started: launch.Launch
    people: dict[str, Page]

    def root(self, name: str) -> str:
        """The origin of somebody's server."""
        return f"http://{name}.{NAME}:{self.started.port}"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    if not hasattr(os, "geteuid") or proxy.lacks():
        pytest.skip("no npm, which brings the Hub's proxy")
    folder = Path(tempfile.mkdtemp(prefix="certlab-subdomains-"))
    folder.chmod(0o711)  # for the account that builds another course's pages
    with ExitStack() as ends:
        ends.callback(shutil.rmtree, folder, ignore_errors=True)
        browser = ends.enter_context(browsing())
        named = ("--trusting", "--subdomains", "--address", f"http://{NAME}:{{port}}/")
        process = start(folder, python_for_all(folder), *named)
        ends.callback(end, process)
        started = launch.read(folder / "class")
        names = ("ada", "bob", launch.INSTRUCTOR)
        people = {name: joined(browser, started, name) for name in names}
        for name, page in people.items():
            page.wait_for_url(f"http://{name}.{NAME}:*/user/{name}/lab/**")
        yield Room(folder, started, people)


def joined(browser: Browser, started: launch.Launch, name: str) -> Page:
    """Somebody who has sent the form, and whose server starts."""
    page = unhurried(browser.new_context()).new_page()
    page.goto(started.address)
    code = started.password if name == launch.INSTRUCTOR else started.code
    page.get_by_label("Nickname").fill(name)
    page.get_by_label("Code of the class").fill(code)
    page.get_by_role("button", name="Join").click()
    return page


def test_the_app_stands_in_jupyterlab_and_joins_the_class(room: Room) -> None:
    ada, instructor = room.people["ada"], room.people[launch.INSTRUCTOR]
    app = ada.frame_locator("iframe[title=certlab]")
    app.get_by_role("button", name="Join as ada").click()
    app.get_by_text("Joined as ada").wait_for()
    service = f"http://class--service.{NAME}:{room.started.port}/services/class/"
    instructor.goto(service)
    own = room.root(launch.INSTRUCTOR)
    instructor.wait_for_url(f"{own}/user/{launch.INSTRUCTOR}/certlab/class.html**")
    instructor.get_by_text(room.started.code).first.wait_for()


@pytest.mark.parametrize("victim", ["ada", launch.INSTRUCTOR])
def test_an_evil_page_gets_nothing_of_another_server(room: Room, victim: str) -> None:
    page = room.people[victim]
    page.goto(f"{room.root('bob')}/user/bob/evil")
    assert page.title() == "evil"
    found = evil_page.tries(page, room.root(victim), victim)
    assert found["frames"] == []
    # 0 is an answer of which the page is told nothing; what it asked for was refused.
    assert set(found["asked"]) <= {0, 403, "refused"}
    assert not list(room.folder.rglob(evil_page.TAKEN))
    page.goto(f"{room.root(victim)}/user/{victim}/api/terminals")
    assert page.inner_text("body") == "[]"
