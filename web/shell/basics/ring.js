/**
 * Navigation in a circular list.
 */

/**
 * Returns the item `by` positions away in a circular list; without a current item, the first or the last one.
 * @param {string[]} list @param {string|null} from @param {number} by
 */
export function stepInRing(list, from, by) {
  const found = from === null ? -1 : list.indexOf(from);
  const at = found < 0 && by < 0 ? 0 : found;
  return list[(((at + by) % list.length) + list.length) % list.length] ?? null;
}
