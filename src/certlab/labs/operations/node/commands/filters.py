"""The filters of a pipe, over what comes in or over one file."""

import re
from collections.abc import Callable
from typing import Any

from certlab.labs.operations.node import files
from certlab.labs.operations.node.answer import UNKNOWN, Answer, Call, Refusal, Unknown
from certlab.labs.operations.node.described import described

Given = dict[str, str]
_GONE = {  # a file that is not there, in the words of the tools that differ
    **dict.fromkeys(("head", "tail"), "{0}: cannot open '{1}' for reading: {2}"),
    "sort": "{0}: cannot read: {1}: {2}",
    "awk": "{0}: cannot open {1} ({2})",
}


def _options(call: Call, flags: str, values: str) -> tuple[Given, list[str]]:
    """Its options, those without a value as "", and the words that are none."""
    given: Given = {}
    rest, words = [], [*call.words]
    while words:
        word = words.pop(0)
        if not word.startswith("-") or word == "-":
            rest += [word]
            continue
        letters = f"n{word[1:]}" if word[1:].isdigit() and "n" in values else word[1:]
        while letters:
            letter, letters = letters[0], letters[1:]
            lacks = letter in values and not letters and not words
            if letter not in flags + values or lacks:
                raise Unknown(word)
            given[letter] = ""
            if letter in values:
                given[letter], letters = letters or words.pop(0), ""
    return given, rest


def _lines(call: Call, paths: list[str]) -> list[str]:
    """The lines of the pipe, or of the file that was named."""
    if len(paths) > 1:
        raise Unknown("with several files")
    if paths:
        known = files.files(call.world, call.host)
        if paths[0] in known:
            return known[paths[0]].splitlines()
        folder = any(path.startswith(paths[0].rstrip("/") + "/") for path in known)
        why = "Is a directory" if folder else "No such file or directory"
        text = _GONE.get(call.name, "{0}: {1}: {2}").format(call.name, paths[0], why)
        raise Refusal(Answer(text, 1 + (call.name in ("grep", "sort", "awk"))))
    if call.input is None:
        text = f"[certlab] {call.name} without a file or a pipe waits for the keyboard."
        raise Refusal(Answer(f"{text} Nothing was done.", UNKNOWN, 0))
    return call.input.splitlines()


def _filter(
    work: Callable[..., Any], flags: str = "", values: str = "", leading: int = 0
) -> Callable[[Call], Answer]:
    """A command that makes lines of lines.

    Args:
        work: gets the call, the options, the lines and the leading words.
        flags: its options without a value.
        values: its options with one.
        leading: words before the file, such as a pattern.
    """

    def run(call: Call) -> Answer:
        given, words = _options(call, flags, values)
        if len(words) < leading:
            raise Unknown("without a pattern")
        lines = _lines(call, words[leading:])
        made = work(call, given, lines, *words[:leading])
        form = FILE_FORMS.get(call.words[-1], "") if call.words else ""
        return Answer("\n".join(made), int(call.name == "grep" and not made), form=form)

    return run


def _number(text: str) -> int:
    if not text.isdigit() or len(text) > 6:
        raise Unknown(text)
    return int(text)


def _same(_call: Call, _given: Given, lines: list[str]) -> list[str]:
    return lines


def _head(_call: Call, given: Given, lines: list[str]) -> list[str]:
    return lines[: _number(given.get("n", "10"))]


def _tail(_call: Call, given: Given, lines: list[str]) -> list[str]:
    if "f" in given:
        text = "[certlab] tail -f waits for more; run tail again. Nothing was done."
        raise Refusal(Answer(text, UNKNOWN, 0))
    return lines[max(0, len(lines) - _number(given.get("n", "10"))) :]


def _wc(call: Call, given: Given, lines: list[str]) -> list[str]:
    text = "".join(f"{line}\n" for line in lines)
    counts = {"l": len(lines), "w": len(text.split()), "c": len(text.encode())}
    shown = [n for key, n in counts.items() if key in given or not given]
    paths = [word for word in call.words if not word.startswith("-")]
    wide = 0 if len(shown) == 1 else len(str(counts["c"])) if paths else 7
    return [" ".join([*(f"{n:>{wide}}" for n in shown), *paths])]


def _sort(_call: Call, given: Given, lines: list[str]) -> list[str]:
    def key(line: str) -> tuple[float, str]:
        found = re.match(r"\s*(-?\d{1,15}(?:\.\d*)?)", line) if "n" in given else None
        return (float(found[1]) if found else 0.0, line)

    if {"n", "u"} <= given.keys():  # it would keep one line of each number
        raise Unknown("-n with -u")
    return sorted({*lines} if "u" in given else lines, key=key, reverse="r" in given)


def _uniq(_call: Call, given: Given, lines: list[str]) -> list[str]:
    runs: list[list[Any]] = []
    for line in lines:
        if runs and runs[-1][1] == line:
            runs[-1][0] += 1
        else:
            runs += [[1, line]]
    return [f"{n:7} {line}" if given else line for n, line in runs]


def _cut(call: Call, given: Given, lines: list[str]) -> list[str]:
    wanted = given.get("f", given.get("c", ""))
    part = r"\d{1,4}(-\d{0,4})?|-\d{1,4}"
    listed = re.fullmatch(rf"({part})(,({part}))*", wanted)
    if ("f" in given) == ("c" in given) or not listed:
        raise Unknown(" ".join(call.words))
    by = given.get("d", "\t") if "f" in given else ""
    if "f" in given and len(by) != 1:
        return ["cut: the delimiter must be a single character"]
    return [_some(line, wanted, by) for line in lines]


def _some(line: str, wanted: str, by: str) -> str:
    """The fields or characters of a list such as "1,3-5"; a line without the sign is whole."""
    parts, take = line.split(by) if by else [*line], set[int]()
    if by and len(parts) == 1:
        return line
    for one in wanted.split(","):
        first, dash, last = one.partition("-")
        end = int(last or len(parts)) if dash else int(first)
        take |= set(range(int(first or 1), min(end, len(parts)) + 1))
    return by.join(part for n, part in enumerate(parts, 1) if n in take)


def _awk(_call: Call, given: Given, lines: list[str], script: str) -> list[str]:
    form = r"\s*(?:/([^/]*)/\s*)?\{\s*print((?:\s*,?\s*\$(?:\d{1,3}|NF))*)\s*\}\s*"
    found = re.fullmatch(form, script)
    if not found:
        known = "only '{print $1, $NF}', with -F and /WORD/ before it"
        raise Unknown(f"'{script}' ({known})")
    wanted = re.findall(r"\$(\d+|NF)", found[2]) or ["0"]
    made = []
    for line in lines:
        if (found[1] or "") in line:
            parts = [line, *line.split(given.get("F", "").strip() or None)]
            at = (len(parts) - 1 if n == "NF" else int(n) for n in wanted)
            made += [" ".join(parts[n] if n < len(parts) else "" for n in at)]
    return made


def _grep(_call: Call, given: Given, lines: list[str], pattern: str) -> list[str]:
    find = _pattern(pattern, given)
    hits = [n for n, s in enumerate(lines) if bool(find.search(s)) != ("v" in given)]
    if "q" in given:
        return [""] if hits else []
    if "c" in given:
        return [str(len(hits))]
    around = given.get("C", "0")
    after, before = (_number(given.get(key, around)) for key in "AB")
    near = {n for hit in hits for n in range(hit - before, hit + after + 1)}
    made, last = list[str](), -1
    for n in sorted(near & {*range(len(lines))}):
        made += ["--"] if (after or before) and made and n > last + 1 else []
        last, mark = n, ":" if n in hits else "-"
        parts = [s[0] for s in find.finditer(lines[n]) if s[0]]
        number = f"{n + 1}{mark}" if "n" in given else ""
        made += [number + one for one in (parts if "o" in given else [lines[n]])]
    return made


def _pattern(text: str, given: Given) -> re.Pattern[str]:
    """A basic or extended expression as Python has it."""
    if "F" in given:
        text = re.escape(text)
    elif "E" not in given:
        # A sign means itself, and with a backslash what it means with -E.
        text = re.sub(r"\\?[|+?(){}]", lambda m: m[0][1:] or f"\\{m[0]}", text)
    if re.search(r"[+*}]\)?[+*{]", text):
        raise Unknown(f"'{text}', which repeats a repetition")
    text = text.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d")
    try:
        whole = rf"\b(?:{text})\b" if "w" in given else text
        return re.compile(whole, re.IGNORECASE if "i" in given else 0)
    except (re.error, OverflowError, RecursionError):
        raise Refusal(Answer("grep: Invalid regular expression", 2)) from None


_RUNS = {
    "grep": _filter(_grep, "ivcEnowFq", "ABC", 1),
    "head": _filter(_head, "", "n"),
    "tail": _filter(_tail, "fF", "n"),
    **dict.fromkeys(("less", "more", "cat"), _filter(_same)),
    "wc": _filter(_wc, "lwc"),
    "sort": _filter(_sort, "nru"),
    "uniq": _filter(_uniq, "c"),
    "cut": _filter(_cut, "", "dfc"),
    "awk": _filter(_awk, "", "F", 1),
}
COMMANDS = described(_RUNS)
_CAT = next(one for one in COMMANDS if one.name == "cat")
# "/etc/os-release": "cat /etc/os-release", the form that a text of the file has.
FILE_FORMS = {form.line[4:]: form.line for form in _CAT.forms}
