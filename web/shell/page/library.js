/**
 * Saving a match under a name, and loading one from the list, from a file or by dropping it on the page.
 */

import { api } from 'wag/shell/basics/api.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { locale, formatNumber, t, textOr } from 'wag/shell/basics/i18n.js';
import { isHosted } from 'wag/shell/page/me.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** Number of figures shown for a winner; other players show only the first. */
const FIGURES = 4;

/** @param {import('../replay/replay.js').Replay} replay @param {(text: string) => void} notify */
export function showSave(replay, notify) {
  const name = h('input', {
    type: 'text',
    id: 'save-name',
    required: true,
    maxlength: '80',
    autocomplete: 'off',
    value: `${replay.header.map ?? ''} ${replay.header.seed}`.trim(),
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const downloads = createDownloads(replay);
  const form = h(
    'form',
    { class: 'stack' },
    h('label', { for: 'save-name', text: t('save.name') }),
    name,
    failure,
    h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'primary', text: t('save.save') })),
    h('hr'),
    ...downloads,
  );
  const dialog = showDialog(t('save.title'), form);
  name.select();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const saved = await api.save(replay.id ?? '', name.value);
      dialog.close();
      notify(t('save.done', { name: singleLine(saved.name) }));
    } catch (error) {
      setText(failure, errorText(error));
    }
  });
}

/** Copies the address, explains where it works, and offers downloads that work everywhere. @param {import('../replay/replay.js').Replay|null} replay null: the page is not served by Wag @param {(text: string) => void} notify */
export async function copyLink(replay, notify) {
  await navigator.clipboard.writeText(location.href);
  if (!replay) return notify(t('top.linkCopied'));
  const [, ...downloads] = createDownloads(replay);
  showDialog(
    t('copied.title'),
    h('p', { text: t(isHosted() ? 'copied.hosted' : 'copied.here') }),
    h('p', { text: t('copied.others') }),
    ...downloads,
  );
}

/** Returns links to download the replay as a page or a file, and a checkbox to include the sources of the AIs. @param {import('../replay/replay.js').Replay} replay */
function createDownloads(replay) {
  const address = `/api/replays/${encodeURIComponent(replay.id ?? '')}`;
  const page = h('a', { class: 'button', download: '', text: t('save.page') });
  const file = h('a', { class: 'button', download: '', text: t('save.file') });
  const hasSources = Object.keys(replay.header.sources ?? {}).length > 0;
  const withSources = h('input', { type: 'checkbox' });
  const hint = h('p', { class: 'hint', role: 'status' });
  function draw() {
    const query = withSources.checked ? '?sources=yes' : '';
    page.href = `${address}/page${query}`;
    file.href = `${address}/file${query}`;
    setText(hint, t(withSources.checked ? 'save.withSources' : 'save.withoutSources'));
  }
  withSources.addEventListener('change', draw);
  draw();
  const box = hasSources && h('label', { class: 'check' }, withSources, t('save.sources'));
  return [
    h('p', { class: 'hint', text: t('save.export') }),
    h('div', { class: 'actions' }, page, file),
    box,
    hint,
  ];
}

/** @typedef {(game: string) => import('../basics/i18n.js').Translate} TranslatorOfGame */

/** @param {TranslatorOfGame} wordsOfGame @param {(id: string) => void} open @param {(file: Blob) => void} upload @param {(ids: string[]) => void} playAll plays replays one after another */
export async function showLoad(wordsOfGame, open, upload, playAll) {
  const list = h('ul', { class: 'saves' });
  const filter = h('input', {
    type: 'search',
    id: 'load-filter',
    placeholder: t('load.filter'),
    'aria-label': t('load.filter'),
  });
  const file = h('input', { type: 'file', accept: '.wag', id: 'load-file' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const all = h('button', { type: 'button', text: t('load.inTurn'), hidden: true });
  const dialog = showDialog(
    t('load.title'),
    filter,
    list,
    h('div', { class: 'actions' }, all),
    failure,
    h('div', { class: 'drop' }, h('label', { for: 'load-file', text: t('load.file') }), file),
  );
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    dialog.close();
    upload(chosen);
  });
  let saves;
  try {
    saves = await api.saves();
  } catch (error) {
    return setText(failure, errorText(error));
  }
  const show = () => {
    const query = filter.value.toLowerCase();
    const found = saves.filter((save) =>
      `${save.name} ${save.map ?? ''} ${(save.players ?? []).join(' ')}`.toLowerCase().includes(query),
    );
    fill(
      list,
      ...found.slice(0, 300).map((save) =>
        saveItem(save, wordsOfGame, () => {
          dialog.close();
          open(save.id);
        }),
      ),
    );
    const whole = found.filter((save) => !save.error).map((save) => save.id);
    all.hidden = whole.length < 2;
    all.onclick = () => {
      dialog.close();
      playAll(whole);
    };
    if (found.length === 0) fill(list, h('li', { class: 'hint', text: t('load.none') }));
  };
  filter.addEventListener('input', show);
  show();
}

/** Returns the winners and the figures of all players. @param {Pick<import('../../generated/server.js').ListedSave, 'game'|'complete'|'standings'>} save @param {TranslatorOfGame} wordsOfGame @returns {string[]} lines */
export function standingsLines({ game, complete, standings = [] }, wordsOfGame) {
  const translate = wordsOfGame(game ?? '');
  const figure = (/** @type {[string, number]} */ [name, value]) =>
    `${textOr(translate, `figure.${name}`, name)} ${formatNumber(Number(value), 1)}`;
  const winners = complete ? standings.filter((one) => one.place === 1) : [];
  const lineOf = (
    /** @type {import('../../generated/server.js').SavedStanding} */ { name, figures, forfeits },
    /** @type {number} */ most,
  ) =>
    forfeits
      ? `${singleLine(name, 40)}: ${t('forfeit')}`
      : [singleLine(name, 40), figures.slice(0, most).map(figure).join(' · ')].filter(Boolean).join(': ');
  const first =
    winners.length > 0
      ? [t('load.won', { n: winners.length, names: winners.map((one) => lineOf(one, FIGURES)).join('; ') })]
      : [];
  const rest = standings
    .filter((one) => !winners.includes(one))
    .map((one) => lineOf(one, 1))
    .join('; ');
  return [...first, rest].filter(Boolean);
}

/** @param {import('../../generated/server.js').ListedSave} save @param {TranslatorOfGame} wordsOfGame @param {() => void} open */
function saveItem(save, wordsOfGame, open) {
  const date = new Date(save.saved);
  const when = Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  const { number: at, games } = save.of_match ?? {};
  const which = at && games ? t('games.of', { n: formatNumber(at), all: formatNumber(games) }) : '';
  const detail = save.error
    ? `${when} · ${save.error}`
    : [save.map, which, t('load.rounds', { n: formatNumber(save.rounds ?? 0) }), when]
        .filter(Boolean)
        .join(' · ');
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'save', disabled: Boolean(save.error), onclick: open },
      h('strong', {}, h('bdi', { text: singleLine(save.name) })),
      save.automatic ? h('span', { class: 'tag', text: t('load.automatic') }) : null,
      ...(save.standings?.length ? standingsLines(save, wordsOfGame) : [(save.players ?? []).join(', ')]).map(
        (line) => h('span', { class: 'save-players', text: singleLine(line, 200) }),
      ),
      h('span', { class: 'hint', text: singleLine(detail, 200) }),
    ),
  );
}

/** Handles files that are dropped anywhere on the page. @param {(file: Blob) => void} upload */
export function acceptDrops(upload) {
  const carriesFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
  document.addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    // A field for files has taken it.
    if (!carriesFile(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) upload(file);
  });
}
