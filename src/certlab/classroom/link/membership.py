"""What a learner's folder knows of the class: since when, and what the class has of it.

It is one small file. Lost, or older than it should be, it makes rows be sent again, and the
service keeps each of them once.
"""

import json
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from certlab import whole_file

FILE = ".certlab/class.json"


@dataclass(frozen=True)
class Membership:
    """How a learner stands with a class.

    Attributes:
        class_id: the class; "" while its answer to the join has not come.
        joined: when, as an answer stores its time.
        place: of the history; nothing before it is ever sent, and nothing is to be sent again.
        acknowledged: ulids behind the place that the class has.
        start: the place when the learner joined.
        database: the id of the one that has acknowledged them, "" while it is not known.
        nickname: in the class, to join it again when it has lost its database.
    """

    class_id: str
    joined: str
    place: str = ""
    acknowledged: tuple[str, ...] = ()
    start: str = ""
    database: str = ""
    nickname: str = ""

    def has_lost(self, class_id: str, database: str) -> bool:
        """Whether the class now has another database than the one that this one knows."""
        known = self.class_id == class_id and self.database and database
        return bool(known) and self.database != database

    def begun_again(self) -> "Membership":
        """The same, with nothing that the class has."""
        return replace(self, place=self.start, acknowledged=())

    def having(self, ulids: list[str]) -> "Membership":
        """The same, with more that the class has."""
        known = dict.fromkeys((*self.acknowledged, *ulids))
        return replace(self, acknowledged=tuple(known))

    def moved_to(self, place: str) -> "Membership":
        """The same, once the class has all that lies before a place."""
        return replace(self, place=place, acknowledged=())


def read(workspace: Path) -> Membership | None:
    """What the folder knows; None where nobody has joined, or the file cannot be read."""
    try:
        told: Any = json.loads((workspace / FILE).read_text("utf-8"))
        texts = {name: told[name] for name in ("class_id", "joined", "place")}
        # Since 2026-11-27; before, nobody knew where the learner had joined.
        later = {"start": texts["place"], "database": "", "nickname": ""}
        texts |= {name: told.get(name, other) for name, other in later.items()}
        ulids = tuple(told["acknowledged"])
        zone = datetime.fromisoformat(texts["joined"]).tzinfo
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    if zone and all(isinstance(one, str) for one in (*texts.values(), *ulids)):
        return Membership(**texts, acknowledged=ulids)
    return None


def write(workspace: Path, membership: Membership) -> None:
    """Keep it; the file is the old or the new one, whatever happens meanwhile.

    Raises:
        OSError: it cannot be written, and is as it was.
    """
    path = workspace / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    whole_file.write(path, json.dumps(asdict(membership)))


def forget(workspace: Path) -> None:
    """The learner has left."""
    (workspace / FILE).unlink(missing_ok=True)
