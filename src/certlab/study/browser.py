"""The Python of a browser, whose files end with the tab.

It has no store of its own there: what is to be kept is sent to the page, whose
app/static/store/store.js adds it.
"""

import sys

from certlab.study.answers import Answer, to_line

HERE = sys.platform == "emscripten"
CHANNEL = "certlab-keep"


def keep(answer: Answer) -> None:
    """Send an answer to the page; one that was sent twice is kept once."""
    from js import (  # type: ignore[import-not-found]  # Pyodide's, there only
        BroadcastChannel,
        Object,
    )
    from pyodide.ffi import (  # type: ignore[import-not-found]  # as above
        to_js,
    )

    channel = BroadcastChannel.new(CHANNEL)
    message = {"type": "keep", "line": to_line(answer)}
    channel.postMessage(to_js(message, dict_converter=Object.fromEntries))
    channel.close()
