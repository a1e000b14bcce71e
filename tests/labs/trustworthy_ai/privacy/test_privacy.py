"""Private data: what the attacks find, what protects, and what is refused."""

import random
from statistics import mean

import pytest

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai import privacy
from certlab.labs.trustworthy_ai.privacy import Patient
from certlab.labs.trustworthy_ai.privacy.release import Settings, release
from tests.page_rules import called


def by_place(one: privacy.Patient) -> tuple[str, int, str]:
    return one.postcode, one.born, one.sex


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("write to a.b+c@mail.example.org.", "write to <MAIL>."),
        ("call +886 912 345 678 now", "call <PHONE> now"),
        ("card 4111-1111-1111-1111", "card <CARD>"),
        ("room 12, floor 3, since 2019", "room 12, floor 3, since 2019"),
    ],
)
def test_a_mask_finds_what_has_a_form_and_leaves_the_rest(
    text: str, masked: str
) -> None:
    assert privacy.mask(text) == masked


def test_only_who_stands_alone_in_both_tables_is_linked() -> None:
    table = [("104", 1980), ("104", 1980), ("106", 1970), ("108", 1990)]
    names = [("106", 1970), ("108", 1990), ("108", 1990), ("110", 1950)]
    assert privacy.linked(table, names, lambda row: row) == [
        (("106", 1970), ("106", 1970))
    ]


def test_coarser_columns_never_make_k_smaller() -> None:
    patients = privacy.drawn(300)

    def k(years: int) -> int:
        return privacy.smallest(
            patients, lambda one: (privacy.coarser(one.born, years),)
        )

    ks = [k(years) for years in (1, 5, 10, 20, 40)]
    assert ks == sorted(ks)
    assert privacy.coarser(1987, 10) == "1980-1989"


def test_a_table_without_rows_has_no_k() -> None:
    with pytest.raises(Refusal, match="no rows"):
        privacy.smallest([], by_place)


def test_a_register_holds_names_and_no_illness() -> None:
    patients = privacy.drawn(200)
    public = privacy.register(patients, others=50)
    assert not any(one.illness for one in public)
    known = {one.name for one in patients} & {one.name for one in public}
    assert 60 < len(known) < 140


def test_noise_has_the_scale_that_was_asked_for() -> None:
    generator = random.Random(2)
    draws = [privacy.laplace(4, generator) for _ in range(20_000)]
    assert mean(map(abs, draws)) == pytest.approx(4, rel=0.05)
    assert abs(mean(draws)) < 0.2


def test_a_budget_ends_and_says_what_is_left() -> None:
    budget = privacy.Budget(0.5)
    budget.count(10, 0.3)
    with pytest.raises(Refusal, match=r"0\.20 left and this answer costs 0\.30"):
        budget.count(10, 0.3)
    assert budget.left == pytest.approx(0.2)
    budget.count(10, 0.2)


@pytest.mark.parametrize("epsilon", [0, -1])
def test_no_budget_and_no_epsilon_below_zero(epsilon: float) -> None:
    with pytest.raises(Refusal):
        privacy.Budget(epsilon)
    with pytest.raises(Refusal, match="all noise"):
        privacy.Budget(1).count(3, epsilon)


def test_an_overfitted_model_gives_its_members_away() -> None:
    members, others = privacy.sample(120, 1), privacy.sample(120, 2)

    def best(k: int) -> float:
        sure = privacy.confidences(members, members, k)
        unsure = privacy.confidences(members, others, k)
        return max(privacy.advantage(sure, unsure, at / 10) for at in range(1, 11))

    assert set(privacy.confidences(members, members, 1)) == {1.0}
    assert best(1) > 0.25
    assert best(31) < best(1) / 2


def test_a_model_that_treats_all_alike_has_no_advantage() -> None:
    assert privacy.advantage([0.5, 0.9], [0.9, 0.5], 0.7) == 0


ANONYMITY = "labs/trustworthy_ai/static/anonymity/anonymity.js"


def test_the_page_publishes_as_python_does() -> None:
    table = privacy.drawn(60)
    rows = [[one.postcode, one.born, one.sex, one.illness] for one in table]
    every = [
        Settings(digits, years, sex, k, illnesses)
        for digits in (0, 2, 3)
        for years in (0, 1, 10, 40)
        for sex in (True, False)
        for k, illnesses in ((1, 1), (3, 1), (2, 2))
    ]
    on_page = called(ANONYMITY, "release", [[rows, one.__dict__] for one in every])
    for settings, groups in zip(every, on_page, strict=True):
        ours = [
            {**one.__dict__, "key": [*one.key], "rows": [*one.rows]}
            for one in release(table, settings)
        ]
        assert groups == ours, settings


def test_what_is_published_keeps_what_a_group_must_have() -> None:
    groups = release(privacy.drawn(60), Settings(2, 20, True, 4, 2))
    assert {one.published for one in groups} == {True, False}
    for one in groups:
        assert one.published == (len(one.rows) >= 4 and one.illnesses >= 2)
    assert sorted(row for one in groups for row in one.rows) == [*range(60)]


def test_coarser_columns_can_leave_a_group_in_which_all_have_one_illness() -> None:
    table = [Patient("", "104", 1980, "F", "asthma")] * 5
    (group,) = release(table, Settings(k=5))
    assert group.published
    assert group.illnesses == 1
    assert not release(table, Settings(k=5, illnesses=2))[0].published


def test_an_empty_table_has_nothing_to_publish() -> None:
    with pytest.raises(Refusal, match="nothing to publish"):
        release([], Settings())
