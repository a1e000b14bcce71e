"""The strip in JupyterLab asks as a page of a Hub has to, or it is refused and never there."""

import json
import shutil
import subprocess

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
await addClass({}, "/user/ada/certlab/");
"""


@pytest.mark.parametrize(
    "cookies", ["_xsrf=a|b%3D; other=1", "other_xsrf=no; _xsrf=a|b%3D"]
)
def test_it_shows_the_token_also_to_read(cookies: str) -> None:
    """JupyterHub refuses a page's GET without it, once the browser says that a page asks."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    given = ASKS.replace("COOKIES", json.dumps(cookies))
    done = subprocess.run(
        [node, "--input-type=module"],
        input=given.replace("STRIP", json.dumps(STRIP.as_uri())),
        capture_output=True,
        text=True,
        check=True,
    )
    asked, headers = json.loads(done.stdout)
    assert asked == "http://hub/user/ada/certlab/api/history"
    assert headers["X-XSRFToken"] == "a|b="
