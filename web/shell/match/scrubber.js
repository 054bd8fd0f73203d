/**
 * The timeline: a slider over all rounds, with marks for notable events, one lane per kind.
 */

import { context, h, fitResolution } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { columns } from 'wag/shell/match/marks.js';
import { isDark } from 'wag/shell/basics/theme.js';

/** @typedef {import('../game.js').MarkKind} MarkKind */

/** The kinds of marks that any game may have. @type {MarkKind[]} */
const COMMON_MARKS = [
  { kind: 'error', color: '#c4007a', dark: '#ff7ac6' },
  { kind: 'timeout', color: '#005f9e', dark: '#6cc0ff' },
  { kind: 'out', color: '#3d4148', dark: '#d5d9e0' },
];

/** @param {import('../game.js').GameDisplay} game @returns {MarkKind[]} */
export function markKinds(game) {
  return [...game.marks, ...COMMON_MARKS];
}

/** @param {import('../replay/replay.js').Replay} replay @param {MarkKind[]} moreMarks kinds of marks besides those of the game */
export function createScrubber(replay, moreMarks) {
  const kinds = [...markKinds(replay.game), ...moreMarks];
  /** @type {Set<string>} */
  const hidden = new Set();
  const canvas = h('canvas', { class: 'marks', 'aria-hidden': 'true' });
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
  const legend = h('div', { class: 'legend', role: 'group', 'aria-label': t('play.marks') });
  for (const kind of kinds)
    legend.append(legendButton(kind, replay.localizer.t(`mark.${kind.kind}`), hidden, draw));
  const track = h('div', { class: 'track' }, canvas, slider);

  function draw() {
    fitResolution(canvas);
    const ctx = context(canvas);
    const { width, height } = canvas;
    ctx.clearRect(0, 0, width, height);
    const rounds = timelineLength(replay);
    const lanes = columns(replay.overview.marks, rounds, width);
    const lane = height / kinds.length;
    const dark = isDark();
    for (const [index, kind] of kinds.entries()) {
      if (hidden.has(kind.kind)) continue;
      ctx.fillStyle = dark ? kind.dark : kind.color;
      const [top, tall] = kind.isLine
        ? [0, height]
        : [Math.round(index * lane), Math.max(2, Math.floor(lane) - 1)];
      for (const x of lanes.get(kind.kind) ?? []) ctx.fillRect(x, top, 2, tall);
    }
    if (replay.playback.last < rounds) {
      ctx.fillStyle = dark ? 'rgb(255 255 255 / 8%)' : 'rgb(0 0 0 / 7%)';
      const from = (replay.playback.last / rounds) * width;
      ctx.fillRect(from, 0, width - from, height);
    }
  }

  function update() {
    slider.max = String(timelineLength(replay));
    slider.value = String(replay.playback.round);
    slider.setAttribute(
      'aria-valuetext',
      t('play.roundOf', { round: replay.playback.round, rounds: timelineLength(replay) }),
    );
  }

  return { track, legend, draw, update, kinds, hidden };
}

/** Returns the length of the timeline in rounds. @param {import('../replay/replay.js').Replay} replay */
export function timelineLength(replay) {
  const { header, playback } = replay;
  return Math.max(1, replay.isOver ? playback.last : Math.max(playback.last, header.rounds));
}

/** @param {MarkKind} kind @param {string} name @param {Set<string>} hidden @param {() => void} draw */
function legendButton(kind, name, hidden, draw) {
  const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.setProperty('--light', kind.color);
  swatch.style.setProperty('--dark', kind.dark);
  const button = h('button', { type: 'button', class: 'chip', 'aria-pressed': 'true' }, swatch, name);
  button.addEventListener('click', () => {
    if (!hidden.delete(kind.kind)) hidden.add(kind.kind);
    button.setAttribute('aria-pressed', String(!hidden.has(kind.kind)));
    draw();
  });
  return button;
}
