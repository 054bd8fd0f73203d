/**
 * A playlist: matches shown one after another, for a screen in a classroom, with optional content in between.
 */

/** Duration for which the end of a match is shown, in milliseconds. */
const PAUSE = 4000;

/**
 * `open` resolves to whether the match could be shown, and `shown` returns the id of the current one, if any. `between`
 * shows something and then calls its argument. `reportMissing` receives the number of matches that could not be shown, after the
 * last one.
 * @typedef {{open: (id: string) => Promise<boolean>, shown: () => string|null|undefined, between?: (proceed: () => void) => void, reportMissing?: (count: number) => void}} Screen
 */
/** @type {{ids: string[], at: number, missing: number, screen: Screen, timer: ReturnType<typeof setTimeout>|null}|null} */
let list = null;

/** Plays the list from its first match. @param {string[]} ids @param {Screen} screen */
export function startPlaylist(ids, screen) {
  if (list?.timer) clearTimeout(list.timer);
  list = { ids, at: -1, missing: 0, screen, timer: null };
  return next();
}

/** Opens the next match that can be shown. */
async function next() {
  const now = list;
  while (now && list === now) {
    now.at += 1;
    if (now.at >= now.ids.length) {
      list = null;
      if (now.missing > 0) now.screen.reportMissing?.(now.missing);
      return;
    }
    if (await now.screen.open(now.ids[now.at])) return;
    now.missing += 1;
  }
}

/** Reports that the end of a match is displayed. The next one follows soon, unless the user has left. @param {string|null} id */
export function onMatchEnd(id) {
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
