"""Masking what looks like personal data in free text."""

import re

# What a pattern finds, and only that: a name has none.
PATTERNS = {
    "MAIL": re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w"),
    "CARD": re.compile(r"\b(?:\d[ -]?){15}\d\b"),
    "PHONE": re.compile(r"(?<!\d)\+?\d[\d ()-]{7,}\d(?!\d)"),
}


def mask(text: str) -> str:
    """The text with each find of `PATTERNS` replaced by its name in angle brackets."""
    for name, pattern in PATTERNS.items():
        text = pattern.sub(f"<{name}>", text)
    return text
