/**
 * The playback controls in one line: play and pause, the round, a menu with all others, and the time line.
 */

import { fill, h, icon, iconButton, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { createMenu } from 'wag/shell/basics/menu.js';
import { eventGoals, adjacentMark } from 'wag/shell/match/marks.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { SPEEDS } from 'wag/shell/replay/playback.js';
import { createScrubber, timelineLength } from 'wag/shell/match/scrubber.js';

/** @param {import('../replay/replay.js').Replay} replay @param {import('../replay/explanation-loader.js').ExplanationLoader} explanation @param {import('../game.js').MarkKind[]} [moreMarks] kinds of marks besides those of the game @param {import('../replay/losses.js').Losses|null} [losses] */
export function createTransport(replay, explanation, moreMarks = [], losses = null) {
  const { playback } = replay;
  const scrubber = createScrubber(replay, moreMarks, explanation, losses);
  const actions = actionsOf(replay, scrubber, update);
  const remembered = Number(loadSetting('speed'));
  if (SPEEDS.includes(remembered)) playback.speed = remembered;

  const play = h('button', { type: 'button', class: 'play', onclick: actions.toggle });
  const speed = h('select', { 'aria-label': t('play.speed'), title: `${t('play.speed')} (+, −)` });
  for (const value of SPEEDS)
    speed.append(h('option', { value: String(value), text: `${formatNumber(value, 2)}×` }));
  speed.addEventListener('change', () => actions.setSpeed(Number(speed.value)));
  const round = h('input', { type: 'number', min: '0', class: 'round', 'aria-label': t('play.round') });
  round.addEventListener('change', () => replay.seek(Number(round.value)));
  const live = h('button', {
    type: 'button',
    class: 'chip live',
    'aria-pressed': 'false',
    text: t('play.live'),
    title: t('play.liveHint'),
    onclick: actions.live,
  });

  const now = h('strong');
  const length = h('small');
  const more = createMenu({
    class: 'round-now',
    title: t('play.more'),
    label: [now, length],
    content: [
      h(
        'div',
        { class: 'buttons' },
        iconButton('skip-back', t('play.first'), actions.first, 'Home'),
        iconButton('step-back', t('play.previousEvent'), actions.previousEvent, 'P'),
        iconButton('rewind', `« ${t('play.back')}`, actions.back, '←'),
        iconButton('fast-forward', `» ${t('play.forward')}`, actions.forward, '→'),
        iconButton('step-forward', t('play.nextEvent'), actions.nextEvent, 'N'),
        iconButton('skip-forward', t('play.last'), actions.last, 'End'),
      ),
      h(
        'div',
        { class: 'buttons' },
        h('label', { class: 'where' }, h('span', { text: t('play.round') }), round),
        h('label', { class: 'speed' }, h('span', { text: t('play.speed') }), speed),
        live,
      ),
    ],
  });
  const element = h(
    'div',
    { class: 'transport', role: 'group', 'aria-label': t('play.controls') },
    h('div', { class: 'keys' }, play, more.element),
    scrubber.track,
  );

  let shownPlaying = '';
  function drawPlay() {
    const label = t(playback.playing ? 'play.pause' : 'play.play');
    if (label === shownPlaying) return;
    shownPlaying = label;
    fill(play, icon(playback.playing ? 'pause' : 'play'));
    play.setAttribute('aria-label', label);
    play.title = `${label} (${t('key.space')})`;
  }
  // The button needs its label before the match is loaded.
  drawPlay();

  function update() {
    drawPlay();
    if (document.activeElement !== round) round.value = String(playback.round);
    round.max = String(playback.last);
    setText(now, formatNumber(playback.round));
    const all = t('play.of', { n: formatNumber(timelineLength(replay)) });
    setText(length, `${all} · ${formatNumber(playback.speed, 2)}×`);
    speed.value = String(playback.speed);
    live.hidden = replay.isOver;
    live.setAttribute('aria-pressed', String(replay.live));
    scrubber.update();
  }

  return { element, scrubber, update, draw: scrubber.draw, actions };
}

/** @param {import('../replay/replay.js').Replay} replay @param {ReturnType<typeof createScrubber>} scrubber @param {() => void} update */
function actionsOf(replay, scrubber, update) {
  const { playback } = replay;
  const moved = () => replay.moved.emit();
  /** @param {number} round */
  const jump = (round) => {
    playback.playing = false;
    replay.live = false;
    replay.seek(round);
  };
  /** @param {1|-1} direction */
  const event = (direction) => {
    const found = adjacentMark(
      replay.overview.marks,
      playback.round,
      direction,
      eventGoals(scrubber.kinds, scrubber.hidden),
    );
    if (found !== null) jump(found);
  };
  /** @param {number} by */
  const step = (by) => {
    playback.step(by);
    replay.live = false;
    moved();
  };
  /** @param {number} value */
  const setSpeed = (value) => {
    playback.speed = value;
    saveSetting('speed', String(value));
    moved();
    update();
  };
  return {
    toggle: () => {
      replay.live = false;
      playback.toggle(!replay.isOver);
      moved();
    },
    forward: () => step(1),
    back: () => step(-1),
    leap: (/** @type {number} */ by) => jump(playback.round + by),
    first: () => jump(0),
    last: () => jump(playback.last),
    nextEvent: () => event(1),
    previousEvent: () => event(-1),
    live: () => {
      replay.live = !replay.live;
      playback.playing = false;
      if (replay.live) replay.seek(playback.last);
      else moved();
    },
    setSpeed,
    faster: (/** @type {number} */ by) => {
      playback.faster(by);
      setSpeed(playback.speed);
    },
  };
}
