"""Wag: an engine for programming games."""
