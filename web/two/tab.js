/**
 * The tab of games for two: the form, or the game or tournament being played.
 */

import { askFirst } from 'wag/shell/confirm.js';
import { fill, h } from 'wag/shell/dom.js';
import { addWords, t } from 'wag/shell/i18n.js';
import { recall, remember } from 'wag/shell/storage.js';
import { message } from 'wag/shell/replay.js';
import { followTable, tableApi } from 'wag/two/api.js';
import { createForm } from 'wag/two/form.js';
import { createGame } from 'wag/two/game.js';
import { Table } from 'wag/two/session.js';
import { createTournament } from 'wag/two/tournament.js';
import { words } from 'wag/two/texts.js';

/** @typedef {import('./session.js').Wanted} Wanted */
/** The display of a game or tournament. @typedef {{element: HTMLElement, update: () => void, keys: () => import('../shell/keys.js').Keys}} View */
/** Actions of the buttons of a display. @typedef {{again: () => void, swap: () => void, cancel: () => void, setup: () => void, answer: (answer: string) => Promise<boolean>}} Actions */

/** @type {import('../shell/setups.js').Entry} */
export const gamesForTwo = {
  id: 'two',
  title: () => t('two.title'),
  runs: false,
  open: async () => {
    const desk = new Desk(await tableApi.start());
    return { element: desk.element, keys: () => desk.keys(), stop: () => desk.stop() };
  },
};

addWords(words);

class Desk {
  element = h('div', {});
  #start;
  #table = new Table();
  /** True while a game or tournament is shown, false for the form. */
  #isPlaying = false;
  /** Id of the table that is displayed. */
  #shown = '';
  /** @type {View|null} */
  #view = null;
  /** @type {ReturnType<typeof createForm>|null} */
  #form = null;
  #failure = h('p', { class: 'failure two-failure', role: 'alert' });
  stop;

  /** @param {import('./api.js').Start} start */
  constructor(start) {
    this.#start = start;
    if (start.table) this.#table.take({ table: start.table, lines: [] });
    this.stop = followTable((news) => this.#hear(news));
    if (start.table?.state === 'running') this.#showTable();
    else this.#showForm();
  }

  /** @param {import('./session.js').News} news */
  #hear(news) {
    this.#table.take(news);
    if (this.#isPlaying) this.#showTable();
  }

  #showForm() {
    this.#isPlaying = false;
    this.#view = null;
    this.#shown = '';
    const back = this.#table.now ? () => this.#showTable() : null;
    this.#form = createForm(this.#start, remembered(), (wanted) => this.#begin(wanted), back);
    fill(this.element, this.#form.element);
  }

  #showTable() {
    const { now } = this.#table;
    if (!now) return;
    this.#isPlaying = true;
    this.#form = null;
    if (this.#shown !== now.id || !this.#view) {
      this.#shown = now.id;
      this.#view = (this.#table.isTournament ? createTournament : createGame)(this.#table, this.#actions());
      this.#failure.textContent = '';
      const hadFocus = this.element.contains(document.activeElement);
      fill(this.element, this.#failure, this.#view.element);
      if (hadFocus) this.#view.element.focus();
    }
    this.#view.update();
  }

  /** @returns {Actions} */
  #actions() {
    const wanted = () => remembered() ?? this.#table.now?.wanted ?? null;
    return {
      again: () => this.#try(async () => this.#begin(wanted())),
      swap: () => this.#try(async () => {
        const same = wanted();
        if (same) await this.#begin({ ...same, players: [...same.players].reverse() });
      }),
      cancel: () => this.#try(async () => void (await tableApi.cancel())),
      setup: () => this.#showForm(),
      answer: (answer) => this.#try(async () => {
        const { now, question } = this.#table;
        if (now && question) await tableApi.answer(now.id, question.question, answer);
      }),
    };
  }

  /** Starts a game or tournament; cancels the current one. @param {Wanted|null} wanted */
  async #begin(wanted) {
    if (!wanted) return;
    if (this.#table.isRunning) await tableApi.cancel();
    const now = await tableApi.begin(wanted);
    remember('two', JSON.stringify(wanted));
    this.#table.take({ table: now, lines: [] });
    this.#showTable();
  }

  /** @param {() => Promise<void>} act @returns true if it succeeded */
  async #try(act) {
    try {
      this.#failure.textContent = '';
      await act();
      return true;
    } catch (error) {
      this.#failure.textContent = message(error);
      return false;
    }
  }

  /** @returns {import('../shell/keys.js').Keys} */
  keys() {
    const keys = this.#view?.keys() ?? {};
    const ask = () => askFirst(t('ask.again'), t('ask.two'), [{ words: t('ask.unsaved.again'), act: () => this.#actions().again() }]);
    // The key of the other tabs must not start their match.
    return { ...(this.#form ? { Enter: () => this.#form?.run() } : {}), ...keys, r: 'r' in keys ? ask : () => {} };
  }
}

/** Returns the settings of the last visit. @returns {Wanted|null} */
function remembered() {
  try {
    const wanted = JSON.parse(recall('two') ?? 'null');
    return typeof wanted?.game === 'string' && Array.isArray(wanted.players) ? wanted : null;
  } catch {
    return null;
  }
}
