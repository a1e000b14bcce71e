"""What the start notebook in JupyterLab asks the server, so that it asks no kernel."""

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import certlab
from certlab.study.history import History
from tests.app.conftest import TOKEN, Served


@pytest.fixture
def clean(server: Served) -> Iterator[Served]:
    """The server, without answers before and after."""
    server.history.unlink(missing_ok=True)
    yield server
    server.history.unlink(missing_ok=True)


def ask(
    served: Served, name: str, sent: object = None, token: str = TOKEN, offset: str = ""
) -> Any:
    asked = urllib.request.Request(
        f"{served.root}/certlab/api/start/{name}",
        data=None if sent is None else json.dumps(sent).encode(),
        headers={"Authorization": f"token {token}"} if token else {},
    )
    if offset:
        asked.add_header("Certlab-Offset", offset)
    with urllib.request.urlopen(asked) as answer:
        said = answer.read().decode()
        kind = answer.headers["Content-Type"]
    return json.loads(said) if kind.startswith("application/json") else (kind, said)


def refused(served: Served, name: str, **more: Any) -> int:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        ask(served, name, **more)
    refusal.value.close()
    return refusal.value.code


def test_what_draws_it_is_a_module_and_its_styles(
    clean: Served, tmp_path: Path
) -> None:
    kind, text = ask(clean, "start.js")
    assert kind.startswith("text/javascript")
    module = tmp_path / "start.mjs"
    module.write_text(text, "utf-8")
    asks = f"import({module.as_uri()!r}).then((one) => console.log(Object.keys(one)))"
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, "-e", asks], capture_output=True, text=True, check=True
    )
    assert "mountToday" in done.stdout
    kind, text = ask(clean, "start.css")
    assert kind.startswith("text/css")
    assert ".cl-start" in text


def test_the_day_has_addresses_from_the_notebook_and_the_questions_of_its_exam(
    clean: Served,
) -> None:
    given = ask(clean, "given")
    assert given["surface"] == "lab"
    assert given["words"] == {}  # English needs none
    day = (datetime.now().astimezone() + timedelta(days=28)).date().isoformat()
    exam = ask(clean, "today")["exams"][0]["exam"]
    told = ask(clean, "today", sent={"exam": exam, "day": day, "minutes": 30})
    assert told["phase"] == "today"
    paths = [task["path"] for task in told["tasks"] if task["path"]]
    assert paths
    assert all(re.match(r"\.\./(modules|labs)/", one) for one in paths)
    assert ask(clean, "today?known")["holds"]
    cards = [task for task in told["tasks"] if task["kind"] != "lab"]
    asked = {item for task in cards for item in task["items"]}
    banks = ask(clean, f"banks?exam={exam}")["banks"]
    assert asked <= {one["item"] for bank in banks for one in bank["items"]}
    rows = History(clean.history).read().rows
    assert [row.surface for row in rows] == ["lab", "lab"]  # the goal, and the list


def test_nobody_else_is_answered_and_nothing_else_is_there(clean: Served) -> None:
    for name in ("start.js", "start.css", "given", "banks", "today"):
        assert refused(clean, name, token="") == 403
    assert refused(clean, "other") == 404
    assert refused(clean, "../../start.js") == 404


def days(hours: int) -> str:
    return f"{datetime.now(timezone(timedelta(hours=hours))):%Y-%m-%d}"


@pytest.mark.parametrize("hours", [-12, 14])
def test_the_day_is_that_of_the_browser_that_asks(hours: int, clean: Served) -> None:
    """The two zones are never on one day, and a run may pass midnight in one of them."""
    before = days(hours)
    found = {
        ask(clean, name, offset=str(60 * hours))["today"]
        for name in ("today", "today?known")
    }
    assert found <= {before, days(hours)}


ASKS = """
globalThis.document = { cookie: "_xsrf=a%20b" };
globalThis.fetch = async (address, { headers, method = "GET" }) => {
  console.log(JSON.stringify([`${address}`, method, headers]));
  return { ok: true, json: async () => ({}) };
};
const { askForDay } = await import(process.argv[1]);
const ask = askForDay("http://x/api/today");
await ask({ known: true });
await ask({ sent: { more: true } });
"""


@pytest.mark.parametrize(
    ("zone", "offset"),
    [("Asia/Kolkata", "330"), ("Etc/GMT+8", "-480"), ("UTC", "0")],
)
def test_a_page_tells_how_far_its_clock_is_ahead(zone: str, offset: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    module = Path(certlab.__file__).parent / "app/static/store/server.js"
    done = subprocess.run(
        [node, "--input-type=module", "-e", ASKS, module.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TZ": zone},
    )
    headers = {"Certlab-Offset": offset, "X-XSRFToken": "a b"}
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        ["http://x/api/today?known=", "GET", headers],
        ["http://x/api/today", "POST", headers],
    ]
