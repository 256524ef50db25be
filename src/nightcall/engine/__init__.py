"""The mechanism: pure, standard library only, and ignorant of every single card."""
