"""What English is left in a text that was said in another language."""

import re

# Names that stay: products, tools, their flags and values, versions, profiles.
STAY = (
    r"nvidia-smi( mig)?|certlab|NVIDIA|[A-Z]+\d+[A-Z]*|GPU|MIG|SM|UUID|GiB|GB"
    r"|\d+c?\.?\d+g\.\d+gb\S*|\d+g\.\d+gb\S*|(?<!\w)-{1,2}[A-Za-z]+|[\w-]+\.jsonl"
)


def latin(text: str, *names: str) -> list[str]:
    """The Latin words in a text, but for names of things and those given."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", text)
    return re.findall(r"[A-Za-z]{2,}", re.sub(STAY, " ", text))
