/**
 * Parts of the pages of a class server. Names, messages and outputs come from strangers: they become text nodes, and names are isolated,
 * so that the writing direction of one never changes what stands beside it.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { inLanguage, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('../basics/dom.js').Child} Child */

/** The maximum length of a name. */
const NAME_MAX = 40;

/** Returns a name, isolated from the text around it. @param {string} name */
export function nameOf(name) {
  return h('bdi', { text: plainName(name) });
}

/** Returns a name for a title or a label, which cannot isolate it. @param {string} name */
export function plainName(name) {
  return singleLine(name, NAME_MAX);
}

/** Returns a message of the server as one line in the language of the page. @param {import('../basics/i18n.js').Text|null|undefined} message */
export function messageLine(message) {
  return singleLine(translateMessage(inLanguage(message)), 300);
}

/** Returns a part of a page with a heading. @param {string} title @param {...Child} content */
export function panel(title, ...content) {
  return h('section', { class: 'panel', 'aria-label': title }, h('h2', { text: title }), ...content);
}

/** Returns a row of buttons. @param {...Child} buttons */
export function actions(...buttons) {
  return h('div', { class: 'actions' }, ...buttons);
}

/** Returns a line for an error, which is empty at first. */
export function failureLine() {
  return h('p', { class: 'failure', role: 'alert' });
}

/**
 * Returns a button that is disabled while its action runs; an error appears in `failure`.
 * @param {string} text @param {HTMLElement} failure @param {() => unknown} act @param {Record<string, unknown>} [properties]
 */
export function actButton(text, failure, act, properties = {}) {
  const button = h('button', {
    type: 'button',
    ...properties,
    onclick: async () => {
      button.disabled = true;
      setText(failure, '');
      try {
        await act();
      } catch (error) {
        setText(failure, errorText(error));
      }
      button.disabled = false;
    },
    text,
  });
  return button;
}

/** Returns a form whose button is disabled while it is sent; an error appears below the fields. @param {Child[]} fields @param {string} text of the button @param {() => Promise<unknown>} send */
export function createForm(fields, text, send) {
  const failure = failureLine();
  const button = h('button', { type: 'submit', class: 'primary', text });
  const form = h('form', { class: 'host-form' }, ...fields, failure, actions(button));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    setText(failure, '');
    try {
      await send();
    } catch (error) {
      setText(failure, errorText(error));
    }
    button.disabled = false;
  });
  return form;
}

let count = 0;

/** Returns a field with its label. @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function field(label, input, hint) {
  count += 1;
  input.id ||= `host-field-${count}`;
  if (hint) input.setAttribute('aria-describedby', `${input.id}-hint`);
  return h(
    'div',
    { class: 'option' },
    h('label', { for: input.id, text: label }),
    input,
    hint && h('p', { class: 'hint', id: `${input.id}-hint`, text: hint }),
  );
}

/** Returns a checkbox with its label. @param {string} label @param {boolean} isOn */
export function checkField(label, isOn) {
  const box = h('input', { type: 'checkbox', checked: isOn });
  return { element: h('label', { class: 'tour-check' }, box, h('span', { text: label })), box };
}

/** Returns a field that takes a file by choice or by drop. @param {string} label @param {string} accept @param {(file: File) => unknown} take */
export function fileField(label, accept, take) {
  const input = h('input', { type: 'file', accept, 'aria-label': label });
  const element = h('div', { class: 'drop' }, h('span', { text: label }), input);
  const use = async (/** @type {FileList|null|undefined} */ files) => {
    const file = files?.[0];
    if (file) await take(file);
  };
  // The name of the file stays in sight, and the same file can be chosen again.
  input.addEventListener('click', () => (input.value = ''));
  input.addEventListener('change', () => use(input.files));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    use(event.dataTransfer?.files);
  });
  return element;
}

/** Returns a link to a file that the server sends as an attachment. @param {string} text @param {string} address */
export function downloadLink(text, address) {
  return h('a', { class: 'button', href: address, download: '', text });
}

/** Saves a file on the user's device. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: name || 'file' }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a QR code as an image: the page inserts no markup, and an image runs no script. @param {string|undefined} svg @param {string} label */
export function qrImage(svg, label) {
  if (!svg?.startsWith('<')) return null;
  const drawing = svg.includes('xmlns=')
    ? svg
    : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return h('img', {
    class: 'qr',
    alt: label,
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`,
  });
}

/** Returns a table. The first cell of a row is its heading. @param {string} label @param {(string|HTMLElement)[]} heads @param {Child[][]} rows @param {string} [kind] a class; the rows of `phone-cards` are cards on a phone, whose cells have their heads beside them */
export function table(label, heads, rows, kind = '') {
  const line = (/** @type {Child[]} */ cells) =>
    h(
      'tr',
      {},
      ...cells.map((cell, index) => {
        const head = heads[index];
        return index === 0
          ? h('th', { scope: 'row' }, cell)
          : h('td', { 'data-head': typeof head === 'string' ? head : '' }, cell);
      }),
    );
  return h(
    'div',
    { class: 'host-scroll', tabindex: '0', role: 'group', 'aria-label': label },
    h(
      'table',
      { class: `host-table ${kind}` },
      h(
        'thead',
        {},
        h('tr', {}, ...heads.map((head) => (head === '' ? h('td') : h('th', { scope: 'col' }, head)))),
      ),
      h('tbody', {}, ...rows.map(line)),
    ),
  );
}

/** Returns a small sign with a word, such as the state of a hand-in. @param {string} text @param {'good'|'bad'|'warn'|''} [tone] */
export function tag(text, tone = '') {
  return h('span', { class: `host-tag ${tone}`, text });
}

/** Draws into a place what a request returns, or its error. @param {HTMLElement} place @param {() => Promise<Child|Child[]>} load */
export async function drawInto(place, load) {
  try {
    fill(place, ...[await load()].flat());
  } catch (error) {
    fill(place, h('p', { class: 'failure', role: 'alert', text: errorText(error) }));
  }
}

/** Returns a function that never runs twice at once: a call during a run makes it run once more after it. @param {() => Promise<void>} act @returns {() => Promise<void>} resolves after a run that began after the call */
export function oneAtATime(act) {
  /** @type {Promise<void>|null} */
  let running = null;
  /** @type {Promise<void>|null} */
  let next = null;
  const run = () => {
    running = act().finally(() => (running = null));
    return running;
  };
  return () => {
    if (!running) return run();
    next ??= running.then(() => {
      next = null;
      return run();
    });
    return next;
  };
}

/** Returns the places of a row as text, such as `2` or `2-4`. @param {{place_from: number, place_to: number}} row */
export function placesText({ place_from: from, place_to: to }) {
  return from === to ? t('host.place', { n: from }) : t('host.places', { from, to });
}
