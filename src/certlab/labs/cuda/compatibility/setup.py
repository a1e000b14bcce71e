"""Whether a program fits a machine: its toolkit, the driver, the GPU and the code in it.

The rules, in NVIDIA's words: backward compatibility (a newer driver runs older programs),
minor-version compatibility (one major of CUDA on one oldest driver) and forward
compatibility (the package cuda-compat). What they leave open is whether there is code for
the GPU, and whether the driver can compile PTX of that toolkit. Not asked here: whether
so old a driver knows the GPU at all, and which branches a cuda-compat package supports.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from certlab.errors import CourseError
from certlab.labs.cuda.compatibility.code import Code, capability, dotted, runs
from certlab.labs.cuda.compatibility.versions import Version, Versions, version

Rule = Literal[
    "backward", "minor-version", "forward", "driver", "toolkit", "code", "PTX"
]


@dataclass(frozen=True)
class Setup:
    """A program and the machine it is to run on.

    Attributes:
        toolkit: CUDA the program was built with, "12.6".
        driver: the driver of the machine, "535.183.01".
        gpu: compute capability of its GPU, "9.0".
        codes: the GPU code in the program; empty where it is not known.
        data_center: whether the GPU is one for data centers.
        compat: version of the package cuda-compat that is installed, "" for none.
    """

    toolkit: str
    driver: str
    gpu: str
    codes: tuple[Code, ...] = ()
    data_center: bool = True
    compat: str = ""


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What one rule says: whether it is met, and the sentence."""

    rule: Rule
    fits: bool
    says: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of a setup; it runs where each is met."""

    findings: tuple[RuleVerdict, ...]

    @property
    def runs(self) -> bool:
        """Whether nothing speaks against it."""
        return all(one.fits for one in self.findings)

    def __str__(self) -> str:
        head = "It runs." if self.runs else "It does not run."
        return "\n".join(
            [head, *(f"- {one.rule}: {one.says}" for one in self.findings)]
        )


def check(setup: Setup, table: Versions) -> Report:
    """What the rules say of a setup.

    Raises:
        CourseError: a version or a capability is written wrongly, or unknown here.
    """
    return Report(tuple(_findings(setup, table)))


def _findings(setup: Setup, table: Versions) -> Iterator[RuleVerdict]:
    toolkit, driver = version(setup.toolkit)[:2], version(setup.driver)
    if len(toolkit) < 2 or toolkit[0] not in table.oldest:
        known = ", ".join(f"{one}.x" for one in sorted(table.oldest))
        raise CourseError(
            f"CUDA {setup.toolkit} is not known here; choose one of {known}."
        )
    speaks = table.cuda_of(driver[0])  # the CUDA that this driver is as new as
    first = _driver(setup, toolkit, driver[0], speaks, table)
    yield first
    if toolkit[0] >= 13 and capability(setup.gpu) < table.dropped:
        says = (
            f"CUDA {toolkit[0]} makes code for {dotted(table.dropped)} and newer only."
        )
        yield RuleVerdict("toolkit", False, says)
    if not setup.codes:
        return
    outcomes = [runs(code, setup.gpu) for code in setup.codes]
    if any(one.how == "runs" for one in outcomes):
        why = next(one.why for one in outcomes if one.how == "runs")
        yield RuleVerdict("code", True, f"{why}.")
    elif any(one.how == "JIT" for one in outcomes):
        why = next(one.why for one in outcomes if one.how == "JIT")
        yield RuleVerdict("code", True, f"there is no SASS for it, but {why}.")
        yield _jit(toolkit, speaks, setup, first)
    else:
        says = "; ".join(one.why for one in outcomes)
        yield RuleVerdict("code", False, f"no kernel image is available: {says}.")


def _driver(
    setup: Setup, toolkit: Version, branch: int, speaks: Version, table: Versions
) -> RuleVerdict:
    oldest = table.oldest[toolkit[0]]
    named = f"CUDA {dotted(toolkit)} on driver R{branch}"
    if speaks >= toolkit:
        says = f"{named}, which is as new as CUDA {dotted(speaks)}."
        return RuleVerdict("backward", True, says)
    if branch >= oldest:
        says = f"{named}: every {toolkit[0]}.x runs from R{oldest} on, with limits."
        return RuleVerdict("minor-version", True, says)
    if not setup.compat:
        says = f"{named}: {toolkit[0]}.x needs R{oldest} or newer, or cuda-compat."
        return RuleVerdict("driver", False, says)
    if not setup.data_center:
        says = f"cuda-compat is supported only on {table.compat}."
        return RuleVerdict("forward", False, says)
    package = version(setup.compat)[:2]
    if package < toolkit:
        says = f"cuda-compat {setup.compat} is older than CUDA {dotted(toolkit)}."
        return RuleVerdict("forward", False, says)
    says = f"{named}, through cuda-compat {setup.compat}; see its table of branches."
    return RuleVerdict("forward", True, says)


def _jit(
    toolkit: Version, speaks: Version, setup: Setup, first: RuleVerdict
) -> RuleVerdict:
    """Whether something on the machine compiles PTX of that toolkit."""
    if first.rule == "forward" and first.fits:
        return RuleVerdict(
            "PTX", True, f"cuda-compat {setup.compat} brings the compiler."
        )
    if speaks >= toolkit:
        says = f"the driver's compiler takes PTX of CUDA {dotted(toolkit)}."
        return RuleVerdict("PTX", True, says)
    says = (
        f"the driver's compiler is of CUDA {dotted(speaks)} and refuses PTX of "
        f"{dotted(toolkit)}; ship SASS for {setup.gpu}, or take a newer driver."
    )
    return RuleVerdict("PTX", False, says)
