/**
 * The page's actions with replays: load, upload, save, share, and play several in turn.
 */

import { api } from 'wag/shell/basics/api.js';
import { t, translator } from 'wag/shell/basics/i18n.js';
import { copyLink, showLoad, showSave } from 'wag/shell/page/library.js';
import { startPlaylist } from 'wag/shell/page/playlist.js';
import { httpSource } from 'wag/shell/replay/replay-source.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/**
 * @typedef {object} Page
 * @property {import('../game.js').Game[]} games
 * @property {boolean} embedded               true if the page contains its match, and has no server
 * @property {() => Replay|null} replay       the match that was opened last
 * @property {() => string|null|undefined} shown  the id of the match that is shown now
 * @property {(source: import('../replay/frames.js').ReplaySource, id: string, link?: import('./link.js').Link) => Promise<boolean>} open
 * @property {(act: () => Promise<void>) => Promise<void>} attempt  reports the error of an action
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {() => void} writeLink
 */

/** @param {Page} page */
export function createReplayActions(page) {
  /** Ids of replays that the user has saved under a name. @type {Set<string>} */
  const saved = new Set();

  /** @param {Blob} file */
  function upload(file) {
    page.attempt(async () => {
      const { id } = await api.upload(file);
      await page.open(httpSource(id), id, {});
    });
  }

  function load() {
    const wordsOfGame = (/** @type {string} */ name) =>
      translator(page.games.find((one) => one.name === name)?.view?.texts ?? {});
    showLoad(
      wordsOfGame,
      (id) => page.open(httpSource(id), id, {}),
      upload,
      (ids) => playInTurn(ids),
    );
  }

  /** @param {string[]} ids of replays @param {(proceed: () => void) => void} [between] shows something between two of them */
  function playInTurn(ids, between) {
    const reportMissing = (/** @type {number} */ n) => page.notify(t('present.left', { n }), true);
    startPlaylist(ids, {
      open: (id) => page.open(httpSource(id), id),
      shown: page.shown,
      between,
      reportMissing,
    });
  }

  function save() {
    const replay = page.replay();
    if (!replay) return;
    showSave(replay, (text) => {
      saved.add(replay.id ?? '');
      page.notify(text);
    });
  }

  function share() {
    page.writeLink();
    page.attempt(() => copyLink(page.embedded || !page.shown() ? null : page.replay(), page.notify));
  }

  return { upload, load, playInTurn, save, share, saved };
}
