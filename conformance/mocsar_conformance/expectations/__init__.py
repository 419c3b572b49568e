"""Expectations: what an implementation is known to get wrong, what comes and goes, what is not run; each with a why."""
