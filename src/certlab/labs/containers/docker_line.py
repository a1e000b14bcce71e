"""A line of `docker run`, taken apart as Docker does: options, image, command.

What stands before the image is Docker's, what stands behind it is the container's.
"""

import re
import shlex
from dataclasses import dataclass

from certlab.errors import Refusal

# Options without a value; all others take one, as `--name value` or `--name=value`.
PLAIN = {
    *("--rm", "--interactive", "--tty", "--detach", "--privileged", "--init"),
    *("--read-only", "--publish-all", "--no-healthcheck", "--oom-kill-disable"),
}
_LETTERS = set("itdP")  # of one letter, without a value; they may be joined
_SUBSTITUTION = re.compile(r"\$\([^()]*\)")
_SPELLINGS = {"-e": "--env", "-v": "--volume", "-u": "--user", "-w": "--workdir"}


@dataclass(frozen=True)
class DockerRun:
    """A line of `docker run`.

    Attributes:
        options: name and value of each option, in order; "" where it takes none.
        image: "" where the line ends before one.
        command: the words behind the image.
    """

    options: tuple[tuple[str, str], ...]
    image: str
    command: tuple[str, ...]

    def values(self, name: str) -> list[str]:
        """The values of every option of that name."""
        return [value for option, value in self.options if option == name]

    def has(self, name: str) -> bool:
        """Whether the option stands before the image."""
        return bool(self.values(name))

    @property
    def variables(self) -> dict[str, str]:
        """What `-e NAME=VALUE` sets in the container."""
        return dict(one.partition("=")[::2] for one in self.values("--env"))


def words_of(line: str) -> list[str]:
    """The words of a shell line; `$(…)` stays one word, as the shell would fill it in."""
    whole = _SUBSTITUTION.sub("VALUE", line.replace("\\\n", " ").strip())
    try:
        words = shlex.split(whole.removeprefix("$ "))
    except ValueError as error:
        raise Refusal(f"The line cannot be read: {error}. Close the quotes.") from error
    return words[1:] if words[:1] == ["sudo"] else words


def docker_run(line: str) -> DockerRun:
    """Take a line apart; raise a Refusal where it is no `docker run`."""
    words = words_of(line)
    for start in (["docker", "run"], ["docker", "container", "run"]):
        if words[: len(start)] == start:
            return _read(words[len(start) :])
    raise Refusal("The line is no `docker run`; begin it with docker run.")


def _read(words: list[str]) -> DockerRun:
    options: list[tuple[str, str]] = []
    rest = list(words)
    while rest and rest[0].startswith("-"):
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--") and set(name[1:]) <= _LETTERS:
            options += [(f"-{letter}", "") for letter in name[1:]]
            continue
        if not name.startswith("--") and len(name) > 2:
            name, value, equals = name[:2], name[2:], "="
        if not equals and name not in PLAIN:
            value = rest.pop(0) if rest else ""
        options.append((_SPELLINGS.get(name, name), value))
    image, *command = rest or [""]
    return DockerRun(tuple(options), image, tuple(command))
