"""A drill: what to ask now, and where the answers go. Every surface uses this one.

What was answered wrong comes again at the end of the set: `repeats` gives it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import groupby

from certlab.course import Course
from certlab.course.items import ASKABLE, Item
from certlab.errors import CourseError
from certlab.near_names import choice
from certlab.study.answers import REPEAT, Answer
from certlab.study.easy_first import easy_first
from certlab.study.exam_codes import certification
from certlab.study.grading import Verdict, grade
from certlab.study.history import History
from certlab.study.item_order import A_DAY, in_turn, spread
from certlab.study.memory import Memory, after, fold, is_repeat
from certlab.study.questions import Question, compile_item, objectives_by_exam
from certlab.study.repeats import MOST, Repeats, repeats_of
from certlab.words import Sentence


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Reply:
    """What follows an answer: the verdict, and the day the item comes back.

    `due` is None when the answer was invalid and nothing was recorded.
    """

    verdict: Verdict
    due: date | None


@dataclass
class Session:
    """Some questions, chosen once: due first, then new, then the least well known.

    Last comes what is given away by a card or a question of less than a day ago.

    Attributes:
        course: where the items are.
        history: where answers go.
        module: only this module's items, when given.
        exam: only items of this certification, by code, when given.
        kinds: only these kinds; all that can be asked when None.
        items: just these, by id and in this order, also those kept for exams. With an
            exam, items of it that were answered wrong earlier today come again too.
        along: these too, by id, after what is chosen; they count for `count`.
        count: how many questions at most.
        seed: variant of every question; by default one more each time it is asked.
        surface: "lab", "terminal" or "site", as recorded.
        counted: what its end speaks of as known and due; `course` when None.
        problems: what the history could not read, a sentence each.
        began: when it was made.

    Raises:
        CourseError: there is no such module or exam, or nothing to ask.
    """

    course: Course
    history: History
    module: str | None = None
    exam: str | None = None
    kinds: Sequence[str] | None = None
    count: int = 10
    seed: int | None = None
    surface: str = "lab"
    now: Callable[[], datetime] = _now
    items: Sequence[str] | None = None
    along: Sequence[str] = ()
    counted: Course | None = None
    questions: list[Question] = field(init=False)
    problems: tuple[str, ...] = field(init=False)
    began: datetime = field(init=False)
    _memory: dict[str, Memory] = field(init=False, repr=False)
    _repeats: Repeats = field(init=False, repr=False)
    _again: set[str] = field(init=False, repr=False, default_factory=set)
    _room: int = field(init=False, repr=False)
    _cards: dict[str, Answer] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        log = self.history.read()
        self.problems = log.problems
        self.began = self.now()
        self._fold(log.answers)
        if self.items is None or self.exam:
            candidates = list(self._candidates())
            self._again = {item.id for item in candidates}
        if self.items is None:
            others = [one for one in candidates if one.id not in self.along]
            chosen = self._choose(others)[: max(0, self.count - len(self.along))]
            chosen += [self.course.items[id] for id in self.along]
        else:
            chosen = [self.course.items[id] for id in self.items]
            self._again |= {*self.items}
        self.questions = [self._ask(item) for item in chosen]
        self._room = MOST * len(chosen) or self.count
        if not chosen:
            self.questions = self.repeats()

    def answer(
        self,
        question: Question,
        response: object,
        *,
        confidence: str | None = None,
        milliseconds: int | None = None,
    ) -> Reply:
        """Grade a response and record it; it is on disk when this returns.

        An invalid response is not recorded.

        Raises:
            HistoryError: it could not be recorded; answer again.
        """
        verdict = grade(question.key, response)
        if verdict.outcome == "invalid":
            return Reply(verdict, None)
        before, now = self._memory.get(question.item), self.now()
        kept = self.history.append(
            Answer(
                item=question.item,
                rev=question.rev,
                outcome=verdict.outcome,
                score=verdict.score,
                response=response,
                seed=question.seed,
                options=tuple(question.key.get("options", ())),
                confidence=confidence,
                milliseconds=milliseconds,
                surface=self.surface,
                mode=REPEAT if is_repeat(before, now) else "drill",
            ),
            now,
        )
        if question.kind == "card":
            self._cards[question.item] = kept
        self._repeats.saw(kept)
        memory = self._memory[question.item] = after(before, kept)
        return Reply(verdict, memory.due.astimezone().date())

    def undo(self, question: Question) -> None:
        """Take back the last self-grade of a card, as if it had not been given.

        The log grows by a row that says so. A question that was graded has shown its
        key, and stays.

        Raises:
            CourseError: this session has no grade of it to take back.
            HistoryError: it could not be recorded; the grade stands.
        """
        given = self._cards.get(question.item)
        if given is None:
            raise CourseError(Sentence("There is no grade of this card to take back."))
        row = Answer(
            item=given.item,
            rev=given.rev,
            outcome="undone",
            score=0,
            response=given.ulid,
            seed=given.seed,
            surface=self.surface,
        )
        self.history.append(row, self.now())
        del self._cards[question.item]
        self._fold(self.history.read().answers)

    def repeats(self) -> list[Question]:
        """What was answered wrong and is to be asked again now, at the end of the set.

        To be asked for until there is none: an answer makes another item ready. What is
        too fresh, or finds no room, comes at the end of the next set. `show` says "again".
        """
        ready = [id for id in self._repeats.ready(self.now()) if id in self._again]
        some = ready[: self._room]
        self._room -= len(some)
        asked = (self._ask(self.course.items[id]) for id in some)
        return [replace(one, show={**one.show, "again": True}) for one in asked]

    def left(self, open: int) -> int:
        """How many items still come again in this set.

        Args:
            open: how many repeats of it were handed out and not answered yet.
        """
        waiting = [id for id in self._repeats.waiting(self.now()) if id in self._again]
        return min(len(waiting), self._room + open)

    def again(self, questions: Iterable[Question]) -> list[Question]:
        """The same items asked again: another variant, another order of options."""
        return [self._ask(self.course.items[one.item]) for one in questions]

    def tally(self) -> dict[str, int]:
        """How many of the chosen questions are "due", "new" and "ahead" of time."""
        found = {"due": 0, "new": 0, "ahead": 0}
        for question in self.questions:
            found[self._standing(question.item)] += 1
        return found

    def _fold(self, answers: Iterable[Answer]) -> None:
        resets = {id: item.reset for id, item in self.course.items.items()}
        answers = tuple(answers)
        self._memory = fold(answers, resets)
        self._repeats = repeats_of(answers, resets)

    def _ask(self, item: Item) -> Question:
        memory = self._memory.get(item.id)
        seed = self.seed if self.seed is not None else memory.answers if memory else 0
        question = compile_item(self.course, item, seed)
        if not self.exam:
            return question
        exam = certification(self.course, self.exam).id
        label = objectives_by_exam(item).get(exam, "")  # not another exam's
        return replace(question, show={**question.show, "label": label})

    def _candidates(self) -> Iterable[Item]:
        kinds = ASKABLE if self.kinds is None else self.kinds
        if self.module is not None and self.module not in self.course.modules:
            says = Sentence(
                "There is no module {module}; {choice}",
                module=self.module,
                choice=choice(self.module, self.course.modules),
            )
            raise CourseError(says)
        exam = certification(self.course, self.exam).id if self.exam else ""
        found = [
            item
            for item in self.course.items.values()
            if item.kind in kinds
            and item.pool == "practice"
            and item.status == "reviewed"
            and (self.module is None or item.module == self.module)
            and (not exam or serves(item, exam))
        ]
        if not found:
            what = self.exam or self.module or Sentence("the course")
            says = Sentence(
                "There is nothing to ask for {what} yet; try another.", what=what
            )
            raise CourseError(says)
        return found

    def _standing(self, id: str) -> str:
        memory = self._memory.get(id)
        if memory is None:
            return "new"
        return "due" if memory.due <= self.now() else "ahead"

    def _choose(self, items: list[Item]) -> list[Item]:
        rank = {"due": 0, "new": 1, "ahead": 2}
        now = self.now()
        mixed = spread(items)

        def order(item: Item) -> tuple[int, float, float]:
            memory = self._memory.get(item.id)
            place = rank[self._standing(item.id)]
            if memory is None:
                return place, mixed[item.id], 0
            return place, memory.recall(now), memory.due.timestamp()

        ranked = groupby(sorted(items, key=order), key=lambda item: order(item)[0])
        known = self._memory.items()
        recent = {id for id, memory in known if now - memory.counted < A_DAY}
        ranks = [list(same) for _, same in ranked]
        asked = in_turn(self.course, ranks, recent)
        return asked if self._memory else easy_first(asked)


def serves(item: Item, exam: str) -> bool:
    """Whether an item counts for an exam, given by its code in lower case."""
    return exam in objectives_by_exam(item)
