"""Files of questions that somebody made to do harm: each is read, or refused in a sentence."""

import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from certlab.formats.import_formats import READERS

LONG = 400_000
# Pieces of each format, from which nobody should make such files.
SIGNS = {
    "jupyterquiz": ['[', ']', '{"type": "string", "question": "', '"answers": [', '"', ":",
                    '{"', '":', ",", "1", "1e9", "null", "\\u", "NaN", "-", "&#", "<b>"],
    "gift": ["{", "}", "=", "~", "#", "####", "->", "%", "::", "\\", "\\n", "{=", "%100%", "{#",
             "..", "$CATEGORY:", "//", "[html]", "\n\n", "&#1", "<b", "T"],
    "anki": ["#separator:", "#html:true\n", "#guid column:", '"', '""', "\t", "{{c1::", "{{c",
             "::", "}}", "{{", "[sound:", "]", "<a ", "<", ">", "&#", "&amp;", "='"],
    "mkdocs-quiz": ["<quiz>", "</quiz>", "```", "~~~", "- [x] ", "- [", "] ", "[[", "]]", "> ",
                    "---", "<?quiz?>", "\n- [ ]", "\n> "],
}  # fmt: skip
ANY = [
    *" \t\n\r0aA字",
    "\n\n",
    "\x1b[31m",
    "\x07",
    "\u202e",
    "\u0300\u0327",
    "\ufeff",
    "\x85",
]
HEAD = {"anki": "#html:true\n", "mkdocs-quiz": "<quiz>\n", "gift": "So? {=a ~"}
COMBINING = "a" + "\u0327\u0300" * 9_000
DIGITS = "1" * 9_000
NUMERIC = '[{"type": "numeric", "precision": 9, "question": "a", "answers": [{"correct": true, %s}]}]'
STRING = '[{"type": "string", "question": "%s", "answers": [{"correct": true, "answer": "%s"}]}]'
# What each format has of its own, where a limit is passed by what comes of a small file.
OWN = {
    "anki": [
        "#html:true\nA\t&#" + DIGITS + ";\n",
        "A {{c" + DIGITS + "::x}}\tB\n",
        ("".join(f"{{{{c{n}::a}}}}" for n in range(1, 999)) + "x" * 9000 + "\tB\n") * 300,
        "".join(f"{n}{COMBINING}\tB\n" for n in range(200)),
        "\t".join("a" * 50_000) + "\n",
        "[sound:a]\t\n" * 150_000,
        "#separator:\x00\n", "#guid column:99999\na\tb\n", '"' + "a\n" * 50_000,
    ],
    "gift": [
        "So? {=a" + DIGITS + "}\n\n", "So? {#" + DIGITS + ":0.1}\n\n", "So? {#1.." + DIGITS + "}",
        "[html]So? {=&#" + DIGITS + ";}\n\n", "So? {T#" + "#" * LONG + "}",
        "".join(f"{n}{COMBINING} {{T}}\n\n" for n in range(200)),
    ],
    "jupyterquiz": [
        "[" * LONG, '{"a":' * LONG, "[" + DIGITS + "]", "[1e999, -1e999]",
        NUMERIC % '"value": 5e-324', NUMERIC % '"range": [-1e308, 1e308]',
        STRING % ("a", '", "'.join(map(str, range(90_000)))),
        "[{" + ", ".join(f'"{n}": 1' for n in range(90_000)) + ", " + STRING[2:] % ("a", "b"),
        STRING % ("\\ud800", "\\udfff"), STRING % (f"&#{DIGITS};", "a"),
    ],
    "mkdocs-quiz": [
        "<quiz>\n" + " " * 19_000 + "x\n</quiz>\n", "```\n" * LONG, "<quiz>" * LONG,
        "<quiz>" + "\n- [x] a" * 2_000 + "\n</quiz>", "<?quiz?>\n" * 110_000,
    ],
}  # fmt: skip


def texts(name: str) -> Iterator[str]:
    """Long runs of a format's signs, and signs in any order."""
    chance = random.Random(f"37 {name}")
    yield from OWN[name]
    for one in [*SIGNS[name], *ANY]:
        yield HEAD.get(name, "") + one * (LONG // len(one))
        yield HEAD.get(name, "") + (one * (19_000 // len(one)) + "\n\n") * 20
    signs = SIGNS[name] * 3 + ANY
    for _ in range(150):
        yield "".join(chance.choices(signs, k=chance.randrange(1, 300)))
    for _ in range(10):
        yield "".join(chance.choices(signs, k=40_000))


def files(name: str) -> Iterator[bytes]:
    """The texts as files, then some in a wrong encoding or cut in a sign."""
    for text in texts(name):
        yield text.encode("utf-8", "surrogatepass")
    good = "#html:true\n字\té\n<quiz>\n字\n- [x] é\n- [ ] è\n</quiz>\n"
    for encoding in (
        "utf-16",
        "utf-16-le",
        "utf-32",
        "gb18030",
        "latin-1",
        "utf-7",
        "cp037",
    ):
        yield good.encode(encoding, "replace")
    for head in (
        b"\xff\xfe",
        b"\xfe\xff\xd8",
        b"\xff\xfe\0\0\xff\xff",
        b"\xef\xbb\xbf",
        b"\0",
        b"",
    ):
        yield head + good.encode()[:21]


# Reads each file as a format, and makes of it what an import makes.
READS = """
import json, sys
from pathlib import Path
from certlab.course.banks import read_bank
from certlab.course.markup import html
from certlab.errors import CourseError
from certlab.formats.draft_bank import bank_text
from certlab.formats.import_formats import read_file
from certlab.formats.own_deck import read_cards, take_in
from certlab.terminal.question_lines import wrapped
folder = Path(sys.argv[1])
for path in sorted(folder.glob("*/*.txt")):
    try:
        _, reading = read_cards(path, path.parent.name)
        for draft in reading.drafts[:3]:
            html(draft.ask)
            wrapped(draft.ask)
        taken = take_in(reading, path.with_suffix(".json"), "a")
        path.with_suffix(".json").unlink(missing_ok=True)
        bank_text(reading, "mig", "a", ())
        print("READ", taken.added)
    except CourseError as error:
        print(error)
        if error.__cause__:
            raise
"""


def limited() -> None:
    """What the child may use."""
    resource.setrlimit(resource.RLIMIT_CPU, (240, 240))  # all together need fifteen
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (80 * 2**20, 80 * 2**20))


def test_each_is_read_or_refused_in_one_sentence(tmp_path: Path) -> None:
    made = [(name, data) for name in READERS for data in files(name)]
    for number, (name, data) in enumerate(made):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / f"{number}.txt").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", READS, tmp_path],
        capture_output=True,
        preexec_fn=limited,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    said = done.stdout.decode().split("\n")[:-1]
    assert len(said) == len(made)
    assert {one.startswith("READ") for one in said} == {True, False}
    assert all(one.isprintable() for one in said)
