"""How somebody comes into a class, from an empty window until they have joined.

All that the way in asks of a person is in this one function; the lesson knows nothing of it.
"""

from collections.abc import Iterator

from benchmarks.classroom.scripted import Learner, Person
from certlab.classroom.hub.launch import Launch

STAGES = 4  # of coming in, before the last one


def coming_in(person: Person, started: Launch) -> Iterator[None]:
    """Do one thing at each step, so that several people can do it at once.

    The steps: the form is filled in; it is sent; the app is there; joining is sent; joined.
    Whoever teaches has nothing to join.
    """
    is_learner, page = isinstance(person, Learner), person.page
    page.goto(f"http://127.0.0.1:{started.port}/")
    page.get_by_label("Nickname").fill(person.nickname)
    code = started.code if is_learner else started.password
    page.get_by_label("Code of the class").fill(code)
    yield
    person.click("Join")
    yield
    person.wait_for_the_app()
    yield
    if not is_learner:
        return
    person.app.get_by_role("button", name=f"Join as {person.nickname}").click()
    yield
    person.app.get_by_text(f"Joined as {person.nickname}").wait_for()
