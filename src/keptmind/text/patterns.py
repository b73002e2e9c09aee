"""Regular expressions compiled at their first use, pure: compiling them all takes longer than an import may."""

import re
from functools import cache


@cache
def compiled(source: str) -> re.Pattern[str]:
    """Compile a constant of a module, once, for it is kept for good; flags stand at its beginning, as in `(?i)`."""
    return re.compile(source)
