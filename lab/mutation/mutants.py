"""Mutants of a module by mutmut's operators: each is the module's source with one node of a function changed.

A mutant is applied to a running Python by replacing the code of the functions it changes, so that tests are collected
once and each mutant only costs a fork. Values computed at import, and default arguments, stay unchanged: there are no
mutants of these.
"""

import ast
import gc
import random
import types
from pathlib import Path

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import create_mutations


class Mutant:
    """path: of the module. number: among all of its mutants. line: where it begins. was, now: the lines, stripped."""

    def __init__(self, path: Path, number: int, line: int, source: str, mutated: str):
        self.path = path
        self.number = number
        self.line = line
        old, new = source.splitlines(), mutated.splitlines()
        while old and new and old[0] == new[0]:
            del old[0], new[0]
        while old and new and old[-1] == new[-1]:
            del old[-1], new[-1]
        self.was = " ".join(text.strip() for text in old)
        self.now = " ".join(text.strip() for text in new)
        self._codes = _pairs(path, source, mutated)

    def lines(self) -> set:
        """The first lines of the functions that are changed."""
        return {old.co_firstlineno for old, new in self._codes if _bare(old) != _bare(new)}

    def put(self) -> int:
        """Install the mutated code in this process; returns the number of functions changed."""
        return _put([(old, new) for old, new in self._codes if old != new])


def note_calls(paths: list, note: str) -> None:
    """From now on each function of these modules first calls the builtin `note` with "path line", as Mutant.lines()."""
    pairs = []
    for path in paths:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                line = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                call = ast.parse(f"{note}({f'{path} {line}'!r})").body
                first = 0 if ast.get_docstring(node) is None else 1
                node.body[first:first] = call
        pairs += _pairs(path, source, tree)
    _put(pairs)


def _pairs(path: Path, source, changed) -> list:
    # (its code, the code when changed) of each function.
    return list(zip(_codes(source, path), _codes(changed, path), strict=True))


def _put(pairs: list) -> int:
    new = {(old.co_filename, old.co_name, old.co_firstlineno): changed for old, changed in pairs}
    count = 0
    gc.unfreeze()  # host_tests/conftest.py has frozen what was loaded by then
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType):
            was = thing.__code__
            code = new.get((was.co_filename, was.co_name, was.co_firstlineno))
            if code is not None:
                thing.__code__ = code
                count += 1
    return count


def _codes(source, path: Path) -> list:
    """The code of each function that is not within another one, in order."""
    found = []
    todo = [compile(source, str(path), "exec")]
    while todo:
        for thing in todo.pop(0).co_consts:
            if isinstance(thing, types.CodeType):
                # a class body's code lacks a function's flag (CO_OPTIMIZED)
                (found if thing.co_flags & 1 else todo).append(thing)
    return found


def _bare(code: types.CodeType) -> tuple:
    inner = tuple(_bare(const) if isinstance(const, types.CodeType) else repr(const) for const in code.co_consts)
    return code.co_code, inner, code.co_names, code.co_varnames


def mutants(path: Path, count: int, seed: int) -> tuple:
    """(a sample of the mutants of a module, how many there are), the same for the same seed; count 0 for all."""
    source = path.read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(str(path), source)
    places = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    mutations = [mutation for mutation in mutations if mutation.contained_by_top_level_function is not None]
    order = list(range(len(mutations)))
    random.Random(f"{seed} {path.name}").shuffle(order)
    found, none = [], 0
    for number in order:
        if count and len(found) == count:
            break
        node = mutations[number].original_node
        mutated = module.deep_replace(node, mutations[number].mutated_node).code
        mutant = Mutant(path, number, places[node].start.line if node in places else 0, source, mutated)
        if isinstance(node, libcst.Param) or not mutant.lines():
            none += 1
            continue
        found.append(mutant)
    return sorted(found, key=lambda mutant: mutant.number), len(mutations) - none
