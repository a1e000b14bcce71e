"""The Hub's page with the four words by which a learner comes back from another browser.

Learners see their own; the instructor sees anybody's, for whoever has lost them. Only a
browser that is logged in at the Hub is told: on its pages JupyterHub takes no token, which
may be in a notebook or a script.
"""

from typing import Any

from jupyterhub.handlers.base import BaseHandler
from tornado import web

from certlab.classroom.hub import nicknames
from certlab.words import Sentence, text

PATH = "/way-back"


class WayBack(BaseHandler):  # type: ignore[misc]  # JupyterHub has no types
    """GET shows one's own words, and to the instructor a form; POST looks up, or renews."""

    @web.authenticated
    async def get(self) -> None:
        """The page."""
        user = self.current_user
        await self._show("" if user.admin else user.name)

    @web.authenticated
    async def post(self) -> None:
        """Somebody's words for the instructor, or other ones in their place."""
        user = self.current_user
        name = user.name
        if user.admin:
            name = nicknames.account_name(self.get_body_argument("nickname", ""))
            if self.find_user(name) is None or name in self.authenticator.admin_users:
                await self._show("", text().say(_nobody(name)))
                return
        if self.get_body_argument("renew", "") or self._seat(name) is None:
            self.authenticator.seats.renew(name)
        await self._show(name)

    def _seat(self, name: str) -> Any:
        return self.authenticator.seats.of(name)

    async def _show(self, name: str, problem: str = "") -> None:
        seat = self._seat(name)
        self.set_header("Cache-Control", "no-store")
        self.finish(
            await self.render_template(
                "way_back.html",
                nickname=name,
                seat=seat,
                problem=problem,
                learners=self._learners() if self.current_user.admin else [],
            )
        )

    def _learners(self) -> list[str]:
        own = self.authenticator
        return sorted(own.names - own.admin_users)


def _nobody(name: str) -> Sentence:
    return Sentence(
        "Nobody in this class has the nickname {name}; choose one of the list.",
        name=name,
    )
