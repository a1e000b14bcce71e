"""The table of contents, as Markdown with links for a notebook of labs/."""

from itertools import chain

from certlab.course.catalogue import Course

CELL = "modules"  # of the start notebook, and what it says
SOURCE = """from IPython.display import Markdown

from certlab.course import load
from certlab.course.contents import contents

Markdown(contents(load()))"""


def contents(course: Course) -> str:
    """A row for each module: its page or pages, its labs, how much there is to answer."""
    lines = ["| Read | | Run | | Answer |", "|:--|--:|:--|--:|--:|"]
    for module in chain.from_iterable(course.grouped.values()):
        labs = [lab for lab in course.labs.values() if lab.module == module.id]
        items = [
            item
            for item in course.items.values()
            if item.module == module.id and item.body.asked
        ]
        cards = sum(not item.body.graded for item in items)
        read = (
            f"[{module.short}](../modules/{module.id}.md) | {module.minutes}&nbsp;min"
        )
        ask = f"{len(items) - cards} questions, {cards} cards"
        for n, lab in enumerate(labs):
            run = f"[{lab.title}]({lab.id}.ipynb) | {lab.minutes}&nbsp;min"
            lines.append(f"| {'|' if n else read} | {run} | {'' if n else ask} |")
        if not labs:
            lines.append(f"| {read} | | | {ask} |")
    return "\n".join(lines)
