"""What JupyterHub reads: the class's settings, then the GPUs, then the instructor's own file."""

import os
from pathlib import Path

from certlab.classroom.hub import fence, launch
from certlab.classroom.hub.configuration import configure

c = get_config()  # type: ignore[name-defined]  # noqa: F821 -- JupyterHub brings it
started = launch.read(Path(os.environ[launch.VARIABLE]))
configure(c, started)
if started.gpus:
    load_subconfig(str(Path(started.gpus) / "jupyterhub_gpus.py"))  # type: ignore[name-defined]  # noqa: F821 -- likewise
if started.settings:
    load_subconfig(started.settings)  # type: ignore[name-defined]  # noqa: F821 -- likewise
if not started.subdomains:
    fence.sign(c, started)
