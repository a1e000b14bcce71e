"""The rules of the guide, row by row, and what follows from them."""

from itertools import product

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.cuda.compatibility import (
    Setup,
    Versions,
    check,
    parse,
    runs,
    versions,
)

# The Programming Guide's own tables and sentences; and what must not run.
ROWS = [
    ("sm_80", "8.0", "runs"),
    ("sm_80", "8.6", "runs"),
    ("sm_86", "8.0", "no"),
    ("sm_80", "9.0", "no"),
    ("sm_90", "8.9", "no"),
    ("sm_80", "8.7", "no"),  # Jetson Orin: no promise between cards and Tegra
    ("sm_87", "8.9", "no"),
    ("sm_87", "8.7", "runs"),
    ("sm_100", "10.3", "runs"),
    ("sm_100", "12.0", "no"),
    ("sm_90a", "9.0", "runs"),
    ("sm_90a", "10.0", "no"),
    ("sm_100a", "10.3", "no"),
    ("sm_100f", "10.3", "runs"),
    ("sm_100f", "11.0", "no"),
    ("sm_103f", "10.0", "no"),
    ("compute_80", "8.0", "JIT"),
    ("compute_80", "12.1", "JIT"),
    ("compute_90", "8.9", "no"),
    ("compute_90a", "9.0", "JIT"),
    ("compute_90a", "10.0", "no"),
    ("compute_100f", "10.0", "JIT"),
    ("compute_100f", "10.3", "JIT"),
    ("compute_100f", "12.0", "no"),
    ("compute_103f", "10.3", "JIT"),
    ("compute_103f", "10.0", "no"),
    ("compute_110f", "11.0", "JIT"),
    ("compute_120f", "12.0", "JIT"),
    ("compute_120f", "12.1", "JIT"),
    ("compute_121f", "12.1", "JIT"),
    ("compute_121f", "12.0", "no"),
]


@pytest.mark.parametrize(("code", "gpu", "how"), ROWS)
def test_code_on_a_gpu(code: str, gpu: str, how: str) -> None:
    found = runs(parse(code), gpu)
    assert found.how == how
    assert bool(found) is (how != "no")
    assert found.why


GPUS = ["7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "12.0", "12.1"]


@pytest.mark.parametrize(("made", "gpu"), [*product(GPUS, GPUS)])
def test_laws_of_code(made: str, gpu: str) -> None:
    """PTX is what goes furthest; a suffix only ever takes away; a lives in f lives in plain."""
    number = made.replace(".", "")
    ptx, sass = parse(f"compute_{number}"), parse(f"sm_{number}")
    assert bool(runs(ptx, gpu)) is (float(gpu) >= float(made))
    assert bool(runs(sass, gpu)) <= bool(runs(ptx, gpu))
    for kind in ("sm", "compute"):
        plain, family, own = (
            bool(runs(parse(f"{kind}_{number}{suffix}"), gpu))
            for suffix in ("", "f", "a")
        )
        assert own <= family <= plain
    assert runs(sass, made).how == "runs"


def test_a_target_reads_as_it_is_written() -> None:
    for text in ("sm_75", "sm_90a", "compute_100f", "compute_121"):
        assert str(parse(text)) == text


@pytest.mark.parametrize("text", ["90", "sm90", "sm_9", "sm_90x", "compute-90", ""])
def test_what_is_no_target_is_refused(text: str) -> None:
    with pytest.raises(CourseError, match="is not a target"):
        parse(text)


@pytest.fixture(scope="module")
def table(whole: Course) -> Versions:
    return versions(whole.facts)


def rules(table: Versions, *arguments: str, **named: object) -> list[tuple[str, bool]]:
    codes = tuple(parse(one) for one in named.pop("codes", "").split())
    report = check(Setup(*arguments, codes=codes, **named), table)
    assert report.runs is all(one.fits for one in report.findings)
    assert str(report).splitlines()[0] == (
        "It runs." if report.runs else "It does not run."
    )
    return [(one.rule, one.fits) for one in report.findings]


CASES = [
    # toolkit, driver, GPU, the rest, what the rules say
    (("12.2", "535.183.01", "9.0"), {}, [("backward", True)]),
    (("11.8", "580.65.06", "9.0"), {}, [("backward", True)]),
    (("12.6", "535.183.01", "9.0"), {}, [("minor-version", True)]),
    (("12.0", "525.60.13", "8.0"), {}, [("backward", True)]),
    (("12.9", "520.61.05", "8.0"), {}, [("driver", False)]),
    (("13.0", "535.183.01", "9.0"), {}, [("driver", False)]),
    (("13.0", "575.57.08", "9.0"), {}, [("driver", False)]),
    (("13.5", "580.95.05", "9.0"), {}, [("minor-version", True)]),
    (("13.0", "535.183.01", "9.0"), {"compat": "13.0"}, [("forward", True)]),
    (
        ("13.0", "535.183.01", "8.9"),
        {"compat": "13.0", "data_center": False},
        [("forward", False)],
    ),
    (("13.1", "535.183.01", "9.0"), {"compat": "13.0"}, [("forward", False)]),
    (
        ("13.0", "580.65.06", "7.0"),
        {},
        [("backward", True), ("toolkit", False)],
    ),
    (
        ("12.6", "535.183.01", "9.0"),
        {"codes": "sm_90 compute_90"},
        [("minor-version", True), ("code", True)],
    ),
    (
        ("12.6", "535.183.01", "9.0"),
        {"codes": "sm_80 compute_80"},
        [("minor-version", True), ("code", True), ("PTX", False)],
    ),
    (
        ("12.2", "535.183.01", "9.0"),
        {"codes": "sm_80 compute_80"},
        [("backward", True), ("code", True), ("PTX", True)],
    ),
    (
        ("13.0", "535.183.01", "9.0"),
        {"codes": "compute_80", "compat": "13.0"},
        [("forward", True), ("code", True), ("PTX", True)],
    ),
    (
        ("12.6", "580.65.06", "10.0"),
        {"codes": "sm_90 compute_90a"},
        [("backward", True), ("code", False)],
    ),
]


@pytest.mark.parametrize(("arguments", "named", "says"), CASES)
def test_a_setup(table: Versions, arguments, named, says) -> None:
    assert rules(table, *arguments, **named) == says


def test_a_newer_driver_takes_nothing_away(table: Versions) -> None:
    """Backward compatibility, as a law over all toolkits, drivers and kinds of code."""
    drivers = sorted(table.newest)
    toolkits = ["11.0", "11.8", "12.0", "12.6", "12.9", "13.0", "13.1"]
    for toolkit, codes in product(toolkits, ("", "sm_90", "compute_80")):
        fits = [
            all(
                fit for _, fit in rules(table, toolkit, f"{one}.10", "9.0", codes=codes)
            )
            for one in drivers
        ]
        assert fits == sorted(fits), (
            toolkit,
            codes,
            dict(zip(drivers, fits, strict=True)),
        )


def test_an_unlisted_branch_is_as_new_as_the_one_below(table: Versions) -> None:
    assert table.cuda_of(565) == table.cuda_of(560) == (12, 6)
    assert table.cuda_of(580) == (13, 0)
    assert [table.cuda_of(one) for one in (515, 595, 610, 615)] == [
        (11, 7),
        (13, 2),
        (13, 3),
        (13, 4),
    ]


def test_the_table_is_the_courses(table: Versions, whole: Course) -> None:
    assert table.oldest == {11: 450, 12: 525, 13: 580}
    assert set(table.sources) <= whole.sources.keys()
    assert list(table.newest.values()) == sorted(table.newest.values())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("12", "535.1", "9.0"),
            "CUDA 12 is not known here; choose one of 11.x, 12.x, 13.x",
        ),
        (("10.2", "535.1", "9.0"), "CUDA 10.2 is not known here"),
        (("12.6", "five", "9.0"), "is not a version"),
        (("12.6", "535.1", "nine"), "is not a compute capability"),
        (("11.0", "390.10", "9.0"), "Driver branch 390 is older than 450"),
    ],
)
def test_what_is_written_wrongly_is_refused(table: Versions, arguments, says) -> None:
    with pytest.raises(CourseError, match=says):
        rules(table, *arguments, codes="sm_90")
