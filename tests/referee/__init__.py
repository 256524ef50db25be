"""A second reading of the rules, to hold the engine against."""
