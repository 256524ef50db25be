"""Leading a game: the moderator's page, its questions and taps, the log and the drawer."""
