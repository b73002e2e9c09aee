import pytest

from keptmind.policy.pasted import pasted

PASTED = [
    ("quoted", '"To be or not to be"'),
    ("quoted", "“我喜欢喝茶。”"),
    ("quoted", "> He wrote:\n> I like tea"),
    ("quoted", "「吾輩は猫である」"),
    ("quoted", "'I don't like tea'"),
    ("code", "```python\nprint(1)\n```"),
    ("code", "def add(a, b):\n    return a + b"),
    ("code", "import os"),
    ("code", "from x.y import z"),
    ("code", 'console.log("hi");'),
    ("code", "const a = 1;"),
    ("code", 'git commit -m "fix"'),
    ("code", "npm install"),
    ("code", "docker compose up -d"),
    ("code", "SELECT * FROM users WHERE id = 1;"),
    ("code", '{"name": "Tom", "age": 3}'),
    ("code", '<div class="a">hi</div>'),
    ("code", "for (int i = 0; i < 3; i++) {"),
    ("code", "x = foo(1)"),
    ("code", "#include <stdio.h>"),
    ("code", "I maintain the billing service.\n```\ncode\n```"),
    ("code", "if x > 3:\n    y = 2\nelse:\n    y = 3"),
    ("code", "const f = async () => {\n  return 1;\n};"),
    ("code", "$ ls -la"),
    ("code", "pip install requests"),
    ("code", '@app.route("/x")'),
    ("code", '{\n  "a": 1,\n  "b": [1,2]\n}'),
    ("code", "body { color: red; }"),
    ("code", "// a comment"),
    ("code", '[{"id":1},{"id":2}]'),
    ("code", "curl https://example.org/x"),
    ("log", "2026-03-02 12:00:01 INFO started"),
    ("log", "[ERROR] could not connect"),
    ("log", 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x()\nValueError: bad'),
    ("log", "ERROR: disk full"),
    ("log", "2026-03-02T12:00:00Z level=info msg=x WARN slow"),
    ("log", "    at com.acme.Foo.bar(Foo.java:12)"),
    ("log", 'Exception in thread "main" java.lang.NullPointerException'),
    ("log", "12:00:01 a\n12:00:02 b\n12:00:03 c"),
    ("log", "ValueError: invalid literal"),
    ("log", '127.0.0.1 - - [10/Oct/2000:13:55:36] "GET / HTTP/1.0" 200'),
    ("log", "npm ERR! code ENOENT"),
    ("log", "Mar  2 12:00:00 host sshd[1]: ERROR x"),
    ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
    ("table", "| name | age |"),
    ("table", "name\tage\tcity\nTom\t3\tOslo"),
    ("table", "name,age,city\nTom,3,Oslo\nAnn,4,Rome"),
    ("table", "a | b | c\n1 | 2 | 3"),
    ("table", "┌──┬──┐\n│a │b │\n└──┴──┘"),
]

SAID = [
    "Allergic to peanuts",
    "喜欢乌龙茶",
    "Use metric units",
    "以后都用简体中文回答我",
    "I use git rebase rather than merge",
    "git rebase is what I prefer",
    "I prefer `rg` over `grep`",
    'My favourite book is "Dune"',
    '"Dune" is better than "Arrival"',
    "Works at Acme (Oslo)",
    "Meeting on 2026-03-02 10:00 with Li",
    "Import duties annoy me",
    "Likes: tea, coffee, cake",
    "Select a seat by the window, from the front rows",
    "Class reunions make me nervous",
    "Return flights are always booked early",
    "对花生过敏（严重）",
    "喜欢：茶、咖啡",
    "Alias hello expands to ```print(1)```",
    "Prefers tabs = 4",
    "Speaks French/German",
    "Lives at the sea - since 2019",
    "for me: no sugar",
    "Public transport is my choice (no car)",
    "My timezone is UTC+8",
    "10:00 dentist\n11:00 lunch",
    "I like:\n- tea\n- coffee",
    "Prefers Python; dislikes Java",
    "email me, call me, text me",
    'He said "no" and left',
    "make tea every morning",
    "Go to bed at ten",
    "python is my favourite language",
    "if it rains: indoor training",
    "Tom,Ann,Lee are my friends",
    "The error rate matters: keep it low",
    "Info desk colleague: Sam",
    "Let x be free: that is my motto",
    "with milk:",
    "a - b - c",
    "“猫”是我最喜欢的字",
    "每天 7:30 起床",
    "喜欢《红楼梦》",
    "node is fine",
    "Use C++ (not C#)",
    "e.g. tea",
    "salary > fun",
    '我叫 "Sam"',
    "Uses var names like foo_bar",
]


@pytest.mark.parametrize(("what", "text"), PASTED)
def test_what_was_pasted_is_named(what: str, text: str) -> None:
    assert pasted(text) == what


@pytest.mark.parametrize("text", SAID)
def test_what_was_said_is_not_taken_for_pasted(text: str) -> None:
    assert pasted(text) is None


def test_one_sentence_before_a_long_log_does_not_hide_it() -> None:
    log = "\n".join(f"2026-03-02 12:00:{second:02d} INFO request served" for second in range(60))

    assert pasted(f"I maintain the billing service.\n{log}") == "log"


def test_one_line_of_code_in_an_explanation_does_not_make_it_code() -> None:
    assert pasted("I start the day with this:\nmake check\nand then I read my mail\nbefore anyone else is up") is None


def test_two_instants_are_appointments_and_three_are_a_log() -> None:
    appointments = "12:00:00 dentist\n13:00:00 lunch with Li"

    assert pasted(appointments) is None
    assert pasted(f"{appointments}\n14:00:00 call") == "log"


def test_two_lines_with_commas_are_no_table() -> None:
    assert pasted("Tom,Ann,Li\nRome,Oslo,Bern") is None
    assert pasted("Tom,Ann,Li\nRome,Oslo,Bern\n1,2,3") == "table"


@pytest.mark.parametrize("text", ["", " ", "\n\n", '"', '""', "'a' and 'b'", "“一”和“二”", "> said\nand unsaid"])
def test_a_single_mark_or_two_quotations_are_no_quotation(text: str) -> None:
    assert pasted(text) is None
