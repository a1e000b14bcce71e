"""The site in Firefox: a question, a lab to its end, a board; over WebDriver BiDi."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import bound
from tests.site.conftest import serving

HERE = Path(__file__).parent / "firefox"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")

pytestmark = [
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed"),
    pytest.mark.skipif(
        not (HERE / "node_modules" / "puppeteer-core").exists(),
        reason="puppeteer-core is not installed: npm install --prefix tests/site/firefox",
    ),
]


def test_a_learner_in_firefox(site: Path) -> None:
    with serving(site) as served:
        run = subprocess.run(
            [
                "node",
                "visit.mjs",
                str(FIREFOX),
                f"{served.address}/",
                str(bound.MILLISECONDS),
            ],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
            timeout=bound.BOUND,
        )
    found = json.loads(run.stdout)
    assert found["errors"] == []
    assert found["progress"].startswith("1 answer")
    assert found["run"].pop("failed") == 0
    assert found["run"]["cells"] == found["run"]["run"] > 10
    assert found["placed"] == 1
    assert served.missing == []
