"""Who may not, what is too much, and what is only text."""

import json
import socket
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from certlab.classroom.service import identity
from certlab.classroom.service.app import LEARNING, TEACHING
from certlab.classroom.service.limits import LARGEST
from certlab.course import Course
from tests.bound import BOUND
from tests.classroom.service.conftest import PREFIX, Class, MadeRow

EVERY = [(method, f"api/{path}") for method, path, _ in (*LEARNING, *TEACHING)]
FOR_TEACHERS = [(method, f"api/{path}") for method, path, _ in TEACHING]
SQL = "x'); DROP TABLE learner; --"


def test_without_a_token_nothing_answers(room: Class) -> None:
    clients = [
        room.client(),
        room.client({"Authorization": "token nobodys"}),
        room.client({"Authorization": "token"}),
        room.client({"Authorization": "Basic YTpi"}),
        room.client({"Cookie": "service-class-session=forged"}),
    ]
    for client in clients:
        for method, path in EVERY:
            refused = client.request(method, path)
            assert refused.status_code == 401, path
            assert refused.json().keys() == {"error"}


def test_a_learner_gets_nothing_of_the_instructors(room: Class) -> None:
    ada = room.learner("ada")
    for method, path in FOR_TEACHERS:
        refused = ada.request(method, path)
        assert refused.status_code == 403, path
        assert refused.json() == {
            "error": "Only the instructor of the class may do this."
        }


def test_a_token_for_something_else_is_refused(room: Class) -> None:
    token = room.hub.add("ada", scopes=("access:servers!user=ada",))
    refused = room.client({"Authorization": f"token {token}"}).get("api/class")
    assert refused.status_code == 403


def test_a_learner_gets_nobody_elses_rows(room: Class, row: MadeRow) -> None:
    ada, bob = room.learner("ada"), room.learner("bob")
    teacher = room.user("teacher", admin=True)
    ada.post("api/rows", json={"rows": [row()]})
    (hers,) = (
        one["id"]
        for one in teacher.get("api/map").json()["learners"]
        if one["nickname"] == "ada"
    )
    for about in ({"learner": hers}, {"account": "ada"}, {"nickname": "ada"}):
        assert bob.get("api/mine", params=about).text == ""
        bob.post("api/rows", json={"rows": [], **about})
        bob.post("api/leave", json=about)
    assert len(ada.get("api/mine").text.splitlines()) == 1


def test_a_hub_that_is_away_is_no_wrong_token(room: Class) -> None:
    room.service.identity.hub.api_url = "http://127.0.0.1:9/hub/api"
    answer = room.user("ada").get("api/class")
    assert answer.status_code == 503
    assert answer.json() == {"error": "The Hub does not answer; try again in a moment."}


def test_a_token_is_asked_of_the_hub_once_a_minute(room: Class) -> None:
    ada = room.user("ada")
    before = room.hub.asked
    for _ in range(5):
        ada.get("api/class")
    assert room.hub.asked == before + 1
    assert room.service.identity.hub.cache.max_age == identity.FRESH


def browser(room: Class, name: str, *, admin: bool = False) -> Any:
    """A browser that went round by the Hub and is logged in."""
    token, client = room.hub.add(name, admin=admin), room.client()
    asked = client.get("")
    back = agreed(room, token, asked.headers["location"])
    answer = client.get("oauth_callback", params=back)
    assert answer.status_code == 302, answer.text
    assert answer.headers["location"] == PREFIX
    return client


def agreed(room: Class, token: str, address: str) -> dict[str, str]:
    """What the Hub sends back with, after the user has agreed."""
    query = {key: one[0] for key, one in parse_qs(urlsplit(address).query).items()}
    assert urlsplit(address).path == "/hub/api/oauth2/authorize"
    assert query["redirect_uri"] == f"{PREFIX}oauth_callback"
    assert query["code_challenge_method"] == "S256"
    code = room.hub.grant(token, query["code_challenge"])
    return {"code": code, "state": query["state"]}


def test_a_browser_logs_in_by_the_hub(room: Class) -> None:
    ada = browser(room, "ada")
    cookie = next(one for one in ada.cookies.jar if one.name == "service-class-session")
    assert cookie.path == PREFIX
    assert cookie.has_nonstandard_attr("HttpOnly")
    page = ada.get("")
    assert page.headers["content-security-policy"] == "default-src 'none'"
    assert "GPUs on Monday" in page.text
    assert "/hub/user-redirect/certlab/class.html" in page.text
    assert ada.get("api/class").json()["instructor"] is False
    teacher = browser(room, "teacher", admin=True).get("")
    assert teacher.status_code == 302
    assert teacher.headers["location"] == "/hub/user-redirect/certlab/class.html"


def test_a_login_that_another_browser_began(room: Class) -> None:
    token, mine, theirs = room.hub.add("eve"), room.client(), room.client()
    back = agreed(room, token, mine.get("").headers["location"])
    theirs.get("")  # a login of its own is under way there
    assert theirs.get("oauth_callback", params=back).status_code == 403
    assert room.client().get("oauth_callback", params=back).status_code == 403
    assert room.client().get("oauth_callback", params={"code": "x"}).status_code == 403
    assert mine.get("oauth_callback", params=back).status_code == 302
    assert mine.get("oauth_callback", params=back).status_code == 403  # once


def test_a_code_that_the_hub_never_gave(room: Class) -> None:
    client = room.client()
    state = agreed(room, room.hub.add("eve"), client.get("").headers["location"])[
        "state"
    ]
    refused = client.get("oauth_callback", params={"code": "guessed", "state": state})
    assert refused.status_code == 403
    assert refused.json() == {
        "error": "The Hub does not accept this login; begin again."
    }


def test_a_login_that_took_too_long(room: Class) -> None:
    client = room.client()
    back = agreed(room, room.hub.add("ada"), client.get("").headers["location"])
    room.clock.on(seconds=identity.LOGIN + 1)
    assert client.get("oauth_callback", params=back).status_code == 403


def test_an_expired_session(room: Class) -> None:
    ada = browser(room, "ada")
    room.clock.on(seconds=identity.SESSION - 1)
    assert ada.get("api/class").status_code == 200
    room.clock.on(seconds=2)
    assert ada.get("api/class").status_code == 401
    assert ada.get("").headers["location"].startswith("/hub/api/oauth2/authorize?")


def test_a_page_elsewhere_cannot_write_with_a_learners_cookie(room: Class) -> None:
    ada = browser(room, "ada")
    for origin in ("", "https://evil.example", "null", "http://127.0.0.1:1"):
        headers = {"Origin": origin} if origin else {}
        refused = ada.post("api/join", json={"nickname": "forged"}, headers=headers)
        assert refused.status_code == 403, origin
        assert "access-control-allow-origin" not in refused.headers
    assert ada.get("api/class").json()["joined"] is False
    own = {"Origin": room.url.removesuffix(PREFIX)}
    assert (
        ada.post("api/join", json={"nickname": "ada"}, headers=own).status_code == 200
    )


def test_a_nickname_with_markup_is_text(room: Class) -> None:
    name = "<img src=x onerror=1>&amp;"
    ada = room.user("ada")
    joined = ada.post("api/join", json={"nickname": name})
    assert joined.json()["nickname"] == name
    for path in ("api/class", "api/mine"):
        answer = ada.get(path)
        assert not answer.headers["content-type"].startswith("text/html")
        assert answer.headers["x-content-type-options"] == "nosniff"
    (learner,) = room.user("teacher", admin=True).get("api/map").json()["learners"]
    assert learner["nickname"] == name


def test_ten_megabytes_are_refused_before_they_are_read(room: Class) -> None:
    """Nothing of the body is ever sent, and the answer comes all the same."""
    port = urlsplit(room.url).port
    token = room.hub.add("ada")
    head = (
        f"POST {PREFIX}api/rows HTTP/1.1\r\nHost: x\r\nAuthorization: token {token}\r\n"
        f"Content-Length: {10 * 2**20}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=BOUND) as line:
        line.sendall(head.encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_its_size(room: Class) -> None:
    def pieces() -> Any:
        for _ in range(10 * 2**20 // 2**16):
            yield b" " * 2**16

    ada = room.learner("ada")
    try:
        refused = ada.post("api/rows", content=pieces())
    except httpx.TransportError:
        return  # it hung up while we still sent
    assert refused.status_code == 413
    assert str(LARGEST // 2**20) in refused.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        "7",
        '{"rows": NaN}',
        "[" * 100_000,
        '{"rows": {}}',
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_a_body_that_is_no_object(shared: Class, body: str | bytes) -> None:
    ada = shared.learner("ada")
    assert ada.post("api/rows", content=body).status_code == 400
    assert ada.post("api/rows", json={"rows": [{}] * 501}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "../../../etc/passwd",
        "api/../../class",
        "api/..%2f..%2fetc%2fpasswd",
        "api/class/",
        "%2e%2e/",
        "api//class",
        "api/class%00",
    ],
)
def test_a_path_that_leads_elsewhere(shared: Class, path: str) -> None:
    port = urlsplit(shared.url).port
    token = shared.hub.add("ada")
    head = f"GET {PREFIX}{path} HTTP/1.1\r\nHost: x\r\nAuthorization: token {token}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=BOUND) as line:
        line.sendall(head.encode())
        assert line.recv(4096).split()[1] in (b"404", b"307", b"400")


def test_sql_is_text_in_every_field(room: Class, row: MadeRow) -> None:
    ada, teacher = room.user(SQL), room.user("teacher", admin=True)
    assert ada.post("api/join", json={"nickname": SQL}).json()["nickname"] == SQL
    one = row(SQL, response=SQL)
    assert ada.post("api/rows", json={"rows": [one]}).json()["kept"] == [one["ulid"]]
    for name in ("ulid", "at", "rev", "score"):
        found = ada.post("api/rows", json={"rows": [row(**{name: SQL})]})
        assert found.status_code == 400
    step = row(outcome=SQL[:20])
    assert ada.post("api/rows", json={"rows": [step]}).json()["kept"] == [step["ulid"]]
    assert ada.post("api/stuck", json={"on": True, "where": SQL}).status_code == 200
    assert (
        ada.post(
            "api/vote", json={"poll": SQL, "round": SQL, "response": SQL}
        ).status_code
        == 400
    )
    gate = {"lab": SQL, "step": SQL, "text": SQL}
    assert teacher.post("api/gate", json=gate).status_code == 200
    assert teacher.post("api/poll", json={"item": SQL}).status_code == 404
    assert teacher.post("api/reset", json={"learner": SQL}).status_code == 404
    assert teacher.post("api/settings", json={"kept_days": SQL}).status_code == 400
    assert teacher.get("api/map", params={"by": SQL}).status_code == 400
    (learner,) = teacher.get("api/map").json()["learners"]
    assert (learner["nickname"], learner["stuck"]) == (SQL, SQL)
    (item,) = teacher.get("api/items").json()
    assert (item["item"], item["n"]) == (SQL, 1)


def test_half_of_a_sign_in_an_answer_stops_no_table(
    room: Class, row: MadeRow, fixed: Course
) -> None:
    """JSON can hold one, and a text that is sent cannot."""
    ada, teacher = room.learner("ada"), room.user("teacher", admin=True)
    odd: tuple[Any, ...] = ("\ud800", ["\ud800"], {"number": "\ud800"}, {"x": "\ud800"})
    rows = [row(item, right=False, response=one) for item in fixed.items for one in odd]
    sent = json.dumps({"rows": rows})
    assert len(ada.post("api/rows", content=sent).json()["kept"]) == len(rows)
    for path in ("items", "items.csv", "export.csv", "map"):
        assert teacher.get(f"api/{path}").status_code == 200, path
    assert any(
        (one["top_wrong"] or {}).get("option") == "?"
        for one in teacher.get("api/items").json()
    )
    mine = ada.get("api/mine").text.splitlines()
    assert sorted(json.loads(one)["ulid"] for one in mine) == sorted(
        one["ulid"] for one in rows
    )
