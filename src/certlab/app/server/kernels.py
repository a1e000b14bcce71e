"""How JupyterLab starts Python for a notebook.

It does so as soon as a notebook is opened, in the notebook's folder, and `python -m` looks
there first for what it runs: a file ipykernel_launcher.py that came with a notebook would be
run in place of Jupyter's. So a script of ours is run instead, for which no Python looks there.
"""

from itertools import takewhile
from pathlib import Path

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

_MODULE = ["-m", "ipykernel_launcher"]
_BEGIN = Path(__file__).with_name("kernel_begin.py")


class KernelSpecs(KernelSpecManager):
    """Those that are installed; a Python that is run as such starts without its folder."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """One of them; what starts a Python by another program stays, such as a container."""
        spec: KernelSpec = super().get_kernel_spec(kernel_name)
        program, *words = spec.argv
        options = list(takewhile(lambda word: word.startswith("-X"), words))
        rest = words[len(options) :]
        if rest[:2] == _MODULE:
            spec.argv = [program, *options, str(_BEGIN), *rest[2:]]
        return spec
