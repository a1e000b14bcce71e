"""Questions and cards over all modules: the card first, and beside it other ways to practise."""

import html

from certlab.app.pages.check_yourself import mount
from certlab.course import Course


def drill_page(course: Course) -> str:
    """What is due first, then what was never seen; below or beside it the rest."""
    listed = ", ".join(
        f'<a href="questions/{module.id}.html">{html.escape(module.short)}</a>'
        for module in course.modules.values()
    )
    quiz = f"If your browser runs JavaScript, the questions are asked here. Read them all: {listed}."
    cards = f"If your browser runs JavaScript, the cards are shown here. Read them all: {listed}."
    return (
        "# Practise\n\n"
        '<div class="beside">\n<div>\n'
        '<h2 id="questions" class="cl-hidden">Questions</h2>\n'
        f"{mount('quiz', '', 'All modules', quiz)}\n"
        '<h2 id="flashcards">Flashcards</h2>\n'
        f"{mount('flashcards', '', 'All modules', cards)}\n</div>\n"
        f'<div class="aside">\n{_aside(course)}\n</div>\n</div>\n'
    )


def _aside(course: Course) -> str:
    rows = "\n".join(
        f'<li data-module="{module.id}"><a href="modules/{module.id}.html#check-yourself">'
        f"{html.escape(module.short)}</a> "
        f'<span class="mark" data-certlab="mark" data-bank="{module.id}"></span></li>'
        for module in course.modules.values()
    )
    return (
        '<p class="note">What is due comes first, then what you have not seen yet. '
        '<span data-certlab="scope" hidden></span> You can stop after any '
        "item, because each answer is kept.</p>\n"
        '<p class="note"><a href="#flashcards">Flashcards</a> · '
        '<a href="mock-exam.html">Mock exam</a> · '
        '<a href="progress.html">What you know</a></p>\n'
        f'<h2>One module alone</h2>\n<ul data-certlab="order">\n{rows}\n</ul>\n'
        "<h2>Cards of your own</h2>\n"
        '<p class="note">A deck from Anki, or a text with a question and an answer a line: '
        'with certlab on your machine, <a href="progress.html">import it under '
        "Progress</a>, or in a terminal with <code>certlab import FILE --mine</code>. Its "
        "cards come among your reviews.</p>"
    )
