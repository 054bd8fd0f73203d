/**
 * Displays a match of a game that this page cannot draw, as text: players, output and events.
 */

/** @typedef {import('../replay/frames.js').GameEvent} GameEvent */

/** @param {string} name @returns {import('../game.js').GameDisplay} */
export function textGame(name) {
  return {
    name,
    isText: true,
    texts: {},
    open: () => null,
    copy: () => null,
    applyTurn: () => {},
    bounds: () => ({ width: 1, height: 1 }),
    paintGround: () => {},
    draw: () => {},
    preview: () => {},
    pick: () => null,
    positionOf: () => null,
    drawnAt: () => null,
    ownerOf: () => null,
    selectionsOf: () => [],
    trail: () => [],
    describe: () => ({ title: '', seat: null, facts: [] }),
    describeEvent: (event) => ({
      text: eventText(event),
      selection: null,
      seat: Number.isInteger(event.seat) ? event.seat : null,
      weight: 0,
    }),
    columns: [],
    score: () => ({ cells: [], out: false }),
    marks: [],
  };
}

/** @param {GameEvent} event */
function eventText({ type, ...facts }) {
  const values = Object.entries(facts).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [type, values.join(', ')].filter(Boolean).join(': ').slice(0, 300);
}
