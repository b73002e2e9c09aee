"""What every answer carries, also one to a request that met what nobody foresaw."""

import logging

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from engines import a_store
from keptmind.surfaces.http.problems import preferred
from service import serving

MARK = "zugzwangmarker"


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        ("", "en"),
        ("fr", "en"),
        ("zh", "zh"),
        ("zh-TW, en;q=0.9", "zh"),
        ("zh;q=0", "en"),
        ("zh;q=0, en;q=0", "en"),
        ("en;q=0, zh;q=0.1", "zh"),
        ("zh; q=0.1, en; q=0.9", "en"),
        ("en ; q=0.1 , zh ; q=0.9", "zh"),
        ("en;q=0.1,ZH;Q=0.9", "zh"),
        ("en;q=much, zh;q=0.1", "zh"),
        ("en;q=nan, zh;q=0.1", "zh"),
        ("en;level=1;q=0.2, zh;q=0.3", "zh"),
        ("english, zh;q=0.1", "zh"),
        ("*;q=0.1, zh", "zh"),
    ],
)
def test_the_reader_is_told_in_the_language_that_weighs_most(header: str, locale: str) -> None:
    assert preferred(header) == locale


@pytest.mark.parametrize("named", ["fe80::1", "[fe80::1]", "FE80::1", "fe80::1%eth0"])
def test_an_address_of_six_is_known_however_it_is_spelled(named: str) -> None:
    with a_store(hosts=(named,)) as store, serving(store) as service:
        nobody = service.nobody()

        answers = [nobody.get("/healthz", headers={"Host": host}) for host in ("[fe80::1]", "[FE80::1]:8766", "[fe80::2]", "fe80::1")]

    assert [answer.status_code for answer in answers] == [200, 200, 400, 400]


class Broken:
    """A door that fails, before it has answered anything or in the middle of an answer."""

    def __init__(self, *, midway: bool) -> None:
        self._midway = midway

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._midway:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})
        raise RuntimeError(MARK)


@pytest.mark.parametrize(("language", "told"), [("en", "something failed"), ("zh", "内部出错")])
def test_what_nobody_foresaw_is_a_problem_like_any_other(language: str, told: str, caplog: pytest.LogCaptureFixture, engine: str) -> None:
    caplog.set_level(logging.INFO, "keptmind.http")
    with a_store() as store, serving(store, mounted={"/broken": Broken(midway=False)}) as service:
        answer = service.nobody().get("/broken", headers={"X-Request-ID": "r1", "Accept-Language": language})

    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json"), engine
    assert (answer.headers["x-request-id"], answer.headers["cache-control"]) == ("r1", "no-store")
    assert (answer.json()["code"], answer.json()["status"]) == ("error", 500)
    lines = [vars(record) for record in caplog.records if record.name == "keptmind.http"]
    assert [(line["msg"], line["request_id"]) for line in lines] == [("request failed", "r1"), ("request", "r1")]
    assert (lines[0]["code"], lines[1]["status"]) == ("RuntimeError", 500)
    assert told in answer.json()["detail"]
    assert MARK not in caplog.text + answer.text


def test_an_answer_that_breaks_off_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "keptmind.http")
    with a_store() as store, serving(store, mounted={"/broken": Broken(midway=True)}) as service:
        nobody = service.nobody()
        with pytest.raises(httpx.RemoteProtocolError):
            nobody.get("/broken", headers={"X-Request-ID": "r1"})

    lines = [(record.msg, vars(record)["request_id"]) for record in caplog.records if record.name == "keptmind.http"]
    assert lines == [("request failed", "r1"), ("request", "r1")]
    assert MARK not in caplog.text
