"""Worked examples: loaded, held against the reference, and turned into requests with the answers they must get.

`load` reads them, `applies` chooses those for a setting, `script` makes requests of them, `check` and `independence`
hold them against the reference. Nothing is imported here, so that `codes` alone costs nothing.
"""
