"""What the modules bring of their own: a part of one name, in the folder of each that has it.

The classroom, which stands above the engine, brings its parts in the same way.

A module's folder in `labs` may hold `verbs`, `widgets`, `contest`, `page`, `handlers`,
`environment` and `gates`. The engine asks for a part by its name and imports no folder by name, so a new
module is there when its folder is, and nothing is registered. What each part holds:

- `verbs`: `VERBS`, functions by the words that call them, "read", "sim mig" or
  "class serve".
- `contest`: `contests()`, which gives each `certlab.compute.contest.Contest`.
- `widgets`: `__all__`, functions of `certlab.widgets` that show one in a notebook.
- `page`: `BEGINS`, what a widget on a page shows first, by its name in `data-live`: a
  function of the course and the settings; where it reads more, `files(course)`, JSON by name;
  and `pages(course)`, each `certlab.app.page_widgets.OwnPage` that the module has of its own.
- `handlers`: `load(server, base, history)`, what certlab study's server answers for the module.
- `environment`: `ENVIRONMENT`, the `certlab.servers.own_environment.OwnEnvironment` that
  `certlab lab prepare` makes for the module.
- `gates`: `TABLES`, readers of the module's own tables in content/facts by their kind. A
  reader takes a table, its file and the list of problems, and gives what has an `id`, a
  `file` and the `facts` that come of it. And, where there are any, `GATES`: functions of
  the course that give problems, which `certlab check` runs.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from importlib.machinery import PathFinder
from types import ModuleType

from certlab import labs

# Parts of an idea's folder that are of another package's level: `plain` is its text on a
# terminal. In a wing each file's part is looked at by tests/test_architecture.py.
LEVELS = {"plain": "terminal"}
CLASSROOM = "certlab.classroom"  # a browser's wheel does without it


def find(name: str) -> Iterator[ModuleType]:
    """Each module's part of that name, in the order of the modules' names.

    The classroom's comes last. A module without such a part is not imported.
    """
    for one in pkgutil.iter_modules(labs.__path__):
        part = f"{labs.__name__}.{one.name}.{name}"
        folders = [f"{folder}/{one.name}" for folder in labs.__path__]
        if PathFinder.find_spec(part, folders):
            yield importlib.import_module(part)
    part = f"{CLASSROOM}.{name}"
    if importlib.util.find_spec(CLASSROOM) and importlib.util.find_spec(part):
        yield importlib.import_module(part)


def slug(part: ModuleType) -> str:
    """The module that a part belongs to; "" for a part of the classroom."""
    folder = part.__name__.rpartition(".")[0]
    if folder == CLASSROOM:
        return ""
    return folder.rpartition(".")[2].replace("_", "-")


def level(file: str) -> str:
    """The package whose rules hold for a file of certlab, by its path or a module's.

    "terminal" for "day/plain/plan_words.py", "day" for "day/today.py".
    """
    package, part = [*file.removesuffix(".py").split("/"), ""][:2]
    return LEVELS.get(part, package)
