"""`serve`: the HTTP service, on this machine unless told otherwise."""

import json
from typing import Annotated

import typer

from keptmind.errors import InvalidSettings
from keptmind.policy.identity import identity
from keptmind.surfaces.cli.answer import Answer, still
from keptmind.surfaces.cli.mounted import doors
from keptmind.surfaces.cli.verb import Voice, opened


def serve(
    voice: Voice,
    host: Annotated[str, typer.Option(help="The address to listen on; another than this machine's own needs a key first.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port to listen on; 0 takes a free one.")] = 8_766,
    user: Annotated[str, typer.Option(help="Whose memories the sign-in link opens.")] = "me",
) -> Answer:
    """Run the HTTP service until it is told to end; the first start makes a key and prints it once."""
    try:
        from keptmind.surfaces.http.logs import to_stderr
        from keptmind.surfaces.http.metrics import PrometheusMeter
        from keptmind.surfaces.http.serve import Opening
        from keptmind.surfaces.http.serve import serve as run
    except ImportError:
        raise InvalidSettings(field="serve", problem="it needs the extra: pip install 'keptmind[serve]'") from None

    def tell(opening: Opening) -> None:
        if voice.options.json:
            secret = None if opening.issued is None else opening.issued.secret
            told = {"address": opening.address, "key": secret, "user_id": user, "link": opening.link}
            print(json.dumps(told, ensure_ascii=False), flush=True)  # noqa: T201 told before the first request is answered
            return
        lines = [voice.say("http.listening", address=opening.address)]
        if opening.issued is not None:
            lines.append(voice.say("http.first-key", secret=opening.issued.secret))
        lines.append(voice.say("http.link", user=user, link=opening.link))
        for line in lines:
            print(still(line), flush=True)  # noqa: T201 told before the first request is answered

    to_stderr()
    meter = PrometheusMeter()
    with opened(voice.options, meter=meter) as house:
        run(house, meter, host=host, port=port, user=identity("user", user), tell=tell, mounted=doors(house))
    return Answer(shape={"ended": True})
