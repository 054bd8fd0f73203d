/**
 * The code of a lesson: the editor with the learner's file, if the program contains the editor.
 */

import { api } from 'wag/shell/basics/api.js';
import { loadCode } from 'wag/shell/editor/code-loader.js';
import { createWorkbench } from 'wag/shell/editor/workbench.js';

/** @typedef {ReturnType<typeof createWorkbench>} Workbench */

/**
 * Returns the editor with a file; null if the program does not contain the editor.
 * @param {string} game @param {string} file @param {{notify: (text: string, bad?: boolean) => void, check: () => void, openManual: (place: import('../help/reader.js').DocumentPlace) => void}} host `check` is called for Ctrl+Enter, when the file is saved
 * @returns {Promise<Workbench|null>}
 */
export async function openLessonCode(game, file, { notify, check, openManual }) {
  const [list, { folder }] = await Promise.all([api.files(game), api.start(game)]);
  if (!list.has_editor) return null;
  const code = await loadCode();
  const bench = createWorkbench({
    code,
    game,
    folder,
    files: list.files.map((one) => one.name),
    notify,
    run: check,
    onShow: () => {},
    openManual,
  });
  await bench.openFile(file);
  return bench;
}
