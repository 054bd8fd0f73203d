/**
 * The texts of light cycles.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Light cycles', 'figure.rounds': 'Rounds', 'mark.crashed': 'Crashes', 'mark.refused': 'Not allowed',
  'tron.field': 'Field', 'tron.free': 'Free', 'tron.wall': 'Wall of {name}', 'tron.owner': 'Owner', 'tron.position': 'Position', 'tron.facing': 'Direction', 'tron.order': 'Order',
  'tron.happened': 'What happened', 'tron.state': 'State', 'tron.rides': 'Riding', 'tron.out': 'Crashed in round {round}', 'tron.nothing': 'Nothing here', 'tron.nonsense': 'Invalid direction',
  'tron.NORTH': '↑ North', 'tron.EAST': '→ East', 'tron.SOUTH': '↓ South', 'tron.WEST': '← West',
  'tron.moved': '{name} moves to {at}.', 'tron.crashed': '{name} crashes at {at}.', 'tron.intoOwn': '{name} crashes into its own wall at {at}.',
  'tron.into': '{name} crashes into a wall of {other} at {at}.', 'tron.refused': '{name} gives an answer that is not a direction.',
  'tron.ask': 'Choose a direction; or click your cycle, then the field next to it.',
  'refused.no_direction': '{given} is not a direction', 'refused.no_direction.meant': '{given} is not a direction; did you mean {meant}?',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Lichträder', 'figure.rounds': 'Runden', 'mark.crashed': 'Unfälle', 'mark.refused': 'Unerlaubt',
  'tron.field': 'Feld', 'tron.free': 'Frei', 'tron.wall': 'Wand von {name}', 'tron.owner': 'Besitzer', 'tron.position': 'Ort', 'tron.facing': 'Richtung', 'tron.order': 'Befehl',
  'tron.happened': 'Was geschah', 'tron.state': 'Zustand', 'tron.rides': 'Fährt', 'tron.out': 'Verunglückt in Runde {round}', 'tron.nothing': 'Hier ist nichts', 'tron.nonsense': 'Ungültige Richtung',
  'tron.NORTH': '↑ Norden', 'tron.EAST': '→ Osten', 'tron.SOUTH': '↓ Süden', 'tron.WEST': '← Westen',
  'tron.moved': '{name} fährt nach {at}.', 'tron.crashed': '{name} verunglückt bei {at}.', 'tron.intoOwn': '{name} fährt bei {at} in die eigene Wand.',
  'tron.into': '{name} fährt bei {at} in eine Wand von {other}.', 'tron.refused': 'Die Antwort von {name} ist keine Richtung.',
  'tron.ask': 'Wähle eine Richtung; oder klicke dein Rad an, dann das Feld daneben.',
  'refused.no_direction': '{given} ist keine Richtung', 'refused.no_direction.meant': '{given} ist keine Richtung; war {meant} gemeint?',
};

export const texts = { en, de };
