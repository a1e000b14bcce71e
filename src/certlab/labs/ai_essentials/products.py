"""Products by the job that they do, and why one is not for a job that another does."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact

# By shelf, as a learner meets them: the name, and what the fact of its job is called.
SHELVES = {
    "Build and tune": {"RAPIDS": "rapids", "NeMo": "nemo"},
    "Answer": {"TensorRT": "tensorrt", "Triton": "triton", "NIM": "nim"},
    "Get and support": {"NGC": "ngc", "AI Enterprise": "ai-enterprise"},
    "Run the machines": {
        "Run:ai": "run-ai",
        "Base Command Manager": "base-command-manager",
        "Mission Control": "mission-control",
        "GPU Operator": "gpu-operator",
        "DCGM": "dcgm",
    },
    "Network": {"UFM": "ufm", "DOCA": "doca"},
    "One field": {
        "Metropolis": "metropolis",
        "Riva": "riva",
        "Omniverse": "omniverse",
        "cuOpt": "cuopt",
    },
    "At a desk": {"DGX Spark": "dgx-spark", "DGX Station": "dgx-station"},
}

# Pairs that are taken for each other: what tells the first from the second.
TOLD_APART = {
    (
        "TensorRT",
        "Triton",
    ): "It makes one model quick and answers nobody; a server does.",
    ("Triton", "TensorRT"): "It serves a model as it is and does not compile it.",
    (
        "Triton",
        "NIM",
    ): "You would still choose and configure model and engine yourself.",
    ("NIM", "Triton"): "It is packed around one model; here eight want one server.",
    (
        "NGC",
        "AI Enterprise",
    ): "A catalogue has no telephone: nobody there owes you help.",
    ("AI Enterprise", "NGC"): "A licence is no shelf; the files lie in the catalogue.",
    (
        "NGC",
        "NIM",
    ): "You would find the container there, and then you run something else.",
    (
        "Base Command Manager",
        "Run:ai",
    ): "It gives nodes, and knows no fraction of a GPU.",
    (
        "Run:ai",
        "Base Command Manager",
    ): "It needs a Kubernetes that somebody has installed.",
    (
        "Base Command Manager",
        "Mission Control",
    ): "It is a part of that, and brings up nodes.",
    (
        "Mission Control",
        "Base Command Manager",
    ): "It stands on top of what installs the nodes.",
    (
        "GPU Operator",
        "Run:ai",
    ): "It makes GPUs usable on nodes and divides nothing among teams.",
    (
        "Mission Control",
        "UFM",
    ): "It asks the manager of the fabric, and is not that manager.",
    ("DCGM", "UFM"): "It looks at GPUs, and a cable is none.",
    ("DCGM", "Mission Control"): "It tells that a GPU is ill, and restarts no job.",
    ("UFM", "DOCA"): "It manages switches and routes; no program of yours runs in it.",
    ("Metropolis", "Omniverse"): "It understands real video and builds no world.",
    (
        "Omniverse",
        "Metropolis",
    ): "It makes pictures of a world and does not watch cameras.",
    ("DGX Station", "DGX Spark"): "It would do, at many times the price and size.",
    ("DGX Spark", "DGX Station"): "Its memory is too small for this model.",
}


@dataclass(frozen=True)
class Product:
    """A product: its name, its shelf, what it does, and how exams may still call it."""

    name: str
    shelf: str
    job: str
    formerly: str

    def __str__(self) -> str:
        return f"{self.name} {self.job}."


def products(facts: Mapping[str, Fact]) -> dict[str, Product]:
    """All products by name, their jobs from the facts."""
    found = {}
    for shelf, names in SHELVES.items():
        for name, id in names.items():
            fact = facts[f"product-{id}.job"]
            found[name] = Product(name, shelf, str(fact.value), fact.exam_era)
    return found


def reasons(
    rights: Mapping[str, str], asks: Mapping[str, str], known: Mapping[str, Product]
) -> dict[str, dict[str, str]]:
    """For each row and each product, why that product is not for the row's job.

    Args:
        rights: the product that each row wants, by the row's letter.
        asks: what the job of a row asks for, as a sentence.
        known: all products.
    """
    rows = {product: row for row, product in rights.items()}
    return {
        row: {
            name: _reason(name, right, rows.get(name, ""), asks[row], known)
            for name in known
        }
        for row, right in rights.items()
    }


def _reason(
    name: str, right: str, its_row: str, ask: str, known: Mapping[str, Product]
) -> str:
    """What the wrong product is for, where it belongs, and what is asked for here."""
    place = f"In this table it belongs to row {its_row}." if its_row else ""
    apart = TOLD_APART.get((name, right), "")
    return " ".join(one for one in (str(known[name]), place, apart, ask) if one)
