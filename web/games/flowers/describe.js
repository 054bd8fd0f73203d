/**
 * Texts about events, tiles and players of the farm.
 */

import { CARDS, isHidden, numbersOf, ownerOf, formatTile } from 'wag/games/flowers/state.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Fact} Fact */

/** @param {number} card @param {Localizer} localizer */
export function cardName(card, { t }) {
  return t(`flowers.card.${CARDS[card]}`);
}

/** @param {number[]} tiles */
const formatTiles = (tiles) => tiles.map(formatTile).join(' ');

/** The sentence for each type of event of a player, as translation key and values. @type {Record<string, (event: any, localizer: Localizer) => [string, Record<string, any>]>} */
const EVENT_TEXTS = {
  missed: () => ['flowers.missed', {}],
  lost: () => ['flowers.lost', {}],
  unread: (event, { t }) => ['flowers.void', { what: t('flowers.unread'), why: event.why }],
  void: (event, { t }) => [
    'flowers.void',
    { what: t(`flowers.do.${event.letter}`), why: t(`flowers.why.${event.why}`) },
  ],
  skipped: (event, { t }) => ['flowers.skipped', { n: event.entry, why: t(`flowers.why.${event.why}`) }],
  bought: (event) => ['flowers.bought', { n: event.tiles.length, tiles: formatTiles(event.tiles) }],
  paid: (event, localizer) => [
    'flowers.paid',
    {
      cards: event.cards
        .map((/** @type {[number, number]} */ [card, amount]) => `${amount} ${cardName(card, localizer)}`)
        .join(', '),
    },
  ],
  planted: (event, localizer) => [
    'flowers.planted',
    {
      plants: event.plants
        .map(
          (/** @type {[number, number]} */ [tile, card]) =>
            `${cardName(card, localizer)} ${formatTile(tile)}`,
        )
        .join(', '),
    },
  ],
  watered: (event) => [
    'flowers.watered',
    {
      drops: event.drops
        .map((/** @type {[number, number]} */ [tile, drops]) => `${drops} ${formatTile(tile)}`)
        .join(', '),
    },
  ],
  harvested: (event) => ['flowers.harvested', { tiles: formatTiles(event.tiles), gain: event.gain }],
  fertilized: (event) => [event.works ? 'flowers.fertilized' : 'flowers.unfertilized', {}],
  dug: (event, { t }) =>
    event.fault
      ? ['flowers.undug', { tile: formatTile(event.tile), why: t(`flowers.why.${event.fault}`) }]
      : ['flowers.dug', { tile: formatTile(event.tile) }],
};

/** @type {Record<string, number>} */
const WEIGHTS = { missed: 1, lost: 2, unread: 1, void: 1, skipped: 0, harvested: 1, dug: 1 };

/** @param {any} event @param {Localizer} localizer @returns {import('../../shell/game.js').Sentence|null} */
export function describeEvent(event, localizer) {
  const { t, name } = localizer;
  if (event.type === 'rained')
    return {
      text: t('flowers.rained', { ripe: event.ripe.length, dead: event.dead.length }),
      selection: null,
      seat: null,
      weight: 1,
    };
  if (event.type === 'again')
    return {
      text: t('flowers.again', { first: event.points[0], second: event.points[1] }),
      selection: null,
      seat: null,
      weight: 2,
    };
  const eventText = EVENT_TEXTS[event.type];
  if (!eventText) return null;
  const [key, values] = eventText(event, localizer);
  return {
    text: t(key, { name: name(event.seat), ...values }),
    selection: `p${event.seat}`,
    seat: event.seat,
    weight: WEIGHTS[event.type] ?? 0,
  };
}

/** @param {Step} step @param {number} tile @param {Localizer} localizer @returns {import('../../shell/game.js').Description} */
export function describeTile(step, tile, localizer) {
  const { t } = localizer;
  const [state, owner] = [step.after, ownerOf(step.after, tile)];
  const plant = state.plants[tile];
  /** @type {Fact[]} */
  const facts = [
    { label: t('flowers.special'), value: t(state.special.has(tile) ? 'flowers.yes' : 'flowers.no') },
  ];
  if (owner)
    facts.unshift({
      label: t('flowers.owner'),
      value: '',
      links: [{ text: localizer.name(owner), selection: `p${owner}` }],
    });
  if (plant) facts.push({ label: t('flowers.plant'), value: cardName(plant.card, localizer) });
  if (plant && !isHidden(state, tile, step.viewerSeat)) {
    const { worth } = numbersOf(step.scene, plant.card);
    facts.push({
      label: t('flowers.state'),
      value: stateOf(plant, localizer),
      tone: plant.needed < 0 ? 'bad' : plant.needed === 0 ? 'good' : undefined,
    });
    if (plant.needed >= 0)
      facts.push(
        { label: t('flowers.left'), value: String(plant.left) },
        { label: t('flowers.worth'), value: String(worth * (state.special.has(tile) ? 2 : 1)) },
      );
  }
  return { title: t('flowers.tile', { at: formatTile(tile) }), seat: owner || null, facts };
}

/** @param {import('./state.js').Plant} plant @param {Localizer} localizer */
function stateOf(plant, { t }) {
  if (plant.needed < 0) return t('flowers.dead');
  return plant.needed === 0 ? t('flowers.ripe') : t('flowers.needs', { n: plant.needed });
}

/** @param {Step} step @param {number} seat @param {Localizer} localizer @returns {import('../../shell/game.js').Description} */
export function describePlayer(step, seat, localizer) {
  const { t } = localizer;
  const player = step.after.players[seat - 1];
  /** @type {string[]} */
  const owned = player.cards.flatMap((/** @type {number} */ count, /** @type {number} */ card) =>
    count > 0 ? [`${count} ${cardName(card, localizer)}`] : [],
  );
  const events = step.turns.flatMap((turn) => turn.events ?? []).filter((event) => event.seat === seat);
  const orders = step.turns.flatMap((turn) =>
    (turn.orders ?? []).filter((one) => one.seat === seat).flatMap((one) => one.list),
  );
  /** @type {Fact[]} */
  const facts = [
    { label: t('figure.points'), value: String(player.points) },
    { label: t('figure.gold'), value: String(player.gold) },
    { label: t('figure.tiles'), value: String(player.tiles.length) },
    { label: t('flowers.cards'), value: owned.join(', ') || t('flowers.none') },
    { label: t('flowers.fertilizer'), value: String(player.fertilizer) },
    {
      label: t('flowers.rain'),
      value: String(step.scene.numbers.rain.every - (step.after.round % step.scene.numbers.rain.every)),
    },
    ...orders.map((order) => ({
      label: t('flowers.order'),
      value: order.letter ? t(`flowers.do.${order.letter}`) : t('flowers.unread'),
      at: order.at,
      calls: order.calls,
    })),
    ...events
      .map((event) => ({ label: t('flowers.happened'), value: describeEvent(event, localizer)?.text ?? '' }))
      .filter((fact) => fact.value),
  ];
  if (player.misses > 0)
    facts.push({ label: t('flowers.misses'), value: String(player.misses), tone: 'bad' });
  return { title: localizer.name(seat), seat, facts };
}
