"""Journeys: one device or one household over many evenings, as people live them. They grow with every fault found."""
