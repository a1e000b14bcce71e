"""Numbers with a unit in prose: each must come from a fact or a worked example."""

import re

from certlab.course.template import PLACEHOLDER

# Units that make a number a claim. Words such as "GPUs" or "bits" stay out: "two GPUs"
# tells a story, "80 GB" states a fact.
_UNITS = (
    "TFLOPS|GFLOPS|PFLOPS|TOPS|FLOPS|TB/s|GB/s|MB/s|GiB/s|Gb/s|Gbit/s|TB|GB|MB|KB|kB"
    "|TiB|GiB|MiB|KiB|bytes|byte|GHz|MHz|kW|MW|W|ms|µs|us|ns|seconds|minutes"
    "|cycles|threads|warps|blocks|registers|lanes|times|x|×|%|percent"
)
_MEASURE = re.compile(
    rf"(?<![\w.,/-])(\d[\d,]*(?:\.\d+)?)[ \u00a0-]?({_UNITS})(?![\w/])"
)
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_WORKED = re.compile(r"^> \*\*Worked example.*?(?=^[^>]|\Z)", re.DOTALL | re.MULTILINE)
_TARGET = re.compile(r"\]\([^)]*\)")


def loose_measures(text: str) -> list[str]:
    """Numbers with a unit that stand in a text by themselves.

    Placeholders, code, link targets and **Worked example** boxes are passed over.
    """
    for pattern in (_WORKED, _FENCE, _CODE, _TARGET, PLACEHOLDER):
        text = pattern.sub(" ", text)
    return [match.group(0).strip() for match in _MEASURE.finditer(text)]
