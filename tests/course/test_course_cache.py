"""A course taken from the cache is the one that its files make; any doubt, and they are read."""

import errno
import gc
import os
import pickle
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from certlab import cache_folder, whole_file
from certlab.course import Course, catalogue, course_cache, file_times, load, loading
from certlab.course.file_times import FileTimes
from certlab.course.location import PARTS
from certlab.errors import ContentError
from tests.conftest import FIXED
from tests.real_course import whole

AN_HOUR = 3600.0
BANK = "quizzes/small.toml"


class Reader:
    """Loads courses, each time as a new process does; `read` names those whose files it read."""

    def __init__(self, cache: Path, code: Path) -> None:
        self.cache = cache
        self.code = code
        self.read: list[str] = []

    def __call__(self, root: Path) -> Course:
        loading._english.cache_clear()
        return load(root)

    def file(self) -> Path:
        """The only file in the cache."""
        (found,) = self.kept()
        return found

    def kept(self) -> list[Path]:
        return list((self.cache / "course").iterdir())


@pytest.fixture
def reader(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """A cache of its own, for which no file is too new, and code that a test may change."""
    assert small.is_dir()  # made before, and so not read here
    code = tmp_path / "code"
    code.mkdir()
    (code / "reading.py").write_text("first = 1\n", "utf-8")
    monkeypatch.setenv(cache_folder.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(course_cache, "_PACKAGE", code)
    for place in (course_cache, file_times):
        monkeypatch.setattr(place, "TICK", -AN_HOUR)
    reader, real = Reader(tmp_path / "cache", code), catalogue.read

    def read(root: Path, problems: list[Any]) -> Course:
        reader.read.append(root.name)
        return real(root, problems)

    monkeypatch.setattr(loading, "read", read)
    return reader


@pytest.fixture
def kept(reader: Reader, small: Path) -> Reader:
    """The small course in the cache, as another process left it."""
    reader(small)
    reader.read.clear()
    return reader


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def seen(root: Path) -> FileTimes:
    return file_times.look(root / part for part in PARTS)


def test_what_one_process_read_the_next_one_takes(reader: Reader, small: Path) -> None:
    first, second = reader(small), reader(small)
    assert reader.read == ["small"]
    assert first is not second
    assert first == second


@pytest.mark.parametrize("root", [FIXED, None], ids=["fixed", "ours"])
def test_a_course_comes_back_with_all_that_it_is(
    reader: Reader, root: Path | None
) -> None:
    course = load(root) if root else whole()
    files = seen(course.root)
    course_cache.keep(course, files)
    assert course_cache.take(course.root, files) == course
    assert gc.isenabled()
    assert reader.file().stat().st_mode & 0o777 == 0o600


def edited(root: Path) -> None:
    edit(root / BANK, "16 threads", "17 threads")


def replaced_with_the_same_size_and_time(root: Path) -> None:
    path, before = root / BANK, (root / BANK).stat()
    new = path.with_suffix(".new")
    shutil.copy(path, new)
    edited_text = new.read_text("utf-8").replace("16 threads", "17 threads")
    new.write_text(edited_text, "utf-8")
    os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))
    new.replace(path)
    assert path.stat().st_size == before.st_size


def removed(root: Path) -> None:
    (root / "content/figures/small-warps.svg").unlink()
    edit(root / "content/modules/small.md", "![Warps](figure:small-warps)", "")


def added(root: Path) -> None:
    (root / "content/glossary").mkdir()
    (root / "content/glossary/small.toml").write_text(
        '[[term]]\nid = "warp"\nterm = "warp"\ntext = "{fact:warp.threads} threads."\n'
        'section = "warps"\n',
        "utf-8",
    )


def renamed(root: Path) -> None:
    (root / BANK).rename(root / "quizzes" / "other.toml")


@pytest.mark.parametrize(
    "change", [edited, replaced_with_the_same_size_and_time, removed, added, renamed]
)
def test_a_changed_course_is_read(
    kept: Reader, small: Path, change: Callable[[Path], None]
) -> None:
    before = kept(small)
    assert kept.read == []
    change(small)
    after = kept(small)
    assert kept.read == ["small"]
    assert after != before
    assert kept(small) == after  # and kept in its turn
    assert kept.read == ["small"]


def test_two_courses_in_turn_are_each_read_once(
    kept: Reader, small: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    shutil.copytree(small, other)
    edited(other)
    courses = [kept(root) for root in (small, other, small, other)]
    assert kept.read == ["other"]
    assert [course.root for course in courses] == [small, other, small, other]
    assert courses[:2] == courses[2:]
    assert courses[0].items != courses[1].items


def new_version(kept: Reader, root: Path, patch: pytest.MonkeyPatch) -> None:
    del kept, root
    patch.setattr(course_cache, "__version__", "0.0.0")


def new_python(kept: Reader, root: Path, patch: pytest.MonkeyPatch) -> None:
    file = kept.file()
    patch.setattr(sys, "version", "2.7")
    file.rename(course_cache._place(root))


def new_code(kept: Reader, root: Path, patch: pytest.MonkeyPatch) -> None:
    del root, patch
    (kept.code / "reading.py").write_text("first = 2\n", "utf-8")


@pytest.mark.parametrize("change", [new_version, new_python, new_code])
def test_what_another_certlab_kept_is_not_taken(
    kept: Reader,
    small: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Reader, Path, pytest.MonkeyPatch], None],
) -> None:
    change(kept, small, monkeypatch)
    kept(small)
    assert kept.read == ["small"]


def test_a_process_whose_code_was_changed_since_takes_and_keeps_nothing(
    kept: Reader, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course_cache, "_IMPORTED", time.time() - 2 * AN_HOUR)
    for one in kept.kept():
        one.unlink()
    kept(small), kept(small)
    assert kept.read == ["small", "small"]
    assert kept.kept() == []


def test_browsers_code_and_pythons_own_cache_have_no_part_in_it(
    kept: Reader, small: Path
) -> None:
    for folder in ("static", "__pycache__"):
        (kept.code / "day" / folder).mkdir(parents=True)
    kept(small)
    assert kept.read == ["small"]  # a folder `day` more
    for folder in ("static", "__pycache__"):
        (kept.code / "day" / folder / "one").touch()
    kept(small)
    assert kept.read == ["small"]


def test_cut_off_anywhere_it_is_not_taken(kept: Reader, small: Path) -> None:
    data, files = kept.file().read_bytes(), seen(small)
    for length in (*range(200), *range(200, len(data), 211), len(data) - 1):
        kept.file().write_bytes(data[:length])
        assert course_cache.take(small, files) is None, length
    kept.file().write_bytes(data)
    assert course_cache.take(small, files)


def test_damaged_anywhere_it_is_not_taken(kept: Reader, small: Path) -> None:
    data, files = kept.file().read_bytes(), seen(small)
    for place in (*range(0, 200, 7), *range(200, len(data), 307)):
        changed = bytearray(data)
        changed[place] ^= 1
        kept.file().write_bytes(changed)
        assert course_cache.take(small, files) is None, place


@pytest.mark.parametrize(
    "data", [b"", b"\x80\x05N.", b"# a text\n" * 100, bytes(100_000)], ids=range(4)
)
def test_what_is_no_course_is_read_over_and_replaced(
    kept: Reader, small: Path, data: bytes
) -> None:
    kept.file().write_bytes(data)
    kept(small), kept(small)
    assert kept.read == ["small"]


class Harm:
    """What a pickle may ask for: a call of any function."""

    def __init__(self, call: Any, *given: Any) -> None:
        self.says = (call, given)

    def __reduce__(self) -> Any:
        return self.says


@pytest.mark.parametrize(
    "what",
    [
        lambda path: Harm(os.mkdir, path),
        lambda path: Harm(eval, f"__import__('os').mkdir({path!r})"),
        lambda path: Harm(whole_file.write, Path(path), "harm"),
        lambda path: {"not": "a course", "at": Path(path)},
    ],
    ids=["os", "eval", "ours", "no course"],
)
def test_even_what_fits_runs_nothing(
    kept: Reader, small: Path, tmp_path: Path, what: Callable[[str], Any]
) -> None:
    assert forged(kept, small, pickle.dumps(what(str(tmp_path / "harm")))) is None
    assert not (tmp_path / "harm").exists()
    assert gc.isenabled()


def test_even_what_fits_imports_nothing_of_others(
    kept: Reader, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "harmful.py").write_text("raise SystemExit\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert forged(kept, small, b"charmful\nCourse\n.") is None


def forged(kept: Reader, root: Path, data: bytes) -> Course | None:
    """What is taken where a pickle of others has the digest that ours would have."""
    files = seen(root)
    key = course_cache._key(root, files)
    assert key
    kept.file().write_bytes(course_cache._digest(key, data) + data)
    return course_cache.take(root, files)


@pytest.mark.parametrize("place", ["file", "folder"])
@pytest.mark.parametrize("mode", [0o666, 0o660, 0o606])
def test_what_others_can_write_is_not_taken(
    kept: Reader, small: Path, place: str, mode: int
) -> None:
    file = kept.file()
    path = {"file": file, "folder": file.parent}[place]
    path.chmod(mode | (0o111 if path.is_dir() else 0))
    kept(small)
    assert kept.read == ["small"]


def test_nothing_is_kept_where_others_can_write(reader: Reader, small: Path) -> None:
    (reader.cache / "course").mkdir(parents=True)
    (reader.cache / "course").chmod(0o777)
    reader(small), reader(small)
    assert reader.read == ["small", "small"]
    assert reader.kept() == []


def test_what_is_somebody_elses_is_neither_taken_nor_replaced(
    kept: Reader, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, other = kept.file().stat(), os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    kept(small), kept(small)
    assert kept.read == ["small", "small"]
    assert kept.file().stat() == before


def no_owners(patch: pytest.MonkeyPatch, cache: Path) -> None:
    del cache
    patch.delattr(os, "geteuid")


def in_a_browser(patch: pytest.MonkeyPatch, cache: Path) -> None:
    del cache
    patch.setattr(sys, "platform", "emscripten")


def no_home(patch: pytest.MonkeyPatch, cache: Path) -> None:
    del cache

    def none() -> Path:
        raise RuntimeError

    patch.delenv(cache_folder.VARIABLE)
    patch.delenv("XDG_CACHE_HOME", raising=False)
    patch.setattr(Path, "home", none)


def no_folder(patch: pytest.MonkeyPatch, cache: Path) -> None:
    del patch
    cache.touch()


def full_disk(patch: pytest.MonkeyPatch, cache: Path) -> None:
    del cache

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    patch.setattr(os, "fsync", full)


@pytest.mark.parametrize(
    "lack", [no_owners, in_a_browser, no_home, no_folder, full_disk]
)
def test_without_a_cache_it_is_read_and_nothing_is_said(
    reader: Reader,
    small: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    lack: Callable[[pytest.MonkeyPatch, Path], None],
) -> None:
    lack(monkeypatch, reader.cache)
    assert reader(small) == reader(small)
    assert reader.read == ["small", "small"]
    assert not [one for one in reader.cache.rglob("*") if one.is_file()]
    assert capfd.readouterr() == ("", "")


def test_a_file_that_may_change_within_the_tick_of_its_clock_is_not_relied_on(
    reader: Reader, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_times, "TICK", AN_HOUR)
    reader(small), reader(small)
    assert reader.read == ["small", "small"]
    assert not reader.cache.exists()


def test_a_course_with_links_is_read(reader: Reader, small: Path) -> None:
    behind = small / "behind.toml"
    (small / BANK).rename(behind)
    (small / BANK).symlink_to(behind)
    reader(small), reader(small)
    assert reader.read == ["small", "small"]


def test_a_problem_is_told_in_the_same_words(
    kept: Reader, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(small / BANK, "rev = 1", "rev = ")
    told = []
    for lack in (None, None, in_a_browser):
        if lack:
            lack(monkeypatch, kept.cache)
        with pytest.raises(ContentError) as error:
            kept(small)
        told.append(str(error.value))
    assert told[0].startswith(BANK)
    assert len({*told}) == 1
    assert kept.read == ["small"] * 3


def test_several_at_once_take_a_whole_course_or_none(kept: Reader, small: Path) -> None:
    course, files = kept(small), seen(small)

    def both(_: int) -> list[Course | None]:
        taken = [course_cache.take(small, files) for _ in range(5)]
        course_cache.keep(course, files)
        return taken

    with ThreadPoolExecutor(8) as pool:
        taken = [one for each in pool.map(both, range(16)) for one in each]
    assert taken == [course] * len(taken)
    assert gc.isenabled()
    assert kept.file().is_file()


def test_the_oldest_courses_go(reader: Reader, small: Path, tmp_path: Path) -> None:
    roots = [tmp_path / f"course-{number}" for number in range(course_cache._MOST + 2)]
    for number, root in enumerate(roots):
        shutil.copytree(small, root)
        reader(root)
        os.utime(course_cache._place(root), (number, number))
    assert len(reader.kept()) == course_cache._MOST
    reader.read.clear()
    for root in roots[2:]:
        reader(root)
    assert reader.read == []
