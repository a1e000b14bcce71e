"""The strip in JupyterLab asks as a page of a Hub has to, or it is refused and never there."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from certlab.servers.jupyterlab import _EXTENSIONS

STRIP = _EXTENSIONS / "certlab" / "static" / "class_strip.js"
ASKS = """
globalThis.location = { href: "http://hub/user/ada/lab" };
globalThis.document = { cookie: COOKIES };
globalThis.fetch = async (address, { headers }) => {
  console.log(JSON.stringify([String(address), headers]));
  return new Response("");
};
const { addClass } = await import(STRIP);
await addClass({}, { root: "/user/ada/certlab/" });
"""


MOUNTS = """
globalThis.location = { href: HREF };
globalThis.document = { cookie: "" };
const told = { joined: true, lab: "lesson/static/strip.js" };
globalThis.fetch = async (address) =>
  String(address).endsWith("class.html")
    ? new Response('<script src="_static/certlab-0123456789ab/app/static/site/site.js">')
    : new Response("", { headers: { "Certlab-Class": JSON.stringify(told) } });
const { addClass } = await import(STRIP);
await addClass({ shell: {} }, { root: ROOT });
"""


@pytest.mark.parametrize(
    "cookies", ["_xsrf=a|b%3D; other=1", "other_xsrf=no; _xsrf=a|b%3D"]
)
def test_it_shows_the_token_also_to_read(cookies: str) -> None:
    """JupyterHub refuses a page's GET without it, once the browser says that a page asks."""
    asked, headers = json.loads(run(ASKS.replace("COOKIES", json.dumps(cookies))))
    assert asked == "http://hub/user/ada/certlab/api/history"
    assert headers["X-XSRFToken"] == "a|b="


def test_the_class_says_which_module_draws_it(tmp_path: Path) -> None:
    module = tmp_path / "_static/certlab-0123456789ab/lesson/static/strip.js"
    module.parent.mkdir(parents=True)
    module.write_text(
        "export const mountInLab = ({ root }) => console.log(root);\n", "utf-8"
    )
    root = f"{tmp_path}/"
    given = MOUNTS.replace("HREF", json.dumps(f"file://{root}lab"))
    assert run(given.replace("ROOT", json.dumps(root))).strip() == f"file://{root}"


def run(script: str) -> str:
    """What a script prints that imports the strip."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, "--input-type=module"],
        input=script.replace("STRIP", json.dumps(STRIP.as_uri())),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout
