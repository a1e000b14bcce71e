"""`python -m certlab.words [LANG]`: each catalogue brought up to what the code says."""

import sys

from certlab.errors import CourseError
from certlab.words.catalogue import (
    PLURALS,
    Catalogue,
    Entry,
    catalogue_text,
    read_catalogue,
)
from certlab.words.extract import messages, updated
from certlab.words.language import HERE

_HEAD = (
    "Language: {lang}\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Plural-Forms: {plurals}\n"
)


def main(arguments: list[str]) -> int:
    """Update the catalogues there are; a language that is named and new gets one."""
    said = messages()
    for lang in sorted({path.stem for path in HERE.glob("*.po")} | {*arguments}):
        path = HERE / f"{lang}.po"
        try:
            before = read_catalogue(path) if path.exists() else _new(lang)
        except CourseError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        after = updated(before, said)
        path.write_text(catalogue_text(after), "utf-8")
        blank = sum(not all(one.forms) for one in after.entries.values())
        gone = len(before.entries.keys() - after.entries.keys())
        sys.stdout.write(
            f"{path.name}: {len(said)} messages, {blank} to translate, {gone} removed.\n"
        )
    return 0


def _new(lang: str) -> Catalogue:
    """An empty catalogue; its plural rule is for a translator to set."""
    plurals = next(reversed(PLURALS))
    head = _HEAD.format(lang=lang, plurals=plurals)
    return Catalogue(plurals, head=Entry("", "", (head,)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
