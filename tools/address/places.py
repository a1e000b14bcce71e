"""The files that say where the course is published, and how each says it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.address import readme
from tools.address.hosted_page import hosted_page
from tools.address.labs import open_elsewhere
from tools.address.project import chooser, citation, conduct, security, urls
from tools.address.repository import Repository

#: The text of a file, and the file's path in the checkout; without a repository, what it is then.
Writer = Callable[[str, str, Repository | None], str]

#: A comment in TOML and YAML.
HASH = "# {}"


@dataclass(frozen=True)
class Place:
    """Files that say the address.

    Attributes:
        pattern: which, as a glob from the top of the checkout.
        write: hands back what such a file should hold.
    """

    pattern: str
    write: Writer


def between(
    name: str, says: Callable[[Repository], str], comment: str = "<!-- {} -->"
) -> Writer:
    """Writes between the marks `<!-- address: name -->` and `<!-- /address: name -->` of a page.

    Args:
        name: what tells the region from others of the file.
        says: hands back what stands there once there is an address.
        comment: how the file writes a comment.
    """
    begin = comment.format(f"address: {name}")
    end = comment.format(f"/address: {name}")
    region = re.compile(f"(?<={re.escape(begin)}\n).*?(?={re.escape(end)})", re.DOTALL)

    def write(text: str, path: str, repository: Repository | None) -> str:
        if not region.search(text):
            raise ValueError(f"{path}: the marks {begin} and {end} are not there.")
        shown = says(repository).rstrip("\n") + "\n" if repository else ""
        return region.sub(lambda _: shown, text)

    return write


def together(*writers: Writer) -> Writer:
    """Writes what each of them does, for a file that says the address in several places."""

    def write(text: str, path: str, repository: Repository | None) -> str:
        for one in writers:
            text = one(text, path, repository)
        return text

    return write


#: One edit adds one thing: a file that is to say the address has a row here.
PLACES: tuple[Place, ...] = (
    Place("pyproject.toml", between("urls", urls, HASH)),
    Place("CITATION.cff", between("citation", citation, HASH)),
    Place(".github/ISSUE_TEMPLATE/config.yml", between("chooser", chooser, HASH)),
    Place("SECURITY.md", between("contact", security)),
    Place("CODE_OF_CONDUCT.md", between("contact", conduct)),
    Place(
        "README.md",
        together(
            between("badges", readme.badges),
            between("site", readme.site),
            between("clone", readme.clone),
        ),
    ),
    Place("labs/*/*.ipynb", open_elsewhere),
    Place("docs/hosted.md", hosted_page),
)


def written(root: Path, repository: Repository | None) -> Iterator[tuple[Path, str]]:
    """Each file that does not say what it should, and what it should hold."""
    for place in PLACES:
        for file in sorted(root.glob(place.pattern)):
            text = file.read_text("utf-8")
            new = place.write(text, file.relative_to(root).as_posix(), repository)
            if new != text:
                yield file, new
