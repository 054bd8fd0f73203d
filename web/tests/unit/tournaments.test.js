/** Tournaments: the part of the link that names one, and messages about errors. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from 'wag/shell/basics/i18n.js';
import { enterPlace, readLink, takeLink, updateLink, writeLink } from 'wag/shell/page/link.js';
import { startPlaylist } from 'wag/shell/page/playlist.js';
import { failuresOf } from 'wag/shell/tournaments/standings.js';
import { withCurrentVersions, hasOldVersions } from 'wag/shell/tournaments/versions.js';
import {
  setOpenTournament,
  linkedTournament,
  setListedMatches,
  tournamentOfReplay,
  openTournamentIn,
} from 'wag/shell/tournaments/open-tournament.js';

test('a link names the tournament of its tab, and nothing without a tab', () => {
  const link = writeLink({ setup: 'fives', tournament: 'my class.db' });
  assert.deepEqual(readLink(link), { setup: 'fives', tournament: 'my class.db' });
  assert.deepEqual(readLink('#tournament=x.db'), {});
  assert.deepEqual(readLink(`#setup=fives&tournament=${'x'.repeat(400)}`), { setup: 'fives' });
  assert.equal(writeLink({ tournament: 'x.db' }), '#');
});

test('a clicked link is not overwritten before it is followed', () => {
  const address = { hash: '#replay=a' };
  let entries = 1;
  const write = (/** @type {any} */ _, /** @type {any} */ __, /** @type {string} */ link) =>
    (address.hash = link);
  Object.assign(globalThis, {
    location: address,
    history: {
      replaceState: write,
      pushState: (/** @type {any} */ ...values) => {
        entries += 1;
        write(values[0], values[1], values[2]);
      },
    },
  });
  assert.deepEqual(takeLink(), { replay: 'a' });
  updateLink({ replay: 'a', round: 3 });
  assert.equal(address.hash, '#replay=a&round=3');
  address.hash = '#setup=fives';
  updateLink({ replay: 'a', round: 4 });
  enterPlace({ replay: 'b' });
  assert.deepEqual(takeLink(), { setup: 'fives' });
  // A view that is about to be replaced does not write over the link that is followed.
  updateLink({ replay: 'a', round: 5 });
  assert.equal(address.hash, '#setup=fives');
  assert.equal(entries, 1);
  enterPlace({ setup: 'fives', tournament: 'x.db' });
  assert.equal(address.hash, '#setup=fives&tournament=x.db');
  assert.equal(entries, 2);
  enterPlace({ setup: 'fives', tournament: 'x.db' });
  assert.equal(entries, 2);
  enterPlace({ setup: 'course', lesson: '03' });
  assert.deepEqual(takeLink(), { setup: 'course', lesson: '03' });
  assert.equal(entries, 3);
});

test('a match leads back to its tournament, and to the list of matches', () => {
  assert.equal(tournamentOfReplay('12@my class.db'), 'my class.db');
  for (const replay of ['run-1', 'a1b2', '@x.db', 'x@y.db', null, undefined])
    assert.equal(tournamentOfReplay(replay), undefined);
  setOpenTournament('fives', 'x.db');
  setListedMatches('fives', { player: 'anna' });
  setOpenTournament('fives', 'x.db');
  assert.deepEqual(openTournamentIn('fives'), { file: 'x.db', filter: { player: 'anna' } });
  setOpenTournament('fives', 'y.db');
  assert.deepEqual(openTournamentIn('fives'), { file: 'y.db', filter: null });
  setOpenTournament('fives', undefined);
  assert.equal(linkedTournament('fives'), undefined);
});

test('errors are listed with the first occurrence, in both languages', () => {
  const row = (/** @type {any} */ more) => ({
    name: 'anna',
    faults: 0,
    first_problem: null,
    first_fault_round: null,
    first_fault_match: null,
    ...more,
  });
  const told = /** @type {any} */ ({
    players: [
      row({}),
      row({
        name: 'bob',
        faults: 3,
        first_problem: {
          kind: 'exception',
          message: { en: 'NameError: x (bot.py, line 2)', de: 'NameError: x (bot.py, Zeile 2)' },
          explanation: { text: { en: 'there is no x', de: 'x gibt es nicht' } },
        },
        first_fault_round: 4,
        first_fault_match: 2,
      }),
      row({
        name: 'cleo',
        faults: 1,
        first_problem: { kind: 'start', message: 'SyntaxError: y', explanation: null },
        first_fault_match: 1,
      }),
    ],
  });
  setLanguage('en');
  assert.deepEqual(failuresOf(told), [
    'bob: 3 errors, first in round 4 of match 2: Error: NameError: x (bot.py, line 2) · there is no x',
    'cleo: 1 error, in match 1: cannot start: SyntaxError: y',
  ]);
  setLanguage('de');
  assert.deepEqual(failuresOf(told), [
    'bob: 3 Fehler, zuerst in Runde 4 von Spiel 2: Fehler: NameError: x (bot.py, Zeile 2) · x gibt es nicht',
    'cleo: 1 Fehler, in Spiel 1: kann nicht starten: SyntaxError: y',
  ]);
  setLanguage('en');
});

test('places are recomputed for current versions', () => {
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ place,
    /** @type {number} */ rating,
    current = true,
  ) =>
    /** @type {any} */ ({
      name,
      place,
      place_best: place,
      place_worst: place,
      rating,
      rating_ci95: 10,
      current,
    });
  const table = /** @type {any} */ ({
    players: [row('a@2', 1, 100), row('a', 2, 90, false), row('b', 3, 85), row('c', 4, 10)],
    versus: [
      [null, 1, 2, 3],
      [4, null, 5, 6],
      [7, 8, null, 9],
      [10, 11, 12, null],
    ],
  });
  assert.ok(hasOldVersions(table));
  const { players, versus } = withCurrentVersions(table);
  assert.deepEqual(
    players.map(({ name, place, place_best, place_worst }) => [name, place, place_best, place_worst]),
    [
      ['a@2', 1, 1, 2],
      ['b', 2, 1, 2],
      ['c', 3, 3, 3],
    ],
  );
  assert.deepEqual(versus, [
    [null, 2, 3],
    [7, null, 9],
    [10, 12, null],
  ]);
  assert.ok(!hasOldVersions(/** @type {any} */ ({ players })));
});

test('a match that cannot be shown is skipped, and reported at the end', async () => {
  /** @type {string[]} */
  const opened = [];
  /** @type {number[]} */
  const left = [];
  const screen = {
    open: async (/** @type {string} */ id) => {
      opened.push(id);
      return id === 'good';
    },
    shown: () => 'good',
    reportMissing: (/** @type {number} */ n) => void left.push(n),
  };
  await startPlaylist(['gone', 'good', 'later'], screen);
  assert.deepEqual([opened, left], [['gone', 'good'], []]);
  await startPlaylist(['gone', 'gone'], screen);
  assert.deepEqual(left, [2]);
});
