"""Before any test: the learner's folder is an empty one, for kernels too; an order of files."""

import os
import signal
import tempfile

import pytest

# Files that take minutes, the longest first: begun last, one of them would go on alone.
# The site's first file builds the site, and the others that want it come after a while.
LONGEST = (
    "tests/site/test_lite_page.py",
    "tests/pyodide/",
    "labs/distributed/",
    "tests/project/test_environment.py",
    "tests/gallery/test_gallery.py",
    "tests/project/test_wheel.py",
    "labs/rapids/",
    "tests/site/",
    "tests/terminal/test_language.py",
    "tests/labs/distributed/",
    "tests/servers/",
    "tests/classroom/hub/test_a_class.py",
    "tests/widgets/test_lab.py",
    "tests/widgets/test_board_access.py",
    "tests/notebooks/",
    "labs/",
    "tests/widgets/",
)


def pytest_configure(config: pytest.Config) -> None:
    # Kernels that nbval starts inherit the environment and take no fixtures.
    folder = tempfile.TemporaryDirectory(prefix="certlab-test-")
    os.environ["CERTLAB_WORKSPACE"] = folder.name
    os.environ["CERTLAB_BACKEND"] = "cpu"  # stored outputs are those of the CPU path
    # Tests share the cores already: a thread for each core in every library only makes them
    # wait. OpenMP's threads wait for each other asleep: spinning takes the cores from others.
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    # Or each worker, kernel and rank compiles all of the course's code again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    config.add_cleanup(folder.cleanup)
    # A shell's background ("pytest &") ignores Ctrl-C, and what tests start and then
    # end by Ctrl-C would inherit that and go on for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        found = (n for n, name in enumerate(LONGEST) if item.nodeid.startswith(name))
        return next(found, len(LONGEST))

    items.sort(key=rank)  # what is alike stays as it was
