/**
 * The tournaments of a game: the form for a new one with the list of existing ones, or the page of one tournament.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { createForm } from 'wag/shell/tournaments/form.js';
import { createTournamentPage } from 'wag/shell/tournaments/page.js';
import { setOpenTournament, NEW, openTournamentIn } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../../generated/server.js').TournamentNow} TournamentState */
/** The page's actions for this tab; call `updateLink` after the link has changed. @typedef {{start: (game: string) => Promise<import('../../generated/server.js').Start>, onTournament: (listener: (now: TournamentState) => void) => () => void, notify: (text: string, bad?: boolean) => void, present: (replays: string[], between?: (proceed: () => void) => void) => void, updateLink: () => void}} TournamentHost */

/** @param {import('../game.js').Game} game @param {TournamentHost} host */
export function createTournaments(game, host) {
  const element = h('div', {});
  /** @type {ReturnType<typeof createTournamentPage>|null} */
  let table = null;
  /** The latest state received; the tournament may end before its table is loaded. @type {TournamentState|null} */
  let latest = null;
  const removeListener = host.onTournament((now) => {
    latest = now;
    table?.receive(now);
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
      if (!isStopped)
        fill(
          element,
          h(
            'div',
            { class: 'setup' },
            h('p', { class: 'failure', role: 'alert', text: errorText(error) }),
            h(
              'div',
              { class: 'actions' },
              h('button', { type: 'button', text: t('tour.all'), onclick: () => go(NEW) }),
            ),
          ),
        );
    }
  }

  const showForm = () =>
    show(async () => {
      const [start, listed] = await Promise.all([host.start(game.name), api.tournaments(game.name)]);
      if (isStopped) return;
      const form = createForm(
        start,
        listed,
        game,
        async (request) => openStarted(await api.startTournament(request)),
        go,
      );
      fill(element, form.element);
    });

  /** @param {string} file */
  const showTable = (file) =>
    show(async () => {
      const [details, { now }] = await Promise.all([api.tournament(file), api.tournaments(game.name)]);
      if (isStopped) return;
      open(details, now?.file === file ? now : null);
    });

  /** @param {import('../../generated/server.js').TournamentTable} details @param {TournamentState|null} now */
  function open(details, now) {
    clear();
    table = createTournamentPage(game, details, now, {
      back: () => go(NEW),
      present: host.present,
      notify: host.notify,
    });
    if (now && latest) table.receive(latest);
    fill(element, table.element);
    table.focus();
  }

  /** Opens a tournament that has started. @param {TournamentState} now */
  function openStarted(now) {
    setOpenTournament(game.name, now.file);
    host.updateLink();
    open(now.table, now);
    window.scrollTo(0, 0);
  }

  /** @param {string} file */
  function go(file) {
    setOpenTournament(game.name, file);
    host.updateLink();
    return file === NEW ? showForm() : showTable(file);
  }

  return {
    element,
    /** Removes everything that is shown. */
    clear: () => {
      clear();
      fill(element);
    },
    /** @returns {import('../page/keys.js').Keys} */
    keys: () => table?.keys() ?? {},
    show: () => go(openTournamentIn(game.name)?.file ?? NEW),
    stop: () => {
      isStopped = true;
      clear();
      removeListener();
    },
  };
}
