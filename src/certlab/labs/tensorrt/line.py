"""What is wrong with a command line of trtexec, for one version of TensorRT."""

import re
import shlex
from collections.abc import Iterator, Mapping

from certlab.finding import Finding
from certlab.labs.tensorrt.finding import (
    NEWEST,
    came,
    fault,
    first_without,
    gone,
    version,
)
from certlab.labs.tensorrt.options import (
    COMPATIBILITY,
    IDLE,
    LEVELS,
    NEEDS_VALUE,
    OPTIONS,
    POOLS,
)

_SHAPE = re.compile(r"'?([^':]+(?::\d+)?)'?:(\d+(?:x\d+)*)")
_RANGE = ("minShapes", "optShapes", "maxShapes")
_NO_ONNX = (".pt", ".pth", ".ckpt", ".pb", ".safetensors", ".plan", ".engine")
_VERBOSITY = ("layer_names_only", "detailed", "none")
_OLD_VERBOSITY = {"default": "layer_names_only", "verbose": "detailed"}
_TYPES = ("fp16", "bf16", "int8", "fp8", "int4", "best")

Shapes = Mapping[str, tuple[int, ...]]


def check_line(line: str, at: str = NEWEST) -> list[Finding]:
    """What that version would refuse, or would do otherwise than meant, in the line's order.

    Raises:
        Refusal: `at` is no version that was read.
    """
    now = version(at)
    try:
        # A shell takes assignments in front of a command for variables of the command.
        program, *words = shlex.split(re.sub(r"^\s*(\w+=\S*\s+)+", "", line)) or [""]
    except ValueError as error:
        return [fault("the line", f"it cannot be read, {error}; close the quote.")]
    if program.rsplit("/", 1)[-1] not in ("trtexec", "trtexec.exe"):
        return [fault(program, "this is not trtexec; begin the line with it.")]
    given: dict[str, str] = {}
    found = list(_each_word(words, at, now, given))
    found += _model(given)
    found += _values(given, at, now)
    found += _shapes(given)
    return found


def _each_word(
    words: list[str], at: str, now: tuple[int, int], given: dict[str, str]
) -> Iterator[Finding]:
    """Words that are no option of this version; the others are put into `given`."""
    for word in words:
        name, has_value, value = word.removeprefix("--").partition("=")
        option = OPTIONS.get(name)
        if word in ("-h", "-v"):
            continue
        if not word.startswith("--"):
            yield fault(
                word,
                "trtexec joins an option and its value by '=', so this word is unknown to it.",
            )
        elif option is None:
            yield fault(f"--{name}", f"unknown option; {_near(name)}")
        elif gone(option.last, now):
            without = first_without(option.last)
            yield fault(
                f"--{name}", f"gone since TensorRT {without}; {option.instead}."
            )
        elif not came(option.first, now):
            yield fault(
                f"--{name}",
                f"TensorRT {at} does not have it; it came with {option.first}.",
            )
        elif name in NEEDS_VALUE and not (has_value and value):
            yield fault(f"--{name}", f"it wants a value, joined as in --{name}=VALUE.")
        else:
            if name in IDLE and now >= (11, 0):
                yield fault(f"--{name}", f"it has no effect any more: {IDLE[name]}.")
            given[name] = value


def _near(name: str) -> str:
    for known in OPTIONS:
        if known.lower() == name.lower().replace("_", "").replace("-", ""):
            return f"it is written --{known}."
    return "see trtexec --help."


def _model(given: Mapping[str, str]) -> Iterator[Finding]:
    if not given.keys() & {"onnx", "loadEngine", "help", "uff", "deploy", "model"}:
        yield fault(
            "the line",
            "there is no model; name one by --onnx or an engine by --loadEngine.",
        )
    if given.get("onnx", "").endswith(_NO_ONNX):
        yield fault("--onnx", "it reads ONNX only; export the model to .onnx first.")
    if given.get("loadEngine", "").endswith(".onnx"):
        yield fault("--loadEngine", "this is a model; name it by --onnx.")
    if {"loadEngine", "saveEngine"} <= given.keys():
        yield fault(
            "--saveEngine",
            "it does not go with --loadEngine; an engine is built or loaded.",
        )


def _values(
    given: Mapping[str, str], at: str, now: tuple[int, int]
) -> Iterator[Finding]:
    level = given.get("builderOptimizationLevel", "0")
    if not level.isdecimal() or int(level) not in LEVELS:
        yield fault("--builderOptimizationLevel", "it goes from 0 to 5.")
    verbosity = given.get("profilingVerbosity", "none")
    if verbosity in _OLD_VERBOSITY:
        yield fault(
            "--profilingVerbosity",
            f"write {_OLD_VERBOSITY[verbosity]} for {verbosity}.",
        )
    elif verbosity not in _VERBOSITY:
        known = ", ".join(_VERBOSITY)
        yield fault("--profilingVerbosity", f"it is one of {known}.")
    kind = given.get("hardwareCompatibilityLevel")
    if kind is None:
        pass
    elif kind not in COMPATIBILITY:
        known = ", ".join(COMPATIBILITY)
        yield fault("--hardwareCompatibilityLevel", f"it is one of {known}.")
    elif not came(COMPATIBILITY[kind], now):
        yield fault(
            "--hardwareCompatibilityLevel",
            f"TensorRT {at} does not have {kind}; it came with {COMPATIBILITY[kind]}.",
        )
    for one in filter(None, given.get("memPoolSize", "").split(",")):
        pool, _, size = one.partition(":")
        if pool not in POOLS or not re.fullmatch(r"\d+(\.\d+)?[BKMG]?", size):
            yield fault(
                "--memPoolSize",
                "it is a pool and a size, as in workspace:4096, in MiB.",
            )
    if "stronglyTyped" in given:
        for name in _TYPES:
            if name in given:
                yield fault(
                    f"--{name}", "it does not go with --stronglyTyped; leave it out."
                )
    if "precisionConstraints" in given and not given.keys() & set(_TYPES):
        yield fault(
            "--precisionConstraints",
            "it constrains nothing without a type, such as --fp16.",
        )
    if {"excludeLeanRuntime"} <= given.keys() and not given.keys() & {
        "vc",
        "versionCompatible",
    }:
        yield fault("--excludeLeanRuntime", "it wants --versionCompatible beside it.")


def _shapes(given: Mapping[str, str]) -> Iterator[Finding]:
    read: dict[str, Shapes] = {}
    for name in (*_RANGE, "shapes"):
        specs = [
            _SHAPE.fullmatch(one.strip()) for one in given.get(name, "").split(",")
        ]
        if name in given and not all(specs):
            yield fault(
                f"--{name}", "a shape is an input and its sizes, as in x:8x3x224x224."
            )
        elif name in given:
            read[name] = {
                one[1]: tuple(map(int, one[2].split("x"))) for one in specs if one
            }
    every = {one for name in _RANGE for one in read.get(name, ())}
    for one in sorted(every - read["minShapes"].keys() if "minShapes" in read else ()):
        yield fault("--minShapes", f"it does not name the input {one}.")
    for low, high in (
        ("minShapes", "optShapes"),
        ("optShapes", "maxShapes"),
        ("minShapes", "maxShapes"),
        ("minShapes", "shapes"),
        ("shapes", "maxShapes"),
    ):
        yield from _within(low, high, read)


def _within(low: str, high: str, read: Mapping[str, Shapes]) -> Iterator[Finding]:
    for name, small in read.get(low, {}).items():
        large = read.get(high, {}).get(name)
        if large is None:
            if high in read:
                yield fault(f"--{high}", f"it does not name the input {name}.")
        elif len(small) != len(large):
            yield fault(
                f"--{high}",
                f"{name} has {len(large)} dimensions here and {len(small)} in --{low}.",
            )
        elif any(a > b for a, b in zip(small, large, strict=True)):
            yield fault(
                f"--{low}",
                f"{name} is larger here than in --{high}; min, opt and max ascend.",
            )
