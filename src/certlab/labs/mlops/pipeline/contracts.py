"""What each stage must hand on. Each function yields a sentence for each way it is not so.

The first of them is told, with the stage's name in front: where, what, what to do. So a later
check may count on the earlier ones.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from certlab.labs.mlops.pipeline.dirt import LABEL, LATE, MEASURES, PATIENT

COLUMNS = (PATIENT, *MEASURES, LABEL)
PARTS = ("train", "calibration", "test")
KEPT = 0.85  # of the patients that were sent; who loses more throws data away
FAR = 50  # times the median: no measurement of a tumour is, and a forgotten unit is
CLOSE = 1e-4  # the log has six digits, and FP32 has seven
ALIKE = 0.97  # of the test rows on which INT8 must say what the network says
SAME = 1e-3  # by which a served chance may differ from the file's own
UNSURE = (0.2, 0.8)  # between these chances a person decides
MOST_REFUSED = 0.25  # of good requests that a guard may turn away


@dataclass(frozen=True)
class Table:
    """A frame as plain Python, so that a contract needs no library.

    Attributes:
        columns: values by column, in the order of the frame.
        types: what the frame calls the type of each column, "float32".
    """

    columns: Mapping[str, Sequence[Any]]
    types: Mapping[str, str]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def rows(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Each patient with the whole row."""
        whole = zip(*self.columns.values(), strict=True)
        return zip(self.columns[PATIENT], whole, strict=True)

    def who(self, column: str, wrong: Iterable[bool]) -> str:
        """A column and the patients for whom something is wrong; "" where all is well."""
        pairs = zip(self.columns[PATIENT], wrong, strict=True)
        found = shown(who for who, is_wrong in pairs if is_wrong)
        return f"{column} of {found}" if found else ""


def cleaned(table: Table, sent: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Of `clean`: each patient once, ten numbers in one unit, and the label.

    Args:
        table: what the stage handed on.
        sent: of each patient of the raw log, the ten measures in whole units and the label;
            NaN where the log has none.
    """
    if LATE in table.columns:
        yield (
            f"the column {LATE} is known only after the diagnosis, so a model would read "
            "the answer from it; drop it."
        )
    lacks = ", ".join(name for name in COLUMNS if name not in table.columns)
    more = ", ".join(name for name in table.columns if name not in COLUMNS)
    says = f"{lacks} is missing" if lacks else more and f"{more} is not asked for"
    if says or (*table.columns,) != COLUMNS:
        yield (
            f"{says or 'the columns stand in another order'}; hand on {PATIENT}, the ten "
            f"measures and {LABEL}, in this order."
        )
    if not len(table):
        yield "the table is empty; drop only rows that cannot be mended."
    for name in (*MEASURES, LABEL):
        wanted = "int64" if name == LABEL else "float32"
        if table.types[name] != wanted:
            yield f"{name} has the type {table.types[name]}; hand it on as {wanted}."
    patients = table.columns[PATIENT]
    if twice := repeated(patients):
        yield f"{twice} stands there more than once; keep one row a patient."
    for name in MEASURES:
        values = table.columns[name]
        if lost := table.who(name, (not math.isfinite(one) for one in values)):
            yield f"{lost} is no number; drop the row, since nobody can say what it was."
        middle = median(values)
        if far := table.who(name, (abs(one) > FAR * middle for one in values)):
            yield (
                f"{far} is more than {FAR} times the median of {middle:.4g}; bring every "
                "row to one unit first."
            )
    if {*table.columns[LABEL]} != {0, 1}:
        yield (
            f"{LABEL} holds {sorted({*table.columns[LABEL]})}, and both 0 and 1 were sent; "
            "strip the words and compare them in small letters."
        )
    if strangers := shown(who for who in patients if who not in sent):
        yield f"{strangers} was never sent; hand the names on as they came."
    for place, name in enumerate((*MEASURES, LABEL)):
        # A value that was not sent is NaN, which is close to nothing.
        came = (sent[who][place] for who in patients)
        pairs = zip(table.columns[name], came, strict=True)
        other = (not math.isclose(one, own, rel_tol=CLOSE) for one, own in pairs)
        if wrong := table.who(name, other):
            yield (
                f"{wrong} is not what was sent; mend units and spelling, and drop a row "
                "where it is missing."
            )
    if len(table) < KEPT * len(sent):
        yield (
            f"{len(table)} of {len(sent)} patients are left, and at least {KEPT:.0%} "
            "can be mended; mend what can be mended, and drop the rest."
        )


def divided(parts: Mapping[str, Table], table: Table) -> Iterator[str]:
    """Of `split`: every row of the table in one part, as it was, and both classes in each."""
    if (*parts,) != PARTS:
        yield (
            f"it hands on {', '.join(parts) or 'nothing'}; hand on {', '.join(PARTS)}, in "
            "this order."
        )
    seen: dict[str, str] = {}
    own = dict(table.rows())
    for name, part in parts.items():
        if not len(part):
            yield f"the part {name} is empty, so nothing rests on it; give it patients."
        if [*part.types.items()] != [*table.types.items()]:
            yield (
                f"the columns of {name} or their types are not those of the table; hand on "
                "its columns alone, in their order."
            )
        if {*part.columns[LABEL]} != {0, 1}:
            yield (
                f"all rows of {name} have one label; choose patients without a look at it."
            )
        both = [who for who in part.columns[PATIENT] if who in seen]
        if both:
            yield (
                f"{shown(both)} is in {seen[both[0]]} and in {name}, so the test would ask "
                "what was learnt by heart; put each patient into one part."
            )
        if twice := repeated(part.columns[PATIENT]):
            yield f"{twice} stands in {name} more than once; put each row into it once."
        if other := shown(who for who, row in part.rows() if own.get(who) != row):
            yield (
                f"{other} in {name} is not the row of the table; divide the rows, and "
                "change none."
            )
        seen |= dict.fromkeys(part.columns[PATIENT], name)
    if lost := shown(who for who in table.columns[PATIENT] if who not in seen):
        yield f"{lost} is in no part; put each patient into one."


def trained(
    says: Sequence[float],
    labels: Sequence[int],
    computed: Iterable[str],
    means: Iterable[tuple[float, float]],
) -> Iterator[str]:
    """Of `train`: a network that learnt in mixed precision, and from its own rows.

    Args:
        says: the chance that each test row is malignant, from 0 to 1.
        labels: what they are.
        computed: types in which the first layer answered while it was trained.
        means: of each measure, as the network has it and as its training rows have it.
    """
    yield from _chances(says, len(labels))
    types = {*computed}
    if "float32" in types or not types:
        yield (
            f"the layers computed in {' and '.join(sorted(types)) or 'no type at all'}; "
            "put the forward pass under torch.autocast, in bfloat16 or float16."
        )
    for name, (one, own) in zip(MEASURES, means, strict=True):
        if not math.isclose(one, own, rel_tol=1e-3):
            yield (
                f"the network takes {one:.4g} for the mean of {name}, and its training rows "
                f"have {own:.4g}; take mean and spread from those rows alone."
            )
    always = max(labels.count(0), labels.count(1)) / len(labels)
    if (right := share_right(says, labels)) <= always:
        yield (
            f"{right:.1%} of the test rows are right, and always saying the more frequent "
            f"answer has {always:.1%}; look whether the loss falls."
        )
    if all(UNSURE[0] < one < UNSURE[1] for one in says):
        yield (
            f"no chance lies outside of {UNSURE[0]} to {UNSURE[1]}, so a person would have "
            "to decide on everybody; hand on logits, without a softmax at the end."
        )


def quantised(
    says: Sequence[float], network: Sequence[float], operations: Iterable[str]
) -> Iterator[str]:
    """Of `quantise`: a file with Q/DQ nodes and nearly the network's answers.

    Args:
        says: the file's chances of the test rows, from 0 to 1.
        network: those of the network.
        operations: of the file.
    """
    yield from _chances(says, len(network))
    if not {"QuantizeLinear", "DequantizeLinear"} <= {*operations}:
        yield (
            "the file has no QuantizeLinear, so nothing in it is INT8; hand on the "
            "quantised model."
        )
    if (other := others(says, network)) > (1 - ALIKE) * len(network):
        yield (
            f"the INT8 model answers {other} of {len(network)} test rows differently from "
            "the network; calibrate with rows like those that will be asked."
        )


def served(says: Sequence[float], file: Sequence[float]) -> Iterator[str]:
    """Of `serve`: a service that says what its file says, in chances from 0 to 1."""
    yield from _chances(says, len(file))
    most = max(abs(one - other) for one, other in zip(says, file, strict=True))
    if most > SAME:
        yield (
            f"an answer differs by {most:.2g} from the file's own, and rounding explains "
            f"{SAME:g}; serve the file that quantise has made."
        )


def guarded(
    bad: Mapping[str, Sequence[str]], good: Sequence[Sequence[str]]
) -> Iterator[str]:
    """Of `guard`: it stops what the model never saw, and little else.

    Args:
        bad: its reasons against requests that are wrong, by what is wrong.
        good: its reasons against each clean test row.
    """
    for what, reasons in bad.items():
        if not reasons:
            yield f"it lets {what} through, and a model answers anything; give a reason."
    if (stopped := sum(map(bool, good))) > MOST_REFUSED * len(good):
        yield (
            f"it turns away {stopped} of {len(good)} clean requests; widen the limits to "
            "what the training rows hold."
        )


def watched(counted: Mapping[str, float], came: Mapping[str, int]) -> Iterator[str]:
    """Of `watch`: by what became of them, as many requests in the text as there were."""
    for became, number in came.items():
        if counted.get(became, 0) != number:
            yield (
                f"{number} requests were {became}, and the text counts "
                f"{counted.get(became, 0):g}; count each one, also what was turned away."
            )


def _chances(says: Sequence[float], rows: int) -> Iterator[str]:
    """One chance a row, each a number from 0 to 1."""
    if len(says) != rows:
        yield (
            f"{rows} rows were asked and {len(says)} answers came; answer each row once, in "
            "the order of the rows."
        )
    if wrong := [n for n, one in enumerate(says) if not 0 <= one <= 1]:  # so is NaN
        yield (
            f"{len(wrong)} of {rows} answers are no number from 0 to 1, first that of row "
            f"{wrong[0]}; hand on chances, and look for NaN in the weights."
        )


def chances(logits: Iterable[Sequence[float]]) -> list[float]:
    """The softmax's second share of two logits each: benign and malignant."""
    # From -700 on exp would be beyond what a float holds, and the chance is 0 by then.
    return [1 / (1 + math.exp(min(one[0] - one[1], 700))) for one in logits]


def share_right(says: Sequence[float], labels: Sequence[int]) -> float:
    """The accuracy of chances, from 0 to 1."""
    pairs = zip(says, labels, strict=True)
    return sum((chance > 0.5) == bool(label) for chance, label in pairs) / len(labels)


def others(some: Sequence[float], more: Sequence[float]) -> int:
    """Rows on which two lists of chances give another answer."""
    return sum((a > 0.5) != (b > 0.5) for a, b in zip(some, more, strict=True))


def repeated(names: Iterable[str]) -> str:
    """Names that stand there more than once, as `shown`."""
    return shown(name for name, times in Counter(names).items() if times > 1)


def shown(names: Iterable[str]) -> str:
    """The first name, and how many others there are; "" for none."""
    every = [*names]
    more = f" (and {len(every) - 1} more)" if len(every) > 1 else ""
    return f"{every[0]}{more}" if every else ""
