"""Quota and lending, held against what must hold for any division."""

import random

import pytest

from certlab.errors import CourseError, Refusal
from certlab.labs.cluster import Share, Team, page, shares
from tests.page_rules import called


def drawn(seed: int) -> tuple[int, list[Team]]:
    """A cluster and some teams, whose quotas it can keep."""
    draw = random.Random(seed)
    gpus = draw.randint(1, 40)
    teams, promised = [], 0
    for name in "ABCDE"[: draw.randint(1, 5)]:
        quota = draw.randint(0, gpus - promised)
        promised += quota
        teams.append(Team(name, quota, draw.randint(0, 50), draw.randint(0, 4)))
    return gpus, teams


@pytest.mark.parametrize("seed", range(200))
def test_what_is_guaranteed_is_given_and_nothing_wanted_stays_idle(seed: int) -> None:
    gpus, teams = drawn(seed)
    found = shares(gpus, teams)
    given = sum(one.own + one.lent for one in found.values())
    assert given <= gpus
    for team in teams:
        share = found[team.name]
        assert share.own == min(team.quota, team.asks)
        assert share.own + share.lent + share.waits == team.asks
        assert min(share.own, share.lent, share.waits) >= 0
        if share.waits and team.weight:  # it could have used what is left
            assert given == gpus


@pytest.mark.parametrize("seed", range(60))
def test_of_two_that_want_more_the_heavier_is_not_lent_less(seed: int) -> None:
    gpus, teams = drawn(seed)
    found = shares(gpus, teams)
    for one in teams:
        for other in teams:
            if found[one.name].waits and one.weight > other.weight:
                assert found[one.name].lent >= found[other.name].lent


def test_the_example_of_the_page() -> None:
    teams = [Team("A", 4, 8), Team("B", 4, 2), Team("C", 4, 6)]
    assert shares(12, teams) == {
        "A": Share(4, 1, 3),
        "B": Share(2, 0, 0),
        "C": Share(4, 1, 1),
    }


def test_a_limit_ends_what_is_lent() -> None:
    found = shares(16, [Team("X", 2, 14, limit=6), Team("Y", 2, 2)])
    assert found["X"] == Share(2, 4, 8)


@pytest.mark.parametrize(
    ("teams", "says"),
    [
        ([Team("A", -1, 2)], "a quota of -1"),
        ([Team("A", 1, -2)], "a wish of -2"),
        ([Team("A", 1, 2, -1)], "a weight of -1"),
        ([Team("A", 1, 2), Team("A", 1, 2)], "the same name"),
        ([Team("A", 5, 2), Team("B", 5, 2)], "promise 10 GPUs and the cluster has 8"),
    ],
)
def test_what_cannot_be_divided_is_refused(teams: list[Team], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        shares(8, teams)


def test_the_page_divides_as_the_simulator() -> None:
    given = [drawn(seed) for seed in range(300)]
    rows = called(
        "labs/cluster/static/shares/divide.js",
        "divide",
        [
            [
                gpus,
                [
                    {"quota": one.quota, "asks": one.asks, "weight": one.weight}
                    for one in teams
                ],
            ]
            for gpus, teams in given
        ],
    )
    for (gpus, teams), row in zip(given, rows, strict=True):
        wanted = [*shares(gpus, teams).values()]
        assert row == [
            {"own": one.own, "lent": one.lent, "waits": one.waits} for one in wanted
        ]


@pytest.mark.parametrize("settings", [{"asks": "1,2"}, {"quota": "9"}, {"team": "A"}])
def test_what_the_picture_cannot_begin_with_is_refused(
    settings: dict[str, str],
) -> None:
    with pytest.raises(CourseError):
        page.BEGINS["shares"](None, settings)  # type: ignore[arg-type]  # it reads no course
