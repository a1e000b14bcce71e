"""Make .venv, install certlab in it, and run a command there.

    python3 tools/environment.py study|class|fast|test|soak|lint|check|gallery|oracle|site [arguments of the command]

Only the standard library is used. The file parses on Python 2.7, because that may be
what `python` means, and its reader is told what to do instead of shown a traceback.
"""

from __future__ import print_function

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

OLDEST = (3, 11)
NEWER = ["python3.%d" % minor for minor in range(14, OLDEST[1] - 1, -1)]
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, ".venv")
STATE = os.path.join(HERE, "certlab.json")
LOG = os.path.join(HERE, "install.log")
WINDOWS = os.name == "nt"
AGAIN = "then run the same command again"

# Verb: (extras to install, modules to run one after the other with these arguments).
VERBS = {
    "study": (["study"], [["certlab", "study"]]),
    "class": (["study", "class"], [["certlab", "class", "serve"]]),
    "check": (["study"], [["certlab", "check"]]),
    "site": (
        ["study", "site"],
        [["certlab", "site", "build"], ["certlab", "site", "serve"]],
    ),
    # Most tests wait for a browser or a kernel: three run at once even on two cores.
    # A file stays with one process, for the cells of a notebook follow each other; the
    # files come in the order of conftest.py.
    "test": (
        ["study", "test", "site"],
        [["pytest", "--numprocesses=4", "--dist=loadfile", "--no-loadscope-reorder"]],
    ),
    # What a change can reach, in about three minutes.
    "fast": (["study", "test", "site"], [["tools.fast"]]),
    # Long trials whose samples "test" runs, and every law on many more examples.
    "soak": (
        ["study", "test", "site"],
        [["pytest", "-m", "soak or hypothesis", "--hypothesis-profile=soak"]],
    ),
    "gallery": (["study", "test", "site"], [["tools.gallery"]]),
    # Our node beside the real tools that this machine has.
    "oracle": (["study"], [["tools.oracle"]]),
    "lint": (
        ["study", "test", "site"],
        [
            ["ruff", "check"],
            ["ruff", "format", "--check"],
            ["tools.style_sheets"],
            ["tools.browser_code"],
            ["mypy"],
        ],
    ),
}

# What pip or venv prints, and the sentence for it. The first that is found counts.
REASONS = [
    ("No space left on device", "the disk is full; make about 1 GB of room"),
    (
        "Permission denied|Read-only file system",
        "this folder cannot be written; give write access or move it",
    ),
    (
        (
            "NewConnectionError|NameResolution|name resolution|Timeout|ProxyError"
            "|SSLError|Max retries"
        ),
        "the package index cannot be reached; check the network and the proxy",
    ),
    (
        r"requirement (\S+) .*\(from versions: none\)",
        "pip finds no {0} at all; check the network and the package index",
    ),
    (
        r"No matching distribution found for (\S+)",
        "there is no {0} for this Python; name another, as in PYTHON=python3.13",
    ),
    ("ensurepip", "this Python has no working pip; install python3-venv"),
    (r"(?:ERROR|Error): (.*\S)", "{0}; fix that"),
    ("", "the log says why; fix that"),
]


class Stop(Exception):
    """Nothing more can be done; the text is the sentence that says why."""


def main(arguments):
    """Run one verb; return the exit status."""
    if not arguments or arguments[0] not in VERBS:
        print("usage: environment.py %s" % "|".join(sorted(VERBS)), file=sys.stderr)
        return 2
    try:
        if sys.version_info[:2] < OLDEST:
            return use_newer(arguments)
        extras, commands = VERBS[arguments[0]]
        prepare(extras)
    except Stop as problem:
        print("certlab: %s." % problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again to go on.", file=sys.stderr)
        return 130
    return run(commands, arguments[1:])


def use_newer(arguments):
    """Hand over to a newer Python on PATH, or say that one is needed."""
    this = "%d.%d" % sys.version_info[:2]
    needed = "%d.%d" % OLDEST
    for name in NEWER:
        path = which(name)
        if path and is_new_enough(path):
            print("Python %s is too old; going on with %s." % (this, path))
            sys.stdout.flush()
            return subprocess.call([path, os.path.abspath(__file__)] + arguments)
    raise Stop(
        "Python %s or newer is needed and %s is Python %s; install one, or name it, "
        "as in make study PYTHON=/path/to/python3" % (needed, sys.executable, this)
    )


def is_new_enough(python):
    """Whether it starts at all (a shim may not) and is new enough."""
    code = "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)
    with open(os.devnull, "w") as nowhere:
        command = [python, "-c", code]
        return subprocess.call(command, stdout=nowhere, stderr=nowhere) == 0


def which(name):
    """The path of a program; shutil.which came after Python 2."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for tail in (".exe", ".bat", "") if WINDOWS else ("",):
            path = os.path.join(folder, name + tail)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return None


def prepare(extras):
    """Make sure that .venv holds certlab with these extras; quick when it does."""
    if is_ready(extras):
        return
    with one_at_a_time():
        if is_ready(extras):  # another run has just done it
            return
        before = read_state()
        # What an earlier verb installed stays.
        extras = sorted(set(extras) | set(before.get("extras", [])))
        problem = fault(before)
        if problem:
            make(problem)
            before = {}
        install(extras, before)


def is_ready(extras):
    state = read_state()
    return (
        bool(state.get("whole"))
        and state.get("fingerprint") == fingerprint()
        and set(extras) <= set(state.get("extras", []))
        and os.path.exists(python())
    )


def fingerprint():
    """One text for everything that an installation follows from."""
    whole = hashlib.sha256(("%s %s" % (ROOT, version())).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        with open(os.path.join(ROOT, name), "rb") as file:
            whole.update(file.read())
    return whole.hexdigest()


def version():
    return "%d.%d" % sys.version_info[:2]


def python():
    """The interpreter in .venv."""
    parts = ["Scripts", "python.exe"] if WINDOWS else ["bin", "python"]
    return os.path.join(HERE, *parts)


def read_state():
    """What the last run left: {} when there was none."""
    try:
        with open(STATE) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def write_state(state):
    with open(STATE, "w") as file:
        json.dump(state, file)


def fault(state):
    """Why .venv must be made anew; "" when it need not."""
    if not os.path.isdir(HERE):
        return "there is none yet"
    if state.get("whole") is False:
        return "the last installation was interrupted"
    code = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    try:
        found = subprocess.run(
            [python(), "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "the one here does not work"
    return "" if found == version() else "the one here is for Python %s" % found


def make(problem):
    """Make an empty .venv."""
    command = maker()
    say("Making .venv for Python %s, because %s." % (version(), problem))
    try:
        if os.path.isdir(HERE):
            shutil.rmtree(HERE)
        os.mkdir(HERE)
    except OSError as error:
        raise Stop(
            "%s cannot be made: %s; give write access or move the folder, %s"
            % (HERE, error.strerror or error, AGAIN)
        )
    done = subprocess.run(
        command,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode or not os.path.exists(python()):
        # ensurepip does not say that it ran out of room.
        full = shutil.disk_usage(ROOT).free < 50 << 20
        says = "No space left on device" if full else done.stdout
        raise Stop(".venv was not made: %s" % reason(says))


def maker():
    """The command that makes .venv: the standard module, else uv or virtualenv."""
    # Inside a virtual environment, the Python it was made from: .venv may be removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    try:
        import ensurepip  # noqa: F401  # Debian has it in a package of its own
        import venv  # noqa: F401
    except ImportError:
        pass
    else:
        return [base, "-m", "venv", HERE]
    if which("uv"):
        return [which("uv"), "venv", "--seed", "--clear", "--python", base, HERE]
    if which("virtualenv"):
        return [which("virtualenv"), "--python", base, HERE]
    system = os.path.realpath("/usr/bin/python3") == os.path.realpath(base)
    package = "python3-venv" if system else "python%s-venv" % version()
    raise Stop(
        "this Python cannot make virtual environments; on Debian or Ubuntu run "
        "sudo apt install %s, %s" % (package, AGAIN)
    )


def install(extras, before):
    """Install certlab with these extras, telling how far it is."""
    say("Installing certlab and what it needs; the first time takes some minutes.")
    command = [python(), "-m", "pip", "install", "--no-input", "--progress-bar=off"]
    command += ["--disable-pip-version-check", "--constraint", "constraints.txt"]
    command += ["--editable", ".[%s]" % ",".join(extras)]
    environment = dict(os.environ, PIP_USER="0", PYTHONUTF8="1")
    # Else pip fetches Sphinx twice: once more to build a wheel without pages.
    environment["HATCH_BUILD_NO_HOOKS"] = "true"
    try:
        # If this run is cut off, the next one finds this and starts anew.
        write_state({"whole": False, "extras": extras})
        status, text = follow(command, environment)
        if status:
            if "Installing collected packages" not in text:
                write_state(dict(before, whole=True))  # nothing was touched
            raise Stop(
                "certlab was not installed: %s (log: .venv/install.log)" % reason(text)
            )
        write_state({"whole": True, "extras": extras, "fingerprint": fingerprint()})
    except OSError as error:
        raise Stop("certlab was not installed: %s" % reason(str(error)))


def follow(command, environment):
    """Run pip, keep its log, and say what it is at."""
    lines, progress, ended = [], Progress(packages()), threading.Event()
    telling = threading.Thread(target=tell, args=(progress, ended))
    with open(LOG, "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        telling.start()
        try:
            for line in process.stdout:
                log.write(line)
                lines.append(line)
                progress.hear(line)
            return process.wait(), "".join(lines)
        finally:
            ended.set()
            telling.join()


def packages():
    """The folder of .venv that packages are put into."""
    parts = ["Lib"] if WINDOWS else ["lib", "python" + version()]
    return os.path.join(HERE, *(parts + ["site-packages"]))


class Progress:
    """What pip is at, by what it prints; while it puts packages in place it prints nothing."""

    def __init__(self, folder):
        self.folder = folder
        self.began = time.time()
        self.found, self.doing, self.names = 0, "", []

    def hear(self, line):
        """A line that pip has printed."""
        words = line.split()
        if line.startswith("Collecting "):
            self.found += 1
            self.doing = "looking for " + name_of(words[1])
        elif words[:1] == ["Downloading"] or words[:2] == ["Using", "cached"]:
            file = words[2 if words[0] == "Using" else 1].rpartition("/")[2]
            self.doing = "fetching " + name_of(file.partition("-")[0])
            size = re.search(r"\([\d.]+ [kMG]?B\)", line)
            if size and not file.endswith(".metadata"):
                self.doing += " " + size.group()
        elif re.match(r"\s*Building (wheel|editable) for \S", line):
            self.doing = "building " + name_of(words[3])
        elif line.startswith("Installing collected packages: "):
            self.names = [name_of(one) for one in line.partition(": ")[2].split(", ")]

    def text(self):
        """That in a few words; "" before there is any."""
        if not self.names:
            return (
                "%s; %d found so far" % (self.doing, self.found) if self.doing else ""
            )
        there = self.in_place()
        left = [one for one in self.names if one not in there]
        done = len(self.names) - len(left)
        count = "%d of %d packages are in place" % (done, len(self.names))
        return "putting %s in place; %s" % (left[0], count) if left else count

    def in_place(self):
        """The names of the packages that are there since this began."""
        found = set()
        for entry in os.scandir(self.folder) if os.path.isdir(self.folder) else []:
            with contextlib.suppress(OSError):  # pip may be taking it away
                # A disk may keep whole seconds.
                fresh = entry.stat().st_mtime >= int(self.began)
                if fresh and entry.name.endswith(".dist-info"):
                    found.add(name_of(entry.name.partition("-")[0]))
        return found


def name_of(text):
    """A package's name in the form in which names are compared."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[(@]", text.strip())[0]).lower()


def tell(progress, ended):
    """Say what pip is at: in a terminal on one line that changes, else now and then."""
    terminal = sys.stdout.isatty()
    last = ""
    while not ended.wait(1 if terminal else 30):
        text = progress.text()
        if text != last and terminal:
            sys.stdout.write(
                "\r\033[K  " + text[: shutil.get_terminal_size().columns - 3]
            )
            sys.stdout.flush()
        elif text != last:
            say("  " + text)
        last = text
    if last and terminal:
        sys.stdout.write("\r\033[K")
        sys.stdout.flush()


def reason(text):
    """The sentence for what pip or venv printed."""
    for pattern, sentence in REASONS:
        found = re.search(pattern, text)
        if found:
            return "%s, %s" % (sentence.format(*found.groups()), AGAIN)
    raise AssertionError("the last pattern is always found")


@contextlib.contextmanager
def one_at_a_time():
    """Hold other runs in this folder until this one is done."""
    try:
        import fcntl
    except ImportError:  # Windows: two runs at once are the user's to avoid
        yield
        return
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting for another run in this folder.")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def run(commands, arguments):
    """Run modules in .venv; the arguments go to the last one."""
    for module in commands[:-1]:
        status = subprocess.call([python(), "-m"] + module, cwd=ROOT)
        if status:
            return status
    last = [python(), "-m"] + commands[-1] + arguments
    os.chdir(ROOT)
    if not WINDOWS:
        os.execv(last[0], last)  # signals and Ctrl-C go straight to it
    return subprocess.call(last)


def say(text):
    print(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
