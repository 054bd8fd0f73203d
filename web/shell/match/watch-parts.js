/**
 * The parts of the view of a match: the board, the controls, and the panels.
 */

import { createAdvice } from 'wag/shell/panels/advice.js';
import { Board } from 'wag/shell/match/board.js';
import { createViewButtons } from 'wag/shell/match/camera.js';
import { createChips } from 'wag/shell/match/chips.js';
import { createCurves } from 'wag/shell/panels/curves.js';
import { ExplanationLoader } from 'wag/shell/replay/explanation-loader.js';
import { createDebugTurn } from 'wag/shell/debug/debug-turn.js';
import { drawCode, h, iconButton } from 'wag/shell/basics/dom.js';
import { createEvents } from 'wag/shell/panels/events.js';
import { createForks, showForkDialog } from 'wag/shell/panels/forks.js';
import { t } from 'wag/shell/basics/i18n.js';
import { createExplain } from 'wag/shell/panels/explain.js';
import { createInspector } from 'wag/shell/panels/inspector.js';
import { showSourceCode } from 'wag/shell/panels/source-code.js';
import { createOutput } from 'wag/shell/panels/output.js';
import { createPresentation, present } from 'wag/shell/match/present.js';
import { showGoalDialog } from 'wag/shell/panels/goals.js';
import { createLosses } from 'wag/shell/panels/losses.js';
import { createLayers } from 'wag/shell/match/layers.js';
import { Losses } from 'wag/shell/replay/losses.js';
import { createStory } from 'wag/shell/match/story.js';
import { createScore } from 'wag/shell/panels/score.js';
import { createSearch } from 'wag/shell/panels/search.js';
import { createTabs } from 'wag/shell/basics/tabs.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { createTooltip } from 'wag/shell/basics/tooltip.js';
import { Trail } from 'wag/shell/match/trail.js';
import { createTransport } from 'wag/shell/match/transport.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('./watch.js').Page} Page */
/** @typedef {ReturnType<typeof createParts>} Parts */

/** Creates the parts, and puts them in their places. @param {Replay} replay @param {Page} page */
export function createParts(replay, { end, fork, openManual, goToSource, canDebug }) {
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
  const explanation = new ExplanationLoader(replay);
  // A server plays on from a round; an exported page cannot.
  const losses = canDebug ? new Losses(replay) : null;
  const lossCards = () =>
    losses &&
    createLosses(replay, losses, {
      debug: (seat) => replay.debug(seat),
      fork: fork ? (round, seat) => showForkDialog(replay, fork, { round, seat }) : null,
      saveGoal: (report, card) => showGoalDialog(replay, report, card),
      showSource,
    });
  const transport = createTransport(replay, explanation, [], losses);
  const curves = createCurves(replay);
  const score = createScore(replay);
  const chips = createChips(replay);
  const story = createStory(replay, end, explanation, losses, lossCards());
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
  const events = createEvents(replay, openManual, () => tabs.show('output'));
  const search = createSearch(replay);
  const explain = createExplain(replay, explanation, losses, lossCards());
  const tabs = createTabs(
    t('tabs.label'),
    [
      {
        id: 'events',
        title: t('tabs.events'),
        content: h('div', { class: 'course-part' }, story.moments, events.element, advice.element),
      },
      { id: 'output', title: t('tabs.output'), content: output.element },
      {
        id: 'figures',
        title: t('tabs.figures'),
        content: h('div', { class: 'figures-part' }, score.element, curves.element),
      },
      { id: 'search', title: t('tabs.search'), content: search.element },
      { id: 'explain', title: t('tabs.explain'), content: explain.element },
    ],
    () => replay.moved.emit(),
  );
  tabs.show('events');
  // A click on the search tab focuses its field, one on another tab returns the keys to the match; the arrow keys only
  // pass over the tabs.
  tabs.element.addEventListener('click', ({ detail, target }) => {
    const tab = detail > 0 && target instanceof Element && target.closest('[role="tab"]');
    if (!(tab instanceof HTMLElement)) return;
    if (tab.id === 'tab-search') search.focus();
    else tab.blur();
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const cursorText = h('p', { class: 'unseen', 'aria-live': 'polite' });
  const thenView = (/** @type {() => void} */ act) => () => {
    act();
    onView();
  };
  const createZoom = () => createViewButtons(replay, board, () => onView());
  const zoom = createZoom();
  for (const part of [canvas, zoom, inspector.element]) part.hidden = replay.game.isText === true;
  const undrawn = replay.game.isText
    ? h(
        'p',
        { class: 'undrawn hint' },
        ...drawCode(t('board.none', { game: singleLine(replay.game.name, 40) })),
      )
    : null;
  const stage = h(
    'section',
    { class: 'stage', 'aria-label': t('board.title') },
    canvas,
    undrawn,
    failure,
    h('p', { id: 'board-hint', class: 'unseen', text: replay.localizer.t('board.hint') }),
    cursorText,
    inspector.element,
    tooltip.element,
  );
  const actions = h(
    'div',
    { class: 'work-actions' },
    forks?.element,
    iconButton(
      'monitor',
      t('present.begin'),
      thenView(() => present(true)),
      'F',
    ),
  );
  const work = h(
    'div',
    { class: 'work' },
    story.element,
    h('section', { class: 'talk', 'aria-label': t('tabs.label') }, tabs.element),
    actions,
    debugTurn?.element,
  );
  // Returns the keys to the match after a click on a button.
  transport.element.addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  });
  const element = h(
    'div',
    { class: 'watch' },
    presentation.element,
    stage,
    transport.element,
    chips.element,
    work,
    zoom,
    events.live,
  );
  return {
    element,
    /** What is set rarely, for the page's menu; a phone has no other place for the zoom. */
    settings: [createZoom(), transport.scrubber.legend, layers.element],
    canvas,
    board,
    tooltip,
    transport,
    curves,
    score,
    chips,
    story,
    explanation,
    losses,
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
    failure,
    cursorText,
    trail: new Trail(replay),
    onView: (/** @type {() => void} */ listener) => (onView = listener),
  };
}
