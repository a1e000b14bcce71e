"""A file that is replaced is whole at any time."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from certlab import whole_file

KEPT = "as it was"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "kept.json"
    path.write_text(KEPT, "utf-8")
    return path


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_what_fails_leaves_the_file_and_nothing_beside_it(
    call: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    owner = Path if call == "replace" else os
    with monkeypatch.context() as patch:
        patch.setattr(owner, call, full)
        with pytest.raises(OSError, match="No space left"):
            whole_file.write(path, "new")
    assert path.read_text("utf-8") == KEPT
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    whole_file.write(path, "new")
    assert path.read_text("utf-8") == "new"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
@pytest.mark.parametrize(("secret", "mode"), [(True, 0o600), (False, 0o640)])
def test_a_mode_stays_and_a_secret_is_its_owners(
    secret: bool, mode: int, path: Path
) -> None:
    path.chmod(0o640)
    whole_file.write(path, b"\xff", secret=secret)
    assert path.read_bytes() == b"\xff"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_is_replaced_and_not_what_it_leads_to(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    whole_file.write(link, "new")
    assert path.read_text("utf-8") == KEPT
    assert link.read_text("utf-8") == "new"


def test_readers_never_see_half_of_it(path: Path) -> None:
    texts = ["a" * 300_000, "b" * 200_000]
    whole_file.write(path, texts[0])
    ended = threading.Event()

    def work(text: str) -> None:
        while not ended.is_set():
            whole_file.write(path, text)

    writers = [threading.Thread(target=work, args=(text,)) for text in texts]
    for one in writers:
        one.start()
    odd = [text for _ in range(200) if (text := path.read_text("utf-8")) not in texts]
    ended.set()
    for one in writers:
        one.join()
    assert odd == []
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_what_a_killed_writer_left_is_swept(path: Path) -> None:
    left, other = (
        path.with_name(name) for name in (".kept.json.0a.part", ".other.0a.part")
    )
    left.touch()
    other.touch()
    whole_file.sweep(path)
    assert (left.exists(), other.exists(), path.exists()) == (False, True, True)


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_disk_without_locks_is_worked_on_all_the_same(
    number: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def none(*_given: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", none)
    with whole_file.alone(path.with_name("lock")):
        whole_file.write(path, "new")
    assert path.read_text("utf-8") == "new"
