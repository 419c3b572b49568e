"""Compares generated modules function by function, without what nobody can notice: comments, dead stores, the record
of events.

A store is dead where nothing reads what is stored, as far as plain looking tells: values that only serve dead stores
are dead too, and so is state that is read for nothing but its own next value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mocsar_reference.compile.module import Plan

STATE = ("s", "o")
"""What the state is called in generated functions: now, and as it was when the action was taken."""
_HEAD = re.compile(r"^(?:@kept\n)?def (\w+)\(", re.MULTILINE)
_CALL = re.compile(r"\b(\w+)\(")
_CHECK = re.compile(r"failed\.append\((\d+)\)")
_KEPT = re.compile(r"[tg]\d+(_\d+)*k?")
_COMMENT = re.compile(r"  # .*$|^ *# .*\n", re.MULTILINE)


@dataclass
class Module:
    """The functions of a generated module by name, as text without comments; `live` is the state that matters."""

    functions: dict[str, str]
    live: frozenset[str] = frozenset()
    _silent: frozenset[str] | None = None

    def calls(self, name: str) -> set[str]:
        """Return the functions of the module that one of them calls."""
        return set(_CALL.findall(self.functions.get(name, ""))) & self.functions.keys() - {name}

    def plain(self, name: str, live: frozenset[str]) -> str:
        """Return a function without dead stores."""
        text = self.functions.get(name)
        return "" if text is None else _plain(text, live, self.silent(live))

    def silent(self, live: frozenset[str]) -> frozenset[str]:
        """Return the events with which nothing happens that anybody could notice."""
        if self._silent is None:
            trees = {name: _function(text) for name, text in self.functions.items() if name.startswith("event_")}
            silent: set[str] = set()
            while more := {name for name in trees.keys() - silent if _is_silent(trees[name], live, frozenset(silent))}:
                silent |= more
            self._silent = frozenset(silent)
        return self._silent


def read_module(plan: Plan) -> Module:
    """Return the functions of a plan's module; what refuses is named in them, not numbered."""
    source = plan.source[plan.source.index("\ndef begin(") :]
    source = _COMMENT.sub("", source)
    source = _CHECK.sub(lambda match: f"failed.append({str(plan.checks[int(match[1])])!r})", source)
    starts = list(_HEAD.finditer(source))
    ends = [each.start() for each in starts[1:]] + [len(source)]
    functions = {each[1]: source[each.start() : end].strip() + "\n" for each, end in zip(starts, ends, strict=True)}
    return Module(functions)


def with_live(module: Module) -> Module:
    """Return a module with the state that matters found out: what is read for anything but its own next value."""
    trees = {name: _function(text) for name, text in module.functions.items()}
    read = {name: _read(tree) for name, tree in trees.items()}
    known: frozenset[str] | None = None
    smaller = set(trees)
    while True:
        live = frozenset(each for fields in read.values() for each in fields)
        again = smaller if live == known else set(trees)  # the others have nothing dead, as it was seen
        smaller = {name for name in again if _strip(trees[name], live, frozenset())}
        if not smaller:
            return Module(module.functions, live)
        read |= {name: _read(trees[name]) for name in smaller}
        known = live


def differing(one: Module, other: Module) -> set[str]:
    """Return the functions whose texts differ between two modules, and those that call such."""
    return _with_callers(one, other, _unlike(one, other))


def changed(one: Module, other: Module) -> set[str]:
    """Return the functions that differ between a module, of which it is known what matters, and another; not only in
    dead stores, and including those that call such."""
    unlike = _unlike(one, other)
    live = one.live.union(*(_read(ast.parse(other.functions[name])) for name in unlike if name in other.functions))
    return _with_callers(one, other, {name for name in unlike if one.plain(name, live) != other.plain(name, live)})


def live_in(module: Module, names: set[str]) -> set[str]:
    """Return the state that some functions of a module read for anything but its own next value."""
    return {each for name in names & module.functions.keys() for each in _read(_function(module.functions[name]))}


@lru_cache(maxsize=4096)
def _plain(text: str, live: frozenset[str], silent: frozenset[str]) -> str:
    """Return a function without dead stores, and its own names numbered."""
    tree = _function(text)
    while _strip(tree, live, silent):
        pass
    _Renamer().visit(tree)
    return ast.unparse(tree)


def _is_silent(tree: ast.FunctionDef, live: frozenset[str], silent: frozenset[str]) -> bool:
    while _strip(tree, live, silent):
        pass
    return all(isinstance(each, ast.Return | ast.Pass) for each in tree.body)


def _function(text: str) -> ast.FunctionDef:
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _unlike(one: Module, other: Module) -> set[str]:
    names = {*one.functions, *other.functions}
    return {name for name in names if one.functions.get(name) != other.functions.get(name)}


def _with_callers(one: Module, other: Module, found: set[str]) -> set[str]:
    names = {*one.functions, *other.functions}
    found = set(found)
    before = -1
    while 0 < len(found) != before:
        before = len(found)
        found |= {name for name in names - found if found & (one.calls(name) | other.calls(name))}
    return found


def _read(tree: ast.AST) -> set[str]:
    """Return the fields that a function reads for anything but their own next value."""
    found: set[str] = set()
    for statement in ast.walk(tree):
        if isinstance(statement, ast.stmt):
            own = _field_stored(statement)
            found |= {each for each in map(_field, _own_expressions(statement)) if each is not None and each != own}
    return found


def _strip(tree: ast.FunctionDef, live: frozenset[str], silent: frozenset[str]) -> int:
    """Take dead statements out of a function; return how many there were."""
    stripper = _Stripper(live, silent)
    tree.body, _ = stripper.block(tree.body, set())
    tree.body = tree.body or [ast.Pass()]
    return stripper.dropped


class _Stripper:
    """Goes through statements backwards, with the local names that are read later."""

    def __init__(self, live: frozenset[str], silent: frozenset[str]) -> None:
        self.live = live
        self.silent = silent
        self.dropped = 0

    def block(self, statements: list[ast.stmt], later: set[str]) -> tuple[list[ast.stmt], set[str]]:
        """Return the statements that are not dead, and the names that they and what is later read."""
        kept: list[ast.stmt] = []
        for each in reversed(statements):
            if isinstance(each, ast.If | ast.For):
                around = later | _names(each) if isinstance(each, ast.For) else later
                each.body, inside = self.block(each.body, set(around))
                if not each.body and not each.orelse:
                    self.dropped += 1
                    continue
                if isinstance(each, ast.If):  # what is stored under a guard is read only where the guard held
                    later = later - {name for inner in each.body for name in _stored(inner)}
                later = later | inside
            elif self.is_dead(each, later):
                self.dropped += not isinstance(each, ast.Pass)
                continue
            else:
                later = later - _stored(each)
            later = later | _names(each)
            kept.append(each)
        return kept[::-1], later

    def is_dead(self, statement: ast.stmt, later: set[str]) -> bool:
        match statement:
            case ast.Assign(targets=[ast.Attribute()]) | ast.AugAssign(target=ast.Attribute()):
                return _field_stored(statement) not in self.live
            case ast.Assign():
                return not _stored(statement) & later
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="happened")))) | ast.Pass():
                return True
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
                return name in self.silent
        return False


class _Renamer(ast.NodeTransformer):
    """Numbers the values that a function keeps for a while, in the order in which they are made."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.number = 0

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """Rename what is read, then what is stored."""
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename one name."""
        if _KEPT.fullmatch(node.id):
            if isinstance(node.ctx, ast.Store):
                self.number += 1
                self.names[node.id] = f"kept{self.number}"
            node.id = self.names.get(node.id, node.id)
        return node


def _names(statement: ast.stmt) -> set[str]:
    """Return the local names that a statement reads, with those within it."""
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _stored(statement: ast.stmt) -> set[str]:
    """Return the local names that an assignment gives a value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    nodes = [node for target in targets for node in ast.walk(target)]
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Go through the nodes of a statement, those of statements within it left out."""
    waiting: list[ast.AST] = [each for each in ast.iter_child_nodes(statement) if not isinstance(each, ast.stmt)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += ast.iter_child_nodes(node)


def _field(node: ast.AST) -> str | None:
    """Return the field of the state that a node reads."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Load()) if name in STATE:
            return attribute if attribute != "copy" else None
    return None


def _field_stored(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="s"), attr=attribute)]):
            return attribute
        case ast.AugAssign(target=ast.Attribute(value=ast.Name(id="s"), attr=attribute)):
            return attribute
    return None
