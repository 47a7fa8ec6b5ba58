"""A few of a reader's stories again, in WebKitGTK: the engine of Safari as Debian builds it."""
