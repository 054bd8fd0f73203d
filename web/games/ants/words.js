/**
 * The texts of the ant war.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Ants', 'figure.score': 'Score', 'figure.ants': 'Ants', 'figure.hills': 'Hills', 'figure.hive': 'Food in store',
  'option.map': 'Map', 'option.turns': 'Turns', 'option.viewradius2': 'Ants see (radius²)', 'option.attackradius2': 'Ants fight (radius²)', 'option.spawnradius2': 'Ants gather (radius²)',
  'option.food': 'Food', 'option.food=symmetric': 'Alike for all', 'option.food=none': 'None', 'option.food-rate': 'Food per player', 'option.food-turn': 'in so many turns',
  'option.food-start': 'Food at the start, one on so many squares', 'option.food-visible': 'of it in sight of a hill', 'option.cutoff-turn': 'Over after so many turns of dominance',
  'option.cutoff-percent': 'Dominance, percent', 'option.random': 'Random numbers', 'option.player-seed': 'Seed of the players', 'option.contest': 'Defaults of the contest', 'option.keep-going': 'Errors cost a turn only', 'option.capture-errors': 'Keep standard error', 'option.strict': 'Strict', 'option.scenario': 'Scenario',
  'mark.razed': 'Razed hills', 'mark.eliminated': 'Without ants', 'mark.removed': 'Removed', 'mark.died': 'Deaths', 'mark.born': 'Births', 'mark.gathered': 'Gathered',
  'ants.square': 'Square (row, column)', 'ants.owner': 'Owner', 'ants.ant': 'Ant of {name}', 'ants.hillOf': 'Hill of {name}', 'ants.food': 'Food', 'ants.water': 'Water', 'ants.land': 'Land',
  'ants.hill': 'Hill', 'ants.stands': 'of {name}', 'ants.isRazed': 'of {name}, razed', 'ants.went': 'Went', 'ants.enemies': 'Enemies in reach', 'ants.state': 'State', 'ants.nothing': 'Nothing there',
  'ants.drawings': 'Drawings of {name}', 'ants.note': 'Note of {name}', 'ants.noteIn': 'Note of {name}: {layer}', 'ants.layer.notes': 'Notes', 'ants.layer.missions': 'Missions', 'ants.layer.clusters': 'Clusters', 'ants.layer.influence': 'Influence', 'ants.layer.combat': 'Combat',
  'ants.refusedOrder': 'Refused', 'ants.way.n': '↑ north', 'ants.way.e': '→ east', 'ants.way.s': '↓ south', 'ants.way.w': '← west', 'ants.way.none': 'nowhere',
  'ants.survived': 'Plays', 'ants.eliminated': 'Has no ants', 'ants.crashed': 'Crashed', 'ants.timeout': 'Out of time', 'ants.invalid': 'Order not allowed',
  'ants.tell.removed': '{name} is removed: {why}.', 'ants.tell.eliminated': '{name} has no ants any more.', 'ants.tell.razed': '{name} razes a hill.',
  'ants.tell.refused': '{name}: {order} is refused, {why}.', 'ants.tell.over': 'The match is over: {why}.', 'ants.tell.fell': 'Ants fall in battle: {shares}.',
  'ants.tell.collided': 'Ants collide and die: {shares}.', 'ants.tell.born': 'Ants are born: {shares}.', 'ants.tell.food': 'New food: {count}.',
  'ants.tell.gathered': 'Food is gathered: {shares}.', 'ants.tell.lost': 'Food is lost between enemies.',
  'ants.why.unknown action': 'unknown action', 'ants.why.incorrectly formatted order': 'incorrectly formatted order', 'ants.why.invalid row or col': 'invalid row or column',
  'ants.why.invalid direction': 'invalid direction', 'ants.why.duplicate order': 'duplicate order', 'ants.why.not player ant': 'not the player’s ant', 'ants.why.out of bounds': 'out of bounds',
  'ants.why.move blocked': 'move blocked', 'ants.why.incorrectly formatted drawing': 'incorrectly formatted drawing',
  'ants.end.extermination': 'nobody has ants', 'ants.end.lone survivor': 'one player is left', 'ants.end.food not being gathered': 'food is not being gathered',
  'ants.end.ants not razing hills': 'one player has nearly everything and razes no hill', 'ants.end.rank stabilized': 'nobody can climb any more', 'ants.end.turn limit reached': 'the last turn is played', 'ants.end.not recorded': 'the replay does not say why',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Ameisen', 'figure.score': 'Punkte', 'figure.ants': 'Ameisen', 'figure.hills': 'Hügel', 'figure.hive': 'Futter im Vorrat',
  'option.map': 'Karte', 'option.turns': 'Runden', 'option.viewradius2': 'Ameisen sehen (Radius²)', 'option.attackradius2': 'Ameisen kämpfen (Radius²)', 'option.spawnradius2': 'Ameisen sammeln (Radius²)',
  'option.food': 'Futter', 'option.food=symmetric': 'Gleich für alle', 'option.food=none': 'Keines', 'option.food-rate': 'Futter je Spieler', 'option.food-turn': 'in so vielen Runden',
  'option.food-start': 'Futter zu Beginn, eines auf so vielen Feldern', 'option.food-visible': 'davon in Sicht eines Hügels', 'option.cutoff-turn': 'Aus nach so vielen Runden Übermacht',
  'option.cutoff-percent': 'Übermacht, Prozent', 'option.random': 'Zufallszahlen', 'option.player-seed': 'Seed der Spieler', 'option.contest': 'Vorgaben des Wettbewerbs', 'option.keep-going': 'Fehler kosten nur den Zug', 'option.capture-errors': 'Fehlerausgabe aufheben', 'option.strict': 'Streng', 'option.scenario': 'Szenario',
  'mark.razed': 'Zerstörte Hügel', 'mark.eliminated': 'Ohne Ameisen', 'mark.removed': 'Ausgeschieden', 'mark.died': 'Tode', 'mark.born': 'Geburten', 'mark.gathered': 'Gesammelt',
  'ants.square': 'Feld (Zeile, Spalte)', 'ants.owner': 'Besitzer', 'ants.ant': 'Ameise von {name}', 'ants.hillOf': 'Hügel von {name}', 'ants.food': 'Futter', 'ants.water': 'Wasser', 'ants.land': 'Land',
  'ants.hill': 'Hügel', 'ants.stands': 'von {name}', 'ants.isRazed': 'von {name}, zerstört', 'ants.went': 'Ging', 'ants.enemies': 'Feinde in Reichweite', 'ants.state': 'Zustand', 'ants.nothing': 'Hier ist nichts',
  'ants.drawings': 'Zeichnungen von {name}', 'ants.note': 'Notiz von {name}', 'ants.noteIn': 'Notiz von {name}: {layer}', 'ants.layer.notes': 'Notizen', 'ants.layer.missions': 'Missionen', 'ants.layer.clusters': 'Cluster', 'ants.layer.influence': 'Einfluss', 'ants.layer.combat': 'Kampf',
  'ants.refusedOrder': 'Abgelehnt', 'ants.way.n': '↑ nach Norden', 'ants.way.e': '→ nach Osten', 'ants.way.s': '↓ nach Süden', 'ants.way.w': '← nach Westen', 'ants.way.none': 'nirgendwohin',
  'ants.survived': 'Spielt', 'ants.eliminated': 'Hat keine Ameisen', 'ants.crashed': 'Abgestürzt', 'ants.timeout': 'Zeit abgelaufen', 'ants.invalid': 'Unerlaubter Befehl',
  'ants.tell.removed': '{name} scheidet aus: {why}.', 'ants.tell.eliminated': '{name} hat keine Ameisen mehr.', 'ants.tell.razed': '{name} zerstört einen Hügel.',
  'ants.tell.refused': '{name}: {order} wird abgelehnt, {why}.', 'ants.tell.over': 'Das Spiel ist aus: {why}.', 'ants.tell.fell': 'Ameisen fallen im Kampf: {shares}.',
  'ants.tell.collided': 'Ameisen stoßen zusammen und sterben: {shares}.', 'ants.tell.born': 'Ameisen schlüpfen: {shares}.', 'ants.tell.food': 'Neues Futter: {count}.',
  'ants.tell.gathered': 'Futter wird gesammelt: {shares}.', 'ants.tell.lost': 'Futter geht zwischen Feinden verloren.',
  'ants.why.unknown action': 'unbekannte Aktion', 'ants.why.incorrectly formatted order': 'Befehl in falscher Form', 'ants.why.invalid row or col': 'ungültige Zeile oder Spalte',
  'ants.why.invalid direction': 'ungültige Richtung', 'ants.why.duplicate order': 'doppelter Befehl', 'ants.why.not player ant': 'keine eigene Ameise', 'ants.why.out of bounds': 'außerhalb des Bretts',
  'ants.why.move blocked': 'Weg versperrt', 'ants.why.incorrectly formatted drawing': 'Zeichnung in falscher Form',
  'ants.end.extermination': 'niemand hat Ameisen', 'ants.end.lone survivor': 'einer ist übrig', 'ants.end.food not being gathered': 'Futter wird nicht gesammelt',
  'ants.end.ants not razing hills': 'einer hat fast alles und zerstört keinen Hügel', 'ants.end.rank stabilized': 'niemand kann mehr aufsteigen', 'ants.end.turn limit reached': 'die letzte Runde ist gespielt', 'ants.end.not recorded': 'die Aufzeichnung sagt nicht, warum',
};

export const words = { en, de };
