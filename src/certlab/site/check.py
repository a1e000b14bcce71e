"""A finished site is refused when any part of it would go to another host, or is not there.

Builders warn and go on, and a browser would then fetch Pyodide from a content network
without a word. So nothing here trusts how the build ended; it reads what was built.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from certlab.errors import SiteError

# What a browser fetches by itself; links (a, area) wait for a click.
_LOADS = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
_OUTSIDE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_CSS = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])([^'\")]+)", re.IGNORECASE)
_IMPORT = re.compile(
    r"""^(?:(?:im|ex)port\b[^"'`;(]*\bfrom\s*|import\s*)["']([^"']+)["']|\bimport\(\s*["'`]([^"'`]+)""",
    re.MULTILINE,
)
_KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def check(site: Path) -> None:
    """Read a whole site.

    Raises:
        SiteError: the first thing that is wrong, with its file.
    """
    for path in sorted(site.rglob("*.html")):
        _check_page(path, site)
    for path in sorted(site.rglob("*.css")):
        for address in _CSS.findall(path.read_text("utf-8", "replace")):
            _local(address, path, site)
    for path in sorted(site.glob("_static/certlab-*/**/*.js")):
        for found in _IMPORT.finditer(path.read_text("utf-8")):
            address = found.group(1) or found.group(2)
            if not address.startswith(("./", "../")):
                raise _wrong(path, site, f"it imports {address}")
    if (site / "lite").is_dir():
        _check_lite(site / "lite", site)


class _Loads(HTMLParser):
    """What one page fetches, and its policy."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _LOADS and _LOADS[tag] in values:
            self.addresses.append(values[_LOADS[tag]])
        self.addresses += [
            part.split()[0] for part in values.get("srcset", "").split(",") if part
        ]
        if values.get("http-equiv", "").lower() == "content-security-policy":
            self.policy = values.get("content", "")


def _check_page(path: Path, site: Path) -> None:
    found = _Loads()
    found.feed(path.read_text("utf-8"))
    for address in found.addresses:
        _local(address, path, site)
    if "default-src" not in found.policy:
        raise _wrong(path, site, "it has no Content-Security-Policy")


def _check_lite(lite: Path, site: Path) -> None:
    configs = sorted(lite.rglob("jupyter-lite.json"))
    if not configs:
        raise _wrong(lite / "jupyter-lite.json", site, "it is missing")
    for config in configs:
        data = json.loads(config.read_text("utf-8")).get("jupyter-config-data", {})
        for name, text in _texts(data):
            if _OUTSIDE.match(text) and "litePluginSettings" in name:
                raise _wrong(config, site, f"{name} names {text}")
    data = json.loads((lite / "jupyter-lite.json").read_text("utf-8"))
    settings = data.get("jupyter-config-data", {}).get("litePluginSettings", {})
    kernel = settings.get(_KERNEL, {})
    address = kernel.get("pyodideUrl", "")
    if not address.startswith("./") or not (lite / address).is_file():
        raise _wrong(lite / "jupyter-lite.json", site, "Pyodide is not next to it")
    if kernel.get("disablePyPIFallback") is not True:
        says = "a package that is missing would be looked for on the net"
        raise _wrong(lite / "jupyter-lite.json", site, says)
    _check_lock((lite / address).with_name("pyodide-lock.json"), site, kernel)


def _check_lock(lock: Path, site: Path, kernel: dict[str, Any]) -> None:
    if not lock.is_file():
        raise _wrong(lock, site, "it is missing")
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    for package in packages.values():
        name = package["file_name"]
        if _OUTSIDE.match(name) or not (lock.parent / name).is_file():
            raise _wrong(lock, site, f"{name} is not next to it")
    wanted = kernel.get("loadPyodideOptions", {}).get("packages", [])
    missing = sorted(set(wanted) - packages.keys())
    if missing:
        raise _wrong(lock, site, f"it lacks {', '.join(missing)}")


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Each text in nested data with the path to it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _texts(one, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, name)


def _local(address: str, path: Path, site: Path) -> None:
    if _OUTSIDE.match(address.strip()):
        raise _wrong(path, site, f"it loads {address}")


def _wrong(path: Path, site: Path, says: str) -> SiteError:
    where = path.relative_to(site).as_posix()
    return SiteError(
        f"{where}: {says}, so the site would not work without the net; "
        "it was not put in place. This is a fault of certlab: report it."
    )
