"""Whether a text was pasted rather than said: a quotation, code, a log or a table; pure. Every pattern takes linear time."""

from collections.abc import Iterator

from keptmind.text.patterns import compiled

_COMMANDS = r"(?:git|npm|npx|yarn|pnpm|pip3?|docker|kubectl|apt|apt-get|brew|cargo|make|curl|wget|chmod|ssh|uv|go|python3?|node)"
# One of these marks stands in whatever was pasted, or it begins like code; of statements, few do.
_TELLTALE = "[\n\t|{}()\\[\\]=;:<>`$\"'#/+-]"
_TELLTALE_WIDE = "[“‘「『«„│┃║╔╠├┌└╚]"
_BEGINS = rf"(?:sudo|import|from|{_COMMANDS}) "
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»", "„": "“"}

_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)"
_STAMP = r"(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
_LOG = (
    rf"\W{{0,3}}(?:{_STAMP})(?!\d).{{0,80}}?\b{_LEVEL}\b|\[?\(?{_LEVEL}[\])]?(?::| \[| \d|\t|\]| - )|\[{_LEVEL}\]"
    r"|\[\d{4}-\d\d-\d\dT|\d{1,3}(?:\.\d{1,3}){3} - |npm ERR!|panic: |goroutine \d|Traceback \(most recent call last\)"
    r"|\s{1,12}File \"[^\"]{1,300}\", line \d|\s{0,12}at [\w$.<>]{1,200}\(|Caused by: |Exception in thread "
    r"|(?:\w{1,40}\.){0,8}\w{1,60}(?:Error|Exception): "
)
_STAMPED = rf"\W{{0,3}}(?:{_STAMP})(?!\d)"

_TABLE = r"\s{0,12}\|[^|]*\|.*\|\s{0,12}$|[^|]*\S \| [^|]* \| |[^\t]*\t[^\t]*\t|\s{0,12}[│┃║╔╠├┌└╚]|\s{0,12}\+[-=+]{3,}\+?$"
_CSV = r"[^,\n]*,(?=\S)[^,\n]*,(?=\S)[^\n]*$"

_SQL = (
    r"(?:SELECT|select) .{1,300} (?:FROM|from) \w.*;$|SELECT .{1,300} FROM |INSERT INTO |UPDATE \S+ SET |DELETE FROM |ALTER TABLE "
    r"|DROP TABLE |CREATE (?:UNIQUE )?(?:TABLE|INDEX|VIEW) "
)
_CODE = (
    rf"\s*(?:(?:from [\w.]+ )?import [\w.*{{][\w.*{{}}, ]*(?: from ['\"][^'\"]*['\"])?(?: as \w+)?;?$|(?:async )?def \w+\(|class \w+[({{:]"
    r"|(?:public|private|protected|static|final|abstract) [^.!?]*[({;]|(?:const|let|var) [\w{\[][^=]{0,80}=|(?:async )?function\b ?\w*\("
    r"|func \w*\(|fn \w+[(<]|#include ?[<\"]|#!/|package [\w.]+;$|using [\w.]+;$|namespace \w+|return\b[^;]*;$"
    r"|(?:if|for|while|switch|catch) ?\([^)]*\) ?(?:\{|$|return)|(?:if|elif|while) [^:<>=!(]{0,80}[<>=!(][^:]{0,120}:$"
    r"|for \w+ in [^:]{1,120}:$|with [^:]{1,120} as \w+:$|else:$|try:$|[\]})]+[;,)]{0,4}$|\} ?(?:else|catch|finally)|//|/\*|\*/"
    r"|@[\w.]+\([^)]*\)$|(?:print|printf|echo|console\.log|System\.out\.\w+|require)\("
    r"|[A-Za-z_$][\w$.\[\]]{0,80} ?(?:[-+*|&:]?=|<-) ?[^=\s].{0,400}[;)\]}]$|\w+ = [\w\"'\[({-][^ ]*$|[A-Za-z_]\w*(?:\.\w+)+\(.*\);?$"
    r"|[a-z_]\w*\([^()]*\);$|[$%] (?:\w|\./)"
    r"|</?[a-z][\w-]*(?: [^<>]*)?/?>.{0,400}$|<(?:!DOCTYPE|\?xml)|[\w.#-][^{}]{0,80}\{(?:$|[^{}]{0,200}\}$)"
    rf"|(?:sudo )?{_COMMANDS} (?:\S+ ){{0,4}}?(?:-{{1,2}}\w|\S*[/=@])\S*|(?:sudo )?{_COMMANDS} (?:install|add|run) \S+$"
    rf"|(?:sudo )?{_COMMANDS} [a-z-]+(?: \.)?$|{_SQL}"
    r"|[\[{]\s*[\"'\[{].{0,2000}$|\"[\w $.-]{1,80}\": ?[\[{\"\d tfn-])"
)
_FENCE = r"(?m)^\s{0,3}(?:```|~~~)"


def pasted(text: str) -> str | None:
    """Name what the text was pasted from: quoted, code, log or table; None where it was said."""
    if not _may_be_pasted(text):
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if _is_quoted(text.strip(), lines):
        return "quoted"
    if ("```" in text or "~~~" in text) and compiled(_FENCE).search(text):
        return "code"
    return next((name for name, count in _counts(lines) if 2 * count >= len(lines) > 0), None)


def _may_be_pasted(text: str) -> bool:
    marked = compiled(_TELLTALE).search(text) or (not text.isascii() and compiled(_TELLTALE_WIDE).search(text))
    return bool(marked) or compiled(_BEGINS).match(text) is not None


def _counts(lines: list[str]) -> Iterator[tuple[str, int]]:
    """Count the lines of each sort; a list of instants alone is a log from three lines on, values between commas a table."""
    stamped = _matching(_STAMPED, lines)
    yield "log", max(_matching(_LOG, lines), stamped if stamped > 2 else 0)
    values = _matching(_CSV, lines)
    yield "table", max(_matching(_TABLE, lines), values if values > 2 else 0)
    yield "code", _matching(_CODE, lines)


def _matching(pattern: str, lines: list[str]) -> int:
    matches = compiled(pattern).match
    return sum(matches(line) is not None for line in lines)


def _is_quoted(text: str, lines: list[str]) -> bool:
    """Tell whether all of it stands in one pair of quotation marks, or every line behind a `>`."""
    if lines and all(line.lstrip().startswith(">") for line in lines):
        return True
    closing = _QUOTES.get(text[:1])
    if closing is None or len(text) < 3 or not text.rstrip("。.!！").endswith(closing):
        return False
    inside = text[1:].rstrip("。.!！")[:-1]
    return closing not in inside if closing != "'" else compiled(r"'\s|\s'").search(inside) is None
