/**
 * Playing again: what would be lost by it, and the question that comes before.
 */

import { askFirst } from 'wag/shell/ask.js';
import { t } from 'wag/shell/i18n.js';

/** @typedef {import('./api.js').Run} Run */

/** What a button takes away that says what it does: only a match that is being played. @param {Run|null} run */
export function lossOfRunning(run) {
  return run?.state === 'running' ? 'running' : null;
}

/** What a key takes away, which may be pressed by mistake: a result that has no name yet as well. @param {Run|null} run @param {Set<string>} saved replays that have one */
export function lossOf(run, saved) {
  if (run?.ready && run.state !== 'running' && !saved.has(run.replay)) return 'unsaved';
  return lossOfRunning(run);
}

/** @param {'running'|'unsaved'|null} loss @param {() => void} play @param {(() => void)|null} save */
export function askBeforeAgain(loss, play, save) {
  if (!loss) return play();
  const again = { words: t(`ask.${loss}.again`), act: play };
  askFirst(t('ask.again'), t(`ask.${loss}`), save ? [again, { words: t('ask.save'), act: save }] : [again]);
}
