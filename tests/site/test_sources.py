"""The course as Markdown for Sphinx: what stands on which page, without building one."""

import html
import re
from dataclasses import replace
from importlib import resources

import pytest

from certlab.app.pages import front, start
from certlab.app.pages.drawings import inline_svg
from certlab.app.pages.exam_levels import by_level
from certlab.app.pages.exams import exam_page
from certlab.app.pages.library import library_page
from certlab.app.pages.sources import sources
from certlab.course import Course
from certlab.course.glossary import Term
from certlab.course.markup import html as to_html
from certlab.course.steps import Step
from certlab.errors import SiteError
from certlab.study.bank import for_exams, practice
from certlab.study.exams.blueprint import covered, in_all
from certlab.study.questions import compile_item

ASSETS = "_static/certlab-0123456789ab"
REASON = "This lab needs a machine of your own."


def made(course: Course, reason: str = "") -> dict[str, str]:
    return sources(course, ASSETS, dict.fromkeys(course.labs, reason))


@pytest.fixture(scope="module")
def texts(whole: Course) -> dict[str, str]:
    return made(whole)


def test_a_small_course_has_these_pages(course: Course) -> None:
    assert made(course).keys() == {
        "index.md",
        "path.md",
        "library.md",
        "drill.md",
        "mock-exam.md",
        "progress.md",
        "search.md",
        "about.md",
        "modules/small.md",
        "questions/small.md",
        "certifications/index.md",
        "certifications/nca-test.md",
        "sheets/index.md",
        "sheets/small.md",
        "sheets/nca-test.md",
        "facts/index.md",
        "facts/small.md",
        "site.json",
    }


def test_the_same_course_gives_the_same_texts(course: Course) -> None:
    assert made(course) == made(course)


def test_a_module_s_page_has_its_parts_in_order(texts: dict[str, str]) -> None:
    parts = [
        '<p class="over">Covers',
        "# MIG: one GPU as up to seven",
        "## Why partition",
        '<div class="certlab" data-certlab="read" data-page="mig"></div>',
        '<ul data-certlab="onward" data-page="mig" data-labs=',
        '<a href="#check-yourself">10 questions on this</a>',
        'data-lab="mig/10_place_profiles"',
        'data-part="next"',
        '<a href="../index.html">Today</a>',
        "## Check yourself",
        'data-certlab="quiz" data-bank="mig" data-count="10" data-title="MIG"',
        'data-certlab="flashcards" data-bank="mig"',
        "## Labs",
        "lite/lab/index.html?path=labs/mig/10_place_profiles.ipynb",
        "## Facts and sources",
        "<summary>Facts on this page: ",
        " sources</summary>",
    ]
    text, at = texts["modules/mig.md"], 0
    for part in parts:
        at = text.index(part, at) + len(part)


def test_the_start_page_says_which_labs_open_in_the_browser(fixed: Course) -> None:
    text = made(fixed)["index.md"]
    assert 'data-labs="cuda/10_blocks mig/10_slices"' in text
    assert "data-plan" not in text  # there is no notebook that plans
    assert 'data-labs=""' in made(fixed, REASON)["index.md"]


def test_the_start_page_says_what_there_is_and_lists_none_of_it(fixed: Course) -> None:
    text = made(fixed)["index.md"]
    asked = sum(len(for_exams(fixed, id)) for id in fixed.modules)
    assert f"<strong>{asked:,} questions</strong>" in text
    labs = [one for one in fixed.labs.values() if one.module]
    assert f"<strong>{len(labs)} labs</strong> that run on a laptop" in text
    for one in labs:
        assert one.title not in text
    for id in fixed.certifications:
        assert f'href="certifications/{id}.html"' in text  # without JavaScript
    for old in ("modules", "labs"):
        assert f'id="{old}"' in text  # addresses from when their lists stood here


def test_a_course_without_exams_leads_to_its_modules_and_its_drill(
    fixed: Course,
) -> None:
    bare = replace(fixed, certifications={})
    text = start.start_page(bare, dict.fromkeys(fixed.labs, ""))
    for id in fixed.modules:
        assert f'href="modules/{id}.html"' in text
    assert 'href="drill.html"' in text
    assert 'href="library.html"' in text
    assert "exam asks" not in text  # no sentence about exams that are not there
    assert 'data-certlab="start"' not in text  # and no form that has none to choose
    assert "Five questions" not in text


def test_the_start_page_shows_what_a_session_is(course: Course) -> None:
    (figure,) = course.figures.values()
    svg = re.sub("<title>[^<]*", "<title>Move &amp; see", figure.svg)
    figures = {one: replace(figure, id=one, svg=svg) for one in start.SESSION}
    shown = made(replace(course, figures={**course.figures, **figures}))
    assert shown["index.md"].count("<h3>Move &amp; see</h3>") == len(start.SESSION)
    assert "<svg" not in made(course)["index.md"]


def test_a_figure_in_a_sentence_becomes_a_block(course: Course) -> None:
    text = made(course)["modules/small.md"]
    assert "32 threads" in text
    assert "figure:" not in text
    figure = re.search(r"\n\n<figure.*?</figure>\n\n", text, re.DOTALL)
    assert figure is not None
    assert "<figcaption" in figure.group()
    assert "\n\n" not in figure.group().strip()  # a blank line would end the HTML


def test_a_lab_that_does_not_open_says_why(whole: Course) -> None:
    text = made(whole, REASON)["modules/mig.md"]
    assert "Open the lab" not in text
    assert text.count(REASON) == 2
    assert "../labs/mig/20_share_a_gpu.html" in text


def test_every_practice_question_is_answered_on_its_page(
    whole: Course, texts: dict[str, str]
) -> None:
    for module in whole.modules:
        text = texts[f"questions/{module}.md"]
        for item in practice(whole, module):
            one = compile_item(whole, item, 0)
            block = re.search(
                rf'<div class="asked" id="{item.id}">.*?</div>\n\n',
                text + "\n\n",
                re.DOTALL,
            )
            assert block, item.id
            shown, folded = block.group().split("<details>", 1)
            assert to_html(one.show["ask"]) in shown
            for option in one.show.get("options", []):
                assert f"<li>{to_html(option['text'])}</li>" in shown
                right = option["id"] in one.key["correct"]
                word = "Right" if right else "Wrong"
                assert f"<strong>{word}:</strong> {to_html(option['text'])}" in folded
            for words in [*one.feedback["whys"].values(), one.feedback["back"]]:
                assert to_html(words) in folded
                assert len(words) < 12 or to_html(words) not in shown
            assert html.escape(one.feedback["answer"]) in folded


def test_no_page_holds_a_question_kept_for_exams(
    whole: Course, texts: dict[str, str]
) -> None:
    kept = [item for item in whole.items.values() if item.pool == "exam"]
    assert kept
    whole_text = "\n".join(texts.values())
    for item in kept:
        assert item.id not in whole_text
        if item.kind == "scenario":
            continue  # its items are asked
        assert to_html(compile_item(whole, item, 0).show["ask"]) not in whole_text


def test_every_fact_stands_on_a_page_with_its_tier_and_sources(
    whole: Course, texts: dict[str, str]
) -> None:
    for fact in whole.facts.values():
        name = fact.file.removeprefix("content/").removesuffix(".toml")
        row = re.search(rf'<tr id="{re.escape(fact.id)}">.*</tr>', texts[f"{name}.md"])
        assert row, fact.id
        assert f">{html.escape(fact.shown)}</td>" in row.group()
        assert f">{fact.tier}</td>" in row.group()
        for word in (fact.exam_era, fact.current, fact.form, fact.sparsity):
            assert html.escape(word) in row.group()
        for source in fact.sources:
            assert f"#source-{source}" in row.group()
            assert f'id="source-{source}"' in texts[f"{name}.md"]


def test_an_exam_s_page_has_all_that_is_published_and_no_pass_mark(
    whole: Course, texts: dict[str, str]
) -> None:
    for exam in whole.certifications.values():
        text = texts[f"certifications/{exam.id}.md"]
        assert f"{exam.price_usd} USD" in text
        assert f"{exam.minutes} minutes" in text
        assert all(f"| {domain.weight} %" in text for domain in exam.domains)
        ids = re.findall(r'<tr id="([^"]+)">', text)
        assert ids == [one.id for part in exam.domains for one in part.objectives]
        assert all(f"**{row.about.capitalize()}**" in text for row in exam.conflicts)
        assert not re.search(r"pass(ing)? (mark|score)[^.]*\d", text, re.IGNORECASE)
        total = sum(domain.weight for domain in exam.domains)
        assert (f"add up to {total} %" in text) is (total != 100)


def test_coverage_counts_what_serves_an_objective(course: Course) -> None:
    text = made(course)["certifications/nca-test.md"]
    row = re.search(r'<tr id="nca-test.1.1">(.*)</tr>', text)
    assert row is not None
    assert re.findall(r"<td>(.*?)</td>", row.group(1)) == [
        '<a href="../modules/small.html">Small</a>',
        "–",
        "4",
    ]


def test_an_exam_s_path_links_what_is_written_and_names_what_is_not(
    fixed: Course,
) -> None:
    path = (
        Step("later", (), "", "A <later> page", 30),
        Step("cuda", (), "", "", 0),
        Step("mig", ("profiles", "fragmentation"), "", "", 0),
        Step("mig", (), "mig/10_slices", "", 0),
    )
    exam = replace(fixed.certifications["ncp-aii"], path=path)
    course = replace(fixed, certifications={exam.id: exam})
    text = exam_page(course, exam, dict.fromkeys(fixed.labs, ""))
    first, second, lab, later = re.findall(r"<li>(.*)</li>", text)[:4]
    assert '<a href="../modules/cuda.html">' in first
    assert '<a href="../modules/mig.html#fragmentation">Fragmentation</a>' in second
    assert '<a href="../labs/mig/10_slices.html">Slices of a GPU</a>' in lab
    assert "5&nbsp;min" in lab
    assert "<a" not in later
    assert "A &lt;later&gt; page · about 30 min" in later
    assert "<summary>1 step is not written yet</summary>" in text
    mig = fixed.modules["mig"].minutes_of(path[2].sections)
    reading = fixed.modules["cuda"].minutes + mig
    assert f"{reading} minutes of reading and 5 minutes of labs" in text
    assert text.index("<ol") < text.index("USD")  # the path before what is published


def test_an_exam_without_a_path_of_its_own_leads_over_the_modules_that_serve_it(
    fixed: Course,
) -> None:
    exam = replace(fixed.certifications["ncp-aii"], path=())
    opens = dict.fromkeys(fixed.labs, "")
    course = replace(fixed, certifications={exam.id: exam})
    text = exam_page(course, exam, opens)
    assert "No path was written for this exam yet" in text
    assert re.findall(r"<li>Read: <a[^>]*>(.*?)</a>, all of it", text)
    none = replace(course, items={})
    assert "## The path" not in exam_page(none, exam, opens)


def test_an_exam_lists_the_objectives_without_questions_where_the_start_page_leads(
    fixed: Course,
) -> None:
    exam, opens = fixed.certifications["ncp-aii"], dict.fromkeys(fixed.labs, "")
    missing = "## What is missing\n\nThe course has no questions yet on "
    n, all_of_it = in_all(covered(fixed, exam.id))
    text = exam_page(fixed, exam, opens)
    assert f"{missing}{all_of_it - n} objectives" in text
    listed = text.partition(missing)[2].partition("</ul>")[0]
    assert listed.count("<li>") == all_of_it - n > 0
    asked = {
        one for item in fixed.items.values() for one in (item.objective, *item.also)
    }
    assert not asked & set(re.findall('href="#([^"]+)"', listed))
    chips = resources.files("certlab.day") / "static/exam_chips.js"
    assert ".html#what-is-missing`" in chips.read_text("utf-8")  # the heading's anchor
    whole = replace(exam, domains=exam.domains[:0])
    course = replace(fixed, certifications={exam.id: whole})
    assert missing not in exam_page(course, whole, opens)


def test_why_a_lab_does_not_open_stands_below_its_title_in_the_library(
    fixed: Course,
) -> None:
    """Beside it the title would be left a few letters a line."""
    row = next(
        one
        for one in library_page(fixed, dict.fromkeys(fixed.labs, REASON)).split("<li>")
        if "</strong>" in one
    )
    assert f"· {REASON}</span>" in row
    assert REASON not in row.partition('class="actions"')[2]


def test_exams_are_listed_by_level_and_the_best_covered_first(fixed: Course) -> None:
    for level, exams in by_level(fixed).items():
        assert {one.level for one in exams} == {level}
        shares = [
            there / of
            for there, of in (in_all(covered(fixed, one.id)) for one in exams)
        ]
        assert shares == sorted(shares, reverse=True)
    whole = sum(len(exams) for exams in by_level(fixed).values())
    assert whole == len(fixed.certifications)


def test_a_glossary_is_there_when_the_course_has_one(course: Course) -> None:
    term = Term(
        id="warp",
        term="warp",
        also=("bundle",),
        text="{fact:warp.threads} that run *together*.",
        module="small",
        section="warps",
        exam_era="wavefront",
        current="warp",
        sources=("guide",),
        file="content/glossary/small.toml",
    )
    texts = made(replace(course, glossary={"warp": term}))
    text = texts["glossary.md"]
    assert '## W\n\n<div class="term" id="term-warp">' in text
    assert (
        "<strong>warp</strong> (bundle): 32 threads that run <em>together</em>." in text
    )
    assert "Exam era: wavefront. Current: warp." in text
    assert '<a href="modules/small.html#warps">Small: Warps</a>' in text
    assert '<a href="https://example.org/guide">A guide</a>' in text
    assert "[Glossary](glossary.html)" in texts["library.md"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("`a < b` & **c**", "<code>a &lt; b</code> &amp; <strong>c</strong>"),
        ("*so* and _so_, not snake_case_name", "<em>so</em> and <em>so</em>, not snake_case_name"),
        ("`` a`b `` \\*", "<code>a`b</code> *"),
        ("**bold** *in **both***", "<strong>bold</strong> <em>in <strong>both</strong></em>"),
        ("x_y_ z", "x_y_ z"),
        ("<b>", "&lt;b&gt;"),
        ("one\ntwo\n\nthree", "one two<br><br>three"),
    ],
)  # fmt: skip
def test_inline_marks_are_those_of_the_widgets(text: str, wanted: str) -> None:
    assert to_html(text) == wanted


CHART = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt" viewBox="0 0 9 9">
<metadata><title>maker</title></metadata>
<defs>
<style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>

<path id="a"/></defs><use xlink:href="#a"/><rect fill="url(#a)" clip-path="url(#a)"/></svg>
"""


def test_a_drawing_gets_ids_and_styles_a_page_can_hold() -> None:
    drawn = inline_svg(CHART, "cell-1", 'A "chart"')
    assert 'id="cell-1-a"' in drawn
    assert 'href="#cell-1-a"' in drawn
    assert drawn.count("url(#cell-1-a)") == 2
    assert '"a"' not in drawn
    assert "#a" not in drawn
    assert 'style="stroke-linejoin: round; stroke-linecap: butt"' in drawn
    assert 'role="img"' in drawn
    assert 'aria-label="A &quot;chart&quot;"' in drawn
    for gone in ("<style", "<?xml", "metadata", "height", "\n\n"):
        assert gone not in drawn


def test_a_drawing_may_hold_pixels_of_its_own() -> None:
    pixels = '<image width="9" href="data:image/png;base64,iVBORw0K"/>'
    assert pixels in inline_svg(f'<svg viewBox="0 0 1 1">{pixels}</svg>', "cell-1")


@pytest.mark.parametrize(
    "part",
    [
        "<script>1</script>",
        '<rect onclick="go()"/>',
        '<image href="https://example.org/a.png"/>',
        '<use href="other.svg#a"/>',
        "<foreignObject></foreignObject>",
        "<style>rect { fill: red }</style>",
        '<rect fill="url(https://example.org/a)"/>',
    ],
)
def test_a_drawing_that_a_page_must_not_hold_is_refused(part: str) -> None:
    with pytest.raises(SiteError, match=r"^Drawing cell-1: .*\.$"):
        inline_svg(f'<svg viewBox="0 0 1 1">{part}</svg>', "cell-1")


def test_the_start_page_leads_to_the_full_plan_where_it_opens(whole: Course) -> None:
    opens = dict.fromkeys(whole.labs, "")
    shut = {**opens, start.PLANS: "It opens in no browser."}
    place = 'data-plan="lite/lab/index.html?path=labs/00_start_here.ipynb"'
    assert start.start_page(whole, opens).count(place) == 1
    assert place not in start.start_page(whole, shut)
    said = front.progress_page(whole, opens)
    assert said.count(place) == 1
    assert "(index.html)" in said
    assert place not in front.progress_page(whole, shut)
