/**
 * A preview of a file's scene, drawn as at the start of a match.
 */

import { api } from 'wag/shell/basics/api.js';
import { context, h, setText, fitResolution } from 'wag/shell/basics/dom.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { isDark, themeChanged } from 'wag/shell/basics/theme.js';

/** @param {import('../game.js').GameDisplay} game @param {string} option @param {string} label */
export function createPreview(game, option, label) {
  const canvas = h('canvas', { class: 'preview', role: 'img', 'aria-label': label });
  const failure = h('p', { class: 'hint', role: 'status' });
  let shown = '';
  /** @type {any} */
  let scene = null;

  /** @param {string} name @param {string} title */
  async function show(name, title) {
    if (shown === name) return paint();
    shown = name;
    canvas.setAttribute('aria-label', `${label}: ${title}`);
    try {
      const loaded = await api.preview(game.name, option, name);
      if (shown !== name) return;
      scene = loaded;
      setText(failure, '');
    } catch (error) {
      if (shown !== name) return;
      scene = null;
      setText(failure, errorText(error));
    }
    paint();
  }

  const paint = () => drawScene(canvas, game, scene);

  const unlisten = themeChanged.on(paint);
  const observer = new ResizeObserver(paint);
  observer.observe(canvas);
  const stop = () => {
    unlisten();
    observer.disconnect();
  };
  return { element: h('div', { class: 'preview-field' }, canvas, failure), show, stop };
}

/** Draws a scene as at the start of a match; nothing if it is null. @param {HTMLCanvasElement} canvas @param {import('../game.js').GameDisplay} game @param {any} scene */
export function drawScene(canvas, game, scene) {
  if (!canvas.isConnected) return;
  fitResolution(canvas);
  const ctx = context(canvas);
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  if (!scene) return;
  const { width, height } = game.bounds(scene);
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const viewport = {
    scale,
    left: (canvas.width - scale * width) / 2,
    top: (canvas.height - scale * height) / 2,
    ratio: window.devicePixelRatio || 1,
  };
  game.paintGround(ctx, scene, viewport, isDark());
  game.paintDrift?.(ctx, scene, viewport, isDark(), 0);
  game.preview(ctx, scene, viewport, isDark());
}
