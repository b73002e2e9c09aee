"""After a forget no sequence of anything but the person's own new explicit word brings the words back."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from factories import HandClock, TimedStore, listed
from keptmind import Memory
from keptmind.errors import Conflict, NotFound

WORDS = ("plays the viola", "drinks oolong", "walks at dawn", "reads maps")
GUESSES = st.sampled_from(["inferred", "observed", "imported", "manual", "confirmed"])
WAYS = st.sampled_from([None, "habit"])


class Forgetting(RuleBasedStateMachine):
    """One person's store, and what of it must never be read again."""

    ids = Bundle("ids")

    @initialize(preset=st.sampled_from(["standard", "governed", "companion", "staged"]))
    def open(self, preset: str) -> None:
        self.clock = HandClock()
        self.store: Memory = TimedStore(self.clock, preset=preset)
        self.me = self.store.for_user("u1")
        self.gone: set[str] = set()
        self.gone_ids: set[str] = set()

    @rule(target=ids, words=st.sampled_from(WORDS), key=WAYS)
    def the_person_says(self, words: str, key: str | None) -> str | None:
        saved = self.me.save(words, key=key)
        self.gone.discard(words)
        return saved.memory.id if saved.memory else None

    @rule(target=ids, words=st.sampled_from(WORDS), key=WAYS, source=GUESSES)
    def somebody_else_says(self, words: str, key: str | None, source: str) -> str | None:
        saved = self.me.save(words, key=key, source=source)
        return saved.memory.id if saved.memory else None

    @rule(one=ids, words=st.sampled_from(WORDS))
    def edit(self, one: str | None, words: str) -> None:
        try:
            row = self.me.get(one or "")
            self.me.update(row.id, expected_revision=row.revision, content=words)
            self.gone.discard(words)
        except (NotFound, Conflict):
            pass

    @rule(one=ids, verb=st.sampled_from(["suppress", "archive", "restore"]))
    def move(self, one: str | None, verb: str) -> None:
        try:
            getattr(self.me, verb)(one or "")
        except NotFound:
            assert one is None or one in self.gone_ids
        except Conflict:
            pass

    @rule(one=ids)
    def forget(self, one: str | None) -> None:
        try:
            words = self.me.get(one or "").content
            self.me.forget(one or "")
        except NotFound:
            assert one is None or one in self.gone_ids
            return
        assert one is not None
        self.gone_ids.add(one)
        if words not in {row.content for row in listed(self.me)}:
            self.gone.add(words)

    @rule()
    def forget_everything(self) -> None:
        rows = listed(self.me)
        self.me.forget_all(confirm="u1")
        self.gone |= {row.content for row in rows}
        self.gone_ids |= {row.id for row in rows}

    @rule(words=st.sampled_from(WORDS))
    def recall(self, words: str) -> None:
        self.me.search(words)
        self.me.context(f"Tell me who {words} every day")

    @rule(days=st.integers(1, 40))
    def wait(self, days: int) -> None:
        self.clock.wait(days=days)

    @invariant()
    def what_is_gone_stays_gone(self) -> None:
        if not hasattr(self, "me"):
            return
        rows = listed(self.me)
        assert not self.gone_ids & {row.id for row in rows}
        assert not self.gone & {row.content for row in rows}
        for words in self.gone:
            assert words not in {hit.memory.content for hit in self.me.search(words)}
            assert words not in self.me.context(f"Tell me who {words} every day").text

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()


TestForgetting = Forgetting.TestCase
TestForgetting.settings = settings(
    stateful_step_count=25, max_examples=max(5, settings.default.max_examples // 4 if settings.default else 50)
)
