/** Translation of the program's English messages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from 'wag/shell/basics/i18n.js';
import { learn, translateMessage } from 'wag/shell/basics/translate-message.js';
import { germanSentences } from '../fixtures/games.js';

learn({ de: germanSentences() });

test('messages are translated, with their place', () => {
  setLanguage('de');
  assert.equal(
    translateMessage('no answer within 5 s in its turn'),
    'in seinem Zug keine Antwort innerhalb von 5 s',
  );
  assert.equal(
    translateMessage('no answer within 0.5 s in its turn (my (old) ai.py, line 3)'),
    'in seinem Zug keine Antwort innerhalb von 0.5 s (my (old) ai.py, Zeile 3)',
  );
  assert.equal(
    translateMessage('x cannot play: no client has connected\n'),
    'x kann nicht spielen: es hat sich kein Client verbunden\n',
  );
});

test('unknown messages stay, and so does everything in English', () => {
  setLanguage('de');
  for (const text of ['no answer', 'Traceback:\n  File "a.py", line 3', ''])
    assert.equal(translateMessage(text), text);
  setLanguage('en');
  assert.equal(translateMessage('no answer within 5 s in its turn'), 'no answer within 5 s in its turn');
});
