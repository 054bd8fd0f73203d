/**
 * A tournament at the table: how far it is, and the table of its players as the command prints it.
 */

import { h, say } from 'wag/shell/dom.js';
import { t } from 'wag/shell/i18n.js';
import { clean, short } from 'wag/shell/text.js';
import { createPrinted } from 'wag/two/printed.js';

/** @param {import('./table.js').Table} table @param {import('./entry.js').Actions} actions @returns {import('./entry.js').View} */
export function createTournament(table, actions) {
  const seed = h('p', { class: 'hint' });
  const bar = h('progress', { max: '1', value: '0', 'aria-label': t('two.games') });
  const text = h('span', { class: 'run-text' });
  const state = h('p', { class: 'two-turn', role: 'status' });
  const standings = h('pre', { class: 'two-board wide', tabindex: '0', role: 'region', 'aria-label': t('two.table') });
  const printed = createPrinted(t('two.games'));
  const cancel = h('button', { type: 'button', text: t('two.cancel'), onclick: actions.cancel });
  const again = h('button', { type: 'button', class: 'primary', onclick: actions.again }, t('two.again'), ' ', h('kbd', { text: 'R' }));
  const element = h('section', { class: 'two', tabindex: '-1', 'aria-label': t('two.tournament') },
    h('header', { class: 'two-head' }, h('div', {}, h('h1', { text: t('two.tournamentOf', { game: short(table.now?.wanted.game, 60) }) }), seed),
      h('div', { class: 'actions' }, again, cancel, h('button', { type: 'button', text: t('two.setup'), onclick: actions.setup }))),
    h('div', { class: 'two-columns' },
      h('div', { class: 'panel two-stage' }, h('div', { class: 'two-progress' }, bar, text), standings, state),
      h('div', { class: 'two-side' }, printed.element)));

  function update() {
    say(seed, [t('two.seedOf', { seed: String(table.now?.wanted.seed ?? '') }), ...table.warnings].map((words) => clean(words)).join(' · '));
    bar.max = Math.max(1, table.games);
    bar.value = table.played;
    say(text, t('two.progress', { played: table.played, all: table.games }));
    say(standings, clean(table.standings));
    standings.hidden = table.standings === '';
    const { words, tone } = stateOf(table);
    state.className = `two-turn ${tone}`;
    say(state, words);
    cancel.hidden = !table.isRunning;
    again.hidden = table.isRunning;
    printed.show(table.printed, t('two.noGames'));
  }

  /** @returns {import('../shell/keys.js').Keys} */
  const keys = () => (table.isRunning ? {} : { r: actions.again });
  return { element, update, keys };
}

/** @param {import('./table.js').Table} table */
function stateOf({ now }) {
  if (now?.state === 'failed') return { words: t('two.failed', { error: clean((now.error ?? '').slice(0, 2000)) }), tone: 'bad' };
  if (now?.state === 'cancelled') return { words: t('two.cancelled'), tone: '' };
  return now?.state === 'done' ? { words: t('two.tableReady'), tone: '' } : { words: t('two.playing'), tone: '' };
}
