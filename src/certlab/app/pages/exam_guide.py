"""What the guide of an exam says beside its objectives, and its reading list digested."""

import html

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.readings import Reading


def guide(exam: Certification) -> str:
    """The rows about the guide; "" where there are none."""
    if not exam.guide:
        return ""
    rows = "\n".join(f"| {row.about} | {row.says} |" for row in exam.guide)
    return f"## The study guide\n\n| | |\n|---|---|\n{rows}"


def readings(course: Course, exam: Certification) -> str:
    """What the guide suggests to read, with what we found there; "" for no list."""
    if not exam.readings:
        return ""
    opened = [one for one in exam.readings if one.opened]
    closed = [one for one in exam.readings if not one.opened]
    whose = f"{course.publisher}'s own" if course.publisher else "The guide's"
    parts = [
        f"## {whose} reading list",
        (
            f"The guide suggests {len(exam.readings)} texts, domain by domain. You need none of "
            "them to go through this course, but they say how the publisher sees its subject. Of "
            f"{len(opened)} we could open a public copy. For these you see what they hold, where "
            "it is taught here, and what has aged."
        ),
        *(_opened(course, one) for one in opened),
    ]
    if closed:
        listed = "\n".join(f"- {one.title} ({one.kind}), not opened" for one in closed)
        parts += ["The others, of which we say nothing more:", listed]
    return "\n\n".join(parts)


def _opened(course: Course, one: Reading) -> str:
    taught = ", ".join(_link(course, place) for place in one.taught)
    address = html.escape(one.address)
    title = f'<a href="https://{address}">{html.escape(one.title)}</a>'
    day = f"{one.opened:%d %B %Y}".lstrip("0")
    lines = [f"<p><b>{title}</b>, {html.escape(one.kind)}. Read on {day}.</p>"]
    says = [one.holds]
    says += [f"Taught in {taught}."] if taught else []
    says += [f"*Out of date:* {one.dated}"] if one.dated else []
    return "\n\n".join([*lines, " ".join(says)])


def _link(course: Course, place: str) -> str:
    slug, _, anchor = place.partition("#")
    module = course.modules[slug]
    page = next(
        (one for one in module.pages if anchor in one.sections), module.pages[0]
    )
    title = page.sections[anchor] if anchor else module.short
    end = f"#{anchor}" if anchor else ""
    return f"[{module.short}: {title}](../modules/{page.id}.html{end})"
