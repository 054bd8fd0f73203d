"""The experiments of `wag ants experiment`, one module each: measurements of the toolkit and of its bot, beside those of the thesis."""
