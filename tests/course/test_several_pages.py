"""A module of several pages: read, refused when it is ambiguous, and linked by section."""

from pathlib import Path

import pytest

from certlab.course import check, load, workspace
from certlab.course.contents import contents
from certlab.course.coverage import coverage
from certlab.study.questions import compile_item
from tests.several import FIRST, OTHER, PAGES, SECOND, cut


@pytest.fixture
def several(small: Path) -> Path:
    """The small course with its page cut in two."""
    return cut(small)


def says(root: Path) -> list[str]:
    """What is wrong with a course, without warnings."""
    return [str(one) for one in check.check(root)[1] if not one.warning]


def test_the_pages_are_one_module(several: Path) -> None:
    assert says(several) == []
    course = load(several)
    module = course.modules["small"]
    assert [page.id for page in module.pages] == ["small/10_warps", "small/20_blocks"]
    assert (module.title, module.short, module.minutes) == (
        "A small module",
        "Small",
        8,
    )
    assert module.objectives == ("nca-test.1.1",)
    assert list(module.sections) == ["warps", "block-size"]
    assert list(course.pages) == ["other", *(page.id for page in module.pages)]
    assert coverage(course)[0]["with a page"] == 1
    assert "[Small](../modules/small.md) | 8&nbsp;min" in contents(course)


@pytest.mark.parametrize(
    ("module", "anchor", "path"),
    [
        ("small", "warps", "small/10_warps"),
        ("small", "block-size", "small/20_blocks"),
        ("small", "", "small"),
        ("small", "nowhere", "small"),
        ("other", "grids", "other"),
        ("other", "", "other"),
    ],
)
def test_a_section_is_on_its_page(
    several: Path, module: str, anchor: str, path: str
) -> None:
    assert load(several).modules[module].path(anchor) == path


def test_a_question_links_the_page_of_its_section(several: Path) -> None:
    course = load(several)
    section = compile_item(course, course.items["small-blocks"], 0).feedback["section"]
    assert section == {
        "page": "small/20_blocks",
        "anchor": "block-size",
        "title": "Block size",
    }


def test_the_ledger_knows_one_module(several: Path) -> None:
    ids = (several / "content/ids.txt").read_text("utf-8")
    assert "module small\n" in ids
    assert "10_warps" not in ids


def test_a_workspace_has_each_page_and_their_list(
    several: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "work"
    workspace.fill(load(several), folder)
    second = (folder / "modules/small/20_blocks.md").read_text("utf-8")
    assert "[warps](../small/10_warps.md#warps)" in second
    assert "(../figures/small-warps.svg)" in (
        folder / "modules/small/10_warps.md"
    ).read_text("utf-8")
    listed = (folder / "modules/small.md").read_text("utf-8")
    assert "- [Blocks of warps](small/20_blocks.md), 3 minutes" in listed
    assert "    - [Block size](small/20_blocks.md#block-size)" in listed
    assert (
        "(small/20_blocks.md#block-size)" in (folder / "modules/other.md").read_text()
    )


@pytest.mark.parametrize("edited", [False, True])
def test_the_page_that_a_learner_has_is_not_harmed(
    small: Path, tmp_path: Path, edited: bool
) -> None:
    folder = tmp_path / "work"
    workspace.fill(load(small), folder)
    page = folder / "modules/small.md"
    if edited:
        page.write_text("my notes\n", "utf-8")
    done = workspace.fill(load(cut(small)), folder)
    assert (page.read_text("utf-8") == "my notes\n") is edited
    assert ("modules/small.new.md" in done.offered) is edited


@pytest.mark.parametrize(
    ("file", "old", "new", "wanted"),
    [
        (SECOND, "## Block size", "## Warps", f"{SECOND}: #warps: {FIRST} has a section of that name; rename one."),
        (SECOND, "## Block size", "## Block size\n\n## Block size", f"{SECOND}: #block-size: {SECOND} has a section of that name; rename one."),
        (SECOND, "(module:small#warps)", "(#warps)", f"{SECOND}: small/20_blocks: #warps is on another page; write module:small#warps."),
        (SECOND, "(#block-size)", "(#size)", f"{SECOND}: small/20_blocks: the page has no section size."),
        (OTHER, "small#block-size", "small#size", f"{OTHER}: other: the page small has no section size."),
        (FIRST, 'module_short = "Small"\n', "", f"{FIRST}: no module_short; add module_short = a text."),
        (SECOND, "minutes", 'module_title = "x"\nminutes', f"{SECOND}: unknown field module_title; remove it or fix its spelling."),
    ],
)  # fmt: skip
def test_what_a_page_must_not_say(
    several: Path, file: str, old: str, new: str, wanted: str
) -> None:
    path = several / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    assert wanted in says(several)


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("content/modules/small.md", "content/modules/small.md: there is a folder small/ too; keep one page or the folder."),
        ("content/modules/small/blocks.md", "content/modules/small/blocks.md: a page is named by number and lower-case words, 10_two_words.md."),
        ("content/modules/small/30_Grids.md", "content/modules/small/30_Grids.md: a page is named by number and lower-case words, 10_two_words.md."),
        ("content/modules/empty/notes.txt", "content/modules/empty: the folder has no page; add 10_name.md, or remove it."),
    ],
)  # fmt: skip
def test_where_a_page_must_not_be(several: Path, file: str, wanted: str) -> None:
    path = several / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(PAGES[OTHER], "utf-8")
    assert wanted in says(several)


def test_a_module_is_translated_when_all_its_pages_are(several: Path) -> None:
    folder = several / "content/translations/zh_TW/modules/small"
    folder.mkdir(parents=True)
    head = '+++\ntitle = "{}"\nof = "first"\n{}+++\n'
    first = head.format("執行緒束", 'module_title = "小單元"\nmodule_short = "小"\n')
    (folder / "10_warps.md").write_text(f"{first}\n## 束\n", "utf-8")
    assert load(several, "zh_TW").modules["small"].lang == "en"
    second = head.format("區塊", "")
    (folder / "20_blocks.md").write_text(f"{second}\n## 大小\n", "utf-8")
    module = load(several, "zh_TW").modules["small"]
    assert (module.lang, module.title, module.short) == ("zh_TW", "小單元", "小")
    assert module.sections == {"warps": "束", "block-size": "大小"}
    (folder / "30_more.md").write_text(second, "utf-8")
    wanted = "there is no module's page small/30_more."
    assert any(wanted in one for one in says(several))
