"""Characters that show nothing, pure: dropped where they hide something, kept where a script or an emoji needs them."""

import re
from functools import cache

from keptmind.text import scripts
from keptmind.text.patterns import compiled

INVISIBLE = f"[{scripts.INVISIBLE}]"
# Arabic, Syriac and the scripts of India and Sri Lanka shape their letters by joiners.
_JOINING = "\u0600-\u08ff\u0900-\u0dff\ufb50-\ufdff\ufe70-\ufefc"


def without_invisible(text: str) -> str:
    """Drop what shows nothing, except joiners inside emoji and between letters that join, and the tags that spell a flag."""
    return _needed().sub(lambda found: found["needed"] or "", text) if compiled(INVISIBLE).search(text) else text


@cache
def _needed() -> re.Pattern[str]:
    emoji = scripts.PICTOGRAPHS + scripts.SKIN_TONES
    return re.compile(
        f"(?P<needed>(?<=[{emoji}\ufe0f])\u200d(?=[{emoji}])|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
        f"|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{1,8}}\U000e007f)|{INVISIBLE}"
    )
