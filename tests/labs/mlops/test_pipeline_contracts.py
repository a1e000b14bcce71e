"""Each contract in one sentence: what is wrong, and what is not."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from certlab.labs.mlops.pipeline import contracts
from certlab.labs.mlops.pipeline.contracts import COLUMNS, Table
from certlab.labs.mlops.pipeline.dirt import MEASURES

NAN = float("nan")
SENT = [f"p{n}" for n in range(10)]
CAME = {  # what was sent of each: ten measures and the label
    who: [*[1.0 + n / 10] * len(MEASURES), n % 2] for n, who in enumerate(SENT)
}


def table(names: list[str] | None = None, **changed: list[Any]) -> Table:
    """A table that holds, but for the columns that are changed."""
    who = SENT if names is None else names
    columns: dict[str, list[Any]] = {"patient": who}
    columns |= {name: [1.0 + n / 10 for n in range(len(who))] for name in MEASURES}
    columns["malignant"] = [n % 2 for n in range(len(who))]
    types = dict.fromkeys(columns, "float32") | {"malignant": "int64"}
    return Table(columns | changed, types)


def without(name: str) -> Table:
    whole = table()
    left = {one: values for one, values in whole.columns.items() if one != name}
    return Table(left, {one: whole.types[one] for one in left})


def typed(**types: str) -> Table:
    whole = table()
    return Table(whole.columns, {**whole.types, **types})


def first(found: Iterator[str]) -> str:
    return next(found, "")


def test_a_clean_table_holds() -> None:
    assert first(contracts.cleaned(table(), CAME)) == ""


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (table(surgery=[1] * 10), "surgery is known only after the diagnosis"),
        (without("area"), "area is missing"),
        (table(shoe_size=[40] * 10), "shoe_size is not asked for"),
        (
            Table(
                {name: table().columns[name] for name in COLUMNS[::-1]}, table().types
            ),
            "the columns stand in another order",
        ),
        (table([]), "the table is empty"),
        (typed(area="float64"), "area has the type float64; hand it on as float32"),
        (typed(malignant="object"), "malignant has the type object"),
        (table([*SENT[:9], "p0"]), "p0 stands there more than once"),
        (table(texture=[1.0] * 9 + [NAN]), "texture of p9 is no number"),
        (
            table(texture=[float("inf")] * 10),
            r"texture of p0 \(and 9 more\) is no number",
        ),
        (table(area=[1.0] * 9 + [1000.0]), "area of p9 is more than 50 times"),
        (table(malignant=[0] * 10), r"malignant holds \[0\]"),
        (table([*SENT[:9], "stranger"]), "stranger was never sent"),
        (table(SENT[:8]), "8 of 10 patients are left"),
        (table(SENT[::-1]), r"radius of p9 \(and 9 more\) is not what was sent"),
        (table(texture=[0.0] * 10), r"texture of p0 .* is not what was sent"),
        (
            table(malignant=[0, 1, 0, 0, 0, 1, 0, 1, 0, 1]),
            "malignant of p3 is not what was sent; mend units and spelling",
        ),
    ],
)
def test_a_table_that_breaks_its_contract_is_told(made: Table, says: str) -> None:
    assert re.search(says, first(contracts.cleaned(made, CAME)))


@pytest.mark.parametrize("place", [0, len(MEASURES)])
def test_what_was_never_sent_cannot_stand_there(place: int) -> None:
    lacks = [NAN if n == place else one for n, one in enumerate(CAME["p4"])]
    found = first(contracts.cleaned(table(), CAME | {"p4": lacks}))
    assert f"{[*MEASURES, 'malignant'][place]} of p4 is not what was sent" in found


def part(*places: int, **changed: list[Any]) -> Table:
    """Rows of the table, as they are but for the columns that are changed."""
    columns = {name: [of[n] for n in places] for name, of in table().columns.items()}
    return Table(columns | changed, table().types)


def parts(**changed: Table) -> Mapping[str, Table]:
    return {
        "train": part(0, 1, 2, 3, 4, 5),
        "calibration": part(6, 7),
        "test": part(8, 9),
    } | changed


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (parts(), ""),
        ({"train": table()}, "it hands on train; hand on train, calibration, test"),
        (parts(test=part(9, 8)), ""),  # in another order they are the same rows
        (parts(test=part()), "the part test is empty"),
        (parts(test=part(8)), "all rows of test have one label"),
        (parts(test=part(4, 5, 8, 9)), "p4 (and 1 more) is in train and in test"),
        (parts(train=part(0, 1, 2, 3)), "p4 (and 1 more) is in no part"),
        (parts(test=part(8, 9, 9)), "p9 stands in test more than once"),
        (parts(test=part(8, 9, malignant=[1, 0])), "p8 (and 1 more) in test is not"),
        (parts(test=part(8, 9, area=[NAN, 1.9])), "p8 in test is not the row"),
        (parts(test=part(8, 9, patient=["p8", "q"])), "q in test is not the row"),
        (parts(test=without("area")), "the columns of test or their types"),
        (parts(test=typed(area="float64")), "the columns of test or their types"),
    ],
)
def test_parts(made: Mapping[str, Table], says: str) -> None:
    found = first(contracts.divided(made, table()))
    assert says in found
    assert bool(says) == bool(found)


SAYS, LABELS = [0.1, 0.9, 0.2, 0.8], [0, 1, 0, 1]
BETWEEN = [0.3, 0.7, 0.3, 0.7]
MEANS = [(1.0, 1.0)] * len(MEASURES)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, ""),
        ({"says": SAYS[:3]}, "4 rows were asked and 3 answers came"),
        ({"says": [0.1, 0.9, 0.2, NAN]}, "1 of 4 answers are no number from 0 to 1"),
        ({"says": [0.1, 0.9, 0.2, 3.0]}, "first that of row 3"),
        ({"computed": {"float32"}}, "the layers computed in float32"),
        ({"computed": {"bfloat16", "float32"}}, "in bfloat16 and float32"),
        ({"computed": set()}, "in no type at all"),
        ({"means": [(2.0, 1.0), *MEANS[1:]]}, "takes 2 for the mean of radius"),
        ({"says": [0.1] * 4}, "50.0% of the test rows are right"),
        ({"says": BETWEEN}, "no chance lies outside of 0.2 to 0.8"),
    ],
)
def test_a_network(changed: dict[str, Any], says: str) -> None:
    given = {"says": SAYS, "labels": LABELS, "computed": {"bfloat16"}, "means": MEANS}
    found = first(contracts.trained(**(given | changed)))
    assert says in found
    assert bool(says) == bool(found)


QDQ = ["QuantizeLinear", "DequantizeLinear", "Gemm"]


@pytest.mark.parametrize(
    "found",
    [
        contracts.quantised(SAYS, SAYS, QDQ),
        contracts.served(SAYS, SAYS),
        contracts.guarded({"a letter": ["no"]}, [[]] * 4),
        contracts.watched({"refused": 3.0}, {"refused": 3}),
    ],
    ids=["quantised", "served", "guarded", "watched"],
)
def test_a_later_seam_that_holds_says_nothing(found: Iterator[str]) -> None:
    assert [*found] == []


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (contracts.quantised(SAYS, SAYS, ["Gemm"]), "nothing in it is INT8"),
        (
            contracts.quantised(SAYS[::-1], SAYS, QDQ),
            "answers 4 of 4 test rows differently",
        ),
        (contracts.served(SAYS, [0.1, 0.9, 0.2, 0.5]), "differs by 0.3 from"),
        (contracts.served([], SAYS), "4 rows were asked and 0 answers came"),
        (contracts.guarded({"a letter": []}, [[]]), "lets a letter through"),
        (
            contracts.guarded({"a letter": ["no"]}, [["no"], ["no"], []]),
            "turns away 2 of 3 clean requests",
        ),
        (
            contracts.watched({}, {"refused": 3}),
            "3 requests were refused, and the text counts 0",
        ),
    ],
)
def test_a_later_seam_that_breaks_is_told(found: Iterator[str], says: str) -> None:
    assert says in first(found)


def test_chances_are_the_softmax_of_two_logits_even_far_out() -> None:
    assert contracts.chances([[0.0, 0.0], [-2.0, 2.0]]) == pytest.approx(
        [0.5, 0.982], abs=1e-3
    )
    assert contracts.chances([[1e6, 0.0], [0.0, 1e6]]) == pytest.approx([0.0, 1.0])
