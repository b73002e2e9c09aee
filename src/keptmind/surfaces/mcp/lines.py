"""JSON-RPC messages in lines of UTF-8, read so that what cannot be read gets an answer; pure."""

import json
from typing import Any

from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCMessage, jsonrpc_message_adapter
from pydantic import ValidationError

from keptmind.text.normalise import clean
from keptmind.text.patterns import compiled


class Unreadable(ValueError):
    """Raised for a line that is no message; `reply` tells its sender so."""

    def __init__(self, reply: JSONRPCError) -> None:
        super().__init__(reply.error.message)
        self.reply = reply


def read(line: bytes) -> JSONRPCMessage:
    """Return the message of a line; lone surrogates are replaced, as at every door. Raises: Unreadable."""
    decoded = cleaned(_decoded(line))
    try:
        message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(decoded, by_name=False)
    except (ValidationError, RecursionError):
        found = decoded.get("id") if isinstance(decoded, dict) else None
        raise Unreadable(_error(found if type(found) in (str, int) else None, INVALID_REQUEST, "Invalid request")) from None
    return message


def mended(body: bytes) -> bytes:
    """Return the body of a message, rewritten where it holds lone surrogates. Raises: Unreadable."""
    read(body)
    return json.dumps(cleaned(_decoded(body))).encode() if compiled(r"(?i)\\ud[89a-f]").search(body.decode("utf-8", "replace")) else body


def _decoded(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise Unreadable(_error(None, PARSE_ERROR, "Parse error")) from None


def written(message: JSONRPCMessage) -> bytes:
    """Return the line of a message."""
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


def cleaned(value: Any) -> Any:
    """Return a decoded message with U+FFFD for every lone surrogate."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(name): cleaned(one) for name, one in value.items()}
    return [cleaned(one) for one in value] if isinstance(value, list) else value


def _error(request_id: str | int | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=message))
