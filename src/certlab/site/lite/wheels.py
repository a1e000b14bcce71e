"""The wheels of the labs' Python: pinned ones from the package index, and our own."""

import re
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from certlab.errors import SiteError
from certlab.site.lite.cache_folders import keep, sha256
from certlab.site.lite.programs import Reasons, explain, run

KERNEL = Path(__file__).with_name("kernel.txt")
# Each has a half in JupyterLab and one in Python, which speak one protocol.
TWO_HALVES = ("anywidget", "ipywidgets")
# The kernel's labextension carries these; ipykernel and widgetsnbextension are stand-ins.
STAND_INS = (
    "ipykernel-*.whl",
    "piplite-*.whl",
    "pyodide_kernel-*.whl",
    "widgetsnbextension-4.*.whl",
)
EXTENSION = "@jupyterlite/pyodide-kernel-extension"
_PIN = re.compile(r"^([a-z0-9-]+)==(\S+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)
_REASONS: Reasons = (
    ("No module named pip", "this Python has no pip; run python -m ensurepip"),
    (
        "NewConnection|NameResolution|name resolution|Max retries|Timeout|Proxy|SSLError",
        "the package index cannot be reached; check the network and pip's settings",
    ),
    (
        "DO NOT MATCH THE HASHES",
        "the package index has other bytes under a pinned name; name another index",
    ),
    (
        r"No matching distribution found",
        "the package index lacks a pinned wheel; name another one in pip's settings",
    ),
)


def pins(text: str) -> dict[str, tuple[str, str]]:
    """Version and sha256 by name, from a text like kernel.txt."""
    return {name: (pin, digest) for name, pin, digest in _PIN.findall(text)}


def require_same_halves() -> None:
    """Make sure that JupyterLab's halves of the widgets fit the pinned ones.

    Raises:
        SiteError: one is missing here, or has another version.
    """
    pinned = pins(KERNEL.read_text("utf-8"))
    for name in TWO_HALVES:
        wanted, _ = pinned[name]
        try:
            found = version(name)
        except PackageNotFoundError as error:
            raise SiteError(
                f"Building the labs needs {name}; run pip install 'certlab[study,site]'."
            ) from error
        if found != wanted:
            raise SiteError(
                f"{name} {found} is installed here and the labs get {name} {wanted}, "
                f"which would not understand it; run pip install {name}=={wanted}."
            )


def fetch_kernel(cache: Path, say: Callable[[str], None]) -> list[Path]:
    """The wheels of kernel.txt, from the cache or from the package index.

    Raises:
        SiteError: pip does not bring them.
    """
    folder = kernel_folder(cache)
    if not is_fetched(cache):
        say("fetching the wheels of the labs' Python with pip")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            _download(Path(name) / "wheels")
            keep(Path(name) / "wheels", folder)
    return sorted(folder.glob("*.whl"))


def is_fetched(cache: Path) -> bool:
    """Whether pip is not needed any more."""
    pinned = {digest for _, digest in pins(KERNEL.read_text("utf-8")).values()}
    return pinned == {sha256(path) for path in kernel_folder(cache).glob("*.whl")}


def kernel_folder(cache: Path) -> Path:
    """Where they are kept: under a name that changes with the pins."""
    return cache / f"wheels-{sha256(KERNEL)[:12]}"


def stand_ins(extensions: Path) -> list[Path]:
    """The wheels in the kernel's labextension.

    Raises:
        SiteError: one is missing.
    """
    folder = extensions / EXTENSION / "static" / "pypi"
    found = []
    for pattern in STAND_INS:
        paths = sorted(folder.glob(pattern))
        if len(paths) != 1:
            raise SiteError(
                f"{folder}: there is not one {pattern}; "
                "install jupyterlite-pyodide-kernel again."
            )
        found += paths
    return found


def _download(to: Path) -> None:
    words = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-input"]
    words += ["--disable-pip-version-check", "--retries=1", "--timeout=20"]
    words += ["--no-deps", "--only-binary=:all:", "--require-hashes"]
    words += ["--python-version=3.14", "--implementation=py", "--abi=none"]
    words += ["--platform=any", f"--dest={to}", f"--requirement={KERNEL}"]
    done = run(words)
    if done.returncode != 0:
        raise explain("pip download", done.stdout + done.stderr, _REASONS)
