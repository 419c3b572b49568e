"""`mocsar doctor`: tries every promise of the protocol that can be tried without knowing a rule of the game.

`examine` runs the checks of the other modules in order; `talk` speaks with the implementation, leniently, so that one
fault does not hide the next; `texts` has what is said of each finding.
"""
