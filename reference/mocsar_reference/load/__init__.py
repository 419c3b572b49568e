"""Loads files: reads YAML, holds it against the schemas, and keeps the place of every part.

Raises MocsarError with Y codes (YAML) and S codes (schemas); `codes.CODES` lists them.
"""

from mocsar_reference.load.codes import CODES
from mocsar_reference.load.reader import Document, Path, read_yaml
from mocsar_reference.load.schema import validate
from mocsar_reference.load.tree import Tree, load_document, load_tree

__all__ = ["CODES", "Document", "Path", "Tree", "load_document", "load_tree", "read_yaml", "validate"]
