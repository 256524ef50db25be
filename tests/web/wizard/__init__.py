"""Setting up a table, as a phone does it: every step keeps what was entered and says what is wrong with it."""
