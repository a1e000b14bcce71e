"""Text as a terminal gave it, line by line, without what only colours it."""

import re
from collections.abc import Iterator

# Newer drivers underline a header. A paste often loses the escape byte and keeps the rest.
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b|\[[0-9;]{1,5}m")


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Each line with its number from 1; line ends of any system, no styles, no blanks
    at its end."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        yield number, _STYLE.sub("", line).rstrip()
