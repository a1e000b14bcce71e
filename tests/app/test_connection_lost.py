"""JupyterLab below a Hub asks to restart a server that has ended, and not without a network."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from certlab.servers.jupyterlab import _EXTENSIONS

ENTRY = _EXTENSIONS / "certlab" / "static" / "remoteEntry.js"
FAILS = """
const { hub, strip, errors, press } = GIVEN;
globalThis.window = {};
globalThis.document = { querySelector: () => (strip ? {} : null) };
let dialogs = 0;
const executed = [];
const packages = {
  "@jupyterlab/application": { ILayoutRestorer: {}, IConnectionLost: {} },
  "@jupyterlab/rendermime": { IRenderMimeRegistry: {} },
  "@jupyterlab/coreutils": { PageConfig: { getOption: () => hub } },
  "@jupyterlab/apputils": {
    Dialog: { okButton: (one) => one, cancelButton: (one) => one },
    showDialog: async () => {
      dialogs += 1;
      await new Promise((done) => setTimeout(done));
      return { button: { accept: press } };
    },
  },
};
const scope = Object.entries(packages).map(([name, one]) => [
  name,
  { "4.0.0": { get: async () => () => one } },
]);
await import(ENTRY);
const { certlab } = window._JUPYTERLAB;
certlab.init(Object.fromEntries(scope));
const { default: plugins } = (await certlab.get())();
const { IConnectionLost } = packages["@jupyterlab/application"];
const ours = plugins.find(({ provides }) => provides === IConnectionLost);
const lost = ours?.activate({ commands: { execute: async (one) => executed.push(one) } });
if (lost) await Promise.all(errors.map((error) => lost(null, error)));
console.log(JSON.stringify({ plugins: plugins.length, dialogs, executed }));
"""
AWAY: dict[str, Any] = {}  # no response came
STOPPED = {"response": {"status": 503}}


def failing(
    *errors: dict[str, Any], hub: str = "/hub/", strip: bool = True, press: bool = False
) -> dict[str, Any]:
    """What is shown and done when JupyterLab's requests fail, all at once."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    given = {"hub": hub, "strip": strip, "errors": errors, "press": press}
    code = FAILS.replace("GIVEN", json.dumps(given))
    done = subprocess.run(
        [node, "--input-type=module"],
        input=code.replace("ENTRY", json.dumps(ENTRY.as_uri())),
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def test_a_network_that_is_away_blocks_nothing_where_the_strip_says_so() -> None:
    assert failing(AWAY, AWAY) == {"plugins": 2, "dialogs": 0, "executed": []}
    assert failing(AWAY, AWAY, strip=False)["dialogs"] == 1


def test_a_server_that_has_ended_can_be_started_again() -> None:
    ended = failing(AWAY, STOPPED, STOPPED, press=True)
    assert (ended["dialogs"], ended["executed"]) == (1, ["hub:restart"])
    assert failing(STOPPED)["executed"] == []


def test_without_a_hub_jupyterlab_goes_its_own_way() -> None:
    assert failing(AWAY, hub="") == {"plugins": 1, "dialogs": 0, "executed": []}
