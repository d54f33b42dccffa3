"""CPython: kinds of objects. Here: for annotations alone."""

ModuleType = object
