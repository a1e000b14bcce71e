"""What of a text is none of the outputs that were read, so that nothing is dropped unsaid."""

import re
from collections.abc import Callable, Sequence

from certlab.finding import Finding
from certlab.labs.systems.topology.findings import note, problem
from certlab.labs.systems.topology.lines import lines
from certlab.labs.systems.topology.wording import counted

# What other tools print, what they are called, and what is read in their place.
_OTHERS = (
    (r"Infiniband device '[^']*' port \d+ status", "ibstatus", "ibstat"),
    (r"\bhca_id:", "ibv_devinfo", "ibstat"),
    (
        r"(?m)^[ \t]*GPU\d+[ \t]+(?:\w+[ \t]+)*(?:OK|CNS|GNS|TNS|DR|NS)\b",
        "nvidia-smi topo -p2p",
        "nvidia-smi topo -m",
    ),
    (r"\| NVIDIA-SMI \d|=NVSMI LOG=", "nvidia-smi", "nvidia-smi topo -m or nvlink -s"),
)
_ERROR = re.compile(
    r"\bib(?:panic|warn|error)\b|\b(?:failed|errors?|unable|cannot|can't|couldn't|lost)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(r".*\b(?:nvidia-smi|ibstat)\b[^:]*")  # with its prompt
_SAYS = re.compile(r"[^\W\d_]{2}")  # a rule of dashes says nothing


def named(text: str) -> str:
    """The sentence about another tool whose output it is, "" where it is none we know."""
    for sign, tool, instead in _OTHERS:
        if re.search(sign, text):
            return f"This is what {tool} prints; give what {instead} prints."
    return ""


def why_nothing(text: str, failed: Sequence[str]) -> str:
    """The sentence about a text in which no output could be read.

    Args:
        failed: the sentences of the readers that found something of theirs.
    """
    rows = [line.strip() for _, line in lines(text) if line.strip()]
    if said := named(text):
        return said
    if len(rows) <= 3 and (bad := next(filter(_ERROR.search, rows), "")):
        return f'There is no output to read, only the tool\'s error: "{bad[:100]}".'
    if any(failed):
        return failed[0]
    if re.search(r"(?m)^GPU \d+: .*\(UUID: GPU-", text):
        return (
            "This is what nvidia-smi -L prints; give what nvidia-smi nvlink -s prints."
        )
    return (
        "This is none of what nvidia-smi topo -m, nvidia-smi nvlink -s, ibstat and a run "
        "with NCCL_DEBUG=INFO print."
    )


def check(text: str, owners: Sequence[Callable[[str], bool]]) -> list[Finding]:
    """Errors of a tool among the lines that nobody read, and how many others there are."""
    rows = [
        (number, line.strip())
        for number, line in lines(text)
        if _SAYS.search(line)
        and not _COMMAND.fullmatch(line)
        and not any(owns(line) for owns in owners)
    ]
    errors = [row for row in rows if _ERROR.search(row[1])]
    says = [
        problem(
            "error",
            f'line {number} reads "{line[:120]}": the tool did not get through, so what it '
            "lists may not be all there is.",
        )
        for number, line in errors[:3]
    ]
    if len(errors) > 3:
        says.append(problem("error", f"{len(errors) - 3} more such lines."))
    if others := [row for row in rows if row not in errors]:
        number, line = others[0]
        many = counted(len(others), "line was", "lines were")
        told = f'{many} not read; the first is line {number}, "{line[:60]}".'
        says.append(note("left out", told))
    return says
