"""Who has the code makes no nicknames, and so no accounts of the system, without end."""

from types import SimpleNamespace

from certlab.classroom.hub.joins import MINUTE, Joins
from tests.classroom.hub.test_door import CODE, PASSWORD, Browser, door, join


def test_a_class_takes_as_many_as_it_may_and_who_is_in_stays_in() -> None:
    own = door()
    own.most_learners = 5
    now = [0.0]
    own.joins = Joins(lambda: now[0])
    users = {f"l{number}" for number in range(2)}
    for name in sorted(users):  # as at the start of a Hub that finds them
        own.add_user(SimpleNamespace(name=name))
    ada = Browser(users)
    assert join(own, ada, "ada", CODE) == ("ada", False)
    assert join(own, Browser(users), "bob", CODE) == ("bob", False)
    assert join(own, Browser(users), "cyd", CODE) == 429  # half of them in a minute
    now[0] += MINUTE
    assert join(own, Browser(users), "cyd", CODE) == ("cyd", False)
    for number in range(60):
        now[0] += MINUTE
        assert join(own, Browser(users), f"m{number}", CODE) == 429
    assert join(own, ada, "ada", CODE) == ("ada", False)
    assert join(own, Browser(users), "instructor", PASSWORD) == ("instructor", True)
    own.delete_user(SimpleNamespace(name="bob"))
    users.discard("bob")
    assert join(own, Browser(users), "dan", CODE) == ("dan", False)


def test_a_wrong_code_takes_no_place() -> None:
    own, users = door(), set[str]()
    own.most_learners = 1
    assert join(own, Browser(users), "eve", "wrong") == 403
    assert join(own, Browser(users), "ada", CODE) == ("ada", False)


def test_two_hundred_come_at_once() -> None:
    own, users = door(), set[str]()
    found = [join(own, Browser(users), f"l{n}", CODE) for n in range(200)]
    assert found == [(f"l{n}", False) for n in range(200)]
