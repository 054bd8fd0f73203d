/**
 * The time line: a slider over all rounds on a chart of the lead, with numbered pins for what decided the match, and marks
 * for notable events at the bottom. When the losses of the selected player are known, their curve is the chart and their cards
 * are the pins.
 */

import { context, fill, fitResolution, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t, textOr } from 'wag/shell/basics/i18n.js';
import { seatColor } from 'wag/shell/basics/seats.js';
import { isDark } from 'wag/shell/basics/theme.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { leadAt, leadOverTime } from 'wag/shell/match/lead.js';
import { drawLossCurve, lineOf, valueAt } from 'wag/shell/match/loss-chart.js';
import { columns } from 'wag/shell/match/marks.js';
import { showMoment, words } from 'wag/shell/panels/explain.js';
import { isChance, valueName } from 'wag/shell/panels/losses.js';

/** @typedef {import('../game.js').MarkKind} MarkKind */
/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../replay/explanation-loader.js').ExplanationLoader} ExplanationLoader */
/** @typedef {import('./lead.js').LeadPoint} LeadPoint */

/** The kinds of marks that any game may have. @type {MarkKind[]} */
const COMMON_MARKS = [
  { kind: 'error', color: '#c4007a', dark: '#ff7ac6' },
  { kind: 'timeout', color: '#005f9e', dark: '#6cc0ff' },
  { kind: 'out', color: '#3d4148', dark: '#d5d9e0' },
];
/** Space for the pins above the chart, and for the marks below it, in pixels. */
const [ROOF, FLOOR] = [20, 9];
/** How opaque the rounds after the present one are. */
const FUTURE = 0.36;

/** @param {import('../game.js').GameDisplay} game @returns {MarkKind[]} */
export function markKinds(game) {
  return [...game.marks, ...COMMON_MARKS];
}

/** @param {Replay} replay @param {MarkKind[]} moreMarks kinds of marks besides those of the game @param {ExplanationLoader} explanation @param {import('../replay/losses.js').Losses|null} losses */
export function createScrubber(replay, moreMarks, explanation, losses) {
  const kinds = [...markKinds(replay.game), ...moreMarks];
  /** The kinds that are not drawn; at first the quiet ones, unless there are no others. @type {Set<string>} */
  const hidden = new Set(
    kinds.some((kind) => !kind.quiet) ? kinds.filter((kind) => kind.quiet).map(({ kind }) => kind) : [],
  );
  const canvas = h('canvas', { class: 'lead-chart', 'aria-hidden': 'true' });
  const slider = h('input', {
    type: 'range',
    min: '0',
    step: '1',
    class: 'slider',
    'aria-label': t('play.round'),
  });
  slider.addEventListener('input', () => {
    replay.live = false;
    replay.seek(Number(slider.value));
  });
  // Returns the keys to the match after a click.
  slider.addEventListener('pointerup', () => slider.blur());
  const readout = h('p', { class: 'lead-readout', 'aria-hidden': 'true', hidden: true });
  const pins = h('ol', { class: 'pins', 'aria-label': t('explain.moments') });
  const track = h('div', { class: 'track' }, canvas, slider, pins, readout);
  track.addEventListener('pointermove', (event) => {
    const { left, width } = track.getBoundingClientRect();
    const part = (event.clientX - left) / Math.max(1, width);
    readout.hidden = false;
    readout.classList.toggle('right', part < 0.5);
    setText(readout, describe(Math.round(part * timelineLength(replay))));
  });
  track.addEventListener('pointerleave', () => (readout.hidden = true));
  const legend = h('div', { class: 'legend', role: 'group', 'aria-label': t('play.marks') });
  for (const kind of kinds)
    legend.append(legendButton(kind, replay.localizer.t(`mark.${kind.kind}`), hidden, draw));
  /** @type {LeadPoint[]} */
  let points = [];
  /** The report whose cards are the pins. @type {import('../../generated/losses.js').LossReport|null} */
  let shown = null;

  /** Says who leads in a round, and what the height of the chart means. @param {number} round */
  function describe(round) {
    const point = leadAt(points, round);
    const where = t('play.roundOf', { round, rounds: timelineLength(replay) });
    const curve = report()?.curve;
    if (curve && lineOf(curve).length > 0) return `${where}: ${futureAt(curve, round)}`;
    if (!point || !explanation.latest) return where;
    const { seat, lead, share } = point;
    const who = seat
      ? t('lead.at', {
          name: replay.name(seat),
          n: formatNumber(lead),
          percent: formatNumber(share * 100),
        })
      : t('lead.level');
    return `${where}: ${who} ${t('lead.height', { figure: figureOf(replay, explanation.latest.lead) })}`;
  }

  /** Returns the report on the losses of the selected player if it has a curve. */
  function report() {
    const known = losses?.of(replay.seat).report;
    return known && !known.curve.void ? known : null;
  }

  /** Takes over a new explanation, new losses, or another selected player. */
  function refresh() {
    const { latest } = explanation;
    points = latest ? leadOverTime(latest.curve) : [];
    const rounds = timelineLength(replay);
    shown = report();
    const moments = (latest?.moments ?? []).filter((moment) => moment.is_decisive);
    const pinned = shown
      ? shown.cards.map((card) => ({ ...card, round: card.onset, seat: replay.seat }))
      : moments;
    fill(pins, ...pinned.map((moment, index) => pin(moment, index + 1, rounds)));
    pins.setAttribute('aria-label', t(shown ? 'losses.pins' : 'explain.moments'));
    draw();
  }

  /** @param {import('../../generated/replay.js').Phrase & {round: number, seat: number|null}} moment @param {number} number @param {number} rounds */
  function pin(moment, number, rounds) {
    const label = `${t('end.round', { round: moment.round })}: ${words(moment)}`;
    const button = h('button', {
      type: 'button',
      class: 'pin',
      text: String(number),
      title: label,
      'aria-label': label,
      onclick: () => showMoment(replay, moment.round, moment.seat),
    });
    const place = h('li', {}, button);
    place.style.left = `clamp(10px, ${(moment.round / rounds) * 100}%, 100% - 10px)`;
    return place;
  }

  function draw() {
    fitResolution(canvas);
    const ctx = context(canvas);
    const { width, height } = canvas;
    const ratio = window.devicePixelRatio || 1;
    const dark = isDark();
    const rounds = timelineLength(replay);
    const now = (replay.playback.round / rounds) * width;
    const [roof, floor] = [ROOF * ratio, height - FLOOR * ratio];
    ctx.clearRect(0, 0, width, height);
    // Where everything is certain from the events, there are cards without a curve.
    const curve = shown && lineOf(shown.curve).length > 0 ? shown.curve : null;
    const areas = curve ? [] : areasOf(points, rounds, width);
    for (const isPast of [true, false]) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(isPast ? 0 : now, 0, isPast ? now : width - now, height);
      ctx.clip();
      ctx.globalAlpha = isPast ? 1 : FUTURE;
      for (const area of areas) drawArea(ctx, area, roof, floor, dark);
      if (curve) drawLossCurve(ctx, curve, replay.seat, rounds, { roof, floor, dark, ratio });
      ctx.restore();
    }
    ctx.fillStyle = dark ? 'rgb(238 241 246 / 35%)' : 'rgb(34 26 38 / 35%)';
    ctx.fillRect(0, floor, width, Math.max(1, ratio));
    drawMarks(ctx, floor + 2 * ratio, rounds, dark);
    drawNow(ctx, now, ratio, dark);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {number} top @param {number} rounds @param {boolean} dark */
  function drawMarks(ctx, top, rounds, dark) {
    const { width, height } = ctx.canvas;
    const lanes = columns(replay.overview.marks, rounds, width);
    for (const kind of kinds) {
      if (hidden.has(kind.kind)) continue;
      ctx.fillStyle = dark ? kind.dark : kind.color;
      for (const x of lanes.get(kind.kind) ?? [])
        ctx.fillRect(x, kind.isLine ? 0 : top, 2, kind.isLine ? height : height - top - 1);
    }
  }

  function update() {
    if (report() !== shown) refresh();
    slider.max = String(timelineLength(replay));
    slider.value = String(replay.playback.round);
    slider.setAttribute(
      'aria-valuetext',
      t('play.roundOf', { round: replay.playback.round, rounds: timelineLength(replay) }),
    );
    draw();
  }

  return { track, legend, draw, update, refresh, kinds, hidden };
}

/** Returns the areas of the chart: one per stretch with the same leader, each a list of points `[x, height]`, scaled to the highest. @param {LeadPoint[]} points @param {number} rounds @param {number} width */
function areasOf(points, rounds, width) {
  // Where only one player has anything, as in lessons, its share is always 1, and the figure itself says more.
  const isAlone = points.every(({ seat, share }) => seat === null || share >= 1);
  const heightOf = (/** @type {LeadPoint} */ { lead, share }) => (isAlone ? lead : share);
  const most = points.reduce((highest, point) => Math.max(highest, heightOf(point)), 0) || 1;
  /** @type {{seat: number|null, points: [number, number][]}[]} */
  const areas = [];
  for (const point of points) {
    const { round, seat } = point;
    const x = (round / rounds) * width;
    const last = areas.at(-1);
    if (last?.seat !== seat) {
      last?.points.push([x, 0]);
      areas.push({ seat, points: [] });
    }
    areas.at(-1)?.points.push([x, heightOf(point) / most]);
  }
  return areas;
}

/** @param {CanvasRenderingContext2D} ctx @param {ReturnType<typeof areasOf>[number]} area @param {number} roof @param {number} floor @param {boolean} dark */
function drawArea(ctx, { seat, points }, roof, floor, dark) {
  if (seat === null) return;
  ctx.fillStyle = seatColor(seat, dark);
  ctx.beginPath();
  ctx.moveTo(points[0][0], floor);
  for (const [x, share] of points) ctx.lineTo(x, floor - share * (floor - roof));
  ctx.lineTo(points[points.length - 1][0], floor);
  ctx.fill();
}

/** Draws the present round. @param {CanvasRenderingContext2D} ctx @param {number} at @param {number} ratio @param {boolean} dark */
function drawNow(ctx, at, ratio, dark) {
  const { width, height } = ctx.canvas;
  const x = Math.max(1.5 * ratio, Math.min(width - 1.5 * ratio, at));
  ctx.fillStyle = dark ? '#12161d' : '#fffdf8';
  ctx.fillRect(x - 3 * ratio, 0, 6 * ratio, height);
  ctx.fillStyle = dark ? '#6db8ff' : '#0b5cad';
  ctx.fillRect(x - 1.5 * ratio, 0, 3 * ratio, height);
  ctx.beginPath();
  ctx.arc(x, height - 8 * ratio, 6 * ratio, 0, 7);
  ctx.fill();
}

/** Says what the stand-in would have reached from a round. @param {import('../../generated/losses.js').TakeOverCurve} curve @param {number} round */
function futureAt(curve, round) {
  const value = valueAt(lineOf(curve), round + 1);
  return t('losses.future', {
    name: singleLine(curve.stand_in ?? '', 40),
    value: isChance(curve) ? `${formatNumber(value * 100)} %` : formatNumber(value),
    what: isChance(curve) ? t('losses.chanceName') : valueName(curve),
  });
}

/** Returns the name of the value that shows who leads. @param {Replay} replay @param {string} name */
function figureOf(replay, name) {
  return textOr(replay.localizer.t, `figure.${name}`, translateMessage(name));
}

/** Returns the length of the timeline in rounds. @param {Replay} replay */
export function timelineLength(replay) {
  const { header, playback } = replay;
  return Math.max(1, replay.isOver ? playback.last : Math.max(playback.last, header.rounds));
}

/** @param {MarkKind} kind @param {string} name @param {Set<string>} hidden @param {() => void} draw */
function legendButton(kind, name, hidden, draw) {
  const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.setProperty('--light', kind.color);
  swatch.style.setProperty('--dark', kind.dark);
  const button = h(
    'button',
    { type: 'button', class: 'chip', 'aria-pressed': String(!hidden.has(kind.kind)) },
    swatch,
    name,
  );
  button.addEventListener('click', () => {
    if (!hidden.delete(kind.kind)) hidden.add(kind.kind);
    button.setAttribute('aria-pressed', String(!hidden.has(kind.kind)));
    draw();
  });
  return button;
}
