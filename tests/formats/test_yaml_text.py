"""YAML of strangers: what it says is read, and what it would do is not done."""

import json

import pytest
import yaml

from certlab.errors import ContentError
from certlab.formats.yaml_text import DEEPEST, LONGEST, MOST, documents

LAUGHS = "\n".join(
    [
        "a0: &a0 [x]",
        *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40)),
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "a: [1, -2, 0x10, 010, 1_000, 1.5, 1e3, .inf, ~, yes, No, on, text]\nb: {c: null}",
        "a: |\n  two\n  lines\nb: >-\n  one\n  line\n'8': \"8\"\n1: 2\nno: x\n",
        "base: &b {x: 1, y: 2}\nmade: {<<: *b, y: 3}\nlist:\n- &i 5\n- *i\n",
        "one: {<<: [{x: 1}, {x: 2, z: 3}]}\n",
        json.dumps({"a": [1, {"b": None}], "c": "\u00e9"}),
        "--- 1\n---\n--- {a: b}\n...\n",
        "%YAML 1.1\n---\na: !!str 8\nb: ! 8\n",
    ],
)
def test_it_says_what_pyyaml_says(text: str) -> None:
    assert documents(text, "f") == [
        one for one in yaml.safe_load_all(text) if one is not None
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-11-27", "2026-11-27"),
        ("9999-99-99", "9999-99-99"),
        ("1:30", "1:30"),
        ("9" * 5000, "9" * 5000),
        (str(2**63), str(2**63)),
        (str(2**63 - 1), 2**63 - 1),
    ],
)
def test_what_is_text_to_kubernetes(text: str, value: object) -> None:
    assert documents(text, "f") == [value]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            LAUGHS,
            f"f: line 6: from here on it stands for more than {MOST:,} values; write ",
        ),
        (
            "[" * 3000,
            f"f: line 1: more than {DEEPEST} lists and mappings lie inside each ",
        ),
        ("- " * 3000 + "a", f"f: line 1: more than {DEEPEST} lists and mappings lie "),
        (
            "{a: " * 3000,
            f"f: line 1: more than {DEEPEST} lists and mappings lie inside ",
        ),
        (
            "a: &a [*a]",
            "f: line 1: the alias *a stands for something that holds it; write",
        ),
        (
            "a: *b",
            "f: line 1: the alias *b stands for nothing above; name the anchor that ",
        ),
        ("&a a\n--- *a", "f: line 2: the alias *a stands for nothing above; name the"),
        (
            "a: 1\nb: 2\na: 3",
            "f: line 3: the key a stands twice in one mapping; remove one.",
        ),
        (
            "? [a]\n: b",
            "f: line 1: a list or mapping stands as a key; write a text there.",
        ),
        ("a: {<<: 5}", "f: line 1: << takes a mapping; write one there."),
        (
            "a:\n  !!python/object:os.system x",
            "f: line 2: the tag !!python/object:os.system",
        ),
        ("!!timestamp x", "f: line 1: the tag !!timestamp is not read; remove it."),
        ("!!int x", "f: line 1: the tag !!int is not read; remove it."),
        ("!!binary x", "f: line 1: the tag !!binary is not read; remove it."),
        ("a: [\n", "f: not valid YAML in line 1."),
        ("a: \0", "f: not valid YAML"),
        (
            "a: '" + "x" * LONGEST,
            f"f: it has more than {LONGEST:,} characters; check its",
        ),
    ],
    ids=range(17),
)
def test_what_bites_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ContentError) as told:
        documents(text, "f")
    assert str(told.value).startswith(says)
    assert len(str(told.value)) < 200
