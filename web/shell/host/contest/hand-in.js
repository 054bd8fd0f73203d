/**
 * One's own part of a contest: hand in a file of the workspace or of the device, the answer whether it starts, and all versions.
 */

import { api, countComputation } from 'wag/shell/basics/api.js';
import { drawCode, fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { openEditor } from 'wag/shell/editor/open-editor.js';
import { showConfirm } from 'wag/shell/basics/confirm.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { whoAmI } from 'wag/shell/page/me.js';
import {
  actButton,
  actions,
  downloadLink,
  failureLine,
  fileField,
  messageLine,
  panel,
  tag,
} from 'wag/shell/host/parts.js';
import { createTrial } from 'wag/shell/host/contest/trial.js';
import { showText } from 'wag/shell/host/listing.js';
import { getFile, handInAddress, requests } from 'wag/shell/host/requests.js';
import { textInZip } from 'wag/shell/basics/zip.js';
import { timeText, dateText } from 'wag/shell/host/time.js';

/** @typedef {import('../requests.js').Contest} Contest */
/** @typedef {import('../requests.js').HandIn} HandIn */

/** The interval in which a hand-in is asked for until it is checked, in milliseconds. */
const AGAIN = 500;

const isOpenFor = (/** @type {HandIn} */ { state }) => state === 'received' || state === 'checking';

/** @param {Contest} contest @param {boolean} hasLessons whether the course is about its game */
export function createHandIn(contest, hasLessons) {
  const answer = h('div', { class: 'hand-in-answer', role: 'status' });
  const failure = failureLine();
  const versions = h('div', {});
  const files = h('select', { 'aria-label': t('host.file') });
  const send = actButton(
    t('host.handIn'),
    failure,
    () => take(requests.handInFromWorkspace(contest.id, files.value)),
    { class: 'primary' },
  );
  const other = fileField(t('host.dropFile'), '.py,.zip,.ipynb', async (file) => {
    setText(failure, '');
    await take(requests.handInFile(contest.id, file)).catch((error) => setText(failure, error.message));
  });
  const closed = h('p', { class: 'hint' });
  const trial = h('div', {});
  const controls = h('div', { class: 'hand-in-controls' }, actions(files, send), other, trial);
  const element = panel(t('host.yourHandIn'), answer, controls, closed, failure, versions);
  const listed = listFiles(contest.game, files, { send, hasLessons });
  /** True if a hand-in is on its way, whose answer is shown then. */
  let isSending = false;
  /** True if the user wants to see all versions; null before the first click. @type {boolean|null} */
  let wish = null;
  versions.addEventListener('click', (event) => {
    const details = event.target instanceof Element && event.target.closest('summary')?.closest('details');
    if (details) wish = !details.open;
  });
  /** The hand-in whose answer is shown, as text. */
  let shown = '';
  /** The contest as it is now. */
  let now = contest;

  /** @param {HandIn} handIn @param {HandIn|null} [active] the one that takes part, null if none does */
  function answerTo(handIn, active) {
    const text = JSON.stringify([handIn, active]);
    if (text === shown) return;
    shown = text;
    drawAnswer(answer, contest, handIn, { active, failure });
  }

  /** Shows a hand-in as soon as the server has it, and what came of it. @param {Promise<HandIn>} sent */
  async function take(sent) {
    isSending = true;
    shown = '';
    answer.className = 'hand-in-answer';
    fill(answer, h('p', { class: 'host-large', text: t('host.sending') }));
    try {
      let handIn = await sent;
      answerTo(handIn);
      await countComputation(
        (async () => {
          while (isOpenFor(handIn)) {
            await new Promise((later) => setTimeout(later, AGAIN));
            handIn = await requests.handIn(handIn.id);
          }
        })(),
      );
      answerTo(handIn);
    } catch (error) {
      fill(answer);
      throw error;
    } finally {
      isSending = false;
      await drawVersions();
    }
  }

  async function drawVersions() {
    const all = await requests.handIns(contest.id).catch(() => []);
    const own = all.filter((one) => !contest.can_teach || one.account === whoAmI().account?.id);
    const isOpen = wish ?? (own.length > 1 && own.length < 5);
    fill(versions, own.length > 0 && versionList(now, own, { failure, isOpen, redraw: drawVersions }));
    if (!own[0] || isSending) return;
    const active = own.find((one) => one.active);
    // The pupil has chosen an earlier version; what is wrong with a later one still is worth a word.
    if (active && own[0].state === 'valid' && !own[0].is_late) answerTo(active, active);
    else answerTo(own[0], active ?? null);
  }

  /** @param {Contest} changed */
  function update(changed) {
    now = changed;
    const isClosed = ['draft', 'released', 'archived'].includes(now.state);
    controls.hidden = isClosed;
    setText(closed, isClosed ? '' : now.state === 'open' ? '' : t('host.lateHint'));
    void drawVersions();
  }

  void listed.then((start) => {
    const builtIn = (start?.built_in ?? []).map((one) => one.name);
    if (files.value) fill(trial, createTrial(contest, () => files.value, builtIn).element);
  });
  return { element, update };
}

/** Fills the choice of files; with one file there is nothing to choose. @param {string} game @param {HTMLSelectElement} select @param {{send: HTMLButtonElement, hasLessons: boolean}} more */
async function listFiles(game, select, { send, hasLessons }) {
  const [{ files }, start] = await Promise.all([
    api.files(game).catch(() => ({ files: [] })),
    api.start(game).catch(() => null),
  ]);
  const all = files.filter((file) => file.name.endsWith('.py'));
  // A lesson is no player, unless there is nothing else.
  const players = all.filter((file) => !isLesson(file.name));
  const own = players.length > 0 || !hasLessons ? players : all;
  const names = own.map((file) => file.name);
  const usual = usualFile(own, start?.files ?? []);
  fill(
    select,
    ...names.map((name) => h('option', { value: name, text: singleLine(name), selected: name === usual })),
  );
  select.hidden = names.length < 2;
  send.hidden = names.length === 0;
  const label = () => setText(send, t('host.handInFile', { file: singleLine(select.value, 30) }));
  select.addEventListener('change', label);
  label();
  return start;
}

/** Returns the file that somebody most likely hands in: the player that was changed last, before files of lessons and others. @param {import('../../../generated/server.js').EditableFile[]} files @param {string[]} players */
function usualFile(files, players) {
  const newest = [...files]
    .sort((a, b) => (b.changed_at ?? 0) - (a.changed_at ?? 0))
    .map((file) => file.name);
  return newest.find((name) => players.includes(name)) ?? newest[0];
}

const isLesson = (/** @type {string} */ name) => /^lesson\d+(-old\d+)?\.py$/.test(name);

/** @param {HTMLElement} answer @param {Contest} contest @param {HandIn} handIn @param {{active: HandIn|null|undefined, failure: HTMLElement}} more the hand-in that takes part, and where it says why its line cannot be shown */
function drawAnswer(answer, contest, handIn, { active, failure }) {
  const { state, version, reason, is_late: isLate } = handIn;
  answer.className = `hand-in-answer ${{ valid: 'good', invalid: 'bad' }[state] ?? ''}`;
  const isActive = state === 'valid' && handIn.active;
  fill(
    answer,
    h('p', { class: 'host-large', text: t(`host.answer.${isActive ? 'active' : state}`, { n: version }) }),
    ...(reason ? drawReason(reason) : []),
    active && active.id !== handIn.id && h('p', { text: t('host.stillTakesPart', { n: active.version }) }),
    state === 'valid' && active === null && h('p', { text: t('host.noneTakesPart') }),
    reason?.line != null && reason.file && lineButton(contest.game, handIn, failure),
    isLate && h('p', { class: 'hint', text: t('host.lateAnswer') }),
  );
}

/** @param {NonNullable<HandIn['reason']>} reason */
function drawReason(reason) {
  const { what, hint } = reasonOf(reason);
  return [h('p', { text: what }), hint && h('p', {}, ...drawCode(hint))];
}

/** Returns why a hand-in cannot start, with its line. @param {NonNullable<HandIn['reason']>} reason */
export function reasonText(reason) {
  return reasonOf(reason).what;
}

/** Returns what is wrong, and how to mend it. The message names the place and the kind of the error, too, which the line says better. @param {NonNullable<HandIn['reason']>} reason */
function reasonOf({ message, file, line }) {
  const text = messageLine(message);
  if (line === null || file === null) return { what: text, hint: '' };
  const place = new RegExp(` \\(${file.replace(/[^\w]/g, '\\$&')}, \\S+ ${line}\\)(?:: )?`);
  const [what, hint = ''] = text.replace(/^SyntaxError: /, '').split(place);
  return { what: t('host.lineReason', { line, text: what }), hint };
}

/** Returns the button that shows the line of a mistake: in the editor if the folder has the same file, otherwise in what was handed in. @param {string} game @param {HandIn} handIn @param {HTMLElement} failure */
function lineButton(game, handIn, failure) {
  const { file, line, message } = /** @type {{file: string, line: number, message: HandIn['reason']}} */ (
    /** @type {unknown} */ (handIn.reason)
  );
  return actions(
    actButton(t('host.showLine', { line }), failure, async () => {
      const [{ blob }, own] = await Promise.all([
        getFile(handInAddress(handIn.id, '/files')),
        api.readFile(game, file).catch(() => null),
      ]);
      const text = await textInZip(blob, file);
      if (text === null || text === own?.text) openEditor({ game, file, line });
      else showText(file, text, { line, message: /** @type {any} */ (message), since: handIn.arrived_at });
    }),
  );
}

/** @param {Contest} contest @param {HandIn[]} all @param {{failure: HTMLElement, isOpen: boolean, redraw: () => Promise<void>}} options */
function versionList(contest, all, { failure, isOpen, redraw }) {
  const change = (/** @type {HandIn} */ one, /** @type {'activate'|'withdraw'} */ act) => async () => {
    await requests.changeHandIn(one.id, act);
    await redraw();
  };
  const canChange = contest.state === 'open' || (contest.can_teach && contest.state === 'frozen');
  const item = (/** @type {HandIn} */ one) =>
    h(
      'li',
      { class: one.active ? 'active' : '' },
      h('strong', { text: t('host.version', { n: one.version }) }),
      tag(
        t(`host.handIn.${one.state}`),
        one.state === 'valid' ? 'good' : one.state === 'invalid' ? 'bad' : '',
      ),
      one.active && tag(t('host.takesPart'), 'good'),
      one.is_late && tag(t('host.late'), 'warn'),
      h('time', { class: 'hint', title: dateText(one.arrived_at), text: timeText(one.arrived_at) }),
      one.reason && h('p', { class: 'why', text: reasonText(one.reason) }),
      h(
        'div',
        { class: 'actions' },
        canChange &&
          one.state === 'valid' &&
          !one.active &&
          actButton(t('host.activate'), failure, change(one, 'activate')),
        canChange &&
          one.active &&
          actButton(t('host.withdraw'), failure, () =>
            showConfirm(t('host.withdraw'), t('host.withdrawAsk'), [
              {
                label: t('host.withdraw'),
                act: () => void change(one, 'withdraw')().catch((error) => setText(failure, error.message)),
              },
            ]),
          ),
        downloadLink(t('host.download'), handInAddress(one.id, '/files')),
      ),
    );
  return h(
    'details',
    { open: isOpen },
    h('summary', { text: t('host.versions', { n: all.length }) }),
    h('ol', { class: 'versions' }, ...all.map(item)),
  );
}
