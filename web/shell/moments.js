/**
 * The decisive moments of a match, computed from its overview: knock-outs, changes of the lead, and the largest swings
 * of the decisive figure. Pure functions; each game defines in its folder which figure and which marks count.
 */

/** @typedef {import('../generated/replay.js').Overview} Overview */
/**
 * `until` is the round in which a swing ends, `amount` its size; `lasts` is true for a lead that is never lost again.
 * @typedef {object} Moment
 * @property {number} round
 * @property {'out'|'lead'|'swing'} kind
 * @property {number} seat
 * @property {number} weight      how decisive it is, from 0 to 2
 * @property {boolean} [lasts]
 * @property {number} [amount]
 * @property {number} [until]
 */

/** Length of a swing, as a fraction of the match. */
const SPAN = 1 / 20;
/** Moments closer together than this fraction of the match count as one. */
const NEAR = 1 / 40;
/** A player that is out within this fraction of the match never took part. */
const EARLY_OUT = 1 / 50;

/** @param {Overview} overview @param {{figure?: string|null, knockOuts: string[]}} game only knock-outs count without a figure @param {number} [most] @returns {Moment[]} in the order of the match */
export function decisiveMoments(overview, { figure = overview.figures[0], knockOuts }, most = 3) {
  const last = overview.rounds.at(-1) ?? 0;
  const series = overview.players.map(({ seat, values }) => ({
    seat,
    values: (figure !== null && values[figure]) || [],
  }));
  const found = [
    ...findKnockOuts(overview, knockOuts, last),
    ...findLeads(overview.rounds, series, last),
    ...findSwings(overview.rounds, series, last),
  ];
  found.sort((one, other) => other.weight - one.weight || one.round - other.round);
  /** @type {Moment[]} */
  const chosen = [];
  for (const moment of found) {
    if (chosen.length === most) break;
    if (chosen.every((other) => !isSame(moment, other, last)) && !repeatsLead(moment, chosen))
      chosen.push(moment);
  }
  return chosen.sort((one, other) => one.round - other.round);
}

/** @param {Moment} one @param {Moment} other @param {number} last */
function isSame(one, other, last) {
  // Several players may be knocked out at the same time.
  if (one.kind === 'out' && other.kind === 'out') return one.seat === other.seat;
  return Math.abs(one.round - other.round) <= last * NEAR;
}

/** Returns true if the same player would take the lead twice in a row, with no other leader in between. @param {Moment} moment @param {Moment[]} chosen */
function repeatsLead(moment, chosen) {
  if (moment.kind !== 'lead') return false;
  const leads = [...chosen.filter(({ kind }) => kind === 'lead'), moment].sort(
    (one, other) => one.round - other.round,
  );
  const at = leads.indexOf(moment);
  return [leads[at - 1], leads[at + 1]].some((beside) => beside?.seat === moment.seat);
}

/** @param {Overview} overview @param {string[]} knockOuts @param {number} last @returns {Moment[]} */
function findKnockOuts({ marks }, knockOuts, last) {
  /** @type {Map<number, Moment>} */
  const first = new Map();
  for (const { kind, round, seat } of marks) {
    if (!knockOuts.includes(kind) || !seat || first.has(seat)) continue;
    first.set(seat, { kind: 'out', round, seat, weight: round <= last * EARLY_OUT ? 0.05 : 0.9 });
  }
  return [...first.values()];
}

/** @param {number[]} rounds @param {{seat: number, values: number[]}[]} series @param {number} last @returns {Moment[]} */
function findLeads(rounds, series, last) {
  /** @type {Moment[]} */
  const found = [];
  let leader = 0;
  for (const [index, round] of rounds.entries()) {
    const best = Math.max(...series.map(({ values }) => values[index] ?? 0));
    const first = series.filter(({ values }) => values[index] === best);
    // A player that draws level has not taken the lead.
    if (first.length !== 1 || first[0].seat === leader) continue;
    if (leader !== 0) found.push({ kind: 'lead', round, seat: first[0].seat, weight: 0 });
    leader = first[0].seat;
  }
  for (const [index, moment] of found.entries()) {
    const until = found[index + 1]?.round ?? last;
    moment.lasts = index === found.length - 1;
    moment.weight = (until - moment.round) / Math.max(1, last) + (moment.lasts ? 1 : 0);
  }
  return found;
}

/**
 * Returns the largest swing of each player, up or down. A change that all players share decides nothing: only the
 * difference to the others counts.
 * @param {number[]} rounds @param {{seat: number, values: number[]}[]} series @param {number} last @returns {Moment[]}
 */
function findSwings(rounds, series, last) {
  const span = Math.max(1, Math.ceil(rounds.length * SPAN));
  const all = series.flatMap(({ values }) => values);
  const range =
    all.reduce((most, value) => Math.max(most, value), 0) -
    all.reduce((least, value) => Math.min(least, value), Infinity);
  return series.flatMap(({ seat, values }, number) => {
    let best = { at: 0, amount: 0, alone: 0 };
    for (let at = span; at < values.length; at += 1) {
      const change = (/** @type {{values: number[]}} */ one) =>
        (one.values[at] ?? 0) - (one.values[at - span] ?? 0);
      const amount = change(series[number]);
      const others = series.reduce((sum, one) => sum + change(one), -amount) / Math.max(1, series.length - 1);
      const alone = Math.max(0, Math.min(Math.abs(amount), Math.sign(amount) * (amount - others)));
      if (alone > best.alone) best = { at, amount, alone };
    }
    if (best.alone === 0) return [];
    const round = Math.min(last, rounds[best.at - span] + 1);
    return [
      {
        kind: /** @type {const} */ ('swing'),
        round,
        until: rounds[best.at],
        seat,
        amount: best.amount,
        weight: best.alone / range,
      },
    ];
  });
}
