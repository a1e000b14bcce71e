"""How JupyterLab starts Python for a notebook.

It does so as soon as a notebook is opened, in the notebook's folder, and `python -m` looks
there first for what it runs: a file ipykernel_launcher.py that came with a notebook would be
run in place of Jupyter's. `-P` leaves that folder out. IPython adds it after Python's own
library, once it has begun, so that a notebook can import what lies beside it.
"""

import sys

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

# Jupyter takes the names for the Python that it runs in itself.
_OURS = (
    *(
        "python",
        f"python{sys.version_info[0]}",
        "python{}.{}".format(*sys.version_info),
    ),
    sys.executable,
)
_START = "ipykernel_launcher"


class KernelSpecs(KernelSpecManager):
    """Those that are installed; this Python's own is started without its folder."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """One of them; other Pythons, which may be too old for -P, stay as they are."""
        spec: KernelSpec = super().get_kernel_spec(kernel_name)
        program, *words = spec.argv
        if program in _OURS and words[:2] == ["-m", _START]:
            spec.argv = [program, "-P", *words]
        return spec
