/**
 * The form to set up a match: players, options of the game, seed; or a challenge. It is built from the server's
 * description of the game.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { chosenValues, limitField, limitsSection, lockInput, optionField } from 'wag/shell/setup/options.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { isHosted } from 'wag/shell/page/me.js';
import { labelFor, wordFor } from 'wag/shell/setup/opponents.js';

/** @typedef {import('../../generated/server.js').Start} Start */
/** @typedef {import('../../generated/server.js').MatchRequest} Settings */
/** @typedef {import('../game.js').Game} Game */

/** The forms of the logs, the default first. */
const LOG_FORMS = ['events', 'plain'];

const logChoice = (/** @type {string} */ form) => h('option', { value: form, text: t(`setup.log.${form}`) });

/** @param {Start} start @param {Game} game @param {(settings: Settings) => Promise<void>} onRun @param {() => Promise<void>} onFirst creates a first AI file in the folder @param {import('./opponents.js').Opponent[]} [opponents] beside files and built-in players */
export function createSetup(start, game, onRun, onFirst, opponents = []) {
  const { settings } = start;
  const translate = translator(game.view?.texts ?? {});
  const players = Array.from({ length: start.seats.most }, (_, index) =>
    playerField(start, index, opponents),
  );
  const options = start.options.map((option) =>
    optionField(option, settings.options[option.name], translate, game),
  );
  const limits = start.limits.map((limit) => limitField(limit, settings.limits?.[limit.name]));
  const seed = h('input', {
    type: 'text',
    id: 'setup-seed',
    inputmode: 'numeric',
    pattern: '[0-9]{0,20}',
    placeholder: t('setup.seedHint'),
    value: settings.seed ?? '',
  });
  const log = h(
    'select',
    { id: 'setup-log', 'aria-describedby': 'setup-log-help' },
    ...LOG_FORMS.map(logChoice),
  );
  log.value = settings.log ?? LOG_FORMS[0];
  const failure = h('p', { class: 'failure', role: 'alert' });
  const run = h('button', { type: 'submit', class: 'primary', text: t('setup.run') });
  const stages = stageChoice(start, choose);

  /** @param {string|null} challenge */
  function choose(challenge) {
    const stage = start.stages.find((one) => one.name === challenge);
    stages.showGoal(stage);
    for (const [index, field] of players.entries())
      field.lock(stage && index > 0 ? (stage.opponents[index - 1] ?? '') : null);
    for (const field of options) field.lock(stage ? { value: stage.options[field.name] } : null);
    for (const field of limits) field.lock(stage !== undefined);
    // The seed of a challenge follows from the progress.
    lockInput(seed, stage ? '' : null);
  }

  /** @returns {Settings} */
  const chosen = () => ({
    game: game.name,
    players: players.map((field) => field.value()),
    options: chosenValues(options),
    limits: chosenValues(limits),
    seed: readSeed(seed.value),
    log: log.value,
    challenge: stages.value(),
  });

  const form = h(
    'form',
    { class: 'setup' },
    head(start, textOr(translate, 'game.about', translateMessage(start.about))),
    start.stages.length > 0 && stages.element,
    columns(
      h(
        'fieldset',
        { class: 'panel' },
        h('legend', { text: t('setup.players') }),
        firstAi(start, failure, onFirst),
        ...players.map((field) => field.element),
        playerHints(start, opponents),
      ),
      options,
      { seed, log },
      limits,
    ),
    h('div', { class: 'setup-foot' }, failure, h('span', { class: 'hint', text: t('setup.return') }), run),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    setText(failure, '');
    try {
      await onRun(chosen());
    } catch (error) {
      setText(failure, errorText(error));
    }
    run.disabled = false;
  });
  choose(settings.challenge);
  for (const field of options) field.show?.();
  return {
    element: form,
    run: () => form.requestSubmit(),
    stop: () => {
      for (const field of options) field.stop?.();
    },
  };
}

/** @param {Start} start @param {string} about */
function head(start, about) {
  return h(
    'div',
    { class: 'setup-head' },
    h('h1', { text: t('setup.title') }),
    h('p', {
      class: 'hint about',
      text: [
        singleLine(about, 200),
        // On a class server, the folder has no name that anybody knows.
        !isHosted() && t('setup.folder', { folder: singleLine(start.folder, 60) }),
      ]
        .filter(Boolean)
        .join(' · '),
    }),
  );
}

/** Arranges the form: large fields on the right or, without any, all options. @param {HTMLElement} players @param {import('./options.js').Field[]} options @param {{seed: HTMLInputElement, log: HTMLSelectElement}} of @param {import('./options.js').LimitField[]} limits */
function columns(players, options, { seed, log }, limits) {
  const large = options.filter((field) => field.isLarge).map((field) => field.element);
  const small = options.filter((field) => !field.isLarge).map((field) => field.element);
  const rest = h(
    'fieldset',
    { class: 'panel' },
    h('legend', { text: t('setup.details') }),
    h(
      'div',
      { class: 'options' },
      ...small,
      h('div', { class: 'option' }, h('label', { for: 'setup-seed', text: t('setup.seed') }), seed),
      h(
        'div',
        { class: 'option' },
        h('label', { for: 'setup-log', text: t('setup.log') }),
        log,
        h('p', { class: 'hint', id: 'setup-log-help', text: t('setup.logHint') }),
      ),
    ),
    limitsSection(limits),
  );
  const [left, right] = large.length > 0 ? [[players, rest], large] : [[players], [rest]];
  return h(
    'div',
    { class: 'setup-columns' },
    h('div', { class: 'setup-column' }, ...left),
    h('div', { class: 'setup-column' }, ...right),
  );
}

/** Returns a seed as the server expects it: as text if it exceeds JavaScript's exact integers. @param {string} text */
export function readSeed(text) {
  const digits = text.trim();
  if (digits === '') return null;
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** Returns a button that creates a first AI, if the folder has none. @param {Start} start @param {HTMLElement} failure @param {() => Promise<void>} onFirst */
function firstAi({ first }, failure, onFirst) {
  if (!first) return null;
  const write = h('button', {
    type: 'button',
    class: 'primary',
    text: t('setup.first', { file: singleLine(first, 40) }),
    onclick: () => {
      write.disabled = true;
      onFirst().catch((error) => {
        write.disabled = false;
        setText(failure, errorText(error));
      });
    },
  });
  return h('div', { class: 'first-ai' }, h('p', { text: t('setup.noAi') }), write);
}

/** Returns the available players, as a list for the fields and as a hint. @param {Start} start @param {import('./opponents.js').Opponent[]} opponents */
function playerHints(start, opponents) {
  const open = start.built_in.filter((one) => !one.locked);
  const locked = start.built_in.filter((one) => one.locked).map((one) => one.name);
  const list = h('datalist', { id: 'setup-files' });
  for (const [index, file] of start.files.entries())
    list.append(h('option', { value: file, label: start.names?.[index] }));
  for (const one of open)
    list.append(
      h('option', {
        value: one.name,
        label: one.about
          ? `${t('setup.builtIn')}: ${singleLine(translateMessage(one.about), 80)}`
          : t('setup.builtIn'),
      }),
    );
  for (const one of opponents) list.append(h('option', { value: one.label }));
  if (start.person) list.append(h('option', { value: start.person, label: t('setup.you') }));
  const hints = [
    open.length > 0 ? t('setup.playersHint', { name: open[0].name }) : t('setup.filesHint'),
    start.person && t('setup.personHint', { person: start.person }),
    start.filler && t('setup.fillerHint', { filler: start.filler }),
  ];
  return h(
    'div',
    {},
    list,
    h('p', { class: 'hint', text: hints.filter(Boolean).join(' ') }),
    opponents.length > 0 &&
      h('p', {
        class: 'hint',
        text: t('setup.handIns', { names: singleLine(opponents.map((one) => one.label).join('; '), 300) }),
      }),
    locked.length > 0
      ? h('p', { class: 'hint locked', text: t('setup.lockedAIs', { names: locked.join(', ') }) })
      : null,
  );
}

/** @param {Start} start @param {number} index @param {import('./opponents.js').Opponent[]} opponents */
function playerField(start, index, opponents) {
  const id = `setup-player-${index + 1}`;
  const required = !start.filler && index < start.seats.least;
  const input = h('input', {
    type: 'text',
    id,
    list: 'setup-files',
    autocomplete: 'off',
    spellcheck: 'false',
    required,
    value: labelFor(opponents, start.settings.players[index] ?? ''),
    placeholder: required ? '' : (start.filler ?? t('setup.empty')),
  });
  // Selects the text on focus: otherwise the browser offers only entries that match it.
  input.addEventListener('focus', () => input.select());
  const element = h(
    'div',
    { class: 'field' },
    seatBadge(index + 1),
    h('label', { for: id, text: t('setup.player', { n: String(index + 1) }) }),
    input,
  );
  return {
    element,
    value: () => wordFor(opponents, input.value.trim()),
    /** @param {string|null} to */
    lock: (to) => lockInput(input, to),
  };
}

/** @param {Start} start @param {(challenge: string|null) => void} onChange */
function stageChoice(start, onChange) {
  const group = h('fieldset', { class: 'stages' }, h('legend', { text: t('setup.challenge') }));
  const name = 'challenge';
  /** @param {string} value @param {string} title @param {string} detail @param {boolean} locked @param {string} state */
  const card = (value, title, detail, locked, state) => {
    const input = h('input', {
      type: 'radio',
      name,
      value,
      disabled: locked,
      id: `stage-${value || 'custom'}`,
    });
    input.checked = (start.settings.challenge ?? '') === value;
    input.addEventListener('change', () => onChange(value || null));
    return h(
      'label',
      { class: `card ${state}`, for: input.id },
      input,
      h('strong', { text: title }),
      h('span', { text: detail }),
    );
  };
  group.append(card('', t('setup.custom'), t('setup.customHint'), false, ''));
  for (const [index, stage] of start.stages.entries()) {
    const detail =
      stage.state === 'locked'
        ? t('setup.lockedBy', { stage: start.stages[index - 1]?.name ?? '' })
        : t('setup.wins', { wins: formatNumber(stage.wins), needed: formatNumber(stage.wins_needed) });
    group.append(
      card(
        stage.name,
        stage.name,
        stage.state === 'mastered' ? `✓ ${detail} · ${t('setup.practice')}` : detail,
        stage.state === 'locked',
        stage.state,
      ),
    );
  }
  const goal = h('p', { class: 'goal', role: 'status' });
  group.append(goal);
  /** @param {import('../../generated/server.js').Stage|undefined} stage */
  const showGoal = (stage) => {
    goal.hidden = !stage;
    setText(goal, stage ? goalOf(stage) : '');
  };
  return {
    element: group,
    showGoal,
    value: () => group.querySelector('input:checked')?.getAttribute('value') || null,
  };
}

/** Returns the goal of a challenge as a sentence. @param {import('../../generated/server.js').Stage} stage */
export function goalOf({ opponents, wins, wins_needed: needed, state }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of opponents) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
  const goal = t('setup.goal', { n: needed, opponents: names });
  return `${goal} ${state === 'mastered' ? t('setup.goalMastered') : t('setup.goalSoFar', { wins: formatNumber(wins), needed: formatNumber(needed) })}`;
}

/** Returns an element that shows a failure to reach the server. @param {unknown} error */
export function setupFailure(error) {
  const element = h('div', { class: 'setup' });
  fill(
    element,
    h('h1', { text: t('setup.title') }),
    h('p', { class: 'failure', role: 'alert', text: errorText(error) }),
  );
  return element;
}
