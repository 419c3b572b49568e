"""Collects what is wrong with one document, so that its author sees all of it at once."""

from __future__ import annotations

from mocsar_conformance.scenario.cards import TextFault
from mocsar_reference import Diagnostic
from mocsar_reference.load import Document, Path


class Faults:
    """The complaints about one document, each with its place."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: list[Diagnostic] = []

    def at(self, code: str, path: Path, message: str, hint: str = "") -> None:
        """Complain of the value at a path."""
        self.found.append(Diagnostic(code, self.document.place(path), message, hint))

    def key(self, code: str, path: Path, message: str, hint: str = "") -> None:
        """Complain of the key that ends a path."""
        self.found.append(Diagnostic(code, self.document.key_place(path), message, hint))

    def text(self, path: Path, fault: TextFault) -> None:
        """Complain of a place inside the text at a path."""
        self.found.append(
            Diagnostic(fault.code, self.document.text_place(path, fault.offset), fault.message, fault.hint)
        )
