"""The host's own commands: a fault shows where it should, and nowhere else; one fact, one text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.labs.operations.node import faults, logs, machine, shell, units
from certlab.labs.operations.node.answer import MARKS, UNKNOWN
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.commands.journal import ago
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.state import Fault, World

NODE, SLOT = "node-a", 5
STATUS = "systemctl status nvidia-fabricmanager"
JOURNAL = "journalctl -b -u nvidia-fabricmanager"
KERNEL = ("dmesg", "journalctl -k")
HELD = ("lsof /dev/nvidia*", "fuser -v /dev/nvidia*", "lsmod")
ONE_DEVICE = "lspci -v -s 9d:00.0"
HISTORY, FABRIC = "cat /var/log/apt/history.log", "cat /var/log/fabricmanager.log"
PROC, APT, DPKG = "cat /proc/driver/nvidia/version", "apt list --installed", "dpkg -l"
# What differs from a healthy machine, by fault: the cells of the table of faults that are
# the host's, and empty where the table has none.
SHOWS: dict[str, set[str]] = {
    "off-bus": {*KERNEL, ONE_DEVICE, "lspci"},
    "not-seated": {*HELD, ONE_DEVICE, "lspci", "ls /dev/nvidia*"},
    "row-pending": {*KERNEL},
    "users-bug": {*KERNEL},
    "manager-version": {
        *(STATUS, JOURNAL, "systemctl --failed", "nv-fabricmanager -v"),
        *(APT, DPKG, "apt list --upgradable", HISTORY, FABRIC, *HELD),
    },
    "manager-stopped": {STATUS, JOURNAL, *HELD},
    "library-version": {*KERNEL, PROC, HISTORY},
    "module-missing": {
        *(
            STATUS,
            JOURNAL,
            "systemctl --failed",
            *KERNEL,
            PROC,
            HISTORY,
            FABRIC,
            APT,
            DPKG,
        ),
        *(*HELD, ONE_DEVICE, "modinfo nvidia", "dkms status", "ls /dev/nvidia*"),
    },
    "gres-mismatch": set(),
    "remapped-before": set(),
}
LINES = sorted({line for lines in SHOWS.values() for line in lines} | {"uname -a"})


def world(fault: str = "", scheduler: str = "slurm") -> World:
    made = machine.healthy(1, scheduler)
    if fault:
        made = faults.strike(made, Fault(fault, NODE, SLOT))
    return logs.remembered(made, NODE)


def printed(at: World, line: str) -> tuple[str, int]:
    done = shell.run(at, NODE, line)
    return masked(done.text), done.exit


def after(at: World, *lines: str) -> World:
    for line in lines:
        at = shell.run(at, NODE, line).world
    return at


def text(at: World, line: str) -> str:
    return shell.run(at, NODE, line).text


@pytest.mark.parametrize("scheduler", ["slurm", "kubernetes"])
@pytest.mark.parametrize("fault", faults.FAULTS)
def test_a_fault_shows_where_it_should_and_nowhere_else(
    fault: str, scheduler: str
) -> None:
    healthy, ill = world("", scheduler), world(fault, scheduler)
    # Under the GPU Operator the driver comes out of a pod, and the host's disk has none.
    disk = {"modinfo nvidia", "dkms status"} if scheduler == "kubernetes" else set()
    differ = {line for line in LINES if printed(healthy, line) != printed(ill, line)}
    assert differ - disk == SHOWS[fault] - disk


@pytest.mark.parametrize("fault", ["", *faults.FAULTS])
def test_the_same_world_gives_the_same_text(fault: str) -> None:
    ill = world(fault)
    for line in LINES:
        assert shell.run(ill, NODE, line) == shell.run(ill, NODE, line), line


@pytest.mark.parametrize("fault", ["", "library-version", "manager-version"])
def test_a_version_is_one_fact(fault: str) -> None:
    at = world(fault)
    loaded = re.search(r"x86_64  (\S+)", text(at, PROC))
    assert loaded
    assert loaded[1] == at.nodes[NODE].modules["nvidia"]
    assert f"x86_64  {loaded[1]} " in text(at, "dmesg")
    disk = text(at, "modinfo -F version nvidia")
    assert f"nvidia-srv/{disk}," in text(at, "dkms status")
    assert f"nvidia-dkms-590-server-open/jammy,now {disk}-" in text(at, APT)
    manager = text(at, "nv-fabricmanager -v").split()[-1]
    assert f"nvidia-fabricmanager-590/jammy,now {manager}-1 " in text(at, APT)
    assert re.search(rf"ii  nvidia-fabricmanager-590 +{manager}-1 ", text(at, DPKG))


def test_the_processes_of_lsof_are_those_of_systemctl() -> None:
    at = world()
    held = {line.split()[1] for line in text(at, "lsof /dev/nvidia*").splitlines()[1:]}
    assert held
    for unit in ("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm"):
        pid = re.search(r"Main PID: (\d+)", text(at, f"systemctl status {unit}"))
        assert pid
        assert pid[1] in held


def test_no_two_units_have_one_process_id() -> None:
    at = after(world(), "reboot", "ssh node-a")
    at = shell.run(at, "head", "sleep 900").world
    pids = [unit.pid for unit in at.nodes[NODE].units.values() if unit.pid]
    assert len(pids) == len({*pids}) > 3


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "now"),
        (59, "59s ago"),
        (94, "1min 34s ago"),
        (780, "13min ago"),
        (3600, "1h 0min ago"),
        (3840, "1h 4min ago"),
        (6 * 3600, "6h ago"),
        (25 * 3600, "1 day 1h ago"),
        (5 * 86400, "5 days ago"),
        (7 * 86400, "1 week 0 days ago"),
        (23 * 86400, "3 weeks 2 days ago"),
        (31 * 86400, "1 month 0 days ago"),
    ],
)
def test_a_span_is_written_as_systemd_writes_it(seconds: float, says: str) -> None:
    assert ago(seconds) == says


def test_the_log_tells_a_stop_once() -> None:
    stopped = units.stop(machine.healthy(1), NODE, "nvidia-fabricmanager")
    says = text(logs.remembered(stopped, NODE), "journalctl -u nvidia-fabricmanager")
    for line in ("Starting", "Started", "Stopping", "Stopped"):
        assert says.count(f"{line} NVIDIA fabric manager service") == 1, line


def held(at: World) -> set[str]:
    """The files of GPUs that somebody has open."""
    return {*re.findall(r"/dev/nvidia\d$", text(at, "lsof /dev/nvidia*"), re.MULTILINE)}


def test_a_daemon_holds_a_lost_gpu_until_the_driver_is_loaded_anew() -> None:
    at = world("off-bus")
    assert len(held(at)) == 8
    at = shell.run(at, NODE, "reboot").world
    at = shell.run(at, "head", "sleep 600").world
    assert len(held(at)) == 7


# What one does.


def test_the_manager_is_mended_by_its_package_and_a_start() -> None:
    at = world("manager-version")
    refused = shell.run(at, NODE, "systemctl start nvidia-fabricmanager")
    assert refused.exit == 1
    assert 'See "systemctl status nvidia-fabricmanager.service"' in refused.text
    at = after(
        refused.world,
        "apt install nvidia-fabricmanager-590=590.48.01-1",
        "apt-mark hold nvidia-fabricmanager-590",
        "systemctl start nvidia-fabricmanager",
    )
    assert text(at, "systemctl is-active nvidia-fabricmanager") == "active"
    assert text(at, "apt-mark showhold") == "nvidia-fabricmanager-590"
    assert not faults.stands(at, Fault("manager-version", NODE, SLOT))
    assert "apt install nvidia-fabricmanager-590=590.48.01-1" in text(at, HISTORY)


def test_headers_build_the_driver_which_takes_two_minutes() -> None:
    at = world("module-missing")
    kernel = text(at, "uname -r")
    assert shell.run(at, NODE, "modprobe nvidia").exit == 1
    done = shell.run(at, NODE, f"apt-get install -y linux-headers-{kernel}")
    assert done.seconds >= 120
    assert f"{kernel}, x86_64: installed" in text(done.world, "dkms status")
    at = after(done.world, "modprobe nvidia_uvm")
    assert not faults.stands(at, Fault("module-missing", NODE, SLOT))
    assert "590.48.01" in text(at, PROC)


def test_what_holds_the_driver_keeps_it_loaded() -> None:
    at = world("library-version")
    refused = shell.run(at, NODE, "modprobe -r nvidia_uvm nvidia")
    assert (refused.text, refused.exit) == (
        "modprobe: FATAL: Module nvidia is in use.",
        1,
    )
    assert (
        text(refused.world, "rmmod nvidia") == "rmmod: ERROR: Module nvidia is in use"
    )
    for unit in ("persistenced", "dcgm", "fabricmanager"):
        at = after(at, f"systemctl stop nvidia-{unit}")
    assert shell.run(at, NODE, "lsof /dev/nvidia*").exit == 1
    at = after(at, "modprobe -r nvidia_uvm nvidia", "modprobe nvidia_uvm")
    assert not faults.stands(at, Fault("library-version", NODE, SLOT))


def test_a_gpu_that_is_still_dead_is_named_when_the_driver_is_loaded() -> None:
    at = world("off-bus")
    for unit in ("persistenced", "dcgm", "fabricmanager"):
        at = after(at, f"systemctl stop nvidia-{unit}")
    at = after(at, "modprobe -r nvidia_uvm nvidia", "modprobe nvidia")
    said = text(at, "dmesg | tail -8")
    assert "fallen off the bus and is not responding to commands" in said
    assert "probe routine failed for 1 device(s)" in said


# What is refused.


@pytest.mark.parametrize(
    "line",
    [
        "dmesg > file",
        "cat < file",
        "sleep 5 &",
        "echo $HOME",
        "echo `date`",
        "echo $(date)",
        "ls /etc/*",
        "ls /dev/nvidia*x",
        "echo {a,b}",
        "dmesg | sed s/a/b/",
        "echo 'open",
        "| grep x",
        "x" * 5_000,
        "a" * 10_000_000,
        "tail -f /var/log/fabricmanager.log",
        "watch nvidia-smi",
        "systemctl mask nvidia-dcgm",
        "journalctl -f",
        "dmesg --clear",
        "apt full-upgrade",
        "lspci --tree",
        "modprobe mlx5_core",
        "rmmod nvidia_peermem",
        "modinfo mlx5_core",
        "modprobe nvidia nvidia_uvm",
        "service nvidia-dcgm status",
        "apt-cache policy nvidia-utils-590-server",
        "grep '(a+)+b'",
        "grep -E '(a+)+b' /etc/os-release",
        "cat",
        "cd /tmp",
        "echo -e x",
    ],
)
def test_what_we_do_not_do_is_said_and_nothing_happens(line: str) -> None:
    at = world()
    done = shell.run(at, NODE, line)
    assert done.exit == UNKNOWN, done.text
    assert done.text.startswith("[certlab] ")
    assert "Nothing was done." in done.text
    assert done.world == at


@pytest.mark.parametrize("pattern", ["lsof /dev/nvidia*", "ls /dev/nvidia*|wc -l"])
def test_the_pattern_that_everybody_types_is_run(pattern: str) -> None:
    assert shell.run(world(), NODE, pattern).exit == 0


def test_markup_and_control_characters_are_only_text() -> None:
    for word in (
        "<b>x</b>",
        "&amp;",
        "\x1b[31mred",
        "\x00",
        "\u202e",
        "é\u0301",
        "a\tb",
    ):
        done = shell.run(world(), NODE, f"echo '{word}'")
        assert done.text == word


@pytest.mark.parametrize(
    "line", ["echo 'a  b'", 'echo "a  b"', r"echo a\ \ b", "echo a'  'b"]
)
def test_quotes_keep_what_is_inside(line: str) -> None:
    assert text(world(), line) == "a  b"


SIGNS = ("|", ";", "&&", "(", ">", "<", "&", "||", "a|b", "x > y", "a;b", "*")


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_in_quotes_is_a_word(sign: str) -> None:
    for quoted in (f"'{sign}'", f'"{sign}"'):
        assert text(world(), f"echo {quoted}") == sign


@pytest.mark.parametrize(
    "line", ["grep '[' /etc/os-release", "grep -E '(' /etc/os-release"]
)
def test_an_expression_that_is_none_is_said(line: str) -> None:
    done = shell.run(world(), NODE, line)
    assert (done.text, done.exit) == ("grep: Invalid regular expression", 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("cat /no", "cat: /no: No such file or directory"),
        ("head /no", "head: cannot open '/no' for reading: No such file or directory"),
        ("grep x /no", "grep: /no: No such file or directory"),
        ("sort /no", "sort: cannot read: /no: No such file or directory"),
        ("cat /etc", "cat: /etc: Is a directory"),
        ("wc /etc/os-release", " 12  17 386 /etc/os-release"),
    ],
)
def test_a_file_is_named_as_the_tools_name_it(line: str, says: str) -> None:
    assert text(world(), line) == says


def test_dpkg_marks_what_is_held() -> None:
    at = after(world(), "apt-mark hold nvidia-fabricmanager-590")
    listed = text(at, "dpkg -l 'nvidia-f*'").splitlines()
    assert listed[3].startswith("||/ Name                     Version ")
    assert listed[5].startswith("hi  nvidia-fabricmanager-590 590.48.01-1 ")
    assert len(listed) == 6
    assert shell.run(at, NODE, "dpkg -l nonsuch").exit == 1


# What it rests on.


@pytest.mark.parametrize("name", sorted({one.split()[0] for one in LINES}))
def test_help_says_what_each_form_rests_on(name: str) -> None:
    says = text(world(), f"{name} --help")
    assert text(world(), f"man {name}") == says
    for form in commands()[name].forms:
        assert form.line in says
        assert f"{MARKS[form.mark]}: {form.source}" in says


def test_each_form_has_a_mark_and_a_source() -> None:
    for one in commands().values():
        assert one.summary.endswith("."), one.name
        for form in one.forms:
            assert form.mark in MARKS, form
            assert form.source, form


def test_the_head_has_no_fabric_manager() -> None:
    done = shell.run(world(), "head", "nv-fabricmanager -v")
    assert (done.text, done.exit) == ("nv-fabricmanager: command not found", 127)
    assert shell.run(world(), "head", "lspci | wc -l").text == "0"


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] != "uname"])
def test_what_counts_as_evidence_names_its_form(line: str) -> None:
    known = {form.line for one in commands().values() for form in one.forms}
    done = shell.run(world("module-missing"), NODE, line)
    if done.exit == 0:
        assert {*done.forms} <= known
        assert done.forms


# Whatever is typed.

PARTS = st.sampled_from(
    [
        *LINES,
        *(
            "reboot",
            "sleep 600",
            "ssh node-a",
            "hands cycle node-a",
            "hands off node-a",
        ),
        *(
            f"systemctl {verb} {unit}"
            for verb in (
                "start",
                "stop",
                "restart",
                "enable",
                "disable",
                "status",
                "is-active",
            )
            for unit in (
                "nvidia-fabricmanager",
                "nvidia-dcgm",
                "nvidia-persistenced",
                "slurmd",
                "no",
            )
        ),
        *(
            f"modprobe {flag}{name}"
            for flag in ("", "-r ")
            for name in ("nvidia", "nvidia_uvm", "nvidia_uvm nvidia", "x")
        ),
        *(
            "rmmod nvidia",
            "apt install nvidia-fabricmanager-590",
            "apt list --upgradable",
        ),
        *(
            "apt install linux-headers-5.15.0-185-generic",
            "apt-mark hold nvidia-dkms-590-server-open",
        ),
        *(
            "journalctl --since yesterday -n 5",
            "journalctl -u nvidia-dcgm | grep -c Start",
            "dmesg -T | cut -c 1-9 | uniq -c",
        ),
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["", *faults.FAULTS]), st.lists(PARTS, max_size=12))
def test_no_line_raises_and_errors_of_a_life_never_fall(
    fault: str, lines: list[str]
) -> None:
    at, host = world(fault), NODE
    for line in lines:
        ever = [gpu.ever for gpu in at.nodes[NODE].gpus]
        done = shell.run(at, host, line)
        assert done.world.t >= at.t
        at, host = done.world, done.host
        assert [gpu.ever for gpu in at.nodes[NODE].gpus] == ever


WORDS = st.one_of(
    st.sampled_from(
        [
            "-n",
            "-u",
            "-k",
            "-1",
            "--since",
            "-s",
            "-d",
            "10de:",
            "'",
            '"',
            "|",
            "-A",
            "install",
            "list",
            "status",
            "hold",
            "-F",
            "{print $1}",
            "-f",
            "1-3,",
            "=",
            ":",
            "(",
            "[",
        ]
    ),
    st.text(max_size=8),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(commands())), st.lists(WORDS, max_size=5), st.booleans())
def test_no_words_raise(name: str, words: list[str], piped: bool) -> None:
    start = "dmesg | " if piped else ""
    shell.run(world(), NODE, start + " ".join((name, *words)))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_no_text_raises(line: str) -> None:
    shell.run(world(), NODE, line)
