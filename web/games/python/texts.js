/**
 * The texts of games in Python. What the game itself says is shown as it is.
 */

export const texts = {
  en: {
    'game.title': 'Game in Python',
    'game.about': 'rules in a Python file',
    'python.cell': 'Cell',
    'python.field': 'Field',
    'python.tile': 'Tile',
    'python.piece': 'Piece',
    'python.owner': 'Owner',
    'python.says': 'Text',
    'python.order': 'Order',
    'python.happened': 'What happened',
    'python.refused': 'The order of {name} was refused: {why}',
    'python.failed': 'The game failed: {why}',
    'python.failedAt': 'The game failed at {place}: {why}',
    'python.free': 'empty',
    'mark.event': 'events',
    'mark.refused': 'refused orders',
    'mark.failed': 'the game failed',
    'asked.hint': 'Choose a move, or click a cell of the board.',
  },
  de: {
    'game.title': 'Spiel in Python',
    'game.about': 'Regeln in einer Python-Datei',
    'python.cell': 'Feld',
    'python.field': 'Ort',
    'python.tile': 'Feldart',
    'python.piece': 'Figur',
    'python.owner': 'Gehört',
    'python.says': 'Text',
    'python.order': 'Zug',
    'python.happened': 'Was geschah',
    'python.refused': 'Der Zug von {name} wurde abgelehnt: {why}',
    'python.failed': 'Das Spielprogramm ist gescheitert: {why}',
    'python.failedAt': 'Das Spielprogramm ist in {place} gescheitert: {why}',
    'python.free': 'leer',
    'mark.event': 'Ereignisse',
    'mark.refused': 'abgelehnte Züge',
    'mark.failed': 'Spielprogramm gescheitert',
    'asked.hint': 'Wähle einen Zug, oder klicke auf ein Feld des Bretts.',
  },
};

/** The texts of the course's games, which come with the program. */
const course = {
  en: {
    titles: {
      TicTacToe: 'Tic-tac-toe',
      ConnectFour: 'Connect four',
      VierGewinnt: 'Connect four',
      Reversi: 'Reversi',
      SimpleNim: 'Nim with one heap',
      Nim: 'Nim',
    },
    options: {
      'option.count': 'Matches in the heap',
      'option.heaps': 'Matches per heap',
      'option.columns': 'Columns',
      'option.rows': 'Rows',
      'option.connect': 'Pieces in a line to win',
      'option.size': 'Side of the board',
    },
  },
  de: {
    titles: {
      TicTacToe: 'Tic-Tac-Toe',
      ConnectFour: 'Vier gewinnt',
      VierGewinnt: 'Vier gewinnt',
      Reversi: 'Reversi',
      SimpleNim: 'Nim mit einem Haufen',
      Nim: 'Nim',
    },
    options: {
      'option.count': 'Hölzer im Haufen',
      'option.heaps': 'Hölzer je Haufen',
      'option.columns': 'Spalten',
      'option.rows': 'Zeilen',
      'option.connect': 'Steine in einer Reihe zum Sieg',
      'option.size': 'Seitenlänge des Bretts',
    },
  },
};

/**
 * Returns the texts of a game of the course by language; none for other games.
 * @param {string} word
 * @returns {Record<string, Record<string, string>>}
 */
export function textsOfGame(word) {
  const own = Object.entries(course).flatMap(([language, { titles, options }]) => {
    const title = Object.entries(titles).find(([name]) => name === word)?.[1];
    return title ? [[language, { 'game.title': title, ...options }]] : [];
  });
  return Object.fromEntries(own);
}
