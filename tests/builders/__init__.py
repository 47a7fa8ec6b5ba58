"""The handbook built by other programs than MkDocs."""
