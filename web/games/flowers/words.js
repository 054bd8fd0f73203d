/**
 * The words of the flower farm.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Flower farm', 'game.about': 'Two farmers buy land, plant, water and harvest; who has harvested more after 100 rounds wins.', 'option.board': 'Special tiles',
  'option.board.help': 'They yield double; a file has a list such as (1,2) (6,5)', 'option.board=random': 'Drawn', 'option.board=picture': "The contest's picture",
  'option.numbers': 'Numbers', 'option.numbers=usual': "The contest's", 'option.rules': 'Rules', 'option.rules=seed': "The contest's text",
  'option.rules=original': "The contest's server", 'option.rounds': 'Rounds', 'option.training': 'Games in a row', 'option.until': 'Broken off in round', 'option.decide': 'Play draws again', 'figure.points': 'Points', 'figure.gold': 'Gold',
  'figure.tiles': 'Land', 'figure.worth': 'Worth', 'mark.lost': 'Lost', 'mark.missed': 'Missed actions', 'mark.void': 'Void actions', 'mark.dug': 'Moles',
  'mark.harvested': 'Harvests', 'flowers.card.water': 'Water', 'flowers.card.mole': 'Mole', 'flowers.card.fertilizer': 'Fertilizer', 'flowers.card.anemone': 'Anemone',
  'flowers.card.blue_jazz': 'BlueJazz', 'flowers.card.crocus': 'Crocus', 'flowers.card.tulip': 'Tulip', 'flowers.do.W': 'Water', 'flowers.do.L': 'Buy land',
  'flowers.do.P': 'Plant', 'flowers.do.C': 'Shop', 'flowers.do.F': 'Fertilize', 'flowers.do.M': 'Mole', 'flowers.do.H': 'Harvest', 'flowers.do.pass': 'Pass',
  'flowers.missed': '{name} misses an action.', 'flowers.lost': '{name} has missed too many actions and loses.', 'flowers.unread': 'no action',
  'flowers.void': '{name}: {what} is void: {why}.', 'flowers.skipped': '{name}: entry {n} is left out: {why}.', 'flowers.bought': '{name} buys {n} tiles: {tiles}.',
  'flowers.paid': '{name} buys {cards}.', 'flowers.planted': '{name} plants {plants}.', 'flowers.watered': '{name} waters {drops}.',
  'flowers.harvested': '{name} harvests {tiles} for {gain}.', 'flowers.fertilized': '{name} fertilizes.', 'flowers.unfertilized': '{name} has no fertilizer.',
  'flowers.dug': '{name} takes {tile} by a mole.', 'flowers.undug': '{name} sends no mole to {tile}: {why}.', 'flowers.rained': 'It rains: {ripe} plants ripen, {dead} die.',
  'flowers.again': 'The game ends with {first} and {second} points; another one begins.', 'flowers.tile': 'Tile {at}', 'flowers.nothing': 'Nothing there', 'flowers.owner': 'Owner', 'flowers.special': 'Yields double',
  'flowers.yes': 'yes', 'flowers.no': 'no', 'flowers.plant': 'Plant', 'flowers.state': 'State', 'flowers.left': 'Rounds to live', 'flowers.worth': 'Worth', 'flowers.dead': 'dead',
  'flowers.ripe': 'ripe', 'flowers.needs': 'needs {n} drops', 'flowers.cards': 'Cards', 'flowers.none': 'none', 'flowers.fertilizer': 'Fertilizer works, rounds',
  'flowers.rain': 'Rain in, rounds', 'flowers.order': 'Action', 'flowers.happened': 'What happened', 'flowers.misses': 'Missed actions', 'flowers.why.NoEntries': 'no entries',
  'flowers.why.NotOneEntry': 'a mole takes one tile', 'flowers.why.OffBoard': 'off the board', 'flowers.why.BelowZero': 'an amount below 0',
  'flowers.why.TooMany': 'more than 100000', 'flowers.why.TooDear': 'too dear', 'flowers.why.NoCard': 'no such card', 'flowers.why.NoSeedCard': 'no seed',
  'flowers.why.NotOwn': 'not the own tile', 'flowers.why.NotFree': 'not free', 'flowers.why.NotNext': 'not next to the own land', 'flowers.why.NoneLeft': 'none left',
  'flowers.why.HasPlant': 'there is a plant', 'flowers.why.NoPlant': 'there is no plant', 'flowers.why.TooDry': 'not so many drops',
  'flowers.why.NotEnemy': "not the enemy's tile", 'asked.hint': 'Choose an action, then click tiles, or what the shop has; each click adds one. “Do it” ends your turn.',
  'flowers.ask.price': 'Costs {price} of {gold} gold', 'flowers.ask.drops': '{n} of {all} drops', 'flowers.ask.undo': 'Undo', 'flowers.ask.clear': 'Clear',
  'flowers.ask.go': 'Do it', 'flowers.ask.empty': 'Nothing chosen yet', 'flowers.ask.void': 'Would be void: {why}', 'flowers.ask.action': 'Action',
  'flowers.ask.entries': 'Chosen',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Blumenfarm', 'game.about': 'Zwei Gärtner kaufen Land, pflanzen, gießen und ernten; wer nach 100 Runden mehr geerntet hat, gewinnt.',
  'option.board': 'Besondere Felder', 'option.board.help': 'Sie tragen doppelt; eine Datei hat eine Liste wie (1,2) (6,5)', 'option.board=random': 'Gezogen',
  'option.board=picture': 'Das Bild des Wettbewerbs', 'option.numbers': 'Zahlen', 'option.numbers=usual': 'Die des Wettbewerbs', 'option.rules': 'Regeln',
  'option.rules=seed': 'Der Text des Wettbewerbs', 'option.rules=original': 'Der Server des Wettbewerbs', 'option.rounds': 'Runden',
  'option.training': 'Spiele hintereinander', 'option.until': 'Abgebrochen in Runde', 'option.decide': 'Unentschieden noch einmal spielen', 'figure.points': 'Punkte', 'figure.gold': 'Gold', 'figure.tiles': 'Land', 'figure.worth': 'Besitz',
  'mark.lost': 'Verloren', 'mark.missed': 'Versäumte Aktionen', 'mark.void': 'Wirkungslose Aktionen', 'mark.dug': 'Maulwürfe', 'mark.harvested': 'Ernten',
  'flowers.card.water': 'Wasser', 'flowers.card.mole': 'Maulwurf', 'flowers.card.fertilizer': 'Dünger', 'flowers.card.anemone': 'Anemone', 'flowers.card.blue_jazz': 'BlueJazz',
  'flowers.card.crocus': 'Krokus', 'flowers.card.tulip': 'Tulpe', 'flowers.do.W': 'Gießen', 'flowers.do.L': 'Land kaufen', 'flowers.do.P': 'Pflanzen', 'flowers.do.C': 'Einkaufen',
  'flowers.do.F': 'Düngen', 'flowers.do.M': 'Maulwurf', 'flowers.do.H': 'Ernten', 'flowers.do.pass': 'Aussetzen', 'flowers.missed': '{name} versäumt eine Aktion.',
  'flowers.lost': '{name} hat zu viele Aktionen versäumt und verliert.', 'flowers.unread': 'keine Aktion', 'flowers.void': '{name}: {what} ist wirkungslos: {why}.',
  'flowers.skipped': '{name}: Eintrag {n} fällt weg: {why}.', 'flowers.bought': '{name} kauft {n} Felder: {tiles}.', 'flowers.paid': '{name} kauft {cards}.',
  'flowers.planted': '{name} pflanzt {plants}.', 'flowers.watered': '{name} gießt {drops}.', 'flowers.harvested': '{name} erntet {tiles} für {gain}.',
  'flowers.fertilized': '{name} düngt.', 'flowers.unfertilized': '{name} hat keinen Dünger.', 'flowers.dug': '{name} nimmt {tile} mit einem Maulwurf.',
  'flowers.undug': '{name} schickt keinen Maulwurf nach {tile}: {why}.', 'flowers.rained': 'Es regnet: {ripe} Pflanzen reifen, {dead} sterben.',
  'flowers.again': 'Das Spiel endet mit {first} und {second} Punkten; ein weiteres beginnt.', 'flowers.tile': 'Feld {at}', 'flowers.nothing': 'Hier ist nichts', 'flowers.owner': 'Besitzer',
  'flowers.special': 'Trägt doppelt', 'flowers.yes': 'ja', 'flowers.no': 'nein', 'flowers.plant': 'Pflanze', 'flowers.state': 'Zustand', 'flowers.left': 'Lebt noch, Runden',
  'flowers.worth': 'Wert', 'flowers.dead': 'tot', 'flowers.ripe': 'reif', 'flowers.needs': 'braucht {n} Tropfen', 'flowers.cards': 'Karten', 'flowers.none': 'keine',
  'flowers.fertilizer': 'Dünger wirkt, Runden', 'flowers.rain': 'Regen in, Runden', 'flowers.order': 'Aktion', 'flowers.happened': 'Was geschah',
  'flowers.misses': 'Versäumte Aktionen', 'flowers.why.NoEntries': 'keine Einträge', 'flowers.why.NotOneEntry': 'ein Maulwurf nimmt ein Feld', 'flowers.why.OffBoard': 'außerhalb',
  'flowers.why.BelowZero': 'eine Menge unter 0', 'flowers.why.TooMany': 'mehr als 100000', 'flowers.why.TooDear': 'zu teuer', 'flowers.why.NoCard': 'so eine Karte gibt es nicht',
  'flowers.why.NoSeedCard': 'kein Samen', 'flowers.why.NotOwn': 'nicht das eigene Feld', 'flowers.why.NotFree': 'nicht frei',
  'flowers.why.NotNext': 'grenzt nicht an das eigene Land', 'flowers.why.NoneLeft': 'nichts übrig', 'flowers.why.HasPlant': 'da ist eine Pflanze',
  'flowers.why.NoPlant': 'da ist keine Pflanze', 'flowers.why.TooDry': 'so viele Tropfen sind nicht da', 'flowers.why.NotEnemy': 'nicht das Feld des Gegners',
  'asked.hint': 'Wähle eine Aktion, dann klicke auf Felder oder Waren; jeder Klick fügt eins hinzu. „Los“ beendet deinen Zug.',
  'flowers.ask.price': 'Kostet {price} von {gold} Gold', 'flowers.ask.drops': '{n} von {all} Tropfen', 'flowers.ask.undo': 'Zurück', 'flowers.ask.clear': 'Leeren',
  'flowers.ask.go': 'Los', 'flowers.ask.empty': 'Noch nichts gewählt', 'flowers.ask.void': 'Wäre wirkungslos: {why}', 'flowers.ask.action': 'Aktion',
  'flowers.ask.entries': 'Gewählt',
};

export const words = { en, de };
