/**
 * The prompt for a person's action: what to do, then tiles or goods of the shop, click by click. The cost, and the
 * reason if the action would have no effect, are shown in advance.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import {
  CARDS,
  SEEDS,
  SIDE,
  numbersOf,
  ownerOf,
  formatTile,
  coordinatesOf,
} from 'wag/games/flowers/state.js';
import { cardName } from 'wag/games/flowers/describe.js';

/** @typedef {import('./state.js').State} State */
/** A tile, a card, or both, with an amount. @typedef {{tile: number|null, card: number, amount: number}} Entry */

const LETTERS = ['W', 'L', 'P', 'C', 'F', 'M', 'H'];

/** @param {State} state @param {number} seat @param {number} tile @param {Entry[]} entries */
function isAdjacent(state, seat, tile, entries) {
  const own = [...state.players[seat - 1].tiles, ...entries.map((entry) => entry.tile)];
  const [x, y] = coordinatesOf(tile);
  const isNear = (/** @type {number|null} */ other) =>
    other !== null &&
    Math.abs(coordinatesOf(other)[0] - x) <= 1 &&
    Math.abs(coordinatesOf(other)[1] - y) <= 1;
  return ownerOf(state, tile) === 0 && !own.includes(tile) && own.some(isNear);
}

/** Returns the tiles to which an action can be applied. @param {State} state @param {number} seat @param {string} letter @param {Entry[]} entries */
export function tilesFor(state, seat, letter, entries) {
  const all = Array.from({ length: SIDE * SIDE }, (_, tile) => tile);
  const isOwn = (/** @type {number} */ tile) => ownerOf(state, tile) === seat;
  const isTaken = (/** @type {number} */ tile) => entries.some((entry) => entry.tile === tile);
  if (letter === 'L') return all.filter((tile) => isAdjacent(state, seat, tile, entries));
  if (letter === 'P') return all.filter((tile) => isOwn(tile) && !state.plants[tile] && !isTaken(tile));
  if (letter === 'W') return all.filter((tile) => isOwn(tile) && state.plants[tile]);
  if (letter === 'M') return all.filter((tile) => ownerOf(state, tile) === 3 - seat);
  return [];
}

/** Returns the price in gold. @param {any} scene @param {string} letter @param {Entry[]} entries */
export function priceOf(scene, letter, entries) {
  if (letter === 'L') return scene.numbers.tile * entries.length;
  if (letter === 'C')
    return entries.reduce((sum, { card, amount }) => sum + numbersOf(scene, card).price * amount, 0);
  return 0;
}

/** Returns true if no complete action is chosen yet. @param {string} letter @param {Entry[]} entries */
const isEmpty = (letter, entries) => !letter || ('LCPWM'.includes(letter) && entries.length === 0);

/** Returns the reason if there is not enough gold, water or seeds, else null. @param {any} scene @param {State} state @param {number} seat @param {string} letter @param {Entry[]} entries */
function shortageReason(scene, state, seat, letter, entries) {
  const { gold, cards } = state.players[seat - 1];
  if (priceOf(scene, letter, entries) > gold) return 'flowers.why.TooDear';
  if (letter === 'W' && entries.reduce((sum, { amount }) => sum + amount, 0) > cards[0])
    return 'flowers.why.TooDry';
  if (
    letter === 'P' &&
    SEEDS.some((card) => entries.filter((entry) => entry.card === card).length > cards[card])
  )
    return 'flowers.why.NoneLeft';
  return null;
}

/** Returns the reason why an action would have no effect, as a translation key, or null. @param {any} scene @param {State} state @param {number} seat @param {string} letter @param {Entry[]} entries */
export function noEffectReason(scene, state, seat, letter, entries) {
  const { cards } = state.players[seat - 1];
  if ((letter === 'F' && cards[2] === 0) || (letter === 'M' && cards[1] === 0)) return 'flowers.why.NoneLeft';
  // Missing seeds are left out; under the original rules, so is everything that cannot be paid.
  return letter === 'P' || scene.original ? null : shortageReason(scene, state, seat, letter, entries);
}

/** Returns the answer in the engine's format. @param {string} letter @param {Entry[]} entries */
export function answerOf(letter, entries) {
  if (letter === 'pass') return letter;
  const properties = entries.map(({ tile, card, amount }) => {
    const [X, Y] = tile === null ? [0, 0] : coordinatesOf(tile);
    return { X, Y, CardId: card, Amount: amount };
  });
  return JSON.stringify({ ActionType: letter, Properties: properties });
}

/** @type {import('../../shell/game.js').AnswerEditor} */
export function createAnswerEditor({ seat, scene, state, localizer }, send) {
  const { t } = localizer;
  const element = h('div', { class: 'compose', onkeydown: pressed });
  let letter = '';
  let seed = 6;
  /** The state on display. @type {State|null} */
  let shownState = null;
  /** @type {Entry[]} */
  let entries = [];
  /** The entries before each click. @type {Entry[][]} */
  let before = [];

  /** @param {string} key */
  function choose(key) {
    [letter, entries, before] = [key, [], []];
    show();
    focus(`do ${key}`);
  }

  /** @param {string} key */
  function focus(key) {
    const button = [...element.querySelectorAll('button')].find((one) => one.dataset.key === key);
    const next = button && !button.disabled ? button : element.querySelector('[aria-pressed="true"]');
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {number|null} tile @param {number} card */
  function add(tile, card) {
    before.push(entries.map((entry) => ({ ...entry })));
    const same =
      letter === 'P' || letter === 'L'
        ? undefined
        : entries.find((entry) => entry.tile === tile && entry.card === card);
    if (same) same.amount += 1;
    else if (letter === 'M') entries = [{ tile, card: 0, amount: 0 }];
    else entries.push({ tile, card, amount: letter === 'C' || letter === 'W' ? 1 : 0 });
    show();
  }

  function undo() {
    entries = before.pop() ?? [];
    show();
  }

  function go() {
    const now = state();
    if (!now || isEmpty(letter, entries)) return;
    // A `!` at the end has the action sent even though it has no effect.
    send(answerOf(letter, entries) + (noEffectReason(scene, now, seat, letter, entries) ? '!' : ''));
  }

  function isVoid() {
    const now = state();
    return !now || noEffectReason(scene, now, seat, letter, entries) !== null;
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const key = event.key.toUpperCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (LETTERS.includes(key)) choose(key);
    else if (event.key === 'Backspace') undo();
    else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLElement &&
      event.target.dataset.action === letter &&
      !isVoid()
    )
      go();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a click on a tile of the board. @param {string|null} selection @returns {boolean} true if the tile was used */
  function onSelection(selection) {
    const [, x, y] = /^f([0-7]),([0-7])$/.exec(selection ?? '') ?? [];
    const now = state();
    if (!now || x === undefined) return false;
    const tile = Number(x) * SIDE + Number(y);
    if (!tilesFor(now, seat, letter, entries).includes(tile)) return false;
    add(tile, letter === 'P' ? seed : 0);
    return true;
  }

  /** Creates a button; `key` identifies it after a redraw. @param {string} key @param {string} text @param {() => void} act @param {Record<string, any>} [more] */
  const button = (key, text, act, more = {}) =>
    h('button', { type: 'button', 'data-key': key, text, onclick: act, ...more });

  /** Returns the choices for an action: seeds, goods of the shop, tiles. @param {State} now */
  function things(now) {
    const { cards } = now.players[seat - 1];
    const rows = [];
    if (letter === 'C') {
      rows.push(
        CARDS.map((_, card) =>
          button(
            `card ${card}`,
            `${cardName(card, localizer)} ${numbersOf(scene, card).price} (${cards[card]})`,
            () => add(null, card),
          ),
        ),
      );
    }
    if (letter === 'P') {
      rows.push(
        SEEDS.map((card) =>
          button(
            `seed ${card}`,
            `${cardName(card, localizer)} (${cards[card]})`,
            () => {
              seed = card;
              show();
            },
            { 'aria-pressed': card === seed ? 'true' : 'false' },
          ),
        ),
      );
    }
    const tiles = tilesFor(now, seat, letter, entries);
    if (tiles.length > 0)
      rows.push(
        tiles.map((tile) =>
          button(`tile ${tile}`, `${formatTile(tile)}${now.special.has(tile) ? ' ★' : ''}`, () =>
            add(tile, letter === 'P' ? seed : 0),
          ),
        ),
      );
    return rows.map((row) => h('div', { class: row.length > 8 ? 'choices many' : 'choices' }, ...row));
  }

  /** Returns a line with the entries, the cost, and any problem. @param {State} now */
  function summary(now) {
    const why = noEffectReason(scene, now, seat, letter, entries);
    const { gold, cards } = now.players[seat - 1];
    const chosen = entries.map(({ tile, card, amount }) =>
      [
        amount > 1 ? `${amount} ×` : '',
        letter === 'C' || letter === 'P' ? cardName(card, localizer) : '',
        tile === null ? '' : formatTile(tile),
      ]
        .filter(Boolean)
        .join(' '),
    );
    const price = priceOf(scene, letter, entries);
    const drops = entries.reduce((sum, entry) => sum + entry.amount, 0);
    const words = [chosen.join(', ')];
    if (letter === 'L' || letter === 'C') words.push(t('flowers.ask.price', { price, gold }));
    if (letter === 'W') words.push(t('flowers.ask.drops', { n: drops, all: cards[0] }));
    if (isEmpty(letter, entries)) words.push(t('flowers.ask.empty'));
    else if (why) words.push(t('flowers.ask.void', { why: t(why) }));
    else if (shortageReason(scene, now, seat, letter, entries)) words.push(t('flowers.ask.part'));
    return h('p', { class: 'hint', role: 'status', text: words.filter(Boolean).join(' · ') });
  }

  /** Redraws if a new state was loaded. */
  function refresh() {
    if (state() !== shownState) show();
  }

  function show() {
    const [now, focused] = [state(), document.activeElement];
    shownState = now;
    if (!now) return fill(element);
    const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset.key : null;
    draw(now);
    if (key) focus(key);
  }

  /** @param {State} now */
  function draw(now) {
    const actions = [...LETTERS, 'pass'].map((key) =>
      button(`do ${key}`, t(`flowers.do.${key}`), () => choose(key), {
        'aria-pressed': key === letter ? 'true' : 'false',
        'data-action': key,
      }),
    );
    const why = isEmpty(letter, entries) ? null : noEffectReason(scene, now, seat, letter, entries);
    fill(
      element,
      h('div', { class: 'choices', role: 'group', 'aria-label': t('flowers.ask.action') }, ...actions),
      ...(letter ? [...things(now), summary(now)] : []),
      h(
        'div',
        { class: 'choices' },
        button('go', t(why ? 'flowers.ask.anyway' : 'flowers.ask.go'), go, {
          class: why ? '' : 'primary',
          disabled: isEmpty(letter, entries),
        }),
        button('undo', t('flowers.ask.undo'), undo, { disabled: entries.length === 0 }),
        button('clear', t('flowers.ask.clear'), () => choose(letter), { disabled: entries.length === 0 }),
      ),
    );
  }

  show();
  return { element, onSelection, show, refresh };
}
