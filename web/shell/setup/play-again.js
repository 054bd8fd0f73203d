/**
 * Playing again: finds out what would be lost and asks for confirmation first.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../generated/server.js').Run} Run */

/** Returns what the "Play again" button would discard: only a running match, since the button says what it does. @param {Run|null} run */
export function lossByButton(run) {
  return run?.state === 'running' ? 'running' : null;
}

/** Returns what the "Play again" key would discard. A key may be pressed by mistake, so an unsaved result counts too. @param {Run|null} run @param {Set<string>} saved replays that have a name */
export function lossByKey(run, saved) {
  if (run?.ready && run.state !== 'running' && !saved.has(run.replay)) return 'unsaved';
  return lossByButton(run);
}

/** @param {'running'|'unsaved'|null} loss @param {() => void} play @param {(() => void)|null} save */
export function confirmPlayAgain(loss, play, save) {
  if (!loss) return play();
  const again = { label: t(`ask.${loss}.again`), act: play };
  showConfirm(
    t('ask.again'),
    t(`ask.${loss}`),
    save ? [again, { label: t('ask.save'), act: save }] : [again],
  );
}
