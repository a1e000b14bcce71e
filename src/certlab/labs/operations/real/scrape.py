"""A page of metrics fetched over HTTP and read by Prometheus's own parser."""

import urllib.request
from http.client import HTTPException

from certlab.errors import ServerError
from certlab.labs.operations.history import Row

_SECONDS = 10


def fetch(url: str) -> str:
    """The page as it is.

    Raises:
        ServerError: nothing answers there.
    """
    # Not by way of a proxy: the exporter listens on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=_SECONDS) as answer:
            return str(answer.read().decode())
    except (OSError, HTTPException, UnicodeDecodeError) as error:
        raise ServerError(
            f"Nothing answers at {url} as an exporter does ({error}), so there is nothing to "
            "scrape."
        ) from None


def rows(text: str) -> list[Row]:
    """Each value with its field, node and GPU.

    Raises:
        ServerError: it is not the text of an exporter.
    """
    from prometheus_client.parser import text_string_to_metric_families

    try:
        families = list(text_string_to_metric_families(text))
        return [
            # The parser adds _total to a counter, and the exporter has none.
            Row(family.name, one.labels["Hostname"], one.labels["gpu"], one.value)
            for family in families
            for one in family.samples
        ]
    except (ValueError, KeyError) as error:
        raise ServerError(f"The page is no text of an exporter: {error}.") from None
