"""What of a table may be published: coarser columns, groups of at least k, several illnesses.

k-anonymity: Samarati and Sweeney (1998). l-diversity, in its plainest form of l different
values in each group: Machanavajjhala and others (2007).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai.privacy.anonymity import classes, coarser
from certlab.labs.trustworthy_ai.privacy.patients import Patient

SPANS = (
    1,
    5,
    10,
    20,
    40,
)  # years that a span may have; the last choice leaves them out


@dataclass(frozen=True)
class Settings:
    """How coarse the columns are, and what a group must have.

    Attributes:
        digits: of the postcode that are published, 0 to 3.
        years: of a span of birth, one of `SPANS`; 0 leaves the column out.
        sex: whether that column is published.
        k: rows that a group must have.
        illnesses: different ones that a group must have, the l of l-diversity.
    """

    digits: int = 3
    years: int = 1
    sex: bool = True
    k: int = 1
    illnesses: int = 1


@dataclass(frozen=True)
class Group:
    """Rows with the same quasi-identifiers.

    Attributes:
        key: what is published of them.
        rows: their numbers in the table.
        illnesses: how many different ones they have.
        published: whether the group has what it must have; else it is suppressed.
    """

    key: tuple[str, ...]
    rows: tuple[int, ...]
    illnesses: int
    published: bool


def release(patients: Sequence[Patient], settings: Settings) -> tuple[Group, ...]:
    """The groups of a table, by their keys, and which of them are published.

    Raises:
        Refusal: the table is empty.
    """
    if not patients:
        raise Refusal("The table has no rows, so there is nothing to publish.")
    found = classes(
        range(len(patients)), lambda number: _key(patients[number], settings)
    )
    return tuple(_group(key, found[key], patients, settings) for key in sorted(found))


def _key(one: Patient, settings: Settings) -> tuple[str, ...]:
    return (
        one.postcode[: settings.digits],
        coarser(one.born, settings.years) if settings.years else "",
        one.sex if settings.sex else "",
    )


def _group(
    key: tuple[str, ...],
    rows: Sequence[int],
    patients: Sequence[Patient],
    settings: Settings,
) -> Group:
    illnesses = len({patients[number].illness for number in rows})
    published = len(rows) >= settings.k and illnesses >= settings.illnesses
    return Group(key, tuple(rows), illnesses, published)
