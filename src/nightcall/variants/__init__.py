"""Variants: other ways to play."""
