"""One cell's stored output in a learner's notebook, renewed without running anything."""

import json
from pathlib import Path
from typing import Any

from certlab import whole_file


def renew(path: Path, cell: str, source: str, data: dict[str, str]) -> bool:
    """Put an output where a notebook keeps the result of a cell; all else stays as it is.

    Nothing is done to a file that is no notebook, lacks the cell, or whose cell says
    something else than `source`: then it is the learner's own.

    Args:
        path: the notebook.
        cell: the cell's id.
        source: what the cell must say.
        data: the output, text by MIME type.

    Returns:
        Whether the file was written.
    """
    path = path.resolve()  # behind a link, it is what the link leads to that is renewed
    try:
        notebook = json.loads(path.read_text("utf-8"))
        found = [one for one in notebook["cells"] if one.get("id") == cell]
        (only,) = [one for one in found if _text(one["source"]).strip() == source]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    output = {
        "data": {kind: text.splitlines(keepends=True) for kind, text in data.items()},
        "execution_count": only.get("execution_count"),
        "metadata": {},
        "output_type": "execute_result",
    }
    if only.get("outputs") == [output]:
        return False
    only["outputs"] = [output]
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    try:
        whole_file.write(path, text)
    except OSError:
        return False
    return True


def _text(source: Any) -> str:
    return source if isinstance(source, str) else "".join(source)
