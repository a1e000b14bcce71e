"""Passages: what the search finds, each with its place."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["section", "term", "fact", "lab", "item", "exam"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Something that answers a question, at one address.

    Attributes:
        anchor: on its page; "" for the top.
        title: what it is called there.
        says: its sentences in order, of which one is shown.
        around: what others say of it, to find it by and never to show.
    """

    anchor: str
    title: str
    says: tuple[str, ...]
    around: str = ""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Passages of one page and one kind; a browser fetches their words together.

    Attributes:
        file: its name among the files of the search, "modules/mig".
        page: the page, from the root of the site.
        label: what is said beside a title, "MIG".
        module: slug of the module that it is of, "" for none.
    """

    file: str
    page: str
    label: str
    kind: Kind
    passages: tuple[Passage, ...]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Speech:
    """How one asks in a language.

    Attributes:
        frequent: words that tell no passage from another.
        hints: phrases, the kind of passage that who says them wants, and how much more.
    """

    frequent: tuple[str, ...] = ()
    hints: tuple[tuple[str, Kind, float], ...] = ()
