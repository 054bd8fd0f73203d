/**
 * Gestures on a canvas with a mouse, finger or pen: tap, hover, drag, wheel, pinch.
 */

/** @typedef {{tap: (x: number, y: number) => void, hover: (x: number|null, y: number, pageX: number, pageY: number) => void, pan: (dx: number, dy: number) => void, zoom: (factor: number, x: number, y: number) => void}} Gestures */

const SLACK = 4;

/** @param {HTMLCanvasElement} canvas @param {Gestures} gestures */
export function watchGestures(canvas, gestures) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let travelled = 0;

  canvas.addEventListener('pointerdown', (event) => {
    if (down.size === 0) travelled = 0;
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const from = down.get(event.pointerId);
    if (!from) {
      if (event.pointerType !== 'touch')
        gestures.hover(event.offsetX, event.offsetY, event.clientX, event.clientY);
      return;
    }
    const to = { x: event.offsetX, y: event.offsetY };
    travelled += Math.hypot(to.x - from.x, to.y - from.y);
    if (down.size === 2) pinch(down, event.pointerId, to, gestures);
    else if (travelled > SLACK) gestures.pan(to.x - from.x, to.y - from.y);
    down.set(event.pointerId, to);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (down.size === 1 && travelled <= SLACK && event.button === 0)
      gestures.tap(event.offsetX, event.offsetY);
    down.delete(event.pointerId);
  });
  canvas.addEventListener('pointercancel', (event) => down.delete(event.pointerId));
  canvas.addEventListener('pointerleave', () => gestures.hover(null, 0, 0, 0));
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      gestures.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
    },
    { passive: false },
  );
}

/** @param {Map<number, {x: number, y: number}>} down @param {number} moving @param {{x: number, y: number}} to @param {Gestures} gestures */
function pinch(down, moving, to, gestures) {
  const [other] = [...down].filter(([id]) => id !== moving).map(([, point]) => point);
  const from = /** @type {{x: number, y: number}} */ (down.get(moving));
  const before = Math.hypot(from.x - other.x, from.y - other.y);
  const after = Math.hypot(to.x - other.x, to.y - other.y);
  if (before > 10) gestures.zoom(after / before, (to.x + other.x) / 2, (to.y + other.y) / 2);
  gestures.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
}
