/**
 * The smallest possible game: a counter on one row. It tests that the shell knows no game.
 */

/** @type {import('../shell/game.js').GameDisplay} */
const stub = {
  name: 'stub',
  texts: { en: { 'stub.points': 'Points' }, de: { 'stub.points': 'Punkte' } },
  open: (_scene, frame) => ({ at: frame.at }),
  copy: (state) => ({ ...state }),
  applyTurn: (_scene, state, turn) => {
    for (const event of turn.events ?? []) state.at += event.by;
  },
  bounds: (scene) => ({ width: scene.width, height: 1 }),
  paintGround: (ctx, scene, view) => {
    ctx.fillStyle = '#888';
    ctx.fillRect(view.left, view.top, view.scale * scene.width, view.scale);
  },
  draw: (ctx, { step, viewport }) => {
    ctx.fillStyle = '#000';
    ctx.fillRect(
      viewport.left + step.after.at * viewport.scale,
      viewport.top,
      viewport.scale,
      viewport.scale,
    );
  },
  preview: () => {},
  pick: (step, x, y) =>
    y === 0 && x >= 0 && x < step.scene.width ? (x === step.after.at ? 'counter' : null) : null,
  positionOf: (step, selection) => (selection === 'counter' ? [step.after.at, 0] : null),
  drawnAt: (picture, selection) => (selection === 'counter' ? [picture.step.after.at, 0] : null),
  ownerOf: () => null,
  selectionsOf: () => ['counter'],
  trail: () => [],
  describe: (step) => ({
    title: 'Counter',
    seat: null,
    facts: [{ label: 'At', value: String(step.after.at) }],
  }),
  describeEvent: (event) => ({ text: `on by ${event.by}`, selection: 'counter', seat: 1, weight: 1 }),
  columns: ['stub.points'],
  score: (state) => ({ cells: [state.at], out: false }),
  marks: [],
};

/** @type {import('../shell/game.js').Game[]} */
export const games = [{ name: 'stub', title: 'Stub', view: stub }];
