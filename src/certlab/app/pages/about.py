"""What a course and certlab are, whose they are, and what becomes of what a learner does."""

from certlab.app.pages.addresses import lab_page
from certlab.course import Course
from certlab.course.facts import TIERS
from certlab.course.settings import PROGRAM

UNSAID = (
    "This course does not say how its pages, questions and labs may be used; ask whoever "
    "made it."
)


def about_page(course: Course) -> str:
    """The page about the site; every page links to it."""
    start = "".join(
        f" It begins with a notebook, [{lab.title}]({lab_page(lab)})."
        for lab in course.labs.values()
        if not lab.module
    )
    tiers = "\n".join(f"- **{tier}**: {words}" for tier, words in TIERS.items())
    return f"""# About {course.title}

{_what(course)}: pages to
read, labs to run, questions and cards that come back shortly before you would forget.
These pages are its part for the browser. On a machine of your own it has more: JupyterLab,
a drill in the terminal, and labs that may use the whole machine, its GPU too.{start}

{_publisher(course)}## How sure a number is

Each fact has a source, the day it was opened, and a tier:

{tiers}

Only A and B stand behind a graded answer. [All facts](facts/index.html)

## What happens to your answers

Nothing is sent anywhere. The pages ask no other host for anything, set no cookies and
count no visits. Your answers, those in the labs too, are kept in this browser, for the
address these pages have. With `certlab study` they are in `history.jsonl` in your workspace.

In a browser they stay until you delete them, or it deletes them: when you clear its
data, when the disk is full, when a private window closes, and in some browsers after a
while without a visit. Export them now and then on the page [Progress](progress.html); the
file can be imported in another browser, and is what certlab on your machine keeps as
`history.jsonl`.

## Licence

The code of certlab is under the Apache License 2.0. {course.licence.strip() or UNSAID}

The pages are made with Sphinx, MyST-Parser and parts of the theme Furo.
"""


def _what(course: Course) -> str:
    """The beginning of a sentence; a course with a title of its own is told apart from certlab."""
    exams = f" for {course.publisher}'s certification exams" if course.publisher else ""
    if course.title == PROGRAM:
        return f"{PROGRAM} is an open study and lab environment{exams}"
    return (
        f"{course.title} is a course{exams and f'{exams},'} made with {PROGRAM}, an open "
        "study and lab environment"
    )


def _publisher(course: Course) -> str:
    """Whose the exams are, where somebody else sets them."""
    publisher, title = course.publisher, course.title
    if not publisher:
        return ""
    return f"""## Not {publisher}'s

{title} is not affiliated with {publisher}, and {publisher} has not endorsed it. {publisher} and
the names of its products are trademarks of {publisher}. The questions are our own; none comes
from an exam. What the exams ask is taken from what is published about them, and may have
changed: see the date on [each exam's page](certifications/index.html).

"""
