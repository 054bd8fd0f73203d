/**
 * The view of a match: board, controls, panels, and the loop that draws them. Nothing is drawn while nothing changes.
 */

import { createAdvice } from 'wag/shell/advice.js';
import { Board } from 'wag/shell/board.js';
import { createCurves } from 'wag/shell/curves.js';
import { createDebugTurn } from 'wag/shell/debug-turn.js';
import { h, iconButton, setText } from 'wag/shell/dom.js';
import { createEndCard } from 'wag/shell/end-card.js';
import { createEvents } from 'wag/shell/events.js';
import { createForks } from 'wag/shell/forks.js';
import { language, t } from 'wag/shell/i18n.js';
import { createExplain } from 'wag/shell/explain.js';
import { createInspector } from 'wag/shell/inspector.js';
import { showSourceCode } from 'wag/shell/source-code.js';
import { notesOf } from 'wag/shell/notes.js';
import { createOutput } from 'wag/shell/output.js';
import { createPresentation, isPresenting, present } from 'wag/shell/present.js';
import { stepInRing } from 'wag/shell/ring.js';
import { createLayers } from 'wag/shell/layers.js';
import { createScore } from 'wag/shell/score.js';
import { createSearch } from 'wag/shell/search.js';
import { createTabs } from 'wag/shell/tabs.js';
import { sanitize, singleLine } from 'wag/shell/text.js';
import { isDark, prefersReducedMotion, themeChanged } from 'wag/shell/theme.js';
import { createTooltip } from 'wag/shell/tooltip.js';
import { Trail } from 'wag/shell/trail.js';
import { createTransport } from 'wag/shell/transport.js';

/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('./game.js').Step} Step */

/** Minimum time between two updates of the panels, in milliseconds. */
const PANEL_PAUSE = 120;

/** Rounds per second from which nothing is animated, and up to which the turns of a round are animated one after another. */
const STILL_FROM = 40;
const STAGGERED_TO = 4;

/** The page's handlers, and its actions at the end of a match. @typedef {{onLink: () => void, onEnd: () => void, end: import('./end-card.js').EndActions, fork?: import('./forks.js').StartFork|null, openManual: import('./events.js').OpenManual, goToSource?: (seat: number|null, at: string) => boolean, onStep?: (step: Step) => void, canDebug?: boolean}} Page `canDebug` says whether a server can play turns again */

/** @param {Replay} replay @param {Page} page handles changes of the link and the end of the match */
export function createWatch(replay, page) {
  const parts = createParts(replay, page);
  const { board, transport, element } = parts;
  /** @type {import('./frames.js').Point|null} */
  let cursor = null;
  /** Number of things to move the selection by, as soon as the round is loaded. */
  let pendingSteps = 0;
  const loop = createDrawLoop(replay, parts, page, () => cursor);
  const redraw = () => loop.request();
  const stops = [
    replay.moved.on(() => {
      // The tooltip describes the previous round.
      parts.tooltip.hide();
      if (pendingSteps !== 0) selectNext(0);
      parts.debugTurn?.follow();
      redraw();
    }),
    replay.selected.on(() => {
      parts.debugTurn?.follow();
      loop.request(true);
    }),
    replay.debugged.on(() => {
      parts.debugTurn?.sync();
      loop.request(true);
    }),
    replay.grew.on(() => {
      parts.trail.invalidate();
      parts.curves.refresh();
      parts.endCard.redraw();
      transport.draw();
      loop.request(true);
    }),
    replay.failed.on((text) => setText(parts.failure, text)),
    themeChanged.on(() => loop.resize()),
  ];
  const observer = new ResizeObserver(() => loop.resize());
  observer.observe(parts.canvas);
  parts.debugTurn?.sync();
  parts.onView(redraw);

  /** @param {number} dx @param {number} dy */
  function moveCursor(dx, dy) {
    const step = replay.step();
    const { width, height } = replay.game.bounds(replay.header.scene);
    const from = cursor ??
      (step && replay.selection ? replay.game.positionOf(step, replay.selection) : null) ?? [
        (width >> 1) - dx,
        (height >> 1) - dy,
      ];
    cursor = [
      Math.max(0, Math.min(width - 1, from[0] + dx)),
      Math.max(0, Math.min(height - 1, from[1] + dy)),
    ];
    board.reveal(cursor[0], cursor[1]);
    const picked = step && replay.game.pick(step, cursor[0], cursor[1]);
    if (step && picked) setText(parts.cursorText, shortDescription(replay, step, picked));
    loop.request();
  }

  /** @param {number} by number of things to move by; 0 to apply earlier key presses */
  function selectNext(by) {
    pendingSteps += by;
    const step = replay.step();
    if (!step || pendingSteps === 0) return;
    const list = replay.game.selectionsOf(step, replay.seat);
    const chosen = stepInRing(list, replay.selection, pendingSteps);
    pendingSteps = 0;
    replay.select(chosen);
  }

  return {
    element,
    keys: () =>
      keysOf(
        replay,
        parts,
        { moveCursor, selectNext, cursor: () => cursor, dropCursor: () => (cursor = null) },
        redraw,
      ),
    onFiles: () => parts.debugTurn?.onFiles(),
    runChanged: () => parts.endCard.redraw(),
    stop: () => {
      observer.disconnect();
      loop.stop();
      parts.debugTurn?.stop();
      for (const stop of stops) stop();
    },
  };
}

/** @typedef {ReturnType<typeof createParts>} Parts */

/** @param {Replay} replay @param {Page} page */
function createParts(replay, { end, fork, openManual, goToSource, canDebug }) {
  const canvas = h('canvas', {
    class: 'board',
    tabindex: '0',
    role: 'img',
    'aria-label': t('board.label'),
    'aria-describedby': 'board-hint',
  });
  const tooltip = createTooltip();
  let onView = () => {};
  const pick = (/** @type {number} */ x, /** @type {number} */ y) => {
    const step = replay.step();
    return step ? replay.game.pick(step, x, y) : null;
  };
  const board = new Board(canvas, replay.game, replay.header.scene, {
    onPick: (x, y) => replay.select(pick(x, y)),
    onHover: (x, y, pageX, pageY) => {
      const found = x === null ? null : pick(x, y);
      const step = replay.step();
      if (found && step)
        tooltip.show(replay.game.describe(step, found, replay.localizer, replay.hidden), pageX, pageY);
      else tooltip.hide();
    },
    onChange: () => onView(),
  });
  const showSource = (/** @type {number|null} */ seat, /** @type {string} */ at) =>
    void (goToSource?.(seat, at) || showSourceCode(replay, seat, at));
  const transport = createTransport(replay);
  const curves = createCurves(replay, transport.legend);
  const score = createScore(replay);
  const presentation = createPresentation(replay);
  const forks = createForks(replay, fork);
  const layers = createLayers(replay);
  const inspector = createInspector(replay, showSource);
  const advice = createAdvice(replay, showSource);
  const debugTurn = canDebug ? createDebugTurn(replay) : null;
  const output = createOutput(
    replay,
    openManual,
    undefined,
    canDebug ? () => replay.debug(replay.seat) : null,
  );
  const events = createEvents(replay, openManual);
  const search = createSearch(replay);
  const explain = createExplain(replay);
  const tabs = createTabs(
    t('tabs.label'),
    [
      { id: 'output', title: t('tabs.output'), content: output.element },
      { id: 'events', title: t('tabs.events'), content: events.element },
      { id: 'search', title: t('tabs.search'), content: search.element },
      { id: 'explain', title: t('tabs.explain'), content: explain.element },
    ],
    () => replay.moved.emit(),
  );
  tabs.show('output');
  // A click on the search tab focuses its field; the arrow keys do not, because they may only pass over the tab.
  tabs.element.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element && event.target.id === 'tab-search')
      search.focus();
  });
  const endCard = createEndCard(replay, end);
  const failure = h('p', { class: 'failure', role: 'alert' });
  const cursorText = h('p', { class: 'unseen', 'aria-live': 'polite' });
  const thenView = (/** @type {() => void} */ act) => () => {
    act();
    onView();
  };
  const zoom = h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('board.zoom') },
    iconButton(
      'plus',
      t('board.in'),
      thenView(() => board.zoom(1.4)),
    ),
    iconButton(
      'minus',
      t('board.out'),
      thenView(() => board.zoom(1 / 1.4)),
    ),
    iconButton(
      'maximize',
      t('board.fit'),
      thenView(() => board.fit()),
      '0',
    ),
    iconButton(
      'monitor',
      t('present.begin'),
      thenView(() => present(true)),
      'F',
    ),
  );
  for (const part of [canvas, zoom, inspector.element]) part.hidden = replay.game.isText === true;
  const undrawn = replay.game.isText
    ? h('p', { class: 'undrawn hint', text: t('board.none', { game: singleLine(replay.game.name, 40) }) })
    : null;
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t('board.title') },
    canvas,
    undrawn,
    zoom,
    failure,
    h('p', { id: 'board-hint', class: 'unseen', text: replay.localizer.t('board.hint') }),
    cursorText,
    endCard.element,
    tooltip.element,
  );
  const side = h(
    'div',
    { class: 'side' },
    score.element,
    forks?.element,
    layers.element,
    advice.element,
    inspector.element,
    h('section', { class: 'panel talk', 'aria-label': t('tabs.label') }, tabs.element),
  );
  const below = h('div', { class: 'below' }, transport.element, curves.element);
  // Returns the keys to the match after a click on a button.
  transport.element.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  });
  const element = h(
    'div',
    { class: 'watch' },
    presentation.element,
    stage,
    side,
    below,
    events.live,
    debugTurn?.element,
  );
  return {
    element,
    canvas,
    board,
    tooltip,
    transport,
    curves,
    score,
    presentation,
    forks,
    layers,
    advice,
    inspector,
    output,
    events,
    search,
    explain,
    tabs,
    debugTurn,
    endCard,
    failure,
    cursorText,
    trail: new Trail(replay),
    onView: (/** @type {() => void} */ listener) => (onView = listener),
  };
}

/** @param {Replay} replay @param {Step} step @param {string} selection */
function shortDescription(replay, step, selection) {
  const { title, facts } = replay.game.describe(step, selection, replay.localizer, replay.hidden);
  return [title, ...facts.slice(0, 5).map((fact) => `${fact.label} ${fact.value}`)].map(sanitize).join(', ');
}

/**
 * The drawing loop: draws after changes, and continuously during playback.
 * @param {Replay} replay @param {Parts} parts @param {Page} page @param {() => import('./frames.js').Point|null} cursor
 */
function createDrawLoop(replay, parts, page, cursor) {
  const { playback } = replay;
  let scheduled = 0;
  let before = 0;
  let panelsAt = 0;
  let panelsOf = '';
  let announcedRound = -1;
  let panelsDirty = false;
  let linkTimer = 0;

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
    parts.board.draw({
      step,
      t: still ? 1 : playback.t,
      staggered: playback.roundsPerSecond <= STAGGERED_TO,
      dark: isDark(),
      selection: replay.selection,
      hidden: replay.hidden,
      trail,
      notes: notesOf(step),
      cursor: cursor(),
    });
    if (!playback.playing || now - panelsAt > PANEL_PAUSE) showPanels(step, now, parts.trail.steps);
    const atEnd = replay.isOver && !playback.playing && step.round === playback.last;
    parts.endCard.update(atEnd);
    if (atEnd) page.onEnd();
    if (!playback.playing && !replay.live && announcedRound !== step.round) {
      announcedRound = step.round;
      parts.events.announce(step);
    }
  }

  /** @param {Step} step @param {number} now @param {number} steps number of steps of the path */
  function showPanels(step, now, steps) {
    const key = `${step.round} ${replay.selection} ${replay.seat} ${parts.tabs.current()} ${steps} ${replay.wholePath} ${playback.playing} ${playback.speed} ${replay.live} ${language()} ${isPresenting()}`;
    if (key === panelsOf && !panelsDirty) return;
    panelsOf = key;
    panelsAt = now;
    panelsDirty = false;
    parts.transport.update();
    parts.score.update(step);
    parts.presentation.update(step);
    parts.forks?.update();
    parts.layers.update(step);
    parts.advice.update();
    page.onStep?.(step);
    parts.inspector.update(step, steps);
    if (parts.tabs.current() === 'output') parts.output.update(step);
    if (parts.tabs.current() === 'events') parts.events.show(step);
    if (parts.tabs.current() === 'explain') parts.explain.update();
    parts.curves.draw();
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

/**
 * @param {Replay} replay @param {Parts} parts
 * @param {{moveCursor: (dx: number, dy: number) => void, selectNext: (by: number) => void, cursor: () => import('./frames.js').Point|null, dropCursor: () => void}} cursorActions
 * @param {() => void} redraw
 * @returns {import('./keys.js').Keys}
 */
function keysOf(replay, parts, cursorActions, redraw) {
  const { actions } = parts.transport;
  const thenRedraw = (/** @type {() => void} */ act) => () => {
    act();
    redraw();
  };
  /** @type {import('./keys.js').Keys} */
  const keys = {
    ' ': actions.toggle,
    ArrowRight: actions.forward,
    ArrowLeft: actions.back,
    PageDown: () => actions.leap(10),
    PageUp: () => actions.leap(-10),
    Home: actions.first,
    End: actions.last,
    n: actions.nextEvent,
    p: actions.previousEvent,
    l: actions.live,
    '+': () => actions.faster(1),
    '=': () => actions.faster(1),
    '-': () => actions.faster(-1),
    ']': () => cursorActions.selectNext(1),
    '[': () => cursorActions.selectNext(-1),
    '.': () => cursorActions.selectNext(1),
    ',': () => cursorActions.selectNext(-1),
    0: thenRedraw(() => parts.board.fit()),
    f: thenRedraw(() => present(!isPresenting())),
    '/': () => {
      parts.tabs.show('search');
      parts.search.focus();
    },
    ...(parts.debugTurn && { d: () => replay.debug(replay.debuggedSeat === null ? replay.seat : null) }),
    Escape: () => {
      if (replay.debuggedSeat !== null) return replay.debug(null);
      present(false);
      parts.endCard.close();
      cursorActions.dropCursor();
      replay.select(null);
    },
  };
  if (document.activeElement !== parts.canvas) return keys;
  const cursor = cursorActions.cursor();
  const pick = () => {
    const step = replay.step();
    if (cursor && step) replay.select(replay.game.pick(step, cursor[0], cursor[1]));
  };
  /** @param {number} dx @param {number} dy */
  const go = (dx, dy) => () => cursorActions.moveCursor(dx, dy);
  return {
    ...keys,
    Enter: pick,
    w: go(0, -1),
    s: go(0, 1),
    a: go(-1, 0),
    d: go(1, 0),
    'Shift+ArrowUp': go(0, -1),
    'Shift+ArrowDown': go(0, 1),
    'Shift+ArrowLeft': go(-1, 0),
    'Shift+ArrowRight': go(1, 0),
    i: thenRedraw(() => parts.board.zoom(1.4)),
    o: thenRedraw(() => parts.board.zoom(1 / 1.4)),
  };
}
