"""The stops of the tour, in order; each shows one thing and checks what it promises."""

from keptmind.errors import MemoryNotFound, StaleRevision
from keptmind.model.decision import Outcome, Saved
from keptmind.model.erasure import Stage
from keptmind.model.memory import Memory
from keptmind.surfaces.cli.demo import sample, truths
from keptmind.surfaces.cli.demo.tour import BrokenPromise, Person, Step, Tour
from keptmind.surfaces.messages import say


def keep(tour: Tour, person: Person, content: str, **wish: str) -> Memory:
    """Save what must be kept, and write it down."""
    saved = person.save(content, **wish)
    named = " ".join((*wish.values(), content))
    tour.ask(f"save {named}")
    if saved.memory is None:
        raise BrokenPromise(f"it is kept, not {saved.outcome.value} ({saved.rule})")
    tour.answer(f"{saved.outcome.value}, revision {saved.memory.revision}")
    tour.promise("what is new is created", held=saved.outcome is Outcome.CREATED)
    return saved.memory


def save(tour: Tour) -> None:
    """Several small memories instead of one long note."""
    lin = tour.person(sample.LIN)
    tour.tell("Lin Yue tells her assistant a few things. Each becomes a small memory of its own, in her words.")
    for said in sample.FIRST_WORDS:
        keep(tour, lin, said["content"], kind=said["kind"])
    again = lin.save(sample.FIRST_WORDS[2]["content"])
    tour.ask("save the cat a second time")
    tour.answer(f"{again.outcome.value}: nothing is kept twice")
    tour.promise("saying it again changes nothing", held=again.outcome is Outcome.SAME)


def search(tour: Tour) -> None:
    """Both languages, no model, no network."""
    lin = tour.person(sample.LIN)
    chinese = tour.found(lin, sample.ASKED_IN_CHINESE)
    tour.promise("a Chinese question finds the Chinese memory first", held=sample.FOUND_IN_CHINESE in "".join(chinese[:1]))
    english = tour.found(lin, sample.ASKED_IN_ENGLISH)
    tour.promise("an English question finds the English memory first", held=sample.FOUND_IN_ENGLISH in "".join(english[:1]))
    tour.promise("a search with no match returns nothing", held=not tour.found(lin, sample.ASKED_IN_VAIN))


def wall(tour: Tour) -> None:
    """What is said in one workspace stays there."""
    keep(tour, tour.person(sample.LIN, workspace="work"), sample.AT_WORK, scope="workspace")
    tour.tell("the same question, asked in the workspace research:")
    elsewhere = tour.found(tour.person(sample.LIN, workspace="research"), sample.ASKED_ABOUT_LETTERS)
    tour.promise("nothing passes the wall between workspaces", held=sample.AT_WORK not in elsewhere)
    tour.tell("and in the workspace work:")
    there = tour.found(tour.person(sample.LIN, workspace="work"), sample.ASKED_ABOUT_LETTERS)
    tour.promise("it is found where it was said", held=sample.AT_WORK in there)


def override(tour: Tour) -> None:
    """Same key, two scopes: the narrowest counts."""
    keep(tour, tour.person(sample.LIN), sample.BY_HABIT, kind="preference", key=sample.KEY)
    keep(tour, tour.person(sample.LIN, workspace="research"), sample.IN_RESEARCH, kind="preference", key=sample.KEY, scope="workspace")
    inside = tour.found(tour.person(sample.LIN, workspace="research"), sample.ASKED_ABOUT_ANSWERS)
    tour.promise("inside, the narrow one stands alone", held=sample.IN_RESEARCH in inside and sample.BY_HABIT not in inside)
    tour.tell("outside that workspace the habit still holds:")
    outside = tour.found(tour.person(sample.LIN), sample.ASKED_ABOUT_ANSWERS)
    tour.promise("outside, the habit stands alone", held=sample.BY_HABIT in outside and sample.IN_RESEARCH not in outside)


def share(tour: Tour) -> None:
    """A household may read what its members share with it, and nothing else of theirs."""
    for member in (sample.LIN, sample.WEN):
        tour.house.groups.add("default", sample.FLAT, member)
    keep(tour, tour.person(sample.LIN, group=sample.FLAT), sample.ON_THE_FRIDGE, share=f"group:{sample.FLAT}")
    tour.tell("Wen, a member of the flat, asks; then a stranger:")
    wen = tour.person(sample.WEN, group=sample.FLAT)
    tour.promise("a member reads what is shared", held=sample.ON_THE_FRIDGE in tour.found(wen, sample.ASKED_ABOUT_MILK))
    tour.promise("and nothing that is not", held=not wen.search(sample.ASKED_IN_ENGLISH))
    stranger = tour.person("stranger", group=sample.FLAT)
    tour.promise("a stranger reads nothing", held=not tour.found(stranger, sample.ASKED_ABOUT_MILK))


def secret(tour: Tour) -> None:
    """Secrets are never kept; the answer offers a wording without it."""
    saved = tour.person(sample.LIN).save(sample.NEVER_KEPT)
    tour.ask("save a sentence with a password in it")
    tour.answer(f"{saved.outcome.value}: {why(saved)}; it could be kept as: {saved.proposal}")
    tour.promise("the secret is refused", held=saved.rule == "secret")
    tour.promise("the proposal does not hold it", held=saved.proposal is not None and "Tulip" not in saved.proposal)
    tour.promise("no byte of it is on disk", held=b"Tulip" not in tour.bytes_on_disk())


def consent(tour: Tour) -> None:
    """Health and the like: only with consent, and only for what the consent names."""
    lin = tour.person(sample.LIN)
    refused = lin.save(sample.RESTRICTED)
    tour.ask(f"save {sample.RESTRICTED}")
    tour.answer(f"{refused.outcome.value}: {why(refused)}")
    tour.promise("without consent it is not kept", held=refused.rule == "consent-required")
    kept = lin.save(sample.RESTRICTED, consent=True)
    tour.ask("save the same with consent, for this destination")
    tour.answer(f"{kept.outcome.value}, {kept.memory.sensitivity.word if kept.memory else ''}")
    tour.promise("with consent it is kept as restricted", held=kept.memory is not None and kept.memory.sensitivity.word == "restricted")
    tour.promise("it is found where the consent reaches", held=sample.RESTRICTED in tour.found(lin, sample.ASKED_ABOUT_RESTRICTED))
    tour.tell("asked for a model provider, whom the consent does not name:")
    provider = tour.person(sample.LIN, destination="a-model-provider")
    tour.promise("and nowhere else", held=not tour.found(provider, sample.ASKED_ABOUT_RESTRICTED))


def revision(tour: Tour) -> None:
    """A correction names what it was made from."""
    lin = tour.person(sample.LIN)
    held = lin.search(sample.ASKED_IN_CHINESE)[0].memory
    corrected = lin.correct(held.id, sample.CORRECTED, held.revision)
    tour.ask(f"update at revision {held.revision}: {sample.CORRECTED}")
    tour.answer(f"revision {corrected.revision}")
    tour.promise("a correction is the next revision", held=corrected.revision == held.revision + 1)
    tour.ask(f"update at revision {held.revision}, from a page that was opened earlier: {sample.TOO_LATE}")
    stale(tour, lin, held)
    tour.promise("and nothing was overwritten", held=lin.show(held.id).content == sample.CORRECTED)


def stale(tour: Tour, person: Person, held: Memory) -> None:
    """Try a correction that comes too late."""
    try:
        person.correct(held.id, sample.TOO_LATE, held.revision)
    except StaleRevision as error:
        tour.answer(say(error.code, "en", error.details))
        tour.promise("a stale revision is refused, and told what stands now", held=error.current_revision == held.revision + 1)
        return
    raise BrokenPromise("a stale revision is refused")


def block(tour: Tour) -> None:
    """What goes before a message: what must be followed first, in the language of the message."""
    lin = tour.person(sample.LIN)
    for message in sample.MESSAGES:
        made = lin.block(message)
        tour.ask(f"context block for: {message}")
        for line in made.text.splitlines():
            tour.answer(line if len(line) < 100 else f"{line[:60]}…")
        tour.promise("what must be followed is in every block", held=sample.FIRST_WORDS[0]["content"] in made.text)
        tour.promise("a block keeps to its budget", held=0 < made.tokens <= tour.house.rulebook.limits.context_tokens)


def forget(tour: Tour) -> None:
    """Erasing: rows at once, bytes before anybody says so."""
    lin = tour.person(sample.LIN)
    kite = keep(tour, lin, sample.TO_BE_FORGOTTEN)
    tour.promise("it is found", held=sample.TO_BE_FORGOTTEN in tour.found(lin, sample.ASKED_ABOUT_THE_KITE))
    tour.promise("its bytes are on disk", held=sample.MARKER.encode() in tour.bytes_on_disk())
    deletion = lin.forget(kite.id)
    tour.ask("forget it")
    tour.answer("; ".join(f"{step.name.value} {step.state.value}" for step in deletion.steps) + f"; stage {deletion.state.value}")
    tour.promise("search finds it no more", held=sample.TO_BE_FORGOTTEN not in tour.found(lin, sample.ASKED_ABOUT_THE_KITE))
    tour.promise("its id is unknown", held=is_unknown(lin, kite))
    tour.promise("the stage is bytes_gone", held=deletion.state is Stage.BYTES_GONE)
    tour.promise("no byte of it is left on disk", held=sample.MARKER.encode() not in tour.bytes_on_disk())
    tour.answer(f"not one byte of it in {tour.path.name} and the files beside it")
    tour.promise("there is a receipt", held=deletion.receipt is not None and sample.MARKER not in deletion.receipt.statement)
    tour.answer(f"receipt: {deletion.receipt.statement if deletion.receipt else ''}")


def is_unknown(person: Person, memory: Memory) -> bool:
    """Tell whether an id leads nowhere."""
    try:
        person.show(memory.id)
    except MemoryNotFound:
        return True
    return False


def why(saved: Saved) -> str:
    """Return the reason of a refusal, as a person is told it."""
    return say(saved.rule or "error", "en", {})


STEPS = (
    Step(title="save: small statements, each on its own", walk=save),
    Step(title="search: in Chinese and in English", walk=search),
    Step(title="workspace wall: what is said at work stays at work", walk=wall),
    Step(title="narrow override: the same key in a narrower scope wins there", walk=override),
    Step(title="share: what a household may read", walk=share),
    Step(title="refused: a secret, and what could be kept instead", walk=secret),
    Step(title="consent: restricted text, without and with it", walk=consent),
    Step(title="revision: a correction, and one that comes too late", walk=revision),
    Step(title="never two truths: duplicate, detail, conflict", walk=truths.known),
    Step(title="candidate: what is inferred waits", walk=truths.candidate),
    Step(title="history: restore what was said before", walk=truths.restore),
    Step(title="context block: what goes before a message", walk=block),
    Step(title="pin: the core block, and a pin that does not fit", walk=truths.pin),
    Step(title="forget: erased, looked for, and a receipt", walk=forget),
)
