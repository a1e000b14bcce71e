"""What a learner's Jupyter server has below a class: the way to it, and the queue."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from certlab.study.history import History

ADDRESS = "CERTLAB_CLASS_URL"  # of the class's service, set by the Hub
TOKEN = "JUPYTERHUB_API_TOKEN"
CALLED = "CERTLAB_CLASS_CALLED"  # the nickname with which the learner signed in
TOLD = "certlab_class"  # what app/server/history_api.py tells each page
# What draws the class on a page of the app, and in JupyterLab.
SCRIPTS = {"page": "classroom/static/classroom.js", "lab": "classroom/static/lab.js"}


def load(server: Any, base: str, history: History) -> None:
    """Bring a Jupyter server the class, where it has one.

    Args:
        server: jupyter_server's ServerApp.
        base: the path of our pages, "/user/ada/certlab".
        history: the learner's.
    """
    address, token = os.environ.get(ADDRESS), os.environ.get(TOKEN)
    if not address or not token:
        return
    from certlab.classroom.link.editions import EditionsHandler
    from certlab.classroom.link.forwarder import ClassHandler
    from certlab.classroom.link.queue import Queue
    from certlab.classroom.link.service import Service

    async def run(queue: Queue) -> None:
        # Held by the settings, for asyncio itself holds no task.
        server.web_app.settings["certlab_class_task"] = asyncio.current_task()
        await queue.run()

    queue = Queue(history, Service(address, token), server.log.warning)
    scripts = SCRIPTS | {"editions": True}  # that a lab may ask for a newer one
    server.web_app.settings[TOLD] = lambda: queue.told() | scripts
    given = {"queue": queue, "known": known(os.environ)}
    folder = {"workspace": history.path.parent}
    server.web_app.add_handlers(
        ".*",
        [
            (f"{base}/api/class/(.*)", ClassHandler, given),
            (rf"{base}/api/editions(?:/(\w+))?", EditionsHandler, folder),
        ],
    )
    server.io_loop.add_callback(run, queue)


def known(env: Mapping[str, str]) -> dict[str, str]:
    """What the Hub has told this server, for the page: a nickname, and where its words are."""
    if CALLED not in env:  # it is another Hub than ours, or they signed in otherwise
        return {}
    hub = f"{env.get('JUPYTERHUB_HOST', '')}{env.get('JUPYTERHUB_BASE_URL', '/')}hub/"
    return {"called": env[CALLED], "way_back": f"{hub}way-back"}
