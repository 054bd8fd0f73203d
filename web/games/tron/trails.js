/**
 * The order in which a cycle built its wall. A state that is opened in the middle of a match only says who owns each
 * field; the way back is then searched through the owner's fields.
 */

/** The size of a board, and the owner of each field. @typedef {{width: number, walls: number[]}} Board */

/** Maximum number of steps of a search; a longer one gives up, and the rest of the wall consists of single fields. */
const STEPS_MAX = 20_000;
/** The step back from a field, by the direction of the last move. @type {Record<string, [number, number]>} */
const BACK = { NORTH: [0, 1], EAST: [-1, 0], SOUTH: [0, -1], WEST: [1, 0] };

/** Returns the fields of the same owner beside a field. @param {Board} board @param {number} field */
function beside({ width, walls }, field) {
  const column = field % width;
  const near = [field - width, field + width];
  if (column > 0) near.push(field - 1);
  if (column < width - 1) near.push(field + 1);
  return near.filter((one) => walls[one] === walls[field]);
}

/**
 * Returns the fields of a wall from its head back to its start: a way through all fields of the owner, or the longest
 * one that was found.
 * @param {Board} board @param {{at: [number, number], facing: string}} head
 */
export function searchWay(board, { at, facing }) {
  const first = at[1] * board.width + at[0];
  const count = board.walls.filter((owner) => owner === board.walls[first]).length;
  const visited = new Set([first]);
  const free = (/** @type {number} */ field) => beside(board, field).filter((one) => !visited.has(one));
  // First the fields with the fewest ways on: they would be cut off otherwise.
  const choices = (/** @type {number} */ field) =>
    free(field)
      .map((one) => ({ one, ways: free(one).length }))
      .sort((a, b) => b.ways - a.ways)
      .map(({ one }) => one);
  const [dx, dy] = BACK[facing] ?? [0, 0];
  const behind = first + dy * board.width + dx;
  const way = [first];
  const open = [free(first).includes(behind) ? [behind] : choices(first)];
  let longest = [...way];
  for (let steps = 0; steps < STEPS_MAX && way.length > 0 && longest.length < count; steps += 1) {
    const next = open[open.length - 1].pop();
    if (next === undefined) {
      visited.delete(/** @type {number} */ (way.pop()));
      open.pop();
      continue;
    }
    visited.add(next);
    way.push(next);
    open.push(choices(next));
    if (way.length > longest.length) longest = [...way];
  }
  return longest;
}

/**
 * Returns the field before each field of a wall; -1 for none.
 * @param {Board} board @param {{at: [number, number], facing: string}[]} heads
 */
export function linksOf(board, heads) {
  const links = board.walls.map(() => -1);
  for (const head of heads) {
    const way = searchWay(board, head);
    for (const [index, field] of way.slice(0, -1).entries()) links[field] = way[index + 1];
  }
  return links;
}

/**
 * Returns the corners of a wall, from its start to its head, in fields.
 * @param {number} width of the board @param {number[]} links @param {number} head number of its field
 * @returns {[number, number][]}
 */
export function cornersOf(width, links, head) {
  const fields = [head];
  for (let field = links[head]; field >= 0 && fields.length <= links.length; field = links[field])
    fields.push(field);
  const points = fields
    .reverse()
    .map((field) => /** @type {[number, number]} */ ([field % width, Math.floor(field / width)]));
  return points.filter((_, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    return !before || !after || (before[0] !== after[0] && before[1] !== after[1]);
  });
}
