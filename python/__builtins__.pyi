# The two global variables that the game defines in an AI's own file, for Pyright and Pylance (Visual Studio Code),
# which read this file in the folder of the AI. The game never reads it. Your other files do not have these variables:
# pass them as arguments.

from classes import GameConfiguration, RoundState

roundState: RoundState
"""Everything about the current round: your base, your units, an image of the board, the number of the round."""

gameConfiguration: GameConfiguration
"""The numbers of the game: how long it lasts, and what the types of units cost, carry and are worth in a fight."""
