"""The cookie by which the proxy knows a learner's browser, whatever the settings say."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from traitlets.config import Config

from certlab.classroom.hub import fence

STARTED: Any = SimpleNamespace(token="of-the-class")


class Handler:
    """The Hub's answer to a login."""

    request = SimpleNamespace(protocol="http")

    def __init__(self, **options: object) -> None:
        self.settings = {"cookie_options": options}
        self.cookies: dict[str, dict[str, Any]] = {}

    def set_cookie(self, name: str, value: str, **own: Any) -> None:
        self.cookies[name] = {"value": value, **own}


@pytest.mark.parametrize("section", ["Authenticator", "GenericOAuthenticator"])
@pytest.mark.parametrize("waits", [True, False])
def test_a_hook_of_the_settings_runs_before_the_cookie_is_signed(
    section: str, *, waits: bool
) -> None:
    def plain(_own: Any, _handler: Any, known: dict[str, Any]) -> dict[str, Any]:
        return known | {"name": "ada"}

    async def slow(*given: Any) -> dict[str, Any]:
        return plain(*given)

    c = Config()
    c[section].post_auth_hook = slow if waits else plain
    fence.sign(c, STARTED)
    handler = Handler(SameSite="None", Secure=True)
    known = asyncio.run(c[section].post_auth_hook(None, handler, {"name": "them"}))
    assert known["name"] == "ada"
    cookie = handler.cookies[fence.COOKIE]
    assert cookie["value"] == fence.value(STARTED.token, "ada")
    assert (cookie["samesite"], cookie["secure"], cookie["path"]) == ("None", True, "/")


def test_a_hook_that_lets_nobody_in_signs_nothing() -> None:
    c = Config()
    c.Authenticator.post_auth_hook = lambda *_: None
    fence.sign(c, STARTED)
    handler = Handler()
    assert asyncio.run(c.Authenticator.post_auth_hook(None, handler, {})) is None
    assert handler.cookies == {}


def test_without_a_hook_of_the_settings_it_is_signed() -> None:
    c = Config()
    fence.sign(c, STARTED)
    handler = Handler()
    asyncio.run(c.Authenticator.post_auth_hook(None, handler, {"name": "ada"}))
    cookie = handler.cookies[fence.COOKIE]
    assert (cookie["samesite"], cookie["secure"]) == ("Lax", False)
