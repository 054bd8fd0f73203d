/**
 * Events as sentences.
 */

/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Sentence} Sentence */

/** @param {[number, number]} at */
export function formatField(at) {
  return `(${at[0]}, ${at[1]})`;
}

/** @param {GameEvent} event @param {number} weight @param {string} text @returns {Sentence} */
function sentence(event, weight, text) {
  return { text, selection: event.seat ? `p${event.seat}` : null, seat: event.seat ?? null, weight };
}

/** @type {Record<string, (event: GameEvent, localizer: Localizer) => Sentence>} */
const EVENT_TEXTS = {
  swapped: (event, { t, name }) => ({
    ...sentence(
      event,
      1,
      t('gems.swapped', { name: name(event.seat), from: formatField(event.from), to: formatField(event.to) }),
    ),
    selection: `t${event.from[0]},${event.from[1]}`,
  }),
  refused: (event, { t, name }) =>
    sentence(
      event,
      2,
      event.given
        ? t('gems.refused', {
            name: name(event.seat),
            from: formatField(event.given.slice(0, 2)),
            to: formatField(event.given.slice(2)),
          })
        : t('gems.nonsense', { name: name(event.seat) }),
    ),
  failed: (event, { t, name }) => sentence(event, 2, t('gems.failed', { name: name(event.seat) })),
  credited: (event, { t, name }) =>
    sentence(
      event,
      0,
      t('gems.credited', {
        name: name(event.seat),
        n: event.tiles.length,
        what: t(`gems.${kindOf(event.tiles[0])}`),
      }),
    ),
  cashed_in: (event, { t, name }) =>
    sentence(
      event,
      2,
      t('gems.cashedIn', { name: name(event.seat), colour: t(`gems.${event.colour}`), damage: event.damage }),
    ),
  hurt: (event, { t, name }) =>
    sentence(
      event,
      1,
      t('gems.hurt', {
        name: name(event.seat),
        damage: event.damage,
        life: event.left.life,
        shield: event.left.shield,
      }),
    ),
  removed: (event, { t }) => sentence(event, -1, t('gems.removed', { n: event.places.length })),
  row_dropped: (event, { t }) => sentence(event, 1, t('gems.rowDropped')),
  another_turn: (event, { t, name }) => sentence(event, 2, t('gems.anotherTurn', { name: name(event.seat) })),
  ended: (event, { t, name }) => ({
    text: `${t(`gems.ended.${event.reason}`)} ${event.winner ? t('gems.winner', { name: name(event.winner) }) : t('gems.draw')}`,
    selection: null,
    seat: event.winner ?? null,
    weight: 2,
  }),
};

/** Returns the key of a letter; all bombs share one. @param {string} letter */
export function kindOf(letter) {
  return /^[1-5]$/.test(letter) ? 'bombs' : letter;
}

/** @param {GameEvent} event @param {Localizer} localizer @returns {Sentence|null} */
export function describeEvent(event, localizer) {
  return EVENT_TEXTS[event.type]?.(event, localizer) ?? null;
}
