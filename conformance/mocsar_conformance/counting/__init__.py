"""Counts the lines of play from small positions, in the reference and in any subject that lists what is legal."""
