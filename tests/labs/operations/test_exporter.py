"""Over HTTP and back: what the fleet reads is what is scraped."""

import socketserver
import threading

import pytest

from certlab.errors import ServerError
from certlab.labs.operations import FIELDS, NODES, Fleet, page
from certlab.labs.operations.real.exporter import Exporter
from certlab.labs.operations.real.scrape import fetch, rows
from tests.real_course import whole


def test_each_value_comes_back_by_field_node_and_gpu() -> None:
    fleet, minute = Fleet(whole().facts), 0
    with Exporter(lambda: page("node-a", fleet.readings("node-a", minute))) as exporter:
        for minute in (0, 45):  # the page is made anew for each request
            found = {
                (row.field, row.node, row.gpu): row.value
                for row in rows(fetch(exporter.url))
            }
            assert found == {
                (field, "node-a", str(gpu)): value
                for gpu, one in enumerate(fleet.readings("node-a", minute))
                for field, value in one.items()
            }


def test_the_text_has_the_form_of_the_exporter() -> None:
    fleet = Fleet(whole().facts)
    lines = page(NODES[0], fleet.readings(NODES[0], 0)).splitlines()
    assert lines[1] == "# TYPE DCGM_FI_DEV_GPU_UTIL gauge"
    assert lines[2].startswith('DCGM_FI_DEV_GPU_UTIL{gpu="0",device="nvidia0",')
    assert len(lines) == 6 * len(FIELDS)


def test_another_path_is_not_there() -> None:
    with Exporter(lambda: "") as exporter, pytest.raises(ServerError, match="404"):
        fetch(exporter.url.replace("/metrics", "/else"))


def test_what_was_closed_is_silent() -> None:
    exporter = Exporter(lambda: "")
    assert rows(fetch(exporter.url)) == []
    exporter.close()
    with pytest.raises(ServerError, match="Nothing answers"):
        fetch(exporter.url)


@pytest.mark.parametrize("answer", [b"SSH-2.0-x\r\n", b"HTTP/1.0 200 OK\r\n\r\n\xff"])
def test_what_answers_in_another_way_is_no_exporter(answer: bytes) -> None:
    class Other(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while self.rfile.readline().strip():  # the request, to its empty line
                pass
            self.wfile.write(answer)

    with socketserver.TCPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(ServerError, match="nothing to scrape"):
            fetch(f"http://127.0.0.1:{server.server_address[1]}/metrics")


@pytest.mark.parametrize("text", ["A{gpu=", 'A{gpu="0"} 1\n', "A{} x\n"])
def test_what_is_no_page_of_an_exporter_is_refused(text: str) -> None:
    with pytest.raises(ServerError, match="no text of an exporter"):
        rows(text)
