"""A new edition of a lab that is open in JupyterLab: taken or kept, and no dialogue asks."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from certlab.course import load
from certlab.course.workspace import fill
from tests.app.conftest import SMALL
from tests.bound import BOUND, until

LAB = "labs/mig/10_slices.ipynb"
NOBODY = "http://127.0.0.1:9/services/class/"  # a class that does not answer
NOTEBOOK = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook"
CELL = f"{NOTEBOOK} .jp-MarkdownCell"
CODE = f"{NOTEBOOK} .jp-CodeCell .cm-content:visible"  # lab mode folds the others


@dataclass
class Seat:
    """A learner's JupyterLab below a class, whose instructor can push."""

    address: str
    course: Path
    workspace: Path

    def push(self, words: str) -> None:
        """Bring an edition of the lab whose first text has these words."""
        path = self.course / LAB
        book = json.loads(path.read_text("utf-8"))
        book["cells"][0]["source"] = f"# Slices\n\n{words}"
        path.write_text(json.dumps(book), "utf-8")
        fill(load(self.course), self.workspace)

    def text(self, name: str = LAB) -> str:
        """All that the cells of a file say."""
        path = self.workspace / name
        book = json.loads(path.read_text("utf-8")) if path.exists() else {"cells": []}
        return "\n".join("".join(cell["source"]) for cell in book["cells"])

    @property
    def files(self) -> list[str]:
        """The notebooks beside the lab and itself."""
        return sorted(one.name for one in (self.workspace / LAB).parent.glob("*.ipynb"))


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    folder = tmp_path_factory.mktemp("seat")
    shutil.copytree(SMALL, folder / "course")
    known = {
        f"JUPYTER_{one}_DIR": str(folder / one) for one in ("DATA", "CONFIG", "RUNTIME")
    }
    known |= {
        "CERTLAB_COURSE": str(folder / "course"),
        "CERTLAB_CACHE": str(folder / "cache"),
    }
    known |= {"CERTLAB_CLASS_URL": NOBODY, "JUPYTERHUB_API_TOKEN": "x"}
    words = [
        "-m",
        "certlab",
        "study",
        "--no-browser",
        "--workspace",
        str(folder / "work"),
    ]
    with subprocess.Popen(
        [sys.executable, *words],
        env={**os.environ, **known},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            said = ""
            for line in process.stdout or ():
                said += line
                if found := re.search(r"Open at (http://\S+);", line):
                    yield Seat(found[1], folder / "course", folder / "work")
                    break
            else:
                raise AssertionError(said)
        finally:
            process.terminate()  # as Ctrl-C, also where the shell ignores that
            process.communicate(timeout=BOUND)


@pytest.fixture
def lab(chromium: Browser, seat: Seat) -> Iterator[Page]:
    """The lab as its newest edition has it, open; a dialogue fails the test."""
    for name in seat.files:
        (seat.workspace / LAB).with_name(name).unlink()
    seat.push("As it was.")
    page = chromium.new_context().new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(seat.address)
    page.goto(f"{seat.address.partition('/lab')[0]}/lab/workspaces/w/tree/{LAB}?reset")
    expect(page.locator(CELL).first).to_contain_text("As it was.")
    # It has looked once, so that the next look sees what came since.
    with page.expect_response("**/api/editions?*"):
        pass
    yield page
    assert page.locator(".jp-Dialog").count() == 0
    page.context.close()
    # JupyterLab throws it wherever a notebook is closed while its Python still begins.
    assert [one for one in faults if "Canceled future" not in one] == []


def offer(page: Page) -> Locator:
    return (
        page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        .get_by_role("status")
        .filter(has_text="A new edition of this lab is here.")
    )


def write(page: Page, words: str) -> None:
    """Add a line to the first code that is in sight, and do not save."""
    code = page.locator(CODE).first
    code.click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(f"\n# {words}")
    expect(code).to_contain_text(words)


def save(page: Page) -> None:
    with page.expect_response(
        lambda one: one.request.method == "PUT" and "10_slices" in one.url
    ):
        page.keyboard.press("Control+S")


def test_whoever_only_reads_takes_it(lab: Page, seat: Seat) -> None:
    seat.push("Corrected.")
    offer(lab).get_by_role("button", name="Take it").click()
    expect(lab.locator(CELL).first).to_contain_text("Corrected.")
    expect(lab.get_by_text("This is the new edition.")).to_be_visible()
    lab.get_by_role("button", name="Close").click()
    expect(offer(lab)).to_have_count(0)
    assert seat.files == ["10_slices.ipynb"]


def test_whoever_has_written_saves_without_a_question_and_keeps_theirs(
    lab: Page, seat: Seat
) -> None:
    write(lab, "My own words.")
    seat.push("Corrected.")
    save(lab)
    until(lambda: "My own words." in seat.text(), "it is saved")
    beside = LAB.replace(".ipynb", ".new.ipynb")
    assert "Corrected." in seat.text(beside)
    offer(lab).get_by_role("button", name="Keep mine").click()
    expect(offer(lab)).to_have_count(0)
    with lab.expect_response("**/api/editions?*") as answer:
        lab.reload()
    assert answer.value.json() == {"where": ""}
    expect(lab.locator(CODE).first).to_contain_text("My own words.")
    seat.push("Corrected twice.")
    expect(offer(lab)).to_be_visible()
    assert "My own words." in seat.text()


def test_what_was_not_saved_yet_is_kept_beside_what_was_taken(
    lab: Page, seat: Seat
) -> None:
    write(lab, "Half a thought.")
    seat.push("Corrected.")
    offer(lab).get_by_role("button", name="Take it").click()
    expect(lab.locator(CELL).first).to_contain_text("Corrected.")
    expect(lab.get_by_text("kept beside it, as 10_slices.mine.ipynb")).to_be_visible()
    assert "Half a thought." in seat.text(LAB.replace(".ipynb", ".mine.ipynb"))
    assert "Corrected." in seat.text()
    assert "Half a thought." not in seat.text()


def test_keeping_what_was_only_read_puts_the_new_edition_beside_it(
    lab: Page, seat: Seat
) -> None:
    seat.push("Corrected.")
    offer(lab).get_by_role("button", name="Keep mine").click()
    expect(offer(lab)).to_have_count(0)
    assert "As it was." in seat.text()
    assert "Corrected." in seat.text(LAB.replace(".ipynb", ".new.ipynb"))
    save(lab)
