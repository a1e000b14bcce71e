"""A question on paper in Markdown: as learners get it, and with its answer and reasons."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from string import ascii_uppercase

from certlab.classroom.plan.kit.markdown_text import code, fenced, markdown, row
from certlab.classroom.plan.kit.stages import Asked
from certlab.course import Course
from certlab.course.facts import format_number, with_unit
from certlab.course.items.given import Given
from certlab.study.answer_sheet import answers, choices, gapped, reasons, stem
from certlab.study.questions import Question

CHOICES = ("single", "multi")


class QuestionText:
    """A question's blocks of Markdown, as one course draws its formulas."""

    def __init__(self, course: Course) -> None:
        """With the course's formulas."""
        self._md: Callable[[str], str] = partial(markdown, maths=course.maths)

    def frame(self, one: Asked) -> Iterator[str]:
        """The situation that several questions share, where it is to be told."""
        if one.frame:
            title, text = one.frame
            yield f"**{self._md(title)}**"
            yield self._md(text)

    def asked(self, one: Asked) -> Iterator[str]:
        """The question without its answer."""
        yield from self._stem(one)
        if one.question.kind in CHOICES:
            yield self._listed(one.question)

    def answered(self, one: Asked) -> Iterator[str]:
        """The question, its answer, and the reason for every part."""
        question = one.question
        yield from self._stem(one)
        if question.kind in CHOICES:
            yield self._listed(question, question.feedback["whys"])
        yield from self._answer(one)
        if question.kind not in CHOICES:
            rows = (f"{self._md(what)}: {self._md(why)}" for what, why in _whys(one))
            yield "**Why**"
            yield "\n".join(row("-", text) for text in rows)
        told = question.feedback
        yield self._md(told["explain"])
        for name, word in (("exam_era", "Exam era"), ("current", "Current")):
            if told[name]:
                yield f"**{word}:** {self._md(told[name])}"
        if section := told["section"]:
            yield f"To read: {self._md(section['title'])} (`{section['page']}`)."

    def _stem(self, one: Asked) -> Iterator[str]:
        question = one.question
        yield from (self._md(text) for text in stem(question))
        if left := question.show.get("left"):
            yield "\n".join(
                row(f"{n}.", self._md(entry["text"])) for n, entry in enumerate(left, 1)
            )
        if question.kind in ("order", "match"):
            yield self._listed(question)
        if text := gapped(question):
            yield self._md(text)

    def _listed(self, question: Question, whys: dict[str, str] | None = None) -> str:
        """The options with their letters, each with its reason below where it is told."""
        lines = []
        for letter, id, text in _lettered(question):
            right = whys is not None and id in question.key["correct"]
            mark = " (**right**)" if right else ""
            lines.append(row("-", f"**{letter}.** {self._md(text)}{mark}"))
            if whys is not None and whys.get(id):
                lines.append("  " + row("-", self._md(whys[id])).replace("\n", "\n  "))
        return "\n".join(lines)

    def _answer(self, one: Asked) -> Iterator[str]:
        question = one.question
        match question.kind:
            case "command":
                yield "**Answer:**"
                yield fenced(question.feedback["answer"])
                yield "Other lines count too that say the same to the program."
            case "cloze":
                yield "**Answer:**"
                gaps = (
                    " or ".join(map(code, gap["accept"]))
                    for gap in question.key["gaps"]
                )
                yield "\n".join(f"{n}. {text}" for n, text in enumerate(gaps, 1))
            case "numeric":
                yield f"**Answer: {self._md(answers(question)[0])}**"
                yield from self._worked_out(one)
            case _:
                yield f"**Answer: {', '.join(_letters(question))}**"
                if question.kind == "order" and not _is_chain(question):
                    yield "Other orders count too, if every step comes after what it needs."

    def _worked_out(self, one: Asked) -> Iterator[str]:
        """How a number is worked out, how near an answer has to be, and what is drawn."""
        question, body = one.question, one.item.body
        if question.feedback["working"]:
            yield code(question.feedback["working"])
        yield f"Formula: {code(body.formulas[0])}, {question.show['wants']}."
        yield "\n".join(row("-", self._given(given)) for given in body.drawn)

    def _given(self, given: Given) -> str:
        """A name of the formula, and the numbers that an asking may draw for it."""
        numbers = [with_unit(format_number(one), given.unit) for one in given.choices]
        told = f"one of {', '.join(numbers)}" if len(numbers) > 1 else numbers[0]
        drawn = (
            f", drawn together with `{given.row}`" if given.row != given.name else ""
        )
        return f"`{given.name}` is {self._md(given.label)}: {told}{drawn}"


def _lettered(question: Question) -> Iterator[tuple[str, str, str]]:
    """What is chosen from or put in order: a letter, the id and the text of each."""
    for n, (id, text) in enumerate(choices(question)):
        yield ascii_uppercase[n : n + 1] or f"{n + 1}", id, text


def _letters(question: Question) -> Iterator[str]:
    """The right letters: of options, of steps in their order, of a pair with its number."""
    letters = {id: letter for letter, id, _ in _lettered(question)}
    told = question.feedback
    match question.kind:
        case "order":
            yield from (letters[id] for id in told["order"])
        case "match":
            for number, left in enumerate(question.show["left"], 1):
                yield f"{number} {letters[told['pairs'][left['id']]]}"
        case _:
            right = question.key["correct"]
            yield from (letter for id, letter in letters.items() if id in right)


def _is_chain(question: Question) -> bool:
    """Whether only one order is right."""
    after, order = question.key["after"], question.feedback["order"]
    return all(one in after[later] for one, later in pairwise(order))


def _whys(one: Asked) -> Iterator[tuple[str, str]]:
    """The reason of each part, and what people write that is wrong."""
    yield from reasons(one.question)
    key = one.question.key
    for call in (*key.get("calls", ()), *key.get("others", ())):
        caught = [(flag["names"][0], flag["traps"]) for flag in call["flags"]]
        for name, traps in (*caught, ("", call["traps"])):
            for trap in traps:
                yield code(f"{name} {trap['written']}".strip()), trap["why"]
