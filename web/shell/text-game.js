/**
 * Displays a match of a game that this page cannot draw, as text: players, output and events.
 */

/** @typedef {import('./frames.js').GameEvent} GameEvent */

/** @param {string} name @returns {import('./game.js').GameView} */
export function plainGame(name) {
  return {
    name,
    isText: true,
    words: {},
    open: () => null,
    copy: () => null,
    play: () => {},
    bounds: () => ({ width: 1, height: 1 }),
    paintGround: () => {},
    draw: () => {},
    preview: () => {},
    pick: () => null,
    place: () => null,
    whereabouts: () => null,
    seat: () => null,
    list: () => [],
    trail: () => [],
    describe: () => ({ title: '', seat: null, facts: [] }),
    tell: (event) => ({ text: inWords(event), selection: null, seat: Number.isInteger(event.seat) ? event.seat : null, weight: 0 }),
    columns: [],
    score: () => ({ cells: [], out: false }),
    marks: [],
  };
}

/** @param {GameEvent} event */
function inWords({ type, ...facts }) {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [type, told.join(', ')].filter(Boolean).join(': ').slice(0, 300);
}
