"""Replacements inside the package `pyodide`, which itself stays as it is."""
