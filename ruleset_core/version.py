"""The version of the package, apart from the package itself, so that its own modules can read it."""

__all__ = ["__version__"]

__version__ = "0.2.0"
