"""The options of a line: which of those that a command has here stand in it."""

from collections.abc import Sequence

from certlab.labs.operations.node.answer import Unknown


def read(
    words: Sequence[str],
    valued: str,
    bare: str = "",
    *,
    getopt: bool = False,
    most: int = 0,
) -> tuple[dict[str, str], list[str]]:
    """The options by the first of their names, with their values, and the words among them.

    Args:
        words: the line without the command.
        valued: names of those that a value follows, "--id|-i --display|-d".
        bare: of those without a value.
        getopt: "-Nl" is "-N -l", and "-nx" is "-n x".
        most: how many words may stand among them; what follows the last is left alone.

    Raises:
        Unknown: a word is none of them, one lacks its value or stands twice.
    """
    every, takes = (
        f"{valued} {bare}".split(),
        {one.split("|")[0] for one in valued.split()},
    )
    names = {name: one.split("|")[0] for one in every for name in one.split("|")}
    options: dict[str, str] = {}
    others: list[str] = []
    rest = [*words]
    while rest and not 0 < most == len(others):
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        option = names.get(name, "")
        if getopt and not option and word[:2] in names:
            more = "" if names[word[:2]] in takes else "-"
            rest[:0] = [word[:2], more + word[2:]]
        elif most and word[:1] != "-":
            others.append(word)
        elif not option or option in options or (sign and option not in takes):
            raise Unknown(word)
        else:
            if option in takes and not sign:
                value = rest.pop(0) if rest else ""
                if not value or value in names:
                    raise Unknown(f"{word} without a value")
            options[option] = value
    return options, others
