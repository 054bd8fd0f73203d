/**
 * The code of the editor: the files of the folder as tabs, their texts, and what is known about them.
 */

import { api } from 'wag/shell/basics/api.js';
import { askConflict } from 'wag/shell/editor/conflict.js';
import { EditedFile, inTime } from 'wag/shell/editor/edited-file.js';
import { createFileChecks } from 'wag/shell/editor/file-checks.js';
import { createKnowledge } from 'wag/shell/editor/knowledge.js';
import { MatchProblems } from 'wag/shell/editor/problems.js';
import { linesOfTurn } from 'wag/shell/editor/turn-lines.js';
import { chooseFile, createFileTabs } from 'wag/shell/editor/file-tabs.js';
import { createSaveState, markOf } from 'wag/shell/editor/save-state.js';
import { askName } from 'wag/shell/editor/name-dialog.js';
import { phrases } from 'wag/shell/editor/code-loader.js';
import { showConfirm } from 'wag/shell/basics/confirm.js';
import { drawCode, fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { createWrapButton } from 'wag/shell/editor/wrap-button.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('./code-loader.js').Code} Code */
/** @typedef {import('../../editor/src/code-view.js').FileState} FileState */
/** An open file: its text with undo history, and what is known about the file. @typedef {{file: EditedFile, state: FileState}} OpenFile */
/**
 * The page's part of the workbench.
 * @typedef {object} WorkbenchHost
 * @property {Code} code
 * @property {string} game
 * @property {string} folder
 * @property {string[]} files
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(newSeed: boolean) => void} run       plays a match with the saved files
 * @property {(name: string) => void} onShow        another file is shown
 * @property {() => void} [onSaved]
 * @property {() => void} [onEdit]               the user has changed a text
 * @property {(place: import('../help/reader.js').DocumentPlace) => void} openManual
 */

/** @param {WorkbenchHost} host */
export function createWorkbench(host) {
  const { code, game } = host;
  /** @type {Map<string, OpenFile>} */
  const open = new Map();
  let files = host.files;
  let current = '';
  /** Files that have changed on the disk, perhaps while they were being read. @type {Set<string>} */
  const changed = new Set();

  const page = {
    label: t('edit.code'),
    phrases: phrases(),
    onChange,
    onSave: () => void save(),
    onRun: (/** @type {boolean} */ newSeed) => void run(newSeed),
    ...createKnowledge(game, host.openManual),
  };
  const view = code.createCodeView(page);
  const tabs = createFileTabs({ show, close: (name) => void close(name) });
  const problemLine = h('p', { class: 'problem', role: 'status' });
  const saveState = createSaveState({ resolve: () => ask(current), copy: copyText });
  const { failure } = saveState;
  const closeButton = iconButton('x', t('edit.close'), () => void close(current));
  /** Whether the text is saved, and what the last check has found: one line for a footer. */
  const stateLine = h('div', { class: 'edit-state' }, problemLine, ...saveState.elements);
  const bar = h(
    'div',
    { class: 'edit-bar' },
    tabs.list,
    iconButton('folder-open', t('edit.open'), chooseOther),
    iconButton('plus', t('edit.new'), createFile),
    renameButton(),
    iconButton('search', t('edit.find'), () => view.search(), 'Ctrl+F'),
    createWrapButton(view.wrapLines),
    closeButton,
  );
  const element = h(
    'section',
    { class: 'edit-code', 'aria-label': t('edit.title') },
    bar,
    h(
      'div',
      { class: 'code', id: 'edit-code', role: 'tabpanel', 'aria-label': t('edit.code') },
      view.element,
    ),
    failure,
  );

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key === 'Enter') run(event.shiftKey);
    else if (event.key.toLowerCase() === 's') save();
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  // The browser asks before it closes a page whose texts are not in their files yet.
  const onLeave = (/** @type {BeforeUnloadEvent} */ event) => {
    if ([...open.values()].some(({ file }) => !file.isSaved)) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  const onFocus = () => void checkFiles();
  window.addEventListener('focus', onFocus);

  function renameButton() {
    return h('button', {
      type: 'button',
      text: t('edit.rename'),
      onclick: () => askName(t('edit.rename.title', { file: current }), t('edit.rename'), current, rename),
    });
  }

  /** Takes a change of the user. What is known about the text before it disappears. */
  function onChange() {
    const file = open.get(current)?.file;
    if (!file) return;
    checks.forget(current);
    matchProblems.forget(current);
    trace = null;
    file.edit(view.text());
    drawProblems();
    drawTrace();
    host.onEdit?.();
  }

  /** @param {string} name @returns {EditedFile} */
  function watched(name) {
    const file = new EditedFile(
      name,
      `${game}/${host.folder}`,
      {
        read: (one) => api.readFile(game, one),
        write: (one, text, version) => api.writeFile(game, one, text, version),
      },
      {
        onState: () => {
          drawState();
          if (file.state !== 'saved') return;
          saves += 1;
          checks.later(file.name);
          host.onSaved?.();
        },
        onText: (text, isNews) => replaceText(file, text, isNews),
        onConflict: (theirs) => {
          conflicts.set(file, theirs);
          drawState();
          ask(file.name);
        },
      },
    );
    return file;
  }
  /** The number of times that files were saved. */
  let saves = 0;
  /** The turn whose lines stand in the margin. @type {import('./turn-lines.js').TurnTrace|null} */
  let trace = null;
  /** Whether a value is the thing that is selected on the board. @type {((value: string) => boolean)|null} */
  let isOfSelection = null;
  let matchProblems = new MatchProblems();
  const checks = createFileChecks(game, drawProblems);

  /** Shows the errors of the check and of the match at their lines. */
  function drawProblems() {
    if (!open.has(current)) return;
    const [found] = checks.found();
    view.showProblems([...checks.foundIn(current), ...matchProblems.of(current)]);
    if (!found) return fill(problemLine);
    const go = h('button', {
      type: 'button',
      class: 'link',
      text: t('place.line', { file: found.file, line: found.line }),
      onclick: async () => (await openFile(found.file)) && view.goTo(found.line),
    });
    fill(problemLine, go, ' ', ...drawCode(found.message.split('\n')[0]));
  }

  /** Shows how often the lines of the file ran. */
  function drawTrace() {
    if (open.has(current)) view.showTurn(linesOfTurn(trace, current, view.text(), isOfSelection));
  }

  /** Their texts of files with a conflict. @type {Map<EditedFile, string|null>} */
  const conflicts = new Map();

  /** Shows a text that the user has not typed. @param {EditedFile} file @param {string} text @param {boolean} isNews true if the user must be told */
  function replaceText(file, text, isNews) {
    const entry = open.get(file.name);
    if (!entry) return;
    if (file.name === current) entry.state = view.state();
    entry.state = code.withText(entry.state, text);
    if (file.name === current) view.show(entry.state);
    checks.forget(file.name);
    matchProblems.forget(file.name);
    drawProblems();
    if (isNews) host.notify(t('edit.changedOutside', { file: file.name }));
  }

  /** Opens a file, or shows it if it is open. @param {string} name @returns {Promise<boolean>} */
  async function openFile(name) {
    if (open.has(name)) {
      show(name);
      return true;
    }
    const file = watched(name);
    changed.delete(name);
    try {
      await file.load();
    } catch (error) {
      setText(failure, errorText(error));
      return false;
    }
    setText(failure, '');
    add(file);
    if (changed.has(name)) void file.check();
    if (file.isRestored) host.notify(t('edit.restored', { file: name }));
    return true;
  }

  /** @param {EditedFile} file */
  function add(file) {
    open.set(file.name, { file, state: view.newState(file.text) });
    if (!files.includes(file.name)) files = [...files, file.name];
    show(file.name);
  }

  /** @param {string} name */
  function show(name) {
    const before = open.get(current);
    if (before) before.state = view.state();
    const entry = open.get(name);
    if (!entry) return;
    current = name;
    view.show(entry.state);
    drawState();
    drawProblems();
    drawTrace();
    checks.later(name);
    host.onShow(name);
    ask(name);
  }

  function drawState() {
    tabs.draw(
      [...open.values()].map(({ file }) => ({ name: file.name, mark: markOf(file) })),
      current,
    );
    closeButton.hidden = open.size < 2;
    const file = open.get(current)?.file;
    if (file) saveState.draw(file);
  }

  /** Asks what to do with a file that was changed here and elsewhere. @param {string} name */
  function ask(name) {
    const file = open.get(name)?.file;
    if (file?.state !== 'conflict' || name !== current || document.querySelector('.conflict')) return;
    askConflict(code, page, { name, mine: file.text, theirs: conflicts.get(file) ?? null }, (text) => {
      void file.resolve(text);
      view.focus();
    });
  }

  async function copyText() {
    await navigator.clipboard.writeText(view.text());
    host.notify(t('edit.copied'));
  }

  /** Saves all files. @returns {Promise<boolean>} */
  async function save() {
    const saved = await Promise.all([...open.values()].map(({ file }) => file.save()));
    return saved.every(Boolean);
  }

  /**
   * Saves all files for a match, and says which are not saved. Another file than the shown one does not prevent the
   * match: it plays with that file as it is on the disk.
   * @returns {Promise<boolean>} whether the match may start
   */
  async function prepare() {
    await inTime(checkFiles());
    await save();
    const unsaved = [...open.values()].filter(({ file }) => !file.isSaved).map(({ file }) => file.name);
    const isReady = !unsaved.includes(current);
    if (!isReady) host.notify(t('edit.notRun', { file: current }), true);
    else if (unsaved.length > 0) host.notify(t('edit.runOld', { files: unsaved.join(', ') }), true);
    return isReady;
  }

  /** @param {boolean} newSeed */
  async function run(newSeed) {
    if (!(await prepare())) return;
    checks.afterStart(
      () => host.run(newSeed),
      () => current,
    );
  }

  /** Looks whether open files have changed on the disk: not every system reports it. */
  async function checkFiles() {
    await Promise.all([...open.values()].map(({ file }) => file.check()));
  }

  function chooseOther() {
    return chooseFile(
      async () => {
        const { files: listed } = await api.files(game);
        files = listed.map(({ name }) => name);
        return files.filter((name) => !open.has(name));
      },
      (name) => void openFile(name),
    );
  }

  /** Closes a file; asks first if its text is not saved. @param {string} name */
  async function close(name) {
    const entry = open.get(name);
    if (!entry || open.size < 2) return;
    const { file } = entry;
    if (await file.save()) return forget(name);
    const text = t(file.isKept ? 'edit.close.kept' : 'edit.close.lost');
    showConfirm(t('edit.close.unsaved', { file: name }), text, [
      { label: t('edit.close'), act: () => forget(name) },
    ]);
  }

  /** @param {string} name of a file to close */
  function forget(name) {
    const names = [...open.keys()];
    const at = names.indexOf(name);
    open.get(name)?.file.stop();
    open.delete(name);
    if (name === current) show(names[at + 1] ?? names[at - 1]);
    else drawState();
  }

  function createFile() {
    askName(t('edit.new'), t('edit.create'), 'functions.py', async (name) => {
      const file = watched(name);
      await file.create('');
      add(file);
      view.focus();
    });
  }

  /** @param {string} to */
  async function rename(to) {
    const entry = open.get(current);
    if (!entry || to === current) return;
    if (!(await entry.file.save())) throw new Error(t('edit.rename.unsaved'));
    await api.renameFile(game, current, to);
    entry.state = view.state();
    files = files.map((name) => (name === current ? to : name));
    entry.file.name = to;
    const entries = [...open].map(
      ([name, one]) => /** @type {[string, OpenFile]} */ ([name === current ? to : name, one]),
    );
    open.clear();
    for (const [name, one] of entries) open.set(name, one);
    current = to;
    drawState();
    host.onShow(to);
  }

  return {
    element,
    state: stateLine,
    openFile,
    run,
    current: () => current,
    names: () => [...open.keys()],
    /** @param {string} name */
    has: (name) => files.includes(name),
    goTo: view.goTo,
    focus: view.focus,
    prepare,
    save,
    drawProblems,
    saves: () => saves,
    /** @param {import('./turn-lines.js').TurnTrace|null} shown the turn that is shown now @param {((value: string) => boolean)|null} isSelected whether a value is the selected thing */
    showTrace: (shown, isSelected) => {
      trace = shown;
      isOfSelection = isSelected;
      drawTrace();
    },
    /** Forgets the errors of the match before. @param {MatchProblems} problems those of the match that is shown now */
    showMatchProblems: (problems) => {
      matchProblems = problems;
      drawProblems();
    },
    /** Looks at files that have changed on the disk. @param {string[]} names */
    filesChanged: (names) => {
      for (const name of names) {
        changed.add(name);
        void open.get(name)?.file.check();
      }
    },
    checkFiles,
    stop: () => {
      checks.cancel();
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('focus', onFocus);
      void save();
      for (const { file } of open.values()) file.stop();
      view.destroy();
    },
  };
}
