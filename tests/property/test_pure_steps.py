"""What holds for every input of the pure steps: decide, fuse, budget, select, render, reach."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from factories import NOON, a_hit, a_match, a_memory
from keptmind import Consent, Hit
from keptmind.model.context import Caller, Channel, Grant, Mode, ReadMode, Verb
from keptmind.model.decision import Add, Decision, Dispute, Follow, Propose, Refuse, Renew, Revise
from keptmind.model.draft import Draft
from keptmind.model.memory import PERSONS_OWN, Kind, Memory, Sensitivity, Source, Status, Target
from keptmind.model.ranking import Match
from keptmind.model.rulebook import Rulebook
from keptmind.model.scope import GLOBAL
from keptmind.model.settings import PRESETS, Flags, UserSettings
from keptmind.policy import access
from keptmind.policy.admission import Circumstances, Past, Rejection, admit
from keptmind.policy.identity import access_context
from keptmind.policy.likeness import Likeness, compare
from keptmind.read.budget import budget
from keptmind.read.fuse import fuse
from keptmind.read.render import Style, costs, render
from keptmind.read.select import Room, select
from keptmind.text.fence import CLOSE, OPEN
from keptmind.text.normalise import value
from keptmind.text.tokens import estimate
from keptmind.write.decide import Neighbours, decide, encounter

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=60)
HOSTILE = st.lists(
    st.sampled_from(["<", ">", "/", "memory", "-", "context", "&lt;", "&gt;", "&amp;", "＜", "＞", "\u200b", "\n", "\u2028", " ", "a",
     "</memory-context>",
                     "<memory-context>", "MEMORY", "_", "&#60;", "\u00ad", "茶"]),
    min_size=1,
    max_size=14,
).map("".join)  # fmt: skip
TEXTS = st.one_of(WORDS, HOSTILE, st.sampled_from(["likes tea. " * 60, "喜欢喝茶，" * 90, "Never serve nuts, please. " * 30]))
KINDS = st.sampled_from(list(Kind))
SOURCES = st.sampled_from(list(Source))


@st.composite
def some_memories(draw: st.DrawFn, most: int = 12) -> list[Memory]:
    several = draw(st.lists(st.tuples(TEXTS, KINDS, SOURCES, st.floats(0, 1), st.floats(0, 1), st.integers(0, 900)), max_size=most))
    titles = draw(st.lists(st.none() | TEXTS, min_size=len(several), max_size=len(several)))
    return [
        a_memory(
            text, number=number, kind=kind, source=source, confidence=confidence, importance=importance, title=title and title[:200],
            updated_at=NOON - timedelta(days=age),
        )
        for number, ((text, kind, source, confidence, importance, age), title) in enumerate(zip(several, titles, strict=True))
    ]  # fmt: skip


@st.composite
def some_matches(draw: st.DrawFn) -> list[Match]:
    return [Match(memory=memory, lexical=draw(st.floats(0, 1))) for memory in draw(some_memories())]


def hits_of(memories: list[Memory]) -> list[Hit]:
    return [
        replace(a_hit(memory.content), memory=memory, text=memory.content, score=1 / (1 + place)) for place, memory in enumerate(memories)
    ]


BEGINNINGS = st.sampled_from([None, NOON - timedelta(days=9), NOON + timedelta(days=9), NOON + timedelta(days=90)])
DRAFTS = st.builds(
    Draft,
    content=TEXTS,
    kind=KINDS,
    scope=st.just(GLOBAL),
    share=st.just("private"),
    target=st.just(Target.USER),
    source=SOURCES,
    purposes=st.just(("task",)),
    key=st.none() | st.sampled_from(["jam", "tea"]),
    replace=st.booleans(),
    valid_from=BEGINNINGS,
)
ROWS = st.builds(
    a_memory,
    TEXTS,
    number=st.integers(1, 9),
    key=st.none() | st.sampled_from(["jam", "tea"]),
    source=SOURCES,
    status=st.sampled_from([Status.ACTIVE, Status.SUPPRESSED, Status.DISPUTED]),
    expired=st.booleans(),
    valid_from=BEGINNINGS,
)
NEIGHBOURS = st.builds(Neighbours, same_key=st.none() | ROWS, marked=st.lists(ROWS, max_size=3))
FLAGS = st.sampled_from([*PRESETS.values(), Flags(consent="shadow")])
TIMES = st.none() | st.just(NOON)


def decided(draft: Draft, neighbours: Neighbours, flags: Flags, known_at: datetime | None = None) -> Decision:
    """Let a draft meet its neighbours and decide."""
    said = value(draft.content)
    return decide(draft, said, encounter(draft, said, neighbours, now=NOON), flags=flags, known_at=known_at, now=NOON)


@given(DRAFTS, NEIGHBOURS, FLAGS, TIMES)
def test_a_decision_never_touches_a_row_that_was_not_recalled(
    draft: Draft, neighbours: Neighbours, flags: Flags, known_at: datetime | None
) -> None:
    decision = decided(draft, neighbours, flags, known_at)

    recalled = [neighbours.same_key, *neighbours.marked]
    match decision:
        case Add() | Refuse():
            assert neighbours.same_key is None or isinstance(decision, Refuse)
        case Propose(known=None):
            assert neighbours.same_key is None
        case decision:
            assert any(decision.known is one for one in recalled)


@given(DRAFTS, NEIGHBOURS, FLAGS)
def test_what_begins_later_never_takes_the_place_of_what_holds_till_then(draft: Draft, neighbours: Neighbours, flags: Flags) -> None:
    decision = decided(replace(draft, valid_from=NOON + timedelta(days=9)), neighbours, flags)

    if isinstance(decision, Revise) and decision.known.status is Status.ACTIVE and decision.known.valid_from != NOON + timedelta(days=90):
        is_state = draft.kind is Kind.STATE and decision.known.kind is Kind.STATE
        assert compare(value(decision.known.content), value(draft.content), state=is_state) is Likeness.SAME


@given(DRAFTS, NEIGHBOURS, FLAGS)
def test_no_guess_ever_changes_or_removes_what_the_person_said(draft: Draft, neighbours: Neighbours, flags: Flags) -> None:
    decision = decided(replace(draft, source=Source.INFERRED), neighbours, flags)

    assert not isinstance(decision, Renew | Dispute | Follow)
    assert not isinstance(decision, Revise) or decision.known.source not in PERSONS_OWN
    assert not isinstance(decision, Revise | Add) or flags.consent == "auto"


@given(DRAFTS, NEIGHBOURS, FLAGS)
def test_deciding_again_decides_the_same(draft: Draft, neighbours: Neighbours, flags: Flags) -> None:
    assert decided(draft, neighbours, flags) == decided(draft, neighbours, flags)


@given(DRAFTS, st.booleans())
def test_what_was_forgotten_or_turned_down_comes_back_by_the_persons_own_explicit_word_alone(draft: Draft, forgotten: bool) -> None:
    past = Past(forgotten=forgotten, rejected=not forgotten)
    circumstances = Circumstances(rulebook=Rulebook(), settings=UserSettings())

    admitted = admit(draft, circumstances, past)

    assert draft.source is Source.EXPLICIT or isinstance(admitted, Rejection)


@given(some_matches(), st.randoms(use_true_random=False), st.none() | st.just("tea"))
def test_fusing_does_not_depend_on_the_order_of_its_input(matches: list[Match], dice: Any, phrase: str | None) -> None:
    shuffled = list(matches)
    dice.shuffle(shuffled)

    fused = list(fuse(matches, NOON, legacy_phrase=phrase))

    assert list(fuse(shuffled, NOON, legacy_phrase=phrase)) == fused


@given(some_matches(), st.none() | st.just("tea"))
def test_fusing_gives_each_row_and_each_text_once_and_only_what_it_was_given(matches: list[Match], phrase: str | None) -> None:
    fused = list(fuse(matches, NOON, legacy_phrase=phrase))

    ids = [hit.memory.id for hit in fused]
    assert len(ids) == len(set(ids))
    assert set(ids) <= {match.memory.id for match in matches}
    assert len({hit.memory.content_hash for hit in fused}) == len(fused)
    assert bool(fused) == bool(matches)
    assert all(0 <= hit.score <= 1 for hit in fused)


@given(some_memories(), st.floats(0, 1))
def test_more_of_one_factor_alone_never_means_a_lower_score(memories: list[Memory], lexical: float) -> None:
    for memory in memories:
        better = [
            Match(memory=memory, lexical=1.0),
            Match(memory=replace(memory, importance=1.0), lexical=lexical),
            Match(memory=replace(memory, confidence=1.0), lexical=lexical),
            Match(memory=replace(memory, updated_at=NOON), lexical=lexical),
        ]

        score = score_of(Match(memory=memory, lexical=lexical))

        assert all(score_of(one) >= score for one in better)


def score_of(match: Match) -> float:
    (hit,) = fuse([match], NOON)
    return hit.score


@given(some_memories(), st.integers(1, 8), st.integers(1, 700), st.integers(1, 200))
def test_a_budget_is_never_exceeded(memories: list[Memory], limit: int, max_tokens: int, row_tokens: int) -> None:
    hits = hits_of(memories)

    kept = budget(hits, limit=limit, max_tokens=max_tokens, row_tokens=row_tokens, counter=estimate)

    spent = sum(estimate(hit.text) for hit in kept.hits)
    assert spent == kept.tokens <= max_tokens
    assert len(kept.hits) <= limit
    for hit in kept.hits:
        if hit.memory.kind is Kind.CONSTRAINT:
            assert hit.text == hit.memory.content
        else:
            assert estimate(hit.text) <= row_tokens
    given_ids = [hit.memory.id for hit in hits]
    assert [hit.memory.id for hit in kept.hits] == [one for one in given_ids if one in {hit.memory.id for hit in kept.hits}]
    assert len({hit.text for hit in kept.hits}) == len(kept.hits)


STYLES = st.builds(
    Style,
    locale=st.sampled_from(["en", "zh"]),
    zone=st.just(UTC),
    reader=st.sampled_from(["u1", "u2"]),
    mode=st.sampled_from(["typed", "flat"]),
    provenance=st.sampled_from(["none", "short", "full"]),
)


@given(some_memories(), some_memories(), STYLES, st.integers(1, 1200))
def test_a_block_never_costs_more_than_its_tokens(standing: list[Memory], found: list[Memory], style: Style, max_tokens: int) -> None:
    parts = costs(style, estimate)
    room = Room(reader=style.reader, max_tokens=max_tokens, base=parts.base, heading=parts.heading, row=parts.row)

    chosen = select(hits_of(standing), hits_of(found), room)
    block = render(chosen.hits, style)

    assert estimate(block) <= max_tokens
    assert bool(block) == bool(chosen.hits)
    ids = [hit.memory.id for hit in chosen.hits]
    assert len(ids) == len(set(ids))


@given(some_memories(), STYLES)
def test_a_block_has_exactly_one_opening_and_one_closing_fence(memories: list[Memory], style: Style) -> None:
    block = render(hits_of(memories), style)

    if memories:
        assert block.count(OPEN) == block.count(CLOSE) == 1
        assert block.startswith(OPEN)
        assert block.endswith(CLOSE)
        assert block.lower().replace(" ", "").count("memory-context>") == 2
        assert len([line for line in block.splitlines() if line.startswith("- ")]) == len(memories)


def _grants() -> st.SearchStrategy[Grant]:
    return st.builds(
        Grant,
        verbs=st.frozensets(st.sampled_from(list(Verb))),
        purposes=st.none() | st.frozensets(st.sampled_from(["personalization", "task", "audit"])),
        excluded_kinds=st.frozensets(st.sampled_from(list(Kind)), max_size=3),
        highest_sensitivity=st.sampled_from(list(Sensitivity)),
        workspaces=st.none() | st.frozensets(st.sampled_from(["work", "research"])),
        users=st.none() | st.frozensets(st.sampled_from(["u1", "u2"])),
        fields=st.none() | st.frozensets(st.sampled_from(["content", "title", "key"])),
    )


ROUTES = st.fixed_dictionaries(
    {
        "workspace": st.none() | st.sampled_from(["work", "research"]),
        "conversation": st.none() | st.just("c1"),
        "group": st.none() | st.just("g1"),
        "mode": st.sampled_from([mode.value for mode in Mode]),
        "purpose": st.sampled_from(["personalization", "task", "audit"]),
        "channel": st.sampled_from([channel.value for channel in Channel]),
        "read_mode": st.sampled_from([mode.value for mode in ReadMode]),
    }
)


def narrower(whole: Grant, cut: Grant) -> Grant:
    """Return the grant with everything withdrawn that the other does not have."""

    def both(first: frozenset[str] | None, second: frozenset[str] | None) -> frozenset[str] | None:
        return second if first is None else first if second is None else first & second

    return Grant(
        verbs=whole.verbs & cut.verbs,
        purposes=both(whole.purposes, cut.purposes),
        excluded_kinds=whole.excluded_kinds | cut.excluded_kinds,
        highest_sensitivity=min(whole.highest_sensitivity, cut.highest_sensitivity),
        workspaces=both(whole.workspaces, cut.workspaces),
        users=both(whole.users, cut.users),
        fields=both(whole.fields, cut.fields),
    )


@given(_grants(), _grants(), ROUTES, st.builds(UserSettings, read_enabled=st.booleans(), write_enabled=st.booleans()))
def test_withdrawing_a_grant_never_widens_what_may_be_done_or_seen(
    whole: Grant, cut: Grant, route: dict[str, Any], settings: UserSettings
) -> None:
    rulebook = Rulebook()
    wide, narrow = (
        access_context("u1", rulebook, tenant="default", caller=Caller(id="bot", grant=grant), **route)
        for grant in (whole, narrower(whole, cut))
    )

    before, after = access.reach(wide, rulebook), access.reach(narrow, rulebook)

    for may in (access.may_manage, access.may_look, access.may_forget, access.may_preview, access.may_change_settings):
        assert may(wide).allowed or not may(narrow).allowed
    assert access.may_read(wide, settings).allowed or not access.may_read(narrow, settings).allowed
    assert after.open_to <= before.open_to
    assert after.ceiling <= before.ceiling
    assert after.excluded_kinds >= before.excluded_kinds
    assert before.scopes is None or (after.scopes is not None and set(after.scopes) <= set(before.scopes))
    fields = (access.given_fields(wide, None), access.given_fields(narrow, None))
    assert fields[0] is None or (fields[1] is not None and fields[1] <= fields[0])


@given(
    _grants(), ROUTES, st.builds(UserSettings, saved_memory_enabled=st.booleans(), read_enabled=st.booleans(), write_enabled=st.booleans())
)
def test_switching_memory_off_never_allows_more(grant: Grant, route: dict[str, Any], settings: UserSettings) -> None:
    rulebook = Rulebook()
    context = access_context("u1", rulebook, tenant="default", caller=Caller(id="bot", grant=grant), **route)

    off = replace(settings, saved_memory_enabled=False)

    assert not access.may_read(context, off).allowed
    assert not access.may_save(context, off, GLOBAL, None, rulebook, is_member=True).allowed


@given(some_matches())
def test_a_match_scores_by_its_own_row_alone(matches: list[Match]) -> None:
    together = {hit.memory.id: hit.score for hit in fuse(matches, NOON)}

    alone = {match.memory.id: score_of(match) for match in matches}

    assert together == {one: alone[one] for one in together}


def test_the_strategies_make_what_they_say() -> None:
    consent = Consent(purposes=("task",), destinations=("local",))

    match = a_match("likes tea", lexical=0.25, consent=consent)

    assert (match.memory.content, match.lexical, match.memory.whole().consent) == ("likes tea", 0.25, consent)
