"""Colony, a bot for the ant war based on aitools: tasks hand out missions, and rules limit the number of ants of
each task."""
