/**
 * Times of a class server: shown in the server's time zone, counted from the server's clock.
 */

import { language, locale, t } from 'wag/shell/basics/i18n.js';
import { serverNow, whoAmI } from 'wag/shell/page/me.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the server's time zone, or undefined, for the browser's, if this browser does not know it. */
function zone() {
  const name = whoAmI().server.time_zone;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name || undefined });
    return name || undefined;
  } catch {
    return undefined;
  }
}

/** Returns the locale of dates: the browser's for this language; English without one is that of Europe, with 24 hours. */
function dateLocale() {
  const own = navigator.languages.find((name) => name.slice(0, 2).toLowerCase() === language());
  return own ?? (language() === 'en' ? 'en-GB' : locale());
}

/** Returns a date with its time and zone. @param {number} at in UTC milliseconds */
export function dateText(at) {
  return new Date(at).toLocaleString(dateLocale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone(),
    timeZoneName: 'short',
  });
}

/** Returns the time of a day. @param {number} at */
export function timeText(at) {
  return new Date(at).toLocaleTimeString(dateLocale(), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone(),
  });
}

/** Returns a duration in its two largest parts, such as `2 h 5 min`. @param {number} ms */
export function durationText(ms) {
  const all = Math.max(0, Math.round(ms / 1000));
  const parts = [
    [Math.floor(all / 86400), 'host.days'],
    [Math.floor(all / 3600) % 24, 'host.hours'],
    [Math.floor(all / 60) % 60, 'host.minutes'],
    [all % 60, 'host.seconds'],
  ];
  const first = parts.findIndex(([count]) => Number(count) > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown
    .filter(([count], index) => index === 0 || Number(count) > 0)
    .map(([n, key]) => t(String(key), { n }))
    .join(' ');
}

/** Returns how long ago something happened, in its largest part. @param {number|null|undefined} at */
export function agoText(at) {
  if (!at) return t('host.never');
  const ms = serverNow() - at;
  if (ms < MINUTE) return t('host.justNow');
  const [size, key] = ms < HOUR ? [MINUTE, 'minutes'] : ms < DAY ? [HOUR, 'hours'] : [DAY, 'days'];
  return t('host.ago', { time: t(`host.${key}`, { n: Math.floor(ms / Number(size)) }) });
}

/** Returns the offset of the server's time zone from UTC at a time, in milliseconds. @param {number} at */
function offsetAt(at) {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (/** @type {string} */ type) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(at / 1000) * 1000;
}

/** Returns a time as the value of a field `datetime-local`, in the server's time zone. @param {number|null|undefined} at */
export function toField(at) {
  return at ? new Date(at + offsetAt(at)).toISOString().slice(0, 16) : '';
}

/** Returns the time of a field `datetime-local` in UTC milliseconds; null if the field is empty. @param {string} value */
export function fromField(value) {
  const local = Date.parse(`${value}Z`);
  if (Number.isNaN(local)) return null;
  // The offset at the local time is wrong for at most the hours around a change of the clocks; the second step corrects it.
  return local - offsetAt(local - offsetAt(local));
}

/** Calls `draw` with the time left until `at`, now and each second until it is over or `element` has left the page. @param {HTMLElement} element @param {number} at @param {(left: number) => void} draw */
export function countDown(element, at, draw) {
  const tick = () => {
    const left = at - serverNow();
    draw(left);
    if (left <= 0 || (!element.isConnected && hasBeenShown)) window.clearInterval(timer);
    hasBeenShown ||= element.isConnected;
  };
  let hasBeenShown = false;
  const timer = window.setInterval(tick, 1000);
  tick();
}
