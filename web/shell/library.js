/**
 * Saving a match under a name, and loading one from the list, from a file or by dropping it on the page.
 */

import { api } from 'wag/shell/api.js';
import { showDialog } from 'wag/shell/dialog.js';
import { fill, h, say } from 'wag/shell/dom.js';
import { language, number, t } from 'wag/shell/i18n.js';
import { message } from 'wag/shell/replay.js';
import { short } from 'wag/shell/text.js';

/** @param {import('./replay.js').Replay} replay @param {(text: string) => void} tell */
export function showSave(replay, tell) {
  const name = h('input', { type: 'text', id: 'save-name', required: true, maxlength: '80', autocomplete: 'off', value: `${replay.header.map ?? ''} ${replay.header.seed}`.trim() });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const page = h('a', { class: 'button', href: `/api/replays/${encodeURIComponent(replay.id ?? '')}/page`, download: '', text: t('save.page') });
  const file = h('a', { class: 'button', href: `/api/replays/${encodeURIComponent(replay.id ?? '')}/file`, download: '', text: t('save.file') });
  const form = h('form', { class: 'stack' }, h('label', { for: 'save-name', text: t('save.name') }), name, failure,
    h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'primary', text: t('save.save') })),
    h('hr'), h('p', { class: 'hint', text: t('save.export') }), h('div', { class: 'actions' }, page, file),
    Object.keys(replay.header.sources ?? {}).length > 0 && h('p', { class: 'hint', text: t('save.sources') }));
  const dialog = showDialog(t('save.title'), form);
  name.select();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const saved = await api.save(replay.id ?? '', name.value);
      dialog.close();
      tell(t('save.done', { name: short(saved.name) }));
    } catch (error) {
      say(failure, message(error));
    }
  });
}

/** @param {(id: string) => void} open @param {(file: Blob) => void} upload */
export async function showLoad(open, upload) {
  const list = h('ul', { class: 'saves' });
  const filter = h('input', { type: 'search', id: 'load-filter', placeholder: t('load.filter'), 'aria-label': t('load.filter') });
  const file = h('input', { type: 'file', accept: '.wag', id: 'load-file' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const dialog = showDialog(t('load.title'), filter, list, failure,
    h('div', { class: 'drop' }, h('label', { for: 'load-file', text: t('load.file') }), file));
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
    return say(failure, message(error));
  }
  const show = () => {
    const wanted = filter.value.toLowerCase();
    const found = saves.filter((save) => `${save.name} ${save.map ?? ''} ${(save.players ?? []).join(' ')}`.toLowerCase().includes(wanted));
    fill(list, ...found.slice(0, 300).map((save) => saveItem(save, () => (dialog.close(), open(save.id)))));
    if (found.length === 0) fill(list, h('li', { class: 'hint', text: t('load.none') }));
  };
  filter.addEventListener('input', show);
  show();
}

/** @param {import('./api.js').Save} save @param {() => void} open */
function saveItem(save, open) {
  const date = new Date(save.saved);
  const when = Number.isNaN(date.getTime()) ? '' : date.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const detail = save.error ? `${when} · ${save.error}` : [save.map, t('load.rounds', { n: number(save.rounds ?? 0) }), when].filter(Boolean).join(' · ');
  return h('li', {}, h('button', { type: 'button', class: 'save', disabled: Boolean(save.error), onclick: open },
    h('strong', {}, h('bdi', { text: short(save.name) })),
    save.automatic ? h('span', { class: 'tag', text: t('load.automatic') }) : null,
    h('span', { class: 'save-players', text: short((save.players ?? []).join(', '), 120) }),
    h('span', { class: 'hint', text: short(detail, 200) })));
}

/** Takes in files that are dropped anywhere on the page. @param {(file: Blob) => void} upload */
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
    if (!carriesFile(event)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) upload(file);
  });
}
