/**
 * The editor as a view of the page: loads it, opens files, and plays matches beside the code.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { compareMatches, ROUNDS } from 'wag/shell/editor/compare.js';
import { loadCode } from 'wag/shell/editor/code-loader.js';
import { MatchProblems } from 'wag/shell/editor/problems.js';
import { createEditorPage } from 'wag/shell/editor/editor-page.js';
import { createWorkbench } from 'wag/shell/editor/workbench.js';
import { t } from 'wag/shell/basics/i18n.js';
import { httpSource } from 'wag/shell/replay/replay-source.js';
import { createOutput } from 'wag/shell/panels/output.js';
import { errorText, gameOf } from 'wag/shell/replay/replay.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../../generated/server.js').Start} Start */
/** @typedef {import('../../generated/server.js').MatchRequest} MatchRequest */
/** @typedef {import('../replay/replay.js').Replay} Replay */
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
 * @property {() => void} drawBar                the bar and the title of the tab name the open file
 * @property {() => void} writeLink
 * @property {(place: import('../help/reader.js').DocumentPlace) => void} openManual
 */

/** The pause after the last step until its turn is played again, in milliseconds. */
const TRACE_DELAY = 200;
/** Maximum number of errors of a match to look up. */
const ERRORS_MAX = 5;

/** @param {EditorHost} host */
export function createEditor(host) {
  /** @type {Workbench|null} */
  let workbench = null;
  /** @type {ReturnType<typeof createEditorPage>|null} */
  let page = null;
  /** @type {Start|null} */
  let start = null;
  let game = '';
  /** The match of the last run from here. @type {{id: string, settings: MatchRequest}|null} */
  let last = null;
  /** Two runs with the same seed, to be compared. @type {{before: string, after: string}|null} */
  let pair = null;
  /** The replay of a run from here whose first round was not shown yet. */
  let fresh = '';
  let problems = new MatchProblems();
  /** The seat of the player whose file is in the editor. @type {number|null} */
  let seat = null;
  let removeListener = () => {};
  /** The turn whose lines stand in the margin, or are being asked for. */
  let tracedTurn = '';
  let traceTimer = 0;
  /** Aborts the request for the traced turn. The server plays one turn at a time: it refuses a request when the next one comes. */
  let tracing = new AbortController();
  /** The output below the code. @type {ReturnType<typeof createOutput>|null} */
  let output = null;

  /** Opens a file in the editor, beside the match that was shown. @param {EditorRequest} request */
  function open(request) {
    return host.attempt(async () => {
      if (workbench && game === request.game) return openFile(workbench, request);
      await load(request);
    });
  }

  /** @param {EditorRequest} request @param {string[]} [names] of files to open, too */
  async function load(request, names = []) {
    const replay = host.replay();
    // Without a start, a game file cannot be opened. Its mistake can be mended here.
    const started = await api.start(request.game).catch((error) => {
      host.notify(errorText(error), true);
      return null;
    });
    const list = await api.files(request.game);
    if (!list.has_editor) return host.enter(missing());
    const code = await loadCode();
    close();
    game = request.game;
    start = started;
    workbench = createWorkbench({
      code,
      game,
      folder: started?.folder ?? '',
      files: list.files.map((file) => file.name),
      notify: host.notify,
      run: play,
      onShow: () => {
        host.writeLink();
        host.drawBar();
      },
      onSaved: () => traceTurn(host.replay()?.playback.round ?? 0),
      onEdit: () => {
        forgetTrace();
        page?.report();
      },
      openManual: host.openManual,
    });
    page = createEditorPage(workbench);
    host.enter(page.element);
    if (replay && gameOf(replay.header) === game) host.showMatch(replay);
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
    const wanted =
      name ||
      start?.settings.players.find((player) => start?.files.includes(player)) ||
      start?.files.find((one) => !one.includes('/'));
    if (!wanted)
      return page?.showFirst(async () => {
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
    const bench = workbench;
    if (!bench) return;
    if (!start)
      await host.attempt(async () => {
        start = await api.start(game);
      });
    if (!start) return;
    const settings = matchWith(start, bench.current());
    const run = host.run();
    // The server plays its last match again, with the same seed, if it is this one.
    const isSame =
      run !== null &&
      (last
        ? last.id === run.id && JSON.stringify(last.settings) === JSON.stringify(settings)
        : settings === start?.settings && start?.run?.id === run.id);
    page?.report();
    await host.attempt(() =>
      host.play(async () => {
        const seed = newSeed || settings.challenge ? null : (settings.seed ?? null);
        const begun = isSame && !newSeed ? await api.again() : await api.run({ ...settings, seed });
        pair = isSame && !newSeed && run ? { before: run.replay, after: begun.replay } : null;
        last = { id: begun.id, settings };
        fresh = begun.replay;
        return begun;
      }),
    );
  }

  /** Shows the output of the shown turn below the code. @param {Replay} replay */
  function onWatch(replay) {
    if (!workbench) return;
    removeListener();
    const removers = [
      replay.grew.on(() => void inspect(replay)),
      replay.selected.on(() => traceTurn(replay.playback.round)),
      replay.debugged.on(() => traceTurn(replay.playback.round)),
    ];
    removeListener = () => {
      for (const remove of removers) remove();
    };
    problems = new MatchProblems();
    seat =
      replay.header.players.find(
        ({ built_in: builtIn, file }) => !builtIn && file && workbench?.has(file.split('/').at(-1) ?? ''),
      )?.seat ?? null;
    workbench.showMatchProblems(problems);
    workbench.showTrace(null, null);
    forgetTrace();
    output = createOutput(replay, host.openManual, t('edit.output'));
    if (page) fill(page.output, output.text);
  }

  /** Plays the shown turn again when the match stands still, and shows in the margin which lines ran. @param {number} round */
  function traceTurn(round) {
    const bench = workbench;
    const replay = host.replay();
    if (!bench || !replay?.id || seat === null) return;
    const { id } = replay;
    // The panel "Debug this turn" asks for the same; the server plays one turn at a time.
    const isStill = !replay.playback.playing && round > 0 && replay.debuggedSeat === null;
    const step = replay.step();
    // Where players move in turn, the file plays in some rounds only.
    const plays = !step || step.turns.some(({ seats }) => seats.includes(/** @type {number} */ (seat)));
    const isTraced = isStill && plays;
    const turn = isTraced ? `${id} ${round} ${bench.saves()} ${replay.selection ?? ''}` : '';
    if (turn === tracedTurn) return;
    forgetTrace();
    tracedTurn = turn;
    if (!isTraced) return bench.showTrace(null, null);
    traceTimer = window.setTimeout(async () => {
      tracing = new AbortController();
      // A turn that cannot be played again, such as one of a damaged replay, has no margin.
      const played = await api
        .turn(id, /** @type {number} */ (seat), round, null, tracing.signal)
        .catch(() => null);
      if (turn === tracedTurn && bench === workbench)
        bench.showTrace(played?.trace ?? null, isSelected(replay));
    }, TRACE_DELAY);
  }

  /** Gives up the trace that was requested last. */
  function forgetTrace() {
    window.clearTimeout(traceTimer);
    tracing.abort();
    tracedTurn = '';
  }

  /** Returns whether a value of the code is the thing that is selected. @param {Replay} replay @returns {((value: string) => boolean)|null} */
  function isSelected({ game: display, selection }) {
    return selection ? (value) => display.isValueOf?.(selection, value) ?? false : null;
  }

  /** Looks for errors in the rounds that were added to a match, and compares it with the one before. @param {Replay} replay */
  async function inspect(replay) {
    const bench = workbench;
    if (replay.id === fresh && replay.playback.last > 0) {
      fresh = '';
      // The playback would begin with the position before round 1, and stay there for a while.
      if (replay.playback.round === 0) replay.seek(1);
    }
    const marks = replay.overview.marks
      .filter((mark) => mark.seat === seat && ['error', 'timeout'].includes(mark.kind))
      .slice(0, ERRORS_MAX);
    const chunks = await Promise.all(
      [...new Set(marks.map((mark) => replay.timeline.chunkOf(mark.round)))].map((chunk) =>
        replay.timeline.load(chunk).catch(() => null),
      ),
    );
    for (const chunk of chunks)
      if (chunk && problems.add(chunk.turns, seat) && bench === workbench) bench?.drawProblems();
    if (!bench || replay.id !== pair?.after || (replay.header.rounds_played < ROUNDS && !replay.isOver))
      return;
    const { before } = pair;
    pair = null;
    const { rounds, difference } = await compareMatches(httpSource(before), replay.source).catch(() => ({
      rounds: 0,
      difference: null,
    }));
    if (rounds === 0 || bench !== workbench) return;
    if (!difference) return page?.report(t('edit.same', { n: rounds }));
    const { round, isOutput } = difference;
    page?.report(
      t(isOutput ? 'edit.differs.output' : 'edit.differs'),
      ' ',
      h('button', {
        type: 'button',
        class: 'link',
        text: t('end.round', { round }),
        onclick: () => replay.seek(round),
      }),
    );
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
    removeListener();
    forgetTrace();
    workbench?.stop();
    workbench = null;
    page = null;
    output = null;
  }

  return {
    open,
    close,
    leave,
    onWatch,
    goToSource,
    /** Builds the editor again, in another language. */
    rebuild: () => {
      const request = { game, file: workbench?.current() || undefined };
      const names = workbench?.names() ?? [];
      close();
      return host.attempt(() => load(request, names));
    },
    /** @param {import('../game.js').Step} step the step that is shown now */
    onStep: (step) => {
      output?.update(step);
      traceTurn(step.round);
      if (problems.add(step.turns, seat)) workbench?.drawProblems();
    },
    /** The place for the match, or null if the editor is not open. */
    place: () => page?.place ?? null,
    /** The open file, for the link. */
    file: () => workbench?.current() || undefined,
    /** @param {string[]} files changed on the disk */
    onFiles: (files) => workbench?.filesChanged(files),
    /** Looks whether open files have changed on the disk. */
    checkFiles: () => workbench?.checkFiles(),
  };
}

function missing() {
  return h(
    'div',
    { class: 'edit-missing' },
    h('h1', { text: t('edit.title') }),
    h('p', { text: t('edit.missing') }),
  );
}
