/**
 * The words of Warriors & Gatherers.
 */

/** @type {Record<string, string>} */
const en = {
  'game.title': 'Warriors & Gatherers', 'game.about': 'Four AIs gather resources, build units and fight across a board',
  'option.map': 'Map', 'option.map.help': 'A built-in map, or a .map file of the folder.', 'option.rounds': 'Rounds', 'option.rounds.help': 'Empty: as many as the rules say, usually 1000.',
  'option.rules': 'Rules', 'option.rules.help': 'The usual numbers, or a .json file of the folder.', 'option.rules=usual': 'As usual',
  'notice.out': 'Is out: no units and no resources are left.', 'notice.stands_still': 'Its units stand still from now on: too many turns were lost.', 'notice.gone': 'The AI has ended: its units stand still from now on.',
  'board.hint': 'W, A, S, D move a cursor over the fields, Enter inspects one; a full stop goes through the units of a player.', 'events.all': 'Moves and spawns too', 'help.select': 'Previous and next unit of the player',
  'figure.stock': 'Stock', 'figure.units': 'Units', 'figure.kills': 'Fights won', 'figure.losses': 'Units lost',
  'mark.fight': 'Fights', 'mark.loss': 'Losses', 'mark.delivery': 'Deliveries',
  'warriors.WARRIOR': 'Warrior', 'warriors.GATHERER': 'Gatherer',
  'warriors.NORTH': '↑ North', 'warriors.SOUTH': '↓ South', 'warriors.EAST': '→ East', 'warriors.WEST': '← West', 'warriors.STAY': 'Stay',
  'warriors.field.LAND': 'Land', 'warriors.field.WATER': 'Water', 'warriors.field.WALL': 'Wall', 'warriors.field.RESOURCE': 'Resource field',
  'warriors.unit': 'Unit {id}', 'warriors.unitOf': '{name}’s unit {id}', 'warriors.base': 'Base', 'warriors.baseOf': 'Base of {name}',
  'warriors.fieldAt': 'Field {at}', 'warriors.fieldType': 'Terrain', 'warriors.lying': 'Lying here', 'warriors.onIt': 'On it',
  'warriors.owner': 'Owner', 'warriors.position': 'Position', 'warriors.inBase': '{at}, in its base', 'warriors.cargo': 'Cargo', 'warriors.ofMost': '{amount} of {most}',
  'warriors.lastMove': 'Last move', 'warriors.order': 'Order', 'warriors.noOrder': 'None this round', 'warriors.outcome': 'What happened',
  'warriors.stayed': 'Stayed where it was', 'warriors.state': 'State', 'warriors.notThere': 'Not on the board in this round', 'warriors.isOut': 'Out: no units, no resources',
  'warriors.nothing': 'Nothing there', 'warriors.show': 'Show', 'warriors.inside': 'Inside', 'warriors.nobody': 'Nobody',
  'warriors.amount': '{amount} resources', 'warriors.counts': '{warriors} warriors, {gatherers} gatherers', 'warriors.create': 'Create {unit}',
  'warriors.created': '{name} creates {unit} {id}.', 'warriors.creationRefused': '{name} can’t afford a {unit}.',
  'warriors.moveRefused': '{unit}: order {direction} refused.', 'warriors.moved': '{unit} goes from {from} to {to}.', 'warriors.blockedBy': '{unit} is blocked by {what}.',
  'warriors.attackWon': '{attacker} beats {defender} at {at} (odds {odds}).', 'warriors.attackLost': '{attacker} attacks {defender} at {at} and falls (odds {odds}).',
  'warriors.pickedUp': '{unit} picks up {amount} at {at}.', 'warriors.delivered': '{unit} delivers {amount}.', 'warriors.spawned': '{amount} appear at {at}.',
  'warriors.out': '{name} is out.', 'warriors.ended': 'The match is over; the winners are {names}.', 'warriors.ended.one': 'The match is over; the winner is {names}.',
  'warriors.by.edge': 'the edge of the board', 'warriors.by.water': 'water', 'warriors.by.wall': 'a wall', 'warriors.by.base': 'a foreign base', 'warriors.by.unit': 'a unit',
  'warriors.byUnit': '{unit}', 'warriors.byBase': 'the base of {name}',
  'warriors.wasCreated': 'Was created', 'warriors.hasMoved': 'Moved from {from} to {to}', 'warriors.wasBlocked': '{direction}: blocked by {what}',
  'warriors.orderRefused': 'Order {direction} refused: the unit had one already, or is gone', 'warriors.hasPickedUp': 'Picked up {amount} at {at}', 'warriors.hasDelivered': 'Delivered {amount}',
  'warriors.attackedWon': 'Attacked {unit} at {at} and won (odds {odds})', 'warriors.attackedLost': 'Attacked {unit} at {at} and fell (odds {odds}); dropped {dropped}',
  'warriors.defendedWon': 'Attacked by {unit}: held {at} (odds {odds})', 'warriors.defendedLost': 'Attacked by {unit}: fell at {at} (odds {odds}); dropped {dropped}',
};

/** @type {Record<string, string>} */
const de = {
  'game.title': 'Warriors & Gatherers', 'game.about': 'Vier KIs sammeln Ressourcen, bauen Einheiten und kämpfen auf einem Spielfeld',
  'option.map': 'Karte', 'option.map.help': 'Eine eingebaute Karte oder eine .map-Datei des Ordners.', 'option.rounds': 'Runden', 'option.rounds.help': 'Leer: so viele, wie die Regeln sagen, meist 1000.',
  'option.rules': 'Regeln', 'option.rules.help': 'Die üblichen Zahlen oder eine .json-Datei des Ordners.', 'option.rules=usual': 'Wie üblich',
  'notice.out': 'Ist ausgeschieden: keine Einheiten, keine Ressourcen mehr.', 'notice.stands_still': 'Ab jetzt stehen die Einheiten still: Zu viele Züge gingen verloren.', 'notice.gone': 'Die KI hat sich beendet: Ab jetzt stehen die Einheiten still.',
  'board.hint': 'W, A, S, D bewegen einen Zeiger über die Felder, Return zeigt eines genau; der Punkt geht durch die Einheiten eines Spielers.', 'events.all': 'Auch Schritte und neue Ressourcen', 'help.select': 'Vorige und nächste Einheit des Spielers',
  'figure.stock': 'Vorrat', 'figure.units': 'Einheiten', 'figure.kills': 'Siege', 'figure.losses': 'Verluste',
  'mark.fight': 'Kämpfe', 'mark.loss': 'Verluste', 'mark.delivery': 'Lieferungen',
  'warriors.WARRIOR': 'Krieger', 'warriors.GATHERER': 'Sammler',
  'warriors.NORTH': '↑ Norden', 'warriors.SOUTH': '↓ Süden', 'warriors.EAST': '→ Osten', 'warriors.WEST': '← Westen', 'warriors.STAY': 'Bleiben',
  'warriors.field.LAND': 'Land', 'warriors.field.WATER': 'Wasser', 'warriors.field.WALL': 'Wand', 'warriors.field.RESOURCE': 'Ressourcenfeld',
  'warriors.unit': 'Einheit {id}', 'warriors.unitOf': 'Einheit {id} von {name}', 'warriors.base': 'Basis', 'warriors.baseOf': 'Basis von {name}',
  'warriors.fieldAt': 'Feld {at}', 'warriors.fieldType': 'Gelände', 'warriors.lying': 'Liegt hier', 'warriors.onIt': 'Darauf',
  'warriors.owner': 'Besitzer', 'warriors.position': 'Position', 'warriors.inBase': '{at}, in der Basis', 'warriors.cargo': 'Ladung', 'warriors.ofMost': '{amount} von {most}',
  'warriors.lastMove': 'Letzter Zug', 'warriors.order': 'Befehl', 'warriors.noOrder': 'Keiner in dieser Runde', 'warriors.outcome': 'Was geschah',
  'warriors.stayed': 'Blieb, wo sie war', 'warriors.state': 'Zustand', 'warriors.notThere': 'In dieser Runde nicht auf dem Feld', 'warriors.isOut': 'Ausgeschieden: keine Einheiten, keine Ressourcen',
  'warriors.nothing': 'Hier ist nichts', 'warriors.show': 'Zeigen', 'warriors.inside': 'Darin', 'warriors.nobody': 'Niemand',
  'warriors.amount': '{amount} Ressourcen', 'warriors.counts': '{warriors} Krieger, {gatherers} Sammler', 'warriors.create': '{unit} erzeugen',
  'warriors.created': '{name} erzeugt {unit} {id}.', 'warriors.creationRefused': '{name} kann sich keinen {unit} leisten.',
  'warriors.moveRefused': '{unit}: Befehl {direction} abgelehnt.', 'warriors.moved': '{unit} geht von {from} nach {to}.', 'warriors.blockedBy': '{unit} kommt nicht weiter: {what}.',
  'warriors.attackWon': '{attacker} schlägt {defender} auf {at} (Chance {odds}).', 'warriors.attackLost': '{attacker} greift {defender} auf {at} an und fällt (Chance {odds}).',
  'warriors.pickedUp': '{unit} nimmt {amount} auf {at} auf.', 'warriors.delivered': '{unit} liefert {amount} ab.', 'warriors.spawned': '{amount} erscheinen auf {at}.',
  'warriors.out': '{name} ist ausgeschieden.', 'warriors.ended': 'Das Spiel ist zu Ende; es gewinnen {names}.', 'warriors.ended.one': 'Das Spiel ist zu Ende; es gewinnt {names}.',
  'warriors.by.edge': 'Rand des Spielfelds', 'warriors.by.water': 'Wasser', 'warriors.by.wall': 'Wand', 'warriors.by.base': 'fremde Basis', 'warriors.by.unit': 'eine Einheit',
  'warriors.byUnit': '{unit}', 'warriors.byBase': 'Basis von {name}',
  'warriors.wasCreated': 'Wurde erzeugt', 'warriors.hasMoved': 'Ging von {from} nach {to}', 'warriors.wasBlocked': '{direction}: kein Weg, {what}',
  'warriors.orderRefused': 'Befehl {direction} abgelehnt: Die Einheit hatte schon einen oder ist nicht mehr da', 'warriors.hasPickedUp': 'Nahm {amount} auf {at} auf', 'warriors.hasDelivered': 'Lieferte {amount} ab',
  'warriors.attackedWon': 'Griff {unit} auf {at} an und siegte (Chance {odds})', 'warriors.attackedLost': 'Griff {unit} auf {at} an und fiel (Chance {odds}); verlor {dropped}',
  'warriors.defendedWon': 'Angegriffen von {unit}: hielt {at} (Chance {odds})', 'warriors.defendedLost': 'Angegriffen von {unit}: fiel auf {at} (Chance {odds}); verlor {dropped}',
};

export const words = { en, de };
