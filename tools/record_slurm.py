"""Record what the lab on Slurm prints, for machines on which no Slurm is installed.

    python tools/record_slurm.py

It runs the lab's own cells on a real Slurm and writes what each line of the shell printed
to content/captures/slurm/one_node.json, with the machine, the version and the day.
"""

import asyncio
import json
import platform
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TOP = Path(__file__).parents[1]
LAB = TOP / "labs/cluster/10_slurm_gres.ipynb"
FILE = TOP / "content/captures/slurm/one_node.json"
TELLS = "import json\nprint(json.dumps([node.version, node.history]))"


def main() -> None:
    """Run the lab once more and keep what it printed."""
    notebook = nbformat.read(LAB, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(TELLS))
    client = NotebookClient(notebook, timeout=600)
    asyncio.run(client.async_execute())
    version, lines = json.loads(notebook.cells[-1].outputs[0]["text"])
    row = {
        "slurm": version,
        "machine": f"{_system()}, {platform.machine()}, one node with eight pretended GPUs",
        "day": datetime.now(UTC).date().isoformat(),
        "lines": lines,
    }
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(f"{json.dumps(row, indent=1)}\n", "utf-8")


def _system() -> str:
    return platform.freedesktop_os_release()["PRETTY_NAME"]


if __name__ == "__main__":
    main()
