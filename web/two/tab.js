/**
 * The tab of games for two: the form, or the game or tournament being played.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { addTexts, t } from 'wag/shell/basics/i18n.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { followTable, tableApi } from 'wag/two/api.js';
import { createForm } from 'wag/two/form.js';
import { createGame } from 'wag/two/game.js';
import { Session } from 'wag/two/session.js';
import { createTournament } from 'wag/two/tournament.js';
import { texts } from 'wag/two/texts.js';

/** @typedef {import('../generated/server.js').TwoPlayerRequest} SessionSettings */
/** The display of a game or tournament. @typedef {{element: HTMLElement, update: () => void, keys: () => import('../shell/page/keys.js').Keys}} SessionDisplay */
/** Actions of the buttons of a display. @typedef {{again: () => void, swap: () => void, cancel: () => void, setup: () => void, answer: (answer: string) => Promise<boolean>}} Actions */

/** @type {import('../shell/setup/setups.js').Entry} */
export const gamesForTwo = {
  id: 'two',
  title: () => t('two.title'),
  runs: false,
  open: async () => {
    const tab = new TwoPlayerTab(await tableApi.start());
    return { element: tab.element, keys: () => tab.keys(), stop: () => tab.stop() };
  },
};

addTexts(texts);

class TwoPlayerTab {
  element = h('div', {});
  #start;
  #session = new Session();
  /** True while a game or tournament is shown, false for the form. */
  #isPlaying = false;
  /** Id of the session that is displayed. */
  #shown = '';
  /** @type {SessionDisplay|null} */
  #display = null;
  /** @type {ReturnType<typeof createForm>|null} */
  #form = null;
  #failure = h('p', { class: 'failure two-failure', role: 'alert' });
  stop;

  /** @param {import('../generated/server.js').TwoPlayerStart} start */
  constructor(start) {
    this.#start = start;
    if (start.table) this.#session.apply({ table: start.table, lines: [] });
    this.stop = followTable((update) => this.#receive(update));
    if (start.table?.state === 'running') this.#showSession();
    else this.#showForm();
  }

  /** @param {import('./session.js').Update} news */
  #receive(news) {
    this.#session.apply(news);
    if (this.#isPlaying) this.#showSession();
  }

  #showForm() {
    this.#isPlaying = false;
    this.#display = null;
    this.#shown = '';
    const back = this.#session.now ? () => this.#showSession() : null;
    this.#form = createForm(this.#start, lastSettings(), (settings) => this.#begin(settings), back);
    fill(this.element, this.#form.element);
  }

  #showSession() {
    const { now } = this.#session;
    if (!now) return;
    this.#isPlaying = true;
    this.#form = null;
    if (this.#shown !== now.id || !this.#display) {
      this.#shown = now.id;
      this.#display = (this.#session.isTournament ? createTournament : createGame)(
        this.#session,
        this.#actions(),
      );
      this.#failure.textContent = '';
      const hadFocus = this.element.contains(document.activeElement);
      fill(this.element, this.#failure, this.#display.element);
      if (hadFocus) this.#display.element.focus();
    }
    this.#display.update();
  }

  /** @returns {Actions} */
  #actions() {
    const settings = () => lastSettings() ?? this.#session.now?.wanted ?? null;
    return {
      again: () => this.#try(async () => this.#begin(settings())),
      swap: () =>
        this.#try(async () => {
          const same = settings();
          if (same) await this.#begin({ ...same, players: [...same.players].reverse() });
        }),
      cancel: () => this.#try(async () => void (await tableApi.cancel())),
      setup: () => this.#showForm(),
      answer: (answer) =>
        this.#try(async () => {
          const { now, question } = this.#session;
          if (now && question) await tableApi.answer(now.id, question.question, answer);
        }),
    };
  }

  /** Starts a game or tournament; cancels the current one. @param {SessionSettings|null} wanted */
  async #begin(wanted) {
    if (!wanted) return;
    if (this.#session.isRunning) await tableApi.cancel();
    const now = await tableApi.begin(wanted);
    saveSetting('two', JSON.stringify(wanted));
    this.#session.apply({ table: now, lines: [] });
    this.#showSession();
  }

  /** @param {() => Promise<void>} act @returns true if it succeeded */
  async #try(act) {
    try {
      this.#failure.textContent = '';
      await act();
      return true;
    } catch (error) {
      this.#failure.textContent = errorText(error);
      return false;
    }
  }

  /** @returns {import('../shell/page/keys.js').Keys} */
  keys() {
    const keys = this.#display?.keys() ?? {};
    const ask = () =>
      showConfirm(t('ask.again'), t('ask.two'), [
        { label: t('ask.unsaved.again'), act: () => this.#actions().again() },
      ]);
    // The key of the other tabs must not start their match.
    return {
      ...(this.#form ? { Enter: () => this.#form?.run() } : {}),
      ...keys,
      r: 'r' in keys ? ask : () => {},
    };
  }
}

/** Returns the settings of the last visit. @returns {SessionSettings|null} */
function lastSettings() {
  try {
    const settings = JSON.parse(loadSetting('two') ?? 'null');
    return typeof settings?.game === 'string' && Array.isArray(settings.players) ? settings : null;
  } catch {
    return null;
  }
}
