/**
 * Two matches side by side, with one clock and one time line on which their first difference is marked. The left match
 * leads; the right one shows the same round.
 */

import { api } from 'wag/shell/basics/api.js';
import { Board } from 'wag/shell/match/board.js';
import { ExplanationLoader } from 'wag/shell/replay/explanation-loader.js';
import { createCurves } from 'wag/shell/panels/curves.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { originText } from 'wag/shell/panels/forks.js';
import { formatNumber, locale, t, textOr } from 'wag/shell/basics/i18n.js';
import { applyLink } from 'wag/shell/page/link.js';
import { notesOf } from 'wag/shell/match/notes.js';
import { errorText, loadReplay } from 'wag/shell/replay/replay.js';
import { httpSource } from 'wag/shell/replay/replay-source.js';
import { createChips } from 'wag/shell/match/chips.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { isDark, prefersReducedMotion, showsDigits, themeChanged } from 'wag/shell/basics/theme.js';
import { createTransport } from 'wag/shell/match/transport.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../../generated/inspect.js').ReplayDiff} ReplayDiff */

/** Rounds per second from which nothing is animated. */
const STILL_FROM = 40;
/** Maximum number of orders or events that are listed of a difference. */
const LISTED_MAX = 12;
/** The mark of the first difference on the time line. @type {import('../game.js').MarkKind} */
const MARK = { kind: 'differs', color: '#00695c', dark: '#4dd0b0', isLine: true };

/** The view of one or two matches. @typedef {{element: HTMLElement, keys: () => import('../page/keys.js').Keys, runChanged: () => void, onFiles?: () => void, onLosses?: (now: import('../../generated/server.js').LossesNow) => void, settings?: HTMLElement[], stop: () => void}} View `settings` stand in the page's menu */

/**
 * @typedef {object} Page
 * @property {() => import('../game.js').Game[]} games
 * @property {() => boolean} isShown                         true if a comparison is shown
 * @property {() => () => boolean} begin                     asks for another view; the result says whether it is still wanted
 * @property {(left: Replay, view: View) => void} show
 * @property {() => void} onLink                             is called when the round has changed
 * @property {(error: unknown) => void} fail
 */

/** Opens comparisons, and remembers the last one. @param {Page} page */
export function createComparison(page) {
  /** @type {[Replay, Replay]|null} */
  let pair = null;

  function redraw() {
    if (pair) page.show(pair[0], createCompare(...pair, page.onLink));
  }

  /** Shows what the link says. @param {import('../page/link.js').Link} link */
  async function open({ replay = '', compare = '', ...link }) {
    const isWanted = page.begin();
    try {
      if (!page.isShown() || pair?.[0].id !== replay || pair[1].id !== compare) {
        const [left, right] = await Promise.all(
          [replay, compare].map((id) => loadReplay(page.games(), httpSource(id), id)),
        );
        if (!isWanted()) return;
        pair = [left, right];
        redraw();
      }
      if (!pair) return;
      applyLink(pair[0], link);
      // While the replays were loaded, the match that was shown before may have changed the address.
      page.onLink();
    } catch (error) {
      if (isWanted()) page.fail(error);
    }
  }

  return { open, redraw, other: () => pair?.[1].id ?? undefined };
}

/** @param {Replay} left leads @param {Replay} right @param {() => void} onLink is called when the round has changed */
function createCompare(left, right, onLink) {
  const { playback } = left;
  playback.last = Math.max(left.header.rounds_played, right.header.rounds_played);
  playback.total = playback.last;
  const explanation = new ExplanationLoader(left);
  const transport = createTransport(left, explanation, [MARK]);
  const curves = createCurves(left, right);
  const sides = [createSide(left, 'left', () => request()), createSide(right, 'right', () => request())];
  const difference = createDifference(left, curves, (round) => {
    pause();
    left.seek(round);
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const element = h(
    'div',
    { class: 'compare' },
    difference.element,
    ...sides.map((side) => side.element),
    h('div', { class: 'below' }, failure, transport.element),
  );
  let [scheduled, before, linkTimer] = [0, 0, 0];
  /** @type {import('../../generated/inspect.js').FirstDifference|null} */
  let first = null;

  function pause() {
    playback.playing = false;
  }

  /** Returns the last round up to which both matches are loaded. */
  function loadedUntil() {
    const until = [left, right].map((replay) => {
      const round = Math.min(replay.header.rounds_played, Math.floor(playback.round) + 1);
      const { timeline } = replay;
      if (playback.round >= replay.header.rounds_played) return Infinity;
      if (!timeline.peek(timeline.chunkOf(round))) {
        replay.load(round);
        return playback.round;
      }
      return timeline.endOfChunk(round);
    });
    return Math.min(...until, playback.last);
  }

  /** @param {number} now */
  function frame(now) {
    scheduled = 0;
    if (playback.playing && before > 0) playback.advance(now - before, loadedUntil());
    if (playback.atEnd) playback.playing = false;
    before = now;
    for (const side of sides) side.draw(playback);
    transport.update();
    curves.draw();
    linkTimer ||= window.setTimeout(() => {
      linkTimer = 0;
      onLink();
    }, 400);
    if (playback.playing) request();
  }

  function request() {
    if (scheduled !== 0) return;
    if (!playback.playing) before = 0;
    scheduled = requestAnimationFrame(frame);
  }

  /** Marks the first difference on the time line. */
  function mark() {
    const { marks } = left.overview;
    if (first && !marks.some(({ kind }) => kind === MARK.kind)) {
      left.overview = {
        ...left.overview,
        marks: [...marks, { round: first.round, kind: MARK.kind, seat: first.seat ?? 0 }],
      };
    }
    curves.refresh();
    transport.draw();
    request();
  }

  const stops = [left, right].flatMap((replay) => [
    replay.moved.on(() => request()),
    replay.selected.on(() => request()),
    replay.grew.on(mark),
    replay.failed.on((text) => setText(failure, text)),
  ]);
  function redraw() {
    transport.draw();
    request();
  }

  stops.push(themeChanged.on(redraw), explanation.changed.on(transport.scrubber.refresh));
  explanation.update();
  const observer = new ResizeObserver(redraw);
  // The lines above the boards grow when their texts arrive; then only the boards change their size.
  for (const part of [element, ...sides.map((side) => side.canvas)]) observer.observe(part);
  left.loadOverview();
  right.loadOverview();
  api.diff(left.id ?? '', right.id ?? '').then(
    (diff) => {
      first = diff.first;
      difference.show(diff);
      mark();
    },
    (error) => difference.fail(errorText(error)),
  );

  const { actions } = transport;
  return {
    element,
    /** @returns {import('../page/keys.js').Keys} */
    keys: () => ({
      ' ': actions.toggle,
      ArrowRight: actions.forward,
      ArrowLeft: actions.back,
      PageDown: () => actions.leap(10),
      PageUp: () => actions.leap(-10),
      Home: actions.first,
      End: actions.last,
      n: actions.nextEvent,
      p: actions.previousEvent,
      '+': () => actions.faster(1),
      '=': () => actions.faster(1),
      '-': () => actions.faster(-1),
      d: () => difference.go(),
    }),
    runChanged: () => {},
    settings: [transport.scrubber.legend],
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(scheduled);
      window.clearTimeout(linkTimer);
      scheduled = -1;
      // The left match may be shown alone next.
      playback.last = left.header.rounds_played;
      left.overview = {
        ...left.overview,
        marks: left.overview.marks.filter(({ kind }) => kind !== MARK.kind),
      };
      for (const stop of stops) stop();
    },
  };
}

/** One of the two matches: its name, board and scores. @param {Replay} replay @param {'left'|'right'} which @param {() => void} onView */
function createSide(replay, which, onView) {
  const canvas = h('canvas', {
    class: 'board',
    role: 'img',
    tabindex: '0',
    'aria-label': t(`compare.board.${which}`),
  });
  const board = new Board(canvas, replay.game, replay.header.scene, {
    onPick: () => {},
    onHover: () => {},
    onChange: onView,
  });
  canvas.hidden = replay.game.isText === true;
  const chips = createChips(replay, `${t('score.title')}: ${t(`compare.${which}`)}`);
  const ended = h('span', { class: 'tag', hidden: true, text: t('compare.over') });
  const title = replay.header.fork
    ? originText(replay.header)
    : t('compare.played', { when: dateOf(replay.header.created) });
  const link = h('a', { class: 'hint', text: t('compare.open') });
  const element = h(
    'section',
    { class: `compare-side ${which}`, 'aria-label': t(`compare.${which}`) },
    h(
      'header',
      {},
      h('h2', { text: t(`compare.${which}`) }),
      h('span', { class: 'hint', text: title }),
      ended,
      link,
    ),
    chips.element,
    h('div', { class: 'stage' }, canvas),
  );

  /** @param {import('../replay/playback.js').Playback} playback */
  function draw(playback) {
    const last = replay.header.rounds_played;
    const round = Math.min(playback.round, last);
    const step = replay.stepAt(round);
    ended.hidden = playback.round <= last;
    link.setAttribute('href', `#replay=${encodeURIComponent(replay.id ?? '')}&round=${round}`);
    if (!step) return;
    const isStill = prefersReducedMotion() || playback.roundsPerSecond > STILL_FROM || playback.round > last;
    if (!canvas.hidden) {
      board.draw({
        step,
        t: isStill ? 1 : playback.t,
        staggered: false,
        roundMs: isStill ? 0 : 1000 / playback.roundsPerSecond,
        dark: isDark(),
        digits: showsDigits(),
        selection: null,
        hidden: replay.hidden,
        trail: [],
        notes: notesOf(step),
        cursor: null,
      });
    }
    chips.update(step);
  }
  return { element, canvas, draw };
}

/** @param {string} created */
function dateOf(created) {
  const date = new Date(created);
  return Number.isNaN(date.getTime())
    ? singleLine(created, 40)
    : date.toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}

/** The line about the first difference, with its details and the curves of both matches. @param {Replay} left @param {ReturnType<typeof createCurves>} curves @param {(round: number) => void} seek */
function createDifference(left, curves, seek) {
  const text = h('p', { role: 'status', text: t('compare.comparing') });
  const button = h('button', {
    type: 'button',
    hidden: true,
    text: t('compare.go'),
    title: `${t('compare.go')} (D)`,
    onclick: () => go(),
  });
  const lists = h('div', { class: 'compare-lists', hidden: true });
  const details = h(
    'details',
    { ontoggle: () => curves.draw() },
    h('summary', { text: t('compare.details') }),
    lists,
    curves.element,
  );
  const element = h(
    'section',
    { class: 'panel compare-head', 'aria-label': t('compare.title') },
    h('h1', { class: 'unseen', text: t('compare.heading') }),
    h('div', { class: 'actions' }, text, button),
    details,
  );
  /** @type {number|null} */
  let round = null;

  function go() {
    if (round !== null) seek(round);
  }

  /** @param {ReplayDiff} diff */
  function show(diff) {
    const { first } = diff;
    if (!first) return setText(text, t('compare.equal'));
    round = first.round;
    const name = first.seat ? left.name(first.seat) : '';
    const what = t(`compare.kind.${first.kind}`);
    const scores = finalScores(diff);
    setText(
      text,
      [
        t(name ? 'compare.first' : 'compare.firstAll', { round: formatNumber(first.round), name, what }),
        scores,
      ]
        .filter(Boolean)
        .join(' '),
    );
    button.hidden = first.kind === 'setup';
    const list = (/** @type {'left'|'right'} */ which, /** @type {string[]} */ lines) =>
      h(
        'div',
        {},
        h('h2', { text: t(`compare.${which}`) }),
        h(
          'ul',
          {},
          ...(lines.length > 0
            ? lines.slice(0, LISTED_MAX).map((line) => h('li', { text: singleLine(line, 200) }))
            : [h('li', { class: 'hint', text: t('compare.nothing') })]),
        ),
      );
    fill(lists, list('left', first.a), list('right', first.b));
    lists.hidden = false;
  }

  /** Returns the final values of the figure that decides, of the players for whom they differ. @param {ReplayDiff} diff */
  function finalScores({ a, b, figure }) {
    const label = textOr(left.localizer.t, `figure.${figure}`, figure);
    const changed = a.scores.flatMap((score, index) =>
      b.scores[index] !== undefined && b.scores[index] !== score
        ? [`${left.name(index + 1)} ${formatNumber(score, 1)} → ${formatNumber(b.scores[index], 1)}`]
        : [],
    );
    return changed.length > 0 ? t('compare.scores', { figure: label, changed: changed.join(', ') }) : '';
  }

  return { element, show, go, fail: (/** @type {string} */ why) => setText(text, why) };
}
