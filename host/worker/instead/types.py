"""CPython: kinds of objects. Here: only for annotations."""

ModuleType = object
