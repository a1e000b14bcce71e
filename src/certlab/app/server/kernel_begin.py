"""The program of a notebook's Python: ipykernel, which finds the notebook's folder with the first cell.

Any Python that has ipykernel may run it, so it imports nothing of ours.
"""

import sys
from pathlib import Path
from typing import Any


def begin() -> None:
    """Run a kernel until it is stopped."""
    here = Path(__file__).resolve().parent  # first on the path of a script
    sys.path[:] = [one for one in sys.path if one and Path(one).resolve() != here]
    from ipykernel.kernelapp import IPKernelApp

    # Not named as a class of ipykernel's own, which would take its options for that one's.
    class BeginApp(IPKernelApp):  # type: ignore[misc,unused-ignore]  # some have no types
        def init_path(self) -> None:
            """Not yet: Jupyter starts a kernel for whatever notebook is looked at."""

        def init_shell(self) -> None:
            make: Any = super().init_shell
            add: Any = super().init_path  # where IPython has the folder
            make()
            events: Any = self.shell and self.shell.events

            def enter() -> None:
                events.unregister("pre_execute", enter)
                add()

            events.register("pre_execute", enter)

    BeginApp.launch_instance()


if __name__ == "__main__":
    begin()
