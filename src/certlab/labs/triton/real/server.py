"""The real Triton on this machine's processor, from the wheel of PyTriton.

The wheel brings the server, its python backend and its local cache; no other backend is in
it. A process of the backend runs each instance of a model, with the Python and the
libraries of the prepared environment.
"""

import shutil
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from certlab.errors import ServerError
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.servers import running

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Triton:
    """A server that answers.

    Attributes:
        process: it runs, has a log, and stops.
        http: the base of its addresses, "http://127.0.0.1:40123".
        grpc: host and port.
        metrics: the address of its Prometheus metrics.
    """

    process: running.Server
    http: str
    grpc: str
    metrics: str

    def stop(self) -> None:
        """End it and its models' processes."""
        self.process.stop()

    def log(self, lines: int | None = None) -> str:
        """What it has printed, or the last lines of it."""
        return self.process.log(lines)


def start(
    repository: Path,
    options: Iterable[str] = (),
    *,
    ready: str = "live",
    ports: tuple[int, int, int] | None = None,
) -> Triton:
    """Start Triton on a model repository and wait until it answers.

    It listens on 127.0.0.1 only, for HTTP, gRPC and metrics.

    Args:
        repository: the folder of the models.
        options: of tritonserver, "--cache-config=local,size=1048576".
        ready: "ready" waits for all models, "live" only for the server.
        ports: for HTTP, gRPC and metrics; free ones when None.

    Raises:
        ServerError: the environment is not prepared, or the server has ended.
    """
    if lacks := ENVIRONMENT.lacks:
        raise ServerError(lacks)
    http, grpc, metrics = ports or running.free_ports(3)
    packages = _packages()
    triton = packages / "pytriton/tritonserver"
    folder = running.new_folder()
    address = f"http://{running.LOOPBACK}:{http}"
    metrics_at = f"http://{running.LOOPBACK}:{metrics}/metrics"
    process = running.start(
        "Triton",
        [
            str(triton / "bin/tritonserver"),
            f"--model-repository={repository.resolve()}",
            f"--backend-directory={_backends(triton, folder)}",
            # The guardian removes shared memory of this name, however the server ends.
            f"--backend-config=python,shm-region-prefix-name={folder.name}-",
            f"--cache-directory={triton / 'caches'}",
            *(
                f"--{one}-address={running.LOOPBACK}"
                for one in ("http", "grpc", "metrics")
            ),
            *(
                f"--http-port={http}",
                f"--grpc-port={grpc}",
                f"--metrics-port={metrics}",
            ),
            *options,
        ],
        # The metrics come from a listener of their own, which may open later.
        lambda: (
            running.answers(f"{address}/v2/health/{ready}")
            and running.answers(metrics_at)
        ),
        folder=folder,
        environment=_variables(packages),
    )
    return Triton(process, address, f"{running.LOOPBACK}:{grpc}", metrics_at)


def _packages() -> Path:
    (found,) = ENVIRONMENT.folder.glob("lib/python3.*/site-packages")
    return found


def _backends(triton: Path, folder: Path) -> Path:
    """The python backend with the stub for this Python beside it, where it is looked for."""
    version = sysconfig.get_python_version()
    python = folder / "backends/python"
    shutil.copytree(triton / "backends/python", python)
    stub = "triton_python_backend_stub"
    shutil.copy2(triton / f"python_backend_stubs/{version}" / stub, python / stub)
    return folder / "backends"


def _variables(packages: Path) -> dict[str, str]:
    """For the stub: the wheel's libraries, this Python's own, and the environment's."""
    libraries = [packages / "nvidia_pytriton.libs", sysconfig.get_config_var("LIBDIR")]
    return {
        "LD_LIBRARY_PATH": ":".join(map(str, libraries)),
        "PYTHONPATH": str(packages),
        "VIRTUAL_ENV": str(ENVIRONMENT.folder),
        "PATH": f"{ENVIRONMENT.folder / 'bin'}:/usr/bin:/bin",
        **dict.fromkeys(_THREADS, "1"),  # instances, not threads, use the cores
    }
