"""Before any test: the learner's folder is an empty one, for kernels too."""

import os
import signal
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # Kernels that nbval starts inherit the environment and take no fixtures.
    folder = tempfile.TemporaryDirectory(prefix="certlab-test-")
    os.environ["CERTLAB_WORKSPACE"] = folder.name
    os.environ["CERTLAB_BACKEND"] = "cpu"  # stored outputs are those of the CPU path
    config.add_cleanup(folder.cleanup)
    # A shell's background ("pytest &") ignores Ctrl-C, and what tests start and then
    # end by Ctrl-C would inherit that and go on for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
