"""Matches played here, from a seed: by a person, by simple players, or to prove the rulebook."""
