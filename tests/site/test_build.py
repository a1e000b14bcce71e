"""Building in one step: the folder is there when it is whole, and what was there stays."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from certlab.app import content_security
from certlab.app.assets import write_assets
from certlab.cli import app
from certlab.course import Course
from certlab.errors import SiteError
from certlab.site import build as building
from certlab.site.build import MARK, build, parts
from certlab.site.serve import server
from tests.site.conftest import serving

Refused = Callable[[Callable[[], object]], str]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages and labs are not really built; what is said about them is kept."""
    said: list[str] = []

    def pages(_course: Course, site: Path, assets: str, _opens: object) -> None:
        said.append(assets)
        (site / "index.html").write_text("new", "utf-8")

    monkeypatch.setattr(building.pages, "write_pages", pages)
    monkeypatch.setattr(building.pages, "ready", lambda: None)
    monkeypatch.setattr(building.lite, "ready", lambda *_: None)
    monkeypatch.setattr(building.lite, "write_lite", lambda *_: None)
    monkeypatch.setattr(building, "check", lambda _: None)
    return said


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_site_takes_the_place_of_an_earlier_one(
    course: Course, tmp_path: Path, quick: list[str]
) -> None:
    to = tmp_path / "web" / "site"
    build(course, to, say=quick.append)
    (to / "index.html").write_text("old", "utf-8")
    build(course, to, say=quick.append)
    assert (to / "index.html").read_text("utf-8") == "new"
    assert left(to.parent) == ["site"]
    assert json.loads((to / MARK).read_text("utf-8"))["assets"] == quick[0]
    assert (to / ".nojekyll").is_file()
    assert to.stat().st_mode & 0o555 == 0o555


def test_a_build_that_fails_changes_nothing(
    course: Course, tmp_path: Path, quick: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "web" / "site"
    build(course, to, say=quick.append)

    def fail(_site: Path) -> None:
        raise SiteError("index.html: it loads another host.")

    monkeypatch.setattr(building, "check", fail)
    (to / "index.html").write_text("old", "utf-8")
    with pytest.raises(SiteError):
        build(course, to, say=quick.append)
    assert (to / "index.html").read_text("utf-8") == "old"
    assert left(to.parent) == ["site"]


def test_somebodys_own_folder_is_not_replaced(
    course: Course, tmp_path: Path, quick: list[str], refused: Refused
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years", "utf-8")
    said = refused(lambda: build(course, tmp_path / "mine"))
    assert "there are other files in this folder; empty it or name another" in said
    assert left(tmp_path / "mine") == ["thesis.txt"]
    said = refused(lambda: build(course, tmp_path / "mine" / "thesis.txt"))
    assert "this is a file" in said
    assert quick == []


def test_a_folder_that_cannot_be_made_is_said(
    course: Course, tmp_path: Path, quick: list[str], refused: Refused
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    said = refused(lambda: build(course, tmp_path / "file" / "site"))
    assert "the site was not written" in said


def test_assets_are_named_after_their_bytes(course: Course, tmp_path: Path) -> None:
    first = write_assets(course, tmp_path / "one")
    assert re.fullmatch(r"_static/certlab-[0-9a-f]{12}", first)
    assert write_assets(course, tmp_path / "two") == first
    names = {
        path.name for path in (tmp_path / "one" / first).rglob("*") if path.is_file()
    }
    assert {
        "site.js",
        "quiz.js",
        "store.js",
        "theme.css",
        "small.json",
        "index.json",
    } <= names


def test_an_edited_question_gives_another_name(
    course: Course, small: Path, tmp_path: Path
) -> None:
    from certlab.course import load

    first = write_assets(course, tmp_path / "one")
    bank = small / "quizzes" / "small.toml"
    text = bank.read_text("utf-8").replace("That is half of it.", "That is one half.")
    bank.write_text(text, "utf-8")
    assert write_assets(load(small), tmp_path / "two") != first


def test_sizes_add_up(tmp_path: Path) -> None:
    for name, size in {
        "index.html": 3000,
        "lite/a.js": 10,
        "lite/static/p/x.whl": 500,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"a" * size)
    *rows, whole = parts(tmp_path)
    assert (whole.files, whole.bytes) == (3, 3510)
    assert sum(row.bytes for row in rows) == whole.bytes
    assert {row.name: row.bytes for row in rows if row.files} == {
        "pyodide and wheels": 500,
        "JupyterLab": 10,
        "pages": 3000,
    }
    assert whole.gzip < 200


def test_the_server_sends_what_the_guide_asks_for(site: Path) -> None:
    with serving(site) as served:
        for path, rule in (
            ("index.html", content_security.PAGES),
            ("lite/index.html", content_security.LITE),
        ):
            with urllib.request.urlopen(f"{served.address}/{path}") as answer:
                assert answer.headers["Content-Security-Policy"] == rule
                assert answer.headers["Cache-Control"] == "no-cache"
        assets = (
            next(site.glob("_static/certlab-*/app/static/site/site.js"))
            .relative_to(site)
            .as_posix()
        )
        with urllib.request.urlopen(f"{served.address}/{assets}") as answer:
            assert answer.headers["Content-Type"] == "text/javascript"
            assert "immutable" in answer.headers["Cache-Control"]
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{served.address}/none.html")


def test_there_is_nothing_to_serve_or_no_port(tmp_path: Path, refused: Refused) -> None:
    assert "run certlab site build first" in refused(lambda: server(tmp_path))
    (tmp_path / "index.html").write_text("", "utf-8")
    with server(tmp_path) as running:
        port = running.server_port
        assert "name another with --port" in refused(lambda: server(tmp_path, port))


def test_the_command_prints_its_sizes(
    tmp_path: Path, quick: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "site"
    run = CliRunner().invoke(app, ["site", "build", "--to", str(to)])
    assert run.exit_code == 0, run.output
    assert "the whole site" in run.output
    run = CliRunner().invoke(app, ["site", "build", "--to", str(to), "--json"])
    found = json.loads(run.stdout)
    assert found["parts"][-1]["name"] == "the whole site"
