/**
 * Texts about squares, players and events.
 */

import { STEPS, keyOf, movesIn, within, wrapped } from 'wag/games/ants/state.js';
import { isPlainNote, notesAt, squaresIn } from 'wag/games/ants/overlay.js';
import { parseSelection } from 'wag/games/ants/selection.js';
import { textOr } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Fact} Fact */
/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */

/** Row and column, as in the game's texts. @param {number[]} square */
const formatSquare = ([row, col]) => `(${row}, ${col})`;

/** @param {Step} step @param {string} selection @param {Localizer} localizer @param {Set<string>} [hidden] ids of hidden layers @returns {import('../../shell/game.js').Description} */
export function describe(step, selection, localizer, hidden) {
  const target = parseSelection(selection);
  if (target && 'at' in target) return describeSquare(step, [target.at[1], target.at[0]], localizer, hidden);
  if (target && step.after.players[target.seat - 1]) return describePlayer(step, target.seat, localizer);
  return { title: localizer.t('ants.nothing'), seat: null, facts: [] };
}

/** Returns links to the squares named in a text. @param {string} text */
function linksIn(text) {
  return squaresIn(text).map((square) => ({
    text: formatSquare(square),
    selection: `f${square[1]},${square[0]}`,
  }));
}

/** Returns the author of a note, and its layer. @param {{seat: number, layer: string}} note @param {Localizer} localizer */
function noteLabel({ seat, layer }, { t, name }) {
  return isPlainNote(layer)
    ? t('ants.note', { name: name(seat) })
    : t('ants.noteIn', { name: name(seat), layer: textOr(t, `ants.layer.${layer}`, layer) });
}

/** @param {Step} step @param {number} seat @param {Localizer} localizer */
function describePlayer({ after, turns }, seat, { t, name }) {
  const { score, hive, status } = after.players[seat - 1];
  const refused = turns
    .flatMap((turn) => turn.events ?? [])
    .filter((event) => event.type === 'refused' && event.seat === seat);
  /** @type {Fact[]} */
  const facts = [
    { label: t('figure.score'), value: String(score) },
    { label: t('figure.ants'), value: String(antsOf(after, seat)) },
    { label: t('figure.hills'), value: String(hillsOf(after, seat)) },
    { label: t('figure.hive'), value: String(hive) },
    {
      label: t('ants.state'),
      value: t(`ants.${status}`),
      ...(status === 'survived' ? {} : { tone: /** @type {const} */ ('bad') }),
    },
    ...refused.slice(0, 20).map((event) => ({
      label: t('ants.refusedOrder'),
      value: `${event.order}: ${t(`ants.why.${event.why}`)}`,
      tone: /** @type {const} */ ('bad'),
    })),
  ];
  return { title: name(seat), seat, facts };
}

/** @param {Step} step @param {number[]} square @param {Localizer} localizer @param {Set<string>} [hidden] */
function describeSquare(step, square, { t, name }, hidden) {
  const { scene, after } = step;
  const is = (/** @type {number[]} */ target) => target[0] === square[0] && target[1] === square[1];
  const [ant, hill, food] = [after.ants.find(is), after.hills.find(is), after.food.some(is)];
  const owner = ant?.[2] ?? hill?.[2] ?? null;
  const links = owner ? [{ text: name(owner), selection: `p${owner}` }] : [];
  /** @type {Fact[]} */
  const facts = [{ label: t('ants.square'), value: formatSquare(square) }];
  if (owner) facts.push({ label: t('ants.owner'), value: '', links });
  if (ant) {
    const came = directionOf(step, square);
    facts.push({ label: t('ants.went'), value: t(came ? `ants.way.${came}` : 'ants.way.none') });
    facts.push({ label: t('ants.enemies'), value: String(enemiesOf(scene, after, ant)) });
  }
  if (hill)
    facts.push({
      label: t('ants.hill'),
      value: t(hill[3] ? 'ants.stands' : 'ants.isRazed', { name: name(hill[2]) }),
    });
  for (const note of notesAt(step, [square[1], square[0]], hidden))
    facts.push({ label: noteLabel(note, { t, name }), value: note.text, links: linksIn(note.text) });
  if (ant) return { title: t('ants.ant', { name: name(ant[2]) }), seat: ant[2], facts };
  if (hill) return { title: t('ants.hillOf', { name: name(hill[2]) }), seat: hill[2], facts };
  const ground = scene.rows[square[0]]?.[square[1]] === '%' ? 'ants.water' : 'ants.land';
  return { title: t(food ? 'ants.food' : ground), seat: null, facts };
}

/** Returns the direction from which the ant on a square has come. @param {Step} step @param {number[]} square */
function directionOf({ scene, turns }, [row, col]) {
  const moves = movesIn(
    scene,
    turns.flatMap((turn) => turn.events ?? []),
  );
  const came = (/** @type {string} */ way) =>
    moves.get(keyOf(scene, ...wrapped(scene, row - STEPS[way][0], col - STEPS[way][1]))) === way;
  return Object.keys(STEPS).find(came) ?? null;
}

/** Returns the number of enemies that an ant can fight. @param {any} scene @param {any} state @param {number[]} ant */
function enemiesOf(scene, state, [row, col, owner]) {
  const near = new Set(
    within(scene.attackradius2).map(([down, right]) =>
      keyOf(scene, ...wrapped(scene, row + down, col + right)),
    ),
  );
  return state.ants.filter(
    (/** @type {number[]} */ other) => other[2] !== owner && near.has(keyOf(scene, other[0], other[1])),
  ).length;
}

/** @param {any} state @param {number} seat */
export function antsOf(state, seat) {
  return state.ants.filter((/** @type {number[]} */ ant) => ant[2] === seat).length;
}

/** @param {any} state @param {number} seat */
export function hillsOf(state, seat) {
  return state.hills.filter((/** @type {any[]} */ hill) => hill[2] === seat && hill[3]).length;
}

/** @param {GameEvent} event @param {Localizer} localizer @returns {import('../../shell/game.js').Sentence|null} */
export function describeEvent(event, { t, name }) {
  /** @param {number} weight @param {string} text @param {number|null} seat @param {string|null} selection */
  const sentence = (weight, text, seat, selection) => ({ text, selection, seat, weight });
  const ofPlayer = (/** @type {number} */ weight, /** @type {string} */ text) =>
    sentence(weight, text, event.seat, `p${event.seat}`);
  const first = (/** @type {number[][]} */ squares) => `f${squares[0][1]},${squares[0][0]}`;
  const shares = (/** @type {number[][]} */ ants) =>
    [...new Set(ants.map((ant) => ant[2]))]
      .map((seat) => `${name(seat)} ${ants.filter((ant) => ant[2] === seat).length}`)
      .join(', ');
  if (event.type === 'removed')
    return ofPlayer(2, t('ants.tell.removed', { name: name(event.seat), why: t(`ants.${event.why}`) }));
  if (event.type === 'eliminated') return ofPlayer(2, t('ants.tell.eliminated', { name: name(event.seat) }));
  if (event.type === 'razed') return ofPlayer(2, t('ants.tell.razed', { name: name(event.seat) }));
  if (event.type === 'refused')
    return ofPlayer(
      1,
      t('ants.tell.refused', { name: name(event.seat), order: event.order, why: t(`ants.why.${event.why}`) }),
    );
  if (event.type === 'over')
    return sentence(2, t('ants.tell.over', { why: t(`ants.end.${event.cutoff}`) }), null, null);
  if (event.type === 'died')
    return sentence(
      0,
      t(event.fought ? 'ants.tell.fell' : 'ants.tell.collided', { shares: shares(event.ants) }),
      null,
      first(event.ants),
    );
  if (event.type === 'born')
    return sentence(0, t('ants.tell.born', { shares: shares(event.ants) }), null, first(event.ants));
  if (event.type === 'food')
    return sentence(0, t('ants.tell.food', { count: event.food.length }), null, first(event.food));
  if (event.type !== 'gathered') return null;
  const won = event.food.filter((/** @type {any[]} */ one) => one[2]);
  return sentence(
    0,
    won.length ? t('ants.tell.gathered', { shares: shares(won) }) : t('ants.tell.lost'),
    null,
    first(event.food),
  );
}
