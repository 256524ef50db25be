"""The command, from the shell to the last question."""
