"""Reading a line as somebody types it: `nvidia-smi mig -i 0 -cgi 9:4,19 -C`."""

import re
import shlex
from dataclasses import dataclass

from certlab.labs.mig.refusal import INVALID, Refusal
from certlab.words import Sentence

# Option: (what it is called here, whether a value follows: "yes", "no" or "may").
_OPTIONS = {
    ("-i", "--id"): ("gpus", "yes"),
    ("-gi", "--gpu-instance-id"): ("instances", "yes"),
    ("-ci", "--compute-instance-id"): ("computes", "yes"),
    ("-C", "--default-compute-instance"): ("default", "no"),
    ("-lgip", "--list-gpu-instance-profiles"): ("lgip", "no"),
    ("-lgipp", "--list-gpu-instance-possible-placements"): ("lgipp", "no"),
    ("-lgi", "--list-gpu-instances"): ("lgi", "no"),
    ("-lcip", "--list-compute-instance-profiles"): ("lcip", "no"),
    ("-lci", "--list-compute-instances"): ("lci", "no"),
    ("-cgi", "--create-gpu-instance"): ("cgi", "yes"),
    ("-cci", "--create-compute-instance"): ("cci", "may"),
    ("-dgi", "--destroy-gpu-instance"): ("dgi", "no"),
    ("-dci", "--destroy-compute-instance"): ("dci", "no"),
}
_MODE = {
    ("-i", "--id"): ("gpus", "yes"),
    ("-mig", "--multi-instance-gpu"): ("mig", "yes"),
}
# What is counted by numbers, as a sentence calls it.
_IDS = {
    "instances": Sentence("instances"),
    "computes": Sentence("computes"),
}
# What shlex says of a line that it cannot split.
_TORN = {
    "No closing quotation": Sentence("No closing quotation"),
    "No escaped character": Sentence("No escaped character"),
}
VERBS = ("lgip", "lgipp", "lgi", "lcip", "lci", "cgi", "cci", "dgi", "dci", "mig")

Wanted = tuple[str, int | None]  # a profile as it was typed, and the start if given


@dataclass(frozen=True)
class CommandLine:
    """What one line asks for.

    Attributes:
        verb: one of VERBS.
        gpus: numbers, bus ids and UUIDs after -i, None for all.
        instances: GPU instance ids after -gi, None for all.
        computes: compute instance ids after -ci, None for all.
        wanted: profiles to create, in order; () for the default of -cci.
        default: whether -C asks for the default compute instance in each.
        on: for `mig`, whether it is switched on.
    """

    verb: str
    gpus: tuple[int | str, ...] | None = None
    instances: tuple[int, ...] | None = None
    computes: tuple[int, ...] | None = None
    wanted: tuple[Wanted, ...] = ()
    default: bool = False
    on: bool = False


# What stands before a line that was copied from a terminal.
_PROMPT = re.compile(
    r"\A(?:(?!nvidia-smi)[^'\"|;&])*?[#$>%]\s+(?=(?:sudo|(?:/\S*/)?nvidia-smi)\s)"
)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_GPU = re.compile(
    r"GPU-[0-9A-Fa-f-]+|(?:[0-9A-Fa-f]{4,8}:)?[0-9A-Fa-f]{1,2}(?::[0-9A-Fa-f]{1,2}\.[0-7])"
)
_JOINS = ("&&", "||", ";")
_MARKS = "();<>|&"


def parse_all(line: str) -> list[tuple[str, CommandLine]]:
    """The commands of a line, each after what joins it to the one before: "", "&&".

    A comment is none, as in a shell.

    Raises:
        Refusal: the line cannot be understood; says which word.
    """
    found: list[tuple[str, list[str]]] = [("", [])]
    for word in _split(_PROMPT.sub("", line.strip(), count=1)):
        if word in _JOINS:
            found.append((word, []))
        elif word.strip(_MARKS):
            found[-1][1].append(word)
        else:
            says = Sentence(
                "{mark} leads to another program or file, which is not run here; leave it "
                "out.",
                mark=word,
            )
            raise Refusal(says, INVALID)
    if found[-1][0] in ("", ";") and not found[-1][1]:
        found.pop()  # a comment, or a line that ends in ;
    return [(mark, _parsed(words)) for mark, words in found]


def parse(line: str) -> CommandLine:
    """A line of one command: `nvidia-smi mig ...` or `nvidia-smi -i 0 -mig 1`.

    Raises:
        Refusal: the line cannot be understood, or holds several.
    """
    found = parse_all(line)
    return found[0][1] if len(found) == 1 else _parsed([])


def _split(line: str) -> list[str]:
    """Words as a shell has them; a variable would be filled in by it, and is not here."""
    words = shlex.shlex(line, posix=True, punctuation_chars=_MARKS)
    words.whitespace_split = True
    try:
        found = list(words)
    except ValueError as error:
        why = _TORN.get(str(error), str(error))
        says = Sentence("{line} cannot be read: {why}.", line=repr(line), why=why)
        raise Refusal(says, INVALID) from None
    for word in found:
        if re.search(r"[$`]", word):
            says = Sentence("{word} is not filled in here; write its value.", word=word)
            raise Refusal(says, INVALID)
    return found


def _parsed(words: list[str]) -> CommandLine:
    while words and re.match(r"sudo$|\w+=", words[0]):
        words = words[1:]
        while words and words[0].startswith("-"):
            words = words[1:]
    if not words or words[0].rpartition("/")[2] != "nvidia-smi":
        says = Sentence(
            "A line must begin with nvidia-smi mig, or be nvidia-smi -i 0 -mig 1."
        )
        raise Refusal(says, INVALID)
    mig = words[1:2] == ["mig"]
    found = _options(words[2 if mig else 1 :], _OPTIONS if mig else _MODE)
    verbs = [name for name in found if name in VERBS]
    if len(verbs) != 1:
        raise Refusal(_not_one(verbs), INVALID)
    return _command(verbs[0], found)


def _not_one(verbs: list[str]) -> Sentence:
    """The sentence about a line with too many verbs, or none."""
    among = ", ".join(f"-{verb}" for verb in VERBS[:-1])
    if not verbs:
        return Sentence(
            "The line does not say what to do; give one of {verbs}.", verbs=among
        )
    first, *rest = (f"-{verb}" for verb in verbs)
    for one in rest:
        first = Sentence("{list} and {last}", list=first, last=one)
    return Sentence(
        "The line asks for {these}; give only one of {verbs}.", these=first, verbs=among
    )


def _command(verb: str, found: dict[str, str]) -> CommandLine:
    def ids(name: str) -> tuple[int, ...] | None:
        return _numbers(name, found[name]) if name in found else None

    if verb == "mig" and found["mig"] not in ("0", "1"):
        says = Sentence(
            "-mig takes 1 for on or 0 for off, not {value}.", value=found["mig"]
        )
        raise Refusal(says, INVALID)
    return CommandLine(
        verb=verb,
        gpus=_gpus(found["gpus"]) if "gpus" in found else None,
        instances=ids("instances"),
        computes=ids("computes"),
        wanted=_wanted(found[verb]) if verb in ("cgi", "cci") else (),
        default="default" in found,
        on=found.get("mig") == "1",
    )


def _options(
    words: list[str], known: dict[tuple[str, str], tuple[str, str]]
) -> dict[str, str]:
    found: dict[str, str] = {}
    names = {word: what for both, what in known.items() for word in both}
    rest = list(words)
    while rest:
        word, _, value = rest.pop(0).partition("=")
        if word not in names:
            there = ", ".join(short for short, _ in known)
            says = Sentence(
                "There is no option {word} here; choose one of {options}.",
                word=word,
                options=there,
            )
            raise Refusal(says, INVALID)
        name, takes = names[word]
        if not value and takes != "no" and rest and not rest[0].startswith("-"):
            value = rest.pop(0)
        if takes == "yes" and not value:
            says = Sentence("{word} needs a value after it.", word=word)
            raise Refusal(says, INVALID)
        if name in found:
            says = Sentence(
                "{word} stands twice, and which one counts is not known here; write it "
                "once, with its values in one list.",
                word=word,
            )
            raise Refusal(says, INVALID)
        found[name] = value
    return found


def _gpus(text: str) -> tuple[int | str, ...]:
    parts = text.split(",")
    if all(_NUMBER.fullmatch(one) or _GPU.fullmatch(one) for one in parts):
        return tuple(int(one) if _NUMBER.fullmatch(one) else one for one in parts)
    says = Sentence(
        "-i takes numbers, bus ids or UUIDs of GPUs with commas between them, not {text}.",
        text=text,
    )
    raise Refusal(says, INVALID)


def _numbers(name: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(","))
    except ValueError:
        says = Sentence(
            "{option} must be numbers separated by commas, not {text}.",
            option=_IDS[name],
            text=text,
        )
        raise Refusal(says, INVALID) from None


def _wanted(text: str) -> tuple[Wanted, ...]:
    found: list[Wanted] = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        named, colon, start = one.partition(":")
        if colon and not _NUMBER.fullmatch(start):
            says = Sentence(
                "{word}: the start after the colon must be a number.", word=one
            )
            raise Refusal(says, INVALID)
        found.append((named.removeprefix("MIG "), int(start) if colon else None))
    return tuple(found)


def profiles(text: str) -> tuple[Wanted, ...]:
    """Profiles with their starts, as `-cgi` takes them: "9:4,1g.10gb"."""
    return _wanted(text)
