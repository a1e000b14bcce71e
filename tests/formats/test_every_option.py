"""Each format writes each option of each kind, or says that it is lost.

The options are the fields of the bodies, whatever those are: each is changed by itself, and
where neither the file nor what is lost of the item changes, the format is silent about it.
"""

import re
from dataclasses import replace

import pytest

from certlab.course.items import ASKABLE, Item
from certlab.formats import export_formats, exports
from certlab.formats.exports import Export
from certlab.study.questions import compile_item
from tests.formats.askable import kinds
from tests.varied import IDS, ITEMS, held, varied

# A loss that always stands there names an option by these words; else by standing there
# only where the option is set. Anki grades nothing, which names all that only grades.
_GRADED = "does not grade"
NAMES = {
    "score": f"right in part|{_GRADED}",
    "case": f"capitals|{_GRADED}",
    "text": f"numbers|{_GRADED}",
    "tolerance": _GRADED,
    "unit": _GRADED,
    "after": f"other orders|{_GRADED}",
    **dict.fromkeys(
        ("names", "values", "needed", "anycase", "programs", "arguments", "rest"),
        f"other lines|{_GRADED}",
    ),
    **dict.fromkeys(("forms", "env", "others", "written"), f"other lines|{_GRADED}"),
}


def exported(name: str, item: Item) -> Export:
    done = export_formats.write(name, [compile_item(kinds(), item, 0)], 0.0)
    return replace(done, lost=(*done.lost, *exports.variants([item])))


@pytest.mark.parametrize("id", ITEMS)
@pytest.mark.parametrize("name", export_formats.ENDINGS)
def test_an_option_is_written_or_named_among_the_losses(name: str, id: str) -> None:
    before = exported(name, ITEMS[id])
    if any(loss.whole for loss in before.lost):
        return  # the whole item is, which names all that it holds
    silent = set()
    for field, item in varied(id):
        after = exported(name, item)
        said = " ".join(loss.says for loss in after.lost)
        named = field in NAMES and re.search(NAMES[field], said)
        if (after.data, after.lost) == (before.data, before.lost) and not named:
            silent.add(field)
    assert not silent, f"{name} neither writes nor gives up {sorted(silent)} of {id}"


# The rule of a single is always "all". The command of the exports has none of the others.
UNTRIED = {
    "single": {"score"},
    "command": {"after", "traps", "arguments", "rest", "env", "others"},
}


@pytest.mark.parametrize("kind", ASKABLE)
def test_each_field_of_each_kind_is_tried(kind: str) -> None:
    """A new field that no item here can vary would else go untried."""
    items = [one for one in ITEMS.values() if one.kind == kind]
    there = {field for item in items for field in held(item.body)} - IDS
    tried = {field for item in items for field, _ in varied(item.id)}
    assert there - tried == UNTRIED.get(kind, set())
