"""What the modules bring for pages: their widgets, how each begins, its files, own pages."""

from functools import cache
from typing import Any, NamedTuple

from certlab import module_parts
from certlab.app.esm import SOURCE, browser_files
from certlab.course import Course
from certlab.course.figures import Live
from certlab.errors import CourseError, SiteError


class OwnPage(NamedTuple):
    """A page that a module brings, beside those that the course has written.

    Attributes:
        name: of its file, without its ending.
        module: whose it is.
        text: its Markdown.
        about: the line that a search shows below its title.
    """

    name: str
    title: str
    module: str
    text: str
    about: str


def own_pages(course: Course) -> list[OwnPage]:
    """The pages that the modules of a course bring."""
    found = (
        page
        for part in module_parts.find("page")
        if hasattr(part, "pages")
        for page in part.pages(course)
    )
    return [one for one in found if one.module in course.modules]


def files(course: Course) -> dict[str, Any]:
    """What the widgets read without Python, by the name of the JSON file."""
    return {
        name: data
        for part in module_parts.find("page")
        if hasattr(part, "files")
        for name, data in part.files(course).items()
    }


def beginning(course: Course, live: Live, file: str) -> dict[str, Any]:
    """What a widget shows first, as its traits have it; `file` asks for it.

    Raises:
        SiteError: no module brings that widget, or it is asked for what cannot be.
    """
    name, settings = live
    known = {
        key: one
        for part in module_parts.find("page")
        for key, one in part.BEGINS.items()
    }
    if name not in known:
        says = (
            f"no widget of a page is called {name}; choose one of {', '.join(known)}."
        )
        raise SiteError(f"{file}: {says}")
    try:
        return dict(known[name](course, dict(settings)))
    except (CourseError, ValueError) as error:
        says = f"the widget that data-live asks for cannot begin: {error}"
        raise SiteError(f"{file}: {says}") from error


@cache  # a page after another asks, and all files of the package are looked at
def folder(name: str) -> str:
    """Where the page.js of a widget's own stands, from the folder of the assets."""
    (script,) = (one for one in browser_files() if one.match(f"static/{name}/page.js"))
    return f"{script.parent.relative_to(SOURCE).as_posix()}/"
