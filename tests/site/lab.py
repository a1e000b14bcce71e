"""JupyterLite driven as a learner would, by its own commands."""

from typing import Any

from playwright.sync_api import Page

from tests import bound

READY = "window.jupyterapp?.shell.currentWidget?.context?.isReady"
RUN = """async () => {
  await window.jupyterapp.shell.currentWidget.sessionContext.ready;
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""
MODEL = "() => window.jupyterapp.shell.currentWidget.content.model.toJSON()"
# Whether a notebook is stored with an output: saving says nothing when it is done.
STORED = """async (path) => {
  const { contents } = window.jupyterapp.serviceManager;
  const { content } = await contents.get(path, { content: true });
  return content.cells.some((cell) => cell.outputs?.length);
}"""
# Open a notebook with the Python of another one, which forgets all names and is closed.
NEXT = """async ([before, path]) => {
  const shown = [...jupyterapp.shell.widgets("main")].find((one) => one.context?.path === before);
  const { kernel } = shown.sessionContext.session;
  await kernel.requestExecute({ code: "%reset -f" }).done;
  const { id, name } = kernel;
  shown.dispose();
  await jupyterapp.commands.execute("docmanager:open", { path, kernel: { id, name } });
}"""
# Whether a path's notebook is there; it has the focus then, for commands to find it.
SHOWN = """(path) => {
  const shell = window.jupyterapp?.shell;
  const shown = [...(shell?.widgets("main") ?? [])].find((one) => one.context?.path === path);
  if (!shown?.context.isReady) return false;
  shell.activateById(shown.id);
  return shell.currentWidget === shown;
}"""
SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


def within(page: Page, script: str, value: object = None) -> Any:
    """Call a function in the page; it is given up at the bound."""
    late = (
        "new Promise((_, no) => setTimeout(() => no(Error('it does not end')), bound))"
    )
    return page.evaluate(
        f"([value, bound]) => Promise.race([({script})(value), {late}])",
        [value, bound.MILLISECONDS],
    )


def open_notebook(page: Page, root: str, path: str) -> None:
    """Follow an "Open the lab" link, until the notebook stands there."""
    page.goto(f"{root}lite/lab/index.html?path={path}")
    page.wait_for_function(READY)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()


def open_next(page: Page, before: str, path: str) -> None:
    """Open another notebook instead, with the same Python: to start one costs seconds."""
    within(page, NEXT, [before, path])
    page.wait_for_function(SHOWN, arg=path)


def run_all(page: Page) -> list[dict[str, Any]]:
    """Run every cell of the open notebook; its cells afterwards."""
    within(page, RUN)
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
