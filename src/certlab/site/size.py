"""How much of the site is what, on disk and as a server sends it."""

import zlib
from dataclasses import dataclass
from pathlib import Path

# First match counts. The names are what the size report shows.
_PARTS = (
    ("pyodide and wheels", "lite/static/"),
    ("JupyterLab", "lite/"),
    ("widgets and questions", "_static/certlab-"),
    ("search index", "searchindex.js"),
    ("pages", ""),
)


@dataclass(frozen=True)
class Part:
    """One part of a site.

    Attributes:
        bytes: on disk.
        gzip: compressed, as a server would send it where that is smaller.
    """

    name: str
    files: int
    bytes: int
    gzip: int


def parts(site: Path) -> list[Part]:
    """The parts of a site, and all of it last."""
    rows: dict[str, list[tuple[int, int]]] = {name: [] for name, _ in _PARTS}
    for path in sorted(site.rglob("*")):
        if path.is_file():
            where = path.relative_to(site).as_posix()
            name = next(name for name, begin in _PARTS if where.startswith(begin))
            data = path.read_bytes()
            rows[name].append((len(data), min(len(data), _packed(data))))
    rows["the whole site"] = [size for sizes in rows.values() for size in sizes]
    return [
        Part(name, len(sizes), sum(raw for raw, _ in sizes), sum(s for _, s in sizes))
        for name, sizes in rows.items()
    ]


def _packed(data: bytes) -> int:
    packer = zlib.compressobj(6, wbits=31)  # 31: with gzip's header
    return len(packer.compress(data)) + len(packer.flush())
