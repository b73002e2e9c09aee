"""Step: let the rules of admission look at a draft; pure."""

from keptmind.model.draft import Draft
from keptmind.policy import admission


def admit(draft: Draft, circumstances: admission.Circumstances, past: admission.Past) -> Draft | admission.Rejection:
    """Return the draft as it may be kept, or the rule that refuses it."""
    return admission.admit(draft, circumstances, past)
