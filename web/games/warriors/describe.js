/**
 * The inspector's description of a unit, a base or a field in the current round: what it is, its orders, and their
 * results.
 */

import { refusalFacts, refusalsOf } from 'wag/shell/panels/refusals.js';
import { parseSelection, unitKey } from 'wag/games/warriors/selection.js';
import { baseOf, terrain, unitOf } from 'wag/games/warriors/state.js';
import { unitOutcome, formatField, describeEvent, unitName } from 'wag/games/warriors/event-texts.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Description} Description */
/** @typedef {import('../../shell/game.js').Fact} Fact */

const LISTED = 60;

/** @param {Step} step @param {string} selection @param {Localizer} localizer @returns {Description} */
export function describe(step, selection, localizer) {
  const target = parseSelection(selection);
  if (target?.kind === 'unit') return describeUnit(step, target, localizer);
  if (target?.kind === 'base') return describeBase(step, target.seat, localizer);
  if (target?.kind === 'field') return describeField(step, target.x, target.y, localizer);
  return { title: localizer.t('warriors.nothing'), seat: null, facts: [] };
}

/** @param {Step} step @param {{seat: number, id: number}} name @param {Localizer} localizer @returns {Description} */
function describeUnit(step, name, localizer) {
  const { t } = localizer;
  const unit = unitOf(step.after, name) ?? unitOf(step.before, name);
  if (!unit) {
    const facts = [
      { label: t('warriors.owner'), value: localizer.name(name.seat) },
      { label: t('warriors.state'), value: t('warriors.notThere') },
    ];
    return { title: t('warriors.unit', { id: String(name.id) }), seat: name.seat, facts };
  }
  const rules = step.scene.rules[unit.type.toLowerCase()];
  const title = `${t(`warriors.${unit.type}`)} ${unit.id}`;
  const [baseX, baseY] = baseOf(step.scene, name.seat);
  const where =
    unit.x === baseX && unit.y === baseY
      ? t('warriors.inBase', { at: formatField([unit.x, unit.y]) })
      : formatField([unit.x, unit.y]);
  /** @type {Fact[]} */
  const facts = [
    {
      label: t('warriors.owner'),
      value: localizer.name(name.seat),
      links: [{ text: t('warriors.base'), selection: `b${name.seat}` }],
    },
    { label: t('warriors.position'), value: where },
    {
      label: t('warriors.cargo'),
      value: t('warriors.ofMost', { amount: unit.cargo, most: rules.max_resources }),
    },
    { label: t('warriors.lastMove'), value: t(`warriors.${unit.last}`) },
    ...orderOf(step, name, localizer),
    ...outcomeOf(step, name, localizer),
  ];
  return { title, seat: name.seat, facts };
}

/** @param {Step} step @param {{seat: number, id: number}} unit @param {Localizer} localizer @returns {Fact[]} */
function orderOf(step, unit, localizer) {
  const { t } = localizer;
  const orders = ordersOf(step, unit.seat).filter((order) => order.unit === unit.id && order.move);
  if (step.round === 0) return [];
  const refused = refusalFacts(
    refusalsOf(step, unit.seat).filter((one) => one.of === unit.id),
    t('warriors.order'),
    localizer,
  );
  if (orders.length === 0 && refused.length === 0)
    return [{ label: t('warriors.order'), value: t('warriors.noOrder') }];
  return [
    ...orders.map((order) => ({
      label: t('warriors.order'),
      value: t(`warriors.${order.move}`),
      at: order.at,
      calls: order.calls,
    })),
    ...refused,
  ];
}

/** @param {Step} step @param {number} seat @returns {import('../../shell/replay/frames.js').Order[]} */
function ordersOf(step, seat) {
  return step.turns.flatMap((turn) =>
    (turn.orders ?? []).filter((orders) => orders.seat === seat).flatMap((orders) => orders.list),
  );
}

/** @param {Step} step @param {{seat: number, id: number}} unit @param {Localizer} localizer @returns {Fact[]} */
function outcomeOf(step, unit, localizer) {
  const found = step.turns
    .flatMap((turn) => turn.events ?? [])
    .map((event) => unitOutcome(event, unit, localizer));
  const facts = found
    .filter((one) => one !== null)
    .map((one) => ({
      label: localizer.t('warriors.outcome'),
      value: one.text,
      tone: one.tone,
      links: one.selection ? [{ text: localizer.t('warriors.show'), selection: one.selection }] : undefined,
    }));
  if (facts.length > 0 || step.round === 0) return facts;
  return [{ label: localizer.t('warriors.outcome'), value: localizer.t('warriors.stayed') }];
}

/** @param {Step} step @param {number} seat @param {Localizer} localizer @returns {Description} */
function describeBase(step, seat, localizer) {
  const { t } = localizer;
  const player = step.after.players[seat - 1];
  const at = baseOf(step.scene, seat);
  const inside = [...player.units.values()].filter((unit) => unit.x === at[0] && unit.y === at[1]);
  /** @type {Fact[]} */
  const facts = [
    { label: t('warriors.position'), value: formatField(at) },
    {
      label: t('figure.stock'),
      value: t('warriors.amount', { amount: player.stock }),
      tone: player.out ? 'bad' : undefined,
    },
    {
      label: t('warriors.inside'),
      value: inside.length === 0 ? t('warriors.nobody') : String(inside.length),
      links: unitLinks(inside, seat, localizer),
    },
    { label: t('figure.units'), value: countTypes(player, localizer) },
    { label: t('figure.kills'), value: String(player.kills) },
    { label: t('figure.losses'), value: String(player.losses) },
  ];
  if (player.out) facts.unshift({ label: t('warriors.state'), value: t('warriors.isOut'), tone: 'bad' });
  for (const order of ordersOf(step, seat)
    .filter((order) => order.create)
    .slice(0, LISTED)) {
    facts.push({
      label: t('warriors.order'),
      value: t('warriors.create', { unit: t(`warriors.${order.create}`) }),
      at: order.at,
      calls: order.calls,
    });
  }
  facts.push(
    ...refusalFacts(
      refusalsOf(step, seat).filter((one) => one.of === undefined),
      t('warriors.order'),
      localizer,
    ),
  );
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    if (event.seat !== seat || !['created', 'creation_refused', 'delivered', 'out'].includes(event.type))
      continue;
    if (facts.length > LISTED) break;
    facts.push({
      label: t('warriors.outcome'),
      value: describeEvent(event, localizer)?.text ?? '',
      tone: event.type === 'creation_refused' ? 'bad' : 'good',
    });
  }
  return { title: t('warriors.baseOf', { name: localizer.name(seat) }), seat, facts };
}

/** @param {import('./state.js').Player} player @param {Localizer} localizer */
function countTypes(player, { t }) {
  const units = [...player.units.values()];
  const warriors = units.filter((unit) => unit.type === 'WARRIOR').length;
  return t('warriors.counts', { warriors, gatherers: units.length - warriors });
}

/** @param {import('./state.js').Unit[]} units @param {number} seat @param {Localizer} localizer */
function unitLinks(units, seat, localizer) {
  return units.slice(0, LISTED).map((unit) => ({
    text: `${localizer.t(`warriors.${unit.type}`)} ${unit.id}`,
    selection: unitKey({ seat, id: unit.id }),
  }));
}

/** @param {Step} step @param {number} x @param {number} y @param {Localizer} localizer @returns {Description} */
function describeField(step, x, y, localizer) {
  const { t } = localizer;
  const kinds = { Y: 'WALL', X: 'WATER', R: 'RESOURCE' };
  const sign = terrain(step.scene, x, y);
  const kind = /** @type {Record<string, string>} */ (kinds)[sign] ?? 'LAND';
  /** @type {Fact[]} */
  const facts = [
    { label: t('warriors.fieldType'), value: t(`warriors.field.${kind}`) },
    {
      label: t('warriors.lying'),
      value: t('warriors.amount', { amount: step.after.resources.get(y * step.scene.size + x) ?? 0 }),
    },
  ];
  for (const [index, player] of step.after.players.entries()) {
    for (const unit of player.units.values()) {
      if (unit.x !== x || unit.y !== y) continue;
      const name = { seat: index + 1, id: unit.id };
      facts.push({
        label: t('warriors.onIt'),
        value: '',
        links: [{ text: unitName(name, localizer), selection: unitKey(name) }],
      });
    }
  }
  for (const event of step.turns
    .flatMap((turn) => turn.events ?? [])
    .filter((event) => touches(event, x, y))
    .slice(0, LISTED)) {
    const sentence = describeEvent(event, localizer);
    if (sentence) facts.push({ label: t('warriors.outcome'), value: sentence.text });
  }
  return { title: t('warriors.fieldAt', { at: formatField([x, y]) }), seat: null, facts };
}

/** @param {import('../../shell/replay/frames.js').GameEvent} event @param {number} x @param {number} y */
function touches(event, x, y) {
  return [event.at, event.from, event.to].some((place) => place && place[0] === x && place[1] === y);
}
