/**
 * The panel "Debug this turn": plays a recorded turn again with the player's file as it is now, and shows the lines that
 * ran, the values of variables, the output, and how the orders differ from the recorded ones. When the file is saved,
 * the turn is played again.
 */

import { api } from 'wag/shell/basics/api.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { remarks, resultParts, summaryOf, tableOf } from 'wag/shell/debug/debug-result.js';
import { colorLines } from 'wag/shell/panels/code-colors.js';
import { fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { drawProblem } from 'wag/shell/panels/problem.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { errorText, gameOf } from 'wag/shell/replay/replay.js';
import { nextExecutedLine, tracedLine, variablesAtEnd, variablesOf } from 'wag/shell/debug/turn-trace.js';

/** @typedef {import('../../generated/inspect.js').ReplayedTurn} ReplayedTurn */
/** @typedef {import('../../generated/inspect.js').TracedFile} TracedFile */
/** @typedef {{file: string, line: number, sample: number}} Place a line of a file, and one of its recorded executions */

/** The pause after which the panel follows the match to another round, in milliseconds. */
const PAUSE = 150;
/** Maximum length of a line that is shown. */
const LINE_MAX = 1000;

/** @param {import('../replay/replay.js').Replay} replay */
export function createDebugTurn(replay) {
  const heading = h('h2');
  const status = h('p', { class: 'debug-status', role: 'status' });
  const failure = h('div', { class: 'failure', role: 'alert' });
  const closeButton = iconButton('x', t('dialog.close'), () => replay.debug(null), 'Esc');
  const content = h('div', { class: 'debug-content' });
  const element = h(
    'section',
    { class: 'panel debug-turn', 'aria-label': t('debug.title'), hidden: true },
    h('header', {}, heading, closeButton),
    status,
    failure,
    content,
  );
  const views = { listing: h('div'), values: h('div'), orders: h('div') };

  let isOpen = false;
  /** The last turn that could be played. @type {ReplayedTurn|null} */
  let turn = null;
  /** @type {Place|null} */
  let place = null;
  /** The file whose lines are shown. */
  let shownFile = '';
  /** Counts requests, so that an outdated answer is ignored. */
  let request = 0;
  /** The round and seat of the last request. */
  let requested = '';
  /** Gives up the request that is being answered. */
  let pending = new AbortController();
  /** The files that have played or that the user has chosen, by seat; they play as they are now. @type {Map<number, string>} */
  const chosenFiles = new Map();
  let timer = 0;

  /** Opens or closes the panel as the replay says. */
  function sync() {
    const seat = replay.debuggedSeat;
    if (seat === null) return close();
    if (!replay.header.players.some((player) => player.seat === seat)) return replay.debug(null);
    const wasOpen = isOpen;
    isOpen = true;
    element.hidden = false;
    replay.playback.playing = false;
    if (seat !== replay.seat) replay.showSeat(seat);
    play('');
    if (!wasOpen) closeButton.focus();
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    element.hidden = true;
    window.clearTimeout(timer);
    request += 1;
    pending.abort();
  }

  /** Plays the turn that the match shows. @param {''|'saved'} reason */
  async function play(reason) {
    const round = replay.playback.round;
    const seat = replay.seat;
    const isSame = requested === `${round}/${seat}`;
    requested = `${round}/${seat}`;
    if (!isSame) {
      turn = null;
      place = null;
      fill(content);
    }
    fill(
      heading,
      t('debug.title'),
      ' ',
      seatBadge(seat),
      ' ',
      h('bdi', { text: replay.name(seat) }),
      ' ',
      t('debug.round', { round }),
    );
    if (round === 0) {
      fill(content);
      setText(status, t('debug.none'));
      setText(failure, '');
      return;
    }
    setText(status, t('debug.running'));
    element.setAttribute('aria-busy', 'true');
    const own = ++request;
    pending.abort();
    pending = new AbortController();
    try {
      const played = await api.turn(
        replay.id ?? '',
        seat,
        round,
        chosenFiles.get(seat) ?? null,
        pending.signal,
      );
      if (own !== request) return;
      if (played.file) chosenFiles.set(seat, played.file);
      show(played, reason);
    } catch (error) {
      if (own !== request) return;
      if (/** @type {import('../basics/api.js').RequestError} */ (error).status === 404)
        chosenFiles.delete(seat);
      setText(status, '');
      setText(failure, errorText(error));
      if (!turn) offerFiles(seat);
    } finally {
      if (own === request) element.removeAttribute('aria-busy');
    }
  }

  /** Lets the user choose the file that plays, such as one that has changed since the match. @param {number} seat */
  async function offerFiles(seat) {
    const recorded = replay.header.players.find((player) => player.seat === seat)?.file;
    const own = request;
    const files = recorded
      ? await api.start(gameOf(replay.header)).then(
          (start) => start.files,
          () => [],
        )
      : [];
    if (own !== request || files.length === 0) return;
    const choice = h(
      'select',
      { 'aria-label': t('fork.file') },
      ...files.map((name) => h('option', { value: name, text: singleLine(name, 60) })),
    );
    choice.value = files.find((name) => name.split('/').pop() === recorded) ?? files[0] ?? '';
    const go = () => {
      chosenFiles.set(seat, choice.value);
      play('');
    };
    fill(
      content,
      h(
        'div',
        { class: 'actions' },
        choice,
        h('button', { type: 'button', text: t('debug.useFile'), onclick: go }),
      ),
    );
  }

  /** @param {ReplayedTurn} played @param {''|'saved'} reason */
  function show(played, reason) {
    if (played.rejected) return showRejection(played.rejected);
    const before = turn;
    turn = played;
    setText(failure, '');
    setText(status, summaryOf(played, reason === 'saved' ? before : null));
    const files = played.trace?.files ?? [];
    if (!files.some((file) => file.name === shownFile)) shownFile = files[0]?.name ?? '';
    if (
      place &&
      !files.some((file) => file.name === place?.file && (tracedLine(file, place.line)?.count ?? 0) > 0)
    )
      place = null;
    fill(content, remarks(played), ...(files.length > 0 ? [views.listing, views.values] : []), views.orders);
    drawListing();
    drawValues();
    fill(views.orders, ...resultParts(played));
  }

  /** The last result stays. @param {import('../../generated/inspect.js').RejectedFile} rejected */
  function showRejection({ problem, text }) {
    const code = text?.split('\n')[(problem.place?.line ?? 0) - 1]?.trim() ?? '';
    setText(status, t(turn ? 'debug.stays' : 'debug.cannot'));
    fill(failure, drawProblem(problem), code ? h('code', { text: sanitize(code.slice(0, 200)) }) : null);
  }

  function drawListing() {
    const files = turn?.trace?.files ?? [];
    const file = files.find((one) => one.name === shownFile);
    if (!file) return;
    const choices = files.map((one) =>
      h('button', {
        type: 'button',
        'aria-pressed': String(one === file),
        text: singleLine(one.name, 60),
        onclick: () => {
          shownFile = one.name;
          drawListing();
          drawValues();
        },
      }),
    );
    const lines = file.text
      .replace(/\n$/, '')
      .split('\n')
      .map((code, index) => lineOf(file, index + 1, code));
    const listing = h(
      'div',
      {
        class: 'listing',
        tabindex: '0',
        role: 'region',
        'aria-label': t('debug.lines', { file: sanitize(file.name) }),
        onkeydown: onKey,
      },
      ...lines,
    );
    colorLines(file.text, [...listing.querySelectorAll('code')], 0, LINE_MAX);
    const top = views.listing.querySelector('.listing')?.scrollTop ?? 0;
    const hadFocus = views.listing.contains(document.activeElement);
    fill(
      views.listing,
      files.length > 1
        ? h('div', { class: 'debug-files', role: 'group', 'aria-label': t('debug.files') }, ...choices)
        : null,
      listing,
    );
    listing.scrollTop = top;
    if (hadFocus) listing.focus({ preventScroll: true });
    listing.querySelector('.here')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {TracedFile} file @param {number} line @param {string} code */
  function lineOf(file, line, code) {
    const traced = tracedLine(file, line);
    const isHere = place?.file === file.name && place.line === line;
    const state = traced ? (traced.count > 0 ? 'ran' : 'idle') : '';
    const count =
      traced && traced.count > 0
        ? h('button', {
            type: 'button',
            class: 'count',
            tabindex: '-1',
            'aria-label': t('debug.count', { line, n: traced.count }),
            title: t('debug.count', { line, n: traced.count }),
            text: shortCount(traced.count),
            onclick: () => choose(file.name, line),
          })
        : h('span', { class: 'count' });
    return h(
      'div',
      {
        class: `line ${state} ${isHere ? 'here' : ''}`.trim(),
        onclick: () => traced && traced.count > 0 && choose(file.name, line),
      },
      count,
      h('span', { class: 'number', text: String(line) }),
      h('code', { text: sanitize(code.slice(0, LINE_MAX)) }),
    );
  }

  /** Shows the values after a line. @param {string} file @param {number} line @param {number} [sample] the last one by default */
  function choose(file, line, sample) {
    const traced = turn?.trace?.files.find((one) => one.name === file);
    const samples = (traced && tracedLine(traced, line)?.samples.length) || 0;
    place = { file, line, sample: Math.max(0, Math.min(samples - 1, sample ?? samples - 1)) };
    drawListing();
    drawValues();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const file = turn?.trace?.files.find((one) => one.name === shownFile);
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!file || (by === 0 && (step === 0 || !place))) return;
    event.preventDefault();
    const line = place?.file === file.name ? place.line : 0;
    if (by !== 0) choose(file.name, nextExecutedLine(file, line, by > 0 ? 1 : -1));
    else if (place) choose(place.file, place.line, place.sample + step);
  }

  function drawValues() {
    const trace = turn?.trace;
    const file = trace?.files.find((one) => one.name === shownFile);
    if (!trace || !file) return;
    const traced = place?.file === file.name ? tracedLine(file, place.line) : null;
    const sample = traced && place ? traced.samples[place.sample] : undefined;
    if (traced && !sample)
      return fill(
        views.values,
        valuesHeading(t('debug.after', { line: traced.line })),
        h('p', { class: 'hint', text: t('debug.noValues') }),
      );
    const variables = sample ? variablesOf(trace, sample) : variablesAtEnd(trace, file);
    const title =
      sample && traced
        ? t('debug.execution', {
            line: traced.line,
            n: sample.hit,
            count: traced.count,
            function: singleLine(trace.texts[sample.function] ?? '', 60),
          })
        : t('debug.end');
    fill(
      views.values,
      valuesHeading(title),
      variables.length === 0 ? h('p', { class: 'hint', text: t('debug.noVariables') }) : tableOf(variables),
      trace.is_truncated ? h('p', { class: 'hint', text: t('debug.truncated') }) : null,
    );
  }

  /** @param {string} title */
  function valuesHeading(title) {
    const step = (/** @type {number} */ by) => () =>
      place && choose(place.file, place.line, place.sample + by);
    return h(
      'header',
      { class: 'debug-values' },
      h('h3', { text: title }),
      place ? iconButton('step-back', t('debug.previous'), step(-1)) : null,
      place ? iconButton('step-forward', t('debug.next'), step(1)) : null,
      place
        ? h('button', {
            type: 'button',
            class: 'link',
            text: t('debug.showEnd'),
            onclick: () => {
              place = null;
              drawListing();
              drawValues();
            },
          })
        : null,
    );
  }

  return {
    element,
    sync,
    /** Follows the match to another round or player. */
    follow: () => {
      if (!isOpen || replay.playback.playing || requested === `${replay.playback.round}/${replay.seat}`)
        return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (!isOpen) return;
        replay.debuggedSeat = replay.seat;
        play('');
      }, PAUSE);
    },
    /** Plays the turn again after files were saved. */
    onFiles: () => isOpen && play('saved'),
    stop: () => window.clearTimeout(timer),
  };
}

/** @param {number} count */
const shortCount = (count) => (count < 10000 ? `${count}×` : `${formatNumber(count / 1000, 0)}k×`);
