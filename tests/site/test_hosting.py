"""The hosting guide is true: the policies are those of the site, and nginx takes its example."""

import re
import shutil
import socket as sockets
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path

import pytest
import yaml

from certlab.app import content_security
from tests.bound import BOUND, until

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
EXAMPLE = (ROOT / "docs" / "nginx.conf").read_text("utf-8")
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
FILES = {
    "index.html": "<h1>Start</h1>",
    "modules/mig.html": "<h1>MIG</h1>" + "text " * 400,
    "_static/certlab-0123456789ab/page.js": "export {};" + " " * 2000,
    "lite/index.html": "<h1>Labs</h1>",
    "lite/static/pyodide-0123/pyodide.asm.wasm": "wasm" * 600,
    "lite/static/pyodide-0123/pyodide.mjs": "export {};",
}


def test_the_guide_states_the_policies_of_the_site() -> None:
    lines = re.findall(r"^default-src.*$", GUIDE, re.MULTILINE)
    assert lines == [content_security.PAGES, content_security.LITE]


def test_the_example_states_the_policies_of_the_site() -> None:
    texts = re.findall(r'"(default-src[^"]*)"', EXAMPLE)
    assert texts == [content_security.PAGES, content_security.LITE]


def test_the_workflow_runs_commands_that_there_are() -> None:
    path = ROOT / ".github" / "workflows" / "pages.yml"
    steps = yaml.safe_load(path.read_text("utf-8"))["jobs"]["build"]["steps"]
    lines = [step["run"] for step in steps if "run" in step]
    assert lines == [
        'python -m pip install --constraint constraints.txt ".[study,site]"',
        "certlab site build --to build/site",
    ]
    uploads = [step["with"]["path"] for step in steps if "path" in step.get("with", {})]
    assert uploads == ["build/site"]


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[str]:
    """The real nginx with the example, on a small site; its address."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    for name, text in FILES.items():
        path = tmp_path / "root" / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for folder in (tmp_path, *tmp_path.parents[:3]):
        # nginx's workers are another user. Nothing is taken away: the last may be /tmp.
        folder.chmod(folder.stat().st_mode | 0o055)
    socket = tmp_path / "nginx.sock"
    example = EXAMPLE.replace("listen 8080;", f"listen unix:{socket};")
    example = example.replace("/srv/certlab", str(tmp_path / "root"))
    assert example.count(str(tmp_path)) == 2
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path}/pid;\nerror_log {tmp_path}/error.log;\ndaemon off;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{example}\n}}\n"
    )
    server = subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(config)])
    try:
        until(lambda: socket.exists() or server.poll() is not None, "nginx starts")
        assert server.poll() is None, (tmp_path / "error.log").read_text()
        yield str(socket)
    finally:
        server.terminate()
        server.wait(BOUND)


def get(socket: str, path: str) -> tuple[int, HTTPMessage, bytes]:
    """One request over the socket that nginx listens at."""
    connection = HTTPConnection("localhost")
    connection.sock = sockets.socket(sockets.AF_UNIX)
    connection.sock.connect(socket)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, reply.headers, body


def test_nginx_serves_the_site_below_a_path(nginx: str) -> None:
    status, headers, body = get(nginx, "/class/modules/mig.html")
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Content-Security-Policy"] == content_security.PAGES
    assert headers["Cache-Control"] == "no-cache"
    assert headers["Content-Encoding"] == "gzip"
    assert len(body) < 200
    assert headers["Cross-Origin-Opener-Policy"] is None
    assert headers["Cross-Origin-Embedder-Policy"] is None
    assert get(nginx, "/class/")[0] == 200
    assert get(nginx, "/class/none.html")[0] == 404


def test_nginx_lets_names_that_change_be_kept(nginx: str) -> None:
    _, headers, _ = get(nginx, "/class/_static/certlab-0123456789ab/page.js")
    assert headers["Cache-Control"] == "max-age=31536000, immutable"
    assert "javascript" in headers["Content-Type"]
    assert headers["Content-Encoding"] == "gzip"


def test_nginx_gives_the_labs_their_own_policy(nginx: str) -> None:
    _, headers, _ = get(nginx, "/class/lite/index.html")
    assert headers["Content-Security-Policy"] == content_security.LITE
    _, headers, _ = get(nginx, "/class/lite/static/pyodide-0123/pyodide.asm.wasm")
    assert headers["Content-Type"] == "application/wasm"
    assert headers["Content-Security-Policy"] == content_security.LITE
    assert headers["Cache-Control"] == "max-age=31536000, immutable"
    _, headers, _ = get(nginx, "/class/lite/static/pyodide-0123/pyodide.mjs")
    assert headers["Content-Type"].startswith("text/javascript")
