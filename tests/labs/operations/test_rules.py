"""Alert rules on series that are written here."""

import pytest

from certlab.errors import CourseError
from certlab.labs.operations.history import History, Row
from certlab.labs.operations.rules import Rule, firing, read


def scraped(**series: list[float]) -> History:
    """A field HEAT of GPUs by their numbers, "g0" and so on."""
    history = History()
    for minute, values in enumerate(zip(*series.values(), strict=True)):
        rows = zip(series, values, strict=True)
        history.add(minute, [Row("HEAT", "n", gpu[1:], value) for gpu, value in rows])
    return history


def test_a_rule_fires_once_it_has_held_for_its_minutes() -> None:
    history = scraped(g0=[1, 9, 9, 9, 9], g1=[9, 9, 1, 9, 9])
    fired = firing(read("HEAT > 5 for 2"), history)
    assert [(one.gpu, one.minute) for one in fired] == [("n/0", 3)]


def test_without_minutes_a_single_reading_is_enough() -> None:
    history = scraped(g0=[1, 1, 1], g1=[1, 9, 1])
    fired = firing(read("HEAT > 5 for 0"), history)
    assert [(one.gpu, one.minute) for one in fired] == [("n/1", 1)]


@pytest.mark.parametrize(
    ("line", "finds"),
    [
        ("HEAT < 2 for 0", True),
        ("HEAT <= 1 for 0", True),
        ("HEAT == 1 for 0", True),
        ("HEAT >= 1 for 0", True),
        ("HEAT > 1 for 0", False),
        ("HEAT < 1 for 0", False),
    ],
)
def test_each_sign_means_what_it_says(line: str, *, finds: bool) -> None:
    assert bool(firing(read(line), scraped(g0=[1]))) is finds


def test_a_text_of_rules_is_read_line_by_line() -> None:
    text = "\n# heat\n HEAT >85.5  for 5 \n\nROWS == 1 for 0\n"
    assert read(text) == (Rule("HEAT", ">", 85.5, 5), Rule("ROWS", "==", 1, 0))
    assert str(read(text)[0]) == "HEAT > 85.5 for 5"


@pytest.mark.parametrize("line", ["HEAT", "HEAT > hot for 5", "HEAT > 5", "> 5 for 5"])
def test_what_is_no_rule_is_named_with_its_line(line: str) -> None:
    with pytest.raises(CourseError, match="line 2"):
        read(f"HEAT > 1 for 1\n{line}")


def test_a_rule_on_what_nobody_scrapes_is_refused() -> None:
    with pytest.raises(CourseError, match="COLD"):
        firing(read("COLD > 1 for 1"), scraped(g0=[1]))


def test_a_mean_is_over_the_gpus_that_are_named() -> None:
    history = scraped(g0=[1, 3], g1=[5, 7])
    assert history.mean("HEAT") == 4
    assert history.mean("HEAT", "n/1") == 6
    with pytest.raises(CourseError, match="COLD"):
        history.series("COLD", "n/0")


def test_a_gpu_that_was_silent_for_a_while_keeps_its_minutes() -> None:
    history = History()
    for minute, gpus in enumerate(("01", "0", "0", "01", "01")):
        history.add(minute, [Row("HEAT", "n", gpu, 9) for gpu in gpus])
    fired = firing(read("HEAT > 5 for 1"), history)
    assert [(one.gpu, one.minute) for one in fired] == [("n/0", 1), ("n/1", 4)]
