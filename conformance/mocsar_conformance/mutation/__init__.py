"""Mutation testing of the rulebook: every small change to it must be noticed by a scenario about what was changed."""
