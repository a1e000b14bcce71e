"""The glossary: what it gives, and every defect the check names in it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import Course, check, ledger, load

FILE = "content/glossary/small.toml"
OTHER = "content/glossary/other.toml"
TERMS = """
[[term]]
id = "warp"
term = "warp"
also = ["bundle of threads"]
text = "{fact:warp.threads} that run *together*."
section = "warps"

[[term]]
id = "example"
term = "Worked example"
text = "A number that rests on no fact."
section = "warps"
exam_era = "sample"
current = "worked example"
sources = ["guide"]
"""
PAGE = """+++
title = "Another module"
short = "Other"
objectives = ["nca-test.1.1"]
minutes = 5
+++

## Beams

A beam carries a warp.
"""
BEAM = """
[[term]]
id = "beam"
term = "beam"
text = "What carries."
section = "beams"
sources = ["guide"]
"""


@pytest.fixture
def worded(small: Path) -> Path:
    """The small course with a second module, and a glossary for both."""
    texts = {FILE: TERMS, OTHER: BEAM, "content/modules/other.md": PAGE}
    for name, text in texts.items():
        path = small / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    check.fix(small)
    return small


def test_terms_come_in_the_order_of_a_dictionary(worded: Path) -> None:
    assert list(load(worded).glossary) == ["beam", "warp", "example"]
    path = worded / FILE
    path.write_text(TERMS.replace('"Worked', '"+aired'), "utf-8")
    found = check.check(worded)[0].glossary
    assert list(found) == ["example", "beam", "warp"], "signs do not count"


def test_a_term_says_its_module_spellings_and_definition(worded: Path) -> None:
    course = load(worded)
    term = course.glossary["warp"]
    assert (term.module, term.section) == ("small", "warps")
    assert term.spellings == ("warp", "bundle of threads")
    assert term.shown(course.facts) == "32 threads that run *together*."


def test_terms_are_clean_counted_and_in_the_ledger(worded: Path) -> None:
    course, problems = check.check(worded)
    assert problems == []
    assert [row["terms"] for row in check.table(course)] == [1, 2]
    assert ("term", "warp") in ledger.read_ledger(worded)


def test_a_course_without_a_glossary_is_a_course(course: Course) -> None:
    assert course.glossary == {}


# File, what is replaced, by what, and the problem that must be named.
DEFECTS = {
    "an unknown field": (FILE, "also =", "alias =", "warp: unknown field alias"),
    "an unknown table": (FILE, "[[term]]", "[[word]]", "unknown table word; write"),
    "a term that is no table": (
        FILE,
        TERMS,
        "term = 'warp'",
        "term is 'warp'; it must be a list of tables",
    ),
    "a file that is not TOML": (FILE, "also = [", "also = ", "not valid TOML"),
    "a section that is not there": (
        FILE,
        'section = "warps"',
        'section = "woofs"',
        "warp: the page small has no section woofs",
    ),
    "no section": (FILE, 'section = "warps"', "", "warp: no section; add"),
    "a source without a row": (
        FILE,
        '["guide"]',
        '["gone"]',
        "example: source gone has no row",
    ),
    "a fact that is not there": (
        FILE,
        "{fact:warp.threads}",
        "{fact:warp.weight}",
        "warp: there is no fact warp.weight",
    ),
    "a number from no fact": (
        FILE,
        "{fact:warp.threads} that",
        "{fact:warp.threads}, never 64 threads, that",
        "warp: 64 threads comes from no fact",
    ),
    "a number from no fact in an old name": (
        FILE,
        '"sample"',
        '"the 80 GB sample"',
        "example: 80 GB comes from no fact",
    ),
    "a unit said twice": (
        FILE,
        "{fact:warp.threads} that",
        "{fact:warp.threads} threads that",
        "warp: says threads twice",
    ),
    "an empty text": (
        FILE,
        '"A number that rests on no fact."',
        '" "',
        "example: text is empty",
    ),
    "no text": (FILE, 'text = "A', 'texts = "A', "example: no text; add"),
    "an empty term": (FILE, 'term = "warp"', 'term = ""', "warp: term is empty"),
    "an empty spelling": (
        FILE,
        '"bundle of threads"',
        '" "',
        "warp: also contains an empty spelling",
    ),
    "spellings that are no list": (
        FILE,
        '["bundle of threads"]',
        '"bundle"',
        "warp: also is 'bundle'; it must be a list of texts",
    ),
    "an id that is no id": (FILE, 'id = "warp"', 'id = "Warp"', "Warp: an id is"),
    "an id used twice": (
        OTHER,
        'id = "beam"',
        'id = "warp"',
        "warp: the id is already used in content/glossary/other.toml",
    ),
    "a new id": (FILE, 'id = "warp"', 'id = "weft"', "weft: not in content/ids.txt"),
    "an id that is gone": (
        FILE,
        'id = "warp"',
        'id = "weft"',
        "warp: the term is gone",
    ),
    "a term twice, in another case and file": (
        OTHER,
        'term = "beam"',
        'term = "beam"\nalso = ["WARP"]',
        "warp: warp is already a spelling of beam in content/glossary/other.toml",
    ),
    "a spelling twice, with hyphens": (
        OTHER,
        'term = "beam"',
        'term = "beam"\nalso = ["Bundle-of-threads"]',
        "warp: bundle of threads is already a spelling of beam",
    ),
    "a spelling twice in one term": (
        FILE,
        '["bundle of threads"]',
        '["Warp"]',
        "warp: also says a spelling twice",
    ),
    "a word that the page does not say": (
        FILE,
        'term = "Worked example"',
        'term = "worked solution"',
        "example: the page small never says worked solution",
    ),
    "an old name without the new one": (
        FILE,
        'current = "worked example"',
        "",
        "example: exam_era and current come together",
    ),
    "a placeholder in a name": (
        FILE,
        '"sample"',
        '"{fact:warp.threads}"',
        "example: exam_era and current are names",
    ),
    "another placeholder": (
        FILE,
        "{fact:warp.threads}",
        "{given:n}",
        "warp: a definition takes {fact:ID} and no other placeholder",
    ),
    "a link": (
        FILE,
        "*together*",
        "[together](module:small)",
        "warp: a definition has no link",
    ),
    "a word explained by itself": (
        FILE,
        '"A number that',
        '"A worked example is what',
        "example: begins with the word it defines",
    ),
    "no sentence": (
        FILE,
        "on no fact.",
        "on no fact",
        "example: text is not a sentence",
    ),
    "a page for a definition": (
        FILE,
        '"A number that',
        f'"{"Word " * 50}that',
        "example: has 55 words; say it in 50",
    ),
    "a module without a term": (
        OTHER,
        BEAM,
        "",
        "content/modules/other.md: other: has no terms; add content/glossary/other.toml",
    ),
    "neither a fact nor a source": (
        FILE,
        'sources = ["guide"]',
        "",
        "example: rests on nothing",
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_the_check_names(
    name: str, worded: Path, problems: Callable[..., list[str]]
) -> None:
    file, old, new, says = DEFECTS[name]
    found = problems(file, old, new)
    assert any(says in one for one in found), found


def test_a_file_of_no_module_is_named_once(worded: Path) -> None:
    (worded / FILE).rename(worded / "content/glossary/gone.toml")
    found = [str(one) for one in check.check(worded)[1]]
    says = "content/glossary/gone.toml: module gone has no page in content/modules."
    assert [one for one in found if "/gone.toml" in one] == [says]


def test_the_id_of_a_term_that_has_gone_may_not_come_back(worded: Path) -> None:
    path = worded / OTHER
    path.unlink()
    check.fix(worded)
    path.write_text(BEAM, "utf-8")
    found = [one.says for one in check.check(worded)[1]]
    assert found == ["re-uses the id of a retired term; choose another."]
