"""From a program to Python source."""
