/**
 * Matches that are shown one after the other, for a screen in a classroom; something may be shown between them.
 */

/** How long the end of a match is shown, in milliseconds. */
const PAUSE = 4000;

/**
 * `open` answers whether the match could be shown, `shown` which one is shown now, if any; `between` shows something and then calls what it
 * is given; `left` hears how many matches could not be shown, when all are over.
 * @typedef {{open: (id: string) => Promise<boolean>, shown: () => string|null|undefined, between?: (goOn: () => void) => void, left?: (count: number) => void}} Screen
 */
/** @type {{ids: string[], at: number, missing: number, screen: Screen, timer: ReturnType<typeof setTimeout>|null}|null} */
let list = null;

/** Begins with the first one. @param {string[]} ids @param {Screen} screen */
export function playInTurn(ids, screen) {
  if (list?.timer) clearTimeout(list.timer);
  list = { ids, at: -1, missing: 0, screen, timer: null };
  return next();
}

/** The next match that can be shown. */
async function next() {
  const now = list;
  while (now && list === now) {
    now.at += 1;
    if (now.at >= now.ids.length) {
      list = null;
      if (now.missing > 0) now.screen.left?.(now.missing);
      return;
    }
    if (await now.screen.open(now.ids[now.at])) return;
    now.missing += 1;
  }
}

/** The end of a match is shown; soon the next one follows, unless somebody has gone elsewhere. @param {string|null} id */
export function hasEnded(id) {
  const now = list;
  if (!now || id !== now.ids[now.at] || now.timer !== null) return;
  const isStill = () => list === now && now.screen.shown() === id;
  now.timer = setTimeout(() => {
    now.timer = null;
    if (!isStill()) return;
    if (now.screen.between) now.screen.between(() => isStill() && next());
    else next();
  }, PAUSE);
}
