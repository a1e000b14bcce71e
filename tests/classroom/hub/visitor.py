"""Somebody with a browser at a class's Hub, without the browser: forms, cookies, redirects."""

import re
from typing import Any, Self

import httpx

from tests.bound import BOUND, until


class Visitor:
    """One browser: what it has of cookies, and the nickname that it took."""

    def __init__(self, root: str) -> None:
        self.page = httpx.Client(base_url=root, follow_redirects=True, timeout=BOUND)
        self.name = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.page.close()

    def join(self, nickname: str, code: str, **headers: str) -> httpx.Response:
        """Send the form; the answer is the form again, or what comes after it."""
        form = self.page.get("/hub/login").text
        (token,) = re.findall(r'name="_xsrf" value="([^"]+)"', form)
        sent = {"username": nickname, "password": code, "_xsrf": token}
        answer = self.page.post(
            "/hub/login", data=sent, headers=headers, follow_redirects=False
        )
        if answer.is_redirect:
            self.name = nickname
        return answer

    def words(self, **sent: str) -> str:
        """The four words on the Hub's page: one's own, or those that are asked for there."""
        page = self.page.get("/hub/way-back")
        if sent:
            (token, *_) = re.findall(r'name="_xsrf" value="([^"]+)"', page.text)
            page = self.page.post("/hub/way-back", data=sent | {"_xsrf": token})
        (words,) = re.findall(r'<p class="four"[^>]*>(.*?)</p>', page.text)
        return str(words)

    def start(self) -> None:
        """Start the server as the browser does that is sent to it, and enter it."""
        self.page.get("/hub/spawn")
        until(self.enters, f"the server of {self.name} runs")

    def enters(self) -> bool:
        """Whether the server answers by now; the Hub's own pages say to wait."""
        answer = self.page.get(f"/user/{self.name}/certlab/")
        return answer.is_success and answer.url.path == f"/user/{self.name}/certlab/"

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Ask the own server's app, as its pages do."""
        return self._ask(method, f"certlab/api/{path}", sent)

    def api(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Ask Jupyter's own interface of the own server."""
        return self._ask(method, f"api/{path}", sent)

    def hub(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """Ask the Hub's own interface, as its pages do."""
        (token,) = {
            str(one.value)
            for one in self.page.cookies.jar
            if one.name == "_xsrf" and one.path == "/hub/"
        }
        return self.page.request(
            method, f"/hub/api/{path}", headers={"X-XSRFToken": token}, **sent
        )

    def _ask(self, method: str, path: str, sent: dict[str, Any]) -> httpx.Response:
        where = f"/user/{self.name}/"
        (token, *_) = [
            one.value
            for one in self.page.cookies.jar
            if one.name == "_xsrf" and one.path == where
        ]
        return self.page.request(
            method,
            f"{where}{path}",
            headers={"X-XSRFToken": str(token)},
            **sent,
        )
