/**
 * Events as sentences, and the result of a round for one unit.
 */

import { unitKey } from 'wag/games/warriors/selection.js';

/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Sentence} Sentence */

/** @param {[number, number]} at */
export function formatField(at) {
  return `[${at[0]}, ${at[1]}]`;
}

/** @param {number} odds */
export function percent(odds) {
  return `${Math.round(odds * 100)} %`;
}

/** @param {{seat: number, id: number}} unit @param {Localizer} localizer */
export function unitName(unit, localizer) {
  return localizer.t('warriors.unitOf', { id: String(unit.id), name: localizer.name(unit.seat) });
}

/** @type {Record<string, (event: GameEvent, localizer: Localizer) => Sentence>} */
const EVENT_TEXTS = {
  created: (event, { t, name }) =>
    sentence(
      event,
      0,
      t('warriors.created', {
        unit: t(`warriors.${event.unit}`),
        id: String(event.id),
        name: name(event.seat),
      }),
    ),
  creation_refused: (event, { t, name }) => ({
    ...sentence(
      event,
      1,
      t('warriors.creationRefused', { unit: t(`warriors.${event.unit}`), name: name(event.seat) }),
    ),
    selection: `b${event.seat}`,
  }),
  move_refused: (event, localizer) =>
    sentence(
      event,
      1,
      localizer.t('warriors.moveRefused', {
        unit: unitName(event, localizer),
        direction: localizer.t(`warriors.${event.direction}`),
      }),
    ),
  moved: (event, localizer) =>
    sentence(
      event,
      -1,
      localizer.t('warriors.moved', {
        unit: unitName(event, localizer),
        from: formatField(event.from),
        to: formatField(event.to),
      }),
    ),
  blocked: (event, localizer) =>
    sentence(
      event,
      -1,
      localizer.t('warriors.blockedBy', {
        unit: unitName(event, localizer),
        what: obstacle(event, localizer),
      }),
    ),
  fought: (event, localizer) => {
    const winner = event.attacker_won ? event.attacker : event.defender;
    return sentence(
      winner,
      2,
      localizer.t(event.attacker_won ? 'warriors.attackWon' : 'warriors.attackLost', {
        attacker: unitName(event.attacker, localizer),
        defender: unitName(event.defender, localizer),
        at: formatField(event.at),
        odds: percent(event.odds),
      }),
    );
  },
  picked_up: (event, localizer) =>
    sentence(
      event,
      -1,
      localizer.t('warriors.pickedUp', {
        unit: unitName(event, localizer),
        amount: event.amount,
        at: formatField(event.at),
      }),
    ),
  delivered: (event, localizer) =>
    sentence(
      event,
      1,
      localizer.t('warriors.delivered', { unit: unitName(event, localizer), amount: event.amount }),
    ),
  spawned: (event, { t }) => ({
    text: t('warriors.spawned', { amount: event.amount, at: formatField(event.at) }),
    selection: `f${event.at[0]},${event.at[1]}`,
    seat: null,
    weight: -1,
  }),
  out: (event, { t, name }) => ({
    text: t('warriors.out', { name: name(event.seat) }),
    selection: `b${event.seat}`,
    seat: event.seat,
    weight: 2,
  }),
  // The rules do not know who forfeits, so the result names the winners.
  ended: (_event, { t }) => ({
    text: t('warriors.ended'),
    selection: null,
    seat: null,
    weight: 2,
  }),
};

/** @param {GameEvent} event @param {number} weight @param {string} text @returns {Sentence} */
function sentence(event, weight, text) {
  return {
    text,
    selection: event.id === undefined ? null : unitKey(/** @type {any} */ (event)),
    seat: event.seat,
    weight,
  };
}

/** @param {GameEvent} event @param {Localizer} localizer @returns {Sentence|null} */
export function describeEvent(event, localizer) {
  return EVENT_TEXTS[event.type]?.(event, localizer) ?? null;
}

/** Returns what blocked a unit. @param {GameEvent} event @param {Localizer} localizer */
export function obstacle(event, localizer) {
  const blocker = event.blocker;
  if (event.by === 'unit' && blocker)
    return localizer.t('warriors.byUnit', { unit: unitName(blocker, localizer) });
  if (event.by === 'base' && blocker)
    return localizer.t('warriors.byBase', { name: localizer.name(blocker.seat) });
  return localizer.t(`warriors.by.${event.by}`);
}

/**
 * Returns an event's result for a unit, or null if it does not concern the unit.
 * @param {GameEvent} event @param {{seat: number, id: number}} unit @param {Localizer} localizer
 * @returns {{text: string, tone?: 'good'|'bad', selection?: string}|null}
 */
export function unitOutcome(event, unit, localizer) {
  const { t } = localizer;
  if (event.type === 'fought') return fightOutcome(event, unit, localizer);
  if (event.seat !== unit.seat || event.id !== unit.id) return null;
  switch (event.type) {
    case 'created':
      return { text: t('warriors.wasCreated') };
    case 'moved':
      return {
        text: t('warriors.hasMoved', { from: formatField(event.from), to: formatField(event.to) }),
        tone: 'good',
      };
    case 'blocked':
      return {
        text: t('warriors.wasBlocked', {
          direction: t(`warriors.${event.direction}`),
          what: obstacle(event, localizer),
        }),
        tone: 'bad',
        selection: event.blocker?.id === undefined ? undefined : unitKey(event.blocker),
      };
    case 'move_refused':
      return {
        text: t('warriors.orderRefused', { direction: t(`warriors.${event.direction}`) }),
        tone: 'bad',
      };
    case 'picked_up':
      return {
        text: t('warriors.hasPickedUp', { amount: event.amount, at: formatField(event.at) }),
        tone: 'good',
      };
    case 'delivered':
      return { text: t('warriors.hasDelivered', { amount: event.amount }), tone: 'good' };
    default:
      return null;
  }
}

/** @param {GameEvent} event @param {{seat: number, id: number}} unit @param {Localizer} localizer */
function fightOutcome(event, unit, localizer) {
  const attacks = same(event.attacker, unit);
  if (!attacks && !same(event.defender, unit)) return null;
  const other = attacks ? event.defender : event.attacker;
  const won = attacks === event.attacker_won;
  const key = `warriors.${attacks ? 'attacked' : 'defended'}${won ? 'Won' : 'Lost'}`;
  const odds = percent(attacks ? event.odds : 1 - event.odds);
  const text = localizer.t(key, {
    unit: unitName(other, localizer),
    odds,
    at: formatField(event.at),
    dropped: event.dropped,
  });
  return { text, tone: /** @type {'good'|'bad'} */ (won ? 'good' : 'bad'), selection: unitKey(other) };
}

/** @param {{seat: number, id: number}} a @param {{seat: number, id: number}} b */
export function same(a, b) {
  return a.seat === b.seat && a.id === b.id;
}
