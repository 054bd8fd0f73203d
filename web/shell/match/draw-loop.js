/**
 * The loop that draws a match: the board, then the panels, less often. Nothing is drawn while nothing changes.
 */

import { setText } from 'wag/shell/basics/dom.js';
import { language } from 'wag/shell/basics/i18n.js';
import { notesOf } from 'wag/shell/match/notes.js';
import { isPresenting } from 'wag/shell/match/present.js';
import { isDark, prefersReducedMotion, showsDigits } from 'wag/shell/basics/theme.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../game.js').Step} Step */
/** @typedef {import('./watch.js').Page} Page */
/** @typedef {import('./watch-parts.js').Parts} Parts */

/** Minimum time between two updates of the panels, in milliseconds. */
const PANEL_PAUSE = 120;

/** Rounds per second from which nothing is animated, and up to which the turns of a round are animated one after another. */
const STILL_FROM = 40;
const STAGGERED_TO = 4;
/** Rounds per second from which the ground stands still, and how often it moves per second. */
const DRIFT_TO = 16;
const DRIFTS = 8;

/**
 * Draws after changes, and continuously during playback.
 * @param {Replay} replay @param {Parts} parts @param {Page} page @param {() => import('../replay/frames.js').Point|null} cursor
 */
export function createDrawLoop(replay, parts, page, cursor) {
  const { playback } = replay;
  let scheduled = 0;
  let before = 0;
  let panelsAt = 0;
  let panelsOf = '';
  let announcedRound = -1;
  let panelsDirty = false;
  let linkTimer = 0;
  let seconds = 0;

  /** @param {number} now */
  function frame(now) {
    scheduled = 0;
    const start = performance.now();
    if (playback.playing) advance(now);
    before = now;
    const step = replay.step();
    if (step) show(step, now);
    if (playback.playing) request();
    const times = /** @type {any} */ (globalThis).wagFrameTimes;
    if (times) times.push(performance.now() - start);
  }

  /** @param {number} now */
  function advance(now) {
    if (before > 0) playback.advance(now - before, replay.loadedUntil());
    if (playback.atEnd && replay.isOver) playback.playing = false;
  }

  /** @param {Step} step @param {number} now */
  function show(step, now) {
    const trail = parts.trail.pathUntil(step.round);
    const still = prefersReducedMotion() || playback.roundsPerSecond > STILL_FROM;
    const state = {
      step,
      t: still ? 1 : playback.t,
      staggered: playback.roundsPerSecond <= STAGGERED_TO,
      roundMs: still ? 0 : 1000 / playback.roundsPerSecond,
      seconds: driftTime(now, still),
      dark: isDark(),
      digits: showsDigits(),
      selection: replay.selection,
      hidden: replay.hidden,
      trail,
      notes: notesOf(step),
      cursor: cursor(),
    };
    parts.board.draw(state);
    if (!playback.playing || now - panelsAt > PANEL_PAUSE) showPanels(step, now, parts.trail.steps);
    placeInspector(state);
    const atEnd = isAtEnd(step);
    if (atEnd) page.onEnd();
    if (!playback.playing && !replay.live && announcedRound !== step.round) {
      announcedRound = step.round;
      parts.events.announce(step);
    }
  }

  /** Returns the time by which the ground moves; it stops with the playback. @param {number} now @param {boolean} still */
  function driftTime(now, still) {
    if (still) seconds = 0;
    else if (playback.playing && playback.roundsPerSecond < DRIFT_TO)
      seconds = Math.floor((now / 1000) * DRIFTS) / DRIFTS;
    return seconds;
  }

  /** @param {Step} step */
  function isAtEnd(step) {
    return replay.isOver && !playback.playing && step.round === playback.last;
  }

  /** @param {import('./board.js').RenderState} state */
  function placeInspector(state) {
    const { board, canvas, inspector } = parts;
    const { viewport } = board;
    const place = state.selection ? replay.game.drawnAt({ ...state, viewport }, state.selection) : null;
    const size = { width: canvas.clientWidth, height: canvas.clientHeight };
    inspector.place(place && board.point(place[0], place[1]), viewport.scale / viewport.ratio, size);
  }

  /** @param {Step} step @param {number} now @param {number} steps number of steps of the path */
  function showPanels(step, now, steps) {
    const key = `${step.round} ${replay.selection} ${replay.seat} ${parts.tabs.current()} ${steps} ${replay.wholePath} ${playback.playing} ${playback.speed} ${replay.live} ${language()} ${isPresenting()} ${isAtEnd(step)}`;
    if (key === panelsOf && !panelsDirty) return;
    panelsOf = key;
    panelsAt = now;
    panelsDirty = false;
    parts.transport.update();
    parts.chips.update(step);
    parts.story.update(step, isAtEnd(step));
    if (parts.tabs.current() === 'figures') parts.score.update(step);
    parts.presentation.update(step);
    parts.forks?.update();
    parts.layers.update(step);
    parts.advice.update();
    page.onStep?.(step);
    parts.inspector.update(step, steps);
    if (replay.selection) request();
    if (parts.tabs.current() === 'output') parts.output.update(step);
    if (parts.tabs.current() === 'events') parts.events.show(step);
    if (parts.tabs.current() === 'explain') parts.explain.update();
    if (parts.tabs.current() === 'figures') parts.curves.draw();
    setText(parts.failure, replay.damageText(step.round));
    // Delayed, because browsers reject more frequent changes of the address.
    linkTimer ||= window.setTimeout(() => {
      linkTimer = 0;
      page.onLink();
    }, 400);
  }

  /** @param {boolean} [panels] true if the panels must be redrawn even if their state is the same */
  function request(panels = false) {
    panelsDirty ||= panels;
    if (scheduled === 0) {
      if (!playback.playing) before = 0;
      scheduled = requestAnimationFrame(frame);
    }
  }

  return {
    request,
    resize: () => {
      parts.transport.draw();
      request(true);
    },
    stop: () => {
      cancelAnimationFrame(scheduled);
      window.clearTimeout(linkTimer);
      scheduled = -1;
    },
  };
}
