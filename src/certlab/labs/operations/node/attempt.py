"""Lines that somebody writes down for a scenario, as an exercise checks them."""

from collections.abc import Iterator

from certlab.labs.operations.node import play


def claims(scenario: str, seed: int, lines: str) -> Iterator[tuple[bool, str]]:
    """What must be true of the lines, each with what to do where it is not.

    Args:
        scenario: its id.
        seed: of the game.
        lines: one a line, without `submit`, which is added.

    Raises:
        CourseError: there is no such scenario.
    """
    typed = [line.strip() for line in lines.splitlines() if line.strip()]
    typed = [line for line in typed if line != "submit"]
    named = any(line.split()[0] == "diagnose" for line in typed)
    yield named, "the lines name no cause; add one with diagnose."
    report = play.replay(scenario, seed, [*typed, "submit"]).report
    yield report is not None, "the last diagnose is not one; diagnose alone lists them."
    assert report
    diagnosis = report["diagnosis"]
    yield diagnosis["right"], "it is another cause, or another place."
    yield not diagnosis["mended_first"], "something was repaired before it was named."
    missed = ", ".join(one["cause"] for one in report["missed"])
    yield not missed, f"nothing before the diagnosis excludes {missed}."
    checks = [one["check"] for one in report["checks"] if not one["settled"]]
    yield not checks, f"the end is not reached: {'; '.join(checks)}."
    held = [one["check"] for one in report["checks"] if not one["worked"]]
    yield not held, f"it does not hold under load: {'; '.join(held)}."
    yield report["passed"], "the report of submit says what is missing."
