"""An evening led by the app: everybody plays, nobody moderates, and nothing tells who is asked."""
