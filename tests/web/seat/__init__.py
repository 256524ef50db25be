"""A player's phone: the board for all to see, and what is this player's alone under a finger."""
