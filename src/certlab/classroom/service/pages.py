"""What a browser gets that opens the service itself: the way to the app."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from certlab.classroom.service.identity import LOGIN, SESSION
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.service import Service

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{name}</title>
<h1>{name}</h1>
<p>This is where the class keeps what its learners share. You take part in it from the
course itself.</p>
<p><a href="{app}">Open the class in the course</a></p>
</html>
"""
# Nothing here is a script, a style or a frame.
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
}


class Pages:
    """The service's two pages for a browser."""

    def __init__(self, service: Service) -> None:
        self.service = service

    @property
    def _app(self) -> str:
        """The page of the app; the Hub adds whose server it is, and starts that."""
        hub = self.service.identity.hub
        return f"{hub.hub_host}{hub.hub_prefix}user-redirect/certlab/class.html"

    async def home(self, request: Request) -> Response:
        """Instructors are led to their page, and learners are told what this is."""
        identity = self.service.identity
        try:
            person = await identity.of_request(request)
        except Refused as refused:
            if refused.status != 401:
                raise
            address, state = identity.login(self._own)
            response = RedirectResponse(address, 302, _HEADERS)
            self._set(response, request, "-state", state, LOGIN)
            return response
        if person.instructor:
            return RedirectResponse(self._app, 302, _HEADERS)
        found = await self.service.read(lambda one: self.service.about(one, person))
        page = _PAGE.format(name=escape(found["name"]), app=escape(self._app))
        return HTMLResponse(page, headers=_HEADERS)

    async def callback(self, request: Request) -> Response:
        """The Hub sends the browser back here."""
        secret, back = await self.service.identity.logged_in(request)
        response = RedirectResponse(back, 302, _HEADERS)
        self._set(response, request, "", secret, SESSION)
        self._set(response, request, "-state", "", 0)
        return response

    @property
    def _own(self) -> str:
        return str(self.service.identity.hub.base_url)

    def _set(
        self, response: Response, request: Request, which: str, value: str, seconds: int
    ) -> None:
        https = request.headers.get("x-forwarded-proto", request.url.scheme)
        response.set_cookie(
            self.service.identity.cookie + which,
            value,
            max_age=seconds,
            path=self._own,
            secure=https.split(",")[0].strip() == "https",
            httponly=True,
            samesite="lax",
        )
