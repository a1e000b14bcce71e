"""Every practice question of a module with its answer folded: read without JavaScript."""

import html
from collections.abc import Callable, Iterable
from typing import Any

from certlab.course import Course
from certlab.course.facts import format_number, with_unit
from certlab.course.items import Item
from certlab.course.markup import html as to_html
from certlab.course.pages import Page
from certlab.study.bank import practice
from certlab.study.questions import Question, compile_item

SEED = 0  # the variant that is shown; in a quiz the values and the order change


def questions_page(course: Course, page: Page) -> str:
    """The questions by the section that teaches them, then the cards."""
    items = practice(course, page.id)
    asked = [item for item in items if item.kind != "card"]
    cards = [item for item in items if item.kind == "card"]
    parts = [
        f"# Questions on {page.short}",
        (
            f"The {_counted(len(asked), 'question')} and {_counted(len(cards), 'card')} of "
            f"[{page.title}](../modules/{page.id}.html#check-yourself), where they are asked "
            "one at a time. Answer before you open an answer; numbers are one example of "
            "those that are drawn."
        ),
    ]
    number = iter(range(1, len(asked) + 1))
    for title, group in _by_section(page, asked):
        parts.append(f"## {title}")
        parts += [_question(course, item, next(number)) for item in group]
    if cards:
        parts.append("## Flashcards")
        parts += [_card(course, item) for item in cards]
    return "\n\n".join(parts) + "\n"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _by_section(page: Page, items: list[Item]) -> Iterable[tuple[str, list[Item]]]:
    """In the order of the page; what no section teaches comes last."""
    sections = page.sections
    for anchor, title in sections.items():
        if group := [item for item in items if item.section == anchor]:
            yield title, group
    if rest := [item for item in items if item.section not in sections]:
        yield "The whole page", rest


def _question(course: Course, item: Item, number: int) -> str:
    one = compile_item(course, item, SEED)
    select = f" Select {one.show['select']}." if item.kind == "multi" else ""
    situation = one.show.get("context")
    context = [f"<p>{to_html(situation['text'])}</p>"] if situation else []
    lines = [
        f'<div class="asked" id="{item.id}">',
        *context,
        f"<p><strong>{number}.</strong> {to_html(one.show['ask'])}{select}</p>",
        *_shown(one),
        "<details>",
        "<summary>Answer</summary>",
        *_answer(one),
        *_after(one),
        "</details>",
        "</div>",
    ]
    return "\n".join(lines)


def _card(course: Course, item: Item) -> str:
    one = compile_item(course, item, SEED)
    lines = [
        f'<div class="asked" id="{item.id}">',
        f"<p>{to_html(one.show['ask'])}</p>",
        "<details>",
        "<summary>Back of the card</summary>",
        f"<p>{to_html(one.feedback['back'])}</p>",
        *_after(one),
        "</details>",
        "</div>",
    ]
    return "\n".join(lines)


def _shown(one: Question) -> list[str]:
    """What there is to choose from, to put in order, to fill in; and how to answer."""
    show = one.show
    match one.kind:
        case "numeric":
            return _given(show)
        case "order":
            return [_listed([row["text"] for row in show["steps"]])]
        case "match":
            sides = (show["left"], show["right"])
            return [_listed([row["text"] for row in side]) for side in sides]
        case "cloze":
            return [f"<p>{_gapped(show['text'], lambda _: '____')}</p>"]
        case "command":
            return []
        case _:
            return [_listed([row["text"] for row in show["options"]])]


def _given(show: dict[str, Any]) -> list[str]:
    rows = [
        f"<div><dt>{to_html(row['label'])}</dt>"
        f"<dd>{html.escape(with_unit(row['value'], row['unit']))}</dd></div>"
        for row in show["given"]
    ]
    given = ["<dl>", *rows, "</dl>"] if rows else []
    return [*given, f'<p class="note">Answer {html.escape(show["wants"])}.</p>']


def _listed(texts: Iterable[str], tag: str = "ul") -> str:
    rows = "".join(f"<li>{to_html(text)}</li>" for text in texts)
    return f"<{tag}>{rows}</{tag}>"


def _gapped(pieces: list[Any], fill: Callable[[str], str]) -> str:
    return "".join(
        to_html(one) if isinstance(one, str) else fill(one["gap"]) for one in pieces
    )


def _answer(one: Question) -> list[str]:
    """What is right, with its reasons."""
    match one.kind:
        case "numeric":
            return _worked_out(one)
        case "order" | "match" | "cloze" | "command":
            return _solution(one)
    rows = []
    for option in one.show["options"]:
        right = option["id"] in one.feedback["correct"]
        word = "Right" if right else "Wrong"
        rows.append(
            f'<li class="is-{word.lower()}"><strong>{word}:</strong> '
            f"{to_html(option['text'])}. "
            f"{to_html(one.feedback['whys'][option['id']])}</li>"
        )
    return ["<ul>", *rows, "</ul>"]


def _worked_out(one: Question) -> list[str]:
    told = one.feedback
    found = [f"<p><strong>{html.escape(told['answer'])}</strong></p>"]
    if told["working"]:
        found.append(f"<p><code>{html.escape(told['working'])}</code></p>")
    traps = [
        f"<li>{html.escape(_trap(one, trap['answer']))}: {to_html(trap['why'])}</li>"
        for trap in one.key["traps"]
    ]
    return [*found, *(["<ul>", *traps, "</ul>"] if traps else [])]


def _solution(one: Question) -> list[str]:
    """The right order, pairs, text or line."""
    show, told = one.show, one.feedback
    whys = told["whys"]
    match one.kind:
        case "order":
            texts = {row["id"]: row["text"] for row in show["steps"]}
            steps = (f"{texts[id]}. {whys.get(id, '')}" for id in told["order"])
            return [_listed(steps, "ol")]
        case "match":
            right = {row["id"]: row["text"] for row in show["right"]}
            pairs = (
                f"{row['text']}: {right[told['pairs'][row['id']]]}. {whys.get(row['id'], '')}"
                for row in show["left"]
            )
            return [_listed(pairs)]
        case "cloze":
            text = _gapped(
                show["text"],
                lambda gap: f"<strong>{html.escape(told['accepted'][gap][0])}</strong>",
            )
            return [f"<p>{text}</p>", _listed(why for why in whys.values() if why)]
    line = f"<p><code>{html.escape(told['answer'])}</code></p>"
    flags = (f"`{flag}`: {why}" for flag, why in whys.items() if why)
    return [line, _listed(flags)]


def _trap(one: Question, answer: float) -> str:
    return with_unit(format_number(answer), one.key["unit"])


def _after(one: Question) -> list[str]:
    """The explanation, old and new names, the section and the sources."""
    told = one.feedback
    lines = [f"<p>{to_html(told['explain'])}</p>"] if told["explain"] else []
    for name, word in (("exam_era", "Exam era"), ("current", "Current")):
        if told[name]:
            lines.append(f"<p><strong>{word}:</strong> {to_html(told[name])}</p>")
    links = []
    if section := told["section"]:
        href = f"../modules/{section['module']}.html#{section['anchor']}"
        links.append(f'Read: <a href="{href}">{html.escape(section["title"])}</a>.')
    links += [_source(row) for row in told["sources"]]
    return [*lines, f'<p class="note">{" ".join(links)}</p>']


def _source(row: dict[str, str]) -> str:
    title = html.escape(row["title"])
    if row["address"].startswith("http"):
        title = f'<a href="{html.escape(row["address"])}">{title}</a>'
    tier = f", tier {row['tier']}" if row["tier"] else ""
    opened = f", opened {row['opened']}" if row["opened"] else ""
    return f"Source: {title}, {html.escape(row['publisher'])}{tier}{opened}."
