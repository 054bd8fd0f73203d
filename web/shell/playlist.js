/**
 * Matches that are shown one after the other, for a screen in a classroom.
 */

/** How long the end of a match is shown, in milliseconds. */
const PAUSE = 4000;

/** @type {{ids: string[], at: number, open: (id: string) => void, shown: () => string|null|undefined, timer: number}|null} */
let list = null;

/**
 * Begins with the first one.
 * @param {string[]} ids @param {(id: string) => void} open @param {() => string|null|undefined} shown which one is shown now, if any
 */
export function playInTurn(ids, open, shown) {
  if (list) window.clearTimeout(list.timer);
  list = { ids, at: 0, open, shown, timer: 0 };
  if (ids.length > 0) open(ids[0]);
}

/** The end of a match is shown; soon the next one follows, unless somebody has gone elsewhere. @param {string|null} id */
export function hasEnded(id) {
  const now = list;
  if (!now || id !== now.ids[now.at] || now.timer !== 0) return;
  now.timer = window.setTimeout(() => {
    now.timer = 0;
    if (list !== now || now.shown() !== id) return;
    now.at += 1;
    if (now.at < now.ids.length) now.open(now.ids[now.at]);
    else list = null;
  }, PAUSE);
}
