/**
 * Goals: a dialog that saves a position of a match as a test. From there, a file must reach a mean in several forks.
 */

import { api } from 'wag/shell/basics/api.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { createForkForm } from 'wag/shell/panels/forks.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../../generated/losses.js').LossReport} LossReport */
/** @typedef {import('../../generated/losses.js').LossCard} LossCard */

/** Asks what must be reached from the round of a card on, and saves it. @param {Replay} replay @param {LossReport} report @param {LossCard} card */
export function showGoalDialog(replay, report, card) {
  const [figure = ''] = replay.header.figures;
  const least = h('input', {
    type: 'number',
    id: 'goal-least',
    step: 'any',
    required: true,
    value: suggestLeast(replay, report, card),
  });
  const reached = replay.header.players.find(({ seat }) => seat === report.seat)?.figures?.[figure] ?? 0;
  const form = createForkForm(
    replay,
    t('goal.help'),
    t('goal.save'),
    { round: card.onset, seat: report.seat },
    h('label', {
      for: 'goal-least',
      text: t('goal.least', { figure: translateMessage(figure), value: formatNumber(reached) }),
    }),
    least,
  );
  const body = h('div', {}, form.element);
  showDialog(t('goal.title'), body);
  form.onSubmit(async (fork) => {
    const { folder, file } = await api.saveGoal(fork, Number(least.value));
    fill(
      body,
      h('p', { role: 'status', text: t('goal.saved', { file: singleLine(`${folder}/${file}`, 200) }) }),
      h('p', {}, h('code', { text: `wag test ${folder}` })),
    );
  });
}

/** Suggests to regain half of the loss, where the loss is measured in the game's first figure. @param {Replay} replay @param {LossReport} report @param {LossCard} card */
function suggestLeast({ header }, { curve }, { loss }) {
  return curve.value === header.figures[0] ? String(Math.round(curve.actual + loss / 2)) : '';
}
