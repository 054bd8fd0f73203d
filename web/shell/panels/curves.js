/**
 * The curves: one figure of all players over time. A click seeks; lines differ by color and dash pattern.
 */

import { context, h, fitResolution } from 'wag/shell/basics/dom.js';
import { formatNumber, t, textOr } from 'wag/shell/basics/i18n.js';
import { timelineLength } from 'wag/shell/match/scrubber.js';
import { seatColor, seatDash } from 'wag/shell/basics/seats.js';
import { isDark } from 'wag/shell/basics/theme.js';

/** @param {import('../replay/replay.js').Replay} replay @param {import('../replay/replay.js').Replay} [other] a match to compare with, whose curves are thinner */
export function createCurves(replay, other) {
  let figure = '';
  const choice = h('select', { 'aria-label': t('curves.figure') });
  choice.addEventListener('change', () => {
    figure = choice.value;
    draw();
  });
  const canvas = h('canvas', { class: 'curves-canvas', role: 'img' });
  const readout = h('span', { class: 'readout', 'aria-hidden': 'true' });
  const element = h(
    'section',
    { class: 'curves', 'aria-label': t('curves.title') },
    h('div', { class: 'curves-head' }, choice, readout),
    canvas,
  );

  canvas.addEventListener('click', (event) => {
    replay.live = false;
    replay.seek(roundAt(event.offsetX));
  });
  canvas.addEventListener('pointermove', (event) => (readout.textContent = describe(roundAt(event.offsetX))));
  canvas.addEventListener('pointerleave', () => (readout.textContent = ''));

  /** @param {string} name */
  const nameOf = (name) => textOr(replay.localizer.t, `figure.${name}`, name);

  /** @param {number} x */
  function roundAt(x) {
    return Math.round((x / Math.max(1, canvas.clientWidth)) * timelineLength(replay));
  }

  /** @param {number} round */
  function describe(round) {
    const { rounds, players, stride } = replay.overview;
    const index = Math.min(rounds.length - 1, Math.max(0, Math.round(round / Math.max(1, stride)) - 1));
    if (index < 0) return '';
    const values = players.map(
      ({ seat, values }) => `${replay.name(seat)} ${formatNumber(values[figure]?.[index] ?? 0, 1)}`,
    );
    return `${t('play.round')} ${formatNumber(rounds[index])}: ${values.join(' · ')}`;
  }

  function refresh() {
    const { figures } = replay.overview;
    if (choice.options.length !== figures.length) {
      choice.replaceChildren(...figures.map((name) => h('option', { value: name, text: nameOf(name) })));
    }
    // There are no figures before the first round.
    choice.hidden = figures.length === 0;
    if (!figures.includes(figure)) figure = figures[0] ?? '';
    choice.value = figure;
    canvas.setAttribute('aria-label', `${nameOf(figure)}: ${describe(replay.playback.last)}`);
    draw();
  }

  function draw() {
    if (!canvas.isConnected || canvas.clientWidth === 0) return;
    fitResolution(canvas);
    drawCurves(canvas, replay, figure, other);
  }

  return { element, draw, refresh };
}

/** @param {HTMLCanvasElement} canvas @param {import('../replay/replay.js').Replay} replay @param {string} figure @param {import('../replay/replay.js').Replay} [other] */
function drawCurves(canvas, replay, figure, other) {
  const ctx = context(canvas);
  const { width, height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  const dark = isDark();
  const seriesOf = (
    /** @type {import('../replay/replay.js').Replay} */ { overview: { rounds, players } },
    /** @type {number} */ thickness,
  ) => players.map(({ seat, values }) => ({ seat, rounds, thickness, values: values[figure] ?? [] }));
  const series = [...seriesOf(replay, 1.75), ...(other ? seriesOf(other, 0.8) : [])];
  let most = 1;
  for (const { values } of series) for (const value of values) if (value > most) most = value;
  const last = timelineLength(replay);
  const x = (/** @type {number} */ round) => (round / last) * width;
  const y = (/** @type {number} */ value) => height - 4 * ratio - (value / most) * (height - 12 * ratio);
  ctx.clearRect(0, 0, width, height);
  const playhead = Math.round(x(replay.playback.round));
  const scale = { most, y, ratio, dark, playhead };
  drawScale(ctx, scale);
  for (const { seat, values, rounds, thickness } of series) {
    ctx.beginPath();
    for (const [index, value] of values.entries()) ctx.lineTo(x(rounds[index]), y(value));
    ctx.strokeStyle = seatColor(seat, dark);
    ctx.lineWidth = thickness * ratio;
    ctx.setLineDash(seatDash(seat).map((part) => part * ratio));
    ctx.stroke();
  }
  ctx.setLineDash([]);
  labelScale(ctx, scale);
  ctx.fillStyle = dark ? '#f2f4f7' : '#16181c';
  ctx.fillRect(playhead, 0, Math.max(1, Math.round(ratio)), height);
}

/** @typedef {{most: number, y: (value: number) => number, ratio: number, dark: boolean, playhead: number}} Scale */

/** Draws lines at zero, half and maximum. @param {CanvasRenderingContext2D} ctx @param {Scale} scale */
function drawScale(ctx, { most, y, ratio, dark }) {
  ctx.fillStyle = dark ? '#31353c' : '#e1e4e9';
  for (const part of [0, 0.5, 1])
    ctx.fillRect(0, Math.round(y(most * part)), ctx.canvas.width, Math.max(1, Math.round(ratio)));
}

/** Labels the lines, clear of the playhead. @param {CanvasRenderingContext2D} ctx @param {Scale} scale */
function labelScale(ctx, { most, y, ratio, dark, playhead }) {
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  const labels = [0.5, 1].map((part) => ({ part, text: formatNumber(most * part, most < 10 ? 1 : 0) }));
  const room = Math.max(...labels.map(({ text }) => ctx.measureText(text).width)) + 4 * ratio;
  const left = playhead > room + 2 * ratio ? 0 : ctx.canvas.width - room;
  ctx.textAlign = 'left';
  for (const { part, text } of labels) {
    const middle = y(most * part) + 8 * ratio;
    ctx.fillStyle = dark ? '#1b1e23d9' : '#ffffffd9';
    ctx.fillRect(left, middle - 7 * ratio, room, 14 * ratio);
    ctx.fillStyle = dark ? '#a4abb6' : '#5a616c';
    ctx.fillText(text, left + 2 * ratio, middle);
  }
}
