"""Setting up a table: the wizard, its draft, what it offers, and dealing."""
