/**
 * Forks of a match: what the match continues, and a dialog to continue it from a round with another file.
 */

import { api } from 'wag/shell/basics/api.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { errorText, gameOf } from 'wag/shell/replay/replay.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../../generated/server.js').ForkForm} ForkForm */
/** The first round to play again, and the player. @typedef {{round?: number, seat?: number}} Suggested */
/** Starts a fork; fails with a sentence for the user. @typedef {(fork: ForkForm) => Promise<void>} StartFork */

/** Returns the settings of a run that continues a match. @param {Replay} replay @param {ForkForm} fork @returns {import('../../generated/server.js').MatchRequest} */
export function forkSettings(replay, fork) {
  return { game: gameOf(replay.header), players: [], options: {}, seed: null, challenge: null, fork };
}

/** Returns a panel about forks; null where no server can play them. @param {Replay} replay @param {StartFork|null} [start] */
export function createForks(replay, start = null) {
  if (!start || !replay.id) return null;
  const origin = h('p', { class: 'hint', hidden: true });
  const compare = h('a', { class: 'button', hidden: true, text: t('fork.compareOriginal') });
  const go = h('button', {
    type: 'button',
    class: 'onward',
    text: t('fork.here'),
    onclick: () => showForkDialog(replay, start),
  });
  const other = h('button', {
    type: 'button',
    text: t('fork.compare'),
    onclick: () => showCompareDialog(replay),
  });
  const element = h(
    'section',
    { class: 'forks', 'aria-label': t('fork.title') },
    origin,
    h('div', { class: 'actions' }, compare, go, other),
  );
  if (replay.header.fork) {
    setText(origin, originText(replay.header));
    origin.hidden = false;
    offerOriginal(replay, replay.header.fork, compare, origin);
  }

  function update() {
    go.disabled = replay.playback.last < 1;
    if (!compare.hidden && compare.dataset.original) {
      compare.href = writeLink({
        replay: compare.dataset.original,
        compare: replay.id ?? undefined,
        round: replay.playback.round,
      });
    }
  }
  return { element, update };
}

/** Links to the comparison with the original match, or says that it is missing. @param {Replay} replay @param {import('../../generated/replay.js').ForkOrigin} fork @param {HTMLAnchorElement} link @param {HTMLElement} origin */
async function offerOriginal(replay, fork, link, origin) {
  try {
    const { id } = await api.parent(replay.id ?? '');
    link.dataset.original = id;
    link.href = writeLink({ replay: id, compare: replay.id ?? undefined, round: fork.round });
    link.hidden = false;
  } catch (error) {
    setText(origin, `${originText(replay.header)} ${errorText(error)}`);
  }
}

/** Says what a match continues, and what was changed. @param {import('../../generated/replay.js').Header} header */
export function originText({ fork, players }) {
  if (!fork) return '';
  const changed = players.filter(({ seat }) => fork.changed.includes(seat));
  const names = changed.map(({ name, file }) =>
    file ? `${singleLine(name, 40)} (${singleLine(file, 40)})` : singleLine(name, 40),
  );
  const parts = [t('fork.origin', { parent: singleLine(fork.parent, 60), round: formatNumber(fork.round) })];
  if (names.length > 0) parts.push(t('fork.changed', { names: names.join(', ') }));
  if (fork.reseeded) parts.push(t('fork.reseeded'));
  const recorded = players
    .filter(({ seat }) => fork.recorded.includes(seat))
    .map(({ name }) => singleLine(name, 40));
  if (recorded.length > 0) parts.push(t('fork.recorded', { names: recorded.join(', ') }));
  return parts.join(' ');
}

/** Asks which player plays which file, and from which round. @param {Replay} replay @param {StartFork} start @param {Suggested} [suggested] */
export function showForkDialog(replay, start, suggested = {}) {
  const form = createForkForm(replay, t('fork.help'), t('fork.start'), suggested);
  const dialog = showDialog(t('fork.here'), form.element);
  form.onSubmit(async (fork) => {
    await start(fork);
    dialog.close();
  });
}

/** A form with the fields of a fork. @param {Replay} replay @param {string} help @param {string} action the words of its button @param {Suggested} [suggested] @param {...import('../basics/dom.js').Child} more further fields */
export function createForkForm(replay, help, action, suggested = {}, ...more) {
  replay.playback.playing = false;
  const { header, playback } = replay;
  const player = h(
    'select',
    { id: 'fork-player' },
    ...header.players.map(({ seat }) =>
      h('option', { value: String(seat), text: `${seat}: ${replay.name(seat)}` }),
    ),
  );
  const own =
    header.players.find(({ seat, built_in: builtIn }) => !builtIn && seat === replay.seat) ??
    header.players.find(({ built_in: builtIn }) => !builtIn) ??
    header.players[0];
  player.value = String(suggested.seat ?? own?.seat ?? 1);
  const file = h('select', { id: 'fork-file', required: true });
  const round = h('input', {
    type: 'number',
    id: 'fork-round',
    min: '1',
    max: String(playback.last),
    required: true,
    value: String(suggested.round ?? Math.min(playback.last, playback.round + 1)),
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'primary', text: action });
  const element = h(
    'form',
    { class: 'stack' },
    h('p', { class: 'hint', text: help }),
    h('label', { for: 'fork-player', text: t('fork.player') }),
    player,
    h('label', { for: 'fork-file', text: t('fork.file') }),
    file,
    h('label', { for: 'fork-round', text: t('fork.round') }),
    round,
    ...more,
    failure,
    h('div', { class: 'actions' }, submit),
  );
  void offerFiles(replay, player, file).catch((error) => setText(failure, errorText(error)));

  /** Sets what the form does with its fork; a failure is shown, and the form can be sent again. @param {(fork: ForkForm) => Promise<void>} action */
  function onSubmit(action) {
    element.addEventListener('submit', async (event) => {
      event.preventDefault();
      submit.disabled = true;
      setText(failure, '');
      try {
        await action({
          replay: replay.id ?? '',
          round: Number(round.value),
          seat: Number(player.value),
          file: file.value,
        });
      } catch (error) {
        setText(failure, errorText(error));
        submit.disabled = false;
      }
    });
  }
  return { element, onSubmit };
}

/** Lists the files and built-in players that can play on; suggests the one that played. @param {Replay} replay @param {HTMLSelectElement} player @param {HTMLSelectElement} file */
async function offerFiles({ header }, player, file) {
  const { files, built_in: builtIn } = await api.start(gameOf(header));
  const option = (/** @type {string} */ name) => h('option', { value: name, text: singleLine(name, 60) });
  const open = builtIn.filter(({ locked }) => !locked).map(({ name }) => name);
  fill(
    file,
    h('optgroup', { label: t('fork.files') }, ...files.map(option)),
    h('optgroup', { label: t('setup.builtIn') }, ...open.map(option)),
  );
  const recorded = () => header.players.find(({ seat }) => seat === Number(player.value))?.file;
  const suggest = () => (file.value = files.find((name) => name === recorded()) ?? files[0] ?? open[0] ?? '');
  player.addEventListener('change', suggest);
  suggest();
}

/** Lets the user choose a saved match of the same game to compare with. @param {Replay} replay */
async function showCompareDialog(replay) {
  const list = h('ul', { class: 'saves' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const dialog = showDialog(
    t('fork.compare'),
    h('p', { class: 'hint', text: t('compare.help') }),
    list,
    failure,
  );
  try {
    const saves = (await api.saves()).filter(
      (save) => save.game === replay.header.game && save.id !== replay.id && !save.error,
    );
    const item = (/** @type {import('../../generated/server.js').ListedSave} */ save) =>
      h(
        'li',
        {},
        h(
          'a',
          {
            class: 'save',
            href: writeLink({
              replay: replay.id ?? undefined,
              compare: save.id,
              round: replay.playback.round,
            }),
            onclick: () => dialog.close(),
          },
          h('strong', {}, h('bdi', { text: singleLine(save.name) })),
          h('span', { class: 'save-players', text: singleLine((save.players ?? []).join(', '), 200) }),
        ),
      );
    fill(
      list,
      ...(saves.length > 0
        ? saves.slice(0, 300).map(item)
        : [h('li', { class: 'hint', text: t('load.none') })]),
    );
  } catch (error) {
    setText(failure, errorText(error));
  }
}
