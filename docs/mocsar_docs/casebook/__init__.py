"""What the case book shows of a scenario: its positions by the reference, its steps in words, where it holds."""
