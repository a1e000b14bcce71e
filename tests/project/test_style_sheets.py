"""make lint: each rule of a widget's style sheet begins with the widget's root class."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.style_sheets import PAGES, faults, reaching

Found = Callable[..., list[str]]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """The faults of a board with these rules, beside a dial and a shared sheet."""

    def look(
        board: str = "", *, shared: str = "", script: str = "", dial: str = ""
    ) -> list[str]:
        files = {
            "app/static/board/board.css": board,
            "app/static/board/board.js": 'node("div", { class: "cl-frame cl-board" });',
            "app/static/board/map.js": script,
            "labs/dials/static/dial/dial.css": "",
            "labs/dials/static/dial/dial.js": f'node("div", {{ class: "cl-dial" }});\n{dial}',
            "app/static/theme/widgets.css": shared,
        }
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return [one.rpartition("/")[2] for one in faults(tmp_path)]

    return look


GOOD = """
.certlab .cl-board { --row: 44px; }
.certlab .cl-board.cl-frame, .certlab .cl-board :is(.cl-map, .cl-lane) > p:hover { top: 0; }
@media (pointer: coarse) { @container (width > 9px) { .certlab .cl-board b { top: 0; } } }
@supports not (rotate: 1deg) { .certlab .cl-board b { top: 0; } }
@keyframes cl-board-turn { from { rotate: 0deg; } 50% { rotate: 9deg; } }
"""


def test_rules_under_the_root_class_pass(found: Found) -> None:
    shared = ".certlab p, [data-theme] .certlab { top: 0; } @keyframes cl-turn { }"
    assert found(GOOD, shared=shared, script='"cl-board-map"') == []


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("\n.certlab .cl-map { top: 0; }", 2),
        (".cl-board .cl-map { top: 0; }", 1),
        (".certlab .cl-boardroot { top: 0; }", 1),
        (".certlab.cl-board { top: 0; }", 1),
        (".certlab :is(.cl-board, .cl-map) { top: 0; }", 1),
        (".certlab .cl-board b,\n.certlab .cl-map { top: 0; }", 2),
        ("@media print {\n @supports (top: 0) {\n  .certlab p { top: 0; } } }", 3),
    ],
)
def test_a_rule_without_the_root_class_is_named(
    found: Found, rules: str, line: int
) -> None:
    (says,) = found(rules)
    assert says.startswith(f"board.css:{line}: ")
    assert "does not begin with .certlab .cl-board;" in says


def test_what_the_whole_page_hears_of_carries_the_widget_s_name(found: Found) -> None:
    (says,) = found("@keyframes turn { to { rotate: 9deg; } }")
    assert says.endswith("; call it cl-board-turn.")
    (says,) = found('@import "more.css";')
    assert "@import" in says


def test_a_root_class_belongs_to_one_widget(found: Found) -> None:
    (says,) = found(".certlab .cl-board .cl-dial { top: 0; }")
    assert "names the root class of dial" in says
    (says,) = found(shared=".certlab .cl-dial { top: 0; }")
    assert says.startswith("widgets.css:1: ")
    assert found(dial='node("p", { class: "cl-board" });') == [
        "dial.js:2: cl-board is the root class of board; take another name."
    ]


def test_a_widget_must_carry_its_root_class(found: Found, tmp_path: Path) -> None:
    found()
    (tmp_path / "labs/dials/static/dial/dial.js").write_text("", "utf-8")
    (says,) = faults(tmp_path)
    assert "dial.css:1: no script puts cl-dial on an element" in says


def test_a_shared_sheet_stays_within_certlab(found: Found) -> None:
    (says,) = found(shared=".cl-frame { top: 0; }")
    assert "widgets.css:1: .cl-frame is not about what is within .certlab" in says


def test_what_is_no_css_is_named(found: Found) -> None:
    (says,) = found("\n.certlab .cl-board")
    assert says.startswith("board.css:2: this is no CSS")


@pytest.mark.parametrize(
    "selector",
    [
        "article :where(p, ul, ol, dl)",
        "summary:hover",
        ".check strong",
        ".page.wide h2",
        '[data-exam="running"] h1',
        "article :where(td) p",
    ],
)
def test_a_rule_of_a_page_that_reaches_into_a_widget_is_named(
    tmp_path: Path, selector: str
) -> None:
    """A list of a widget was as narrow as a paragraph, and its heads were not."""
    sheet = tmp_path / "site.css"
    sheet.write_text(f"@media (min-width: 9px) {{\n{selector} {{ top: 0; }} }}")
    (says,) = reaching(sheet)
    assert f"site.css:2: {selector} reaches into widgets" in says


def test_a_rule_of_a_page_for_what_is_its_own_passes(tmp_path: Path) -> None:
    sheet = tmp_path / "site.css"
    sheet.write_text(
        ":where(h1, p) { margin: 0; } body { top: 0; } .check > p { top: 0; }"
        ".row > ul a { top: 0; } .page { top: 0; } h1:where(:not(.certlab *)) { top: 0; }"
        "[data-exam] article > section > p { top: 0; } @media print { summary { top: 0; } }"
    )
    assert list(reaching(sheet)) == []


def test_the_pages_own_sheet_stops_at_widgets() -> None:
    assert list(reaching(PAGES)) == []
