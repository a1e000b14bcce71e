"""The glossary's sentence beside a term's first use in a section."""

import re
from dataclasses import replace

import pytest

from certlab.app.pages.hover_terms import with_terms
from certlab.app.pages.modules import module_page
from certlab.course import Course
from certlab.course.glossary import Term
from certlab.course.settings import Group
from certlab.site.llms import page_text

MARK = re.compile(
    r'<span class="says-what".*?>([^<]*)<span class="says".*?</span></span>'
)


def term(name: str, *also: str, module: str = "cuda", section: str = "none") -> Term:
    id = name.lower().replace(" ", "-")
    text = f"What {name} is, `a_b` and *more* | $x$."
    return Term(id, name, also, text, module, section, "", "", (), "")


TERMS = [
    term("warp"),
    term("warp scheduler", "SM scheduler"),
    term("AWARE"),
    term("GPU instance", "GI", module="mig"),
    term("profile", module="mig"),
]


@pytest.fixture
def taught_words(fixed: Course) -> Course:
    return replace(fixed, glossary={one.id: one for one in TERMS})


def marked(course: Course, body: str, page: str = "cuda") -> list[str]:
    return MARK.findall(with_terms(course, course.pages[page], body))


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("A warp is there, and a warp again.", ["warp"]),
        ("Warps wait.", ["Warps"]),
        ("A warp scheduler takes a warp.", ["warp scheduler", "warp"]),  # the longest
        ("The SM\nscheduler.", ["SM\nscheduler"]),
        ("## A warp\n\nNo term.", []),
        ("A [warp](#here) and `warp` and $warp$, <em class='warp'>x</em>.", []),
        ("```\nwarp\n```\n", []),
        ("| a warp | b |\n|---|---|\n", []),
        ("> | a warp | b |\n> |---|---|\n> | warp | c |\n", []),
        ("<!-- a warp,\nand a warp > 0 --> <i\ntitle='warp'>x</i>", []),
        ("A *warp* is explained here, and a warp follows.", []),
        ("Be aware of AWARE.", ["AWARE"]),
        ("A warped prewarp, warp.py and warp-wide.", []),
        ("## One\n\nwarp\n\n### Below\n\nwarp\n\n## Two\n\nwarp\n", ["warp", "warp"]),
        ("A [warp][x], a [warp] and a [b [warp] c](y).\n\n[warp]: /x 'warp'\n", []),
        ("[![a warp](y)](z(warp)) at https://x.org/?q=warp and &warp;.", []),
        ("A warp\n======\n\nA warp\n---\n\n- ## A warp\n", []),
        ("a | warp\n---|---\nwarp | b\n", []),
        ("- a\n\n  ~~~\n  warp\n  ~~~\n\nText.\n\n    warp\n", []),
        ("````\n```\n````\n\n```\na warp that no fence ends\n", []),
        ("``a ` warp`` and one `warp\n\nand `b`.", ["warp"]),
        ("<kbd>a warp</kbd> <pre>warp</pre>\n\n<div>\n<div>a</div>warp</div>", []),
        ("_the warp here_, ***a warp***, **a *warp* there**.", []),
        ("**A warp is named.** A warp follows.", ["warp"]),
        ("**Warps** are explained, and a warp follows.", []),
        ("* A warp, 2 * 3\n", ["warp"]),
        ("> - A warp\n", ["warp"]),
    ],
)
def test_the_first_use_in_a_section_is_marked(
    taught_words: Course, body: str, found: list[str]
) -> None:
    assert marked(taught_words, body) == found


def test_a_word_of_another_module_is_taken_where_it_means_one_thing(
    taught_words: Course,
) -> None:
    order = [one.id for some in taught_words.grouped.values() for one in some]
    assert order.index("cuda") < order.index("mig")
    says = "A profile of a GPU instance, with a warp of the warp scheduler."
    assert marked(taught_words, says) == ["warp", "warp scheduler"]  # others come later
    assert marked(taught_words, says, "mig") == [
        *("profile", "GPU instance", "warp", "warp scheduler")
    ]


def test_every_word_of_the_first_module_is_taken(taught_words: Course) -> None:
    says = "A profile, a warp and a warp scheduler."
    assert marked(taught_words, says, "cuda") == ["warp", "warp scheduler"]
    turned = (Group({"en": "All"}, ("mig", "cuda")),)
    course = replace(taught_words, groups=turned)
    assert marked(course, says, "cuda") == ["profile", "warp", "warp scheduler"]
    assert marked(course, says, "mig") == ["profile"]


def test_no_term_is_marked_where_it_is_taught(taught_words: Course) -> None:
    own = replace(taught_words.glossary["warp"], section="warps")
    course = replace(taught_words, glossary={"warp": own})
    assert marked(course, "## Warps\n\nA warp.\n\n## After\n\nA warp.\n") == ["warp"]


def test_what_it_says_is_text_that_markdown_leaves_alone(taught_words: Course) -> None:
    page = taught_words.pages["cuda"]
    text = with_terms(taught_words, page, "A warp.")
    (says,) = re.findall(r'role="tooltip" id="term-says-1">(.*?)</span>', text)
    assert (
        says
        == "What warp is, <code>a&#95;b</code> and <em>more</em> &#124; &#36;x&#36;."
    )
    assert 'tabindex="0" aria-describedby="term-says-1"' in text


def test_the_page_for_programs_stays_plain(fixed: Course) -> None:
    pages = [
        module_page(fixed, one, dict.fromkeys(fixed.labs, ""))
        for one in fixed.pages.values()
    ]
    assert any("says-what" in text for text in pages)
    assert not any("says-what" in page_text(fixed, one) for one in fixed.pages.values())


def test_a_page_in_another_language_has_no_english_sentences(
    taught_words: Course,
) -> None:
    page = replace(taught_words.pages["cuda"], lang="zh_TW")
    assert with_terms(taught_words, page, "A warp.") == "A warp."
