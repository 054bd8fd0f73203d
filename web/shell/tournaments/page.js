/**
 * The page of a tournament: progress, ranking, head to head, and the matches behind them.
 */

import { api } from 'wag/shell/basics/api.js';
import { drawCode, fill, h, setText } from 'wag/shell/basics/dom.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { isPresenting, present } from 'wag/shell/match/present.js';
import { t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { createMatches } from 'wag/shell/tournaments/matches.js';
import { createProjector, showInterlude } from 'wag/shell/tournaments/projector.js';
import { choosePlayerToRemove } from 'wag/shell/tournaments/remove-player.js';
import { drawRanking, drawHeadToHead, failuresOf } from 'wag/shell/tournaments/standings.js';
import { withCurrentVersions, hasOldVersions } from 'wag/shell/tournaments/versions.js';
import { setListedMatches, openTournamentIn } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../../generated/server.js').TournamentTable} Details */
/** @typedef {import('../../generated/server.js').TournamentNow} State */
/** @typedef {import('./open-tournament.js').MatchFilter} MatchFilter */

/** Interval of polling for matches played by another program, in milliseconds. */
const POLL_INTERVAL = 5000;

/** @param {import('../game.js').Game} game @param {Details} first @param {State|null} running @param {{back: () => void, notify: (text: string, bad?: boolean) => void, present: (replays: string[], between?: (proceed: () => void) => void) => void}} actions */
export function createTournamentPage(game, first, running, actions) {
  let details = first;
  let now = running;
  const { file } = details;
  const matches = createMatches(game, file, (found) => presentFound(found));
  const parts = createParts(game, details, matches.element, {
    resume: async () => receive(await api.startTournament({ game: game.name, file })),
    remove: async () => {
      const name = await choosePlayerToRemove(details);
      if (name !== null) receive(await api.startTournament({ game: game.name, file, without: [name] }));
    },
    stop: async () => receive(await api.stopTournament()),
    present: async () => presentFound(await api.tournamentMatches(file, {})),
    final: async () =>
      presentFound(await api.tournamentFinal(file), (proceed) => showInterlude(shown(), proceed)),
    projector: async () => showProjector(true),
    back: async () => actions.back(),
  });
  const timer = window.setInterval(poll, POLL_INTERVAL);
  const projector = createProjector(() => showProjector(false));
  parts.element.append(projector.element);
  let drawn = '';
  parts.current.checked = loadSetting('currentVersions') === 'yes';
  parts.current.addEventListener('change', () => {
    saveSetting('currentVersions', parts.current.checked ? 'yes' : 'no');
    draw();
  });

  /** Returns the standings, without old versions if the user has chosen so. */
  const shown = () =>
    parts.current.checked && hasOldVersions(details) ? withCurrentVersions(details) : details;

  /** @param {boolean} isOn */
  function showProjector(isOn) {
    if (isOn) projector.draw(shown());
    present(isOn);
    if (isOn) window.scrollTo(0, 0);
  }

  /** Presents the matches whose replays exist, and reports how many are missing. @param {{count: number, replays: string[]}} found @param {(proceed: () => void) => void} [between] */
  function presentFound({ count, replays }, between) {
    if (replays.length === 0) throw new Error(t('tour.noReplays'));
    if (replays.length < count)
      actions.notify(t('tour.missing', { n: count - replays.length, all: count }), true);
    actions.present(replays, between);
  }

  const isRunning = () => now?.state === 'running';

  /** Applies a new state. States arrive from requests and from events, not always in order. @param {State} news */
  function receive(news) {
    if (news.file !== file || (now && news.change <= now.change)) return;
    [now, details] = [news, news.table];
    draw();
  }

  /** Fetches the standings again, since another program may be playing the tournament. */
  async function poll() {
    if (isRunning() || details.matches >= details.matches_planned) return;
    const news = await api.tournament(file).catch(() => null);
    if (!news || isRunning() || !parts.element.isConnected) return;
    details = news;
    draw();
  }

  /** @param {MatchFilter} filter */
  function showMatches(filter) {
    setListedMatches(game.name, filter);
    matches.show(filter, true);
  }

  function draw() {
    parts.update(details, now);
    const key = JSON.stringify([details, parts.current.checked]);
    if (key === drawn) return;
    drawn = key;
    keepFocus(parts.element, () => {
      drawRanking(parts.ranking, shown(), showMatches);
      drawHeadToHead(parts.versus, shown(), showMatches);
      if (isPresenting()) projector.draw(shown());
    });
  }

  draw();
  const filter = openTournamentIn(game.name)?.filter;
  if (filter) matches.show(filter, false);
  /** @returns {import('../page/keys.js').Keys} */
  const keys = () => ({ f: () => showProjector(!isPresenting()), Escape: () => showProjector(false) });
  return {
    element: parts.element,
    receive,
    keys,
    focus: () => parts.heading.focus({ preventScroll: true }),
    stop: () => window.clearInterval(timer),
  };
}

/** @typedef {'resume'|'remove'|'stop'|'final'|'present'|'projector'|'back'} Action */

/** Creates the parts of the page. @param {import('../game.js').Game} game @param {Details} details @param {HTMLElement} matches @param {Record<Action, () => Promise<void>>} actions */
function createParts(game, details, matches, actions) {
  const failure = h('p', { class: 'failure', role: 'alert' });
  const buttons = createButtons(actions, failure);
  const bar = h('progress', { max: '1', value: '0', 'aria-label': t('tour.title') });
  const progress = h('span', { class: 'run-text' });
  const state = h('p', { class: 'tour-state', role: 'status' });
  const warnings = h('ul', { class: 'tour-warnings verbatim', 'aria-label': t('tour.warnings') });
  const current = h('input', { type: 'checkbox' });
  const versions = h('label', { class: 'check' }, current, t('tour.current'));
  const ranking = h('div', {
    class: 'tour-scroll',
    tabindex: '0',
    role: 'region',
    'aria-label': t('tour.ranking'),
  });
  const method = h('p', { class: 'hint' });
  const failures = h('ul', { class: 'tour-warnings', 'aria-label': t('tour.failures') });
  const problems = h(
    'section',
    { class: 'panel tour-problems' },
    h('h2', { text: t('tour.problems') }),
    failures,
    warnings,
  );
  const versus = h('div', {
    class: 'tour-scroll',
    tabindex: '0',
    role: 'region',
    'aria-label': t('tour.versus'),
  });
  const heading = h('h1', { tabindex: '-1', text: t('tour.of', { file: singleLine(details.file, 60) }) });
  const element = h(
    'section',
    { class: 'setup tour', 'aria-label': t('tour.title') },
    h(
      'header',
      { class: 'tour-head' },
      h(
        'div',
        {},
        heading,
        h('p', { class: 'hint', text: aboutOf(details, translator(game.view?.texts ?? {})) }),
      ),
      h('div', { class: 'actions' }, ...Object.values(buttons)),
    ),
    h('div', { class: 'tour-progress' }, bar, progress),
    state,
    failure,
    h('section', { class: 'panel' }, h('h2', { text: t('tour.ranking') }), versions, ranking, method),
    h(
      'section',
      { class: 'panel' },
      h('h2', { text: t('tour.versus') }),
      versus,
      h('p', { class: 'hint', text: t('tour.versusHint') }),
    ),
    matches,
    problems,
  );

  /** Updates everything except the two tables. @param {Details} news @param {State|null} now */
  function update(news, now) {
    bar.max = Math.max(1, news.matches_planned);
    bar.value = news.matches;
    setText(progress, t('tour.progress', { played: news.matches, planned: news.matches_planned }));
    const { words, tone } = stateOf(news, now);
    state.className = `tour-state ${tone}`;
    setText(state, words);
    buttons.resume.hidden = now?.state === 'running';
    buttons.remove.hidden = buttons.resume.hidden;
    buttons.stop.hidden = !buttons.resume.hidden;
    buttons.present.hidden = news.replays === 0;
    buttons.final.hidden = news.replays === 0;
    versions.hidden = !hasOldVersions(news);
    setText(method, t('tour.rankingHint', { method: news.method }));
    drawList(
      warnings,
      (now?.warnings ?? []).map((words) => sanitize(words)),
    );
    drawList(failures, failuresOf(news));
    problems.hidden = warnings.hidden && failures.hidden;
  }
  return { element, heading, current, ranking, versus, update };
}

/** Creates the buttons. Errors are shown in `failure`. @param {Record<Action, () => Promise<void>>} actions @param {HTMLElement} failure @returns {Record<Action, HTMLButtonElement>} */
function createButtons(actions, failure) {
  /** @param {string} text @param {() => Promise<void>} act @param {Record<string, string>} [more] */
  const button = (text, act, more = {}) => {
    const element = h('button', {
      type: 'button',
      text,
      ...more,
      onclick: async () => {
        element.disabled = true;
        setText(failure, '');
        await act().catch((error) => setText(failure, errorText(error)));
        element.disabled = false;
      },
    });
    return element;
  };
  return {
    resume: button(t('tour.goOn'), actions.resume, { class: 'primary', title: t('tour.goOnHint') }),
    remove: button(t('tour.remove'), actions.remove, { title: t('tour.removeHint') }),
    stop: button(t('tour.stop'), actions.stop),
    projector: button(t('tour.projector'), actions.projector, { title: `${t('tour.projector')} (F)` }),
    final: button(t('tour.final'), actions.final, { title: t('tour.finalHint') }),
    present: button(t('tour.present'), actions.present),
    back: button(t('tour.all'), actions.back),
  };
}

/** Returns a line with the places and settings of the tournament. @param {Details} details @param {import('../basics/i18n.js').Translate} translate */
function aboutOf({ places, options, games, seats, seed }, translate) {
  const own = Object.entries(options)
    .filter(([, value]) => !places.includes(value))
    .map(
      ([name, value]) =>
        `${textOr(translate, `option.${name}`, name)}: ${textOr(translate, `option.${name}=${value}`, value)}`,
    );
  return singleLine(
    [
      places.filter(Boolean).join(', '),
      ...own,
      t('tour.gamesOf', { n: games }),
      t('tour.seatsOf', { n: seats }),
      t('top.seed', { seed: String(seed) }),
    ]
      .filter(Boolean)
      .join(' · '),
    300,
  );
}

/** @param {Details} details @param {State|null} now @returns {{words: string, tone: string}} */
function stateOf(details, now) {
  if (now?.state === 'running') return { words: t('tour.running'), tone: '' };
  if (now?.state === 'failed')
    return { words: t('tour.failed', { error: sanitize((now.error ?? '').slice(0, 2000)) }), tone: 'bad' };
  if (details.matches >= details.matches_planned) return { words: t('tour.done'), tone: '' };
  return { words: t('tour.stopped'), tone: '' };
}

/** @param {HTMLElement} element @param {string[]} lines */
function drawList(element, lines) {
  element.hidden = lines.length === 0;
  if (element.dataset.lines === lines.join('\n')) return;
  element.dataset.lines = lines.join('\n');
  fill(element, ...lines.map((text) => h('li', {}, ...drawCode(text.slice(0, 2000)))));
}

/** Redraws an element and restores the focus. @param {HTMLElement} element @param {() => void} draw */
function keepFocus(element, draw) {
  const focused =
    document.activeElement instanceof HTMLElement && element.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
  draw();
  if (!focused) return;
  const again = [...element.querySelectorAll('[data-key]')].find(
    (one) => one instanceof HTMLElement && one.dataset.key === focused,
  );
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
