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
# The same in Chinese, where neither a space nor a word's end stands beside a number.
_CHINESE = (
    "兆位元組|吉位元組|百萬位元組|位元組|執行緒|區塊|暫存器|週期|倍|毫秒|微秒|奈秒|秒|分鐘"
    "|百分比|瓦"
)
_HAN = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_CHINESE_MEASURE = re.compile(
    rf"(?<![A-Za-z0-9.,/-])(\d[\d,]*(?:\.\d+)?)"
    rf"[ \u00a0-]?(?:(?:{_UNITS})(?=[{_HAN}])|[個條顆]?[ \u00a0]?(?:{_CHINESE}))"
    rf"|(?<=[{_HAN}])(\d[\d,]*(?:\.\d+)?)[ \u00a0-]?(?:{_UNITS})(?![\w/])"
)
# Full-width digits, letters and per cent are plain ones.
PLAIN = {
    wide: wide - 0xFEE0
    for wide in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF5B), 0xFF05)
}
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_WORKED = re.compile(
    r"^> \*\*(?:Worked example|Try it).*?(?=^[^>]|\Z)", re.DOTALL | re.MULTILINE
)
_TARGET = re.compile(r"\]\([^)]*\)")


def loose_measures(text: str) -> list[str]:
    """Numbers with a unit that stand in a text by themselves.

    In English or in Chinese. Placeholders, code, link targets and **Worked example** and **Try it** boxes are skipped.
    """
    for pattern in (_WORKED, _FENCE, _CODE, _TARGET, PLACEHOLDER):
        text = pattern.sub(" ", text)
    text = text.translate(PLAIN)
    found = {
        match.start(): match.group(0).strip()
        for pattern in (_CHINESE_MEASURE, _MEASURE)
        for match in pattern.finditer(text)
    }
    return [found[start] for start in sorted(found)]
