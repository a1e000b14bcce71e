"""The line of seven stages with their contracts, and one patient followed through it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from certlab.compute import to_host
from certlab.errors import Refusal
from certlab.labs.mlops.pipeline import contracts, guard
from certlab.labs.mlops.pipeline.contracts import COLUMNS
from certlab.labs.mlops.pipeline.dashboard import EDGES, bucket
from certlab.labs.mlops.pipeline.dirt import LABEL, MEASURES, PATIENT
from certlab.labs.mlops.pipeline.guard import Decision
from certlab.labs.mlops.pipeline.line import Done, Line, Made, Stage
from certlab.labs.mlops.real.pipeline.rows import numbers, part_of, plain, records, sent
from certlab.labs.tensorrt.real import runtime
from certlab.labs.triton import metrics

AS_SENT, CLEANED = "as sent", "cleaned"  # the rounds of requests


@dataclass(frozen=True)
class Traffic:
    """What the guard did with two rounds of requests.

    Attributes:
        rounds: decisions by round: the messages as the hospitals send them, and the test
            rows that came out of `clean`.
        bad: the guard's reasons against requests that are known to be wrong.
        good: its reasons against each clean test row.
    """

    rounds: Mapping[str, Sequence[Decision]]
    bad: Mapping[str, Sequence[str]]
    good: Sequence[Sequence[str]]


def line(**does: Callable[..., Any]) -> Line:
    """The line of these functions, each by the name of its stage.

    Each works on a copy, so one that changes what it was given spoils nobody's run.
    """
    on: dict[str, tuple[Any, Any]] = {
        "clean": (lambda f, made: f(made["raw"].copy()), _clean),
        "split": (lambda f, made: f(made["clean"].copy()), _split),
        "train": (lambda f, made: f(made["split"]["train"].copy()), _train),
        "quantise": (
            lambda f, made: f(
                deepcopy(made["train"]), made["split"]["calibration"].copy()
            ),
            _quantise,
        ),
        "serve": (lambda f, made: f(deepcopy(made["quantise"])), _serve),
        "guard": (_traffic, lambda found, _: contracts.guarded(found.bad, found.good)),
        "watch": (
            lambda f, made: f(
                {name: [*of] for name, of in made["guard"].rounds.items()}
            ),
            _watch,
        ),
    }
    ends = {"serve": lambda service: service.stop()}
    return Line(
        [
            Stage(name, does[name], runs, seam, ends.get(name, lambda _: None))
            for name, (runs, seam) in on.items()
        ]
    )


def _clean(table: Any, made: Made) -> Iterator[str]:
    return contracts.cleaned(plain(table), sent(made["raw"]))


def _split(parts: Any, made: Made) -> Iterator[str]:
    if not isinstance(parts, Mapping):
        came = type(parts).__name__
        raise TypeError(
            f"frames by the name of their part were expected, and {came} came"
        )
    found = {name: plain(part) for name, part in parts.items()}
    return contracts.divided(found, plain(made["clean"]))


def of_network(network: Any, rows: Any) -> list[float]:
    """A network's chances of a frame's rows, from 0 to 1, in FP32."""
    import torch

    network.eval()
    with torch.no_grad():
        return contracts.chances(network(torch.as_tensor(numbers(rows))).tolist())


def of_file(model: Any, rows: Any) -> list[float]:
    """An ONNX model's chances of a frame's rows, from 0 to 1."""
    return contracts.chances(runtime.load(model).run(numbers(rows)).tolist())


def _train(network: Any, made: Made) -> Iterator[str]:
    test, own = made["split"]["test"], numbers(made["split"]["train"]).mean(0)
    return contracts.trained(
        of_network(network, test),
        plain(test).columns[LABEL],
        network.computed,
        zip(network.mean.tolist(), own.tolist(), strict=True),
    )


def _quantise(model: Any, made: Made) -> Iterator[str]:
    test = made["split"]["test"]
    says, network = of_file(model, test), of_network(made["train"], test)
    return contracts.quantised(says, network, [one.op_type for one in model.graph.node])


def _serve(service: Any, made: Made) -> Iterator[str]:
    test = made["split"]["test"]
    says = service.ask(numbers(test).tolist())
    return contracts.served(says, of_file(made["quantise"], test))


def _watch(text: Any, made: Made) -> Iterator[str]:
    rows = metrics.read(text)
    for name, decisions in made["guard"].rounds.items():
        kinds = [one.became for one in decisions]
        counted = {
            kind: metrics.total(rows, "tumour_requests_total", round=name, became=kind)
            for kind in kinds
        }
        yield from contracts.watched(
            counted, {kind: kinds.count(kind) for kind in kinds}
        )
        # The dashboard reads these two as well.
        chances = sum(one.chance is not None for one in decisions)
        for series, number in (
            ("tumour_chance_count", chances),
            ("tumour_reasons_total", kinds.count("refused")),
        ):
            if (found := metrics.total(rows, series, round=name)) != number:
                yield (
                    f"{series} of the round {name} is {found:g}, and {number} came; count "
                    "each chance, and one reason for each request that was refused."
                )


def _traffic(reasons: Callable[..., list[str]], made: Made) -> Traffic:
    """Two rounds of requests, each past the guard and then to the service."""
    parts = {name: plain(part) for name, part in made["split"].items()}
    limits, test = (
        guard.limits_of(parts["train"].columns),
        records(made["split"]["test"]),
    )
    known = {row[PATIENT]: row[LABEL] for row in test}
    learnt = {
        who for one in ("train", "calibration") for who in parts[one].columns[PATIENT]
    }
    messages = [
        row
        for row in records(made["raw"])
        # Patients whom `clean` has dropped ask as well, each with the chance of a test row.
        if row[PATIENT] in known
        or (row[PATIENT] not in learnt and part_of(row[PATIENT]) == "test")
    ]

    def against(request: Mapping[str, object]) -> tuple[str, ...]:
        found = reasons({**request}, {**limits}) or ()
        if isinstance(found, str):
            raise Refusal(
                "a list of reasons was expected, and a text came; put it in [ ]."
            )
        return (*found,)

    def decided(row: Mapping[str, Any]) -> Decision:
        who, request = row[PATIENT], _request(row)
        if found := against(request):
            return Decision(who, "refused", found, None, known.get(who))
        (chance,) = made["serve"].ask([[*request.values()]])
        return guard.decide(who, chance, known.get(who))

    bad = guard.wrong_requests(limits)
    return Traffic(
        {AS_SENT: [*map(decided, messages)], CLEANED: [*map(decided, test)]},
        {what: against(request) for what, request in bad.items()},
        [against(_request(row)) for row in test],
    )


def _request(row: Mapping[str, Any]) -> dict[str, float]:
    return {name: row[name] for name in MEASURES}


def follow(patient: str, done: Done) -> Iterator[tuple[str, str]]:
    """What each stage of a run made of one patient: pairs of a stage and a sentence."""
    made = done.made
    messages = [one for one in records(made["raw"]) if one[PATIENT] == patient]
    if not messages:
        yield "raw", f"{patient} was never sent; take a name from the log"
        return
    for one in messages:
        says = f"radius {one['radius']:g} × {one['unit']:g}, {one['diagnosis']}"
        yield "raw", f"{one['hospital']}: {says}"
    here = to_host(made["clean"])
    mine = here[here[PATIENT] == patient][[*COLUMNS]]
    if not len(mine):
        yield "clean", "dropped, because a measure or the diagnosis is missing"
        return
    (row,) = records(mine)
    word = "malignant" if row[LABEL] else "benign"
    yield "clean", f"one row, radius {row['radius']:.4g}, {word}"
    parts = {name: plain(part).columns[PATIENT] for name, part in made["split"].items()}
    part = next(name for name, patients in parts.items() if patient in patients)
    yield "split", part
    yield "train", f"chance of malignant {of_network(made['train'], mine)[0]:.3f}"
    yield "quantise", f"chance of malignant {of_file(made['quantise'], mine)[0]:.3f}"
    last = None
    for name, decisions in made["guard"].rounds.items():
        for one in (one for one in decisions if one.patient == patient):
            last = one.chance
            if last is not None:
                yield "serve", f"{name}: chance of malignant {last:.3f}"
            yield "guard", f"{name}: {one}"
    if part != "test":
        yield "watch", f"not asked: only test rows are, and it is in {part}"
    elif last is not None:
        edge = EDGES[bucket(last)]
        yield "watch", f"counted in the bar from {edge - 0.1:.1f} to {edge:.1f}"
