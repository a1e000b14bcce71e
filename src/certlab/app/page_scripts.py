"""The scripts of pages, joined, so that a plain web server is asked for few of them.

MAIN holds all that the script of every page imports. Of those that a page asks for later (the
start page's, widgets, a class) each holds what it alone imports. What several import lies in a
file of the parts of the package that they are of, or in MAIN where that would be a FEW characters,
which cost less to have than to ask for. Nobody lists anything.

A module that was joined stays at its address as a few lines that hand on what it exports: each
is there once, whoever imports it, and the words of a language are set once. Our own scripts that
ask for one later ask for the file that holds it.

A worker has no page, which what is joined may need. So it holds all that it imports itself.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from posixpath import dirname, normpath, relpath

from certlab.app.esm import EXPORT, SOURCE, scope_name

JOINED = "app/static/joined/{name}"
MAIN = JOINED.format(name="main.js")
FEW = 4_000
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_HERE = "import.meta.url"
_WORKER = re.compile(r'\bnew URL\("(\.[^"]+\.js)", import\.meta\.url\)')
_OWN = "$default"  # what a module's default is called in its scope
# What stays a file of its own: a scope can hold no other form, and nothing that waits.
_OTHER = re.compile(
    r"^(?:import|export)\b|^(?!.*\basync\b)[^\s/*].*\bawait\b", re.MULTILINE
)
_IMPORT = re.compile(
    r'^import (?:\{([^}]*)\}|([\w$]+)) from "(\.[^"]*)";\n', re.MULTILINE
)
_DEFAULT = re.compile(r"^export default |^export \{ (\w+) as default \};", re.MULTILINE)
_FOR_NOTEBOOKS = "app/static/notebook/"  # pages ask for none of these


def page_scripts(scripts: Mapping[str, str], first: str) -> dict[str, str]:
    """The texts of all scripts as pages are served them, and of those that hold the joined.

    Args:
        scripts: text by path from the package.
        first: the path of the script that every page has.
    """
    return dict(_Joining(scripts, first).written())


class _Joining:
    def __init__(self, scripts: Mapping[str, str], first: str) -> None:
        self._scripts, self._first = scripts, first
        self._needs: dict[str, dict[str, None]] = {}
        self._fit: dict[str, bool] = {}

    def written(self) -> Iterator[tuple[str, str]]:
        for file in dict.fromkeys(self._places.values()).keys() - self._scripts.keys():
            own = [name for name, place in self._places.items() if place == file]
            yield file, self._file(file, own)
        for name in self._scripts:
            place = self._places.get(name, name)
            if place != name:
                yield name, self._stub(name, place)
            else:
                own = [one for one, at in self._places.items() if at == name != one]
                if name in self._workers:
                    own = [one for one in self._needed(name) if self._fits(one)]
                yield name, self._file(name, own, name)

    @cached_property
    def _places(self) -> dict[str, str]:
        """By module the file that holds it, what it imports before it."""
        main = [one for one in self._needed(self._first) if self._fits(one)]
        places = dict.fromkeys(main, MAIN)
        users: dict[str, set[str]] = {}
        for one in sorted(self._asked_for() - places.keys() - {self._first}):
            for it in [*self._needed(one), one]:
                if self._fits(it) and it not in places:
                    users.setdefault(it, set()).add(one)
        common: dict[str, list[str]] = {}
        for it, own in users.items():
            if len(own) > 1:
                parts = "-".join(sorted({one.partition("/")[0] for one in own}))
                common.setdefault(JOINED.format(name=f"{parts}.js"), []).append(it)
            elif own != {it}:
                (places[it],) = own
        few = [it for own in common.values() if self._size(own) < FEW for it in own]
        into_main = {one for it in few for one in (*self._needed(it), it)}
        files = {it: file for file, own in common.items() for it in own}
        shared = [it for it in users if it in files]  # in the order of what they need
        return places | {it: MAIN if it in into_main else files[it] for it in shared}

    def _size(self, names: Iterable[str]) -> int:
        return sum(len(self._scripts[name]) for name in names)

    def _asked_for(self) -> set[str]:
        """What a page asks for later: by name, or since no script imports it."""
        pages = {one for one in self._scripts if not one.startswith(_FOR_NOTEBOOKS)}
        later = {
            _address(name, one)
            for name in pages
            for one in _LATER.findall(self._scripts[name])
        }
        imported = {one for name in self._scripts for one in self._imports(name)}
        alone = {
            name
            for name in pages
            if not self._fits(name)
            or not (name in imported or _DEFAULT.search(self._scripts[name]))
        }
        return (later | alone) & self._scripts.keys() - self._workers

    @cached_property
    def _workers(self) -> set[str]:
        """What a script names by its address, and no page imports."""
        return {
            _address(name, one)
            for name, text in self._scripts.items()
            for one in _WORKER.findall(text)
        }

    def _imports(self, name: str) -> list[str]:
        text = self._scripts.get(name, "")
        return [_address(name, found[3]) for found in _IMPORT.finditer(text)]

    def _needed(self, name: str) -> Iterable[str]:
        """All that a module imports, each after what it imports itself."""
        if name not in self._needs:
            self._needs[name] = {}  # while it is looked at: a circle ends here
            found: dict[str, None] = {}
            for one in self._imports(name):
                found |= dict.fromkeys(self._needed(one)) | {one: None}
            self._needs[name] = found
        return self._needs[name]

    def _fits(self, name: str) -> bool:
        """Whether a module can be a scope, as all that it imports."""
        if name not in self._fit:
            text = _bare(_IMPORT.sub("", self._scripts.get(name, "")))
            self._fit[name] = (
                name in self._scripts
                and not _OTHER.search(text)
                and name not in self._needed(name)
                and all(self._fits(one) for one in self._imports(name))
            )
        return self._fit[name]

    def _file(self, file: str, own: list[str], last: str = "") -> str:
        """The scopes of modules, and after them the text of one that is not joined."""
        scopes = [self._scope(name, file, own) for name in own]
        text = self._inside(last, file, own) if last else ""
        within = [*own, *([last] if last else [])]
        foreign: dict[str, list[str]] = {}
        named = {it for name in within for it in self._imports(name)}
        for one in dict.fromkeys(it for name in within for it in self._needed(name)):
            place = self._places.get(one, file)
            if one in own or place == file:
                continue
            foreign.setdefault(
                place, []
            )  # also what those need, so that nothing waits for it
            if one in named:
                foreign[place].append(_scope(one))
        heads = [
            f'import {{ {", ".join(names)} }} from "{_way(file, place)}";\n'
            for place, names in foreign.items()
        ]
        handed = f"export {{ {', '.join(map(_scope, own))} }};\n" if own else ""
        return "".join([*heads, *scopes, text, handed])

    def _scope(self, name: str, file: str, own: list[str]) -> str:
        """A module as a const that holds what it exports."""
        inside = _bare(self._inside(name, file, own))
        names = EXPORT.findall(self._scripts[name])
        if _DEFAULT.search(self._scripts[name]):
            names.append(f"default: {_OWN}")
        handed = ", ".join(names)
        return f"const {_scope(name)} = (() => {{\n{inside}return {{ {handed} }};\n}})();\n"

    def _inside(self, name: str, file: str, own: list[str]) -> str:
        """A module's text where it stands in a file: what it imports is a scope by then."""

        def destructured(found: re.Match[str]) -> str:
            one = _address(name, found[3])
            if one not in self._places and one not in own:
                return found[0]
            names = f"default: {found[2]}"
            if not found[2]:
                names = " ".join(found[1].split()).rstrip(",").replace(" as ", ": ")
            return f"const {{ {names} }} = {_scope(one)};\n"

        def from_here(found: re.Match[str]) -> str:
            one = _address(name, found[1])
            place = self._places.get(one, one)
            later = f'import("{_way(file, place)}")'
            whole = f".then(({{ {_scope(one)} }}) => {_scope(one)})"
            return later if place == one else later + whole

        text = _IMPORT.sub(destructured, self._scripts[name])
        text = _LATER.sub(from_here, text)
        if file == name:
            return text
        return text.replace(_HERE, f'new URL("{_way(file, name)}", {_HERE}).href')

    def _stub(self, name: str, place: str) -> str:
        names = ", ".join(EXPORT.findall(self._scripts[name]))
        scope = _scope(name)
        head = f'import {{ {scope} }} from "{_way(name, place)}";\n'
        own = f"export default {scope}.default;\n"
        more = own if _DEFAULT.search(self._scripts[name]) else ""
        return f"{head}export const {{ {names} }} = {scope};\n{more}"


def _bare(text: str) -> str:
    """A text that exports nothing; what is its default has a name."""
    named = _DEFAULT.sub(lambda found: f"const {_OWN} = {found[1] or ''}", text)
    return EXPORT.sub("", named)


def _address(name: str, address: str) -> str:
    """What a module's import means, from the package."""
    return normpath(f"{dirname(name)}/{address}")


def _way(file: str, to: str) -> str:
    """How one script imports another."""
    way = relpath(to, dirname(file))
    return way if way.startswith(".") else f"./{way}"


def _scope(name: str) -> str:
    return scope_name(SOURCE / name)
