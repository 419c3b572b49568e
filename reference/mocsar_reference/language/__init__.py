"""The expression language: text → tree (`parse`) → typed (`check`) → folded (`fold`) → Python (`emit_python`)."""

from .ast import Binary, Call, Choice, Field, Index, ListOf, Literal, Macro, Name, Node, Unary
from .builtins import Builtin, builtins
from .codes import X_CODES
from .emit_python import HELPERS, emit_python
from .facts import NO_FACTS, Facts, facts
from .fold import Folder, Function, constant, fold
from .parse import MACROS, MAX_DEPTH, MAX_LENGTH, MAX_NUMBER, RESERVED, is_name, parse
from .type_syntax import parse_type
from .typecheck import Env, assignable, bare, check
from .walk import Path, calls, children, free, is_path, path_of

__all__ = [
    "HELPERS",
    "MACROS",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_NUMBER",
    "NO_FACTS",
    "RESERVED",
    "X_CODES",
    "Binary",
    "Builtin",
    "Call",
    "Choice",
    "Env",
    "Facts",
    "Field",
    "Folder",
    "Function",
    "Index",
    "ListOf",
    "Literal",
    "Macro",
    "Name",
    "Node",
    "Path",
    "Unary",
    "assignable",
    "bare",
    "builtins",
    "calls",
    "check",
    "children",
    "constant",
    "emit_python",
    "facts",
    "fold",
    "free",
    "is_name",
    "is_path",
    "parse",
    "parse_type",
    "path_of",
]
