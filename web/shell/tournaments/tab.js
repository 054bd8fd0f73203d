/**
 * The tournaments of a game: the form for a new one with the list of existing ones, or the page of one tournament.
 */

import { api } from 'wag/shell/api.js';
import { fill, h } from 'wag/shell/dom.js';
import { t } from 'wag/shell/i18n.js';
import { message } from 'wag/shell/replay.js';
import { createForm } from 'wag/shell/tournaments/form.js';
import { createTable } from 'wag/shell/tournaments/page.js';
import { goTo, NEW, whereIn } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../api.js').TournamentNow} TournamentNow */
/** The page's actions for this tab; call `linked` after the link has changed. @typedef {{start: (game: string) => Promise<import('../api.js').Start>, onTournament: (listener: (now: TournamentNow) => void) => () => void, tell: (text: string, bad?: boolean) => void, present: (replays: string[], between?: (goOn: () => void) => void) => void, linked: () => void}} Desk */

/** @param {import('../game.js').Game} game @param {Desk} desk */
export function createTournaments(game, desk) {
  const element = h('div', {});
  /** @type {ReturnType<typeof createTable>|null} */
  let table = null;
  /** The latest state received; the tournament may end before its table is loaded. @type {TournamentNow|null} */
  let latest = null;
  const unlisten = desk.onTournament((now) => {
    latest = now;
    table?.hear(now);
  });
  let isStopped = false;

  function clear() {
    table?.stop();
    table = null;
  }

  /** @param {() => Promise<void>} act */
  async function show(act) {
    clear();
    try {
      await act();
    } catch (error) {
      if (!isStopped) fill(element, h('div', { class: 'setup' }, h('p', { class: 'failure', role: 'alert', text: message(error) }), h('div', { class: 'actions' }, h('button', { type: 'button', text: t('tour.all'), onclick: () => go(NEW) }))));
    }
  }

  const showForm = () => show(async () => {
    const [start, listed] = await Promise.all([desk.start(game.name), api.tournaments(game.name)]);
    if (isStopped) return;
    const form = createForm(start, listed, game, async (wanted) => take(await api.beginTournament(wanted)), go);
    fill(element, form.element);
  });

  /** @param {string} file */
  const showTable = (file) => show(async () => {
    const [told, { now }] = await Promise.all([api.tournament(file), api.tournaments(game.name)]);
    if (isStopped) return;
    open(told, now?.file === file ? now : null);
  });

  /** @param {import('../api.js').TournamentTable} told @param {TournamentNow|null} now */
  function open(told, now) {
    clear();
    table = createTable(game, told, now, { back: () => go(NEW), present: desk.present, tell: desk.tell });
    if (now && latest) table.hear(latest);
    fill(element, table.element);
    table.focus();
  }

  /** Opens a tournament that has started. @param {TournamentNow} now */
  function take(now) {
    goTo(game.name, now.file);
    desk.linked();
    open(now.table, now);
  }

  /** @param {string} file */
  function go(file) {
    goTo(game.name, file);
    desk.linked();
    return file === NEW ? showForm() : showTable(file);
  }

  return {
    element,
    /** Removes everything that is shown. */
    clear: () => (clear(), fill(element)),
    /** @returns {import('../keys.js').Keys} */
    keys: () => table?.keys() ?? {},
    show: () => go(whereIn(game.name)?.file ?? NEW),
    stop: () => {
      isStopped = true;
      clear();
      unlisten();
    },
  };
}
