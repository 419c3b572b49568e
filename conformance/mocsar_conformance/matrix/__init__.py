"""Results of several implementations side by side: chapters down, implementations and variants across."""

from mocsar_conformance.matrix.model import Cell, Column, Difference, Matrix, Sign, build

__all__ = ["Cell", "Column", "Difference", "Matrix", "Sign", "build"]
