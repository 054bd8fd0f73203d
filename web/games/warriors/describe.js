/**
 * The inspector's description of a unit, a base or a field in the current round: what it is, its orders, and their
 * results.
 */

import { refusedFacts, refusedIn } from 'wag/shell/refusals.js';
import { parse, unitKey } from 'wag/games/warriors/selection.js';
import { baseOf, terrain, unitOf } from 'wag/games/warriors/state.js';
import { outcome, spot, tell, unitName } from 'wag/games/warriors/event-texts.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Talk} Talk */
/** @typedef {import('../../shell/game.js').Description} Description */
/** @typedef {import('../../shell/game.js').Fact} Fact */

const LISTED = 60;

/** @param {Step} step @param {string} selection @param {Talk} talk @returns {Description} */
export function describe(step, selection, talk) {
  const thing = parse(selection);
  if (thing?.kind === 'unit') return describeUnit(step, thing, talk);
  if (thing?.kind === 'base') return describeBase(step, thing.seat, talk);
  if (thing?.kind === 'field') return describeField(step, thing.x, thing.y, talk);
  return { title: talk.t('warriors.nothing'), seat: null, facts: [] };
}

/** @param {Step} step @param {{seat: number, id: number}} name @param {Talk} talk @returns {Description} */
function describeUnit(step, name, talk) {
  const { t } = talk;
  const unit = unitOf(step.after, name) ?? unitOf(step.before, name);
  if (!unit) {
    const facts = [{ label: t('warriors.owner'), value: talk.name(name.seat) }, { label: t('warriors.state'), value: t('warriors.notThere') }];
    return { title: t('warriors.unit', { id: String(name.id) }), seat: name.seat, facts };
  }
  const rules = step.scene.rules[unit.type.toLowerCase()];
  const title = `${t(`warriors.${unit.type}`)} ${unit.id}`;
  const [baseX, baseY] = baseOf(step.scene, name.seat);
  const where = unit.x === baseX && unit.y === baseY ? t('warriors.inBase', { at: spot([unit.x, unit.y]) }) : spot([unit.x, unit.y]);
  /** @type {Fact[]} */
  const facts = [
    { label: t('warriors.owner'), value: talk.name(name.seat), links: [{ text: t('warriors.base'), selection: `b${name.seat}` }] },
    { label: t('warriors.position'), value: where },
    { label: t('warriors.cargo'), value: t('warriors.ofMost', { amount: unit.cargo, most: rules.max_resources }) },
    { label: t('warriors.lastMove'), value: t(`warriors.${unit.last}`) },
    ...orderOf(step, name, talk),
    ...outcomeOf(step, name, talk),
  ];
  return { title, seat: name.seat, facts };
}

/** @param {Step} step @param {{seat: number, id: number}} unit @param {Talk} talk @returns {Fact[]} */
function orderOf(step, unit, talk) {
  const { t } = talk;
  const orders = ordersOf(step, unit.seat).filter((order) => order.unit === unit.id && order.move);
  if (step.round === 0) return [];
  const refused = refusedFacts(refusedIn(step, unit.seat).filter((one) => one.of === unit.id), t('warriors.order'), talk);
  if (orders.length === 0 && refused.length === 0) return [{ label: t('warriors.order'), value: t('warriors.noOrder') }];
  return [...orders.map((order) => ({ label: t('warriors.order'), value: t(`warriors.${order.move}`), at: order.at, calls: order.calls })), ...refused];
}

/** @param {Step} step @param {number} seat @returns {import('../../shell/frames.js').Order[]} */
function ordersOf(step, seat) {
  return step.turns.flatMap((turn) => (turn.orders ?? []).filter((orders) => orders.seat === seat).flatMap((orders) => orders.list));
}

/** @param {Step} step @param {{seat: number, id: number}} unit @param {Talk} talk @returns {Fact[]} */
function outcomeOf(step, unit, talk) {
  const found = step.turns.flatMap((turn) => turn.events ?? []).map((event) => outcome(event, unit, talk));
  const facts = found.filter((one) => one !== null).map((one) => ({
    label: talk.t('warriors.outcome'),
    value: one.text,
    tone: one.tone,
    links: one.selection ? [{ text: talk.t('warriors.show'), selection: one.selection }] : undefined,
  }));
  if (facts.length > 0 || step.round === 0) return facts;
  return [{ label: talk.t('warriors.outcome'), value: talk.t('warriors.stayed') }];
}

/** @param {Step} step @param {number} seat @param {Talk} talk @returns {Description} */
function describeBase(step, seat, talk) {
  const { t } = talk;
  const player = step.after.players[seat - 1];
  const at = baseOf(step.scene, seat);
  const inside = [...player.units.values()].filter((unit) => unit.x === at[0] && unit.y === at[1]);
  /** @type {Fact[]} */
  const facts = [
    { label: t('warriors.position'), value: spot(at) },
    { label: t('figure.stock'), value: t('warriors.amount', { amount: player.stock }), tone: player.out ? 'bad' : undefined },
    { label: t('warriors.inside'), value: inside.length === 0 ? t('warriors.nobody') : String(inside.length), links: unitLinks(inside, seat, talk) },
    { label: t('figure.units'), value: countTypes(player, talk) },
    { label: t('figure.kills'), value: String(player.kills) },
    { label: t('figure.losses'), value: String(player.losses) },
  ];
  if (player.out) facts.unshift({ label: t('warriors.state'), value: t('warriors.isOut'), tone: 'bad' });
  for (const order of ordersOf(step, seat).filter((order) => order.create).slice(0, LISTED)) {
    facts.push({ label: t('warriors.order'), value: t('warriors.create', { unit: t(`warriors.${order.create}`) }), at: order.at, calls: order.calls });
  }
  facts.push(...refusedFacts(refusedIn(step, seat).filter((one) => one.of === undefined), t('warriors.order'), talk));
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    if (event.seat !== seat || !['created', 'creation_refused', 'delivered', 'out'].includes(event.type)) continue;
    if (facts.length > LISTED) break;
    facts.push({ label: t('warriors.outcome'), value: tell(event, talk)?.text ?? '', tone: event.type === 'creation_refused' ? 'bad' : 'good' });
  }
  return { title: t('warriors.baseOf', { name: talk.name(seat) }), seat, facts };
}

/** @param {import('./state.js').Player} player @param {Talk} talk */
function countTypes(player, { t }) {
  const units = [...player.units.values()];
  const warriors = units.filter((unit) => unit.type === 'WARRIOR').length;
  return t('warriors.counts', { warriors, gatherers: units.length - warriors });
}

/** @param {import('./state.js').Unit[]} units @param {number} seat @param {Talk} talk */
function unitLinks(units, seat, talk) {
  return units.slice(0, LISTED).map((unit) => ({
    text: `${talk.t(`warriors.${unit.type}`)} ${unit.id}`,
    selection: unitKey({ seat, id: unit.id }),
  }));
}

/** @param {Step} step @param {number} x @param {number} y @param {Talk} talk @returns {Description} */
function describeField(step, x, y, talk) {
  const { t } = talk;
  const kinds = { Y: 'WALL', X: 'WATER', R: 'RESOURCE' };
  const sign = terrain(step.scene, x, y);
  const kind = /** @type {Record<string, string>} */ (kinds)[sign] ?? 'LAND';
  /** @type {Fact[]} */
  const facts = [
    { label: t('warriors.fieldType'), value: t(`warriors.field.${kind}`) },
    { label: t('warriors.lying'), value: t('warriors.amount', { amount: step.after.resources.get(y * step.scene.size + x) ?? 0 }) },
  ];
  for (const [index, player] of step.after.players.entries()) {
    for (const unit of player.units.values()) {
      if (unit.x !== x || unit.y !== y) continue;
      const name = { seat: index + 1, id: unit.id };
      facts.push({ label: t('warriors.onIt'), value: '', links: [{ text: unitName(name, talk), selection: unitKey(name) }] });
    }
  }
  for (const event of step.turns.flatMap((turn) => turn.events ?? []).filter((event) => touches(event, x, y)).slice(0, LISTED)) {
    const sentence = tell(event, talk);
    if (sentence) facts.push({ label: t('warriors.outcome'), value: sentence.text });
  }
  return { title: t('warriors.fieldAt', { at: spot([x, y]) }), seat: null, facts };
}

/** @param {import('../../shell/frames.js').GameEvent} event @param {number} x @param {number} y */
function touches(event, x, y) {
  return [event.at, event.from, event.to].some((place) => place && place[0] === x && place[1] === y);
}
