"""The code of the labs that run in a browser, in its Python; run by run.mjs."""

# ruff: noqa: T201 -- what it prints is what the test reads
import contextlib
import io
import json
import linecache
import sys
import types

# What JupyterLite brings and this bare Pyodide lacks: the display, and the widgets.
# Their own tests run in a real browser; here it is the labs' Python that is tried.
display = types.ModuleType("IPython.display")
display.SVG = display.Markdown = lambda text: text
display.display = lambda *_: None
ipython = types.ModuleType("IPython")
ipython.display = display
widgets = types.ModuleType("certlab.widgets")
widgets.start = lambda: None
widgets.number_bits = lambda *_, **__: None
widgets.mig_board = lambda *_, **__: types.SimpleNamespace(layouts=[[]], done=False)
models = types.ModuleType("certlab.labs.distributed.widgets")
models.schedule = models.collective = lambda *_, **__: None
sys.modules |= {"IPython": ipython, "IPython.display": display}
sys.modules |= {one.__name__: one for one in (widgets, models)}

from certlab.course import load


def run(lab) -> list[str]:
    """Ids of the cells whose printed text is not the one stored in the notebook."""
    differ, names = [], {"__name__": "__main__"}
    for cell in json.loads(lab.path.read_text("utf-8"))["cells"]:
        only = cell["metadata"].get("certlab", {}).get("only")
        if cell["cell_type"] != "code" or only == "machine":
            continue
        printed = io.StringIO()
        text = "".join(cell["source"])
        # As IPython does it, so that a function's own text can be had.
        file = f"<{lab.id} {cell['id']}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        with contextlib.redirect_stdout(printed):
            exec(compile(text, file, "exec"), names)  # noqa: S102 -- the lab itself
        stored = [one for one in cell["outputs"] if one.get("name") == "stdout"]
        text = "".join("".join(one["text"]) for one in stored)
        ignored = "nbval-ignore-output" in cell["metadata"].get("tags", ())
        if not ignored and printed.getvalue() != text:
            differ.append(cell["id"])
    return differ


course = load()
for lab in course.labs.values():
    if "B" in lab.paths:
        print("LAB", lab.id, *run(lab))
