"""One module text from several: anywidget takes a single one, pages import natively."""

import re
from functools import cache
from os.path import normpath, relpath
from pathlib import Path

SOURCE = Path(__file__).parents[1]
STATIC = SOURCE / "app" / "static"
# Others' folders of that name are loaded by JupyterLab, Sphinx and JupyterLite themselves;
# what a wheel carries beside our code begins with _.
_OURS = re.compile(
    r"(?!app/labextension/|app/pages/sphinx/|site/lite/|_).*\.(js|css|LICENSE\.txt)"
)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|const|class) ([\w$]+))", re.MULTILINE
)
# With lines of its own, for who reads the source: pages are served scripts without them,
# which makes these a fifth lighter.
COMMENT = re.compile(rb"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
# What a function scope cannot hold, or what would lose its meaning in one.
_OTHER = re.compile(
    r"^(?:import|export)\b.*|^(?!.*\basync\b)[^\s/*].*\bawait\b.*"
    r"|^(?! *(?://|/?\*)).*(?:(?<![#.\w])import\(|\bimport\.meta\b).*",
    re.MULTILINE,
)


def browser_files(package: Path = SOURCE) -> list[Path]:
    """What pages and notebooks load: all that lies in a folder `static` below the package.

    Modules, style sheets, and licences of what others wrote. A folder needs no more than
    that name: the joiner, the assets and the rule for style sheets take theirs from here.
    """
    return sorted(
        path
        for path in package.glob("**/static/**/*.*")
        if _OURS.fullmatch(path.relative_to(package).as_posix())
    )


@cache
def joined(entry: str | Path) -> str:
    """A module with what it imports put before it, each in a function scope of its own.

    Understood are `import { a, b as c } from "./x.js";` and `export` before a function,
    a class or a const; the entry alone has an `export default`.

    Args:
        entry: its path, from the app's static/ for one of the app's.

    Raises:
        ValueError: a module has another form, or two import each other.
    """
    first = Path(normpath(STATIC / entry))
    scopes: dict[Path, str] = {}
    _collect(first, scopes, ())
    *before, (_, last) = scopes.items()
    text = EXPORT.sub("", last).replace("\nexport default ", "\n", 1)
    _refuse(first, text)
    return "\n".join([*(_scope(path, text) for path, text in before), last])


def style(*more: str | Path) -> str:
    """The tokens, the rules of all widgets, and those in `more` files."""
    names = ("theme/theme.css", "theme/widgets.css", *more)
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def _collect(path: Path, scopes: dict[Path, str], above: tuple[Path, ...]) -> None:
    """Add a module's text after those it needs; one that is there is not added again."""
    if path in above:
        raise ValueError(
            f"{path}: it imports itself by way of others; cut that circle."
        )

    def destructured(found: re.Match[str]) -> str:
        needed = Path(normpath(path.parent / found[2]))
        if needed not in scopes:
            _collect(needed, scopes, (*above, path))
        names = " ".join(found[1].split()).rstrip(",").replace(" as ", ": ")
        return f"const {{ {names} }} = {scope_name(needed)};\n"

    scopes[path] = _IMPORT.sub(destructured, path.read_text("utf-8"))


def _scope(path: Path, text: str) -> str:
    """A module as a const that holds what it exports."""
    names = ", ".join(EXPORT.findall(text))
    inside = EXPORT.sub("", text)
    _refuse(path, inside)
    return (
        f"const {scope_name(path)} = (() => {{\n{inside}return {{ {names} }};\n}})();\n"
    )


def scope_name(path: Path) -> str:
    """What the joined text calls a module: $app_static_exam_map."""
    return "$" + re.sub(r"\W+", "_", relpath(path.with_suffix(""), SOURCE))


def _refuse(path: Path, text: str) -> None:
    if found := _OTHER.search(text):
        raise ValueError(
            f"{path}: {found[0].strip()!r} cannot be joined into one text; see joined()."
        )
