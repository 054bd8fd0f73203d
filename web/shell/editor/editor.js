/**
 * The editor as a view of the page: loads it, opens files, and plays matches beside the code.
 */

import { api } from 'wag/shell/api.js';
import { fill, h } from 'wag/shell/dom.js';
import { loadCode } from 'wag/shell/editor/code-loader.js';
import { createWorkbench } from 'wag/shell/editor/workbench.js';
import { t } from 'wag/shell/i18n.js';
import { createOutput } from 'wag/shell/output.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../../generated/server.js').Start} Start */
/** @typedef {import('../../generated/server.js').MatchRequest} MatchRequest */
/** @typedef {import('../replay.js').Replay} Replay */
/** @typedef {import('./open-editor.js').EditorRequest} EditorRequest */
/** @typedef {ReturnType<typeof createWorkbench>} Workbench */
/**
 * The page's part of the editor.
 * @typedef {object} EditorHost
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(act: () => Promise<void>) => Promise<void>} attempt  reports the error of an action
 * @property {() => Run|null} run                               the last run of the server
 * @property {() => Replay|null} replay                         the match that was shown last
 * @property {(element: HTMLElement) => void} enter             shows the editor instead of another view
 * @property {(replay: Replay) => void} showMatch               shows a match, beside the code if the editor is open
 * @property {() => void} showSetup
 * @property {(play: () => Promise<Run>) => Promise<void>} play   plays a match instead of the current one, and shows it
 * @property {() => void} writeLink
 * @property {import('../events.js').OpenManual} openManual
 */

/** @param {EditorHost} host */
export function createEditor(host) {
  /** @type {Workbench|null} */
  let workbench = null;
  /** @type {Start|null} */
  let start = null;
  let game = '';
  /** The match of the last run from here. @type {{id: string, settings: MatchRequest}|null} */
  let last = null;
  /** The output below the code. @type {ReturnType<typeof createOutput>|null} */
  let output = null;

  /** Opens a file in the editor, beside the match that was shown. @param {EditorRequest} request */
  function open(request) {
    return host.attempt(async () => {
      if (workbench && game === request.game && !request.lesson) return openFile(workbench, request);
      await load(request);
    });
  }

  /** @param {EditorRequest} request @param {string[]} [names] of files to open, too */
  async function load(request, names = []) {
    const replay = host.replay();
    const [list, started] = await Promise.all([api.files(request.game), api.start(request.game)]);
    if (!list.has_editor) return host.enter(missing());
    const code = await loadCode();
    close();
    game = request.game;
    start = started;
    workbench = createWorkbench({
      code, game, folder: started.folder, files: list.files.map((file) => file.name), notify: host.notify, run: play,
      onShow: host.writeLink,
    });
    workbench.showLesson(request.lesson?.element ?? null);
    if (request.lesson?.settings) start = { ...started, settings: request.lesson.settings };
    host.enter(workbench.element);
    if (replay?.header.game === game) host.showMatch(replay);
    for (const name of names) await workbench.openFile(name);
    await openFile(workbench, request);
  }

  /** Leaves the editor for the match that was shown last, or for the setup. */
  function leave() {
    close();
    const replay = host.replay();
    if (replay) host.showMatch(replay);
    else host.showSetup();
  }

  /** @param {Workbench} bench @param {EditorRequest} request */
  async function openFile(bench, { file, line }) {
    const name = file ?? bench.current() ?? '';
    const wanted = name || start?.settings.players.find((player) => start?.files.includes(player)) || start?.files.find((one) => !one.includes('/'));
    if (!wanted) return bench.showFirst(async () => {
      await api.createFirstAi(game);
      start = await api.start(game);
      await openFile(bench, { game });
    });
    if (!(await bench.openFile(wanted))) return;
    if (line) bench.goTo(line);
    else bench.focus();
  }

  /** Returns the match to play: the last one of this game, with the open file as a player. @param {Start} known @param {string} file @returns {MatchRequest} */
  function matchWith({ settings, files }, file) {
    const isPlayer = files.includes(file);
    const plays = settings.players.some((player) => player === file || player.endsWith(`=${file}`));
    if (!isPlayer || plays) return settings;
    return { ...settings, players: [file, ...settings.players.slice(1)] };
  }

  /** @param {boolean} newSeed */
  async function play(newSeed) {
    if (!workbench || !start) return;
    const settings = matchWith(start, workbench.current());
    const run = host.run();
    // The server plays its last match again, with the same seed, if it is this one.
    const isSame = run !== null && (last ? last.id === run.id && JSON.stringify(last.settings) === JSON.stringify(settings) : settings === start.settings && start.run?.id === run.id);
    await host.attempt(() => host.play(async () => {
      const seed = newSeed || settings.challenge ? null : settings.seed ?? null;
      const begun = isSame && !newSeed ? await api.again() : await api.run({ ...settings, seed });
      last = { id: begun.id, settings };
      return begun;
    }));
  }

  /** Shows the output of the shown turn below the code. @param {Replay} replay */
  function onWatch(replay) {
    if (!workbench) return;
    output = createOutput(replay, host.openManual, t('edit.output'));
    fill(workbench.below, output.element);
  }

  /** Goes to a line of a player's code. @param {Replay} replay @param {number|null} seat @param {string} at such as `bot.py:12` @returns {boolean} false if the file is not one that can be edited here */
  function goToSource(replay, seat, at) {
    const [, name, line] = /^(.*):(\d+)$/.exec(at) ?? [];
    const player = replay.header.players.find((one) => one.seat === seat);
    if (!workbench || !name || !player || player.built_in || !workbench.has(name)) return false;
    void openFile(workbench, { game, file: name, line: Number(line) });
    return true;
  }

  function close() {
    workbench?.stop();
    workbench = null;
    output = null;
  }

  return {
    open, close, leave, onWatch, goToSource,
    /** Builds the editor again, in another language. */
    rebuild: () => {
      const request = { game, file: workbench?.current() || undefined };
      const names = workbench?.names() ?? [];
      close();
      return host.attempt(() => load(request, names));
    },
    /** @param {import('../game.js').Step} step the step that is shown now */
    onStep: (step) => output?.update(step),
    /** The place for the match, or null if the editor is not open. */
    place: () => workbench?.place ?? null,
    /** The open file, for the link. */
    file: () => workbench?.current() || undefined,
    /** @param {string[]} files changed on the disk */
    onFiles: (files) => workbench?.filesChanged(files),
  };
}

function missing() {
  return h('div', { class: 'edit-missing' }, h('h1', { text: t('edit.title') }), h('p', { text: t('edit.missing') }));
}
