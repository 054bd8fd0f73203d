/**
 * A game for two: the position as a board or as printed text, the moves so far and, if it is a person's turn, the legal
 * moves.
 */

import { fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { hasText, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { boardOf, lastMoveCell } from 'wag/two/board.js';
import { createChoices } from 'wag/two/choices.js';
import { sentenceAbout, resultText, playerName } from 'wag/two/results.js';
import { createGrid } from 'wag/two/grid.js';
import { createMoves } from 'wag/two/move-list.js';
import { moveText } from 'wag/two/move-text.js';
import { createOutput } from 'wag/two/output.js';

/** @typedef {import('./session.js').Session} Session */

/** Games whose text looks like a board but is not one. */
const BOARDLESS = ['SimpleNim', 'Nim'];

/** @param {Session} session @param {import('./tab.js').Actions} actions @param {(() => void)|null} [onBack] returns to the tournament that the game belongs to @returns {import('./tab.js').SessionDisplay} */
export function createGame(session, actions, onBack = null) {
  const title = h('h1', {});
  const seed = h('p', { class: 'hint' });
  const board = h('pre', { class: 'two-board', tabindex: '0', role: 'region', 'aria-label': t('two.board') });
  const grid = createGrid(
    (number) => choices.choose(number),
    () => element,
  );
  const asText = h('details', { class: 'two-text' }, h('summary', { text: t('two.asText') }));
  const stage = h('div', { class: 'panel two-stage' });
  const turn = h('p', { class: 'two-turn' });
  const live = h('p', { class: 'unseen', role: 'status' });
  const choices = createChoices(
    (answer) => actions.answer(answer),
    () => element.focus(),
  );
  const moves = createMoves(session, show);
  const printed = createOutput();
  const where = h('span', { class: 'two-where' });
  const steps = h(
    'div',
    { class: 'two-steps', role: 'group', 'aria-label': t('two.moves') },
    iconButton('skip-back', t('two.firstPosition'), () => show(session.first), 'Home'),
    iconButton('rewind', t('two.previous'), () => show(shown - 1), '←'),
    where,
    iconButton('fast-forward', t('two.next'), () => show(shown + 1), '→'),
    iconButton('skip-forward', t('two.last'), () => show(session.last), 'End'),
  );
  const cancel = h('button', { type: 'button', text: t('two.cancel'), onclick: actions.cancel });
  const back = h('button', {
    type: 'button',
    text: t('two.toTable'),
    hidden: !onBack,
    onclick: () => onBack?.(),
  });
  const after = [
    h(
      'button',
      { type: 'button', class: 'primary', onclick: actions.again },
      t('two.again'),
      ' ',
      h('kbd', { text: 'R' }),
    ),
    h('button', { type: 'button', text: t('two.swap'), onclick: actions.swap }),
  ];
  const element = h(
    'section',
    { class: 'two', tabindex: '-1', 'aria-label': t('two.title') },
    h(
      'header',
      { class: 'two-head' },
      h('div', {}, title, seed),
      h(
        'div',
        { class: 'actions' },
        back,
        ...after,
        cancel,
        h('button', { type: 'button', text: t('two.setup'), onclick: actions.setup }),
      ),
    ),
    h(
      'div',
      { class: 'two-columns' },
      stage,
      h('div', { class: 'two-side' }, moves.element, printed.element),
    ),
  );
  stage.append(grid.element, board, steps, turn, choices.element, asText, live);
  let shown = -1;
  /** Number of the last position at the previous update. */
  let lastAtUpdate = -1;
  let announced = '';

  /** @param {number} number */
  function show(number) {
    shown = Math.max(session.first, Math.min(session.last, number));
    draw();
  }

  function draw() {
    const position = session.position(shown);
    setText(board, position ? sanitize(position.text) : '');
    drawBoard(position);
    board.classList.toggle('wide', position?.text.split('\n').some((line) => line.length > 44) ?? false);
    board.hidden = steps.hidden = session.now?.state === 'failed' && !position;
    setText(where, shown > 0 ? t('two.shown', { n: shown, all: Math.max(0, session.last) }) : t('two.begin'));
    moves.choose(shown);
    printed.show(position ? position.printed : session.printed);
  }

  /** Draws the position as a board if it is one, with the text in a fold below. @param {import('./session.js').Position|null} position */
  function drawBoard(position) {
    const drawn = position && boardIn(session, position.text);
    const isAsked = session.question !== null && shown === session.last;
    const before = drawn && shown > 0 ? boardIn(session, session.position(shown - 1)?.text ?? '') : null;
    grid.show(
      drawn,
      session.family,
      drawn && lastMoveCell(before, drawn),
      isAsked ? (session.question?.count ?? 0) : 0,
      [0, 1].map((player) => playerName(session, player)),
    );
    asText.hidden = !drawn;
    const place = drawn ? asText : stage;
    if (board.parentElement === place) return;
    if (drawn) asText.append(board);
    else stage.insertBefore(board, steps);
  }

  function update() {
    const names = session.now?.wanted.players ?? [];
    const [first, second] = (
      session.players.length === 2 ? [playerName(session, 0), playerName(session, 1)] : names
    ).map((name) => singleLine(name, 40));
    setText(title, `${gameName(session)}: ${t('two.against', { first, second })}`);
    setText(
      seed,
      [session.seed && t('two.seedOf', { seed: session.seed }), ...session.warnings]
        .filter(Boolean)
        .map((text) => sanitize(text))
        .join(' · '),
    );
    // A user who looks at an earlier position stays there.
    const follows = shown < 0 || shown >= lastAtUpdate;
    lastAtUpdate = session.last;
    moves.update();
    shown = follows ? session.last : Math.max(shown, session.first);
    draw();
    cancel.hidden = !session.isRunning;
    for (const button of after) button.hidden = session.isRunning || onBack !== null;
    showState();
    choices.ask(
      session.question,
      playerName(session, session.positions.at(-1)?.toMove ?? null),
      session.family,
    );
    drawBoard(session.position(shown));
    announce();
  }

  function showState() {
    const { text, tone, place } = stateOf(session);
    turn.className = `two-turn ${tone}`;
    const key = `${text}${place}`;
    if (turn.dataset.key === key) return;
    turn.dataset.key = key;
    fill(turn, h('bdi', { text }), place ? h('span', { class: 'at', text: t('two.at', { place }) }) : null);
  }

  /** Has screen readers announce what happened. */
  function announce() {
    const position = session.positions.at(-1);
    const lastMove = position?.move
      ? sentenceAbout('two.said', session, position.by, {
          move: singleLine(moveText(position.move, session.family), 60),
        })
      : '';
    const words = [session.isRunning ? lastMove : '', stateOf(session).text].filter(Boolean).join(' ');
    // In a game between programs, only the end is announced, because each move would be too much.
    if (words === announced || (session.isRunning && !session.question)) return;
    announced = words;
    setText(live, sanitize(words));
  }

  /** @returns {import('../shell/page/keys.js').Keys} */
  const keys = () => ({
    ArrowLeft: () => show(shown - 1),
    ArrowRight: () => show(shown + 1),
    Home: () => show(session.first),
    End: () => show(session.last),
    ...(session.isRunning ? {} : { r: actions.again }),
  });
  return { element, update, keys };
}

/** Returns whose turn it is, or the result. @param {Session} session @returns {{text: string, tone: string, place: string}} */
function stateOf(session) {
  const { now, result } = session;
  const place = result?.where ? sanitize(result.where) : '';
  if (now?.state === 'failed')
    return {
      text: t('two.failed', { error: sanitize((now.error ?? '').slice(0, 2000)) }),
      tone: 'bad',
      place,
    };
  if (result)
    return {
      text: resultText(session, result),
      tone: ['won', 'draw'].includes(result.reason) ? 'good' : 'bad',
      place,
    };
  if (now?.state === 'cancelled') return { text: t('two.cancelled'), tone: '', place };
  const mover = session.positions.at(-1)?.toMove ?? null;
  if (mover === null) return { text: t('two.starting'), tone: '', place };
  const isAlone = session.people.filter(Boolean).length === 1;
  const word = session.people[mover] ? (isAlone ? 'two.yourTurn' : 'two.turnOf') : 'two.thinks';
  return {
    text: t(word, { name: singleLine(playerName(session, mover), 40) }),
    tone: session.people[mover] ? 'yours' : '',
    place,
  };
}

/** Returns the board in a text, or null. @param {Session} session @param {string} text */
function boardIn(session, text) {
  return BOARDLESS.includes(session.family) ? null : boardOf(sanitize(text));
}

/** Returns the name of the game. @param {Session} session */
export function gameName(session) {
  const name = session.game || session.now?.wanted.game || '';
  const key = `two.name.${name.split(':')[0]}`;
  return hasText(key) ? t(key) : singleLine(name, 40);
}
