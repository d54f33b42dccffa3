"""The command line `daldos`, a module a group of commands."""
