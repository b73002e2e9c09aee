"""`/sign-in`: a link that works once and leaves a cookie, so that a person can look at their memories in a browser."""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse

from keptmind.errors import Unauthenticated
from keptmind.surfaces.http import answers, replies
from keptmind.surfaces.http.asking import Asking
from keptmind.surfaces.http.exact import ExactRoute
from keptmind.surfaces.http.gate import LOOPBACK
from keptmind.surfaces.http.problems import language
from keptmind.surfaces.http.sessions import COOKIE, SESSION_SECONDS
from keptmind.surfaces.messages import say

OWN = frozenset(name.strip("[]") for name in LOOPBACK)

router = APIRouter(tags=["sign-in"], route_class=ExactRoute)

PAGE = """<!doctype html>
<html lang="{locale}"><head><meta charset="utf-8"><title>keptmind</title></head>
<body><p>{told}</p><p><a href="/me/core-memories">/me/core-memories</a></p></body></html>
"""
POLICY = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}


@router.get(
    "/sign-in/{token}",
    name="enter",
    response_class=HTMLResponse,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}, **answers.meeting(400, 401, 413)},
)
def sign_in(ask: Asking, token: str) -> HTMLResponse:
    """Open the session that a link was made for; the link works once."""
    entered = ask.desk.sessions.enter(token)
    if entered is None:
        raise Unauthenticated()
    cookie, session = entered
    locale = language(ask.request)
    told = escape(say("http.signed-in", locale, {"user": session.user}))
    answer = HTMLResponse(PAGE.format(locale=locale, told=told), headers=POLICY)
    secure = ask.request.url.hostname not in OWN  # behind a proxy the scheme that the browser speaks is not told
    answer.set_cookie(COOKIE, cookie, max_age=SESSION_SECONDS, httponly=True, samesite="strict", secure=secure)
    return answer


@router.post("/sign-out", name="leave", responses=answers.of_open(replies.Done))
def sign_out(ask: Asking) -> JSONResponse:
    """End the browser's session."""
    ask.desk.sessions.leave(ask.request.cookies.get(COOKIE, ""))
    answer = JSONResponse({"ok": True})
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer
