/**
 * Setting up a match: who plays, on which map, for how long, with which seed; or a challenge.
 */

import { api } from 'wag/shell/api.js';
import { context, fill, h, say, sharpen } from 'wag/shell/dom.js';
import { seatBadge } from 'wag/shell/badge.js';
import { number, t } from 'wag/shell/i18n.js';
import { message } from 'wag/shell/replay.js';
import { short } from 'wag/shell/text.js';
import { isDark, themeChanged } from 'wag/shell/theme.js';

/** @typedef {import('./api.js').Start} Start */
/** @typedef {import('./api.js').Settings} Settings */
/** @typedef {import('./game.js').GameView} GameView */

/** @param {Start} start @param {GameView} game @param {(settings: Settings) => Promise<void>} onRun */
export function createSetup(start, game, onRun) {
  const { settings } = start;
  const players = settings.players.map((_, index) => playerField(start, index));
  const hasRounds = start.has_rounds !== false;
  const map = mapField(start, game);
  const rounds = h('input', { type: 'number', id: 'setup-rounds', min: '1', max: '1000000', required: hasRounds, value: settings.rounds });
  const seed = h('input', { type: 'text', id: 'setup-seed', inputmode: 'numeric', pattern: '[0-9]{0,20}', placeholder: t('setup.seedHint'), value: settings.seed ?? '' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const run = h('button', { type: 'submit', class: 'primary', text: t('setup.run') });
  const stages = stageChoice(start, choose);

  /** @param {string|null} challenge */
  function choose(challenge) {
    const stage = start.stages.find((one) => one.name === challenge);
    for (const [index, field] of players.entries()) field.lock(stage && index > 0 ? stage.opponents[index - 1] ?? '' : null);
    map.lock(stage ? stage.map : null);
    lockInput(rounds, stage ? String(stage.rounds) : null);
    // Its seed follows from the progress.
    lockInput(seed, stage ? '' : null);
  }

  const form = h('form', { class: 'setup' },
    h('div', { class: 'setup-head' }, h('h1', { text: t('setup.title') }), h('p', { class: 'hint', text: t('setup.folder', { folder: short(start.folder, 60) }) })),
    start.stages.length > 0 && stages.element,
    h('div', { class: 'setup-columns' },
      h('div', { class: 'setup-left' },
        h('fieldset', { class: 'panel' }, h('legend', { text: t('setup.players') }), ...players.map((field) => field.element), fileList(start)),
        h('fieldset', { class: 'panel' }, h('legend', { text: t('setup.length') }), h('div', { class: 'pair' },
          hasRounds && h('div', {}, h('label', { for: 'setup-rounds', text: t('setup.rounds') }), rounds),
          h('div', {}, h('label', { for: 'setup-seed', text: t('setup.seed') }), seed)))),
      h('fieldset', { class: 'panel' }, h('legend', { text: t('setup.map') }), map.element)),
    h('div', { class: 'setup-foot' }, failure, h('span', { class: 'hint', text: t('setup.return') }), run));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    say(failure, '');
    try {
      await onRun({ game: game.name, players: players.map((field) => field.value()), map: map.value(), rounds: hasRounds ? Number(rounds.value) : 0, seed: readSeed(seed.value), challenge: stages.value() });
    } catch (error) {
      say(failure, message(error));
    }
    run.disabled = false;
  });
  choose(settings.challenge);
  map.show();
  return { element: form, run: () => form.requestSubmit() };
}

/** Shows `to` instead of what was typed, until it is null. @param {HTMLInputElement} input @param {string|null} to */
function lockInput(input, to) {
  if (!input.disabled) input.dataset.own = input.value;
  input.disabled = to !== null;
  input.value = to ?? input.dataset.own ?? '';
}

/** A seed as the server wants it; those that JavaScript can't count exactly go as text. @param {string} text */
export function readSeed(text) {
  const digits = text.trim();
  if (digits === '') return null;
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** @param {Start} start */
function fileList(start) {
  const list = h('datalist', { id: 'setup-files' });
  for (const file of start.files) list.append(h('option', { value: file }));
  for (const one of start.built_in) if (!one.locked) list.append(h('option', { value: one.name, label: t('setup.builtIn') }));
  const locked = start.built_in.filter((one) => one.locked).map((one) => one.name);
  return h('div', {}, list, h('p', { class: 'hint', text: t(start.person ? 'setup.personHint' : 'setup.playersHint', { person: start.person ?? '' }) }),
    locked.length > 0 ? h('p', { class: 'hint locked', text: t('setup.lockedAIs', { names: locked.join(', ') }) }) : null);
}

/** @param {Start} start @param {number} index */
function playerField(start, index) {
  const id = `setup-player-${index + 1}`;
  const input = h('input', { type: 'text', id, list: 'setup-files', autocomplete: 'off', spellcheck: 'false', value: start.settings.players[index] ?? '', placeholder: t('setup.empty') });
  // Choosing from the list starts from an empty field, or the browser offers only what fits.
  input.addEventListener('focus', () => input.select());
  const element = h('div', { class: 'field' }, seatBadge(index + 1), h('label', { for: id, text: t('setup.player', { n: String(index + 1) }) }), input);
  return {
    element,
    value: () => input.value.trim(),
    /** @param {string|null} to */
    lock: (to) => lockInput(input, to),
  };
}

/** @param {Start} start @param {GameView} game */
function mapField(start, game) {
  const select = h('select', { id: 'setup-map', 'aria-label': t('setup.map') });
  for (const one of start.maps) {
    const size = one.size ? ` (${one.size}×${one.size})` : '';
    select.append(h('option', { value: one.name, disabled: one.locked !== null, text: `${short(one.title ?? one.name)}${size}${one.locked ? ` · ${t('setup.locked')}` : ''}` }));
  }
  select.value = start.settings.map;
  const canvas = h('canvas', { class: 'preview', role: 'img', 'aria-label': t('setup.map') });
  const failure = h('p', { class: 'hint' });
  let own = select.value;
  let shown = '';
  /** @type {any} */
  let scene = null;

  async function show() {
    const name = select.value;
    shown = name;
    if (!name) return;
    try {
      const loaded = await api.map(game.name, name);
      if (shown !== name) return;
      scene = loaded;
      say(failure, '');
      canvas.setAttribute('aria-label', t('setup.preview', { map: name }));
      paint();
    } catch (error) {
      say(failure, message(error));
    }
  }
  function paint() {
    if (!scene || !canvas.isConnected) return;
    sharpen(canvas);
    const { width, height } = game.bounds(scene);
    const scale = Math.min(canvas.width / width, canvas.height / height);
    const view = { scale, left: (canvas.width - scale * width) / 2, top: (canvas.height - scale * height) / 2, ratio: window.devicePixelRatio || 1 };
    const ctx = context(canvas);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    game.paintGround(ctx, scene, view, isDark());
    game.preview(ctx, scene, view, isDark());
  }
  select.addEventListener('change', show);
  themeChanged.on(paint);
  new ResizeObserver(paint).observe(canvas);
  const element = h('div', { class: 'map-field' }, select, canvas, failure);
  return {
    element,
    show,
    value: () => select.value,
    /** @param {string|null} to */
    lock: (to) => {
      if (!select.disabled) own = select.value;
      select.disabled = to !== null;
      select.value = to ?? own;
      show();
    },
  };
}

/** @param {Start} start @param {(challenge: string|null) => void} onChange */
function stageChoice(start, onChange) {
  const group = h('fieldset', { class: 'stages' }, h('legend', { text: t('setup.challenge') }));
  const name = 'challenge';
  /** @param {string} value @param {string} title @param {string} detail @param {boolean} locked @param {string} state */
  const card = (value, title, detail, locked, state) => {
    const input = h('input', { type: 'radio', name, value, disabled: locked, id: `stage-${value || 'custom'}` });
    input.checked = (start.settings.challenge ?? '') === value;
    input.addEventListener('change', () => onChange(value || null));
    return h('label', { class: `card ${state}`, for: input.id }, input, h('strong', { text: title }), h('span', { text: detail }));
  };
  group.append(card('', t('setup.custom'), t('setup.customHint'), false, ''));
  for (const [index, stage] of start.stages.entries()) {
    const detail = stage.state === 'locked' ? t('setup.lockedBy', { stage: start.stages[index - 1]?.name ?? '' }) : t('setup.wins', { wins: number(stage.wins), needed: number(stage.wins_needed) });
    group.append(card(stage.name, stage.name, stage.state === 'mastered' ? `✓ ${detail} · ${t('setup.practice')}` : detail, stage.state === 'locked', stage.state));
  }
  return { element: group, value: () => group.querySelector('input:checked')?.getAttribute('value') || null };
}

/** Shows that the server is not there. @param {unknown} error */
export function setupFailure(error) {
  const element = h('div', { class: 'setup' });
  fill(element, h('h1', { text: t('setup.title') }), h('p', { class: 'failure', role: 'alert', text: message(error) }));
  return element;
}
