/**
 * The marks of a contest: points by a rule, changed by hand, and written into the teacher's own worksheet.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatFixed, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import {
  actButton,
  createForm,
  downloadLink,
  drawInto,
  failureLine,
  field,
  fileField,
  messageLine,
  nameOf,
  plainName,
  saveFile,
  table,
} from 'wag/shell/host/parts.js';
import { classAddress, getFile, requests } from 'wag/shell/host/requests.js';

/** @typedef {import('../requests.js').Contest} Contest */
/** @typedef {import('../requests.js').Marks} Marks */

const RULE = /** @type {const} */ (['takes_part', 'final', 'lessons', 'max']);

/** @param {Contest} contest @param {import('../places.js').PlaceHost} host */
export function createMarks(contest, host) {
  const element = h('div', {});
  const load = () =>
    void drawInto(element, async () => {
      const marks = await requests.marks(contest.id);
      return [
        ruleForm(contest, marks, load),
        marksTable(contest, marks, host),
        h(
          'div',
          { class: 'actions' },
          downloadLink(t('host.marksCsv'), classAddress(contest.class, `/marks.csv?${query(contest)}`)),
        ),
        worksheet(contest),
      ];
    });
  return { element, load };
}

/** @param {Contest} contest */
const query = ({ id }) => new URLSearchParams({ contest: id });

/** @param {Contest} contest @param {Marks} marks @param {() => void} reload */
function ruleForm(contest, { rule }, reload) {
  const inputs = RULE.map((name) =>
    h('input', { type: 'number', min: '0', max: '1000', step: 'any', value: rule[name] ?? 0 }),
  );
  return createForm(
    [
      h(
        'div',
        { class: 'options' },
        ...RULE.map((name, index) => field(t(`host.rule.${name}`), inputs[index])),
      ),
    ],
    t('host.saveRule'),
    async () => {
      const values = Object.fromEntries(RULE.map((name, index) => [name, Number(inputs[index].value)]));
      await requests.changeMarks(contest.id, { rule: { ...rule, ...values } });
      reload();
    },
  );
}

/** @param {Contest} contest @param {Marks} marks @param {import('../places.js').PlaceHost} host */
function marksTable(contest, { rows }, host) {
  const line = (/** @type {Marks['rows'][number]} */ row) => {
    const name = plainName(row.name);
    const points = h('input', {
      type: 'text',
      class: 'points',
      inputmode: 'decimal',
      value: row.points ?? '',
      'aria-label': t('host.pointsOf', { name }),
    });
    const comment = h('input', {
      type: 'text',
      maxlength: '500',
      value: row.comment ?? '',
      'aria-label': t('host.commentOf', { name }),
    });
    const save = async () => {
      const text = points.value.trim().replace(',', '.');
      const value = text === '' ? null : Number(text);
      points.setAttribute('aria-invalid', String(Number.isNaN(value)));
      if (Number.isNaN(value)) return host.notify(t('host.noNumber'), true);
      await requests
        .changeMarks(contest.id, { rows: [{ account: row.account, points: value, comment: comment.value }] })
        .then(() => host.notify(t('host.saved')))
        .catch((error) => host.notify(errorText(error), true));
    };
    for (const input of [points, comment]) input.addEventListener('change', save);
    const byRule = row.by_rule === null ? '–' : formatFixed(row.by_rule, row.by_rule % 1 ? 1 : 0);
    return [nameOf(row.name), byRule, points, comment];
  };
  return table(
    t('host.marks'),
    ['player', 'byRule', 'points', 'comment'].map((key) => t(`host.${key}`)),
    rows.map(line),
  );
}

/** Returns the part that fills in a worksheet of Moodle. @param {Contest} contest */
function worksheet(contest) {
  const found = h('div', { role: 'status' });
  const failure = failureLine();
  const address = classAddress(contest.class, `/worksheet?${query(contest)}`);
  /** @param {File} file */
  async function look(file) {
    setText(failure, '');
    fill(found);
    try {
      const seen = await requests.lookAtWorksheet(contest.class, contest.id, file);
      const unmatched = seen.unmatched ?? [];
      fill(
        found,
        h('p', { text: t('host.worksheetFound', { n: (seen.rows ?? []).length }) }),
        unmatched.length > 0 &&
          h('p', {
            class: 'host-note',
            text: t('host.unmatched', { names: unmatched.map(rowText).join(', ') }),
          }),
        actButton(
          t('host.worksheetFill'),
          failure,
          async () => {
            const filled = await getFile(address, {
              method: 'POST',
              headers: { 'Content-Type': 'text/csv' },
              body: file,
            });
            saveFile(filled.blob, file.name);
          },
          { class: 'primary' },
        ),
      );
    } catch (error) {
      setText(failure, errorText(error));
    }
  }
  return h(
    'section',
    { 'aria-label': t('host.worksheet') },
    h('h3', { text: t('host.worksheet') }),
    h('p', { class: 'hint', text: t('host.worksheetHint') }),
    fileField(t('host.worksheetChoose'), '.csv,text/csv', look),
    found,
    failure,
  );
}

/** Returns the name in an unmatched row of a worksheet, in whatever form it comes. @param {any} row */
function rowText(row) {
  return typeof row === 'string' ? plainName(row) : plainName(row?.name ?? messageLine(row?.message));
}
