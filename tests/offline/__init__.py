"""Tests of the copy that a reader's device keeps, and of all that makes a folder of pages a site to rely on."""
