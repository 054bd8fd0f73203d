/**
 * The teacher's part of a contest: its steps from the draft to the archive, the screen for the projector, all hand-ins, and marks.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { countEntries, drawEntries } from 'wag/shell/host/contest/entries.js';
import { createMarks } from 'wag/shell/host/contest/marks.js';
import { nextSeasonButton } from 'wag/shell/host/contest/next-season.js';
import { actButton, createForm, drawInto, failureLine, field, messageLine } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { fromField, toField } from 'wag/shell/host/time.js';
import { serverNow } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Contest} Contest */

/** The step that follows a state. @type {Record<string, 'open'|'freeze'|'final'|'release'|'archive'>} */
const NEXT = { draft: 'open', open: 'freeze', frozen: 'final', done: 'release', released: 'archive' };

/** @param {Contest} contest @param {import('../places.js').PlaceHost} host @param {() => Promise<void>} refresh */
export function createManagement(contest, host, refresh) {
  const notice = h('p', { class: 'host-note', role: 'status' });
  const steps = h('div', { class: 'actions' });
  const failure = failureLine();
  const screen = h('div', {});
  const entries = h('div', {});
  const settings = h('div', {});
  const marks = createMarks(contest, host);
  const element = h(
    'section',
    { class: 'panel host-manage', 'aria-label': t('host.forTeachers') },
    h('h2', { text: t('host.forTeachers') }),
    notice,
    steps,
    failure,
    screen,
    foldedPart(t('host.handIns'), entries, () => showEntries()),
    foldedPart(t('host.marks'), marks.element, marks.load),
    foldedPart(
      t('host.settings'),
      settings,
      () =>
        // How many take part, and so the number of matches, may have changed.
        void drawInto(settings, async () => [settingsForm(await requests.contest(contest.id), refresh)]),
    ),
  );
  let now = contest;
  /** Reads the contest anew, since a change of an entry changes it. */
  const showEntries = () =>
    void drawInto(entries, async () =>
      drawEntries(await requests.contest(contest.id), host, failure, showEntries),
    );
  /** The number of places that are not shown yet. */
  let rest = 1;

  /** @param {'open'|'freeze'|'final'|'done'|'release'|'archive'} step */
  const take = async (step) => {
    await requests.stepContest(contest.id, step);
    await refresh();
    await host.reloadMe();
  };

  /** @param {Contest} changed */
  async function update(changed) {
    now = changed;
    setText(notice, messageLine(now.notice));
    notice.hidden = !now.notice;
    if (now.state === 'done') {
      const { rows } = await requests.table(now.id).catch(() => ({ rows: [] }));
      rest = rows.filter((row) => !row.hidden).length - (now.revealed ?? 0);
    }
    const next = NEXT[now.state];
    const ask = async () =>
      showConfirm(t(`host.step.${next}`), await questionOf(contest.id, next), [
        {
          label: t(`host.step.${next}`),
          act: () => void take(next).catch((error) => fill(failure, errorText(error))),
        },
      ]);
    fill(
      steps,
      now.game_changed &&
        !['released', 'archived'].includes(now.state) &&
        takeGameButton(now, failure, refresh),
      now.state === 'done' && rest > 0 && revealButton(now, rest, failure, refresh),
      next &&
        actButton(t(`host.step.${next}`), failure, ask, now.state === 'done' ? {} : { class: 'primary' }),
      ['released', 'archived'].includes(now.state) && nextSeasonButton(now, host, failure),
      screenButton(now, screen, failure),
    );
    const details = entries.closest('details');
    if (details?.open && !entries.contains(document.activeElement)) showEntries();
  }
  return { element, update: (/** @type {Contest} */ changed) => void update(changed) };
}

/** Returns what a step changes; before hand-ins are closed, also whom it lets take part; before the final, its form. @param {string} id of the contest @param {string} step */
async function questionOf(id, step) {
  const question = t(`host.stepAsk.${step}`);
  if (step === 'final') {
    const { form, forms = [] } = await requests.contest(id);
    const matches = forms.find((one) => one.form === form)?.matches;
    return [matches != null && `${t('host.form')}: ${t(`host.form.${form}`, { n: matches })}.`, question]
      .filter(Boolean)
      .join(' ');
  }
  if (step !== 'freeze') return question;
  const [{ active, broken, waiting }, late] = await Promise.all([
    requests.handIns(id).then(countEntries),
    requests.contest(id).then(extendedBeyond),
  ]);
  const counts = [
    t('host.takePart', { n: active }),
    broken > 0 && t('host.cannotStartYet', { n: broken }),
    waiting > 0 && t('host.stillChecked', { n: waiting }),
    late > 0 && t('host.stillExtended', { n: late }),
  ];
  return [...counts.filter(Boolean), question].join(' ');
}

/** Returns how many pupils may still hand in, since their deadline was extended. @param {Contest} contest */
const extendedBeyond = ({ entries = [] }) =>
  entries.filter((one) => (one.grace_until ?? 0) > serverNow()).length;

/** Returns a part that is loaded when it is unfolded. @param {string} title @param {HTMLElement} content @param {() => void} load */
function foldedPart(title, content, load) {
  const details = h('details', {}, h('summary', { text: title }), content);
  details.addEventListener('toggle', () => details.open && load());
  return details;
}

/** Returns the button that goes on with the changed game. @param {Contest} contest @param {HTMLElement} failure @param {() => Promise<void>} refresh */
function takeGameButton(contest, failure, refresh) {
  return actButton(t('host.takeGame'), failure, async () => {
    await requests.changeContest(contest.id, { game: contest.game });
    await refresh();
  });
}

/** Returns the button that shows one more place on the projector, from the last to the first. @param {Contest} contest @param {number} rest the number of places that are not shown @param {HTMLElement} failure @param {() => Promise<void>} refresh */
function revealButton(contest, rest, failure, refresh) {
  const places = (contest.revealed ?? 0) + 1;
  return actButton(
    t('host.reveal', { n: places, all: places - 1 + rest }),
    failure,
    async () => {
      await requests.reveal(contest.id, places);
      await refresh();
    },
    { class: 'primary' },
  );
}

/** Returns the button that makes the link for a projector. @param {Contest} contest @param {HTMLElement} place @param {HTMLElement} failure */
function screenButton(contest, place, failure) {
  return actButton(t('host.makeScreen'), failure, async () => {
    const { link } = await requests.makeScreen(contest.id);
    const [, token] = link.split('#');
    fill(
      place,
      h(
        'p',
        { class: 'host-note', role: 'status' },
        t('host.screenReady'),
        ' ',
        // The link leads to this server, whatever address stands in it.
        h('a', {
          href: `/s#${encodeURIComponent(token ?? '')}`,
          target: '_blank',
          rel: 'noopener',
          text: t('host.openScreen'),
        }),
        ' ',
        h('code', { text: link }),
      ),
    );
  });
}

/** @param {Contest} contest @param {() => Promise<void>} refresh */
function settingsForm(contest, refresh) {
  const name = h('input', { type: 'text', required: true, maxlength: '60', value: contest.name });
  const deadline = h('input', { type: 'datetime-local', value: toField(contest.deadline_at) });
  const pairs = h('input', {
    type: 'number',
    min: '1',
    max: '50',
    value: contest.final_rule?.matches_per_pair ?? 2,
  });
  const before = contest.match_seconds ?? 60;
  const matchSeconds = h('input', { type: 'number', min: '1', max: '3600', step: 'any', value: before });
  const forms = contest.forms ?? [];
  const form = h(
    'select',
    {},
    ...forms
      .filter((one) => one.matches !== null)
      .map((one) =>
        h('option', {
          value: one.form,
          selected: one.form === contest.form,
          text: t(`host.form.${one.form}`, { n: one.matches ?? 0 }),
        }),
      ),
  );
  return createForm(
    [
      field(t('host.name'), name),
      field(t('host.deadline'), deadline),
      field(t('host.perPair'), pairs, t('host.perPairHint')),
      field(t('host.matchSeconds'), matchSeconds, t('host.matchSecondsHint')),
      ...(forms.length > 0 ? [field(t('host.form'), form, t('host.formHint'))] : []),
    ],
    t('host.save'),
    async () => {
      await requests.changeContest(contest.id, {
        name: name.value.trim(),
        deadline_at: fromField(deadline.value),
        // The limits cannot change once the final has begun.
        ...(Number(matchSeconds.value) !== before && { match_seconds: Number(matchSeconds.value) }),
        ...(form.value && form.value !== contest.form && { form: form.value }),
        final_rule: { ...contest.final_rule, matches_per_pair: Number(pairs.value) },
      });
      await refresh();
    },
  );
}
