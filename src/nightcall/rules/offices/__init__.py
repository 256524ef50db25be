"""Titles a player holds beside the card."""
