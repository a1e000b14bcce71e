"""The page's picture decides as the checker does."""

import pytest

from certlab.course.figures import Figure
from certlab.errors import CourseError
from certlab.labs.containers import images, page
from tests.page_rules import called
from tests.real_course import whole


def begun(says: str):
    """What the picture begins with on the real course."""
    name, settings = Figure("", f'<svg data-live="{says}">', "").live
    return page.BEGINS[name](whole(), settings)


def test_every_choice_comes_out_as_the_checker_says() -> None:
    facts, given = whole().facts, begun("fits")
    shelf, gpus = images.images(facts), images.gpus(facts)
    every = [
        (image["id"], gpu, driver)
        for image in given["images"]
        for gpu in given["gpus"]
        for driver in given["drivers"]
    ]
    answers = called(
        "labs/containers/static/fits/rule.js",
        "fits",
        [
            [shelf[image].cuda, gpu, int(driver), given["table"]]
            for image, gpu, driver in every
        ],
    )
    for (image, gpu, driver), answer in zip(every, answers, strict=True):
        verdict = images.fits(shelf[image], gpus[gpu["id"]], driver, facts)
        assert answer == [verdict.outcome, verdict.rule], (image, gpu["id"], driver)


@pytest.mark.parametrize("says", ["fits gpu=none", "fits driver=1", "fits colour=red"])
def test_what_cannot_be_chosen_is_refused(says: str) -> None:
    with pytest.raises((CourseError, ValueError)):
        begun(says)
