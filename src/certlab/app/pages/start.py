"""The first page: an exam, five questions and the day; what stays in view until there is a plan."""

import html
import re
from collections.abc import Iterator

from certlab.app.pages.addresses import lab_live, labs_that_open
from certlab.app.pages.drawings import inline_svg
from certlab.app.pages.exam_day import EXAM_DAY, LAST_DAY, has_rules
from certlab.course import Course
from certlab.course.render import render_figure
from certlab.study.bank import for_exams

PLANS = "00_start_here"  # the notebook that plans
# Figures of what a session is; the title of each is its heading, and desc its text.
SESSION = ("session-page", "session-lab", "session-score")


def start_page(course: Course, opens: dict[str, str]) -> str:
    """What is there without JavaScript says what this is, and leads on."""
    if not course.certifications:
        return _without_exams(course)
    exam = html.escape(f"{course.publisher} exam".strip(), quote=False)
    parts = [
        "# Five questions, and you know where you stand.",
        (
            f'<p class="front lead">Then a plan to the day of your {exam}: what to read, '
            "run and repeat today, and when it is enough.</p>"
        ),
        f'<div class="certlab front" id="exams">\n{_exams(course)}\n</div>',
        _today(course, opens),
        _proof(course, opens),
        (
            f'<div class="certlab front" id="way" data-labs="{labs_that_open(course, opens)}">'
            "</div>"
        ),
        *_session(course),
        (
            '<p class="front note"><a id="modules" data-moved href="library.html">All modules</a> with their '
            '<a id="labs" data-moved href="library.html">labs</a> stand in the library, and each exam '
            'has its <a href="path.html">path</a>.</p>'
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _without_exams(course: Course) -> str:
    """Where there is no exam to plan for: the modules, and the drill of all of them."""
    modules = "\n".join(
        f'<li><a href="modules/{one.id}.html">{html.escape(one.title)}</a> '
        f'<span class="note">{one.minutes} min</span></li>'
        for one in course.modules.values()
    )
    return (
        "# Read, run and practise\n\n"
        '<p class="lead">This course prepares for no exam, so there is no day to plan for. Read '
        "a module and run its labs; the drill asks its questions again shortly before you "
        "would forget the answers.</p>\n\n"
        '<p class="actions"><a class="button primary" href="drill.html">Drill</a>'
        '<a class="button" id="labs" data-moved href="library.html">Library</a></p>\n\n'
        f"## Modules\n\n<ul>\n{modules}\n</ul>\n"
    )


def _exams(course: Course) -> str:
    """The exams as links, in whose place a browser draws what to choose from."""
    links = ", ".join(
        f'<a href="certifications/{one.id}.html">{one.code}</a>'
        for one in course.certifications.values()
    )
    return f"<p>What each exam asks, and what of it is here: {links}.</p>"


def _proof(course: Course, opens: dict[str, str]) -> str:
    questions = sum(len(for_exams(course, one)) for one in course.modules)
    labs = [one.id for one in course.labs.values() if one.module]
    here = sum(not opens[id] for id in labs)
    says = [
        f"<strong>{questions:,} questions</strong>, each wrong option with its reason"
    ]
    if labs:
        some = "all" if here == len(labs) else f"{here:,}"
        browser = f", {some} of them in this browser" if here else ""
        says.append(f"<strong>{len(labs)} labs</strong> that run on a laptop{browser}")
    says.append("every number with its source")
    alone = '<span class="alone"> · no account, and your answers stay on this machine</span>'
    return f'<p class="front proof">{" · ".join(says)}{alone}</p>'


def python_plans(course: Course, opens: dict[str, str]) -> str:
    """`data-plan`, an attribute: where Python plans in a browser; "" where it cannot."""
    if PLANS in course.labs and not opens[PLANS]:
        return f' data-plan="{lab_live(course.labs[PLANS])}"'
    return ""


def _today(course: Course, opens: dict[str, str]) -> str:
    """The place of the first questions and, once there is a plan, of today's list.

    `data-labs` names the labs that open in a browser. `data-last-day` is where the list for the
    last day stands.
    """
    labs, plan = labs_that_open(course, opens), python_plans(course, opens)
    if has_rules(course):
        plan += f' data-last-day="{EXAM_DAY}.html#{LAST_DAY}"'
    says = (
        "If your browser runs JavaScript, the first five questions stand here. Without it you "
        'can read every page and every question: <a href="library.html">the library</a>.'
    )
    return (
        f'<div class="certlab" data-certlab="start" data-labs="{labs}"{plan}>\n'
        f'<p class="note">{says}</p>\n</div>'
    )


def _session(course: Course) -> Iterator[str]:
    """Three pictures of what a session is, where the course has them."""
    drawn = [course.figures[id] for id in SESSION if id in course.figures]
    if not drawn:
        return
    cards = []
    for one in drawn:
        svg = inline_svg(render_figure(course, one), one.id)
        title, text = (
            html.unescape(re.findall(rf"<{name}>(.*?)</{name}>", one.svg, re.DOTALL)[0])
            for name in ("title", "desc")
        )
        cards.append(
            f"<div>\n{svg}\n<h3>{html.escape(title)}</h3>\n"
            f"<p>{html.escape(text)}</p>\n</div>"
        )
    rows = "\n".join(cards)
    yield f'<div class="front session">\n{rows}\n</div>'
