"""The files of a kit."""

from contextlib import suppress
from pathlib import Path

from certlab.classroom.plan.kit import booklet, rubric
from certlab.classroom.plan.kit.stages import stages
from certlab.classroom.plan.syllabi import Syllabus
from certlab.course import Course
from certlab.errors import CourseError


def texts(syllabus: Syllabus, course: Course) -> dict[str, str]:
    """Each file by its name.

    Raises:
        CourseError: the syllabus cannot be taught so.
    """
    told = stages(syllabus, course)
    rows = rubric.criteria(told)
    return {
        "rubric.md": rubric.as_markdown(syllabus, told, rows, course),
        "rubric.csv": rubric.as_csv(rows),
        "answers.md": booklet.answers(syllabus, told, course),
        "sheet.md": booklet.sheet(syllabus, told, course),
    }


def write(folder: Path, files: dict[str, str]) -> list[Path]:
    """Write new files into a folder, all of them or none.

    Raises:
        CourseError: one of them is there already, or cannot be written.
    """
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            with (folder / name).open("xb") as file:
                written.append(folder / name)
                # A spreadsheet takes a table without this mark for another encoding.
                file.write(
                    text.encode("utf-8-sig" if name.endswith(".csv") else "utf-8")
                )
    except OSError as error:
        for path in written:
            with suppress(OSError):
                path.unlink()
        says = f"cannot be written ({error.strerror}); name another folder"
        if isinstance(error, FileExistsError) and folder.is_dir():
            says = "is there already; name another folder, or move it away"
        raise CourseError(f"{error.filename or folder}: {says}.") from None
    return written
