/**
 * The next season of a contest that is over: a new contest with the same settings and an empty table. It takes over the active
 * hand-ins, or whoever wants to take part hands in again; the old contest stays as it is.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { actButton, checkField } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** The maximum length of a name. */
const NAME_MAX = 60;

/** Returns the name of the next season: `Cup 2` after `Cup`, and `Cup 3` after `Cup 2`. @param {string} name */
export function nextName(name) {
  const [, start, number] = name.match(/^(.*\S)\s+(\d{1,4})$/) ?? [null, name.trim(), '1'];
  const end = ` ${Number(number) + 1}`;
  return (start ?? '').slice(0, NAME_MAX - end.length) + end;
}

/** Returns the button that opens the next season. @param {import('../requests.js').Contest} contest @param {import('../places.js').PlaceHost} host @param {HTMLElement} failure */
export function nextSeasonButton(contest, host, failure) {
  const make = async (/** @type {boolean} */ takesOver) => {
    const { game, options, form, seen_by, final_rule, turn_seconds, match_seconds } = contest;
    const next = await requests.makeContest(contest.class, {
      name: nextName(contest.name),
      game,
      options,
      form,
      opens_at: null,
      deadline_at: null,
      seen_by,
      final_rule,
      turn_seconds,
      match_seconds,
    });
    try {
      await requests.stepContest(next.id, 'open');
      if (takesOver) {
        const { hand_ins: n } = await requests.takeOver(next.id, contest.id);
        host.notify(t('host.tookOver', { n }));
      }
    } finally {
      // If it cannot be opened, its page has the button.
      await host.reloadMe();
      host.go({ contest: next.id });
    }
  };
  return actButton(t('host.nextSeason'), failure, () => {
    const takeOver = checkField(t('host.takeOver'), false);
    const act = () => void make(takeOver.box.checked).catch((error) => setText(failure, errorText(error)));
    showConfirm(
      t('host.nextSeason'),
      t('host.nextSeasonAsk', { name: nextName(contest.name) }),
      [{ label: t('host.nextSeason'), act }],
      takeOver.element,
    );
  });
}
