/**
 * Try it first: a file of the workspace plays some matches against chosen opponents before it is handed in.
 */

import { countComputation } from 'wag/shell/basics/api.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { reasonText } from 'wag/shell/host/contest/hand-in.js';
import { labelOf } from 'wag/shell/host/opponents.js';
import { actButton, actions, failureLine, field, messageLine } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { whoAmI } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Trial} Trial */

/** The interval in which a trial is asked for, in milliseconds. */
const AGAIN = 1000;
/** The value of the choice that stands for all classmates. */
const ALL = 'all';

/** @param {import('../requests.js').Contest} contest @param {() => string} chosenFile @param {string[]} builtIn the names of the built-in players */
export function createTrial(contest, chosenFile, builtIn) {
  const opponent = h('select', {});
  const most = whoAmI().limits.trial_matches ?? 40;
  const matches = h('input', {
    type: 'number',
    min: '1',
    max: String(most),
    value: String(Math.min(20, most)),
  });
  const failure = failureLine();
  const result = h('div', { class: 'trial-result', role: 'status' });
  const begin = actButton(t('host.tryBegin'), failure, run);
  const cancel = actButton(t('host.tryCancel'), failure, () => requests.cancelTrial(running));
  cancel.hidden = true;
  const element = h(
    'details',
    {},
    h('summary', { text: t('host.tryFirst') }),
    h('p', { class: 'hint', text: t('host.tryHint') }),
    h(
      'div',
      { class: 'options host-options' },
      field(t('host.tryAgainst'), opponent),
      field(t('host.tryMatches'), matches),
    ),
    actions(begin, cancel),
    failure,
    result,
  );
  element.addEventListener('toggle', () => element.open && void listOpponents());
  /** The id of the trial that runs. */
  let running = '';
  /** @type {{hand_in: string, own: boolean}[]} */
  let others = [];

  async function listOpponents() {
    const found = await requests.opponents(contest.id).catch(() => []);
    others = found;
    const options = [
      ...found.map((one) => ({ value: one.hand_in, text: labelOf(one, '') })),
      ...builtIn.map((name) => ({ value: name, text: name })),
    ];
    if (found.some((one) => !one.own)) options.unshift({ value: ALL, text: t('host.tryAll') });
    const before = opponent.value;
    fill(opponent, ...options.map((one) => h('option', { ...one, selected: one.value === before })));
  }

  /** Returns the chosen opponents as the server takes them. */
  function chosen() {
    const value = opponent.value;
    if (value === ALL) return others.filter((one) => !one.own).map((one) => ({ hand_in: one.hand_in }));
    return [builtIn.includes(value) ? { built_in: value } : { hand_in: value }];
  }

  async function run() {
    setText(failure, '');
    const form = { file: chosenFile(), opponents: chosen().slice(0, 20), matches: Number(matches.value) };
    let trial = await requests.beginTrial(contest.id, form);
    running = trial.id;
    cancel.hidden = false;
    try {
      await countComputation(
        (async () => {
          while (trial.state === 'queued' || trial.state === 'running') {
            draw(result, trial);
            await new Promise((later) => setTimeout(later, AGAIN));
            trial = await requests.trial(trial.id);
          }
        })(),
      );
      draw(result, trial);
    } finally {
      cancel.hidden = true;
    }
  }
  return { element };
}

/** @param {HTMLElement} place @param {Trial} trial */
function draw(place, trial) {
  const { state, done, all, reason } = trial;
  fill(
    place,
    h('p', { class: 'hint', text: t(`host.try.${state}`, { done, all }) }),
    reason && h('p', { class: 'why', text: reasonText(reason) }),
    done > 0 && h('ul', {}, ...trial.opponents.map((one) => h('li', { text: messageLine(one.words) }))),
  );
}
