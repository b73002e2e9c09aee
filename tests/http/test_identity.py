"""Who asks over HTTP: keys, signed tokens, signed-in browsers; and what none of them can reach."""

import base64
import hashlib
import hmac
import logging
import time
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from engines import a_store
from keptmind.errors import InvalidSettings
from keptmind.model.context import AccessContext
from keptmind.surfaces.http.limits import FAILURES_A_MINUTE, Failures, Rate
from keptmind.surfaces.http.serve import own_session
from service import Service, serving

ENGINES = ("sqlite",)  # that keys are kept alike on both is for tests/flow/test_callers.py
LIST = "/me/core-memories"
ELLIPTIC = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    .decode()
)
SECRET = "a secret of thirty-two bytes or more"


def cities(client: httpx.Client) -> list[str]:
    """Return what a search for the city finds."""
    answer = client.post("/me/memory-search", json={"query": "Where do I live?"})
    assert answer.status_code == 200, answer.text
    return [hit["memory"]["content"] for hit in answer.json()["hits"]]


def told(answer: httpx.Response) -> tuple[int, str]:
    """Return status and code of a problem."""
    return answer.status_code, answer.json()["code"]


def test_people_of_similar_names_never_meet(service: Service) -> None:
    there = service.key(tenant="T2", any_user=True)
    for user, key, city in (("u1", None, "Lyon"), ("u10", None, "Porto"), ("u1", there, "Quito")):
        service.client(user, key=key).post(LIST, json={"content": f"I live in {city}"})

    found = {user: cities(service.client(user)) for user in ("u1", "u10", "U1", "u%", "*", "u_")}

    assert found == {"u1": ["I live in Lyon"], "u10": ["I live in Porto"], "U1": [], "u%": [], "*": [], "u_": []}
    assert cities(service.client("u1", key=there)) == ["I live in Quito"]


@pytest.mark.parametrize(("user", "code"), [(None, "missing-identity"), ("", "missing-identity"), ("a" * 300, "invalid-field")])
def test_a_request_that_names_nobody_is_told_which_header_is_missing(service: Service, user: str | None, code: str) -> None:
    answer = service.client(user).get(LIST)

    assert told(answer) == (400, code)
    assert answer.json()["details"]["field"] in ("X-Keptmind-User", "user_id")


def test_a_body_cannot_name_the_person(service: Service) -> None:
    service.client("bo").post(LIST, json={"content": "I live in Porto"})
    me = service.client("ann")

    answers = [
        me.post("/me/memory-search", json={"query": "live", name: "bo"}) for name in ("user_id", "userId", "owner", "tenant", "filters")
    ]
    listed = me.get(LIST, params={"user_id": "bo"})

    assert {told(answer) for answer in (*answers, listed)} == {(400, "unknown-field")}


@pytest.mark.parametrize("header", ["", "Bearer", "Basic eDp5", "Bearer km_", "Bearer km_" + "A" * 43, "Bearer a.b.c", "bearer x"])
def test_what_is_no_valid_key_is_turned_away(service: Service, header: str) -> None:
    answer = service.nobody().get(LIST, headers={"Authorization": header, "X-Keptmind-User": "ann"})

    assert told(answer) == (401, "unauthenticated")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_key_ends_at_once_when_it_is_revoked_or_given_another_secret(service: Service) -> None:
    admin = service.client()
    made = admin.post("/admin/callers", json={"name": "back end", "users": ["ann"]}).json()
    me = service.client(key=made["key"])
    before = me.get(LIST).status_code

    rotated = admin.post(f"/admin/callers/{made['caller']['caller_id']}/rotate").json()
    after = me.get(LIST).status_code
    renewed = service.client(key=rotated["key"]).get(LIST).status_code
    admin.delete(f"/admin/callers/{made['caller']['caller_id']}")

    assert (before, after, renewed) == (200, 401, 200)
    assert service.client(key=rotated["key"]).get(LIST).status_code == 401
    assert told(admin.post(f"/admin/callers/{made['caller']['caller_id']}/rotate")) == (404, "caller-not-found")


def test_keys_are_listed_without_their_secrets(service: Service) -> None:
    admin = service.client()
    secrets = [admin.post("/admin/callers", json={"name": f"program {number}", "any_user": True}).json()["key"] for number in range(3)]

    first = admin.get("/admin/callers", params={"limit": 2}).json()
    rest = admin.get("/admin/callers", params={"cursor": first["next_cursor"]}).json()

    prefixes = [one["prefix"] for one in (*first["items"], *rest["items"])]
    assert [secret[:11] for secret in secrets] == prefixes[1:]
    assert not any(secret in str((first, rest)) for secret in secrets)


def test_no_key_can_make_one_that_may_do_more(service: Service) -> None:
    narrow = service.client(key=service.key(users=["ann"], verbs=["read", "admin"], workspaces=["work"]))

    asked: list[dict[str, Any]] = [
        {"any_user": True, "verbs": ["read"], "workspaces": ["work"]},
        {"users": ["bo"], "verbs": ["read"], "workspaces": ["work"]},
        {"users": ["ann"], "verbs": ["write"], "workspaces": ["work"]},
        {"users": ["ann"], "verbs": ["read"]},
    ]
    answers = [narrow.post("/admin/callers", json={"name": "wider", **grant}) for grant in asked]
    within = narrow.post("/admin/callers", json={"name": "no wider", "users": ["ann"], "verbs": ["read"], "workspaces": ["work"]})

    assert {told(answer) for answer in answers} == {(403, "grant-too-wide")}
    assert [answer.json()["details"] for answer in answers] == [{"parts": [part]} for part in ("users", "users", "verbs", "workspaces")]
    assert answers[2].json()["detail"].endswith("; too wide: verbs")
    assert within.status_code == 201


def test_a_key_without_the_verb_cannot_administer(service: Service) -> None:
    plain = service.client("ann", key=service.key(any_user=True))

    answers = [plain.get("/admin/callers"), plain.post("/admin/callers", json={"name": "x", "any_user": True}), plain.get("/admin/flags")]

    assert {told(answer) for answer in answers} == {(403, "verb-not-granted")}


def test_an_administrator_of_one_tenant_sees_no_key_of_another(service: Service) -> None:
    elsewhere = service.client(key=service.key(tenant="T2", any_user=True, verbs=["admin"]))
    here = service.client().post("/admin/callers", json={"name": "here", "any_user": True}).json()["caller"]

    assert [one["name"] for one in elsewhere.get("/admin/callers").json()["items"]] == ["a test"]
    assert told(elsewhere.delete(f"/admin/callers/{here['caller_id']}")) == (404, "caller-not-found")


@pytest.mark.parametrize(
    ("granted", "headers", "code"),
    [
        ({"users": ["ann"]}, {"User": "bo"}, "user-not-granted"),
        ({"users": ["ann", "bo"]}, {"User": "eve"}, "user-not-granted"),
        ({"any_user": True, "verbs": ["write"]}, {"User": "ann"}, "verb-not-granted"),
        ({"any_user": True, "purposes": ["task"]}, {"User": "ann"}, "purpose-not-granted"),
        ({"any_user": True, "workspaces": ["work"]}, {"User": "ann", "Workspace": "personal"}, "workspace-not-granted"),
    ],
)
def test_a_grant_is_never_outgrown(service: Service, granted: dict[str, Any], headers: dict[str, str], code: str) -> None:
    client = service.client(key=service.key(**granted), **headers)

    assert told(client.get(LIST)) == (403, code)
    assert told(client.post("/me/memory-search", json={"query": "live"})) == (403, code)


def test_the_route_can_be_said_in_the_body_and_must_not_be_another(service: Service) -> None:
    plain, routed = service.client("ann"), service.client("ann", workspace="work")
    wish = {"content": "Letters are signed twice", "scope_type": "workspace", "workspace_type": "work"}

    kept = plain.post(LIST, json=wish)
    other = routed.post(LIST, json={**wish, "workspace_type": "personal"})

    assert kept.json()["memory"]["workspace_type"] == "work"
    assert told(other) == (400, "invalid-field")
    assert told(plain.get(LIST, params={"workspace_type": "nowhere"})) == (400, "unknown-workspace")


def test_a_header_given_twice_names_nobody(service: Service) -> None:
    answer = service.client("ann").get(LIST, headers=[("X-Keptmind-User", "ann"), ("X-Keptmind-User", "bo")])

    assert told(answer) == (400, "invalid-field")


def test_a_person_of_any_script_is_named_in_utf8(service: Service) -> None:
    client = service.client()
    client.headers = httpx.Headers([*client.headers.raw, (b"X-Keptmind-User", "小明".encode())])

    client.post(LIST, json={"content": "我住在里昂"})

    assert [row["content"] for row in client.get(LIST).json()["items"]] == ["我住在里昂"]
    assert [row.content for row in service.store.for_user("小明").list().items] == ["我住在里昂"]


def test_a_host_that_the_service_does_not_know_is_turned_away(service: Service) -> None:
    answer = service.client("ann").get(LIST, headers={"Host": "evil.example"})

    assert told(answer) == (400, "unknown-host")


class Signer:
    """Makes tokens, right ones and wrong ones."""

    def __init__(self) -> None:
        self.private = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
        public = self.private.public_key()
        self.public = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()

    def shared(self, key: str = SECRET, **claims: Any) -> str:
        """Return a token signed with the shared secret."""
        return jwt.encode({"sub": "ann", "exp": time.time() + 600, "aud": "memory", **claims}, key, algorithm="HS256")

    def own(self, **claims: Any) -> str:
        """Return a token signed with the private key."""
        return jwt.encode({"sub": "ann", "exp": time.time() + 600, "aud": "memory", **claims}, self.private, algorithm="RS256")


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer()


def test_a_signed_token_names_the_person(signer: Signer) -> None:
    with a_store(token_secret=SECRET, token_public_key=signer.public, token_audience="memory") as store, serving(store) as service:
        for token in (signer.shared(), signer.own()):
            me = service.client(key=token)

            assert me.post(LIST, json={"content": "I live in Lyon"}).status_code in (200, 201)
            assert cities(me) == ["I live in Lyon"]
            assert told(service.client("bo", key=token).get(LIST)) == (403, "user-not-granted")
            assert told(me.get("/admin/callers")) == (403, "verb-not-granted")


def test_a_token_may_narrow_what_it_allows_and_never_widen_it(signer: Signer) -> None:
    with a_store(token_secret=SECRET, token_audience="memory") as store, serving(store) as service:
        reading = service.client(key=signer.shared(keptmind={"verbs": ["read"]}))
        widened = [signer.shared(keptmind=claim) for claim in ({"verbs": ["admin"]}, {"users": ["bo"]}, {"any_user": True}, "all", [1])]

        assert told(reading.post(LIST, json={"content": "I like tea"})) == (403, "verb-not-granted")
        for token in widened:
            answer = service.client("bo", key=token).get(LIST)
            assert answer.status_code in (401, 403)
            assert service.client(key=token).get("/admin/callers").status_code in (401, 403)


@pytest.mark.parametrize(
    ("spoil", "rule"),
    [
        (lambda signer: signer.shared(key="another secret of thirty-two bytes or more"), "token-signature"),
        (lambda signer: signer.shared(exp=time.time() - 60), "token-expired"),
        (lambda signer: signer.shared(exp=None), "token-claims"),
        (lambda signer: signer.shared(sub=""), "token-claims"),
        (lambda signer: signer.shared(sub=7), "token-malformed"),
        (lambda signer: signer.shared(aud="elsewhere"), "token-audience"),
        (lambda signer: signer.shared(nbf=time.time() + 600), "token-not-yet"),
        (lambda signer: signer.shared(tenant=" "), "token-claims"),
        (lambda signer: signer.shared(keptmind={"users": ["bo"]}), "token-claims"),
        (lambda signer: signer.shared(keptmind={"nonsense": 1}), "token-claims"),
        (lambda signer: signer.shared(keptmind={"verbs": ["admin"]}), "token-too-wide"),
        (lambda signer: signer.own(), "token-algorithm"),
        (lambda _: jwt.encode({"sub": "ann", "exp": time.time() + 600, "aud": "memory"}, "", algorithm="none"), "token-algorithm"),
        (lambda signer: signer.shared()[:-2] + "AA", "token-signature"),
        (lambda _: "no.token.at-all", "token-malformed"),
    ],
)
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
def test_a_token_that_is_not_wholly_right_is_nothing_and_only_the_log_says_why(
    signer: Signer, spoil: Any, rule: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "keptmind.http")
    with a_store(token_secret=SECRET, token_audience="memory") as store, serving(store) as service:
        assert told(service.client("ann", key=spoil(signer)).get(LIST)) == (401, "unauthenticated")

    assert [vars(record)["rule"] for record in caplog.records if record.msg == "token refused"] == [rule]


def test_whoever_tries_to_reach_another_with_a_token_is_on_record(signer: Signer) -> None:
    with a_store(token_secret=SECRET) as store, serving(store) as service:
        assert told(service.client("bo", key=signer.shared(azp="chat")).get(LIST)) == (403, "user-not-granted")
        (event,) = service.client("bo").get("/me/activity").json()["items"]

    assert event["caller"] == "token:chat/ann"


def test_a_public_key_is_no_shared_secret(signer: Signer) -> None:
    part = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').rstrip(b"=") + b"."
    part += base64.urlsafe_b64encode(f'{{"sub":"ann","exp":{int(time.time()) + 600}}}'.encode()).rstrip(b"=")
    forged = part + b"." + base64.urlsafe_b64encode(hmac.digest(signer.public.encode(), part, hashlib.sha256)).rstrip(b"=")
    with a_store(token_public_key=signer.public) as store, serving(store) as service:
        assert told(service.client("ann", key=forged.decode()).get(LIST)) == (401, "unauthenticated")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda pem: pem[:80],
        lambda _: "a key",
        lambda _: "",
        lambda _: ELLIPTIC,
        lambda pem: f"\ud800{pem}",
    ],
)
def test_a_public_key_that_none_is_keeps_the_store_from_opening(signer: Signer, spoil: Any) -> None:
    with pytest.raises(InvalidSettings) as caught:
        a_store(token_public_key=spoil(signer.public))

    assert caught.value.details == {"field": "token_public_key", "problem": "not an RSA public key in PEM form"}


def signed_in(service: Service, user: str = "ann") -> httpx.Client:
    """Return a browser that followed its link."""
    link = service.desk.sessions.link(own_session(user))
    browser = service.nobody()
    assert browser.get(f"/sign-in/{link}").status_code == 200
    assert service.nobody().get(f"/sign-in/{link}").status_code == 401
    return browser


@pytest.mark.parametrize(("host", "over_tls_alone"), [("localhost", False), ("127.0.0.1:8766", False), ("memory.example.org", True)])
def test_away_from_this_machine_a_session_is_sent_over_tls_alone(host: str, over_tls_alone: bool) -> None:
    with a_store(hosts=("memory.example.org",)) as store, serving(store) as service:
        link = service.desk.sessions.link(own_session("ann"))

        cookie = service.nobody(Host=host).get(f"/sign-in/{link}").headers["set-cookie"]

    assert ("secure" in cookie.lower()) is over_tls_alone


def test_a_link_opens_the_browser_of_one_person_once(service: Service) -> None:
    service.client("ann").post(LIST, json={"content": "I live in Lyon"})
    browser = signed_in(service)

    listed = browser.get(LIST)
    other = browser.get(LIST, headers={"X-Keptmind-User": "bo"})
    browser.post("/sign-out")

    assert [row["content"] for row in listed.json()["items"]] == ["I live in Lyon"]
    assert told(other) == (403, "user-not-granted")
    assert told(browser.get(LIST)) == (401, "unauthenticated")


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "http://[evil]"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "same-origin"}, True),
    ],
)
def test_another_site_cannot_use_a_signed_in_browser(service: Service, headers: dict[str, str], allowed: bool) -> None:
    browser = signed_in(service)

    answer = browser.post(LIST, json={"content": "I live in Lyon"}, headers=headers)

    assert (answer.status_code == 201) is allowed
    assert allowed or told(answer) == (403, "cross-site")
    assert browser.post(LIST, json={"content": "I live in Lyon"}, headers={"Origin": service.address}).is_success


def test_a_caller_that_asks_too_often_is_told_when_to_come_again() -> None:
    with a_store(requests_per_minute=5) as store, serving(store) as service:
        service.desk.rate = Rate(5, Seconds())
        greedy, other = service.client("ann"), service.client("ann")

        answers = [greedy.get(LIST) for _ in range(6)]

        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert other.get(LIST).status_code == 200


class Seconds:
    """Seconds that pass when a test says so: how slow a machine is decides nothing."""

    def __init__(self) -> None:
        self.passed = 0.0

    def __call__(self) -> float:
        return self.passed


def stopped(service: Service) -> Seconds:
    """Let no time pass for who fails but by hand."""
    seconds = Seconds()
    service.desk.failures = Failures(FAILURES_A_MINUTE, seconds)
    return seconds


def guessed(service: Service, times: int, forged: str | None = None) -> list[int]:
    """Guess keys, each as if from an address of its own where a header is forged; return the statuses of the answers."""
    nobody = service.nobody()
    forging: list[dict[str, str]] = [{} if forged is None else {forged: f"10.0.0.{number}"} for number in range(times)]
    guesses = ({"Authorization": f"Bearer km_{number:043}", **more} for number, more in enumerate(forging))
    return [nobody.get(LIST, headers=headers).status_code for headers in guesses]


def test_who_guesses_keys_is_slowed_down_and_whoever_was_let_in_before_is_not(service: Service) -> None:
    seconds, me = stopped(service), service.client("ann")
    before = me.get(LIST).status_code

    statuses = guessed(service, 70)

    assert statuses == [401] * 60 + [429] * 10
    assert [before, *(me.get(LIST).status_code for _ in range(3))] == [200] * 4
    seconds.passed = 1.0
    assert guessed(service, 3) == [401, 429, 429]


def test_a_key_is_not_looked_up_for_an_address_that_has_used_up_its_failures(service: Service) -> None:
    service.desk.failures = Failures(1, Seconds())
    fresh, known, ended = service.client("ann"), service.client("ann"), service.client("ann", key=service.key(users=["ann"]))
    (known.get(LIST), ended.get(LIST))
    admin = service.store.house.callers
    admin.revoke(AccessContext(tenant="default", owner=""), admin.recognise(ended.headers["Authorization"].split()[1]).id)
    guessed(service, 2)

    answer, wrong_body = fresh.get(LIST), service.nobody().post(LIST, content=b"{", headers={"Content-Type": "application/json"})

    assert told(answer) == told(wrong_body) == (429, "too-many-requests")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert known.get(LIST).status_code == 200
    assert told(ended.get(LIST)) == (429, "too-many-requests")


def test_a_right_token_is_let_in_beside_whoever_guesses(signer: Signer) -> None:
    with a_store(token_secret=SECRET) as store, serving(store) as service:
        stopped(service)
        guessed(service, 60)

        wrong = [service.client(key=signer.shared(key="another secret of thirty-two bytes or more")).get(LIST) for _ in range(2)]

        assert service.client(key=signer.shared()).get(LIST).status_code == 200
        assert told(wrong[-1]) == (429, "too-many-requests")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded"])
def test_nobody_says_by_a_header_from_where_they_ask(service: Service, header: str) -> None:
    stopped(service)

    assert guessed(service, 61, header)[-1] == 429


def test_a_body_from_nobody_known_counts_as_a_failure(service: Service) -> None:
    stopped(service)
    nobody = service.nobody()

    statuses = [nobody.post(LIST, content=b"{", headers={"Content-Type": "application/json"}).status_code for _ in range(61)]

    assert statuses == [401] * 60 + [429]
