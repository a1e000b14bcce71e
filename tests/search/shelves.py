"""A few passages of every kind, for tests of what answers a question."""

from typing import Any

from certlab.search.indexing import index, texts
from certlab.search.passage import Passage, Shelf, Speech

SPEECH = Speech(
    ("a", "do", "does", "how", "is", "many", "of", "on", "one", "the", "what", "什麼是", "的"),
    (("how many", "fact", 1.6), ("what is", "term", 1.3), ("how do i", "lab", 1.3)),
)  # fmt: skip
CATEGORIES = {"Hardware": ["mig"], "Training": ["precision"]}
SPELLINGS = [("MIG", "Multi-Instance GPU"), ("mixture of experts", "MoE")]
EVERYDAY = {"graphics card": ["GPU"], "carve": ["gap"], "experts": ["ranks"]}


def section(anchor: str, title: str, *says: str, around: str = "") -> Passage:
    return Passage(anchor, title, says, around)


SHELVES = [
    Shelf(
        "modules/mig",
        "modules/mig.html",
        "MIG",
        "section",
        (
            section(
                "",
                "MIG: one GPU as several",
                "MIG cuts a GPU in hardware.",
                "Each instance has memory of its own.",
            ),
            section(
                "profiles",
                "Profiles",
                "You choose a profile from a list.",
                "Its name, 1g.10gb, counts compute slices and memory.",
            ),
            section(
                "fragmentation",
                "Fragmentation",
                "An instance cannot be moved.",
                "So a partition may leave a gap that nothing fits into.",
                around="Why does the large instance not fit although slices are free?",
            ),
        ),
        "mig",
    ),
    Shelf(
        "modules/precision",
        "modules/precision.html",
        "Mixed precision",
        "section",
        (
            section("loss-scaling", "Loss scaling", "It keeps small gradients alive."),
            section(
                "experts",
                "A mixture of experts",
                "An all-reduce sums gradients of what all ranks share.",
            ),
        ),
        "precision",
    ),
    Shelf(
        "terms/mig",
        "glossary.html",
        "MIG",
        "term",
        (
            Passage(
                "term-mig", "MIG, Multi-Instance GPU", ("One GPU as several in hardware.",)
            ),
        ),
        "mig",
    ),
    Shelf(
        "facts/mig",
        "facts/mig.html",
        "MIG",
        "fact",
        (
            Passage("a30.most", "Most instances, A30", ("4 instances (tier A).",)),
            Passage("h100.most", "Most instances, H100", ("7 instances (tier A).",)),
            Passage("b200.most", "Most instances, B200", ("7 instances (tier A).",)),
        ),
        "mig",
    ),
    Shelf(
        "labs/mig/10_place",
        "labs/mig/10_place.html",
        "MIG",
        "lab",
        (
            Passage("", "Place profiles", ("Place instances on a grid.",)),
            Passage("repair", "Repair", ("Place the instances once more.",)),
        ),
        "mig",
    ),
    Shelf(
        "questions/mig",
        "questions/mig.html",
        "MIG",
        "item",
        (
            Passage(
                "mig-moved",
                "Can an instance be moved?",
                ("No: It is destroyed and created anew.",),
            ),
        ),
        "mig",
    ),
    Shelf(
        "certifications/x",
        "certifications/x.html",
        "Associate",
        "exam",
        (Passage("", "NCA-X Infrastructure", ("Essentials, Operations",)),),
    ),
]  # fmt: skip


def small_index() -> dict[str, Any]:
    return index(SHELVES, SPEECH, CATEGORIES, SPELLINGS, EVERYDAY)


TEXTS = texts(SHELVES)
