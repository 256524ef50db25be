"""Following a game: the players' phones, the public screen, joining, and the streams that wake them."""
