"""A learner and an instructor in the app, over the real service, from joining to leaving."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.classroom.fake_hub import FakeHub
from certlab.course import load
from tests.app.conftest import SMALL, TOKEN, serving
from tests.classroom.service.conftest import running
from tests.late import Late

uvicorn = Late("uvicorn")
People = dict[str, Page]


@pytest.fixture
def people(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> Iterator[People]:
    """A learner's and an instructor's window, each on a Jupyter server of their own."""
    hub = FakeHub()
    shared = {"CERTLAB_COURSE": str(SMALL), "CERTLAB_CACHE": str(tmp_path / "cache")}
    with running(str(tmp_path / "class.sqlite"), load(SMALL), hub) as room:
        known = {
            name: {
                **shared,
                "CERTLAB_CLASS_URL": room.url,
                "JUPYTERHUB_API_TOKEN": hub.add(name, admin=name == "teacher"),
            }
            for name in ("ada", "teacher")
        }
        with (
            serving(tmp_path_factory, **known["ada"]) as ada,
            serving(tmp_path_factory, **known["teacher"]) as teacher,
        ):
            found = {}
            for name, served in (("ada", ada), ("teacher", teacher)):
                page = chromium.new_context().new_page()
                page.goto(f"{served.root}/certlab/?token={TOKEN}")
                page.wait_for_selector("html[data-mounted]")
                found[name] = page
            yield found
            for page in found.values():
                page.context.close()
    hub.close()


def test_a_class_from_joining_to_leaving(people: People) -> None:
    ada, teacher = people["ada"], people["teacher"]
    ada.get_by_label("Nickname").fill("Ada <b>")
    ada.get_by_role("button", name="Join").click()
    ada.get_by_text("Joined as Ada <b>").wait_for()
    teacher.get_by_role("link", name="Open the class page").click()
    expect(teacher.get_by_text("Nobody has answered anything yet.")).to_be_visible()

    teacher.get_by_label("Find a question").fill("cuda-warp-size")
    teacher.get_by_role("button", name="Open as a poll").click()
    poll = ada.get_by_role("region", name="Poll of the class")
    poll.get_by_role("radio", name="16 threads").check()
    poll.get_by_role("button", name="Vote").click()
    expect(teacher.get_by_text("1 of 1 have voted")).to_be_visible()
    teacher.get_by_role("button", name="Close the vote").click()
    expect(poll.get_by_role("table")).to_contain_text("1 · 100 %")
    teacher.get_by_role("button", name="Vote again").click()
    poll.get_by_role("radio", name="32 threads").check()
    poll.get_by_role("button", name="Vote").click()
    expect(poll).to_contain_text("Your vote counts.")
    teacher.get_by_role("button", name="Close the vote").click()
    teacher.get_by_role("button", name="End, and show why").click()
    expect(poll.locator(".cl-verdict")).to_have_text("Right")
    expect(poll).to_contain_text("Second vote")

    ada.get_by_role("button", name="I am stuck").click()
    ada.get_by_label("Where are you stuck?").fill("At step 3.")
    ada.get_by_role("button", name="Raise the flag").click()
    expect(teacher.get_by_role("status", name="Who is stuck")).to_contain_text(
        "Ada <b> At step 3."
    )
    teacher.get_by_label("Lab", exact=True).select_option("mig/10_slices")
    teacher.get_by_label("Step").fill("3")
    teacher.get_by_role("button", name="Go on to this").click()
    expect(ada.get_by_role("link", name="Go on to step 3 of Slices")).to_be_visible()

    ada.goto(ada.url.split("certlab/")[0] + "certlab/modules/cuda.html")
    item = ada.locator("[data-certlab=quiz] .cl-item")
    item.get_by_role("radio").first.check()
    item.get_by_role("button", name="Check answer").click()
    item.locator(".cl-verdict").wait_for()
    heat = teacher.get_by_role(
        "table", name="Share of right answers and number of answers"
    )
    expect(heat.get_by_role("rowheader")).to_contain_text("Ada <b>")
    expect(heat).to_contain_text("of 1")

    ada.goto(ada.url.split("certlab/")[0] + "certlab/")
    ada.get_by_role("button", name="Leave the class").click()
    ada.get_by_role("button", name="Leave", exact=True).click()
    ada.get_by_role("heading", name="Join the class").wait_for()
    expect(teacher.get_by_text("Nobody has joined yet.")).to_be_visible()
