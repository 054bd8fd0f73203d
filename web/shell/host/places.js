/**
 * The places of a class server: classes, contests, and the server itself; and what stands around all places: the menu of the account,
 * notices, and the sign of the queue.
 */

import { fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { followEvents } from 'wag/shell/basics/events.js';
import { t } from 'wag/shell/basics/i18n.js';
import { Signal } from 'wag/shell/basics/signal.js';
import { openLinkedLesson, FIRST } from 'wag/shell/course/linked-lesson.js';
import { enterPlace, isHostPlace } from 'wag/shell/page/link.js';
import { loadMe, whoAmI } from 'wag/shell/page/me.js';
import { loadSetting } from 'wag/shell/basics/storage.js';
import { createAccountMenu } from 'wag/shell/host/account.js';
import { createClassPage } from 'wag/shell/host/class/page.js';
import { createContestPage } from 'wag/shell/host/contest/page.js';
import { createNotices } from 'wag/shell/host/notices.js';
import { createQueueSign } from 'wag/shell/host/queue-sign.js';
import { requests } from 'wag/shell/host/requests.js';
import { createServerPage } from 'wag/shell/host/server-page.js';

/** @typedef {import('../page/link.js').Link} Link */
/** Something has changed: `topic` is `me`, `class:ID` or `contest:ID`. @typedef {{topic: string, kind: string, id: string}} Change */
/**
 * @typedef {object} Page
 * @property {import('../game.js').Game[]} games
 * @property {HTMLElement} main
 * @property {() => () => boolean} request          asks for another view; returns whether nobody has asked for one after this
 * @property {() => void} enter                     leaves the current view for this one
 * @property {() => boolean} isShown
 * @property {() => void} drawBar
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(place: import('../help/reader.js').DocumentPlace) => void} openManual
 * @property {(file: Blob) => Promise<void>} openFile  opens a replay
 */
/** A place. `refresh` shows a change of its topic; `stop` is called when it is removed. @typedef {{element: HTMLElement, title: string, topic: string, refresh: () => void, stop?: () => void}} Place */
/** The page as a place uses it. @typedef {Page & {go: (link: Link) => void, reloadMe: () => Promise<void>}} PlaceHost */

/** The interval in which the page asks what everybody must know, in milliseconds. */
const NOTICES_INTERVAL = 60_000;
/** The least pause between two refreshes of a place, and the interval in which a class is refreshed without a change: who is here, and since when somebody is stuck, is no event. In milliseconds. */
const PAUSE = 1000;
const INTERVAL = 20_000;

/** The time for which a stream of events may be interrupted without a word, in milliseconds. */
const LOST = 5000;

/** Returns the first class that the caller teaches. */
function taughtClass() {
  return whoAmI().classes.find((one) => one.role === 'teacher' && !one.archived_at);
}

/** Returns where pupils begin: with the course, or with the game of their contests if it has no lessons: the course is about the first game. @param {import('../game.js').Game[]} all @returns {Link} */
function firstSetup(all) {
  const games = whoAmI()
    .classes.flatMap((one) => one.contests)
    .map((one) => one.game);
  return { setup: games.length === 0 || games.includes(all[0]?.name ?? '') ? 'course' : games[0] };
}

export class HostPlaces {
  #page;
  /** True if the account is new, and begins with the first lesson. */
  #isFirst;
  /** @type {Place|null} */
  #place = null;
  /** @type {Link} */
  #link = {};
  /** @type {Signal<Change>} */
  #changed = new Signal();
  #refreshTimer = 0;
  /** The time of the last refresh, in milliseconds of the page. */
  #refreshed = -PAUSE;
  #isLearning = false;
  #queue = createQueueSign();
  #notices = h('div', {});
  #lost = h('p', { class: 'host-lost', role: 'alert', hidden: true, text: t('error.offline') });
  #lostTimer = 0;
  /** The strip below the bar in every view. */
  strip = h('div', { class: 'host-strip' });

  /** @param {Page} page @param {boolean} isFirst */
  constructor(page, isFirst) {
    this.#page = page;
    this.#isFirst = isFirst;
    fill(this.strip, this.#notices, this.#lost, this.#queue);
    this.#changed.on((change) => this.#receive(change));
  }

  /** Begins to follow the server, and returns the place to begin with. @param {Link} link @param {{choose: (link: Link) => void}} setups @returns {Link} */
  start(link, setups) {
    this.#drawNotices();
    const emit = (/** @type {Change} */ change) => this.#changed.emit(change);
    const reset = () => emit({ topic: '', kind: 'reset', id: '' });
    const connected = () => {
      this.#answers(true);
      reset();
    };
    const lost = () => this.#answers(false);
    followEvents('/api/events', { message: emit, change: emit, reset, connected, lost });
    window.setInterval(() => {
      const { topic } = this.#place ?? {};
      if (topic?.startsWith('class:') && !document.hidden) emit({ topic, kind: 'time', id: '' });
    }, INTERVAL);
    window.setInterval(() => {
      if (!document.hidden) this.#reloadMe().catch(() => {});
    }, NOTICES_INTERVAL);
    if (this.#isFirst && firstSetup(this.#page.games).setup === 'course') return this.#beginCourse(setups);
    if (link.replay || link.edit || link.setup || isHostPlace(link)) return link;
    const home = this.home();
    if (!home && !loadSetting('setup')) setups.choose(firstSetup(this.#page.games));
    return home ?? {};
  }

  /** Returns the place where teachers and the owner begin; null for pupils, who begin with the course. @returns {Link|null} */
  home() {
    const taught = taughtClass();
    if (taught) return { class: taught.id };
    return whoAmI().account?.role === 'owner' ? { server: 'classes' } : null;
  }

  /** Shows the place where the caller begins. Returns whether there is one. */
  goHome() {
    const home = this.home();
    if (home) this.show(home);
    return home !== null;
  }

  /** The title of the place. */
  get title() {
    return this.#place?.title;
  }

  /** Says that the server does not answer, unless it does soon: a stream of events may end for a moment. @param {boolean} isThere */
  #answers(isThere) {
    window.clearTimeout(this.#lostTimer);
    if (isThere) this.#lost.hidden = true;
    else this.#lostTimer = window.setTimeout(() => (this.#lost.hidden = false), LOST);
  }

  /** @param {{choose: (link: Link) => void}} setups @returns {Link} */
  #beginCourse(setups) {
    setups.choose({ setup: 'course' });
    openLinkedLesson(FIRST);
    return {};
  }

  /** Returns what stands in the bar. @returns {HTMLElement[]} */
  buttons() {
    const { classes } = whoAmI();
    const taught = taughtClass();
    const contest = classes.flatMap((one) => one.contests).find((one) => one.state !== 'archived');
    const isAt = (/** @type {Link} */ link) =>
      this.#page.isShown() && (link.class ?? link.contest) === (this.#link.class ?? this.#link.contest);
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Link} */ link) => {
      const made = iconButton(name, text, () => this.show(link));
      made.className = 'labelled';
      made.append(h('span', { text }));
      return isAt(link) ? null : made;
    };
    return [
      taught ? button('monitor', t('host.class'), { class: taught.id }) : null,
      contest ? button('table', t('host.contest'), { contest: contest.id }) : null,
      createAccountMenu(whoAmI(), this.#page.notify),
    ].filter((one) => one !== null);
  }

  /** Shows the place of a link. @param {Link} link */
  show(link) {
    this.#page.request();
    this.#page.enter();
    this.#link = link;
    this.#place = this.#open(link);
    fill(this.#page.main, this.#place.element);
    window.scrollTo(0, 0);
    enterPlace(link);
    this.#page.drawBar();
  }

  /** @param {Link} link @returns {Place} */
  #open(link) {
    /** @type {PlaceHost} */
    const host = {
      ...this.#page,
      go: (to) => this.show(to),
      reloadMe: () => this.#reloadMe(),
    };
    if (link.contest) return createContestPage(link.contest, host);
    if (link.class) return createClassPage(link.class, link.part, link.account, host);
    return createServerPage(link.server ?? '', host);
  }

  /** Asks again who uses the page, and what everybody must know. */
  async #reloadMe() {
    await loadMe();
    this.#drawNotices();
    this.#page.drawBar();
  }

  #drawNotices() {
    if (this.#notices.contains(document.activeElement)) return;
    fill(
      this.#notices,
      createNotices(whoAmI(), () => this.#confirmed()),
    );
  }

  /** Removes the notice of the clock, although its button has the focus. */
  async #confirmed() {
    await loadMe();
    fill(
      this.#notices,
      createNotices(whoAmI(), () => this.#confirmed()),
    );
  }

  /** Shows a change at once, but not more often than once a second. @param {Change} change */
  #receive({ topic }) {
    this.#learn(topic);
    const place = this.#place;
    if (!place || !this.#page.isShown()) return;
    if (topic !== '' && topic !== place.topic && topic !== 'me') return;
    if (this.#refreshTimer) return;
    const pause = Math.max(0, this.#refreshed + PAUSE - performance.now());
    this.#refreshTimer = window.setTimeout(() => {
      this.#refreshTimer = 0;
      this.#refreshed = performance.now();
      if (this.#place === place && this.#page.isShown()) place.refresh();
    }, pause);
  }

  /** Asks who uses the page if a change is about a contest that the page does not know, or about the account. @param {string} topic */
  #learn(topic) {
    const known = whoAmI().classes.flatMap((one) => one.contests.map((contest) => `contest:${contest.id}`));
    const isNew = topic.startsWith('contest:') && !known.includes(topic);
    if ((isNew || topic === 'me') && !this.#isLearning) {
      this.#isLearning = true;
      void this.#reloadMe()
        .catch(() => {})
        .finally(() => (this.#isLearning = false));
    }
  }

  redraw() {
    this.show(this.#link);
  }

  /** @param {string} name */
  changeLanguage(name) {
    setText(this.#lost, t('error.offline'));
    this.#drawNotices();
    // A server may not keep the language; the page does.
    requests.setLanguage(name).catch(() => {});
  }

  stop() {
    this.#place?.stop?.();
    this.#place = null;
  }
}
