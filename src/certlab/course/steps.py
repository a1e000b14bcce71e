"""Steps of the path of an exam: what to read and which lab to do, in the order of rows."""

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Step:
    """One `[[path]]` row of a certification.

    What is written has its title and its minutes in its own file, and no row repeats them.

    Attributes:
        module: the slug of the module to read, or that the lab belongs to.
        sections: anchors of what to read; () for all pages, and for a lab.
        lab: the lab's id, "" for something to read.
        planned: the title of what is not written yet, "" for what is.
        minutes: what the planned may take; 0 for what is written.
    """

    module: str
    sections: tuple[str, ...]
    lab: str
    planned: str
    minutes: int


def read_step(table: Table, number: int) -> Step:
    """One row; `number` is its place in the path, from 1."""
    table.id = f"path {number}"
    page, lab = table.text("read", ""), table.text("lab", "")
    step = Step(
        module=page or lab.partition("/")[0],
        sections=table.texts("sections"),
        lab=lab,
        planned=table.text("planned", ""),
        minutes=table.integer("minutes", 0),
    )
    table.done()
    if bool(page) == bool(lab):
        says = 'write either read = "a-module" or lab = "a-module/10_a_lab".'
        table.problem(f"a step is a page or a lab; {says}")
    if lab and step.sections:
        table.problem("a lab is done as a whole; remove its sections.")
    if bool(step.planned) != (step.minutes > 0):
        says = "what is written has minutes of its own, and what is not needs both."
        table.problem(f"planned and minutes belong together; {says}")
    return step
