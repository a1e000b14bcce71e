"""The tables that nvidia-smi prints, character for character.

Column widths have grown with the driver; `era` names the branch whose form is printed:
R450 (first drivers), R470 (up to R570) or R580 (R575 and later); "" is that of the GPU's
driver. What nobody has printed of a profile shows as N/A. Exact against captures of lgip,
lgipp, lgi, lci and lcip.
"""

from collections.abc import Iterator, Mapping

from certlab.labs.mig.compute_instances import free as compute_free
from certlab.labs.mig.compute_instances import offers
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.partitions import Partition
from certlab.labs.mig.profiles import knows
from certlab.labs.mig.refusal import OFF

ERAS = {"R450": 11, "R470": 14, "R580": 16}  # width of a profile's name in -lgip
NO_INSTANCES = "No GPU instances found: Not Found"
NO_COMPUTES = "No compute instances found: Not Found"

Gpus = Gpu | Mapping[int, Gpu]  # one GPU is number 0


def by_index(gpus: Gpus) -> Mapping[int, Gpu]:
    """GPUs by their number."""
    return {0: gpus} if isinstance(gpus, Gpu) else gpus


def _name_width(gpus: Gpus, era: str) -> int:
    """Width of a profile's name: as in that era, or as the first GPU's driver has it."""
    driver = next((gpu.driver for gpu in by_index(gpus).values()), "")
    if not knows(driver, "470"):
        return ERAS[era or "R450"]
    return ERAS[era or ("R580" if knows(driver, "575") else "R470")]


def lgip(gpus: Gpus, era: str = "") -> str:
    """`nvidia-smi mig -lgip`: the profiles, and how many of each still fit."""
    wide = _name_width(gpus, era)
    head = (
        "| GPU instance profiles:",
        f"| GPU   Name{'':{wide - 1}}ID    Instances   Memory     P2P    SM    DEC   ENC  |",
        f"|{'':{wide + 16}}Free/Total   GiB              CE    JPEG  OFA  |",
    )
    rows = [
        _profile_row(index, gpu, one, wide)
        for index, gpu in by_index(gpus).items()
        for one in gpu.profiles
    ]
    return _table(head, rows)


def _profile_row(index: int, gpu: Gpu, one: Partition, wide: int) -> str:
    counts = f"{gpu.free(one.id)}/{one.most}"
    memory = "N/A" if one.memory_gib is None else f"{one.memory_gib:.2f}"
    first = (
        f"| {index:>3}  MIG {one.name:<{wide}}{one.id:>2}     {counts:<11}{memory:<11}"
        f"No     {_or_na(one.sms):<7}{_or_na(one.decoders):<6}{_or_na(one.encoders):<4}|"
    )
    second = f"{_or_na(one.copy_engines):<6}{_or_na(one.jpeg):<6}{_or_na(one.ofa):<4}|"
    return f"{first}\n|{second:>{len(first) - 1}}"


def lgipp(gpus: Gpus) -> str:
    """`nvidia-smi mig -lgipp`: where the profiles may stand."""
    return "\n".join(
        f"GPU {index:>2} Profile ID {one.id:>2} "
        f"Placement{'s' if len(one.starts) > 1 else ' '}: "
        f"{{{','.join(map(str, one.starts))}}}:{one.size}"
        for index, gpu in by_index(gpus).items()
        for one in gpu.profiles
    )


def lgi(gpus: Gpus, era: str = "") -> str:
    """`nvidia-smi mig -lgi`: the GPU instances."""
    wide = _name_width(gpus, era) + 2
    head = (
        "| GPU instances:",
        f"| GPU   Name{'':{wide - 3}}Profile  Instance   Placement  |",
        f"|{'':{wide + 10}}ID       ID       Start:Size |",
    )
    rows = [
        f"| {index:>3}  MIG {one.name:<{wide}}{one.profile.id:>2}{one.id:>9}"
        f"{one.start:>11}:{one.profile.size:<6}|"
        for index, gpu in _enabled(gpus).items()
        for one in gpu.listed
    ]
    return _table(head, rows) if rows else _nothing(gpus, NO_INSTANCES)


def lci(gpus: Gpus, era: str = "") -> str:
    """`nvidia-smi mig -lci`: the compute instances."""
    old = _name_width(gpus, era) == ERAS["R450"]
    head = (
        "| Compute instances:",
        f"| GPU     GPU       Name             Profile   Instance {'' if old else '  Placement  '}|",
        f"|       Instance                       ID        ID     {'' if old else '  Start:Size '}|",
        f"|         ID{'':{44 if old else 57}}|",
    )
    rows = [
        f"| {index:>3}{one.id:>7}       MIG {each.name:<16}{each.profile:>2}{each.id:>10}"
        f"{'     |' if old else f'{each.start:>11}:{each.size:<6}|'}"
        for index, gpu in _enabled(gpus).items()
        for one in gpu.listed
        for each in one.computes
    ]
    return _table(head, rows) if rows else _nothing(gpus, NO_COMPUTES)


def lcip(gpus: Gpus) -> str:
    """`nvidia-smi mig -lcip`: what each GPU instance can be divided into."""
    head = (
        "| Compute instance profiles:",
        "| GPU     GPU       Name             Profile  Instances   Exclusive       Shared       |",
        "|       Instance                       ID     Free/Total     SM       DEC   ENC   OFA  |",
        "|         ID                                                          CE    JPEG       |",
    )
    rows = [*_offers(gpus)]
    return _table(head, rows) if rows else _nothing(gpus, NO_INSTANCES)


def _offers(gpus: Gpus) -> Iterator[str]:
    for index, gpu in _enabled(gpus).items():
        for one in gpu.listed:
            for offer in offers(gpu.table, one.profile):
                has = one.profile
                counts = f"{compute_free(one, offer)}/{offer.most}"
                first = (
                    f"| {index:>3}{one.id:>7}       MIG {offer.name:<16}{offer.id:>2}"
                    f"{'*' if offer.whole else ' '}     {counts:<14}"
                    f"{_or_na(offer.sms):<10}{_or_na(has.decoders):<6}"
                    f"{_or_na(has.encoders):<6}{_or_na(has.ofa):<4}|"
                )
                second = f"{_or_na(has.copy_engines):<6}{_or_na(has.jpeg):<10}|"
                yield f"{first}\n|{second:>{len(first) - 1}}"


def _enabled(gpus: Gpus) -> dict[int, Gpu]:
    return {index: gpu for index, gpu in by_index(gpus).items() if gpu.enabled}


def _nothing(gpus: Gpus, says: str) -> str:
    return says if _enabled(gpus) else OFF


def _or_na(value: int | None) -> str:
    return "N/A" if value is None else str(value)


def _table(head: tuple[str, ...], rows: list[str]) -> str:
    """A title, column heads and rows, each row closed by a rule."""
    width = len(head[1]) - 2
    rule = f"+{'-' * width}+"
    title = f"{head[0]:<{width + 1}}|"
    lines = [rule, title, *head[1:], f"|{'=' * width}|"]
    for row in rows:
        lines += [row, rule]
    return "\n".join(lines)
