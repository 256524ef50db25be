"""Everything that can lie on the table: characters, offices, buildings, event cards, variants, customs."""
