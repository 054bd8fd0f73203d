# The two global variables that the game sets in an AI's main file, for Pyright and Pylance (Visual Studio Code), which
# read this file beside the AI. The game never reads it. Your other files do not have these variables: pass them as
# arguments.

from classes import GameConfiguration, RoundState

roundState: RoundState
"""The state of the current round: your base, your units, an image of the board, and the round number."""

gameConfiguration: GameConfiguration
"""The numbers of the game: the number of rounds, and the cost, capacity and strength of the unit types."""
