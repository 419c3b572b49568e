"""What the scenarios exercise of a rulebook, and what none of them does."""
