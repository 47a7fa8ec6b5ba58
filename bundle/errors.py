"""What can go wrong while bundling: one error, since whoever builds can only read it and act."""


class BundleError(Exception):
    """The files for the browser cannot be made; the text says what to do."""
