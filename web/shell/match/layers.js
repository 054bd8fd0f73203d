/**
 * Switches for the layers over the board, such as the drawings of players: one each, added when the layer first
 * appears.
 */

import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** Maximum number of switches; players can create any number of layers. */
const LAYERS_MAX = 60;

/** @param {import('../replay/replay.js').Replay} replay */
export function createLayers(replay) {
  const known = new Set();
  const element = h(
    'fieldset',
    { class: 'panel layers', hidden: true },
    h('legend', { text: t('layers.title') }),
  );

  /** @param {import('../game.js').Step} step */
  function update(step) {
    for (const { id, text } of replay.game.layers?.(step, replay.localizer) ?? []) {
      if (known.has(id) || known.size === LAYERS_MAX) continue;
      known.add(id);
      const box = h('input', {
        type: 'checkbox',
        checked: !replay.hidden.has(id),
        onchange: () => replay.showLayer(id, box.checked),
      });
      element.append(h('label', {}, box, h('bdi', { text })));
      element.hidden = false;
    }
  }
  return { element, update };
}
