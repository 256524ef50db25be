"""The web app: the moderator's phone, the players' phones and the public screen. It decides no rule."""
