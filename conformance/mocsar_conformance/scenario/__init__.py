"""Worked examples: loaded, chosen for a setting, and turned into requests with the answers they must get."""
