"""Colours are those of the widgets, and text of a bank is text."""

import re
from pathlib import Path

import pytest

import certlab
from certlab.course import Course, load
from certlab.terminal.screens import theme
from certlab.terminal.screens.drill_app import DrillApp
from certlab.terminal.screens.markdown import from_markdown
from tests.terminal.keyboard import Keyboard, at, text, words
from tests.terminal.test_drill_screens import deck, right

CSS = Path(certlab.__file__).parent / "app/static/theme/theme.css"
HOSTILE = (
    "[red]loud[/red] [@click=app.exit]press[/] [link=x]y[/link] \\[b] $cl-wrong [/]"
)


def test_the_tokens_are_those_of_the_widgets() -> None:
    css = CSS.read_text("utf-8")
    for token, pair in theme.TOKENS.items():
        (found,) = re.findall(rf"--cl-{token}: .*?light-dark\((.*?)\)", css)
        assert tuple(found.split(", ")) == pair
    for token, (one, percent) in theme.MIXED.items():
        (found,) = re.findall(rf"--cl-{token}: color-mix\((.*?)\);", css)
        assert found == f"in srgb, var(--cl-{one}) {percent}%, var(--cl-paper)"
    light, dark = theme.themes()
    assert light.variables["cl-ink-2"] == "#606265"
    assert dark.variables["cl-tint"] == "#21232e"


@pytest.mark.parametrize(
    ("told", "name"),
    [("15;0", "certlab-dark"), ("0;15", "certlab-light"), ("", "certlab-dark")],
)
def test_a_terminal_may_tell_its_colours(told: str, name: str) -> None:
    assert theme.wanted({"COLORFGBG": told}) == name


def test_t_changes_the_theme(course: Course, tmp_path: Path) -> None:
    async def act(board: Keyboard) -> None:
        before = board.app.theme
        await board.press("t")
        assert {before, board.app.theme} == {theme.LIGHT, theme.DARK}
        await board.press("t")
        assert board.app.theme == before

    at(DrillApp(deck(course, tmp_path)), act)


def test_marks_are_drawn_and_nothing_else_is_read() -> None:
    found = from_markdown(f"`a[0]` **bold** *_both_* {HOSTILE}")
    assert found.plain == f"a[0] bold both {HOSTILE}".replace("\\[", "\\[")
    styles = {found.plain[one.start : one.end]: one.style for one in found.spans}
    assert styles == {"a[0]": "$cl-accent", "bold": "bold", "both": "italic italic"}
    assert (
        from_markdown("bell\x07 and \x1b[31mred").plain
        == "bell\ufffd and \ufffd[31mred"
    )


@pytest.mark.parametrize(
    "id", ["small-warp-size", "small-blocks", "small-memories", "small-card"]
)
def test_a_hostile_bank_is_shown_as_text(small: Path, tmp_path: Path, id: str) -> None:
    """Whatever a question, an option, a reason or a source says, nothing obeys it."""
    bank, hostile = small / "quizzes/small.toml", HOSTILE.replace("\\", "\\\\")
    told = bank.read_text("utf-8")
    for name in ("ask", "text", "why", "explain", "back", "label"):
        told = re.sub(rf'(?<=\b{name} = ")', lambda _: f"{hostile} ", told)
    bank.write_text(told, "utf-8")
    sources = small / "content/facts/sources.toml"
    told = sources.read_text("utf-8").replace("A guide", hostile)
    sources.write_text(told, "utf-8")
    page = small / "content/modules/small.md"
    page.write_text(
        page.read_text("utf-8")
        .replace('short = "', f'short = "{hostile} ')
        .replace("## Warps", f"## {HOSTILE}"),
        "utf-8",
    )
    one = deck(load(small), tmp_path, id)
    keys = right(one.question)

    async def act(board: Keyboard) -> None:
        for press in ([], keys, ["enter"], ["enter"]):
            await board.press(*press)
            lines = text(board.app)
            assert "[red]loud[/red]" in words(board.app) or "right of 1" in lines
            for y, _ in enumerate(lines.split("\n")):
                for x in range(board.app.size.width):
                    style = board.app.screen.get_style_at(x, y)
                    assert "@click" not in style.meta
                    assert style.link is None

    at(DrillApp(one), act)


def test_what_a_learner_types_is_text(course: Course, tmp_path: Path) -> None:
    one = deck(course, tmp_path, "small-blocks")

    async def act(board: Keyboard) -> None:
        keys = ["left_square_bracket", *"red", "right_square_bracket", "enter"]
        assert "Number [red]" in await board.press(*keys)

    at(DrillApp(one), act)
