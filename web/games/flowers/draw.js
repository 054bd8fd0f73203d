/**
 * Drawing of the farm: beds in their owners' colors with a fence around each estate, special tiles, plants with the
 * water they have and need, and what happens to them.
 */

import { areaOf, eachField, fillField } from 'wag/games/drawing/ground.js';
import { drawLabel } from 'wag/games/drawing/labels.js';
import { GRAB_MS, easeOut, isPlain, progress } from 'wag/games/drawing/motion.js';
import { mix, paletteOf } from 'wag/games/drawing/palette.js';
import { polygon, sheetOf } from 'wag/games/drawing/sprites.js';
import { drop, plant as plantSprite } from 'wag/games/flowers/sprites.js';
import { SIDE, fieldOf, isHidden, numbersOf, ownerOf } from 'wag/games/flowers/state.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Plant} Plant */
/** A state and how to draw it. @typedef {{ctx: CanvasRenderingContext2D, scene: any, state: State, viewport: Viewport, dark: boolean, digits: boolean, eyes: number|null}} Pen */
/** What happens to a tile in this round: the share of its size that a new plant has, how far a harvested one has risen, and a drop that falls. @typedef {{planted?: boolean, harvested?: Plant|null, watered?: boolean}} Change */

const LIGHT = { soil: ['#dcd7a6', '#d5d09c'], bed: '#c9a579', tint: 0.1, rain: '#2f6fb0', life: '#fff8e6' };
const DARK = { soil: ['#33473f', '#2f423b'], bed: '#4a3b32', tint: 0.24, rain: '#8fc1f2', life: '#eef1f6' };
/** @type {Record<number, string>} */
const SIGNS = { 3: 'A', 4: 'B', 5: 'C', 6: 'T' };
/** Maximum number of rounds to live that are shown as dots. */
const LIFE_MAX = 5;
const RAIN_MS = 450;

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = dark ? DARK : LIGHT;
  const area = areaOf(ctx, scene, viewport);
  eachField(area, (x, y) => {
    ctx.fillStyle = colors.soil[(x + y) % 2];
    fillField(ctx, area, x, y);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  if (!scene.preview) return;
  const state = { ...scene.preview, special: new Set(scene.preview.special ?? []) };
  drawTiles({ ctx, scene, state, viewport, dark, digits: false, eyes: null }, new Map(), 1);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, viewport, dark, digits, t } = picture;
  const moves = t < 1 && !isPlain(picture);
  const pen = {
    ctx,
    scene: step.scene,
    state: step.after,
    viewport,
    dark,
    digits,
    eyes: step.viewerSeat ?? null,
  };
  const part = progress(picture, 0, GRAB_MS);
  drawTiles(pen, moves ? changesOf(step) : new Map(), part);
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    if (event.type === 'rained' && moves) drawRain(pen, progress(picture, 0, RAIN_MS));
    if (event.type === 'harvested' && event.tiles.length > 0 && part > 0) drawGain(pen, event, part);
  }
}

/** Returns what happens to tiles in this step. @param {import('../../shell/game.js').Step} step @returns {Map<number, Change>} */
function changesOf(step) {
  /** @type {Map<number, Change>} */
  const changes = new Map();
  const add = (/** @type {number} */ tile, /** @type {Change} */ change) =>
    changes.set(tile, { ...changes.get(tile), ...change });
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    if (event.type === 'planted') for (const [tile] of event.plants) add(tile, { planted: true });
    if (event.type === 'watered') for (const [tile] of event.drops) add(tile, { watered: true });
    if (event.type === 'harvested')
      for (const tile of event.tiles) add(tile, { harvested: step.before.plants[tile] });
  }
  return changes;
}

/** @param {Pen} pen @param {Map<number, Change>} changes @param {number} part progress of the changes */
function drawTiles(pen, changes, part) {
  const { state } = pen;
  const tiles = Array.from({ length: SIDE * SIDE }, (_, tile) => tile);
  const owners = tiles.map((tile) => ownerOf(state, tile));
  for (const tile of tiles) if (owners[tile]) drawBed(pen, tile, owners[tile]);
  for (const tile of state.special) drawSpecial(pen, tile);
  for (const seat of new Set(owners.filter(Boolean))) drawFence(pen, owners, seat);
  for (const tile of tiles) {
    const change = changes.get(tile) ?? {};
    const plant = state.plants[tile];
    if (plant) drawPlant(pen, tile, plant, change.planted ? easeOut(part) : 1);
    if (change.harvested && part < 1) drawHarvest(pen, tile, change.harvested, part);
    if (change.watered && part < 1) drawDrop(pen, tile, part);
    if (pen.digits && owners[tile]) drawOwner(pen, tile, owners[tile]);
  }
}

/** Returns left, top and size of a tile on the canvas. @param {Pen} pen @param {number} tile @returns {[number, number, number]} */
function boxOf({ viewport: { left, top, scale } }, tile) {
  const [x, y] = fieldOf(tile);
  return [left + x * scale, top + y * scale, scale];
}

/** Draws a bed with furrows. @param {Pen} pen @param {number} tile @param {number} owner */
function drawBed(pen, tile, owner) {
  const { ctx, dark } = pen;
  const colors = dark ? DARK : LIGHT;
  const [left, top, size] = boxOf(pen, tile);
  const [x, y] = [Math.round(left), Math.round(top)];
  const [width, height] = [Math.round(left + size) - x, Math.round(top + size) - y];
  ctx.fillStyle = mix(colors.bed, seatColor(owner, dark), colors.tint);
  ctx.fillRect(x, y, width, height);
  ctx.fillStyle = 'rgb(0 0 0 / 9%)';
  for (const row of [0.3, 0.62, 0.92]) ctx.fillRect(x, top + row * size, width, Math.max(1, size * 0.05));
}

/** Draws golden corners on a tile that pays more. @param {Pen} pen @param {number} tile */
function drawSpecial(pen, tile) {
  const { ctx, dark } = pen;
  const { gold, ink } = paletteOf(dark);
  const [left, top, size] = boxOf(pen, tile);
  const reach = size * 0.075;
  ctx.fillStyle = gold;
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(1, size * 0.02);
  for (const across of [0.16, 0.84]) {
    for (const down of [0.16, 0.84]) {
      const [x, y] = [left + across * size, top + down * size];
      polygon(ctx, [
        [x, y - reach],
        [x + reach, y],
        [x, y + reach],
        [x - reach, y],
      ]);
      ctx.fill();
      ctx.stroke();
    }
  }
}

/** Draws the fence around the whole estate of a player. @param {Pen} pen @param {number[]} owners @param {number} seat */
function drawFence(pen, owners, seat) {
  const { ctx, dark, viewport } = pen;
  ctx.strokeStyle = seatColor(seat, dark);
  ctx.lineWidth = Math.max(2.5 * viewport.ratio, viewport.scale * 0.06);
  ctx.lineCap = 'round';
  ctx.setLineDash(seat === 2 ? [viewport.scale * 0.16, viewport.scale * 0.12] : []);
  ctx.beginPath();
  for (const [tile, owner] of owners.entries()) {
    if (owner !== seat) continue;
    const [left, top, size] = boxOf(pen, tile);
    const isOwn = (/** @type {number} */ other, /** @type {boolean} */ exists) =>
      exists && owners[other] === seat;
    // The number of a tile is 8 x + y, and y counts from below.
    const row = tile % SIDE;
    const [above, below] = [isOwn(tile + 1, row < SIDE - 1), isOwn(tile - 1, row > 0)];
    const [west, east] = [isOwn(tile - SIDE, true), isOwn(tile + SIDE, true)];
    const inset = ctx.lineWidth * 0.7;
    // Towards another own tile, the fence goes on.
    const [minX, maxX] = [left + (west ? 0 : inset), left + size - (east ? 0 : inset)];
    const [minY, maxY] = [top + (above ? 0 : inset), top + size - (below ? 0 : inset)];
    const sides = /** @type {[boolean, number, number, number, number][]} */ ([
      [above, minX, minY, maxX, minY],
      [below, minX, maxY, maxX, maxY],
      [west, minX, minY, minX, maxY],
      [east, maxX, minY, maxX, maxY],
    ]);
    for (const [joined, x, y, toX, toY] of sides) {
      if (joined) continue;
      ctx.moveTo(x, y);
      ctx.lineTo(toX, toY);
    }
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Returns how far a plant has grown. @param {Pen} pen @param {Plant} plant @returns {import('./sprites.js').Growth} */
function growthOf({ scene }, { card, needed }) {
  if (needed < 0) return 'dead';
  if (needed === 0) return 'ripe';
  const share = 1 - needed / numbersOf(scene, card).drops;
  return share <= 0 ? 'sprout' : share < 0.5 ? 'leaves' : 'bud';
}

/** @param {Pen} pen @param {number} card @param {import('./sprites.js').Growth} growth */
function spriteOf({ viewport, dark }, card, growth) {
  return sheetOf(viewport.scale * 0.9, dark).get(`plant ${card} ${growth}`, () => plantSprite(card, growth));
}

/** Draws a plant; of a hidden one only its kind is known. @param {Pen} pen @param {number} tile @param {Plant} plant @param {number} share of its size */
function drawPlant(pen, tile, plant, share) {
  const { ctx, state, eyes, digits } = pen;
  const [left, top, size] = boxOf(pen, tile);
  const hidden = isHidden(state, tile, eyes);
  const sprite = spriteOf(pen, plant.card, hidden ? 'bud' : growthOf(pen, plant));
  const side = sprite.width * share;
  const x = left + size * 0.02 + (sprite.width - side) / 2;
  ctx.drawImage(sprite, Math.round(x), Math.round(top + size * 0.06 + sprite.width - side), side, side);
  if (digits && size >= 26) drawSign(pen, SIGNS[plant.card] ?? '?', left + size * 0.84, top + size * 0.18);
  if (hidden || plant.needed < 0 || size < 20) return;
  const total = Math.max(plant.needed, numbersOf(pen.scene, plant.card).drops);
  const sheet = sheetOf(size * 0.2, pen.dark);
  for (let at = 0; at < Math.min(total, LIFE_MAX); at += 1) {
    const full = at < total - plant.needed;
    const water = sheet.get(`drop ${full}`, () => drop(full));
    ctx.drawImage(water, Math.round(left + size * 0.76), Math.round(top + (0.74 - at * 0.155) * size));
  }
  drawLife(pen, plant.left, left, top, size);
}

/** Draws a dot for each round that a plant has to live. @param {Pen} pen @param {number} rounds @param {number} left @param {number} top @param {number} size */
function drawLife({ ctx, dark }, rounds, left, top, size) {
  ctx.fillStyle = (dark ? DARK : LIGHT).life;
  ctx.strokeStyle = paletteOf(dark).ink;
  ctx.lineWidth = Math.max(1, size * 0.02);
  for (let at = 0; at < Math.min(rounds, LIFE_MAX); at += 1) {
    ctx.beginPath();
    ctx.arc(left + (0.14 + at * 0.1) * size, top + 0.92 * size, size * 0.036, 0, Math.PI * 2);
    ctx.fill();
    ctx.stroke();
  }
}

/** Draws a harvested plant, which rises and fades. @param {Pen} pen @param {number} tile @param {Plant} plant @param {number} part */
function drawHarvest(pen, tile, plant, part) {
  const { ctx } = pen;
  const [left, top, size] = boxOf(pen, tile);
  ctx.globalAlpha = 1 - part;
  const y = top + size * (0.06 - 0.5 * easeOut(part));
  ctx.drawImage(spriteOf(pen, plant.card, 'ripe'), Math.round(left + size * 0.02), Math.round(y));
  ctx.globalAlpha = 1;
}

/** Draws a drop that falls on a plant. @param {Pen} pen @param {number} tile @param {number} part */
function drawDrop(pen, tile, part) {
  const [left, top, size] = boxOf(pen, tile);
  const water = sheetOf(size * 0.3, pen.dark).get('drop true', () => drop(true));
  const y = top + size * (-0.35 + 0.75 * part * part);
  pen.ctx.drawImage(water, Math.round(left + size * 0.35), Math.round(y));
}

/** Draws what a harvest has earned. @param {Pen} pen @param {any} event @param {number} part */
function drawGain({ ctx, viewport, dark }, event, part) {
  const places = event.tiles.map(fieldOf);
  const middle = [0, 1].map(
    (axis) =>
      places.reduce((/** @type {number} */ sum, /** @type {number[]} */ place) => sum + place[axis], 0) /
      places.length,
  );
  const size = Math.max(12 * viewport.ratio, viewport.scale * 0.3);
  drawLabel(
    ctx,
    `+${event.gain}`,
    viewport,
    [middle[0] + 0.5, middle[1] + 0.5 - 0.4 * easeOut(part)],
    size,
    dark,
  );
}

/** @param {Pen} pen @param {number} tile @param {number} owner */
function drawOwner(pen, tile, owner) {
  const [left, top, size] = boxOf(pen, tile);
  drawSign(pen, String(owner), left + size * 0.16, top + size * 0.18);
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y */
function drawSign({ ctx, viewport, dark }, text, x, y) {
  ctx.fillStyle = dark ? '#ffffff' : '#1c1e22';
  ctx.font = `bold ${Math.max(8, Math.round(viewport.scale * 0.2))}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y);
}

/** Draws falling rain, which begins and ends softly. @param {Pen} pen @param {number} part */
function drawRain({ ctx, viewport, dark }, part) {
  const { left, top, scale } = viewport;
  const side = SIDE * scale;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, side, side);
  ctx.clip();
  ctx.strokeStyle = (dark ? DARK : LIGHT).rain;
  ctx.lineWidth = Math.max(1, scale * 0.04);
  ctx.lineCap = 'round';
  ctx.globalAlpha = 0.7 * Math.sin(part * Math.PI);
  ctx.beginPath();
  for (let at = 0; at < 140; at += 1) {
    // Evenly spread, and the same in each round.
    const [x, y] = [((at * 0.618) % 1) * side, ((at * 0.382 + 0.1 + part * 0.9) % 1) * side];
    ctx.moveTo(left + x, top + y);
    ctx.lineTo(left + x - scale * 0.06, top + y + scale * 0.26);
  }
  ctx.stroke();
  ctx.restore();
}
