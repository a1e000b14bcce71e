"""The pages as Sphinx builds them: every one is read, every link of it followed."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from importlib import util
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from certlab.app import content_security
from certlab.app.page_styles import STYLE
from certlab.app.page_widgets import own_pages
from certlab.app.pages import output as pages
from certlab.app.pages.exam_day import (
    EXAM_DAY,
    FALSE_FACTS,
    has_false_facts,
    has_rules,
)
from certlab.app.pages.languages import editions
from certlab.app.pages.output import write_pages
from certlab.course import Course, load
from certlab.course.modules import Module
from certlab.sheets.choice import sheet_names

Refused = Callable[[Callable[[], object]], str]
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Read(HTMLParser):
    """What a page holds, as far as it is judged here."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.inline: list[str] = []  # code and styles that stand in the page
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.append((tag, values))
        if (tag == "script" and "src" not in values) or tag == "style":
            self.inline.append(self.get_starttag_text() or tag)
        self.inline += [name for name in values if name.startswith("on")]
        if "style" in values and "svg" not in self.open and tag != "svg":
            self.inline.append(values["style"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def values(self, tag: str, name: str) -> list[str]:
        return [
            values[name] for one, values in self.tags if one == tag and name in values
        ]

    @property
    def ids(self) -> list[str]:
        return [values["id"] for _, values in self.tags if "id" in values]


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Read]:
    """Every page by its path."""
    return {
        path.relative_to(site).as_posix(): Read(path.read_text("utf-8"))
        for path in sorted(site.rglob("*.html"))
        if not path.is_relative_to(site / "lite")
    }


def test_every_page_of_the_site_is_there(whole: Course, read: dict[str, Read]) -> None:
    own = {"index", "path", "library", "drill", "mock-exam", "progress", "about", "search", "certifications/index", "facts/index"}  # fmt: skip
    wanted = {f"{name}.html" for name in own}
    wanted |= {f"{part}/{id}.html" for part in ("modules", "questions") for id in whole.modules}  # fmt: skip
    wanted |= {f"modules/{id}.html" for id in whole.pages}
    wanted |= {f"labs/{id}.html" for id in whole.labs}
    wanted |= {f"certifications/{id}.html" for id in whole.certifications}
    about_all = {EXAM_DAY: has_rules(whole), FALSE_FACTS: has_false_facts(whole)}
    wanted |= {f"{name}.html" for name, there in about_all.items() if there}
    files = {Path(fact.file).stem for fact in whole.facts.values()}
    wanted |= {f"facts/{file}.html" for file in files}
    wanted |= {f"sheets/{name}.html" for name in ("index", *sheet_names(whole))}
    wanted |= {f"{one.name}.html" for one in own_pages(whole)}
    if whole.glossary:
        wanted.add("glossary.html")
    for one in editions(whole):
        pages = {*one.pages, *one.modules}
        wanted |= {f"{one.lang}/modules/{id}.html" for id in pages}
        wanted |= {f"{one.lang}/questions/{id}.html" for id in one.banks}
        there = {*sheet_names(one.course)} & {*one.modules}
        wanted |= {f"{one.lang}/sheets/{id}.html" for id in there}
    assert read.keys() == wanted


def test_nothing_is_built_that_no_page_names(site: Path) -> None:
    names = {path.name for path in site.glob("*")} | {path.name for path in (site / "_static").glob("*")}  # fmt: skip
    assert not names & {"_sources", ".doctrees", ".buildinfo", "objects.inv", "basic.css", "styles", "genindex.html"}  # fmt: skip
    files = [path for path in site.rglob("*") if not path.is_relative_to(site / "lite")]
    assert not [path for path in files if path.suffix in (".map", ".png", ".woff2")]


def test_each_page_is_whole(read: dict[str, Read]) -> None:
    for name, page in read.items():
        assert page.faults == [], name
        assert page.open == [], name
        lang = "zh-TW" if name.startswith("zh_TW/") else "en"
        assert page.values("html", "lang") == [lang], name
        assert [tag for tag, _ in page.tags].count("h1") == 1, name
        assert [tag for tag, _ in page.tags].count("main") == 1, name
        twice = [id for id, count in Counter(page.ids).items() if count > 1]
        assert twice == [], name


def test_each_page_keeps_to_its_policy(read: dict[str, Read]) -> None:
    for name, page in read.items():
        assert page.inline == [], name
        metas = [values for tag, values in page.tags if tag == "meta"]
        told = [one["content"] for one in metas if one.get("http-equiv") == "Content-Security-Policy"]  # fmt: skip
        assert told == [content_security.PAGES], name
        place = next(n for n, one in enumerate(page.tags) if one[1].get("http-equiv"))
        loads = [n for n, (tag, _) in enumerate(page.tags) if tag in ("script", "link")]
        assert place < min(loads), name  # a policy holds for what comes after it


def test_each_link_leads_to_a_place_on_the_site(
    site: Path, read: dict[str, Read]
) -> None:
    for name, page in read.items():
        links = [
            address
            for tag, key in (("a", "href"), ("link", "href"), ("script", "src"))
            for address in page.values(tag, key)
        ]
        for address in links:
            parts = urlsplit(address)
            if parts.scheme in ("http", "https"):
                continue
            assert not parts.scheme, (name, address)
            assert not parts.netloc, (name, address)
            assert not parts.path.startswith("/"), (name, address)
            path = (
                (site / name).parent / unquote(parts.path)
                if parts.path
                else site / name
            )
            place = path.resolve().relative_to(site.resolve()).as_posix()
            assert path.is_file(), (name, address)
            if parts.fragment:
                assert unquote(parts.fragment) in read[place].ids, (name, address)


def test_what_a_page_loads_is_its_own_and_outside_links_say_nothing_of_us(
    read: dict[str, Read],
) -> None:
    for name, page in read.items():
        for tag, values in page.tags:
            outside = re.match(
                r"(https?:)?//", values.get("href", values.get("src", ""))
            )
            if outside:
                assert tag == "a", (name, values)
                assert values.get("rel") == "noopener noreferrer", (name, values)
            assert tag not in ("img", "iframe", "object", "embed"), name


def test_each_section_that_an_item_names_can_be_linked_to(
    whole: Course, read: dict[str, Read]
) -> None:
    for page in whole.pages.values():
        assert set(page.sections) <= set(read[f"modules/{page.id}.html"].ids)
    named = {
        (item.module, item.section) for item in whole.items.values() if item.section
    }
    assert named
    for module, section in named:
        path = whole.modules[module].path(section)
        assert section in read[f"modules/{path}.html"].ids


def test_a_heading_s_anchor_is_the_course_s_not_docutils_own(
    course: Course, tmp_path: Path
) -> None:
    page = course.pages["small"]
    body = "## 7 things: C++ & `sm_90a`\n\nx\n\n## Ça_va, 3g.40gb?\n\n### 1.5 times\n"
    module = Module("small", (replace(page, body=body),))
    odd = replace(course, modules={"small": module})
    write_pages(odd, tmp_path, "_static/certlab-0", {})
    found = Read((tmp_path / "modules" / "small.html").read_text("utf-8"))
    sections = odd.modules["small"].sections
    assert len(sections) == 3
    assert set(sections) <= set(found.ids)
    listed = found.values("a", "href")
    assert {f"#{anchor}" for anchor in sections} <= set(map(unquote, listed))


def test_boxes_and_figures_are_drawn(whole: Course, site: Path) -> None:
    for page in whole.pages.values():
        text = (site / "modules" / f"{page.id}.html").read_text("utf-8")
        assert text.count('class="box trap') == page.body.count("> **Trap**")
        assert "<blockquote" not in text
        figures = re.findall(r"!\[[^]]*\]\(figure:", page.body)
        assert text.count("<figure ") == len(figures)
        assert "var(--cl-paper" in text  # drawn in the page's own colours


def test_each_module_s_page_has_places_for_what_is_live(
    whole: Course, site: Path
) -> None:
    script = re.compile(r'<script type="module" src="\.\./_static/certlab-[0-9a-f]{12}/[a-z/]+\.js">')  # fmt: skip
    for module in whole.modules:
        text = (site / "modules" / f"{module}.html").read_text("utf-8")
        assert len(script.findall(text)) == 1
        for kind in ("quiz", "flashcards", "mark"):
            assert f'data-certlab="{kind}" data-bank="{module}"' in text
        assert f"questions/{module}.html" in text


def test_a_first_question_is_light_on_the_wire(site: Path, whole: Course) -> None:
    """All that a cold module page asks for beside its own text.

    The scripts and styles were 78 KB in November 2026, a question 360 bytes and 30 in the outline
    of its bank, a module in the listing 600. Each has its own limit, so that a course may grow.
    """
    for page in (site / "modules").glob("*.html"):
        text = page.read_text("utf-8")
        names = re.findall(r'<(?:link|script)[^>]*?(?:href|src)="([^"?]+)', text)
        files = {(page.parent / name).resolve() for name in names}
        files = {path for path in files if path.suffix in (".css", ".js", ".svg")}
        (assets,) = {
            one
            for path in files
            for one in path.parents
            if one.name.startswith("certlab-")
        }
        bank, outline, *parts = (
            (len(json.loads(path.read_bytes())["items"]), packed(path))
            for path in (
                assets / "banks" / f"{page.stem}.json",
                assets / "banks" / page.stem / "outline.json",
                *(assets / "banks" / page.stem).glob("[0-9]*.json"),
            )
        )
        assert sum(map(packed, files)) <= 82_000
        for asked, size in (bank, *parts):
            assert size <= 4_000 + 400 * asked
        assert outline[1] <= 1_000 + 60 * outline[0]
        assert packed(assets / "banks" / "index.json") <= 1_000 * len(whole.modules)


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def test_code_can_be_read_in_both_themes(site: Path) -> None:
    """WCAG 2.2, 1.4.3, for each colour of each style against our own paper."""
    text = (site / "_static" / "pygments.css").read_text("utf-8")
    paper = {"light": "#ffffff", "dark": "#15171c"}
    (page,) = site.glob(f"_static/certlab-*/{STYLE}")
    tokens = page.read_text("utf-8")
    assert f"light-dark({paper['light']}, {paper['dark']})" in tokens
    rules = re.findall(r"^(.*?)\{([^}]*)\}", text, re.MULTILINE)
    found = 0
    for selector, rule in rules:
        theme = "dark" if "data-theme" in selector else "light"
        colour = re.search(r"(?<!-)color: (#[0-9a-f]{3,6})", rule, re.IGNORECASE)
        if colour and "linenos" not in selector:
            back = re.search(r"background-color: (#[0-9a-f]{3,6})", rule, re.IGNORECASE)
            behind = back.group(1) if back else paper[theme]
            assert contrast(colour.group(1), behind) >= 4.5, (selector, rule)
            found += 1
    assert found > 50


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * one for one in colour[1:])
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_same_course_gives_the_same_bytes(course: Course, tmp_path: Path) -> None:
    """Also where the banks are not written yet, and no lab exists."""
    found = []
    for name in ("one", "other"):
        write_pages(course, tmp_path / name, "_static/certlab-0", {})
        files = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        found.append(
            {path.relative_to(tmp_path / name): path.read_bytes() for path in files}
        )
    assert found[0] == found[1]
    assert len(found[0]) > 10


def test_what_is_wrong_in_a_page_is_told(
    small: Path, tmp_path: Path, refused: Refused
) -> None:
    path = small / "content" / "modules" / "small.md"
    path.write_text(path.read_text("utf-8") + "\n```nonsense\nx\n```\n", "utf-8")
    broken = load(small)
    said = refused(
        lambda: write_pages(broken, tmp_path / "to", "_static/certlab-0", {})
    )
    assert said.startswith("Sphinx: modules/small.md:")
    assert "nonsense" in said
    assert not (tmp_path / "to").exists()


def test_a_page_cannot_bring_sphinx_s_own_syntax(
    course: Course, tmp_path: Path
) -> None:
    """What CommonMark reads as text is text, whatever MyST would make of it."""
    page = course.pages["small"]
    body = page.body + "\n% not a comment\n\n(target)=\n\n{ref}`nowhere`\n\n+++\n"
    module = Module("small", (replace(page, body=body),))
    odd = replace(course, modules={"small": module})
    write_pages(odd, tmp_path, "_static/certlab-0", {})
    text = (tmp_path / "modules" / "small.html").read_text("utf-8")
    assert "% not a comment" in text
    assert "(target)=" in text
    assert "{ref}<code>nowhere</code>" in text


@pytest.mark.parametrize("name", ["sphinx", "furo", "myst-parser"])
def test_a_library_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, refused: Refused, name: str
) -> None:
    gone = name.replace("-", "_")
    found = util.find_spec
    monkeypatch.setattr(
        pages, "find_spec", lambda one: None if one == gone else found(one)
    )
    assert f"needs {name}; run pip install" in refused(pages.ready)
