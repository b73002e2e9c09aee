"""
What this process counts, for Prometheus.

Labels come from closed sets: verbs, outcomes, rules and events of this version. None is a tenant, a person, a key or a text.
"""

import re
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from keptmind.model.audit import Action, AuditEvent
from keptmind.ports.meter import FAILED

OTHER = "other"
MOST_RULES = 200
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
ROWS = (0, 1, 2, 3, 5, 8, 13, 20, 50, 200)
TOKENS = (0, 50, 100, 200, 300, 400, 600, 1_200, 2_400)
ERASING = (0.05, 0.25, 1.0, 5.0, 30.0, 300.0, 3_600.0, 86_400.0, 604_800.0)
ANSWERS = frozenset({"search", "context"})  # what is given out within a budget of tokens
BLOCKS = {"context": "context", "core_block": "core"}

CANDIDATES = {
    Action.CANDIDATE_CREATED: "proposed",
    Action.CANDIDATE_ACCEPTED: "accepted",
    Action.CANDIDATE_REJECTED: "rejected",
    Action.CANDIDATE_EXPIRED: "expired",
    Action.AUTO_APPLIED: "applied",
    Action.UNDONE: "undone",
}
DECIDED = {Action.CREATED: "created", Action.CANDIDATE_CREATED: "candidate"}
RESTATED = frozenset({"same", "older-than-known"})
REVISED = frozenset({"updated", "replaced", "renewed", "auto-applied"})
CONFLICTS = {
    (Action.UPDATED, "replaced"): "replaced",
    (Action.UPDATED, "order-unknown"): "disputed",
    (Action.ARCHIVED, "overruled"): "overruled",
}
CORRECTED = frozenset({"corrected", "version-restored"})
FEEDBACK = "feedback-"
BEGAN = "_created"

_RULE = re.compile(r"[a-z][a-z0-9-]{0,39}")


class Counted(Collector):
    """A registry without the times at which its counters began: the library's switch for them is one for the whole host process."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Metric]:
        """Yield every metric, its beginning left out."""
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith(BEGAN)]
            yield metric


class PrometheusMeter:
    """Counts on a registry of its own, so that nothing of the host process mixes in."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._rules: set[str] = set()
        self._answers = self._counter(
            "answers", "Calls, by verb, the way they were answered and whether rows were given.", "verb path found"
        )
        self._seconds = self._histogram("answer_seconds", "How long calls took.", SECONDS, "verb")
        self._rows = self._histogram("answer_rows", "Rows an answer gave out.", ROWS, "verb")
        self._tokens = self._histogram("answer_tokens", "Tokens an answer took, where it has a budget of them.", TOKENS, "verb")
        self._injected = self._counter("injected_rows", "Rows put into blocks for prompts.", "block")
        self._events = self._counter("events", "Audit events committed.", "action")
        self._decisions = self._counter("decisions", "What saves and acceptances came to.", "outcome")
        self._candidates = self._counter("candidates", "What became of candidates.", "outcome")
        self._conflicts = self._counter("conflicts", "Known rows that a statement went against.", "how")
        self._corrections = self._counter("corrections", "Rows that their owner corrected by hand.", "how")
        self._old_calls = self._counter("old_layer_calls", "Calls of the old layer, by hosts that have not moved yet.", "verb")
        self._feedback = self._counter("feedback", "What people said of rows that were used.", "said")
        self._refusals = self._counter("refusals", "What was not carried out, by rule.", "rule")
        self._denials = self._counter("denials", "Permission refused, by rule.", "rule")
        self._alerts = self._counter("alerts", "Alerts, by rule.", "rule")
        self._erased = self._counter("erased_memories", "Memories erased.", "")
        self._lost = self._counter("reads_lost", "Reads that will not be on record.", "")
        self._verified = self._histogram("erasure_verified_seconds", "From the wish to forget to the receipt.", ERASING, "")

    def render(self) -> tuple[bytes, str]:
        """Return everything that was counted, as Prometheus reads it, and its content type."""
        return generate_latest(Counted(self.registry)), CONTENT_TYPE_LATEST

    def answered(self, verb: str, *, path: str, rows: int, tokens: int, seconds: float) -> None:
        """Count one call."""
        self._answers.labels(verb, path, "some" if rows else "none").inc()
        self._seconds.labels(verb).observe(seconds)
        if path.startswith(FAILED):
            return
        self._rows.labels(verb).observe(rows)
        if verb in ANSWERS:
            self._tokens.labels(verb).observe(tokens)
        if verb in BLOCKS:
            self._injected.labels(BLOCKS[verb]).inc(rows)

    def old_layer(self, verb: str) -> None:
        """Count one call of the old layer."""
        self._old_calls.labels(verb).inc()

    def verified(self, seconds: float) -> None:
        """Count one erasure that has its receipt."""
        self._verified.observe(seconds)

    def lost(self, reads: int) -> None:
        """Count reads that will not be on record."""
        self._lost.inc(reads)

    def heard(self, event: AuditEvent) -> None:
        """Count one act that is on record."""
        self._events.labels(event.action.value).inc()
        self._decided(event)
        if event.action in CANDIDATES:
            self._candidates.labels(CANDIDATES[event.action]).inc()
        if (event.action, event.rule) in CONFLICTS:
            self._conflicts.labels(CONFLICTS[event.action, event.rule]).inc()
        if event.rule in CORRECTED and event.action in (Action.UPDATED, Action.RESTORED):
            self._corrections.labels(event.rule).inc()
        match event.action:
            case Action.UPDATED if event.rule.startswith(FEEDBACK):
                self._feedback.labels(self._rule(event.rule.removeprefix(FEEDBACK))).inc()
            case Action.REFUSED:
                self._refusals.labels(self._rule(event.rule)).inc()
            case Action.POLICY_DENIED:
                self._denials.labels(self._rule(event.rule)).inc()
            case Action.ALERT:
                self._alerts.labels(self._rule(event.rule)).inc()
            case Action.DELETED:
                self._erased.inc(len(event.memory_ids))

    def _decided(self, event: AuditEvent) -> None:
        """Count what a save came to; a rule that names a kind as well is one of admission."""
        outcome = DECIDED.get(event.action)
        if event.action is Action.UPDATED:
            outcome = "same" if event.rule in RESTATED else "updated" if event.rule in REVISED else None
        if event.action is Action.REFUSED and ":" in event.rule:
            outcome = "refused"
        if outcome is not None:
            self._decisions.labels(outcome).inc()

    def _rule(self, rule: str) -> str:
        """Return the name of a rule without the kind it was about; whatever is not the name of a rule counts together."""
        name = rule.partition(":")[0]
        if name in self._rules:
            return name
        if not _RULE.fullmatch(name) or len(self._rules) >= MOST_RULES:
            return OTHER
        self._rules.add(name)
        return name

    def _counter(self, name: str, told: str, labels: str) -> Counter:
        return Counter(f"keptmind_{name}", told, labels.split(), registry=self.registry)

    def _histogram(self, name: str, told: str, buckets: tuple[float, ...], labels: str) -> Histogram:
        return Histogram(f"keptmind_{name}", told, labels.split(), buckets=buckets, registry=self.registry)
