/**
 * Events as sentences, and the result of a round for one unit.
 */

import { unitKey } from 'wag/games/warriors/selection.js';

/** @typedef {import('../../shell/frames.js').GameEvent} GameEvent */
/** @typedef {import('../../shell/game.js').Talk} Talk */
/** @typedef {import('../../shell/game.js').Sentence} Sentence */

/** @param {[number, number]} at */
export function spot(at) {
  return `[${at[0]}, ${at[1]}]`;
}

/** @param {number} odds */
export function percent(odds) {
  return `${Math.round(odds * 100)} %`;
}

/** @param {{seat: number, id: number}} unit @param {Talk} talk */
export function unitName(unit, talk) {
  return talk.t('warriors.unitOf', { id: String(unit.id), name: talk.name(unit.seat) });
}

/** @type {Record<string, (event: GameEvent, talk: Talk) => Sentence>} */
const TELL = {
  created: (event, { t, name }) => sentence(event, 0, t('warriors.created', { unit: t(`warriors.${event.unit}`), id: String(event.id), name: name(event.seat) })),
  creation_refused: (event, { t, name }) => ({
    ...sentence(event, 1, t('warriors.creationRefused', { unit: t(`warriors.${event.unit}`), name: name(event.seat) })),
    selection: `b${event.seat}`,
  }),
  move_refused: (event, talk) => sentence(event, 1, talk.t('warriors.moveRefused', { unit: unitName(event, talk), direction: talk.t(`warriors.${event.direction}`) })),
  moved: (event, talk) => sentence(event, -1, talk.t('warriors.moved', { unit: unitName(event, talk), from: spot(event.from), to: spot(event.to) })),
  blocked: (event, talk) => sentence(event, -1, talk.t('warriors.blockedBy', { unit: unitName(event, talk), what: obstacle(event, talk) })),
  fought: (event, talk) => {
    const winner = event.attacker_won ? event.attacker : event.defender;
    return sentence(winner, 2, talk.t(event.attacker_won ? 'warriors.attackWon' : 'warriors.attackLost', {
      attacker: unitName(event.attacker, talk),
      defender: unitName(event.defender, talk),
      at: spot(event.at),
      odds: percent(event.odds),
    }));
  },
  picked_up: (event, talk) => sentence(event, -1, talk.t('warriors.pickedUp', { unit: unitName(event, talk), amount: event.amount, at: spot(event.at) })),
  delivered: (event, talk) => sentence(event, 1, talk.t('warriors.delivered', { unit: unitName(event, talk), amount: event.amount })),
  spawned: (event, { t }) => ({ text: t('warriors.spawned', { amount: event.amount, at: spot(event.at) }), selection: `f${event.at[0]},${event.at[1]}`, seat: null, weight: -1 }),
  out: (event, { t, name }) => ({ text: t('warriors.out', { name: name(event.seat) }), selection: `b${event.seat}`, seat: event.seat, weight: 2 }),
  ended: (event, { t, name }) => ({ text: t('warriors.ended', { n: event.winners.length, names: event.winners.map(name).join(', ') }), selection: null, seat: null, weight: 2 }),
};

/** @param {GameEvent} event @param {number} weight @param {string} text @returns {Sentence} */
function sentence(event, weight, text) {
  return { text, selection: event.id === undefined ? null : unitKey(/** @type {any} */ (event)), seat: event.seat, weight };
}

/** @param {GameEvent} event @param {Talk} talk @returns {Sentence|null} */
export function tell(event, talk) {
  return TELL[event.type]?.(event, talk) ?? null;
}

/** Returns what blocked a unit. @param {GameEvent} event @param {Talk} talk */
export function obstacle(event, talk) {
  const blocker = event.blocker;
  if (event.by === 'unit' && blocker) return talk.t('warriors.byUnit', { unit: unitName(blocker, talk) });
  if (event.by === 'base' && blocker) return talk.t('warriors.byBase', { name: talk.name(blocker.seat) });
  return talk.t(`warriors.by.${event.by}`);
}

/**
 * Returns an event's result for a unit, or null if it does not concern the unit.
 * @param {GameEvent} event @param {{seat: number, id: number}} unit @param {Talk} talk
 * @returns {{text: string, tone?: 'good'|'bad', selection?: string}|null}
 */
export function outcome(event, unit, talk) {
  const { t } = talk;
  if (event.type === 'fought') return fightOutcome(event, unit, talk);
  if (event.seat !== unit.seat || event.id !== unit.id) return null;
  switch (event.type) {
    case 'created': return { text: t('warriors.wasCreated') };
    case 'moved': return { text: t('warriors.hasMoved', { from: spot(event.from), to: spot(event.to) }), tone: 'good' };
    case 'blocked': return {
      text: t('warriors.wasBlocked', { direction: t(`warriors.${event.direction}`), what: obstacle(event, talk) }),
      tone: 'bad',
      selection: event.blocker?.id === undefined ? undefined : unitKey(event.blocker),
    };
    case 'move_refused': return { text: t('warriors.orderRefused', { direction: t(`warriors.${event.direction}`) }), tone: 'bad' };
    case 'picked_up': return { text: t('warriors.hasPickedUp', { amount: event.amount, at: spot(event.at) }), tone: 'good' };
    case 'delivered': return { text: t('warriors.hasDelivered', { amount: event.amount }), tone: 'good' };
    default: return null;
  }
}

/** @param {GameEvent} event @param {{seat: number, id: number}} unit @param {Talk} talk */
function fightOutcome(event, unit, talk) {
  const attacks = same(event.attacker, unit);
  if (!attacks && !same(event.defender, unit)) return null;
  const other = attacks ? event.defender : event.attacker;
  const won = attacks === event.attacker_won;
  const key = `warriors.${attacks ? 'attacked' : 'defended'}${won ? 'Won' : 'Lost'}`;
  const odds = percent(attacks ? event.odds : 1 - event.odds);
  const text = talk.t(key, { unit: unitName(other, talk), odds, at: spot(event.at), dropped: event.dropped });
  return { text, tone: /** @type {'good'|'bad'} */ (won ? 'good' : 'bad'), selection: unitKey(other) };
}

/** @param {{seat: number, id: number}} a @param {{seat: number, id: number}} b */
export function same(a, b) {
  return a.seat === b.seat && a.id === b.id;
}
