"""`python -m mocsar_conformance` is the command `mocsar`."""

from __future__ import annotations

from mocsar_conformance.cli import main

if __name__ == "__main__":
    main()
