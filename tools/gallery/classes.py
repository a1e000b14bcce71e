"""A class in the app, from joining to the instructor's page, over a stand-in for the service."""

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.async_api import Page

from certlab.servers.jupyterlab import environment
from tools.gallery import class_stub
from tools.gallery.visit import State, Step, Visit, check, click, fill, see

Tell = Callable[..., Step]
ITEM = "mig-slice-grid"  # of four options
LEARNERS, OBJECTIVES = 28, 18
POLL = ".cl-classroom .cl-panel"
STRIP = (".cl-strip .cl-told", ".cl-strip .cl-actions > *")
ITEMS = [
    {
        "item": ITEM, "n": 34, "right": 12, "discrimination": 0.06, "enough": True,
        "top_wrong": {"option": "eight-eight", "text": "8 compute slices and 8 memory slices", "n": 15},
        "warning": "Strong learners miss it as often as weak ones.",
    },
    {
        "item": "mig-smallest-on-h200", "n": 28, "right": 21, "discrimination": None, "enough": False,
        "top_wrong": {"option": "ten", "text": "1g.10gb", "n": 4}, "warning": "Only 28 first answers.",
    },
]  # fmt: skip


@contextmanager
def below_a_class(folder: Path, patience: float) -> Iterator[str]:
    """Serve the app below a class; the address that signs in, of its front page.

    Raises:
        RuntimeError: it does not start; with what it said.
    """
    workspace, token = folder / "class", secrets.token_hex(8)
    workspace.mkdir()
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [f"--ServerApp.root_dir={workspace}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.open_browser=False", "--allow-root"]
    words += [f"--IdentityProvider.token={token}"]
    words += [f"--ServerApp.jpserver_extensions={{'{class_stub.__name__}': True}}"]
    log = folder / "class.log"
    with (
        log.open("wb") as said,
        subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *words],
            env={**os.environ, **environment(workspace)},
            stdout=subprocess.DEVNULL,
            stderr=said,
        ) as process,
    ):
        try:
            end = time.monotonic() + patience
            while process.poll() is None and not _listens(port):
                if time.monotonic() > end:
                    break
                time.sleep(0.1)
            if not _listens(port):
                raise RuntimeError(f"no class: {log.read_text('utf-8')}")
            yield f"http://127.0.0.1:{port}/certlab/?token={token}"
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def visits(address: str) -> list[Visit]:
    """One visit, because there is one class: a learner's way through it, then the instructor's."""
    root, token = address.split("?token=")

    def tell(path: str = "stub", **given: object) -> Step:
        async def told(page: Page) -> None:
            await page.request.post(
                f"{root}api/class/{path}",
                data=given,
                headers={"Authorization": f"token {token}"},
            )

        return told

    states = (*_learner(tell), *_instructor(tell, root))
    return [Visit("Class", address, states, ready="html[data-mounted]")]


def _learner(tell: Tell) -> tuple[State, ...]:
    card, key = ".cl-joining", f"{POLL} [data-key=primary]"
    gate = tell("gate", lab="mig/10_place_profiles", step="3", text="")
    lively = tell(lively=LEARNERS, columns=OBJECTIVES, items=ITEMS)
    joined = (fill("[data-key=nickname]", "Ada"), click("[data-key=join]"))
    vote = (check(f"{POLL} input"), click(key), see(f"{POLL} .cl-is-right"))
    again = (tell("poll/again"), see(f"{POLL} form"), *vote)
    return (
        State("join", (see(f"{card} form"),), (), card),
        State("joined", (*joined, lively, gate, see(".cl-gate")), STRIP),
        State("poll open", (tell("poll", item=ITEM), see(POLL)), STRIP),
        State("voted", vote, (f"{POLL} .cl-actions > *",)),
        State("distribution", (tell("poll/close"), see(".cl-bars")), (".cl-bars td",)),
        State("the answer and why", (*again, tell("poll/close"), tell("poll/end"), see(f"{POLL} .cl-verdict"))),
        State("stuck", (click("[data-key=poll]"), click("[data-key=stuck]"), fill("[data-key=where]", "Step 3 finds no device."), tell(waiting=3), see(".cl-waits")), STRIP),
    )  # fmt: skip


def _instructor(tell: Tell, root: str) -> tuple[State, ...]:
    async def opened(page: Page) -> None:
        await page.goto(f"{root}class.html")
        await page.wait_for_selector(".cl-heat-table")

    ask = (tell("poll", item=ITEM), see("[data-key=close]"))
    find = (click("[data-key=other]"), fill("[data-key=poll-search]", "mig memory"), see(".cl-found li"))  # fmt: skip
    vote = (*ask, click("[data-key=close]"), see("[data-key=again]"))
    items = (click("[data-key=items]"), see(".cl-part-items table"))
    heat = (".cl-heat-table thead th", ".cl-part-heat .cl-legend li")
    teach = tell(instructor=True, joined=False, waiting=0)
    return (
        State("instructor", (teach, opened, *vote)),
        State("heat map", (), heat, ".cl-part-heat"),
        State("find a question", find, (".cl-found li > *",), ".cl-lead"),
        State("items", items, (), ".cl-part-items"),
    )
