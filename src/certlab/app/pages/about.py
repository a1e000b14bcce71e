"""What certlab is, whose it is, and what it does with what a learner does."""

from certlab.app.pages.addresses import lab_page
from certlab.course import Course
from certlab.course.facts import TIERS


def about_page(course: Course) -> str:
    """The page about the site; every page links to it."""
    start = "".join(
        f" It begins with a notebook, [{lab.title}]({lab_page(lab)})."
        for lab in course.labs.values()
        if not lab.module
    )
    tiers = "\n".join(f"- **{tier}**: {words}" for tier, words in TIERS.items())
    return f"""# About certlab

certlab is an open study and lab environment for NVIDIA's certification exams: pages to
read, labs to run, questions and cards that come back shortly before you would forget.
These pages are its part for the browser. On a machine of your own it has more: JupyterLab,
a drill in the terminal, and labs that measure a GPU.{start}

## Not NVIDIA's

certlab is not affiliated with NVIDIA, and NVIDIA has not endorsed it. NVIDIA and the names
of its products are trademarks of NVIDIA. The questions are our own; none comes from an
exam. What the exams ask is taken from what is published about them, and may have changed:
see the date on [each exam's page](certifications/index.html).

## How sure a number is

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

The code is under the Apache License 2.0. The course, that is its pages, questions, facts
and labs, is under the Creative Commons Attribution 4.0 International licence (CC BY 4.0);
attribute it to the certlab contributors, with a link to where you found it. Code in the
cells of a lab may also be used under the Apache License 2.0.

The pages are made with Sphinx, MyST-Parser and parts of the theme Furo.
"""
