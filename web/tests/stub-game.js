/**
 * The smallest possible game: a counter on one row. It tests that the shell knows no game.
 */

/** @type {import('../shell/game.js').GameView} */
const stub = {
  name: 'stub',
  words: { en: { 'stub.points': 'Points' }, de: { 'stub.points': 'Punkte' } },
  open: (_scene, frame) => ({ at: frame.at }),
  copy: (state) => ({ ...state }),
  play: (_scene, state, turn) => {
    for (const event of turn.events ?? []) state.at += event.by;
  },
  bounds: (scene) => ({ width: scene.width, height: 1 }),
  paintGround: (ctx, scene, view) => {
    ctx.fillStyle = '#888';
    ctx.fillRect(view.left, view.top, view.scale * scene.width, view.scale);
  },
  draw: (ctx, { step, view }) => {
    ctx.fillStyle = '#000';
    ctx.fillRect(view.left + step.after.at * view.scale, view.top, view.scale, view.scale);
  },
  preview: () => {},
  pick: (step, x, y) => (y === 0 && x >= 0 && x < step.scene.width ? (x === step.after.at ? 'counter' : null) : null),
  place: (step, selection) => (selection === 'counter' ? [step.after.at, 0] : null),
  whereabouts: (picture, selection) => (selection === 'counter' ? [picture.step.after.at, 0] : null),
  seat: () => null,
  list: () => ['counter'],
  trail: () => [],
  describe: (step) => ({ title: 'Counter', seat: null, facts: [{ label: 'At', value: String(step.after.at) }] }),
  tell: (event) => ({ text: `on by ${event.by}`, selection: 'counter', seat: 1, weight: 1 }),
  columns: ['stub.points'],
  score: (state) => ({ cells: [state.at], out: false }),
  marks: [],
};

/** @type {import('../shell/game.js').Game[]} */
export const games = [{ name: 'stub', title: 'Stub', view: stub }];
