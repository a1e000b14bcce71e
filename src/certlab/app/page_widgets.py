"""What the modules bring for their widgets on a page: how each begins, and its files."""

from typing import Any

from certlab import module_parts
from certlab.app.esm import SOURCE, browser_files
from certlab.course import Course
from certlab.course.figures import Live
from certlab.errors import CourseError, SiteError


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


def folder(name: str) -> str:
    """Where the page.js of a widget's own stands, from the folder of the assets."""
    (script,) = (one for one in browser_files() if one.match(f"static/{name}/page.js"))
    return f"{script.parent.relative_to(SOURCE).as_posix()}/"
