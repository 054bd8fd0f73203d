/** What the program says in English, in the language of the page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from 'wag/shell/i18n.js';
import { learn, retold } from 'wag/shell/retold.js';
import { germanSentences } from '../fixtures/games.js';

learn({ de: germanSentences() });

test('errors of players are told in German, with their place', () => {
  setLanguage('de');
  assert.equal(retold('no answer within 5 s in its turn'), 'in seinem Zug keine Antwort innerhalb von 5 s');
  assert.equal(retold('no answer within 0.5 s in its turn (my (old) ai.py, line 3)'), 'in seinem Zug keine Antwort innerhalb von 0.5 s (my (old) ai.py, Zeile 3)');
  assert.equal(retold("x can't play: no client has connected\n"), 'x kann nicht spielen: es ist kein Client gekommen\n');
});

test('what is not known stays, and so does everything in English', () => {
  setLanguage('de');
  for (const text of ['no answer', 'Traceback:\n  File "a.py", line 3', '']) assert.equal(retold(text), text);
  setLanguage('en');
  assert.equal(retold('no answer within 5 s in its turn'), 'no answer within 5 s in its turn');
});
