/**
 * The inspector's description of a field or a player in the current round.
 */

import { parse } from 'wag/games/gems/selection.js';
import { refusedFacts, refusedIn } from 'wag/shell/refusals.js';
import { spot, tell } from 'wag/games/gems/event-texts.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Talk} Talk */
/** @typedef {import('../../shell/game.js').Description} Description */
/** @typedef {import('../../shell/game.js').Fact} Fact */

/** @param {Step} step @param {string} selection @param {Talk} talk @returns {Description} */
export function describe(step, selection, talk) {
  const thing = parse(selection);
  if (thing?.kind === 'tile') return describeTile(step, thing.x, thing.y, talk);
  if (thing?.kind === 'player') return describePlayer(step, thing.seat, talk);
  return { title: talk.t('gems.nothing'), seat: null, facts: [] };
}

/** @param {string|undefined} letter @param {Talk} talk */
function tileName(letter, { t }) {
  if (!letter) return t('gems.empty');
  return /^[1-5]$/.test(letter) ? t('gems.bomb', { value: letter }) : t('gems.stone', { colour: t(`gems.${letter}`) });
}

/** @param {Step} step @param {number} x @param {number} y @param {Talk} talk @returns {Description} */
function describeTile(step, x, y, talk) {
  const { t } = talk;
  const [before, after] = [step.before, step.after].map((state) => state.field[x]?.[y]);
  /** @type {Fact[]} */
  const facts = [{ label: t('gems.place'), value: spot([x, y]) }];
  if (step.round > 0 && before !== after) facts.push({ label: t('gems.before'), value: tileName(before, talk) });
  const swap = eventsOf(step).find((event) => event.type === 'swapped' && [event.from, event.to].some(([a, b]) => a === x && b === y));
  if (swap) facts.push({ label: t('gems.happened'), value: tell(swap, talk)?.text ?? '', at: ordersOf(step)[0]?.at });
  const worth = after && t(`gems.worth.${/^[1-5]$/.test(after) ? 'bombs' : after}`, step.scene.rules);
  if (worth) facts.push({ label: t('gems.worth'), value: worth });
  return { title: tileName(after, talk), seat: null, facts };
}

/** @param {Step} step @param {number} seat @param {Talk} talk @returns {Description} */
function describePlayer(step, seat, talk) {
  const { t } = talk;
  const player = step.after.players[seat - 1];
  const figures = /** @type {const} */ (['life', 'shield', 'red', 'yellow', 'green', 'lilac']);
  /** @type {Fact[]} */
  const facts = figures.map((name) => ({ label: t(`figure.${name}`), value: String(player[name]) }));
  const order = ordersOf(step, seat)[0];
  if (order) facts.push({ label: t('gems.order'), value: orderName(order, talk), at: order.at, calls: order.calls });
  facts.push(...refusedFacts(refusedIn(step, seat), t('gems.order'), talk));
  for (const event of eventsOf(step)) {
    if (event.seat === seat) facts.push({ label: t('gems.happened'), value: tell(event, talk)?.text ?? '' });
  }
  if (!step.after.over) facts.push({ label: t('gems.next'), value: talk.name(step.after.mover) });
  return { title: talk.name(seat), seat, facts };
}

/** @param {import('../../shell/frames.js').Order} order @param {Talk} talk */
function orderName(order, { t }) {
  return order.swap ? `${spot(order.swap[0])} ↔ ${spot(order.swap[1])}` : t('gems.noMove');
}

/** @param {Step} step @param {number} [seat] */
function ordersOf(step, seat) {
  return step.turns.flatMap((turn) => (turn.orders ?? []).filter((orders) => !seat || orders.seat === seat).flatMap((orders) => orders.list));
}

/** @param {Step} step */
function eventsOf(step) {
  return step.turns.flatMap((turn) => turn.events ?? []);
}
