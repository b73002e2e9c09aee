"""Regular expressions compiled at their first use, pure: compiling them all takes longer than an import may."""

import re
from functools import cache


@cache
def compiled(source: str) -> re.Pattern[str]:
    """Compile a pattern once; its flags stand at its beginning, `(?i)`. For the constants of a module, never for what comes from outside."""
    return re.compile(source)
