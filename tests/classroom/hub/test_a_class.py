"""A class from its start to Ctrl-C: a real JupyterHub, three people, real accounts.

One Hub for the file, because it costs about half a minute of processor time. The browsers
are HTTP clients; what the pages look like is tested elsewhere.
"""

import fcntl
import grp
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest

import certlab
from certlab.cache_folder import VARIABLE as CACHE
from certlab.classroom.hub import accounts, fence, keeper, launch, learners, proxy
from certlab.classroom.hub.guesses import FREE
from certlab.course import load
from certlab.study.answers import Answer, new_ulid, stamp, to_bytes
from tests.bound import BOUND, until
from tests.browser import browsing
from tests.classroom.hub import evil_page
from tests.classroom.hub.visitor import Visitor

SMALL = Path(__file__).parents[2] / "courses" / "small"
DEBIANS = Path("/usr/bin/python3")
SECRET = f"of-root-{os.urandom(8).hex()}"
ROOTS = dict.fromkeys(("PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "MINE"), SECRET)


@dataclass(frozen=True)
class Class:
    """A class that runs: its folder, its process, and who is in it, by nickname."""

    folder: Path
    python: str
    process: "subprocess.Popen[str]"
    started: launch.Launch
    people: dict[str, Visitor]

    def run(self, *words: str, **variables: str) -> str:
        """Run one of the class's other commands, as its instructor."""
        ours = {"CERTLAB_COURSE": str(self.folder.parent / "course")}
        ours |= ROOTS | variables
        done = subprocess.run(
            [
                self.python,
                "-m",
                "certlab",
                "class",
                *words,
                "--folder",
                str(self.folder),
            ],
            cwd="/",
            env={**os.environ, **ours},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def pair(self) -> tuple[str, str]:
        """The learners' names."""
        first, second, *_ = (one for one in self.people if one != launch.INSTRUCTOR)
        return first, second


def others_can_enter(path: Path) -> bool:
    above = [path.resolve(), *path.resolve().parents]
    return all(one.stat().st_mode & 0o001 for one in above)


def python_for_all(folder: Path) -> str:
    """A Python that learners' accounts can run, with what is installed for this one."""
    if not others_can_enter(Path(certlab.__file__).parent):
        pytest.skip("no certlab that other accounts can read")
    if others_can_enter(Path(sys.base_prefix)) and others_can_enter(Path(sys.prefix)):
        return sys.executable
    version = "import sys; print('%d.%d' % sys.version_info[:2])"
    same = subprocess.run(
        [DEBIANS, "-c", version], capture_output=True, text=True, check=False
    )
    if same.stdout.strip() != f"{sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip("no Python that other accounts can run")
    made = folder / "python"
    subprocess.run([DEBIANS, "-m", "venv", "--without-pip", made], check=True)
    libraries = next(made.glob("lib/python3*/site-packages"))
    here = next(Path(sys.prefix).glob("lib/python3*/site-packages"))
    lines = [
        str(Path(certlab.__file__).parents[1]),
        f"import site; site.addsitedir({str(here)!r})",
    ]
    (libraries / "here.pth").write_text("\n".join(lines) + "\n", "utf-8")
    for part in ("share", "etc"):
        (made / part).symlink_to(Path(sys.prefix) / part)
    return str(made / "bin" / "python")


@pytest.fixture(scope="module")
def a_class() -> Iterator[Class]:
    if os.geteuid() != 0:
        pytest.skip("no root, so no accounts can be made")
    if proxy.lacks():
        pytest.skip("no npm, which brings the Hub's proxy")
    with one_at_a_time():
        yield from run_a_class()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Accounts belong to the machine, where another run may make and remove the same."""
    with (Path(tempfile.gettempdir()) / "certlab-class-accounts").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run_a_class() -> Iterator[Class]:
    before = set(accounts.members())
    strangers = {one for one in (accounts.SERVICES,) if not accounts.exists(one)}
    group = any(one.gr_name == accounts.GROUP for one in grp.getgrall())
    folder = Path(tempfile.mkdtemp(prefix="certlab-class-"))
    folder.chmod(0o711)
    with ExitStack() as ends:
        ends.callback(shutil.rmtree, folder, ignore_errors=True)
        ends.callback(_remove_accounts, before, strangers, group)
        python = python_for_all(folder)
        process = start(folder, python)
        ends.callback(end, process)
        started = launch.read(folder / "class")
        tail = os.urandom(3).hex()
        people = {}
        for name in (launch.INSTRUCTOR, f"ada-{tail}", f"bob-{tail}"):
            visitor = ends.enter_context(Visitor(f"http://127.0.0.1:{started.port}"))
            code = started.password if name == launch.INSTRUCTOR else started.code
            assert visitor.join(name, code).is_redirect
            people[name] = visitor
        plant(f"ada-{tail}")
        for visitor in people.values():  # all at once, as on the day
            visitor.page.get("/hub/spawn")
        for visitor in people.values():
            visitor.start()
        yield Class(folder / "class", python, process, started, people)


# What a learner can write that a server of theirs might run.
PLANTED = (".jupyter/jupyter_server_config.py", "certlab.py", "jupyterhub.py")


def plant(name: str) -> None:
    home = Path(pwd.getpwnam(name).pw_dir)
    for number, path in enumerate(PLANTED):
        (home / path).parent.mkdir(exist_ok=True)
        code = f"open({str(home / f'ran-{number}')!r}, 'w')\n"
        (home / path).write_text(code, "utf-8")
    shutil.chown(home / ".jupyter", name)


def start(folder: Path, python: str, *more: str) -> "subprocess.Popen[str]":
    """The command as an instructor gives it, once learners can join."""
    shutil.copytree(SMALL, folder / "course")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    cache = Path(os.environ.get(CACHE, Path.home() / ".cache" / "certlab"))
    fetched = proxy.program(cache).parents[2]
    proxy.fetch(cache)  # once for all runs
    shutil.copytree(fetched, folder / "cache" / fetched.name, symlinks=True)
    words = [python, "-m", "certlab", "class", "serve"]
    words += [
        "--folder",
        str(folder / "class"),
        "--port",
        str(port),
        "--ip",
        "127.0.0.1",
        "--settings",
        str(evil_page.settings(folder)),
        *(one.format(port=port) for one in more),
    ]
    ours = {"CERTLAB_COURSE": str(folder / "course"), CACHE: str(folder / "cache")}
    ours |= ROOTS
    (folder / "class").mkdir()
    for name in ("hub.log", "hub-before.log"):  # as an earlier version left them
        (folder / "class" / name).touch(0o644)
    process = subprocess.Popen(
        words,
        cwd="/",
        env={**os.environ, **ours},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said: list[str] = []
    assert process.stdout
    for line in process.stdout:
        said.append(line)
        if line.startswith("All is kept"):
            return process
    raise AssertionError("".join(said))


def end(process: "subprocess.Popen[str]") -> None:
    """Where a test failed before the one that ends it."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=BOUND)


def _remove_accounts(before: set[str], strangers: set[str], group: bool) -> None:
    for name in {*accounts.members(), *strangers} - before:
        subprocess.run(
            ["userdel", "--force", "--remove", name], capture_output=True, check=False
        )
    if not group:
        subprocess.run(["groupdel", accounts.GROUP], capture_output=True, check=False)


def test_the_course_opens_in_jupyterlab(a_class: Class) -> None:
    name = a_class.pair[0]
    page = a_class.people[name].page.get(f"/user/{name}/")
    assert page.url.path == f"/user/{name}/lab/workspaces/certlab"
    assert "jupyter-config-data" in page.text
    home = Path(pwd.getpwnam(name).pw_dir)
    assert (home / "certlab" / "modules").is_dir()
    layout = next((home / "certlab" / ".certlab" / "layouts").iterdir())
    assert "certlab-app" in layout.read_text("utf-8")


def test_the_start_notebook_is_drawn_by_the_learners_own_server(a_class: Class) -> None:
    """A module's import shows no token, which the Hub wants of what a page asks."""
    name = a_class.pair[0]
    path = f"/user/{name}/certlab/api/start/start.js"
    asked = {"Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"}
    answer = a_class.people[name].page.get(path, headers=asked)
    assert answer.is_success
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert a_class.people[name].ask("GET", "start/given").json()["surface"] == "lab"


def test_answers_come_to_the_instructor_through_the_learners_own_server(
    a_class: Class,
) -> None:
    item = next(iter(load(SMALL).items))
    for name in a_class.pair:
        own = a_class.people[name]
        about = own.ask("GET", "class/class").json()
        assert about["joined"] is False
        assert about["called"] == name
        joined = own.ask("POST", "class/join", json={"nickname": name})
        assert joined.json()["joined"] is True, joined.text
        now = datetime.now(UTC)
        rows = [
            Answer(item, 1, outcome, 1.0, at=stamp(now), ulid=new_ulid(now))
            for outcome in ("correct", "wrong")
        ]
        sent = b"".join(map(to_bytes, rows))
        assert own.ask("POST", "history", content=sent).is_success
    instructor = a_class.people[launch.INSTRUCTOR]
    assert instructor.ask("GET", "class/class").json()["instructor"] is True

    def arrived() -> bool:
        table = instructor.ask("GET", "class/export.csv").text
        return all(table.count(name) == 2 for name in a_class.pair)

    until(arrived, "the class has two answers of each")
    refused = a_class.people[a_class.pair[0]].ask("GET", "class/export.csv")
    assert refused.status_code == 403


def test_learners_cannot_read_each_other(a_class: Class) -> None:
    ada, bob = a_class.pair
    bobs = Path(pwd.getpwnam(bob).pw_dir) / "certlab"
    secrets = Path(a_class.started.folder)
    assert (bobs / "history.jsonl").exists()
    for path in (
        *(bobs / "history.jsonl", bobs.parent / ".bashrc", secrets / launch.FILE),
        *(
            secrets / launch.KEPT,
            secrets / "class" / "class.sqlite",
            secrets / "hub.sqlite",
        ),
    ):
        assert path.exists()
        assert "Permission denied" in as_learner(ada, "cat", str(path)), path
    server = next(iter(processes_of(bob)))
    assert "not permitted" in as_learner(ada, "kill", "-0", str(server))
    assert "Permission denied" in as_learner(ada, "cat", f"/proc/{server}/environ")
    answer = a_class.people[ada].page.get(f"/user/{bob}/certlab/api/history")
    assert answer.status_code in {403, 404}
    assert b'"ulid"' not in answer.content


def test_a_storm_of_wrong_codes_keeps_nobody_out(a_class: Class) -> None:
    root = f"http://127.0.0.1:{a_class.started.port}"
    ada = a_class.pair[0]
    with Visitor(root) as storm, Visitor(root) as late, Visitor(root) as other:
        for _ in range(FREE + 1):
            assert storm.join("mallory", "wrong-one").status_code == 403
        assert late.join(launch.INSTRUCTOR, a_class.started.password).is_redirect
        # The code is right, and the name is another browser's.
        assert other.join(ada, a_class.started.code).status_code == 409


def test_a_learner_comes_back_from_another_browser_with_four_words(
    a_class: Class,
) -> None:
    ada, bob = a_class.pair
    words = a_class.people[ada].words()
    instructor = a_class.people[launch.INSTRUCTOR]
    assert instructor.words(nickname=ada.upper()) == words
    assert (
        a_class.people[bob].words(nickname=ada) != words
    )  # their own, whatever they ask
    assert words in a_class.run("words", ada)
    with Visitor(f"http://127.0.0.1:{a_class.started.port}") as other:
        assert other.join(bob, words).status_code == 403
        assert other.join(ada.upper(), words.title()).is_redirect
        other.name = ada
        other.start()
        assert other.ask("GET", "class/class").json()["called"] == ada
    token = instructor.hub("POST", f"users/{launch.INSTRUCTOR}/tokens").json()["token"]
    with Visitor(f"http://127.0.0.1:{a_class.started.port}") as script:
        script.page.headers["Authorization"] = f"token {token}"
        assert script.page.get(f"/hub/api/users/{ada}").is_success
        assert script.page.get("/hub/way-back").url.path == "/hub/login"


def test_files_of_the_class_are_closed_to_other_accounts(a_class: Class) -> None:
    folders = (a_class.folder, a_class.folder / "class")
    files = [one for folder in folders for one in folder.iterdir() if one.is_file()]
    assert {"hub.log", "hub.sqlite", "proxy.pid", "lock", "seats.json"} <= {
        x.name for x in files
    }
    assert [one.name for one in files if one.stat().st_mode & 0o077] == []


def test_what_runs_for_a_learner_has_nothing_of_roots(a_class: Class) -> None:
    """An account reads the variables of its own processes, and everybody's commands."""
    ada = a_class.pair[0]
    shown = "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null"
    read = output_of(ada, "/bin/sh", "-c", shown)
    assert f"JUPYTERHUB_USER={ada}" in read
    kept = json.loads((a_class.folder / launch.KEPT).read_text("utf-8"))
    for secret in (SECRET, *kept.values()):
        assert secret not in read
    for number in processes_of(accounts.SERVICES):
        assert SECRET not in Path(f"/proc/{number}/environ").read_text("utf-8")


def told_on_the_way_in(folder: Path) -> Path:
    """A folder of Python's whose programs write down what they were told, but for root's."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import os, pathlib\n"
        "if os.geteuid():\n"
        "    own = pathlib.Path('/proc/self/environ').read_bytes()\n"
        "    (pathlib.Path.home() / 'environ').write_bytes(own)\n",
        "utf-8",
    )
    return folder


def output_of(name: str, *words: str) -> str:
    account = pwd.getpwnam(name)
    done = subprocess.run(
        words,
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def test_a_server_runs_nothing_of_its_learners_home(a_class: Class) -> None:
    home = Path(pwd.getpwnam(a_class.pair[0]).pw_dir)
    assert all((home / path).exists() for path in PLANTED)
    assert list(home.glob("ran-*")) == []


def test_the_proxy_lets_a_browser_to_its_own_learners_server_alone(
    a_class: Class,
) -> None:
    ada, bob = a_class.pair
    mine = f"{fence.COOKIE}={fence.value(a_class.started.token, ada)}"
    others = f"{fence.COOKIE}={fence.value('guessed', ada)}"
    bobs = f"{fence.COOKIE}={fence.value(a_class.started.token, bob)}"

    def status(path: str, cookie: str, **headers: str) -> int:
        line = HTTPConnection("127.0.0.1", a_class.started.port)
        with closing(line):
            line.request("GET", path, headers={"Cookie": cookie, **headers})
            return line.getresponse().status

    for path in (
        f"/user/{bob}/evil",
        f"/user%2F{bob}/evil",
        f"/user/%62{bob[1:]}/evil",
        f"/%2Fuser/{bob}/evil",  # the proxy takes all slashes away that come first
        f"/%2f%2Fuser%2f{bob}/evil",
    ):
        assert status(path, bobs) != 403  # past the fence, be it there or not
        for cookie in (
            "",
            mine,
            others,
            f"{mine}; {bobs}",
            f"{bobs}; {others}",
            f"{bobs}x",
        ):
            assert status(path, cookie) == 403
    assert status(f"/user/{ada}/../{bob}/evil", mine) == 403
    assert status("/user/%zz", mine) == 500  # no address, and yet an answer
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
    assert status(f"/user/{bob}/evil", mine, **upgrade) == 403
    by_token = {"Authorization": "token x"}
    assert status(f"/user/{bob}/evil", "", **by_token) == 200


def test_no_page_of_a_learner_comes_to_anybody_else(a_class: Class) -> None:
    """Not to a learner and not to the instructor, and it can be as evil as it likes."""
    ada, bob = a_class.pair
    root = f"http://127.0.0.1:{a_class.started.port}"
    evil = f"{root}/user/{bob}/evil"
    assert evil_page.EVIL in a_class.people[bob].page.get(evil).text
    for victim in (ada, launch.INSTRUCTOR):
        home = Path(pwd.getpwnam(victim).pw_dir) / "certlab"
        with browsing() as browser:
            page = evil_page.window(browser, a_class.people[victim]).new_page()
            page.goto(f"{root}/user/{victim}/certlab/")
            answer = page.goto(evil)
            assert answer
            assert answer.status == 403
            assert evil_page.EVIL not in answer.text()
            # Were it there, what shows in its place would be of the same origin.
            found = evil_page.tries(page, root, victim)
        assert found["frames"] == []
        assert set(found["asked"]) <= {403, "refused"}
        assert not (home / evil_page.TAKEN).exists()


def as_learner(name: str, *words: str) -> str:
    account = pwd.getpwnam(name)
    done = subprocess.run(
        ["/bin/sh", "-c", '"$@"', "sh", *words],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode
    return done.stderr


def processes_of(name: str) -> list[int]:
    """The processes of an account; one that ends meanwhile is none."""
    uid, found = pwd.getpwnam(name).pw_uid, []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError):
            if path.stat().st_uid == uid:
                found.append(int(path.name))
    return found


def test_what_listens_for_learners_is_not_root(a_class: Class) -> None:
    assert (
        len(processes_of(accounts.SERVICES)) >= 2
    )  # the class's service, and the culler


def test_a_corrected_course_lies_beside_what_a_learner_has_edited(
    a_class: Class,
) -> None:
    ada, bob = a_class.pair
    page = next((a_class.folder.parent / "course" / "content" / "modules").glob("*.md"))
    homes = learners.homes(a_class.started)
    edited = homes[ada] / "certlab" / "modules" / page.name
    edited.write_text("My notes.\n", "utf-8")
    page.write_text(page.read_text("utf-8") + "\nCorrected.\n", "utf-8")
    asks = told_on_the_way_in(a_class.folder.parent / "asks")
    said = a_class.run("push", PYTHONPATH=str(asks)).splitlines()
    beside = f"modules/{page.stem}.new.md"
    at = {line.split()[0]: place for place, line in enumerate(said) if line[:1] != " "}
    assert "1 put beside an edited one, " in said[at[ada]]
    assert said[at[ada] + 1] == f"  put beside an edited one: {beside}"
    assert "1 replaced, " in said[at[bob]]
    assert said[at[bob] + 1] == f"  replaced: modules/{page.name}"
    assert edited.read_text("utf-8") == "My notes.\n"
    assert "Corrected." in (homes[ada] / "certlab" / beside).read_text("utf-8")
    theirs = homes[bob] / "certlab" / "modules" / page.name
    assert "Corrected." in theirs.read_text("utf-8")
    assert theirs.stat().st_uid == pwd.getpwnam(bob).pw_uid
    for name in a_class.pair:  # what ran for them was told nothing of root's
        heard = (homes[name] / "environ").read_text("utf-8")
        assert f"HOME={homes[name]}" in heard
        assert SECRET not in heard


def test_a_reset_moves_the_workspace_aside_and_stops_the_server(a_class: Class) -> None:
    _, bob = a_class.pair
    home = learners.homes(a_class.started)[bob]
    said = a_class.run("reset", bob)
    (aside,) = home.glob("certlab-until-*")
    assert str(aside) in said
    assert (aside / "history.jsonl").exists()
    until(lambda: not processes_of(bob), "the server has ended")
    a_class.people[bob].start()
    assert (home / "certlab" / "modules").is_dir()
    assert not (home / "certlab" / "history.jsonl").exists()


def test_a_hub_that_is_killed_leaves_the_servers_and_comes_back(
    a_class: Class,
) -> None:
    ada = a_class.pair[0]
    own = a_class.people[ada]
    kernel = own.api("POST", "kernels", json={"name": "python3"}).json()["id"]
    until(lambda: kernel in own.api("GET", "kernels").text, "the kernel runs")
    before = set(processes_of(ada))
    assert len(before) >= 2
    hub = the_hub(a_class.folder)
    os.kill(hub, signal.SIGKILL)
    assert a_class.process.stdout
    assert any(keeper.AGAIN in line for line in a_class.process.stdout)
    assert the_hub(a_class.folder) != hub
    until(own.enters, "the learner's page works")
    assert before <= set(processes_of(ada))
    assert own.api("GET", f"kernels/{kernel}").json()["id"] == kernel
    assert own.ask("GET", "class/class").json()["joined"] is True
    with Visitor(f"http://127.0.0.1:{a_class.started.port}") as late:
        assert late.join(launch.INSTRUCTOR, a_class.started.password).is_redirect


def the_hub(folder: Path) -> int:
    """The process of the class's Hub."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (path / "cmdline").read_bytes().split(b"\0")
            if b"jupyterhub" in words and (path / "cwd").readlink() == folder:
                return int(path.name)
    raise AssertionError(folder)


def test_ctrl_c_ends_all_of_it(a_class: Class) -> None:
    """The last test of the file, for it ends the class."""
    names = [*a_class.pair, launch.INSTRUCTOR, accounts.SERVICES]
    assert all(map(processes_of, names))
    a_class.process.send_signal(signal.SIGINT)
    said, _ = a_class.process.communicate(timeout=BOUND)
    assert said.endswith("The class is closed, and all of its servers have ended.\n")
    assert a_class.process.returncode == 0
    assert [processes_of(name) for name in names] == [[]] * 4
    for port in (a_class.started.port, *a_class.started.ports):
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert json.loads((a_class.folder / launch.KEPT).read_text("utf-8"))["code"]
