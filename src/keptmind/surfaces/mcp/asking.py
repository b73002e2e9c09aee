"""
Asking the owner through the client before something is erased.

Clients of the handshake era are sent a request and answer it; later ones are given the question as the result and call again with the
answer. Either way an answer counts only for the row, at the revision, that it was asked about, and only if that was asked: a question's
name is sealed.
"""

from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from keptmind.model.memory import Memory
from keptmind.surfaces.messages import say
from keptmind.surfaces.tools.context import AnswerLater, ToolContext
from keptmind.text.fence import inert

ERASE = "erase"


class Asking:
    """The question of one call and its answer, if there is one."""

    def __init__(self, request: ServerRequestContext[Any, Any], context: ToolContext, responses: types.InputResponses) -> None:
        self._request = request
        self._context = context
        self._answers = {name: agrees(answer) for name, answer in responses.items()}
        self._about: Memory | None = None

    def confirm(self, memory: Memory) -> bool:
        """Return the owner's answer; a client that cannot ask them is one that says no. Raises: AnswerLater."""
        if self._question(memory) in self._answers or not self._can_ask():
            return self.answer(memory)
        self._about = memory
        raise AnswerLater

    def answer(self, memory: Memory) -> bool:
        """Return what the owner said about this very row; nothing said is no."""
        return self._answers.get(self._question(memory), False)

    async def ask(self) -> types.InputRequiredResult | None:
        """Put the question to the owner; None where there is an answer, or nobody to ask, else the result by which the client asks."""
        memory = self._about
        if memory is None:
            return None
        text = say("tools.erase", self._context.locale, {"text": inert(memory.content) or memory.id})
        if self._request.protocol_version in MODERN_PROTOCOL_VERSIONS:
            asked = types.ElicitRequest(params=types.ElicitRequestFormParams(message=text, requested_schema=self._form()))
            return types.InputRequiredResult(input_requests={self._question(memory): asked})
        try:
            answer = await self._request.session.elicit_form(text, self._form(), related_request_id=self._request.request_id)
        except MCPError:  # the client refuses, or is gone
            self._answers[self._question(memory)] = False
        else:
            self._answers[self._question(memory)] = agrees(answer)
        return None

    def _can_ask(self) -> bool:
        capabilities = self._request.session.client_capabilities
        asks = None if capabilities is None else capabilities.elicitation
        if asks is None or (asks.form is None and asks.url is not None):
            return False
        return self._request.protocol_version in MODERN_PROTOCOL_VERSIONS or self._request.session.can_send_request

    def _question(self, memory: Memory) -> str:
        return f"{ERASE}:{self._context.house.erasure.question(self._context.access, memory)}"

    def _form(self) -> dict[str, Any]:
        title = say("tools.erase-it", self._context.locale, {})
        return {"type": "object", "properties": {ERASE: {"type": "boolean", "title": title}}, "required": [ERASE]}


def agrees(answer: object) -> bool:
    """Tell whether an answer says yes, in so many words."""
    return isinstance(answer, types.ElicitResult) and answer.action == "accept" and (answer.content or {}).get(ERASE) is True
