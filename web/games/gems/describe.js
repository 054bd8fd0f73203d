/**
 * The inspector's description of a field or a player in the current round.
 */

import { parseSelection } from 'wag/games/gems/selection.js';
import { refusalFacts, refusalsOf } from 'wag/shell/panels/refusals.js';
import { formatField, describeEvent } from 'wag/games/gems/event-texts.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Description} Description */
/** @typedef {import('../../shell/game.js').Fact} Fact */

/** @param {Step} step @param {string} selection @param {Localizer} localizer @returns {Description} */
export function describe(step, selection, localizer) {
  const target = parseSelection(selection);
  if (target?.kind === 'tile') return describeTile(step, target.x, target.y, localizer);
  if (target?.kind === 'player') return describePlayer(step, target.seat, localizer);
  return { title: localizer.t('gems.nothing'), seat: null, facts: [] };
}

/** @param {string|undefined} letter @param {Localizer} localizer */
function tileName(letter, { t }) {
  if (!letter) return t('gems.empty');
  return /^[1-5]$/.test(letter)
    ? t('gems.bomb', { value: letter })
    : t('gems.stone', { colour: t(`gems.${letter}`) });
}

/** @param {Step} step @param {number} x @param {number} y @param {Localizer} localizer @returns {Description} */
function describeTile(step, x, y, localizer) {
  const { t } = localizer;
  const [before, after] = [step.before, step.after].map((state) => state.field[x]?.[y]);
  /** @type {Fact[]} */
  const facts = [{ label: t('gems.place'), value: formatField([x, y]) }];
  if (step.round > 0 && before !== after)
    facts.push({ label: t('gems.before'), value: tileName(before, localizer) });
  const swap = eventsOf(step).find(
    (event) => event.type === 'swapped' && [event.from, event.to].some(([a, b]) => a === x && b === y),
  );
  if (swap)
    facts.push({
      label: t('gems.happened'),
      value: describeEvent(swap, localizer)?.text ?? '',
      at: ordersOf(step)[0]?.at,
    });
  const worth = after && t(`gems.worth.${/^[1-5]$/.test(after) ? 'bombs' : after}`, step.scene.rules);
  if (worth) facts.push({ label: t('gems.worth'), value: worth });
  return { title: tileName(after, localizer), seat: null, facts };
}

/** @param {Step} step @param {number} seat @param {Localizer} localizer @returns {Description} */
function describePlayer(step, seat, localizer) {
  const { t } = localizer;
  const player = step.after.players[seat - 1];
  const figures = /** @type {const} */ (['life', 'shield', 'red', 'yellow', 'green', 'lilac']);
  /** @type {Fact[]} */
  const facts = figures.map((name) => ({ label: t(`figure.${name}`), value: String(player[name]) }));
  const order = ordersOf(step, seat)[0];
  if (order)
    facts.push({
      label: t('gems.order'),
      value: orderName(order, localizer),
      at: order.at,
      calls: order.calls,
    });
  facts.push(...refusalFacts(refusalsOf(step, seat), t('gems.order'), localizer));
  for (const event of eventsOf(step)) {
    if (event.seat === seat)
      facts.push({ label: t('gems.happened'), value: describeEvent(event, localizer)?.text ?? '' });
  }
  if (!step.after.over) facts.push({ label: t('gems.next'), value: localizer.name(step.after.mover) });
  return { title: localizer.name(seat), seat, facts };
}

/** @param {import('../../shell/replay/frames.js').Order} order @param {Localizer} localizer */
function orderName(order, { t }) {
  return order.swap ? `${formatField(order.swap[0])} ↔ ${formatField(order.swap[1])}` : t('gems.noMove');
}

/** @param {Step} step @param {number} [seat] */
function ordersOf(step, seat) {
  return step.turns.flatMap((turn) =>
    (turn.orders ?? []).filter((orders) => !seat || orders.seat === seat).flatMap((orders) => orders.list),
  );
}

/** @param {Step} step */
function eventsOf(step) {
  return step.turns.flatMap((turn) => turn.events ?? []);
}
