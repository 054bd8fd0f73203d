/**
 * The page of the editor: the code at the left with a footer that answers a run; at the right the match, where it always
 * stands.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @param {import('./workbench.js').createWorkbench extends (...args: any[]) => infer W ? W : never} bench */
export function createEditorPage(bench) {
  const place = h('div', { class: 'edit-match' });
  const standing = h('p', { class: 'standing', role: 'status' });
  const report = h('p', { class: 'run-report hint', role: 'status' });
  const output = h('div', { class: 'edit-below' });
  const run = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => bench.run(false) },
    t('edit.run'),
    ' ',
    h('kbd', { text: t('edit.run.key') }),
  );
  const runNew = h('button', {
    type: 'button',
    title: t('edit.runNew.key'),
    text: t('edit.runNew'),
    onclick: () => bench.run(true),
  });
  const answer = h('div', { class: 'answer' }, standing, output);
  const element = h(
    'div',
    { class: 'edit' },
    h('h1', { class: 'unseen', text: t('edit.title') }),
    bench.element,
    answer,
    h('div', { class: 'go' }, run, runNew, h('span', { class: 'spread' }), report, bench.state),
    place,
  );
  showEmpty();

  /** Says how a match gets to its place. */
  function showEmpty() {
    fill(place, h('p', { class: 'stage edit-empty hint', text: t('edit.empty') }));
  }

  /** Offers to create a first player, in a folder without any. @param {() => Promise<void>} create */
  function showFirst(create) {
    const button = h('button', {
      type: 'button',
      class: 'primary',
      text: t('edit.first'),
      onclick: async () => {
        try {
          await create();
          fill(standing);
        } catch (error) {
          fill(standing, errorText(error));
        }
      },
    });
    fill(standing, t('setup.noAi'), ' ', button);
    button.focus();
  }

  return {
    element,
    place,
    output,
    showFirst,
    /** Shows how the player stands. @param {...import('../basics/dom.js').Child} words */
    showStanding: (...words) => fill(standing, ...words),
    /** Shows a sentence about the run. @param {...import('../basics/dom.js').Child} words none to hide it */
    report: (...words) => fill(report, ...words),
  };
}
