/**
 * The submissions of a class: the user chooses files or a folder, the server checks them, and a list shows which can
 * play and why others cannot. Players can be renamed in the list.
 */

import { api } from 'wag/shell/basics/api.js';
import { drawCode, fill, h, icon, setText } from 'wag/shell/basics/dom.js';
import { inLanguage, t } from 'wag/shell/basics/i18n.js';
import { sentenceOf } from 'wag/shell/panels/problem.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/tournament.js').CheckedSubmission} Submission */
/** @typedef {import('../../generated/tournament.js').Verdict} Verdict */
/** @typedef {import('../../generated/server.js').CheckedClass} CheckedClass */

/** The icon of each verdict. @type {Record<Verdict, string>} */
const ICONS = {
  plays: 'circle-check',
  plays_with_warning: 'triangle-alert',
  cannot_play: 'circle-x',
  not_checked: 'circle-help',
};
/** The maximum length of a player's name. */
const NAME_MAX = 60;
/** Folders that contain no part of a submission, and hidden files. */
const LEFT_OUT = /(^|\/)(\.|__pycache__\/|__MACOSX\/|node_modules\/|site-packages\/|venv\/)/;

/** @param {string} game @param {() => void} onChange called when other submissions take part */
export function createIntake(game, onChange) {
  /** @type {CheckedClass|null} */
  let checked = null;
  /** The fields with the names of the players that can play, by the paths of their submissions. @type {Map<string, HTMLInputElement>} */
  const names = new Map();
  const status = h('p', { class: 'hint', role: 'status' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const counts = h('p', { class: 'intake-counts' });
  const list = h('ol', { class: 'intake', 'aria-label': t('intake.title') });
  const files = picker('files', { multiple: true, accept: '.zip,.py,.ipynb,.txt' }, check);
  const folder = picker('folder', { webkitdirectory: true }, check);
  const pickers = h('div', { class: 'actions' }, ...files.elements, ...folder.elements);
  const element = h(
    'section',
    { class: 'panel intake-panel', 'aria-labelledby': 'intake-title' },
    h('h2', { id: 'intake-title', text: t('intake.title') }),
    h('p', { class: 'hint', text: t('intake.hint') }),
    pickers,
    h('div', { class: 'intake-head' }, status, counts),
    failure,
    list,
  );

  /** @param {File[]} chosen */
  async function check(chosen) {
    setText(failure, '');
    setText(status, t('intake.checking'));
    for (const button of [files.button, folder.button]) button.disabled = true;
    try {
      show(
        await api.checkSubmissions(game, chosen.filter((file) => !LEFT_OUT.test(pathOf(file))).map(withPath)),
      );
    } catch (error) {
      setText(failure, errorText(error));
      setText(status, '');
    }
    for (const button of [files.button, folder.button]) button.disabled = false;
  }

  /** @param {CheckedClass} found */
  function show(found) {
    checked = found;
    names.clear();
    const of = (/** @type {Verdict} */ verdict) =>
      found.submissions.filter((one) => one.verdict === verdict).length;
    const bad = of('cannot_play');
    const all = found.submissions.length;
    setText(status, t('intake.found', { n: all, good: all - bad, bad }));
    fill(
      counts,
      ...Object.keys(ICONS).map((verdict) =>
        chip(/** @type {Verdict} */ (verdict), of(/** @type {Verdict} */ (verdict))),
      ),
    );
    list.style.setProperty('--rows', String(Math.ceil(all / 2)));
    fill(list, ...found.submissions.map(row));
    onChange();
  }

  /** @param {Submission} submission */
  function row(submission) {
    const { hand_in: path, name, verdict, reasons } = submission;
    const location = inLanguage(submission.location_texts ?? submission.location);
    // Why somebody cannot play comes before what is only worth a look.
    const first = [...reasons].sort((a, b) => Number(Boolean(b.problem)) - Number(Boolean(a.problem)));
    const sentences = first.flatMap(({ message, message_texts: texts, problem }) => [
      inLanguage(texts ?? message),
      sentenceOf(problem),
    ]);
    const why = [...sentences, location]
      .filter(Boolean)
      .map((text) => singleLine(text, 300))
      .join(' · ');
    const shown = singleLine(name, NAME_MAX);
    const canPlay = verdict !== 'cannot_play';
    const field = h('input', {
      type: 'text',
      value: name,
      maxlength: NAME_MAX,
      required: true,
      spellcheck: 'false',
      autocomplete: 'off',
      title: t('intake.rename'),
      'aria-label': t('intake.name', { name: shown }),
    });
    if (canPlay) names.set(path, field);
    return h(
      'li',
      { class: verdict },
      h(
        'span',
        { class: 'sign', title: t(`intake.${verdict}`) },
        icon(ICONS[verdict]),
        h('span', { class: 'unseen', text: t(`intake.${verdict}`) }),
      ),
      canPlay ? field : h('bdi', { text: shown }),
      why && reasonButton(why),
    );
  }

  return {
    element,
    /** The buttons that choose files. */
    pickers,
    /** Returns the number of submissions that can play. */
    count: () => names.size,
    /** Returns the part of the request that names the submissions, with the names that the list shows. */
    value: () => {
      if (!checked) return {};
      const shown = [...names].map(([path, field]) => [path, field.value.trim()]);
      return { submissions: checked.file, names: Object.fromEntries(shown) };
    },
  };
}

/** Returns the reasons in one line; a click shows all of it. @param {string} why */
function reasonButton(why) {
  const toggle = () =>
    button.setAttribute('aria-expanded', String(button.getAttribute('aria-expanded') === 'false'));
  const properties = { type: 'button', class: 'why', title: why, 'aria-expanded': 'false', onclick: toggle };
  const button = h('button', properties, ...drawCode(why));
  return button;
}

/** Returns a button that lets the user choose files. @param {'files'|'folder'} kind @param {Record<string, unknown>} properties @param {(chosen: File[]) => Promise<void>} act */
function picker(kind, properties, act) {
  const input = h('input', {
    type: 'file',
    id: `intake-${kind}`,
    hidden: true,
    'aria-label': t(`intake.${kind}`),
    ...properties,
  });
  const button = h('button', { type: 'button', text: t(`intake.${kind}`), onclick: () => input.click() });
  input.addEventListener('change', async () => {
    const chosen = [...(input.files ?? [])];
    if (chosen.length > 0) await act(chosen);
    input.value = '';
  });
  return { button, elements: [button, input] };
}

/** @param {File} file */
const pathOf = (file) => file.webkitRelativePath || file.name;

/** @param {File} file @returns {{path: string, file: File}} */
const withPath = (file) => ({ path: pathOf(file), file });

/** @param {Verdict} verdict @param {number} n */
function chip(verdict, n) {
  return (
    n > 0 &&
    h('span', { class: `chip ${verdict}` }, icon(ICONS[verdict]), t(`intake.count.${verdict}`, { n }))
  );
}
