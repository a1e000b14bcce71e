"""What all widgets have: the words of their language, and what a notebook keeps of them."""

from typing import Any

import anywidget
import traitlets

from certlab.words import Words


class Widget(anywidget.AnyWidget):
    """A live view that brings its words along, and is kept as text where nothing is live."""

    lang = traitlets.Unicode("en").tag(sync=True)  # as HTML writes it
    words = traitlets.Dict().tag(sync=True)  # as app/static/words.js takes them

    def kept(self) -> dict[str, str]:
        """What stands beside the live view, by MIME type; a notebook compares it."""
        return {"text/plain": repr(self)}

    def _repr_mimebundle_(
        self, **kwargs: Any
    ) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, **self.kept()}, metadata


def spoken(words: Words) -> dict[str, Any]:
    """The traits that make a widget speak a language."""
    return {"lang": words.tag, "words": words.page}
