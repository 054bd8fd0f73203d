# Die beiden globalen Variablen, die das Spiel in der Datei einer KI anlegt, für Pyright und Pylance (Visual Studio Code),
# die diese Datei im Ordner der KI lesen. Das Spiel liest sie nie. Deine anderen Dateien haben diese Variablen nicht:
# Übergib sie als Argumente.

from classes import GameConfiguration, RoundState

roundState: RoundState
"""Alles über die aktuelle Runde: deine Basis, deine Einheiten, ein Abbild des Spielfelds, die Nummer der Runde."""

gameConfiguration: GameConfiguration
"""Die Zahlen des Spiels: wie lange es dauert, und was die Einheitentypen kosten, tragen und im Kampf wert sind."""
