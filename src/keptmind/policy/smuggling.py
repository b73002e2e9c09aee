"""
Whether a text from a tool, a page or an attachment tells the assistant what to do; pure.

An order is told from a report by where its verb stands: at the start of a clause. Orders meant for human readers ("you must be over 18")
are left alone as far as their words tell.
"""

from keptmind.policy.orders import ENGLISH, Order
from keptmind.policy.orders_chinese import CHINESE
from keptmind.text.patterns import compiled
from keptmind.text.plain import plain

_DRESSING = '[*_`~"“”]'
_WORD = "[a-z]+"
_MARKS = "<[#"
# What stands before a verb that gives an order: the start of a line, a mark, or a word that leads on.
_LEAD = (
    r"(?:(?:^|\n)[\s>#\d.)(-]*|[^\w\s'/-]\s*|\b(?:and|then|please|now|so|but|kindly|instead"
    r"|(?:sure|(?:task|job|goal|role|mission|duty) is) to)\s|请|必须|务必|并且?|然后|应当?|须)$"
)
_LEAD_LENGTH = 16

_HINTS = frozenset(hint for order in ENGLISH for hint in order.hints)
_HINTS_ZH = "|".join(sorted({hint for order in CHINESE for hint in order.hints}))


def instructs(text: str) -> bool:
    """Tell whether the text wants the assistant to do, remember, ignore, recommend, send, hide or reveal something."""
    said = plain(text)
    undressed = compiled(_DRESSING).sub("", said) if compiled(_DRESSING).search(said) else said
    return any(_is_given(order, undressed) for order in (*_possible_in_english(undressed), *_possible_in_chinese(undressed)))


def _possible_in_english(said: str) -> list[Order]:
    """Return the orders of which a word stands in the text; the marks of tags and headings count as words."""
    words = {*compiled(_WORD).findall(said), *(mark for mark in _MARKS if mark in said)}
    return [] if _HINTS.isdisjoint(words) else [order for order in ENGLISH if not order.hints.isdisjoint(words)]


def _possible_in_chinese(said: str) -> list[Order]:
    if said.isascii() or not compiled(_HINTS_ZH).search(said):
        return []
    return [order for order in CHINESE if any(hint in said for hint in order.hints)]


def _is_given(order: Order, said: str) -> bool:
    if order.anywhere and compiled(order.anywhere).search(said):
        return True
    return bool(order.leading) and any(_begins_clause(said, found.start()) for found in compiled(order.leading).finditer(said))


def _begins_clause(said: str, place: int) -> bool:
    return compiled(_LEAD).search(said[max(0, place - _LEAD_LENGTH) : place]) is not None
