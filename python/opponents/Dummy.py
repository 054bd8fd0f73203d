# Dummy: does nothing at all. An AI that brings home a single resource beats it.
