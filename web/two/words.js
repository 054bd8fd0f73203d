/**
 * The words of games for two, by language.
 */

/** @type {Record<string, Record<string, string>>} */
export const words = {
  en: {
    'two.title': 'Games for two', 'two.heading': 'Set up a game for two', 'two.folder': 'Classes from the folder {folder}', 'two.kind': 'What is played',
    'two.one': 'One game', 'two.oneHint': 'Watched move by move; you can play yourself', 'two.tournament': 'A tournament', 'two.tournamentHint': 'Everybody against everybody, twice a round',
    'two.game': 'Game', 'two.gameHint': 'Numbers behind a colon are the game’s own: SimpleNim:21. A game of yours is its file and class: race.py:Race.',
    'two.players': 'Players', 'two.first': 'Begins', 'two.second': 'Second', 'two.playersHint': 'You play yourself as You. Minimax:3 looks three moves ahead. A player of yours is file and class: clever.py:Clever.',
    'two.entrants': 'Who takes part', 'two.more': 'More players, separated by spaces', 'two.moreHint': 'clever.py:Clever Minimax:2', 'two.details': 'Details', 'two.rounds': 'Rounds', 'two.seed': 'Seed', 'two.seedHint': 'by chance',
    'two.limit': 'Seconds per move', 'two.start': 'Start', 'two.return': 'Return starts it.', 'two.back': 'Back to the game', 'two.setup': 'Set up', 'two.again': 'Again', 'two.swap': 'Swap sides', 'two.cancel': 'Cancel',
    'two.against': '{first} against {second}', 'two.seedOf': 'seed {seed}', 'two.board': 'Position', 'two.moves': 'Moves', 'two.noMoves': 'No move yet.', 'two.begin': 'Start', 'two.move': '{n}. {name}: {move}', 'two.shown': 'Move {n} of {all}', 'two.earlier': '… earlier moves: ←',
    'two.firstPosition': 'To the start', 'two.previous': 'One move back', 'two.next': 'One move on', 'two.last': 'To the end',
    'two.yourTurn': 'Your turn.', 'two.turnOf': '{name}: your turn.', 'two.thinks': '{name} is thinking …', 'two.starting': 'The game begins …', 'two.choose': 'Your move', 'two.choice': 'Or its number', 'two.go': 'Play', 'two.resign': 'Resign', 'two.noChoice': 'Type a number from 1 to {n}, or a move as it stands on its button.', 'two.moreMoves': '{n} more moves: type a number from 1 to {all}.',
    'two.won': '{name} has won.', 'two.draw': 'It is a draw.', 'two.void': 'The game counts for nothing.', 'two.at': 'at {place}', 'two.cancelled': 'Cancelled.', 'two.failed': 'This can’t be played: {error}',
    'two.printed': 'What was printed', 'two.nothing': 'Nothing was printed for this move.', 'two.said': '{name} chose {move}.',
    'two.tournamentOf': 'Tournament: {game}', 'two.progress': '{played} of {all} games', 'two.table': 'Table', 'two.games': 'Games', 'two.noGames': 'No game is over yet.', 'two.tableReady': 'The tournament is over.', 'two.playing': 'The games are played …',
    'two.forget': 'Older moves are not kept.',
  },
  de: {
    'two.title': 'Spiele für zwei', 'two.heading': 'Ein Spiel für zwei einrichten', 'two.folder': 'Klassen aus dem Ordner {folder}', 'two.kind': 'Was gespielt wird',
    'two.one': 'Ein Spiel', 'two.oneHint': 'Zug um Zug ansehen oder selbst mitspielen', 'two.tournament': 'Ein Turnier', 'two.tournamentHint': 'Jeder gegen jeden, zweimal je Runde',
    'two.game': 'Spiel', 'two.gameHint': 'Zahlen hinter einem Doppelpunkt gehören zum Spiel: SimpleNim:21. Ein eigenes Spiel ist Datei und Klasse: race.py:Race.',
    'two.players': 'Spieler', 'two.first': 'Beginnt', 'two.second': 'Zweiter', 'two.playersHint': 'Selbst spielt man als You. Minimax:3 denkt drei Züge voraus. Ein eigener Spieler ist Datei und Klasse: clever.py:Clever.',
    'two.entrants': 'Wer mitspielt', 'two.more': 'Weitere Spieler, durch Leerzeichen getrennt', 'two.moreHint': 'clever.py:Clever Minimax:2', 'two.details': 'Genaueres', 'two.rounds': 'Runden', 'two.seed': 'Seed', 'two.seedHint': 'zufällig',
    'two.limit': 'Sekunden je Zug', 'two.start': 'Start', 'two.return': 'Die Return-Taste beginnt.', 'two.back': 'Zurück zum Spiel', 'two.setup': 'Einrichten', 'two.again': 'Noch einmal', 'two.swap': 'Seiten tauschen', 'two.cancel': 'Abbrechen',
    'two.against': '{first} gegen {second}', 'two.seedOf': 'Seed {seed}', 'two.board': 'Stellung', 'two.moves': 'Züge', 'two.noMoves': 'Noch kein Zug.', 'two.begin': 'Anfang', 'two.move': '{n}. {name}: {move}', 'two.shown': 'Zug {n} von {all}', 'two.earlier': '… frühere Züge: ←',
    'two.firstPosition': 'Zum Anfang', 'two.previous': 'Einen Zug zurück', 'two.next': 'Einen Zug weiter', 'two.last': 'Zum Ende',
    'two.yourTurn': 'Du bist am Zug.', 'two.turnOf': '{name}: du bist am Zug.', 'two.thinks': '{name} denkt …', 'two.starting': 'Das Spiel beginnt …', 'two.choose': 'Dein Zug', 'two.choice': 'Oder seine Nummer', 'two.go': 'Ziehen', 'two.resign': 'Aufgeben', 'two.noChoice': 'Eine Zahl von 1 bis {n} eingeben, oder einen Zug, wie er auf seinem Knopf steht.', 'two.moreMoves': '{n} weitere Züge: eine Zahl von 1 bis {all} eingeben.',
    'two.won': '{name} hat gewonnen.', 'two.draw': 'Unentschieden.', 'two.void': 'Das Spiel zählt nicht.', 'two.at': 'in {place}', 'two.cancelled': 'Abgebrochen.', 'two.failed': 'Das lässt sich nicht spielen: {error}',
    'two.printed': 'Ausgaben', 'two.nothing': 'Bei diesem Zug wurde nichts ausgegeben.', 'two.said': '{name} wählt {move}.',
    'two.tournamentOf': 'Turnier: {game}', 'two.progress': '{played} von {all} Spielen', 'two.table': 'Tabelle', 'two.games': 'Spiele', 'two.noGames': 'Noch ist kein Spiel zu Ende.', 'two.tableReady': 'Das Turnier ist zu Ende.', 'two.playing': 'Die Spiele laufen …',
    'two.forget': 'Ältere Züge sind nicht mehr da.',
  },
};
