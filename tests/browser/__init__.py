"""Whole evenings in a real browser: phones, a public screen, and all that goes wrong at a table."""
