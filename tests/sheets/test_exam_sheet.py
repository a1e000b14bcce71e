"""The sheet of an exam: its domains, by their weight."""

import re
from dataclasses import replace

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.sheets.choice import sheet
from certlab.sheets.exam_sheet import objective_of
from certlab.sheets.rows import Card, Sheet


def exam(course: Course, id: str, **changed: object) -> Course:
    one: Certification = replace(course.certifications[id], **changed)  # type: ignore[arg-type]  # its fields
    return replace(course, certifications={**course.certifications, id: one})


def fronts(made: Sheet) -> list[str]:
    return [
        row.front for one in made.sections for row in one.rows if isinstance(row, Card)
    ]


def test_each_card_stands_once_under_its_domain(fixed: Course) -> None:
    made = sheet(fixed, "nca-aiio")
    there = fronts(made)
    assert len(set(there)) == len(there) > 0
    domains = {
        f"{one.number} {one.name}": {objective.id for objective in one.objectives}
        for one in fixed.certifications["nca-aiio"].domains
    }
    by_front = {one.ask: one for one in fixed.items.values()}
    for section in made.sections:
        for row in section.rows:
            if isinstance(row, Card):
                item = by_front[row.front]
                assert objective_of(item, "nca-aiio") in domains[section.title]


def test_a_weight_of_which_we_are_not_sure_is_not_shown(fixed: Course) -> None:
    sure = sheet(exam(fixed, "nca-aiio", tier="B"), "nca-aiio")
    unsure = sheet(exam(fixed, "nca-aiio", tier="C"), "nca-aiio")
    assert all(one.weight for one in sure.sections)
    assert not any(one.weight for one in unsure.sections)
    assert len(sure.notes) == len(unsure.notes) + 1


def test_no_pass_mark_is_published_by_whoever_sets_the_exam(fixed: Course) -> None:
    assert "ACME" in sheet(replace(fixed, publisher="ACME"), "nca-aiio").notes[-1]
    nobody = sheet(replace(fixed, publisher=""), "nca-aiio")
    assert len(nobody.notes) == 1
    assert not any("affiliated" in one for one in nobody.foot)


def test_where_there_is_too_much_a_domain_keeps_its_share(fixed: Course) -> None:
    """Its cards many times over: what is left of each domain goes by its weight."""
    cards = [one for one in fixed.items.values() if one.kind == "card"]
    many = {
        f"{one.id}-{n}": replace(
            one, id=f"{one.id}-{n}", ask=f"{one.ask} {'again ' * n}"
        )
        for one in cards
        for n in range(12)
    }
    course = replace(fixed, items={**fixed.items, **many})
    full = sheet(course, "nca-aiio")
    weights = {one.title: one.weight for one in full.sections}
    lines = {one.title: one.lines for one in full.sections}
    light, *_, heavy = sorted(weights, key=weights.__getitem__)
    assert weights[light] < weights[heavy]
    assert lines[light] < lines[heavy]


def test_an_exam_is_found_by_its_other_codes(fixed: Course) -> None:
    course = exam(fixed, "nca-aiio", alias=("NCA-OLD",))
    assert sheet(course, " nca-old ").name == "nca-aiio"
    assert sheet(course, "NCA-AIIO").name == "nca-aiio"


def test_the_heaviest_domain_comes_first_where_weights_are_sure(fixed: Course) -> None:
    sure = sheet(exam(fixed, "nca-aiio", tier="A"), "nca-aiio")
    weights = [one.weight for one in sure.sections]
    assert weights == sorted(weights, reverse=True)
    unsure = sheet(exam(fixed, "nca-aiio", tier="D"), "nca-aiio")
    numbers = [int(one.title.partition(" ")[0]) for one in unsure.sections]
    assert numbers == sorted(numbers)


def test_domains_without_anything_are_named(fixed: Course) -> None:
    made = sheet(fixed, "nca-aiio")
    there = {int(one.title.partition(" ")[0]) for one in made.sections}
    missing = {one.number for one in fixed.certifications["nca-aiio"].domains} - there
    assert missing
    assert all(re.search(rf"\b{one}\b", made.foot[0]) for one in missing)
