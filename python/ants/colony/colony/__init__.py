"""Colony, a bot for the ant war on aitools: tasks hand out missions, rules say how many ants each task may have."""
