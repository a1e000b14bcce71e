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
            f"{len(opened)} we could open a public copy, often only its first part, or another "
            "text in its place. You see what they hold, where it is taught here, what has aged."
        ),
    ]
    if opened:
        says = (
            "What we found in 1"
            if len(opened) == 1
            else f"What we found in {len(opened)}"
        )
        listed = "\n\n".join(_opened(course, one) for one in opened)
        parts.append(folded(says, listed))
    if closed:
        listed = "\n".join(f"- {_title(one)}, {one.kind}" for one in closed)
        parts += ["These could not be opened, so nothing is said of them:", listed]
    return "\n\n".join(parts)


def folded(says: str, text: str) -> str:
    """Markdown that opens on demand; on paper it stands there."""
    return f"<details>\n<summary>{says}</summary>\n\n{text}\n\n</details>"


def _opened(course: Course, one: Reading) -> str:
    taught = ", ".join(_link(course, place) for place in one.taught)
    day = f"{one.opened:%d %B %Y}".lstrip("0")
    title = f"<p><strong>{_title(one)}</strong>, {html.escape(one.kind)}. Read on {day}.</p>"
    says = [one.holds]
    says += [f"Taught in {taught}."] if taught else []
    says += [f"*Out of date:* {one.dated}"] if one.dated else []
    return f"{title}\n\n{' '.join(says)}"


def _title(one: Reading) -> str:
    """The title, as a link where the guide has an address."""
    title, address = html.escape(one.title), html.escape(one.address)
    return f'<a href="https://{address}">{title}</a>' if address else title


def _link(course: Course, place: str) -> str:
    slug, _, anchor = place.partition("#")
    module = course.modules[slug]
    page = next(
        (one for one in module.pages if anchor in one.sections), module.pages[0]
    )
    title = page.sections[anchor] if anchor else module.short
    end = f"#{anchor}" if anchor else ""
    return f"[{module.short}: {title}](../modules/{page.id}.html{end})"
