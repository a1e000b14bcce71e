"""The app's home on a machine: an extension of the Jupyter server that certlab study starts.

    /certlab/               the pages, built when the course has changed
    /certlab/api/history    the learner's history: read on from where one was, and add to it
    /certlab/api/today      the plan of the day, and the goal it is made for
    /certlab/api/progress   how the expected score came about
    /certlab/api/decks      the learner's own decks
    /certlab/api/start/     the same for the start notebook, and what draws it there
    /certlab/api/building   how far the building of the pages is
    /certlab/lite/lab/      where the static site opens JupyterLite: on to JupyterLab
    /certlab/~WORD/         all of it again, as JupyterLab's page opens it in a frame

What else a part `handlers` brings comes first, such as a class's.

Every request goes through the server's own token or cookie, its check of the origin and,
where something is written, its XSRF token. Importing this imports nothing of Jupyter's.
"""

import secrets
from typing import Any


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """What Jupyter asks a module for that it is to load."""
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Called by Jupyter once, when it starts."""
    from certlab import module_parts
    from certlab.app.own_decks import OwnDeckDesk
    from certlab.app.server.building import Pages
    from certlab.app.server.building_api import BuildingHandler
    from certlab.app.server.decks_api import DecksHandler
    from certlab.app.server.history_api import HistoryHandler
    from certlab.app.server.pages import FRAME, LabHandler, PageHandler
    from certlab.app.server.plan_api import LINKS, ProgressHandler, TodayHandler
    from certlab.app.server.start_api import StartHandler
    from certlab.course import location
    from certlab.course.workspace import find
    from certlab.day.planner import Planner
    from certlab.day.start_page import Links
    from certlab.study.history import FILE, History

    settings = server.web_app.settings
    base = settings["base_url"].rstrip("/") + r"/certlab(?:/~[\w-]+)?"
    # JupyterLab hands it to its own page; see app_tab.js.
    settings.setdefault("page_config_data", {})[FRAME] = secrets.token_urlsafe()
    history, pages = History(find() / FILE), Pages(location.find())
    planner = Planner(history, LINKS, "app")
    # One after the other, or a day has two lists.
    in_notebook = Planner(history, Links(), "lab", lock=planner.lock)
    for part in module_parts.find("handlers"):
        part.load(server, base, history)
    server.web_app.add_handlers(
        ".*",
        [
            (f"{base}/api/history", HistoryHandler, {"history": history}),
            (f"{base}/api/today", TodayHandler, {"planner": planner}),
            (f"{base}/api/progress", ProgressHandler, {"planner": planner}),
            (rf"{base}/api/decks/?(\w*)", DecksHandler, {"desk": OwnDeckDesk(planner)}),
            (f"{base}/api/start/today", TodayHandler, {"planner": in_notebook}),
            (f"{base}/api/start/(.*)", StartHandler, {"planner": in_notebook}),
            (rf"{base}/api/building(\.js)?", BuildingHandler, {"pages": pages}),
            (f"{base}/lite/lab/index.html", LabHandler),
            (f"{base}/(.*)", PageHandler, {"pages": pages}),
        ],
    )
