/**
 * The part of the address after `#`: replay, round, selection and speed, a replay to compare with, a file, or the tab of the setup page with
 * its game file, tournament or lesson; on a class server also a class, a contest or the server itself. Each place has an entry in the browser's history; what changes in a place, such as the round, has none. Links
 * are untrusted: numbers are validated, strings are limited in length.
 */

/**
 * @typedef {{replay?: string, compare?: string, round?: number, select?: string, speed?: number, setup?: string, tournament?: string, lesson?: string, game?: string, edit?: string, debug?: number, class?: string, contest?: string, account?: string, server?: string, part?: string}} Link
 */

/** @param {string} hash @returns {Link} */
export function readLink(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  /** @type {Link} */
  const link = {};
  const round = Number(values.get('round'));
  if (values.has('round') && Number.isSafeInteger(round) && round >= 0) link.round = round;
  const speed = Number(values.get('speed'));
  if (values.has('speed') && speed >= 0.25 && speed <= 64) link.speed = speed;
  const select = values.get('select');
  if (select && select.length <= 60) link.select = select;
  const replay = values.get('replay');
  if (replay && replay.length <= 200) link.replay = replay;
  const compare = values.get('compare');
  if (link.replay && compare && compare.length <= 200) link.compare = compare;
  const setup = values.get('setup');
  if (setup && setup.length <= 60) link.setup = setup;
  const game = values.get('game');
  if (setup && game && game.length <= 300) link.game = game;
  const debug = Number(values.get('debug'));
  if (replay && Number.isSafeInteger(debug) && debug > 0 && debug < 256) link.debug = debug;
  const edit = values.get('edit');
  if (edit && edit.length <= 255) link.edit = edit;
  const tournament = values.get('tournament');
  if (setup && tournament && tournament.length <= 300) link.tournament = tournament;
  const lesson = values.get('lesson');
  if (setup && lesson && isWord(lesson)) link.lesson = lesson;
  for (const name of HOSTED) {
    const value = values.get(name);
    if (value && isWord(value)) link[name] = value;
  }
  return link;
}

/** The parts of a link that name a place of a class server. */
const HOSTED = /** @type {const} */ (['class', 'contest', 'account', 'server', 'part']);

/** @param {string} text */
const isWord = (text) => /^[\w-]{1,60}$/.test(text);

/** Returns whether a link names a place of a class server. @param {Link} link */
export function isHostPlace(link) {
  return Boolean(link.class || link.contest || link.server);
}

/** Returns the text that tells places apart. @param {Link} link */
function placeOf(link) {
  const { edit, replay, compare, setup, game, tournament, lesson } = link;
  // The parts of a page are one place.
  if (isHostPlace(link)) return JSON.stringify(HOSTED.map((name) => name !== 'part' && link[name]));
  if (edit) return 'edit';
  if (replay) return JSON.stringify([replay, compare]);
  return setup ? JSON.stringify([setup, game, tournament, lesson]) : '';
}

/** @param {Link} link */
export function writeLink(link) {
  const values = new URLSearchParams();
  if (link.replay) values.set('replay', link.replay);
  if (link.replay && link.compare) values.set('compare', link.compare);
  if (link.round !== undefined) values.set('round', String(link.round));
  if (link.select) values.set('select', link.select);
  if (link.speed !== undefined && link.speed !== 1) values.set('speed', String(link.speed));
  if (link.debug) values.set('debug', String(link.debug));
  if (link.edit) values.set('edit', link.edit);
  if (link.setup) values.set('setup', link.setup);
  if (link.setup && link.game) values.set('game', link.game);
  if (link.setup && link.tournament) values.set('tournament', link.tournament);
  if (link.setup && link.lesson) values.set('lesson', link.lesson);
  for (const name of HOSTED) {
    const value = link[name];
    if (value) values.set(name, value);
  }
  return `#${values}`;
}

/** Applies a link to a replay. @param {import('../replay/replay.js').Replay} replay @param {Link} link */
export function applyLink(replay, link) {
  if (link.speed) replay.playback.speed = link.speed;
  if (link.round !== undefined) replay.seek(link.round);
  if (link.select) replay.select(link.select);
  if (link.debug) replay.debug(link.debug);
}

/** The hash of the address when this module last read or wrote it. @type {string|null} */
let lastHash = null;

/** Returns the link in the address, and marks it as handled. */
export function takeLink() {
  lastHash = location.hash;
  return readLink(lastHash);
}

/**
 * Writes the link of a view that is shown from now on. Another place than that of the address gets an entry in the
 * browser's history, so that Back leads to the view before.
 * @param {Link} link
 */
export function enterPlace(link) {
  const before = placeOf(readLink(location.hash));
  write(link, before !== '' && before !== placeOf(link));
}

/** Writes a change within a place. A view that is about to be replaced, because a link was followed, writes nothing. @param {Link} link */
export function updateLink(link) {
  if (placeOf(readLink(location.hash)) === placeOf(link)) write(link, false);
}

/**
 * Does nothing if the user has clicked another link that is not handled yet, or where the address is read-only, such as
 * in an embedded page.
 * @param {Link} link @param {boolean} isNew
 */
function write(link, isNew) {
  const hash = writeLink(link);
  if ((lastHash !== null && lastHash !== location.hash) || hash === location.hash) return;
  try {
    if (isNew) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    lastHash = location.hash;
  } catch {
    // The address stays as it is.
  }
}
