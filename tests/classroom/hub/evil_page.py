"""A learner who serves a page without a login, and what it tries on whoever reads it.

As JupyterHub's own test of one user's page framing another's (test_singleuser_xsrf), but the
page is evil, and what it takes it uses. That learners cannot change their server's settings is
another wall: here the instructor's own file of settings is what brings the page in.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser import unhurried
from tests.classroom.hub.visitor import Visitor

EVIL = "<!doctype html><title>evil</title><p>served by mallory"
TAKEN = "taken.txt"
_MODULE = f"""
from tornado import web

class Evil(web.RequestHandler):
    def get(self):
        self.set_header("Content-Type", "text/html")
        self.finish({EVIL!r})

def _jupyter_server_extension_points():
    return [{{"module": "evil_page"}}]

def _load_jupyter_server_extension(server):
    base = server.web_app.settings["base_url"]
    server.web_app.add_handlers(".*", [(base + "evil", Evil)])
"""
_ENABLED = '{"ServerApp": {"jpserver_extensions": {"evil_page": true}}}'
_SETTINGS = """
import os

def evil(spawner):
    if spawner.user.name.startswith("bob"):
        ours = [%r, *filter(None, [os.environ.get("PYTHONPATH")])]
        spawner.environment = spawner.environment | {
            "JUPYTER_CONFIG_PATH": ours[0], "PYTHONPATH": ":".join(ours)}

c.Spawner.pre_spawn_hook = evil
"""
# Asks all that a script of the same origin can ask, and says what came of it.
_TRIES = """async ([root, victim, taken]) => {
  const own = `${root}/user/${victim}/`;
  const ask = async (path, options) => {
    try {
      const answer = await fetch(own + path, { credentials: "include", ...options });
      return answer.status;
    } catch { return "refused"; }
  };
  const read = (path) => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.addEventListener("load", () => {
      try { done(frame.contentDocument.cookie); } catch { done(null); }
    });
    frame.src = own + path;
    document.body.append(frame);
  });
  const frames = {};
  for (const path of ["lab", "certlab/", "certlab/~/", "certlab/~x/", "certlab/class.html"])
    frames[path] = await read(path);
  const found = Object.values(frames).map((cookie) => /_xsrf=([^;]+)/.exec(cookie)?.[1]);
  const [token = "none"] = found.filter(Boolean);
  const signed = { "X-XSRFToken": token };
  const file = JSON.stringify({ type: "file", format: "text", content: "taken" });
  return {
    frames: Object.keys(frames).filter((path) => frames[path] !== null),
    asked: [
      await ask("api/contents"),
      await ask("api/contents", { headers: signed }),
      await ask("api/terminals", { method: "POST", headers: signed }),
      await ask(`api/contents/${taken}`, { method: "PUT", headers: signed, body: file }),
      await ask("api/terminals", { method: "POST", mode: "no-cors", body: `_xsrf=${token}` }),
      await ask("lab"), // the last, for it leads to a login
    ],
  };
}"""


def settings(folder: Path) -> Path:
    """A file of the instructor's settings with which the server of "bob" serves the page."""
    evil = folder / "evil"
    evil.mkdir()
    (evil / "evil_page.py").write_text(_MODULE, "utf-8")
    (evil / "jupyter_server_config.json").write_text(_ENABLED, "utf-8")
    path = folder / "settings.py"
    path.write_text(_SETTINGS % str(evil), "utf-8")
    return path


def window(browser: Browser, visitor: Visitor) -> BrowserContext:
    """A real browser in which somebody is logged in."""
    context = unhurried(browser.new_context())
    context.add_cookies(
        [
            {
                "name": one.name,
                "value": str(one.value),
                "domain": "127.0.0.1",
                "path": one.path,
            }
            for one in visitor.page.cookies.jar
        ]
    )
    return context


def tries(page: Page, root: str, victim: str) -> dict[str, Any]:
    """What the page gets of the victim's server: frames that it can read, answers to requests."""
    found: dict[str, Any] = page.evaluate(_TRIES, [root, victim, TAKEN])
    return found
