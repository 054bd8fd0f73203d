/**
 * The texts of the gem duel.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Gem duel', 'game.about': 'Two players swap stones on one board; three equal ones in a row vanish and do damage',
  'option.board': 'Board', 'option.board.help': 'A new board is generated from the seed; your own boards are .dat files in the folder.', 'option.board=new': 'A new board', 'option.board=beispielfeld': 'The contest’s example',
  'figure.life': 'Life', 'figure.shield': 'Shield', 'figure.red': 'Red', 'figure.yellow': 'Yellow', 'figure.green': 'Green', 'figure.lilac': 'Lilac',
  'mark.hurt': 'Damage', 'mark.cashed_in': 'Cashed in', 'mark.another_turn': 'Another turn', 'mark.refused': 'Not allowed', 'mark.failed': 'Failures',
  'gems.R': 'red', 'gems.Y': 'yellow', 'gems.G': 'green', 'gems.B': 'blue', 'gems.L': 'lilac', 'gems.bombs': 'bombs',
  'gems.bomb': 'Bomb {value}', 'gems.stone': 'Stone, {colour}', 'gems.empty': 'Empty', 'gems.nothing': 'Nothing here',
  'gems.place': 'Field', 'gems.before': 'Before', 'gems.happened': 'What happened', 'gems.worth': 'Effect', 'gems.order': 'Move', 'gems.next': 'Next to move', 'gems.noMove': 'Invalid move',
  'gems.worth.R': '{threshold} do {red_damage} damage', 'gems.worth.Y': '{threshold} do {yellow_damage} damage', 'gems.worth.G': '{threshold} do {green_damage} damage',
  'gems.worth.B': 'recharges the shield', 'gems.worth.L': '{threshold} buy another turn', 'gems.worth.bombs': 'immediate damage',
  'gems.swapped': '{name} swaps {from} and {to}.', 'gems.refused': '{name} may not swap {from} and {to}.', 'gems.nonsense': '{name} gives an answer that is not a move.',
  'gems.failed': '{name} gives no answer and loses.', 'gems.credited': '{name} gets {n} × {what}.', 'gems.cashedIn': '{name} cashes in {colour}: {damage} damage.',
  'gems.hurt': '{name} takes {damage} damage: life {life}, shield {shield}.', 'gems.removed': '{n} tiles vanish.', 'gems.rowDropped': 'No swap is left: the bottom row is dropped.',
  'gems.anotherTurn': '{name} moves again.', 'gems.winner': '{name} wins.', 'gems.draw': 'A draw.',
  'gems.ended.life': 'A player has no life left.', 'gems.ended.stock': 'The supply is used up.', 'gems.ended.failure': 'A player has failed.',
  'games.nth': 'Game {n}: {name} begins',
  'asked.hint': 'Click a stone, then the neighbor to swap it with; or choose a swap here.',
  'refused.no_move': '{given} is not a move; a move is four whole numbers: x1 y1 x2 y2',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Steineduell', 'game.about': 'Zwei Spieler tauschen Steine auf einem Spielfeld; drei gleiche in einer Reihe verschwinden und machen Schaden',
  'option.board': 'Spielfeld', 'option.board.help': 'Ein neues Spielfeld entsteht aus dem Seed; eigene sind .dat-Dateien des Ordners.', 'option.board=new': 'Ein neues Spielfeld', 'option.board=beispielfeld': 'Das Beispiel des Wettbewerbs',
  'figure.life': 'Leben', 'figure.shield': 'Schild', 'figure.red': 'Rot', 'figure.yellow': 'Gelb', 'figure.green': 'Grün', 'figure.lilac': 'Lila',
  'mark.hurt': 'Schaden', 'mark.cashed_in': 'Eingelöst', 'mark.another_turn': 'Noch ein Zug', 'mark.refused': 'Unerlaubt', 'mark.failed': 'Ausfälle',
  'gems.R': 'rot', 'gems.Y': 'gelb', 'gems.G': 'grün', 'gems.B': 'blau', 'gems.L': 'lila', 'gems.bombs': 'Bomben',
  'gems.bomb': 'Bombe {value}', 'gems.stone': 'Stein, {colour}', 'gems.empty': 'Leer', 'gems.nothing': 'Hier ist nichts',
  'gems.place': 'Feld', 'gems.before': 'Vorher', 'gems.happened': 'Was geschah', 'gems.worth': 'Wirkung', 'gems.order': 'Zug', 'gems.next': 'Als Nächstes am Zug', 'gems.noMove': 'Ungültiger Zug',
  'gems.worth.R': '{threshold} machen {red_damage} Schaden', 'gems.worth.Y': '{threshold} machen {yellow_damage} Schaden', 'gems.worth.G': '{threshold} machen {green_damage} Schaden',
  'gems.worth.B': 'lädt den Schild auf', 'gems.worth.L': '{threshold} geben noch einen Zug', 'gems.worth.bombs': 'sofort Schaden',
  'gems.swapped': '{name} tauscht {from} und {to}.', 'gems.refused': '{name} darf {from} und {to} nicht tauschen.', 'gems.nonsense': 'Die Antwort von {name} ist kein Zug.',
  'gems.failed': '{name} gibt keine Antwort und verliert.', 'gems.credited': '{name} bekommt {n} × {what}.', 'gems.cashedIn': '{name} löst {colour} ein: {damage} Schaden.',
  'gems.hurt': '{name} erleidet {damage} Schaden: Leben {life}, Schild {shield}.', 'gems.removed': '{n} Steine verschwinden.', 'gems.rowDropped': 'Kein Tausch ist möglich: Die unterste Reihe fällt weg.',
  'gems.anotherTurn': '{name} ist noch einmal am Zug.', 'gems.winner': '{name} gewinnt.', 'gems.draw': 'Unentschieden.',
  'gems.ended.life': 'Ein Spieler hat kein Leben mehr.', 'gems.ended.stock': 'Der Vorrat ist aufgebraucht.', 'gems.ended.failure': 'Ein Spieler ist ausgefallen.',
  'games.nth': 'Partie {n}: {name} beginnt',
  'asked.hint': 'Klicke einen Stein an, dann den Nachbarn, mit dem er den Platz tauschen soll; oder wähle hier einen Tausch.',
  'refused.no_move': '{given} ist kein Zug; ein Zug sind vier ganze Zahlen: x1 y1 x2 y2',
};

export const texts = { en, de };
