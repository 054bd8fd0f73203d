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
  placesText,
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
        h('p', { class: 'hint', text: ruleText(marks.rule) }),
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

/** Returns how the rule makes points of a place and of lessons. @param {Marks['rule']} rule */
function ruleText(rule) {
  const points = (/** @type {number} */ value) => formatFixed(value, value % 1 ? 1 : 0);
  const { takes_part: part, final, lessons, max, step = 0 } = rule;
  return t(step > 0 ? 'host.ruleStep' : 'host.ruleText', {
    part: points(part),
    final: points(final),
    lessons: points(lessons),
    max: points(max),
    step: formatFixed(step, step % 1 ? 2 : 0).replace(/0$/, ''),
  });
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
function marksTable(contest, { rows, rule }, host) {
  const line = (/** @type {Marks['rows'][number]} */ row) => {
    const name = plainName(row.name);
    const points = h('input', {
      type: 'text',
      class: 'points',
      inputmode: 'decimal',
      value: row.points === null ? '' : typed(row.points),
      'aria-label': t('host.pointsOf', { name }),
    });
    const wrong = h('small', { class: 'failure', role: 'alert', id: `points-${row.account}` });
    const comment = h('input', {
      type: 'text',
      maxlength: '500',
      value: row.comment ?? '',
      'aria-label': t('host.commentOf', { name }),
    });
    /** Says beside the points why they are not saved; an empty text if they are. @param {string} text */
    const complain = (text) => {
      points.setAttribute('aria-invalid', String(text !== ''));
      if (text) points.setAttribute('aria-describedby', wrong.id);
      else points.removeAttribute('aria-describedby');
      setText(wrong, text);
    };
    const save = async () => {
      const value = readPoints(points.value);
      if (Number.isNaN(value) || (value ?? 0) < 0 || (value ?? 0) > rule.max)
        return complain(t('host.pointsRange', { max: formatFixed(rule.max, decimals(rule.max)) }));
      complain('');
      await requests
        .changeMarks(contest.id, { rows: [{ account: row.account, points: value, comment: comment.value }] })
        .then(() => host.notify(t('host.saved')))
        .catch((error) => complain(errorText(error)));
    };
    for (const input of [points, comment]) input.addEventListener('change', save);
    const byRule = row.by_rule === null ? '–' : formatFixed(row.by_rule, decimals(row.by_rule));
    return [nameOf(row.name), placeOf(row), lessonsOf(row), byRule, h('span', {}, points, wrong), comment];
  };
  return table(
    t('host.marks'),
    ['player', 'column.rank', 'lessons', 'byRule', 'points', 'comment'].map((key) => t(`host.${key}`)),
    rows.map(line),
    'phone-cards',
  );
}

/** Returns the place in the final. @param {Marks['rows'][number]} row */
const placeOf = ({ places }) => (places ? placesText({ place_from: places.from, place_to: places.to }) : '–');

/** Returns how many lessons were passed. @param {Marks['rows'][number]} row */
const lessonsOf = ({ lessons_done: done, lessons_all: all }) => t('host.lessonsOf', { done, all });

/** Returns the number of decimals that a mark needs, at most two. @param {number} value */
const decimals = (value) => (value % 1 === 0 ? 0 : (value * 10) % 1 === 0 ? 1 : 2);

/** Returns points as somebody types them in this language. @param {number} value */
const typed = (value) => String(value).replace('.', formatFixed(0.5, 1).slice(1, 2));

/** Reads points as they are typed, with a decimal point or comma: null for the rule, NaN for no number. @param {string} text */
function readPoints(text) {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
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
      fill(
        found,
        ...drawPreview(seen),
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

/** Says what will be filled in, and whose mark has no row. @param {import('../requests.js').WorksheetPreview} seen */
function drawPreview({ rows, unmatched, missing }) {
  const filled = rows.filter((row) => row.verdict === 'filled').length;
  const note = (/** @type {string} */ key, /** @type {string[]} */ names) =>
    names.length > 0 && h('p', { class: 'host-note', text: t(key, { names: names.join(', ') }) });
  const withPoints = (/** @type {{name: string, points: number|null}} */ { name, points }) =>
    points === null
      ? plainName(name)
      : t('host.nameWithPoints', { name: plainName(name), points: formatFixed(points, decimals(points)) });
  const refused = rows.filter((row) => row.verdict === 'refused');
  return [
    h('p', { text: t('host.worksheetFound', { n: rows.length }) }),
    h('p', {}, h('strong', { text: t('host.worksheetFilled', { n: filled }) })),
    h('p', { class: 'hint', text: t('host.worksheetComments') }),
    note('host.missingRows', missing.map(withPoints)),
    note(
      'host.refusedRows',
      refused.map((row) => `${plainName(row.name)}: ${messageLine(row.message)}`),
    ),
    note(
      'host.unmatched',
      unmatched.map((row) => plainName(row.name)),
    ),
  ];
}
