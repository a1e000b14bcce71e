"""`man`: a page of each command, which says what each of its forms rests on."""

import pytest

from certlab.labs.operations.node import machine, shell
from certlab.labs.operations.node.answer import MARKS
from certlab.labs.operations.node.commands import commands

WORLD = machine.healthy(1)


@pytest.mark.parametrize("name", commands())
def test_a_page_names_each_form_with_its_mark_and_source(name: str) -> None:
    one = commands()[name]
    host = "head" if one.here(WORLD, "head") else "node-a"
    found = shell.run(WORLD, host, f"man {name}")
    assert found.exit == 0
    assert found.seconds == 0
    for form in one.forms:
        rests = f"{MARKS[form.mark]}: {form.source}"
        assert f"{form.line}\n           {rests}" in found.text
    for flag, means in one.flags.items():
        assert flag in found.text
        assert means in found.text


@pytest.mark.parametrize(("line", "exit"), [("man", 1), ("man qwert", 16)])
def test_what_has_no_page(line: str, exit: int) -> None:
    assert shell.run(WORLD, "head", line).exit == exit
