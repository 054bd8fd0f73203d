/**
 * The texts of the ant war.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Ants', 'figure.score': 'Score', 'figure.ants': 'Ants', 'figure.hills': 'Hills', 'figure.hive': 'Food in store',
  'option.map': 'Map', 'option.turns': 'Turns', 'option.viewradius2': 'Viewport radius²', 'option.attackradius2': 'Attack radius²', 'option.spawnradius2': 'Gathering radius²',
  'option.food': 'Food', 'option.food=symmetric': 'Symmetric', 'option.food=none': 'None', 'option.food-rate': 'Food per player', 'option.food-turn': 'Turns in which that much food appears',
  'option.food-start': 'Land squares per food at the start', 'option.food-visible': 'Starting food per player in sight of a hill', 'option.cutoff-turn': 'Turns of dominance until the match ends',
  'option.cutoff-percent': 'Dominance, percent', 'option.random': 'Random numbers', 'option.player-seed': 'Seed of the players', 'option.contest': 'Contest defaults', 'option.keep-going': 'Errors cost only a turn', 'option.capture-errors': 'Keep standard error', 'option.strict': 'Strict', 'option.scenario': 'Scenario',
  'mark.razed': 'Razed hills', 'mark.eliminated': 'Eliminated', 'mark.removed': 'Removed', 'mark.died': 'Deaths', 'mark.born': 'Births', 'mark.gathered': 'Gathered',
  'ants.square': 'Square (row, column)', 'ants.owner': 'Owner', 'ants.ant': 'Ant of {name}', 'ants.hillOf': 'Hill of {name}', 'ants.food': 'Food', 'ants.water': 'Water', 'ants.land': 'Land',
  'ants.hill': 'Hill', 'ants.stands': 'of {name}', 'ants.isRazed': 'of {name}, razed', 'ants.went': 'Moved', 'ants.enemies': 'Enemies in range', 'ants.state': 'State', 'ants.nothing': 'Nothing here',
  'ants.drawings': 'Drawings by {name}', 'ants.note': 'Note by {name}', 'ants.noteIn': 'Note by {name}: {layer}', 'ants.layer.notes': 'Notes', 'ants.layer.missions': 'Missions', 'ants.layer.clusters': 'Clusters', 'ants.layer.influence': 'Influence', 'ants.layer.combat': 'Combat',
  'ants.refusedOrder': 'Refused', 'ants.way.n': '↑ north', 'ants.way.e': '→ east', 'ants.way.s': '↓ south', 'ants.way.w': '← west', 'ants.way.none': 'did not move',
  'ants.survived': 'Playing', 'ants.eliminated': 'No ants left', 'ants.crashed': 'Crashed', 'ants.timeout': 'Time-out', 'ants.invalid': 'Invalid order',
  'ants.tell.removed': '{name} is removed: {why}.', 'ants.tell.eliminated': '{name} has no ants left.', 'ants.tell.razed': '{name} razes a hill.',
  'ants.tell.refused': '{name}: {order} is refused, {why}.', 'ants.tell.over': 'The match is over: {why}.', 'ants.tell.fell': 'Ants die in battle: {shares}.',
  'ants.tell.collided': 'Ants collide and die: {shares}.', 'ants.tell.born': 'Ants are born: {shares}.', 'ants.tell.food': 'New food: {count}.',
  'ants.tell.gathered': 'Food is gathered: {shares}.', 'ants.tell.lost': 'Food is lost between enemies.',
  'ants.why.unknown action': 'unknown action', 'ants.why.incorrectly formatted order': 'incorrectly formatted order', 'ants.why.invalid row or col': 'invalid row or column',
  'ants.why.invalid direction': 'invalid direction', 'ants.why.duplicate order': 'duplicate order', 'ants.why.not player ant': 'not the player’s ant', 'ants.why.out of bounds': 'out of bounds',
  'ants.why.move blocked': 'move blocked', 'ants.why.incorrectly formatted drawing': 'incorrectly formatted drawing',
  'ants.end.extermination': 'no player has ants left', 'ants.end.lone survivor': 'one player is left', 'ants.end.food not being gathered': 'food is not being gathered',
  'ants.end.ants not razing hills': 'one player has nearly all ants but razes no hill', 'ants.end.rank stabilized': 'no rank can change any more', 'ants.end.turn limit reached': 'the last turn was played', 'ants.end.not recorded': 'the replay does not give a reason',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Ameisen', 'figure.score': 'Punkte', 'figure.ants': 'Ameisen', 'figure.hills': 'Hügel', 'figure.hive': 'Futter im Vorrat',
  'option.map': 'Karte', 'option.turns': 'Runden', 'option.viewradius2': 'Sichtradius²', 'option.attackradius2': 'Kampfradius²', 'option.spawnradius2': 'Sammelradius²',
  'option.food': 'Futter', 'option.food=symmetric': 'Symmetrisch', 'option.food=none': 'Keines', 'option.food-rate': 'Futter je Spieler', 'option.food-turn': 'Runden, in denen so viel Futter erscheint',
  'option.food-start': 'Landfelder je Futter zu Beginn', 'option.food-visible': 'Anfangsfutter je Spieler in Sicht eines Hügels', 'option.cutoff-turn': 'Runden Übermacht bis zum Ende des Spiels',
  'option.cutoff-percent': 'Übermacht, Prozent', 'option.random': 'Zufallszahlen', 'option.player-seed': 'Seed der Spieler', 'option.contest': 'Vorgaben des Wettbewerbs', 'option.keep-going': 'Fehler kosten nur einen Zug', 'option.capture-errors': 'Fehlerausgabe aufheben', 'option.strict': 'Streng', 'option.scenario': 'Szenario',
  'mark.razed': 'Zerstörte Hügel', 'mark.eliminated': 'Ohne Ameisen', 'mark.removed': 'Entfernt', 'mark.died': 'Tode', 'mark.born': 'Geburten', 'mark.gathered': 'Gesammelt',
  'ants.square': 'Feld (Zeile, Spalte)', 'ants.owner': 'Besitzer', 'ants.ant': 'Ameise von {name}', 'ants.hillOf': 'Hügel von {name}', 'ants.food': 'Futter', 'ants.water': 'Wasser', 'ants.land': 'Land',
  'ants.hill': 'Hügel', 'ants.stands': 'von {name}', 'ants.isRazed': 'von {name}, zerstört', 'ants.went': 'Bewegung', 'ants.enemies': 'Feinde in Reichweite', 'ants.state': 'Zustand', 'ants.nothing': 'Hier ist nichts',
  'ants.drawings': 'Zeichnungen von {name}', 'ants.note': 'Notiz von {name}', 'ants.noteIn': 'Notiz von {name}: {layer}', 'ants.layer.notes': 'Notizen', 'ants.layer.missions': 'Missionen', 'ants.layer.clusters': 'Cluster', 'ants.layer.influence': 'Einfluss', 'ants.layer.combat': 'Kampf',
  'ants.refusedOrder': 'Abgelehnt', 'ants.way.n': '↑ nach Norden', 'ants.way.e': '→ nach Osten', 'ants.way.s': '↓ nach Süden', 'ants.way.w': '← nach Westen', 'ants.way.none': 'keine',
  'ants.survived': 'Spielt', 'ants.eliminated': 'Keine Ameisen mehr', 'ants.crashed': 'Abgestürzt', 'ants.timeout': 'Zeitüberschreitung', 'ants.invalid': 'Ungültiger Befehl',
  'ants.tell.removed': '{name} wird entfernt: {why}.', 'ants.tell.eliminated': '{name} hat keine Ameisen mehr.', 'ants.tell.razed': '{name} zerstört einen Hügel.',
  'ants.tell.refused': '{name}: {order} wird abgelehnt, {why}.', 'ants.tell.over': 'Das Spiel ist zu Ende: {why}.', 'ants.tell.fell': 'Ameisen fallen im Kampf: {shares}.',
  'ants.tell.collided': 'Ameisen stoßen zusammen und sterben: {shares}.', 'ants.tell.born': 'Ameisen schlüpfen: {shares}.', 'ants.tell.food': 'Neues Futter: {count}.',
  'ants.tell.gathered': 'Futter wird gesammelt: {shares}.', 'ants.tell.lost': 'Futter geht zwischen Feinden verloren.',
  'ants.why.unknown action': 'unbekannte Aktion', 'ants.why.incorrectly formatted order': 'Befehl in falscher Form', 'ants.why.invalid row or col': 'ungültige Zeile oder Spalte',
  'ants.why.invalid direction': 'ungültige Richtung', 'ants.why.duplicate order': 'doppelter Befehl', 'ants.why.not player ant': 'keine eigene Ameise', 'ants.why.out of bounds': 'außerhalb des Bretts',
  'ants.why.move blocked': 'Weg versperrt', 'ants.why.incorrectly formatted drawing': 'Zeichnung in falscher Form',
  'ants.end.extermination': 'kein Spieler hat mehr Ameisen', 'ants.end.lone survivor': 'ein Spieler ist übrig', 'ants.end.food not being gathered': 'Futter wird nicht gesammelt',
  'ants.end.ants not razing hills': 'ein Spieler hat fast alle Ameisen, zerstört aber keinen Hügel', 'ants.end.rank stabilized': 'kein Rang kann sich mehr ändern', 'ants.end.turn limit reached': 'die letzte Runde ist gespielt', 'ants.end.not recorded': 'das Replay nennt keinen Grund',
};

export const texts = { en, de };
