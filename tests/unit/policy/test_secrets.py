import random
import string
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keptmind.policy.secrets import RULES, Finding, find_secrets, redact

# Everything here is made up; numbers with check digits are the schemes' own test numbers or computed.
# Each row: the rule that must speak, the text, and the bytes that must be gone after redaction.
CERTAIN = [
    ("password", "db password hunter2", "hunter2"),
    ("password", "my password is Tr0ub4dor&3", "Tr0ub4dor&3"),
    ("password", "My password is swordfish.", "swordfish"),
    ("password", "the password for the router at home is hunter2, ok?", "hunter2"),
    ("password", "Password: correcthorse", "correcthorse"),
    ("password", 'password = "correct horse battery staple"', "correct horse battery staple"),
    ("password", '{"password": "hunter2", "user": "bob"}', "hunter2"),
    ("password", "**Password:** `hunter2`", "hunter2"),
    ("password", "| wifi password | hunter2 |", "hunter2"),
    ("password", "DB_PASSWORD=s3cr3tValue", "s3cr3tValue"),
    ("password", "Server=db;User Id=sa;Password=Pa55w0rd;", "Pa55w0rd"),
    ("password", "pwd=abc123", "abc123"),
    ("password", "wifi pw: qwerty99", "qwerty99"),
    ("password", "my passcode is 4821", "4821"),
    ("password", "passphrase: correct horse battery staple", "correct horse battery staple"),
    ("password", "my password was changed to hunter3 yesterday", "hunter3"),
    ("password", "hunter2 is my password", "hunter2"),
    ("password", "use Hunter2x as the admin password", "Hunter2x"),
    ("password", "user: admin pass: letmein", "letmein"),
    ("password", "密码是 Abc!2345", "Abc!2345"),
    ("password", "我的密码：Abc!2345，别告诉别人", "Abc!2345"),
    ("password", "密码abc123", "abc123"),
    ("password", "wifi密码是12345678", "12345678"),
    ("password", "邮箱密码改成了Qwer1234", "Qwer1234"),
    ("password", "支付密码 888888", "888888"),
    ("password", "口令：opensesame", "opensesame"),
    ("password", "密码“hunter2”", "hunter2"),
    ("password", "账号 zhang 密码 letmein", "letmein"),
    ("password", "abc123是我的密码", "abc123"),
    ("password", "密码＝ｈｕｎｔｅｒ２", "ｈｕｎｔｅｒ２"),
    ("password", "pass\u200bword: hun\u200bter2", "hun\u200bter2"),
    ("password", "remember my password password hunter2", "hunter2"),
    ("password", "密码abc123存好了", "abc123"),
    ("password", "my password is Abc123 characters and all", "Abc123"),
    ("api-key", "remember my API key sk-TESTTESTTESTTESTTEST1234", "sk-TESTTESTTESTTESTTEST1234"),
    ("api-key", "用sk-TESTTESTTESTTESTTEST1234调用", "sk-TESTTESTTESTTESTTEST1234"),
    ("api-key", "sk-TEST\u200bTESTTEST\u2060TESTTEST1234", "sk-TEST\u200bTESTTEST\u2060TESTTEST1234"),
    ("api-key", "sk-proj-abcDEF123456_ghiJKL789012", "sk-proj-abcDEF123456_ghiJKL789012"),
    ("api-key", "sk-ant-api03-abcDEF123456ghiJKL789012", "sk-ant-api03-abcDEF123456ghiJKL789012"),
    ("github-token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
    ("github-token", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwx", "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwx"),
    ("slack-token", "xox" + "b-123456789012-abcdefABCDEF", "b-123456789012-abcdefABCDEF"),
    ("aws-key-id", "The docs example key is AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    ("aws-key-id", "ASIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE"),
    ("google-key", "AIzaSyA1234567890abcdefghijklmnopqrstuv", "AIzaSyA1234567890abcdefghijklmnopqrstuv"),
    ("gitlab-token", "glpat-abcDEF123456ghiJKL78", "glpat-abcDEF123456ghiJKL78"),
    ("npm-token", "npm_abcdefghijklmnopqrstuvwxyz0123456789", "npm_abcdefghijklmnopqrstuvwxyz0123456789"),
    ("pypi-token", "pypi-AgEIcHlwaS5vcmcCJDEyMzQ1Njc4", "pypi-AgEIcHlwaS5vcmcCJDEyMzQ1Njc4"),
    ("huggingface-token", "hf_abcdefghijklmnopqrstuvwxyz012345", "hf_abcdefghijklmnopqrstuvwxyz012345"),
    ("stripe-key", "sk_" + "live_abcdef1234567890ABCDEF", "live_abcdef1234567890ABCDEF"),
    ("stripe-key", "rk_" + "live_abcdef1234567890ABCDEF", "live_abcdef1234567890ABCDEF"),
    ("vendor-key", "LTAI5tAbCdEfGhIjKlMnOp12", "LTAI5tAbCdEfGhIjKlMnOp12"),
    ("vendor-key", "bot 123456789:AAabcdefghijklmnopqrstuvwxyz1234567", "123456789:AAabcdefghijklmnopqrstuvwxyz1234567"),
    ("webhook", "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"),
    ("webhook", "https://discord.com/api/webhooks/123456789012345678/abcDEF-ghi_JKL", "123456789012345678/abcDEF-ghi_JKL"),
    ("bearer-token", "Authorization: Bearer abc123def456ghi789", "abc123def456ghi789"),
    ("bearer-token", "Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123456", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123456"),
    ("named-key", "api key: 9f8e7d6c5b4a39281706", "9f8e7d6c5b4a39281706"),
    ("named-key", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("named-key", "AccountName=x;AccountKey=abcdEFGH1234ijklMNOP5678==;", "abcdEFGH1234ijklMNOP5678=="),
    ("named-key", "my access token is 1234abcd5678efgh", "1234abcd5678efgh"),
    ("named-key", "API密钥是 a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8"),
    ("named-key", "令牌：a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8"),
    ("named-key", "token = a1b2c3d4e5f6g7h8i9j0", "a1b2c3d4e5f6g7h8i9j0"),
    (
        "named-key",
        "私钥 0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
        "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    ),
    ("connection-string", "postgres://app:s3cret@db.example:5432/main", "s3cret"),
    ("connection-string", "redis://:topsecret@cache:6379", "topsecret"),
    ("connection-string", "mysql://u:p@ss/word@host/db", "p@ss/word"),
    ("cookie", "Set-Cookie: theme=dark; sid=abcdef0123456789; Path=/", "abcdef0123456789"),
    ("cookie", "Cookie: auth=abcdef0123456789", "abcdef0123456789"),
    ("session-id", "sessionid=abcdef0123456789", "abcdef0123456789"),
    ("session-id", "JSESSIONID=0123ABCD4567", "0123ABCD4567"),
    ("session-id", "PHPSESSID: q1w2e3r4t5y6", "q1w2e3r4t5y6"),
    ("session-id", "会话ID是 abc123def456", "abc123def456"),
    (
        "private-key",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqh\nkiG9w0BAQEF\n-----END PRIVATE KEY-----",
        "MIIEvQIBADANBgkqh\nkiG9w0BAQEF",
    ),
    ("private-key", "-----BEGIN RSA PRIVATE KEY----- MIIEvQIBADANBgkqh kiG9w0 -----END RSA PRIVATE KEY-----", "MIIEvQIBADANBgkqh kiG9w0"),
    ("private-key", "key: -----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA", "b3BlbnNzaC1rZXktdjEAAAAA"),
    ("private-key", "—–BEGIN EC PRIVATE KEY—– MHcCAQEEIIGl —–END EC PRIVATE KEY—–", "MHcCAQEEIIGl"),
    (
        "recovery-phrase",
        "my seed phrase: apple river stone cloud tiger lamp ocean pencil garden window bridge candle",
        "apple river stone cloud tiger lamp ocean pencil garden window bridge candle",
    ),
    (
        "recovery-phrase",
        "助记词是 1. apple 2. river 3. stone 4. cloud 5. tiger 6. lamp 7. ocean 8. pencil 9. garden 10. window 11. bridge 12. candle",
        "apple 2. river 3. stone",
    ),
    ("recovery-phrase", "助记词：的 一 是 在 不 了 有 和 人 这 中 大", "的 一 是 在 不 了 有 和 人 这 中 大"),
    ("recovery-code", "backup codes: 8f3a-92bc 77aa-1b2c", "8f3a-92bc 77aa-1b2c"),
    ("recovery-code", "恢复码：8f3a92bc", "8f3a92bc"),
    ("one-time-code", "your verification code is 483920", "483920"),
    ("one-time-code", "OTP 483920", "483920"),
    ("one-time-code", "483920 is your login code", "483920"),
    ("one-time-code", "G-483920 is your Google verification code", "483920"),
    ("one-time-code", "验证码 123456", "123456"),
    ("one-time-code", "验证码：８８４８２１，五分钟内有效", "８８４８２１"),
    ("one-time-code", "验证码是123 456", "123 456"),
    ("one-time-code", "付款码 134567890123456789", "134567890123456789"),
    ("card-code", "CVV 123", "123"),
    ("card-code", "cvc: 4321", "4321"),
    ("card-code", "信用卡背面的安全码是123", "123"),
    ("pin", "my PIN is 4821", "4821"),
    ("pin", "SIM pin 0000", "0000"),
    ("pin", "the gate code is 2580", "2580"),
    ("card-number", "4111111111111111", "4111111111111111"),
    ("card-number", "my visa 4111 1111 1111 1111 expires 12/29", "4111 1111 1111 1111"),
    ("card-number", "4111-1111-1111-1111", "4111-1111-1111-1111"),
    ("card-number", "4111 1111\n1111 1111", "4111 1111\n1111 1111"),
    ("card-number", "４１１１１１１１１１１１１１１１", "４１１１１１１１１１１１１１１１"),
    ("card-number", "4111\u200b1111\u200b1111\u200b1111", "4111\u200b1111\u200b1111\u200b1111"),
    ("card-number", "卡号4111111111111111有效期", "4111111111111111"),
    ("card-number", "378282246310005 is my amex", "378282246310005"),
    ("card-number", "pay with 4111 1111 1111 1111 12 27 123", "4111 1111 1111 1111"),
    ("card-number", "4111.1111.1111.1111", "4111.1111.1111.1111"),
    ("licence-key", "Windows licence key VK7JG-NPHTM-C97JM-9MPGT-3V66T", "VK7JG-NPHTM-C97JM-9MPGT-3V66T"),
    ("iban", "GB82 WEST 1234 5698 7654 32 is my iban", "GB82 WEST 1234 5698 7654 32"),
    ("iban", "Konto: de89370400440532013000", "de89370400440532013000"),
]

UNSURE = [
    ("id-number", "我的身份证号 11010519491231002X", "11010519491231002X"),
    ("id-number", "11010519491231002x", "11010519491231002x"),
    ("id-number", "身份证：110105194912310021", "110105194912310021"),
    ("id-number", "my SSN is 078-05-1120", "078-05-1120"),
    ("id-number", "护照号码 E12345678", "E12345678"),
    ("id-number", "passport number 123456789", "123456789"),
    ("card-like", "银行卡 6222021234567890123", "6222021234567890123"),
    ("card-like", "my bank account is 12345678", "12345678"),
    ("card-like", "credit card 4111 1111 1111 1112", "4111 1111 1111 1112"),
    ("random-string", "keep this: aB3dE5fG7hJ9kL2mN4pQ", "aB3dE5fG7hJ9kL2mN4pQ"),
    ("key-like", "the secret is rosebud42", "rosebud42"),
    ("key-like", "token: abc12345", "abc12345"),
    ("key-like", "api key: thisisallletterkey", "thisisallletterkey"),
    ("password-like", "my password is swordfish with a twist", "swordfish"),
    ("password-like", "口令：芝麻开门", "芝麻开门"),
    ("password-like", "my password is MySecret", "MySecret"),
]

CLEAN = [
    "I forgot my password again",
    "我又忘记密码了",
    "I use a password manager",
    "密码管理器是 Bitwarden",
    "我用 1Password 管理密码",
    "I reset my password every month",
    "my password is too long to type on the phone",
    "My password is expired.",
    "the password is required",
    "password: required",
    "password: str",
    "password = os.getenv('DB_PASSWORD')",
    "password: ${DB_PASSWORD}",
    "password: <your-password>",
    "password: ********",
    "my password was changed yesterday",
    "the password is 12 characters long",
    "密码8位以上",
    "密码是8位数",
    "密码2024年改过",
    "密码：忘记了",
    "密码是我的生日",
    "密码用 base64 编码",
    "密码是 AES256 加密的",
    "密码是 chrome 保存的",
    "密码学 101 是我最喜欢的课",
    "reset password alice@example.com",
    "The token economy",
    "token limit is 4096",
    "the secret is practice",
    "the secret of good tea is patience",
    "pin the memory",
    "pin 3 of the connector",
    "pin 2024 goals to the wall",
    "验证码收不到",
    "验证码是6位数字",
    "I never get the verification code",
    "my passcode policy is strict",
    "session id is rotated nightly",
    "cookie: chocolate chip",
    "Cookies are my favourite snack",
    "I learned sk-learn last year",
    "I use sk-learn-contrib-compat-notes",
    "the bearer of good news",
    "order number 2024010112345678901",
    "订单号 4111111111111111",
    "快递单号 SF1234567890123",
    "13800138000",
    "１３８００１３８０００",
    "我的手机号是 13800138000",
    "call 415-555-2671 or 650-555-1234",
    "call +49 151 12345678",
    "born 1990-01-02, met 2010-05-06",
    "ISBN 978-3-16-148410-0",
    "123e4567-e89b-12d3-a456-426614174000",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "https://example.com/a/b?page=2",
    "https://docs.example.com/document/d/1aB3dE5fG7hJ9kL2mN4pQ6rS8tU0",
    "https://example.com:8080/@user",
    "version 1.24.3-rc1+build.5",
    "pi is 3.141592653589793238",
    "x = 4.111111111111111",
    "getUserById2FromDatabase",
    "timestamp 1700000000000",
    "the numbers 4 5 6 7 8 9 10 11 12 13 14",
    "I keep my recovery phrase in a safe place and told nobody about it because people talk too much",
    "助记词请务必抄写在纸上并且放好",
    "backup codes are printed",
    "my API key expires in 2026",
    "I need an api key for the weather service",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 me@host",
    "-----BEGIN PUBLIC KEY----- MIIBIjANBgkq -----END PUBLIC KEY-----",
    "GB is a country, DE 89 is not an iban",
    "会话ID每天更换",
    "身份证过期了",
    "passport renewal takes 6 weeks",
    "my password is [password removed]",
    "密码是 [password removed]，卡号 [card number removed]",
    "access code of conduct",
    "I like the Authorization: header chapter",
    "密码：见附件",
    "密码是 base64 编码的",
    "",
    "\u200b",
    "👨‍👩‍👧 trip to école",
    "سلام می‌خواهم",
]

HOSTILE = [
    "sig=",
    "token=",
    "password ",
    "my password is ",
    "4111 ",
    "4 ",
    "a1B",
    "://a:b",
    "eyJaaaaaa.",
    "1. abc ",
    "的 ",
    "-----END ",
    "cookie: a=bbbb; ",
    "\u200b１",
]


@pytest.mark.parametrize(("rule", "text", "secret"), CERTAIN)
def test_a_certain_secret_is_found_and_none_of_it_is_left(rule: str, text: str, secret: str) -> None:
    findings = find_secrets(text)

    assert rule in {finding.rule for finding in findings if finding.certain}
    assert secret not in redact(text, findings)


@pytest.mark.parametrize(("rule", "text", "secret"), UNSURE)
def test_what_only_looks_like_a_secret_is_found_as_uncertain(rule: str, text: str, secret: str) -> None:
    findings = find_secrets(text)

    assert [finding.rule for finding in findings if not finding.certain] == [rule]
    assert not any(finding.certain for finding in findings)
    assert secret not in redact(text, findings)


@pytest.mark.parametrize("text", CLEAN)
def test_ordinary_text_holds_no_secret(text: str) -> None:
    findings = find_secrets(text)

    assert findings == ()
    assert redact(text, findings) == text


def test_every_rule_of_the_table_is_exercised() -> None:
    exercised = {rule for rule, _, _ in (*CERTAIN, *UNSURE)}

    assert exercised == {rule.id for rule in RULES}


def test_a_rule_id_is_always_certain_or_never() -> None:
    certain = {rule.id for rule in RULES if rule.certain}

    assert certain.isdisjoint(rule.id for rule in RULES if not rule.certain)


def test_the_placeholder_names_the_kind_and_the_rest_of_the_sentence_stays() -> None:
    text = "remember my API key sk-TESTTESTTESTTESTTEST1234 and db password hunter2, please"

    redacted = redact(text, find_secrets(text))

    assert redacted == "remember my API key [api key removed] and db password [password removed], please"


def test_several_kinds_in_one_chinese_sentence_are_each_named() -> None:
    text = "我的身份证号 11010519491231002X，银行卡 6222021234567890123，密码是 Abc!2345"

    findings = find_secrets(text)

    assert [(finding.rule, finding.certain) for finding in findings] == [("id-number", False), ("card-like", False), ("password", True)]
    assert redact(text, findings) == "我的身份证号 [id number removed]，银行卡 [card number removed]，密码是 [password removed]"


def test_a_card_is_found_beside_a_second_one_and_an_expiry_date() -> None:
    text = "4111 1111 1111 1111 5555 5555 5555 4444 12 27"

    redacted = redact(text, find_secrets(text))

    assert redacted == "[card number removed] [card number removed] 12 27"


def test_a_certain_secret_is_found_wherever_its_words_stand_again() -> None:
    text = "my password is hunter2. I like hunter2 because hunter2 is short"

    redacted = redact(text, find_secrets(text))

    assert "hunter2" not in redacted


def test_overlapping_findings_are_one_and_leave_nothing() -> None:
    text = "password: postgres://app:s3cret@db and aB3dE5fG7hJ9kL2mN4pQ"

    findings = find_secrets(text)

    assert all(first.end <= second.start for first, second in pairwise(findings))
    assert redact(text, findings) == "password: [password removed] and [possible secret removed]"


def test_a_finding_never_shows_the_secret() -> None:
    (finding,) = find_secrets("my password is hunter2")

    assert "hunter2" not in repr(finding)
    assert finding == Finding(rule="password", certain=True, start=15, end=22, placeholder="[password removed]")


def test_redacting_takes_findings_in_any_order_and_overlapping() -> None:
    def at(start: int, end: int) -> Finding:
        return Finding(rule="password", certain=True, start=start, end=end, placeholder="[x]")

    redacted = redact("0123456789", [at(6, 8), at(1, 4), at(2, 3)])

    assert redacted == "0[x]45[x]89"


@pytest.mark.parametrize(("rule", "text", "secret"), [*CERTAIN, *UNSURE])
def test_redacted_text_is_clean(rule: str, text: str, secret: str) -> None:
    redacted = redact(text, find_secrets(text))

    assert find_secrets(redacted) == ()


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_no_longer_than_its_length_allows(unit: str) -> None:
    text = ("key password: " + unit * 2000)[:2000]
    began = time.process_time()

    find_secrets(text)

    assert time.process_time() - began < 1  # about 0.04 s; a pattern that backtracks takes minutes


WORDS = st.text(alphabet=string.ascii_letters + " ，。\n", max_size=40)


def drawn(letters: str, count: int, seed: int) -> str:
    return "".join(random.Random(seed).choices(letters, k=count))


@given(before=WORDS, after=WORDS, seed=st.integers(0, 10**9), count=st.integers(6, 40))
def test_no_byte_of_a_password_is_left(before: str, after: str, seed: int, count: int) -> None:
    password = "x7" + drawn(string.ascii_letters + string.digits + "!@#%^&_+", count, seed) + "q"
    text = f"{before} my password is {password} {after}"

    redacted = redact(text, find_secrets(text))

    assert password not in redacted
    assert any(finding.certain and text[finding.start : finding.end] == password for finding in find_secrets(text))


@given(before=WORDS, after=WORDS, seed=st.integers(0, 10**9), gap=st.sampled_from(["", " ", "-", "\n", "\u200b", "　"]))
def test_no_byte_of_a_card_number_is_left(before: str, after: str, seed: int, gap: str) -> None:
    digits = "4" + drawn(string.digits, 14, seed)
    check = -sum(int(digit) if place % 2 else sum(divmod(2 * int(digit), 10)) for place, digit in enumerate(digits)) % 10
    card = gap.join((digits + str(check))[start : start + 4] for start in range(0, 16, 4))
    text = f"{before} 卡号{card}。{after}"

    redacted = redact(text, find_secrets(text))

    assert card not in redacted
    assert "[card number removed]" in redacted


ODD = st.sampled_from(
    [
        "password",
        "密码",
        "key",
        " is ",
        "：",
        "=",
        "４",
        "4111",
        "\u200b",
        "\ud800",
        "e\u0301",
        "ﬃ",
        "İ",
        "\x00",
        "'",
        "-----",
        "://",
        "@",
        "٣",
    ]
)


@given(text=st.one_of(st.text(max_size=200), st.lists(st.one_of(ODD, st.text(max_size=5)), max_size=40).map("".join)))
def test_spans_lie_in_order_inside_any_text(text: str) -> None:
    findings = find_secrets(text)

    edges = [edge for finding in findings for edge in (finding.start, finding.end)]
    assert edges == sorted(edges)
    assert all(0 <= finding.start < finding.end <= len(text) for finding in findings)
