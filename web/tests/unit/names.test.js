/** What the editor knows about names: stubs, completions, signatures, and paragraphs of the manual. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Names } from 'wag/shell/editor/names.js';
import { paragraphAbout } from 'wag/shell/editor/reference.js';
import { readStubs } from 'wag/shell/editor/stubs.js';
import { parseMarkdown } from 'wag/shell/help/markdown.js';

const ROOT = new URL('../../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, ROOT), 'utf8');
const stubs = (/** @type {string} */ folder) => [
  ...['classes.pyi', '__builtins__.pyi'].map((name) => ({ name, text: read(`python/${folder}${name}`) })),
  { name: 'typings/aitools/__init__.pyi', text: read('python/aitools/__init__.pyi') },
  { name: 'typings/aitools/search.pyi', text: read('python/aitools/search.pyi') },
];
const api = readStubs(stubs(''));
const names = new Names(api);

/** Returns the completions at the place of `|`. @param {string} code */
function complete(code) {
  const at = code.indexOf('|');
  return (names.complete(code.replace('|', ''), at)?.list ?? []).map((one) => one.label);
}

test('stubs declare classes with methods, attributes and texts', () => {
  const unit = api.modules.get('classes')?.get('Unit');
  assert.equal(unit?.kind, 'class');
  assert.match(unit?.text ?? '', /^A unit on the board/);
  const move = unit?.members.get('moveUnit');
  assert.equal(move?.signature, 'moveUnit(direction: str) -> Literal[False] | None');
  assert.match(move?.text ?? '', /^Orders the unit to move in a direction.*\n\n/);
  assert.match(api.modules.get('classes')?.get('Direction')?.members.get('NORTH')?.text ?? '', /Upward/);
  assert.equal(api.globals.get('roundState')?.type, 'RoundState');
  const board = api.modules.get('aitools')?.get('Board');
  assert.equal(board?.members.get('size')?.kind, 'variable');
  assert.match(board?.members.get('distances')?.signature ?? '', /max_steps: int \| None = None/);
  assert.ok(api.modules.get('aitools.search'));
});

test('the German stubs declare the same names', () => {
  const german = readStubs([...stubs('new/de/').slice(0, 2)]);
  const of = (/** @type {import('wag/shell/editor/stubs.js').Api} */ one) =>
    [...(one.modules.get('classes') ?? [])].map(([name, { members }]) => [name, [...members.keys()]]);
  assert.deepEqual(of(german), of(api));
  assert.notEqual(german.globals.get('roundState')?.text, api.globals.get('roundState')?.text);
});

test('members of variables, results, items and loops are known', () => {
  for (const code of [
    'roundState.getUnits()[0].|',
    'for unit in roundState.getUnits():\n    unit.|',
    'units = roundState.getUnits()\nfirst = units[0]\nfirst.|',
    'for number, unit in roundState.getUnits():\n    unit.|',
    'def act(unit: Unit):\n    unit.|',
    'base = roundState.getBase()\nfor u in base.getUnits():\n    if u.mo|',
    'x = [u for u in roundState.getUnits() if u.|]',
  ])
    assert.ok(complete(code).includes('moveUnit'), code);
  assert.ok(complete('base = roundState.getBase()\nbase.|').includes('createUnitGatherer'));
  assert.ok(complete('from classes import *\nDirection.|').includes('NORTH'));
  assert.ok(complete('import classes\nclasses.|').includes('Unit'));
  assert.ok(complete('import aitools\naitools.|').includes('path'));
  assert.ok(complete('import aitools.search as s\ns.|').length > 3);
  assert.ok(complete('from aitools import |').includes('Board'));
  assert.ok(complete('import ai|').includes('aitools'));
  assert.ok(complete('import aitools\nboard = aitools.Board(x)\nboard.|').includes('is_passable'));
  assert.ok(complete('names = []\nnames.|').includes('append'));
  assert.ok(complete('rou|').includes('roundState'));
  assert.ok(complete('from classes import *\nan|').includes('annotate'));
  assert.ok(!complete('from classes import *\n_|').some((name) => name.startsWith('_')));
  for (const code of [
    '# roundState.|',
    'print("roundState.|',
    'x = 1\nx.|',
    'a = b\nb = a\na.|',
    '|',
    '(((.|',
    ').|',
    '1.|',
  ])
    assert.ok(!complete(code).includes('moveUnit'), code);
});

test('a call shows its signature, a name its declaration', () => {
  const call = (/** @type {string} */ code) => names.callAt(code.replace('|', ''), code.indexOf('|'))?.name;
  assert.equal(call('for unit in roundState.getUnits():\n    unit.moveUnit(|'), 'moveUnit');
  assert.equal(call('for unit in roundState.getUnits():\n    unit.moveUnit(Direction.NORTH|)'), 'moveUnit');
  assert.equal(call('import aitools\naitools.path(board, (1, |'), undefined);
  assert.equal(call('import aitools\naitools.path(board, (1, 2), |'), 'path');
  assert.equal(call('def moveUnit(|'), undefined);
  const code = 'unit = roundState.getUnits()[0]\nunit.moveUnit("NORTH")';
  assert.equal(names.declarationAt(code, code.indexOf('moveUnit') + 3)?.found.owner, 'Unit');
  assert.equal(names.declarationAt(code, 9)?.found.name, 'roundState');
  assert.equal(names.declarationAt(code, 2), null);
});

test('the pages about the game have paragraphs about the classes', () => {
  for (const [name, step] of [
    ['en', /orders a (?:step|move)|step/i],
    ['de', /befiehlt einen Schritt/],
  ]) {
    const blocks = parseMarkdown(read(`docs/${name}/warriors.md`));
    const found = paragraphAbout(blocks, 'Unit', 'moveUnit');
    assert.equal(found?.slug, 'unit');
    assert.match(found?.text ?? '', /** @type {RegExp} */ (step));
    assert.equal(paragraphAbout(blocks, '', 'RoundState')?.slug, 'roundstate');
    assert.equal(paragraphAbout(blocks, 'Unit', 'nothing'), null);
  }
});
