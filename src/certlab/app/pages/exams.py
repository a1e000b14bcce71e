"""The certifications' pages: blueprint, what is published, and what the course covers."""

import html
from collections import Counter

from certlab.app.pages.addresses import lab_page, source_link
from certlab.app.pages.exam_day import has_false_facts, has_rules
from certlab.app.pages.exam_guide import folded, guide, readings
from certlab.app.pages.exam_levels import by_level
from certlab.app.pages.exam_path import path_of
from certlab.course import Course
from certlab.course.certifications import Certification, Domain, Objective
from certlab.course.coverage import ENOUGH_ITEMS, coverage
from certlab.course.facts import TIERS
from certlab.sheets.choice import has_sheet
from certlab.study.exams import blueprint, draw
from certlab.study.exams.blueprint import asked_for, covered, in_all
from certlab.study.exams.drawing import parting
from certlab.study.exams.parting import PAPERS
from certlab.words import with_commas

_AT_ONCE = 8  # missing objectives that are shown; more of them are folded


def exams_index(course: Course) -> str:
    """All exams by level, with how much of each the course covers, most first."""
    rows = [
        "| Exam | Level | Objectives | Covered | With a page | With a lab | Complete |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    rows_of = dict(zip(course.certifications, coverage(course), strict=True))
    for one in (exam for exams in by_level(course).values() for exam in exams):
        row = rows_of[one.id]
        numbers = (
            row["objectives"],
            in_all(covered(course, one.id))[0],
            row["with a page"],
            row["with a lab"],
            row["complete"],
        )
        cells = " | ".join(str(number) for number in numbers)
        rows.append(
            f"| [{one.code}]({one.id}.html) {one.name} | {one.level} | {cells} |"
        )
    whose, marks = "the", ""
    if course.publisher:
        whose = f"{course.publisher}'s certification"
        marks = f"{course.publisher} publishes no pass mark, so none stands here. "
    return (
        "# Exams\n\n"
        f"What {whose} exams ask, and how much of it this course covers. "
        "An objective is covered when the course has questions on it. It is complete when "
        f"at least {ENOUGH_ITEMS} questions ask for it, a page teaches it and a lab "
        "practises it.\n\n" + "\n".join(rows) + f"\n\n{marks}"
        "Sit one of them against the clock: [mock exam](../mock-exam.html).\n"
        + _more(course)
    )


def _more(course: Course) -> str:
    """The pages about all exams."""
    links = []
    if has_rules(course):
        links.append(
            "- [The day of the exam](exam-day.html): rules, room, what to bring."
        )
    if has_false_facts(course):
        says = "and what holds instead"
        links.append(
            f"- [Exam facts that circulate and are false](false-facts.html), {says}."
        )
    return "\n" + "\n".join(links) + "\n" if links else ""


def exam_page(course: Course, exam: Certification, opens: dict[str, str]) -> str:
    """One exam: its path, then what is published about it, its objectives, its sources."""
    parts = [
        f'<p class="over">{exam.code} · {exam.level}</p>',
        f"# {exam.name}, {exam.code}",
        _actions(course, exam),
        path_of(course, exam, opens),
        "## The exam itself",
        _published(course, exam),
        "\n".join(f"- {note}" for note in exam.notes),
        _more(course),
        guide(exam),
    ]
    total = sum(domain.weight for domain in exam.domains)
    if total != 100:
        parts.append(
            f"> **Weights** The weights as published add up to {total} %, not to 100 %."
        )
    parts += [_mock(course, exam), _missing(course, exam), "## Domains", _domains(exam)]
    asked = Counter(
        objective
        for item in course.items.values()
        for objective in {item.objective, *item.also}
    )
    for domain in exam.domains:
        parts.append(f"### {domain.number} {domain.name}")
        parts.append(_objectives(course, domain, asked))
    parts.append(readings(course, exam))
    if exam.conflicts:
        parts += ["## Where what is published disagrees", _conflicts(exam)]
    parts += ["## Sources", _sources(course, exam)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _actions(course: Course, exam: Certification) -> str:
    """What to do for it now; a drill and a mock exam only where there are questions."""
    links = [("button primary", "../index.html", "Today")]
    if draw(blueprint(course, exam.id), 0).asked:
        links.append(("button", f"../mock-exam.html?exam={exam.id}", "Mock exam"))
    if in_all(covered(course, exam.id))[0]:
        links.append(("button", f"../drill.html?drill={exam.id}", "Drill"))
    if has_sheet(course, exam.id):
        links.append(("button", f"../sheets/{exam.id}.html", "Sheet to print"))
    buttons = "".join(
        f'<a class="{kind}" href="{href}">{words}</a>' for kind, href, words in links
    )
    return f'<p class="actions">{buttons}</p>'


def _published(course: Course, exam: Certification) -> str:
    least, most = exam.questions
    rows = {
        "Price": f"{exam.price_usd} USD",
        "Questions": str(least) if least == most else f"{least} to {most}",
        "Time": f"{exam.minutes} minutes",
    }
    if exam.hands_on_labs:
        rows["Hands-on labs"] = str(exam.hands_on_labs)
    if exam.question_minutes:
        rows["Questions' part"] = f"about {exam.question_minutes} minutes, tier C"
    if exam.alias:
        rows["Other code"] = ", ".join(exam.alias)
    if exam.verified:
        rows["Checked"] = f"{exam.verified:%d %B %Y}".lstrip("0")
    rows["Tier"] = f"{exam.tier}, {TIERS[exam.tier]}"
    whose = f"{html.escape(course.publisher)}'s" if course.publisher else "The exam's"
    rows[f"{whose} page"] = (
        f'<a href="https://{html.escape(exam.page)}">{html.escape(exam.page)}</a>'
    )
    return (
        '<dl class="published">\n'
        + "\n".join(
            f"<div><dt>{name}</dt><dd>{value}</dd></div>"
            for name, value in rows.items()
        )
        + "\n</dl>"
    )


def _mock(course: Course, exam: Certification) -> str:
    """What a mock exam of it asks here, and what it lacks."""
    plan = blueprint(course, exam.id)
    paper = draw(plan, 0)
    if not paper.asked:
        return ""
    count = f"{len(paper.asked)} of the exam's {paper.official}"
    says = f"A [mock exam](../mock-exam.html) asks {count} questions here."
    if parting(plan).papers:
        says += f" It has {PAPERS} papers, which share no question: {_papers(exam)}."
    return "## Mock exam\n\n" + " ".join((says, *paper.notes))


def _papers(exam: Certification) -> str:
    """A link to each of the three; the app marks what was sat."""
    return with_commas(
        f"[paper {n}](../mock-exam.html?paper={exam.id}-{n})"
        for n in range(1, PAPERS + 1)
    )


def _missing(course: Course, exam: Certification) -> str:
    """The objectives that the course has no questions on; the start page leads here."""
    asked = asked_for(course)
    rows = [
        f'<li><a href="#{one.id}">{one.id.partition(".")[2]}</a> '
        f"{html.escape(one.title)}</li>"
        for domain in exam.domains
        for one in domain.objectives
        if one.id not in asked
    ]
    if not rows:
        return ""
    count = "1 objective" if len(rows) == 1 else f"{len(rows)} objectives"
    listed = "<ul>\n" + "\n".join(rows) + "\n</ul>"
    if len(rows) > _AT_ONCE:
        listed = folded("Which these are", listed)
    return (
        "## What is missing\n\n"
        f"The course has no questions yet on {count} of this exam:\n\n{listed}"
    )


def _domains(exam: Certification) -> str:
    rows = ["| Domain | Weight | Objectives here |", "|---|---:|---:|"]
    for domain in exam.domains:
        pdf = domain.weight_pdf
        also = f" ({pdf} % in the PDF)" if pdf and pdf != domain.weight else ""
        name = f"{domain.number} {domain.name}"
        rows.append(f"| {name} | {domain.weight} %{also} | {len(domain.objectives)} |")
    return "\n".join(rows)


def _objectives(course: Course, domain: Domain, asked: Counter[str]) -> str:
    rows = "\n".join(
        _objective(course, one, asked[one.id]) for one in domain.objectives
    )
    words = ("Objective", "Pages", "Labs", "Items")
    head = "".join(f'<th scope="col">{word}</th>' for word in words)
    return (
        '<div class="scroll" tabindex="0">\n<table class="objectives">\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )


def _objective(course: Course, one: Objective, items: int) -> str:
    pages = [
        f'<a href="../modules/{page.id}.html">{html.escape(page.short)}</a>'
        for page in course.pages.values()
        if one.id in page.objectives
    ]
    labs = [
        f'<a href="../{lab_page(lab)}">{html.escape(lab.title)}</a>'
        for lab in course.labs.values()
        if one.id in lab.objectives
    ]
    number = one.id.partition(".")[2]
    ours = "" if one.official else ' <small title="numbered by us">*</small>'
    cells = (", ".join(pages), ", ".join(labs), str(items) if items else "")
    return (
        f'<tr id="{one.id}"><th scope="row">{number}{ours} {html.escape(one.title)}</th>'
        + "".join(f"<td>{cell or '–'}</td>" for cell in cells)
        + "</tr>"
    )


def _sources(course: Course, exam: Certification) -> str:
    rows = "\n".join(
        f"<li>{source_link(course.sources[id])}</li>" for id in exam.sources
    )
    n = len(exam.sources)
    return folded("1 source" if n == 1 else f"{n} sources", f"<ol>\n{rows}\n</ol>")


def _conflicts(exam: Certification) -> str:
    return "\n".join(
        f"- **{row.about.capitalize()}**: {row.says} Used here: {row.used.rstrip('.')}."
        for row in exam.conflicts
    )
