"""Looking back: finished games, their stories and what they add up to."""
