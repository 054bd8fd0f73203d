/**
 * The sign of the queue: while a request waits for a computation, it says which place it has and when it is expected to start.
 */

import { computing } from 'wag/shell/basics/api.js';
import { h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { serverNow } from 'wag/shell/page/me.js';
import { requests } from 'wag/shell/host/requests.js';
import { durationText } from 'wag/shell/host/time.js';

/** A shorter wait needs no sign; then the queue is asked in this interval. In milliseconds. */
const FIRST = 1500;
const AGAIN = 2000;

/** The kind of a check of a file, which nobody waits for: the editor asks for one after each change. */
const UNASKED = 'check';

/** Returns where the newest waiting task that somebody asked for stands, as a sentence; empty if none waits. @param {import('./requests.js').Job[]} jobs */
export function queueText(jobs) {
  const waiting = jobs.filter((job) => job.state === 'queued' && job.kind !== UNASKED).at(-1);
  if (!waiting) return '';
  const { place, expected_at: at } = waiting;
  const left = at ? at - serverNow() : 0;
  if (place && left > 1000) return t('host.queuePlaceTime', { place, time: durationText(left) });
  return place ? t('host.queuePlace', { place }) : t('host.queued');
}

export function createQueueSign() {
  const element = h('p', { class: 'host-queue', role: 'status', hidden: true });
  /** The timer of the next question; 0 if nothing is computed. An answer that arrives after its wait is over is dropped. */
  let timer = 0;
  /** @param {number} pause */
  const askLater = (pause) => {
    const asking = window.setTimeout(async () => {
      const jobs = await requests.jobs().catch(() => []);
      if (timer !== asking) return;
      const text = queueText(jobs);
      setText(element, text);
      element.hidden = text === '';
      askLater(AGAIN);
    }, pause);
    timer = asking;
  };
  computing.on((count) => {
    if (count > 0 && timer === 0) askLater(FIRST);
    if (count > 0) return;
    window.clearTimeout(timer);
    timer = 0;
    element.hidden = true;
  });
  return element;
}
