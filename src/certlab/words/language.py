"""Words in one language: an argument or $CERTLAB_LANG chooses it, else it is English.

The language of the system is never asked: what a notebook prints is compared strictly.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from certlab.errors import CourseError
from certlab.words.catalogue import PLURALS, Catalogue, read_catalogue
from certlab.words.sentence import Sentence, fill

HERE = Path(__file__).parent
SETTING = "CERTLAB_LANG"


@dataclass(frozen=True)
class Words:
    """What the interface says in one language; a message it lacks is said in English.

    Attributes:
        lang: its name as gettext writes it, "zh_TW".
        catalogue: its messages; none for English, whose messages are the keys.
    """

    lang: str
    catalogue: Catalogue = field(default_factory=Catalogue, repr=False)

    def __call__(self, message: str, /, **values: object) -> str:
        """The message in this language, its placeholders filled."""
        entry = self.catalogue.entries.get(message)
        return fill((entry and entry.forms[0]) or message, values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The message for one, or for as many as `n`; `{n}` is filled in."""
        entry = self.catalogue.entries.get(one)
        form = entry and entry.forms[PLURALS[self.catalogue.plurals](n)]
        return fill(form or (one if n == 1 else many), {"n": n, **values})

    def say(self, text: str) -> str:
        """A `Sentence` in this language; any other text, an author's, as it is."""
        if not isinstance(text, Sentence) or self.lang == ENGLISH.lang:
            return str(text)
        values = {
            name: self.say(value) if isinstance(value, Sentence) else value
            for name, value in text.values.items()
        }
        if text.many:
            n = values.pop("n")
            assert isinstance(n, int)
            return self.ngettext(text.message, text.many, n, **values)
        return self(text.message, **values)

    @property
    def tag(self) -> str:
        """The name as HTML's `lang` writes it, "zh-TW"."""
        return self.lang.replace("_", "-")

    @property
    def page(self) -> dict[str, str | list[str]]:
        """What app/static/words.js takes: {} for English.

        A text by message, a list of forms for a plural, and under "" the plural rule.
        """
        used = {
            id: list(entry.forms) if entry.plural else entry.forms[0]
            for id, entry in self.catalogue.entries.items()
            if all(entry.forms) and any(one.endswith(".js") for one in entry.places)
        }
        return {"": self.catalogue.plurals, **used} if used else {}

    def said_by(self, wing: str = "") -> dict[str, str | list[str]]:
        """What of `page` only this wing says, "labs/mig", and maybe others; by default the rest."""
        said = {}
        for id, form in self.page.items():
            entry = self.catalogue.entries.get(id, self.catalogue.head)
            wings = {_wing(one) for one in entry.places if one.endswith(".js")} or {""}
            if wing in wings and not (wing and "" in wings):
                said[id] = form
        return said


def _wing(place: str) -> str:
    """The folder of a wing, where a file lies in one."""
    return "/".join(place.split("/")[:2]) if place.startswith("labs/") else ""


ENGLISH = Words("en")


def languages() -> tuple[str, ...]:
    """The languages there are, English first."""
    return (ENGLISH.lang, *sorted(path.stem for path in HERE.glob("*.po")))


def text(lang: str | None = None, env: Mapping[str, str] = os.environ) -> Words:
    """The words of a language.

    Args:
        lang: "zh_TW" or "zh-TW"; what $CERTLAB_LANG says when None, else English.
        env: where the setting is looked up.

    Raises:
        CourseError: there is no such language.
    """
    wanted = (lang or env.get(SETTING) or ENGLISH.lang).replace("-", "_")
    if wanted not in languages():
        there = ", ".join(languages())
        raise CourseError(f"There is no language {wanted}; choose one of {there}.")
    return ENGLISH if wanted == ENGLISH.lang else _words(wanted)


@cache
def _words(lang: str) -> Words:
    return Words(lang, read_catalogue(HERE / f"{lang}.po"))
