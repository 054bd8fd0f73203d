/**
 * Helpers to build the page. Text only ever becomes text nodes: neither this module nor any other can insert markup.
 */

import { keyName } from 'wag/shell/basics/i18n.js';

/** @typedef {Node|string|null|undefined|false} Child */

/**
 * Creates an element. Properties: `class`, `text`, functions such as `onclick`; everything else becomes an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'text') element.textContent = value;
    else if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter(isNode));
  return element;
}

/** @param {Child} child @returns {child is Node|string} */
function isNode(child) {
  return child !== null && child !== undefined && child !== false;
}

/** Replaces the content of an element. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter(isNode));
}

/** Replaces one part of the page with another. @template {{element: HTMLElement}} Part @param {Part} old @param {Part} part */
export function replacePart(old, part) {
  old.element.replaceWith(part.element);
  return part;
}

/** Changes a text only if it differs, so that screen readers do not read it twice. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns a sentence as children of an element; what stands between backticks is code. @param {string} sentence */
export const drawCode = (sentence) =>
  sentence
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? h('code', { text: part }) : part))
    .filter(Boolean);

/** Returns an icon of the page's sprite, hidden from screen readers. @param {string} name */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Returns a button with an icon, whose title is the label and the key.
 * @param {string} name @param {string} label @param {() => void} act @param {string} [keys]
 */
export function iconButton(name, label, act, keys) {
  const title = keys ? `${label} (${keyName(keys)})` : label;
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title, onclick: act },
    icon(name),
  );
}

/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser has no Canvas 2D');
  return ctx;
}

/**
 * Matches a canvas to the resolution of the screen. Returns true if its size has changed.
 * @param {HTMLCanvasElement} canvas
 */
export function fitResolution(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}
