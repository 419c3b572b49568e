"""Judges recorded games, without the engine that played them: files → units → judged → summed → reported."""
