"""H29: credentials are never kept, in any field, through any door; sentences that mention a password are."""

from pathlib import Path

import pytest

from factories import a_url, bytes_of, listed
from keptmind import Memory
from keptmind.errors import ContentRefused

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAzanzibarquill0123456789abcdefghijklmnop\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ6YW56aWJhciJ9.c2lnbmF0dXJlLXphbnppYmFy"
SECRETS = {
    "remember my API key sk-TESTTESTTESTTESTTEST1234 and db password hunter2": ("sk-TESTTEST", "hunter2"),
    "我的身份证号 11010519491231002X，银行卡 6222021234567890128，密码是 Abc!2345": ("Abc!2345", "6222021234567890128"),
    f"my deploy key is\n{PEM}": ("MIIEpAIBAAKCAQEA",),
    f"the session token is {JWT}": (JWT,),
    "The docs example key is AKIAIOSFODNN7EXAMPLE": ("AKIAIOSFODNN7EXAMPLE",),
    "api key: sk-TEST\u200bTESTTESTTESTTEST1234": ("TESTTESTTESTTEST1234",),
    "我的密码是Ａｂｃ！２３４５": ("Ａｂｃ！２３４５",),
}


@pytest.mark.parametrize(("text", "parts"), SECRETS.items(), ids=range(len(SECRETS)))
def test_no_byte_of_a_secret_is_kept_and_a_redacted_wording_is_offered(text: str, parts: tuple[str, ...], tmp_path: Path) -> None:
    with Memory(a_url(tmp_path)) as store:
        me = store.for_user("A")

        refused = me.save(text)

        assert (refused.outcome, refused.rule) == ("refused", "secret")
        assert refused.proposal is not None
        assert "removed]" in refused.proposal
        assert not any(part in refused.proposal for part in parts)
        assert me.save(refused.proposal, consent=True).outcome in ("created", "refused")
    kept = bytes_of(tmp_path / "memory.db")
    assert not any(part.encode() in kept for part in parts)


@pytest.mark.parametrize("field", ["title", "key", "subject", "reason", "tags"])
def test_no_field_takes_one(field: str, store: Memory) -> None:
    me = store.for_user("A")
    secret = "sk-TESTTESTTESTTESTTEST1234"

    refused = me.save("A note on access", **{field: (secret,) if field == "tags" else secret})  # type: ignore[arg-type]

    assert (refused.outcome, refused.rule) == ("refused", "secret")
    assert listed(me) == []


def test_every_door_is_watched(store: Memory) -> None:
    me = store.for_user("A")
    kept = me.save("The staging server stands in the cellar").memory
    waiting = me.save("Usually works from the cellar", source="inferred", reason="said so").candidate
    assert kept is not None
    assert waiting is not None

    with pytest.raises(ContentRefused):
        me.update(kept.id, expected_revision=1, content="the password is Tr0ub4dor&3x")
    with pytest.raises(ContentRefused):
        me.accept(waiting.id, content="the password is Tr0ub4dor&3x")
    for source in ("inferred", "observed", "imported", "manual", "confirmed"):
        assert me.save("the password is Tr0ub4dor&3x", source=source, reason="x").rule == "secret"


@pytest.mark.parametrize("text", ["I forgot my password again", "我又忘记密码了", "The password policy asks for twelve characters"])
def test_a_sentence_that_only_mentions_one_is_kept_unchanged(text: str, store: Memory) -> None:
    me = store.for_user("A")

    assert me.save(text).outcome == "created"
    assert [row.content for row in listed(me)] == [text]


def test_full_width_digits_of_a_phone_number_are_private_and_kept_as_they_are(store: Memory) -> None:
    me = store.for_user("A")

    saved = me.save("我的手机是１３８００１３８０００")

    assert saved.outcome == "created"
    assert listed(me)[0].content == "我的手机是１３８００１３８０００"
