"""The conformance kit: compares any implementation with the game that the rulebook describes."""
