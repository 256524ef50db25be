"""Games without people: bots that answer every prompt, and playouts by the thousand."""
