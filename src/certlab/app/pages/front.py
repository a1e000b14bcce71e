"""The pages a learner comes back to: mock exam, progress, class."""

from certlab.app.pages.addresses import labs_that_open
from certlab.app.pages.exam_day import EXAM_DAY, has_rules
from certlab.app.pages.start import python_plans
from certlab.course import Course


def mock_exam_page(course: Course) -> str:
    """A mock exam against the clock."""
    what = (
        "The exam itself has questions that are not here, and "
        f"{course.publisher} publishes no pass mark: the"
        if course.publisher
        else "The"
    )
    return (
        "# Mock exam\n\n"
        '<p class="note"><a href="progress.html">Progress: what you know, and your '
        "answers</a></p>\n\n"
        '<div class="certlab" data-certlab="exam">\n<p>A mock exam needs JavaScript in '
        "this browser. In a terminal it is <code>certlab exam</code>.</p>\n</div>\n\n"
        "Questions in the proportions that are published for an exam, against the clock. "
        "Nothing is said about right or wrong before the end. What you answer is kept at "
        "once: after a reload the exam goes on. The clock runs on meanwhile.\n\n"
        f"{what} report gives your score with its interval.\n"
        + (
            f"\n[What holds on the day of the exam]({EXAM_DAY}.html).\n"
            if has_rules(course)
            else ""
        )
    )


def progress_page(course: Course, opens: dict[str, str]) -> str:
    """What the answers so far come to.

    Args:
        course: of the pages.
        opens: by lab, why it does not open in the browser; "" where it does.
    """
    labs, plan = labs_that_open(course, opens), python_plans(course, opens)
    return (
        "# Progress\n\n"
        "How your score came about, what is behind you, and your answers as a file to "
        "keep or to take elsewhere.\n\n"
        f'<div class="certlab" data-certlab="progress" data-labs="{labs}"{plan}>\n'
        "<p>Progress is kept by JavaScript in this browser; without it nothing is "
        "recorded.</p>\n</div>\n\n"
        "The file is what certlab itself keeps as `history.jsonl` on a machine of your "
        "own; `certlab import` adds it there.\n\n"
        "[Your exam, and what to do today](index.html), or a "
        "[mock exam](mock-exam.html) of it.\n"
    )


def class_page() -> str:
    """What an instructor sees of a class; only certlab's own server has it."""
    return (
        "# Class\n\n"
        '<div class="certlab" data-certlab="class">\n<p>This page is for the instructor of a '
        "class, and this server belongs to none. On the machine that is to serve one, run "
        "<code>certlab class serve</code>.</p>\n</div>\n"
    )


def search_page() -> str:
    """Where the search leads that is opened in a tab of its own, or fails on another page."""
    return (
        "# Search\n\n"
        '<div class="certlab" data-search>\n<p>Searching needs JavaScript. The modules, '
        "exams and facts are listed on their own pages.</p>\n</div>\n"
    )
