"""The rules, pure: (who, what, rules) -> Verdict with the rule's name."""
