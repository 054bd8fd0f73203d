/** States of Warriors & Gatherers: events applied to a keyframe lead to the next keyframe. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translator } from 'wag/shell/basics/i18n.js';
import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import warriors from 'wag/games/warriors.js';
import { unitOutcome } from 'wag/games/warriors/event-texts.js';
import { Timeline } from 'wag/shell/replay/timeline.js';
import { makeMatch } from '../fixtures/match.js';

const match = makeMatch({ rounds: 100, units: 12 });
const localizer = { t: translator(warriors.texts), name: (/** @type {number} */ seat) => `p${seat}` };
const timeline = () => new Timeline(warriors, match.header, async (chunk) => match.chunks[chunk]);

test('playing a chunk leads to the next keyframe', () => {
  for (const [index, chunk] of match.chunks.slice(0, -1).entries()) {
    const state = warriors.open(match.header.scene, chunk.frame);
    for (const turn of chunk.turns) warriors.applyTurn(match.header.scene, state, turn);
    const next = warriors.open(match.header.scene, match.chunks[index + 1].frame);
    const sorted = (/** @type {any} */ one) => ({
      ...one,
      resources: [...one.resources].sort((a, b) => a[0] - b[0]),
    });
    assert.deepEqual(sorted(state), sorted(next));
  }
});

test('a round has the same state after a step, a jump, or a step back', async () => {
  const stepping = timeline();
  const jumping = timeline();
  for (const chunk of [0, 1, 2, 3]) await Promise.all([stepping.load(chunk), jumping.load(chunk)]);
  for (let round = 0; round <= 70; round += 1) stepping.step(round);
  assert.deepEqual(stepping.step(70)?.after, jumping.step(70)?.after);
  assert.deepEqual(stepping.step(33)?.before, timelineAt(jumping, 32));
  assert.equal(stepping.step(5)?.turns.length, 4);
});

/** @param {Timeline} timeline @param {number} round */
function timelineAt(timeline, round) {
  return timeline.step(round)?.after;
}

test('a step is unavailable before its chunk is loaded', async () => {
  const line = timeline();
  assert.equal(line.step(40), null);
  await line.load(1);
  assert.equal(line.step(40)?.round, 40);
});

test('the inspector shows order, source line and result of a fight', async () => {
  const line = timeline();
  const fight = match.chunks
    .flatMap((chunk) => chunk.turns)
    .find((turn) => turn.events.some((/** @type {any} */ event) => event.type === 'fought'));
  const event = fight.events.find((/** @type {any} */ one) => one.type === 'fought');
  await line.load(line.chunkOf(fight.round));
  const step = line.step(fight.round);
  assert.ok(step);
  const { facts } = warriors.describe(
    step,
    `u${event.attacker.seat}.${event.attacker.id}`,
    localizer,
    new Set(),
  );
  assert.ok(
    facts.some((fact) => fact.at?.startsWith('yourAI.py:')),
    'source line',
  );
  assert.ok(
    facts.some((fact) => fact.value.includes('odds')),
    'odds',
  );
});

test('an invalid selection shows nothing and breaks nothing', async () => {
  const line = timeline();
  await line.load(0);
  const step = line.step(3);
  assert.ok(step);
  for (const nonsense of ['', 'u9.1', 'x', 'f999,999', '__proto__', 'u1.99999'])
    warriors.describe(step, nonsense, localizer, new Set());
  assert.equal(warriors.pick(step, -1, 0), null);
});

test('the result of an order is in the language of the page', () => {
  const unit = { seat: 1, id: 3 };
  const other = { seat: 2, id: 7 };
  const fight = {
    type: 'fought',
    seat: 1,
    id: 0,
    attacker: unit,
    defender: other,
    at: [3, 4],
    odds: 0.6,
    attacker_won: true,
    dropped: 2,
  };
  const events = [
    { type: 'moved', ...unit, from: [2, 4], to: [3, 4] },
    ...['edge', 'water', 'wall'].map((by) => ({ type: 'blocked', ...unit, direction: 'NORTH', by })),
    { type: 'blocked', ...unit, direction: 'WEST', by: 'unit', blocker: other },
    { type: 'blocked', ...unit, direction: 'WEST', by: 'base', blocker: { seat: 2 } },
    { type: 'move_refused', ...unit, direction: 'EAST' },
    { type: 'picked_up', ...unit, at: [3, 4], amount: 5 },
    { type: 'delivered', ...unit, amount: 5 },
    { type: 'created', ...unit, unit: 'WARRIOR' },
    fight,
    { ...fight, attacker_won: false },
    { ...fight, attacker: other, defender: unit },
    { ...fight, attacker: other, defender: unit, attacker_won: false },
  ];
  const told = (/** @type {Record<string, string>} */ words) => {
    const t = (/** @type {string} */ key, /** @type {any} */ values = {}) =>
      words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
    return events.map(
      (event) =>
        unitOutcome(/** @type {any} */ (event), unit, { t, name: (seat) => `player ${seat}` })?.text ?? '',
    );
  };
  const [english, german] = [told(warriors.texts.en), told(warriors.texts.de)];
  assert.equal(english[4], '← West: blocked by player 2’s unit 7');
  assert.equal(german[4], '← Westen: kein Weg, Einheit 7 von player 2');
  assert.equal(german[10], 'Griff Einheit 7 von player 2 auf [3, 4] an und siegte (Chance 60 %)');
  assert.equal(german[13], 'Angegriffen von Einheit 7 von player 2: hielt [3, 4] (Chance 40 %)');
  for (const [index, text] of german.entries()) {
    assert.ok(text && english[index] && text !== english[index], `${english[index]} / ${text}`);
    assert.doesNotMatch(text, /undefined|blocked|refused|odds/);
  }
});

test('every event has a sentence, and every text a German translation', () => {
  const types = new Set(
    match.chunks
      .flatMap((chunk) => chunk.turns.flatMap((/** @type {any} */ turn) => turn.events))
      .map((event) => {
        const sentence = warriors.describeEvent(event, localizer);
        assert.ok(
          sentence && !sentence.text.includes('{') && !sentence.text.startsWith('warriors.'),
          JSON.stringify([event, sentence]),
        );
        return event.type;
      }),
  );
  assert.ok(types.size >= 6);
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  assert.deepEqual(Object.keys(warriors.texts.de).sort(), Object.keys(warriors.texts.en).sort());
});
