"""The ways in to an implementation under test: `base` says what each offers, the other modules are one way in each."""

from __future__ import annotations

from mocsar_conformance.subjects.base import (
    Answer,
    Diagnosis,
    Hello,
    Message,
    Plays,
    Subject,
    SubjectBroke,
    SubjectCrashed,
    SubjectFailure,
    SubjectTimeout,
    SubjectUnusable,
)

__all__ = [
    "Answer",
    "Diagnosis",
    "Hello",
    "Message",
    "Plays",
    "Subject",
    "SubjectBroke",
    "SubjectCrashed",
    "SubjectFailure",
    "SubjectTimeout",
    "SubjectUnusable",
]
