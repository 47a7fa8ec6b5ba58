"""Tests of the built pages, as files and in a browser."""
