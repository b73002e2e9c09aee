"""The OpenAPI document: made from the routes, the model's words and the installation's own, so that it cannot say otherwise."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from keptmind.model.context import Channel, Mode, ReadMode
from keptmind.model.rulebook import Rulebook
from keptmind.surfaces.http.answers import PROBLEMS
from keptmind.surfaces.http.replies import Problem
from keptmind.surfaces.http.sessions import COOKIE
from keptmind.surfaces.http.words import INSTALLED, NAME

OPEN = ("/healthz", "/readyz", "/openapi.json", "/sign-in/{token}", "/sign-out")
OF_A_PERSON = "/me/"
ROUTE: dict[str, tuple[str, Mapping[str, Any]]] = {
    "User": ("Whose memories. A key that may act for one user, or a token, need not say it.", {}),
    "Workspace": ("The workspace of the request.", {INSTALLED: "workspaces"}),
    "Account": ("The linked channel account it came from.", {}),
    "Assistant": ("The assistant that asks.", {}),
    "Conversation": ("The conversation it belongs to.", {}),
    "Group": ("The group that hears it: its members' shared memories surface too.", {}),
    "Run": ("The run of an agent; kept with the evidence.", {}),
    "Mode": ("no_write reads only; isolated neither reads nor writes.", {"enum": list(Mode), "default": Mode.NORMAL}),
    "Purpose": ("Why it asks.", {INSTALLED: "purposes", "default": "personalization"}),
    "Channel": ("Whether others listen.", {"enum": list(Channel), "default": Channel.PRIVATE}),
    "Destination": ("Where the text will go.", {"default": "local"}),
    "Read-Mode": ("explicit is the person's own request: all of theirs.", {"enum": list(ReadMode), "default": ReadMode.DEFAULT}),
}
SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "A key (km_…) or a signed token."},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "A browser that followed a sign-in link."},
}
UNUSED = ("HTTPValidationError", "ValidationError")  # FastAPI's own shape of an error; ours are problems


def named(route: APIRoute) -> str:
    """Return the id of an operation: its group and what it does."""
    return "_".join((*map(str, route.tags), route.name)).replace(" ", "_").replace("-", "_")


def document(app: FastAPI, rulebook: Rulebook) -> dict[str, Any]:
    """Return the document of an application, made once."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        _complete(made["components"])
        for path, methods in made["paths"].items():
            for operation in methods.values():
                _told(operation, is_open=path in OPEN)
            if path.startswith(OF_A_PERSON):
                methods["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in ROUTE]
        installed = {"purposes": rulebook.purposes, "workspaces": rulebook.workspaces, "places": ("", *rulebook.workspaces)}
        app.openapi_schema = _filled(made, installed)
    return app.openapi_schema


def _complete(parts: dict[str, Any]) -> None:
    for name in UNUSED:
        parts["schemas"].pop(name, None)
    parts["schemas"]["Problem"] = Problem.model_json_schema()
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    parts["responses"] = {
        met.name: {"description": met.told, "content": content, **({"headers": met.headers} if met.headers else {})}
        for met in PROBLEMS.values()
    }
    parts["parameters"] = {
        name: {
            "name": f"X-Keptmind-{name}",
            "in": "header",
            "description": told,
            "schema": {"type": "string", **(more if "enum" in more or INSTALLED in more else {**NAME, **more})},
        }
        for name, (told, more) in ROUTE.items()
    }
    parts["securitySchemes"] = SCHEMES


def _told(operation: dict[str, Any], *, is_open: bool) -> None:
    """Say in a line what an operation does, and in what it answers only what it can."""
    whole = operation.pop("description")
    operation["summary"] = whole.split(";")[0].removesuffix(".")
    if operation["summary"] != whole.removesuffix("."):
        operation["description"] = whole
    for parameter in operation.get("parameters", ()):
        parameter["schema"] = _given(parameter["schema"])
    operation["security"] = [] if is_open else [{name: []} for name in SCHEMES]
    operation["responses"] = {
        status: {"$ref": answer["$ref"]} if "$ref" in answer else answer
        for status, answer in operation["responses"].items()
        if "HTTPValidationError" not in str(answer)
    }


def _given(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a parameter, which is there or is not, and is never null."""
    (only,) = [one for one in schema.get("anyOf", ({},)) if one.get("type") != "null"]
    return {name: one for name, one in {**only, **schema}.items() if name not in ("anyOf", "title", "description")}


def _filled(part: Any, installed: Mapping[str, tuple[str, ...]]) -> Any:
    """Return a part of the document with the installation's words in it, and without saying that what is left out is null."""
    if isinstance(part, list):
        return [_filled(one, installed) for one in part]
    if not isinstance(part, dict):
        return part
    words = {"enum": list(installed[part[INSTALLED]])} if INSTALLED in part else {}
    rest = {name: _filled(one, installed) for name, one in part.items() if name != INSTALLED and not (name == "default" and one is None)}
    return {**rest, **words}
