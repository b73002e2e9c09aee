"""JSON-RPC messages in lines of UTF-8, read so that what cannot be read gets an answer; pure."""

import json
from typing import Any

from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, JSONRPCMessage, jsonrpc_message_adapter
from pydantic import ValidationError

from keptmind.text.normalise import clean


class Unreadable(ValueError):
    """Raised for a line that is no message; `reply` tells its sender so."""

    def __init__(self, reply: JSONRPCError) -> None:
        super().__init__(reply.error.message)
        self.reply = reply


def read(line: bytes) -> JSONRPCMessage:
    """Return the message of a line; lone surrogates are replaced, as at every door. Raises: Unreadable."""
    try:
        decoded = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise Unreadable(_error(None, PARSE_ERROR, "Parse error")) from None
    try:
        message: JSONRPCMessage = jsonrpc_message_adapter.validate_python(cleaned(decoded), by_name=False)
    except (ValidationError, RecursionError):
        found = decoded.get("id") if isinstance(decoded, dict) else None
        named = clean(found) if isinstance(found, str) else found if type(found) is int else None
        raise Unreadable(_error(named, INVALID_REQUEST, "Invalid request")) from None
    return message


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
