"""Every practice question of a module with its answer folded: read without JavaScript."""

import html
from collections.abc import Callable, Iterable
from typing import Any

from certlab.app.pages.addresses import in_english
from certlab.course import Course
from certlab.course.facts import format_number, with_unit
from certlab.course.items import Item
from certlab.course.markup import html as to_html
from certlab.course.modules import Module
from certlab.study.bank import practice
from certlab.study.questions import Question, compile_item
from certlab.words import ENGLISH, Words, text

SEED = 0  # the variant that is shown; in a quiz the values and the order change


def questions_page(course: Course, module: Module) -> str:
    """The questions by the section that teaches them, then the cards."""
    items = practice(course, module.id)
    asked = [item for item in items if item.kind != "card"]
    cards = [item for item in items if item.kind == "card"]
    words = text(module.lang)
    title = words("Questions on {module}", module=module.short)
    about = words(
        "These are the {questions} and {cards} of {page}, where they are asked one "
        "at a time. Try each one before you open its answer. The numbers in a "
        "question are one example, because new ones are drawn whenever it is asked.",
        questions=words.ngettext("{n} question", "{n} questions", len(asked)),
        cards=words.ngettext("{n} card", "{n} cards", len(cards)),
        page=f"[{module.title}](../modules/{module.id}.html#check-yourself)",
    )
    parts = [f"# {title}", about]
    number = iter(range(1, len(asked) + 1))
    for heading, group in _by_section(module, asked, words):
        parts.append(f"## {heading}")
        parts += [_question(course, item, next(number), words) for item in group]
    if cards:
        parts.append("## " + words("Flashcards"))
        parts += [_card(course, item, words) for item in cards]
    return "\n\n".join(parts) + "\n"


def _by_section(
    module: Module, items: list[Item], words: Words
) -> Iterable[tuple[str, list[Item]]]:
    """In the order of the pages; what no section teaches comes last."""
    sections = module.sections
    for anchor, title in sections.items():
        if group := [item for item in items if item.section == anchor]:
            yield title, group
    if rest := [item for item in items if item.section not in sections]:
        yield words("The whole page"), rest


def _question(course: Course, item: Item, number: int, words: Words) -> str:
    one = compile_item(course, item, SEED)
    ask = to_html(one.show["ask"])
    if item.kind == "multi":
        ask = words("{ask} Select {n}.", ask=ask, n=one.show["select"])
    situation = one.show.get("context")
    context = _situation(situation, words) if situation else []
    lines = [
        f'<div class="asked" id="{item.id}">',
        *context,
        f"<p><strong>{number}.</strong> {ask}</p>",
        *_shown(one, words),
        "<details>",
        _summary(words("Answer")),
        *_answer(one, words),
        *_after(one, words),
        "</details>",
        "</div>",
    ]
    return "\n".join(lines)


def _situation(context: dict[str, str], words: Words) -> list[str]:
    """What a question is about, and where all that is asked about it is asked at once."""
    up = "../" if words.lang == ENGLISH.lang else "../../"
    href = f"{up}drill.html?scenario={context['scenario']}"
    link = f'<a href="{href}">{words("Practise this situation")}</a>'
    return [f"<p>{to_html(context['text'])}</p>", f'<p class="note">{link}</p>']


def _card(course: Course, item: Item, words: Words) -> str:
    one = compile_item(course, item, SEED)
    lines = [
        f'<div class="asked" id="{item.id}">',
        f"<p>{to_html(one.show['ask'])}</p>",
        "<details>",
        _summary(words("Back of the card")),
        f"<p>{to_html(one.feedback['back'])}</p>",
        *_after(one, words),
        "</details>",
        "</div>",
    ]
    return "\n".join(lines)


def _shown(one: Question, words: Words) -> list[str]:
    """What there is to choose from, to put in order, to fill in; and how to answer."""
    show = one.show
    match one.kind:
        case "numeric":
            return _given(show, words)
        case "order":
            return [_listed([row["text"] for row in show["steps"]])]
        case "match":
            sides = (show["left"], show["right"])
            return [_listed([row["text"] for row in side]) for side in sides]
        case "cloze":
            return [f"<p>{_gapped(show['text'], lambda _gap: '____')}</p>"]
        case "command":
            return []
        case "single" | "multi" | _:
            return [_listed([row["text"] for row in show["options"]])]


def _given(show: dict[str, Any], words: Words) -> list[str]:
    rows = [
        f"<div><dt>{to_html(row['label'])}</dt>"
        f"<dd>{html.escape(with_unit(row['value'], row['unit']))}</dd></div>"
        for row in show["given"]
    ]
    given = ["<dl>", *rows, "</dl>"] if rows else []
    says = words("Answer {wants}.", wants=words.say(show["wants"]))
    return [*given, f'<p class="note">{html.escape(says)}</p>']


def _listed(texts: Iterable[str], tag: str = "ul") -> str:
    rows = "".join(f"<li>{to_html(text)}</li>" for text in texts)
    return f"<{tag}>{rows}</{tag}>"


def _gapped(pieces: list[Any], fill: Callable[[str], str]) -> str:
    return "".join(
        to_html(one) if isinstance(one, str) else fill(one["gap"]) for one in pieces
    )


def _answer(one: Question, words: Words) -> list[str]:
    """What is right, with its reasons."""
    match one.kind:
        case "numeric":
            return _worked_out(one, words)
        case "order" | "match" | "cloze" | "command":
            return _solution(one, words)
        case "single" | "multi" | _:
            return _options(one, words)


def _options(one: Question, words: Words) -> list[str]:
    rows = []
    for option in one.show["options"]:
        right = option["id"] in one.feedback["correct"]
        name, word = ("right", words("Right:")) if right else ("wrong", words("Wrong:"))
        text, why = option["text"], one.feedback["whys"][option["id"]]
        says = _reason(to_html(text), to_html(why), words)
        rows.append(f'<li class="is-{name}"><strong>{word}</strong> {says}</li>')
    return ["<ul>", *rows, "</ul>"]


def _worked_out(one: Question, words: Words) -> list[str]:
    told = one.feedback
    found = [f"<p><strong>{html.escape(told['answer'])}</strong></p>"]
    if told["working"]:
        found.append(f"<p><code>{html.escape(told['working'])}</code></p>")
    traps = [
        f"<li>{_means(html.escape(_trap(one, trap['answer'])), to_html(trap['why']), words)}</li>"
        for trap in one.key["traps"]
    ]
    return [*found, *(["<ul>", *traps, "</ul>"] if traps else [])]


def _solution(one: Question, words: Words) -> list[str]:
    """The right order, pairs, text or line."""
    show, told = one.show, one.feedback
    whys = told["whys"]
    match one.kind:
        case "order":
            texts = {row["id"]: row["text"] for row in show["steps"]}
            steps = (
                _reason(texts[id], whys.get(id, ""), words) for id in told["order"]
            )
            return [_listed(steps, "ol")]
        case "match":
            right = {row["id"]: row["text"] for row in show["right"]}
            pairs = (
                _means(
                    row["text"],
                    _reason(
                        right[told["pairs"][row["id"]]], whys.get(row["id"], ""), words
                    ),
                    words,
                )
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
    flags = (_means(f"`{flag}`", why, words) for flag, why in whys.items() if why)
    return [line, _listed(flags)]


def _summary(words: str) -> str:
    return f"<summary>{words}</summary>"


def _reason(text: str, why: str, words: Words) -> str:
    return words("{text}. {why}", text=text, why=why)


def _means(what: str, says: str, words: Words) -> str:
    return words("{what}: {says}", what=what, says=says)


def _trap(one: Question, answer: float) -> str:
    return with_unit(format_number(answer), one.key["unit"])


def _after(one: Question, words: Words) -> list[str]:
    """The explanation, old and new names, the section and the sources."""
    told = one.feedback
    lines = [f"<p>{to_html(told['explain'])}</p>"] if told["explain"] else []
    for name, word in (("exam_era", words("Exam era")), ("current", words("Current"))):
        if told[name]:
            says = _means(f"<strong>{word}</strong>", to_html(told[name]), words)
            lines.append(f"<p>{says}</p>")
    links = []
    if section := told["section"]:
        href = f"../modules/{section['page']}.html#{section['anchor']}"
        link = f'<a href="{href}">{html.escape(section["title"])}</a>'
        links.append(words("Read: {section}.", section=link))
    links += [_source(row, words) for row in told["sources"]]
    return [*lines, f'<p class="note">{" ".join(links)}</p>']


def _source(row: dict[str, str], words: Words) -> str:
    title = html.escape(row["title"])
    if row["address"].startswith("http"):
        address = html.escape(row["address"])
        title = f'<a href="{address}"{in_english(words)}>{title}</a>'
    tier = words("tier {tier}", tier=row["tier"]) if row["tier"] else ""
    opened = words("opened {day}", day=row["opened"]) if row["opened"] else ""
    about = title
    publisher = html.escape(row["publisher"])
    if lang := in_english(words):
        publisher = f"<span{lang}>{publisher}</span>"
    for more in filter(None, (publisher, tier, opened)):
        about = words("{about}, {more}", about=about, more=more)
    return words("Source: {about}.", about=about)
