"""JupyterLite driven as a learner would, by its own commands."""

from typing import Any

from playwright.sync_api import Page

READY = "window.jupyterapp?.shell.currentWidget?.context?.isReady"
RUN = """async (milliseconds) => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.sessionContext.ready;
  const run = window.jupyterapp.commands.execute("notebook:run-all-cells");
  const late = new Promise((resolve) => setTimeout(() => resolve("late"), milliseconds));
  return await Promise.race([run.then(() => "done"), late]);
}"""
MODEL = "() => window.jupyterapp.shell.currentWidget.content.model.toJSON()"
SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


def open_notebook(page: Page, root: str, path: str) -> None:
    """Follow an "Open in the browser" link, until the notebook stands there."""
    page.goto(f"{root}lite/lab/index.html?path={path}")
    page.wait_for_function(READY, timeout=60_000)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()


def run_all(page: Page, seconds: int = 120) -> list[dict[str, Any]]:
    """Run every cell of the open notebook; its cells afterwards."""
    assert page.evaluate(RUN, seconds * 1000) == "done"
    cells: list[dict[str, Any]] = page.evaluate(MODEL)["cells"]
    return cells


def faults(cells: list[dict[str, Any]]) -> list[str]:
    """Code cells that were not run or that raised, a line each."""
    found = []
    for number, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        errors = [one for one in cell["outputs"] if one["output_type"] == "error"]
        found += [f"{number}: {one['ename']}: {one['evalue']}" for one in errors]
        if cell["execution_count"] is None and "".join(cell["source"]).strip():
            found.append(f"{number}: not run")
    return found


def texts(cells: list[dict[str, Any]]) -> dict[str, str]:
    """What each code cell printed, by cell id."""
    return {
        cell["id"]: "".join(
            "".join(one["text"])
            for one in cell.get("outputs", [])
            if one.get("name") == "stdout"
        )
        for cell in cells
    }
