"""What the modules bring of their own: a part of one name, in the folder of each that has it.

A module's folder in `labs` may hold `verbs`, `widgets`, `contest`, `page` and `gates`. The
engine asks for a part by its name and imports no folder by name, so a new module is there
when its folder is, and nothing is registered.
"""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from certlab import labs


def parts(name: str) -> Iterator[ModuleType]:
    """Each module's part of that name, in the order of the modules' names."""
    for wing in pkgutil.iter_modules(labs.__path__):
        full = f"{labs.__name__}.{wing.name}.{name}"
        if importlib.util.find_spec(full):
            yield importlib.import_module(full)
