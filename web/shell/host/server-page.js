/**
 * The server itself, for its owner: classes, the cluster, a backup, what teachers and owners have done.
 */

import { drawCode, fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatFixed, inLanguage, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { titleOf } from 'wag/shell/host/class/contest-form.js';
import {
  actButton,
  actions,
  createForm,
  drawInto,
  failureLine,
  field,
  messageLine,
  nameOf,
  panel,
  table,
  tag,
} from 'wag/shell/host/parts.js';
import { placeLink } from 'wag/shell/host/place-link.js';
import { requests } from 'wag/shell/host/requests.js';
import { dateText } from 'wag/shell/host/time.js';
import { isOwner, whoAmI } from 'wag/shell/page/me.js';

/** @param {string} _part @param {import('./places.js').PlaceHost} host @returns {import('./places.js').Place} */
export function createServerPage(_part, host) {
  const element = h('div', { class: 'setup host-page' });
  fill(
    element,
    h(
      'div',
      { class: 'setup-head' },
      h('h1', { tabindex: '-1' }, nameOf(whoAmI().server.name || t('host.server'))),
    ),
    ...(isOwner()
      ? [classes(host), serverName(host), installedGames(host), cluster(), backup(host), auditLog()]
      : [h('p', { class: 'failure', text: t('host.gone') })]),
  );
  return { element, title: t('host.server'), topic: 'me', refresh: () => {} };
}

/** Returns the button that opens the handbook. @param {import('./places.js').PlaceHost} host */
const manualButton = (host) =>
  h('button', {
    type: 'button',
    class: 'link',
    text: t('host.moreAbout'),
    onclick: () => host.openManual({ topic: 'class-server', slug: '' }),
  });

/** @param {import('./places.js').PlaceHost} host */
function classes(host) {
  const games = host.games.filter((game) => game.title);
  const name = h('input', { type: 'text', required: true, maxlength: '60', autocomplete: 'off' });
  const game = h('select', {}, ...games.map((one) => h('option', { value: one.name, text: titleOf(one) })));
  const form = createForm(
    [
      h(
        'div',
        { class: 'options host-options' },
        field(t('host.className'), name),
        field(t('host.game'), game),
      ),
    ],
    t('host.makeClass'),
    async () => {
      const made = await requests.makeClass(name.value.trim(), [game.value]);
      await host.reloadMe();
      host.go({ class: made.id, part: 'link' });
    },
  );
  const all = whoAmI().classes;
  return panel(
    t('host.classes'),
    all.length === 0 && h('p', { class: 'host-large', text: t('host.firstClass') }),
    h('ul', { class: 'host-list' }, ...all.map(classItem)),
    form,
  );
}

/** @param {import('../page/me.js').MyClass} one */
function classItem(one) {
  const end = one.delete_at ? t('host.deletedOn', { time: dateText(one.delete_at) }) : '';
  return h(
    'li',
    {},
    placeLink(one.name, { class: one.id, ...(one.archived_at && { part: 'settings' }) }),
    one.archived_at ? tag(t('host.archived')) : null,
    one.archived_at ? end : null,
  );
}

/** @param {import('./places.js').PlaceHost} host */
function serverName(host) {
  const { name: now, has_fixed_name: isFixed } = whoAmI().server;
  if (isFixed) return panel(t('host.serverName'), h('p', { class: 'hint', text: t('host.serverNameFixed') }));
  const name = h('input', { type: 'text', maxlength: '60', autocomplete: 'off', value: now });
  const form = createForm(
    [field(t('host.serverName'), name, t('host.serverNameHint'))],
    t('host.save'),
    async () => {
      await requests.nameServer(name.value.trim());
      await host.reloadMe();
      host.go({ server: 'classes' });
    },
  );
  form.querySelector('.primary')?.classList.remove('primary');
  return panel(t('host.serverName'), form);
}

/** Lists the games in Python of the owner, with what is wrong with them. @param {import('./places.js').PlaceHost} host */
function installedGames(host) {
  const list = h('div', {});
  void drawInto(list, async () => {
    const games = await requests.installedGames();
    const rows = games.map(({ name, title, version, problem }) => [
      h('code', { text: singleLine(name, 60) }),
      h('bdi', { text: title === null ? '–' : singleLine(title, 60) }),
      version === null ? '–' : String(version),
      problem
        ? h('span', { class: 'failure', text: singleLine(inLanguage(problem), 500) })
        : t('host.game.good'),
    ]);
    const heads = ['name', 'title', 'version', 'state'].map((key) => t(`host.game.${key}`));
    return [rows.length > 0 && table(t('host.installedGames'), heads, rows)];
  });
  return panel(
    t('host.installedGames'),
    h('p', { class: 'hint' }, ...drawCode(t('host.installedGamesHint')), ' ', manualButton(host)),
    list,
  );
}

/** @param {import('./places.js').PlaceHost} host */
function backup(host) {
  const failure = failureLine();
  const done = h('p', { role: 'status' });
  const list = h('div', {});
  const draw = () => drawInto(list, async () => drawBackups(await requests.backups(), host));
  void draw();
  return panel(
    t('host.backup'),
    h('p', { class: 'hint', text: t('host.backupHint') }),
    actions(
      actButton(t('host.backUp'), failure, async () => {
        const { file, bytes } = await requests.backUp();
        setText(done, t('host.backedUpAs', { file: nameOfFile(file), size: sizeText(bytes) }));
        await draw();
      }),
    ),
    done,
    failure,
    list,
  );
}

/** Returns the name of a file without its folder. @param {string} path */
const nameOfFile = (path) => singleLine(path.replace(/^.*\//, ''), 200);

/** Returns a path as a shell reads it. @param {string} path */
const inShell = (path) => {
  const plain = singleLine(path, 300);
  return /^[\w./-]+$/.test(plain) ? plain : `'${plain.replace(/'/g, `'\\''`)}'`;
};

/** Returns a size in MB. @param {number} bytes */
const sizeText = (bytes) => t('host.megabytes', { n: formatFixed(Math.max(bytes / 1e6, 0.1), 1) });

/** Says where the backups are, and how one is restored. @param {import('./requests.js').BackupList} list @param {import('./places.js').PlaceHost} host */
function drawBackups({ folder, computer, backups, kept }, host) {
  const rows = backups.map((one) => [
    h('bdi', { text: nameOfFile(one.file) }),
    one.made_at === null ? '–' : dateText(one.made_at),
    sizeText(one.bytes),
  ]);
  const where = { computer: singleLine(computer, 80) || t('host.thisServer'), n: kept };
  return [
    h('p', {}, t('host.backupsIn', where), ' ', h('code', { text: singleLine(folder, 300) })),
    rows.length > 0 &&
      table(
        t('host.backups'),
        ['file', 'made', 'size'].map((key) => t(`host.backup.${key}`)),
        rows,
      ),
    h(
      'p',
      { class: 'hint' },
      ...drawCode(t('host.restoreHint', { file: inShell(`${folder}/${backups[0]?.file ?? 'FILE.zip'}`) })),
      ' ',
      manualButton(host),
    ),
  ];
}

/** Shows the workers of a cluster that get no more matches; nothing if there are none and the server has no cluster. */
function cluster() {
  const failure = failureLine();
  const list = h('div', {});
  const element = panel(t('host.cluster'), list, failure);
  element.hidden = true;
  const draw = () =>
    drawInto(list, async () => {
      const { address, threads, excluded } = await requests.cluster();
      element.hidden = address === null && excluded.length === 0;
      const rows = excluded.map(({ worker, reason, excluded_at: at }) => [
        h('bdi', { text: singleLine(worker, 80) }),
        messageLine(reason),
        at === null ? '–' : dateText(at),
        actButton(t('host.allowWorker'), failure, async () => {
          await requests.allowWorker(worker);
          await draw();
        }),
      ]);
      const heads = ['worker', 'reason', 'since', 'act'].map((key) => t(`host.cluster.${key}`));
      return [
        address !== null &&
          h('p', {}, t('host.clusterPlays', { address: singleLine(address, 80), n: threads })),
        excluded.length === 0
          ? h('p', { class: 'hint', text: t('host.noneExcluded') })
          : table(t('host.cluster'), heads, rows),
        excluded.length > 0 && h('p', { class: 'hint', text: t('host.excludedHint') }),
      ];
    });
  void draw();
  return element;
}

/** The number of lines that the server sends at once, at least. */
const LINES = 50;

function auditLog() {
  const place = h('div', {});
  const load = (/** @type {number|null} */ before) =>
    void drawInto(place, async () => {
      const lines = await requests.audit(before);
      const rows = lines.map((line) => [
        dateText(line.at),
        nameOf(line.actor_name ?? String(line.actor ?? '')),
        singleLine(line.action, 60),
        singleLine(
          [line.subject_name ?? line.subject, detailText(line.detail)].filter(Boolean).join(' '),
          120,
        ),
      ]);
      const heads = ['at', 'actor', 'action', 'subject'].map((key) => t(`host.audit.${key}`));
      const last = lines.length >= LINES ? lines.at(-1) : undefined;
      return [
        table(t('host.audit'), heads, rows, 'phone-cards'),
        last && actions(h('button', { type: 'button', text: t('host.more'), onclick: () => load(last.at) })),
      ];
    });
  const details = h('details', {}, h('summary', { text: t('host.auditShow') }), place);
  details.addEventListener('toggle', () => details.open && load(null));
  return panel(t('host.audit'), details);
}

/** @param {unknown} detail */
function detailText(detail) {
  if (typeof detail === 'string') return detail;
  return detail && Object.keys(detail).length > 0 ? JSON.stringify(detail) : '';
}
