/**
 * Restores JSON that was packed in columns, as described in crates/replay/src/shapes.rs. It must read each column once, in order.
 */

/** @param {{shapes: [string, number][][], items: number[], columns: any[][]}} packed @returns {any} */
export function unpack(packed) {
  const at = packed.columns.map(() => 0);
  /** @param {number} column @returns {any} */
  const read = (column) => {
    const cell = packed.columns[column][at[column]++];
    if (!Array.isArray(cell)) return cell;
    const number = cell[0];
    if (number >= 0) return Array.from({ length: number }, () => read(packed.items[column]));
    return Object.fromEntries(packed.shapes[-1 - number].map(([key, place]) => [key, read(place)]));
  };
  return read(0);
}
