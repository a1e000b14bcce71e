"""What study notes claim and get wrong, and where the course teaches it right."""

import re
from dataclasses import dataclass
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_rows

VERDICTS = {
    "wrong": "not so",
    "misleading": "so in part, or of something else",
    "outdated": "was so once",
    "unverifiable": "nobody has published what would settle it",
}
CLAIM_ID = re.compile(r"[A-Z]+-\d{3,}")


@dataclass(frozen=True)
class Claim:
    """One claim that learners will have met.

    Attributes:
        id: permanent, such as "HW-058".
        claim: what circulates, in our words; its numbers may be wrong.
        verdict: one of VERDICTS.
        taught: where the right thing stands: "module#anchor" is a section of a page,
            "lab:module/10_name" a lab, anything else an item.
        module: slug of the module, from the name of the file.
    """

    id: str
    claim: str
    verdict: str
    taught: tuple[str, ...]
    module: str
    file: str

    @property
    def sections(self) -> tuple[tuple[str, str], ...]:
        """The pages' sections among `taught`: module and anchor."""
        pairs = (place.partition("#") for place in self.taught)
        return tuple((page, anchor) for page, mark, anchor in pairs if mark)

    @property
    def labs(self) -> tuple[str, ...]:
        """The labs among `taught`, by id."""
        return tuple(one[4:] for one in self.taught if one.startswith("lab:"))

    @property
    def items(self) -> tuple[str, ...]:
        """The questions and cards among `taught`, by id."""
        return tuple(
            one for one in self.taught if "#" not in one and not one.startswith("lab:")
        )


def read_claims(path: Path, file: str, problems: list[Problem]) -> list[Claim]:
    """The `[[claim]]` tables of one file of content/claims, in the file's order."""
    return [
        _read_claim(row, path.stem) for row in read_rows(path, file, "claim", problems)
    ]


def _read_claim(table: Table, module: str) -> Claim:
    table.id = str(table.data.get("id", ""))
    claim = Claim(
        id=table.text("id"),
        claim=table.text("claim"),
        verdict=table.choice("verdict", VERDICTS),
        taught=table.texts("taught", need=True),
        module=module,
        file=table.file,
    )
    if not CLAIM_ID.fullmatch(claim.id):
        table.problem("an id is capitals, a hyphen and at least three digits, HW-058.")
    if len(set(claim.taught)) < len(claim.taught):
        table.problem("taught names a place twice.")
    table.done()
    return claim
