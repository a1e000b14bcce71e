"""The page's picture decides as the checker does."""

import pytest

from certlab.errors import CourseError
from certlab.labs.containers import images
from tests.page_rules import begun, called
from tests.real_course import whole


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
