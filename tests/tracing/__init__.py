"""Traces what Python imports in a browser's worker while it answers every ask; `python3 -m tasks trace` runs it."""
