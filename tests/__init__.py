"""The tests, flat: one file for one idea."""
