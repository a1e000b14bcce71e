"""What holds on the day of an exam, and what circulates about exams and is false."""

import html
import re
from collections.abc import Iterable

from certlab.app.pages.addresses import source_link
from certlab.course import Course
from certlab.course.certifications import Conflict
from certlab.course.programme import Rule
from certlab.sheets.choice import sheet_names

EXAM_DAY, FALSE_FACTS = "certifications/exam-day", "certifications/false-facts"
LAST_DAY = "the-last-day"  # the section with what to look at last


def exam_day_page(course: Course) -> str:
    """The rules of all exams: what to do before, and what on the day."""
    rules = course.programme.rules
    ids = list(dict.fromkeys(id for rule in rules for id in rule.sources))
    before = [rule for rule in rules if not rule.day]
    on_it = [rule for rule in rules if rule.day]
    parts = ["# The day of the exam", _opening(course)]
    parts += ["## Before you book", _table(before, ids)] if before else []
    parts += ["## On the day", _table(on_it, ids)] if on_it else []
    parts += ["## The last day", _LAST_DAY]
    parts += [_SHEET] * bool(sheet_names(course))
    if has_false_facts(course):
        parts.append(
            "What else you may have read about these exams, and why we do not use it: "
            "[exam facts that circulate and are false](false-facts.html)."
        )
    listed = "\n".join(f"<li>{source_link(course.sources[id])}</li>" for id in ids)
    parts += ["## Sources", f"<ol>\n{listed}\n</ol>"]
    return "\n\n".join(parts) + "\n"


def false_facts_page(course: Course) -> str:
    """Each contradiction that the blueprints hold, exam by exam."""
    parts = [
        "# Exam facts that circulate and are false",
        (
            "Notes, courses and question sites repeat numbers that were never right, or that "
            "were right once. Some pages of the publisher disagree with each other as well. "
            "Here is what we met, exam by exam, and what this course goes by."
        ),
    ]
    if course.publisher:
        parts.append(
            f"**{course.publisher} publishes no pass mark for any exam.** Whoever gives you "
            "one, 70 % being the favourite, made it up."
        )
    if course.programme.conflicts:
        parts += ["## All exams", _conflicts(course.programme.conflicts)]
    for exam in course.certifications.values():
        if exam.conflicts:
            parts.append(f"## {exam.code}")
            parts.append(_conflicts(exam.conflicts))
            parts.append(f"[What is published about {exam.code}]({exam.id}.html).")
    return "\n\n".join(parts) + "\n"


def has_rules(course: Course) -> bool:
    """Whether there is a page of the day."""
    return bool(course.programme.rules)


def has_false_facts(course: Course) -> bool:
    """Whether anything that circulates was written down."""
    return bool(course.programme.conflicts or _circulating(course))


def _circulating(course: Course) -> list[Conflict]:
    return [one for exam in course.certifications.values() for one in exam.conflicts]


def _opening(course: Course) -> str:
    whose = f"{course.publisher} says" if course.publisher else "The publisher says"
    return (
        "The rules are the same for every exam here, so you need to read them once. "
        f"{whose} some of them in places that we could read only in copies, so the column "
        "*Sure* tells how far each can be trusted: A is the publisher's own text, B are two "
        "copies that agree, C is one copy, and D is advice of somebody who prepares for an "
        "exam. Before you pay, look at the exam's own page, because rules change."
    )


def _table(rules: Iterable[Rule], ids: list[str]) -> str:
    rows = ["| | What holds | Sure | Source |", "|---|---|---|---|"]
    for rule in rules:
        numbers = ", ".join(str(ids.index(id) + 1) for id in rule.sources)
        rows.append(f"| **{rule.id}** | {rule.says} | {rule.tier} | {numbers} |")
    return "\n".join(rows)


def _conflicts(conflicts: Iterable[Conflict]) -> str:
    rows = ["| About | What one reads | What we go by |", "|---|---|---|"]
    for one in conflicts:
        about = html.escape(one.about.capitalize(), quote=False)
        used = one.used[:1].upper() + one.used[1:].rstrip(".")
        rows.append(f"| **{about}** | {_broken(one.says)} | {_broken(used)}. |")
    return "\n".join(rows)


def _broken(text: str) -> str:
    """With a place to break a row of weights, 23/16/13, that is too wide for a phone."""
    return re.sub(r"(?<=\d)/(?=\d)", "/\u200b", text)


_SHEET = "What fits on two sides of paper is a [sheet](../sheets/index.html): print that of your exam and read it on the evening before, because it does not come with you into the exam."
# With a plan, app/static/site/last_day_page.js puts the learner's own list into the place of this one.
_LAST_DAY = """Stop learning new things. What helps now is short.

<div class="certlab" data-certlab="last">
<ol>
<li><a href="../index.html">Today</a> shows what is due. Do that, and leave the rest.</li>
<li>Read the report of your last <a href="../mock-exam.html">mock exam</a> once more, and of each wrong answer only the reason.</li>
<li>Turn the flashcards of the module in which you are weakest, which <a href="../progress.html">Progress</a> names.</li>
</ol>
<p>With a plan for your exam, your own list stands here.</p>
</div>

In the evening, run the system check on the machine, in the room and on the network that you will use. Put the identity document on the table, and everything else off it. Then sleep."""
