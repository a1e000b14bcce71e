"""What a start follows from: secrets that stay, limits, the proxy, and what is refused."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.cache_folder import VARIABLE as CACHE
from certlab.classroom.hub import (
    accounts,
    closed,
    environment,
    launch,
    limits,
    preflight,
    proxy,
    serving,
    starting,
)
from certlab.classroom.hub.limits import Limits
from certlab.errors import CourseError, ServerError

SMALL = Path(__file__).parents[2] / "courses" / "small"


def asked(folder: Path, **given: object) -> starting.HubOptions:
    usual = starting.HubOptions(
        name="A class",
        port=0,
        ip="127.0.0.1",
        address="",
        subdomains=False,
        folder=folder,
        trusting=True,
        new_code=False,
        learners=1,
        limits=Limits(),
        idle_minutes=0,
        database="",
        kept_days=30,
        syllabus="",
        certificate=None,
        key=None,
        gpus=None,
        settings=None,
    )
    return replace(usual, **given)  # type: ignore[arg-type]  # by name


def test_code_and_password_stay_until_another_code_is_asked_for(tmp_path: Path) -> None:
    first = launch.secrets_of(tmp_path)
    assert launch.secrets_of(tmp_path) == first
    again = launch.secrets_of(tmp_path, new_code=True)
    assert again["code"] != first["code"]
    assert again["password"] == first["password"]
    assert len(first["password"].split()) == 4
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_root_it_says_what_learners_could_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "as_root", lambda: False)
    with pytest.raises(ServerError, match=r"each other's files.*--trusting"):
        starting.start(asked(tmp_path / "class", trusting=False), print)
    assert not (tmp_path / "class").exists()


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a class needs from npm is there, whatever this machine has."""
    monkeypatch.setattr(proxy, "lacks", lambda: "")


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"certificate": Path("/dev/null")}, "needs both"),
        ({"settings": Path("/nowhere.py")}, "/nowhere.py: there is no such file"),
        ({"port": 99999}, "Port 99999: it cannot be used"),
        ({"settings": Path("/tmp")}, "/tmp: this is a folder"),
        ({"database": "postgresql://ada:secret@db/class"}, "can read a password there"),
        ({"database": "postgresql:///class?password=x"}, "can read a password there"),
    ],
)
def test_what_cannot_go_well_is_refused_first(
    tmp_path: Path, given: dict[str, object], says: str
) -> None:
    with pytest.raises(ServerError, match=says):
        starting.start(asked(tmp_path / "class", **given), print)
    assert not (tmp_path / "class").exists()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "class.example",
        "https://",
        "ftp://class.example/",
        "https://class.example/below/",
        "http://192.168.1.5:8000/",
        "http://[fe80::1]/",
        "http://[::1",
        "https://127.1/",
        "https://0x7f000001/",
        "https://class.example:abc/",
        "https://ada:secret@class.example/",
        "https://class.example/?x=1",
        "https://*.example/",
        "https://class example/",
        "https://cl\nass.example/",
        "https://class.example/\n",
    ],
)
def test_subdomains_need_a_name_that_others_can_stand_below(
    tmp_path: Path, address: str
) -> None:
    given = {"subdomains": True, "address": address}
    with pytest.raises(ServerError, match="needs --address with a name"):
        starting.start(asked(tmp_path / "class", **given), print)
    assert not (tmp_path / "class").exists()


def test_a_syllabus_that_is_not_there_is_refused_first(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="There is no syllabus typo; choose one of"):
        starting.start(asked(tmp_path / "class", syllabus="typo"), print)
    assert not (tmp_path / "class").exists()


def test_a_database_without_a_password_is_taken(tmp_path: Path) -> None:
    for told in ("postgresql://ada@db:5432/class?sslmode=require", "sqlite:////a:b.db"):
        starting._refuse(asked(tmp_path, database=told))


@pytest.mark.usefixtures("node")
def test_its_own_check_comes_first_and_stops_what_would_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    folder = closed_folder(tmp_path)
    monkeypatch.setattr(preflight, "_free_memory", lambda: 0.5)
    monkeypatch.setattr(preflight, "_needed", lambda: [folder])
    monkeypatch.setattr(starting, "as_root", lambda: True)
    with pytest.raises(ServerError, match="learners' accounts cannot enter"):
        starting.start(asked(tmp_path / "class", trusting=False), said.append)
    assert not (tmp_path / "class").exists()
    assert any(one.startswith("bad  1 learners of") for one in said)


@pytest.mark.usefixtures("node")
def test_what_is_only_too_small_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preflight, "_free_memory", lambda: 0.5)
    said: list[str] = []
    given = asked(tmp_path, learners=10_000)
    starting._check(given, tmp_path, False, said.append)
    assert [one for one in said if one.startswith("bad")]


def closed_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    return folder


SECRETS = {"PGPASSWORD": "hunter2", "AWS_SECRET_ACCESS_KEY": "hunter3", "MINE": "4"}


def test_nothing_is_handed_on_that_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CERTLAB_COURSE", str(SMALL))
    found = environment.handed_on(str(tmp_path))
    assert not found.keys() & SECRETS.keys()
    assert found["CERTLAB_COURSE"] == str(SMALL)
    assert found["PATH"] == os.environ["PATH"]
    python = tmp_path / "python"
    program(python, f"env > {tmp_path}/told")
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)  # what root does is another test's
    serving.build_pages(str(tmp_path / "cache"))
    told = (tmp_path / "told").read_text("utf-8")
    assert f"{CACHE}={tmp_path}/cache\n" in told
    assert not any(name in told for name in SECRETS)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
@pytest.mark.parametrize(("course", "builder"), [(str(SMALL), "nobody"), ("", "root")])
def test_root_does_not_build_the_pages_of_another_course(
    course: str, builder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the place of Python stands a program that says as whom it runs, and writes a link."""
    monkeypatch.setenv("CERTLAB_COURSE", course)
    with tempfile.TemporaryDirectory() as name:  # where everybody may go
        Path(name).chmod(0o755)
        python = Path(name, "python")
        lines = (
            'mkdir -p "$CERTLAB_CACHE/pages/a/b" "$CERTLAB_CACHE/pages/a/kept"',
            'id -un > "$CERTLAB_CACHE/pages/a/b/who"',
            'id -Gn > "$CERTLAB_CACHE/pages/a/b/groups"',
            'touch "$CERTLAB_CACHE/pages/a/kept/x"',
        )
        program(python, "\n".join(lines))
        monkeypatch.setattr(sys, "executable", str(python))
        serving.build_pages(str(tmp_path / "cache"))
    told = tmp_path / "cache/pages/a/b"
    assert (told / "who").read_text("utf-8").strip() == builder
    assert (told / "who").stat().st_uid == 0
    assert (told / "who").stat().st_mode & 0o777 == 0o644
    if course:
        assert "root" not in (told / "groups").read_text("utf-8")
        assert not (told.parent / "kept").exists()


def test_python_that_the_builder_cannot_run_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python").touch(0o600)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(ServerError, match=r"python: the account .* cannot run it"):
        serving._build(str(tmp_path))


def test_a_file_of_the_class_is_closed_from_its_first_byte(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with open(tmp_path / "hub.log", "wb", opener=closed.opener) as file:
            assert os.fstat(file.fileno()).st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_what_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "class", tmp_path / "elsewhere"
    (folder / "learners").mkdir(parents=True)
    (folder / "learners").chmod(0o755)
    for path in (elsewhere, folder / "hub.log", folder / "hub.sqlite"):
        path.write_text("x", "utf-8")
        path.chmod(0o644)
    (folder / "link").symlink_to(elsewhere)
    os.mkfifo(folder / "pipe")
    closed.close((folder,))
    modes = {one.name: one.lstat().st_mode & 0o777 for one in folder.iterdir()}
    assert modes["hub.log"] == modes["hub.sqlite"] == 0o600
    assert modes["learners"] == 0o755
    assert elsewhere.stat().st_mode & 0o777 == 0o644


def test_two_classes_do_not_run_from_one_folder(tmp_path: Path) -> None:
    with (
        starting._alone(tmp_path),
        pytest.raises(ServerError, match="runs from here already"),
        starting._alone(tmp_path),
    ):
        pass


def test_without_npm_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerError, match=r"needs Node .* install it with npm"):
        proxy.fetch(tmp_path / "cache")
    program(tmp_path / "node", "echo v20.1.0")
    with pytest.raises(ServerError, match="there is no npm here"):
        proxy.fetch(tmp_path / "cache")
    program(tmp_path / "npm", "exit 1")
    with pytest.raises(ServerError, match="npm could not install"):
        proxy.fetch(tmp_path / "cache")


def test_the_lock_names_one_version_of_each_package_and_no_registry() -> None:
    lock = json.loads((proxy._LOCK / "package-lock.json").read_text("utf-8"))
    wanted = json.loads((proxy._LOCK / "package.json").read_text("utf-8"))
    packages = lock["packages"]
    assert packages.pop("")["dependencies"] == wanted["dependencies"]
    assert wanted["dependencies"] == {proxy.NAME: proxy.VERSION}
    for one in packages.values():
        assert one["integrity"].startswith("sha512-")
        assert one["version"]
        assert "resolved" not in one
        assert "hasInstallScript" not in one


def test_what_npm_was_stopped_in_is_not_taken_for_the_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = f"mkdir -p node_modules/.bin; touch node_modules/.bin/{proxy.NAME}"
    program(tmp_path / "node", "echo v20.1.0")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    cache = tmp_path / "cache"
    program(tmp_path / "npm", f"{made}; echo npm error code EINTEGRITY >&2; exit 1")
    with pytest.raises(ServerError, match="it says EINTEGRITY"):
        proxy.fetch(cache)
    assert list(cache.iterdir()) == []
    program(tmp_path / "npm", f'[ -f package-lock.json ]; echo "$@" > asked; {made}')
    assert proxy.fetch(cache) == proxy.program(cache)
    asked = (proxy.program(cache).parents[2] / "asked").read_text("utf-8")
    assert asked.startswith("ci --ignore-scripts")
    program(tmp_path / "npm", "exit 1")
    assert proxy.fetch(cache).exists()  # it is there already


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)


def test_a_scope_holds_the_limits_and_the_command_runs_as_the_learner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's setpriv is the real one; in the place of systemd-run, what it does at last."""
    program(
        tmp_path / "systemd-run",
        'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    code = "import os; print(os.geteuid(), os.getegid(), os.getgroups())"
    words = limits.scoped([sys.executable, "-c", code], "root", 0, Limits(2, 1.5))
    assert "MemoryMax=2147483648" in words
    assert "CPUQuota=150%" in words
    assert words.index("--scope") < words.index("setpriv") < words.index(sys.executable)
    if os.geteuid() == 0:
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("0 0 ")


def test_a_process_has_the_memory_that_was_given_and_no_more() -> None:
    code = (
        "from certlab.classroom.hub import limits; limits.apply_to_process(); "
        "held = bytearray(64 * 2**20); print('64'); bytearray(2**30)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **Limits(0.4).variables()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "64\n"
    assert "MemoryError" in done.stderr


def test_a_learners_server_starts_without_node_and_without_a_grammar(
    tmp_path: Path,
) -> None:
    """Forty that join at once would each pay for them in seconds of the processor."""
    for name in ("node", "npm"):
        program(tmp_path / name, f"touch {tmp_path}/asked-$(basename $0)")
    code = (
        "import sys, types\n"
        "server = types.ModuleType('jupyterhub.singleuser')\n"
        "server.main = lambda: print('lark' in sys.modules, *sys.argv)\n"
        "sys.modules[server.__name__] = server\n"
        "from certlab.classroom.hub import seat\n"
        "sys.argv = ['seat']\n"
        "seat.main()\n"
    )
    ours = {
        "CERTLAB_COURSE": str(SMALL),
        "HOME": str(tmp_path),
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        check=False,
    )
    heard, *words = done.stdout.split()
    assert heard == "False", done.stderr
    assert f"--ServerApp.root_dir={tmp_path}/certlab" in words
    assert list(tmp_path.glob("asked-*")) == []


def test_what_nothing_enforces_is_said() -> None:
    assert "which systemd enforces" in Limits(2, 1).says(scoped=True)
    assert "each process by itself" in Limits(2, 1).says(scoped=False)
    assert "Nothing limits" in Limits().says(scoped=True)


def wanted(
    tmp_path: Path, learners: int, *, accounts: bool = False
) -> preflight.Wanted:
    return preflight.Wanted(learners, 0, accounts, Limits(), tmp_path, tmp_path)


def test_seats_that_do_not_fit_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preflight, "_free_memory", lambda: 8.0)
    few = list(preflight.findings(wanted(tmp_path, 2)))
    assert [
        one.says for one in few if one.level == "bad" and "memory" in one.says
    ] == []
    (bad,) = [
        one.says
        for one in preflight.findings(wanted(tmp_path, 40))
        if one.level == "bad" and "memory" in one.says
    ]
    fit = int((8 - preflight.HUB_GIB) / preflight.SEAT_GIB)
    assert f"{fit} fit" in bad


def test_python_in_a_closed_folder_is_found_before_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = closed_folder(tmp_path)
    monkeypatch.setattr(preflight, "_needed", lambda: [folder])
    levels = {
        one.says: one.level
        for one in preflight.findings(wanted(tmp_path, 1, accounts=True))
    }
    (says,) = [one for one in levels if str(folder) in one]
    assert levels[says] == "bad"


def test_every_finding_is_one_sentence(tmp_path: Path) -> None:
    for one in preflight.findings(wanted(tmp_path, 3)):
        assert one.says.endswith(".")
        assert one.level in {"good", "look", "bad"}


def test_an_account_that_is_not_ours_is_not_a_learners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(accounts, "_run", lambda *words: ran.append(words))
    with pytest.raises(ServerError, match="root is taken on this machine"):
        accounts.make("root")
    assert ran == []


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    made = starting._launch(asked(tmp_path), tmp_path, tmp_path, tmp_path / "p", False)
    made.write()
    back = launch.read(tmp_path)
    assert json.dumps(back.__dict__) == json.dumps(made.__dict__)
    with pytest.raises(ServerError, match="no class was started from here"):
        launch.read(tmp_path / "other")


def test_a_start_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    made = starting._launch(asked(tmp_path), tmp_path, tmp_path, tmp_path / "p", False)
    told = json.loads(made.write().read_text("utf-8"))
    del told["subdomains"]
    (tmp_path / launch.FILE).write_text(json.dumps(told), "utf-8")
    assert launch.read(tmp_path).subdomains is False
