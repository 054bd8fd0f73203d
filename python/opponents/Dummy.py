# Dummy: does nothing at all. Whoever beats it has an AI that brings home a single resource.
