/**
 * The source of a match: the server that runs or stores it, or the page itself. The rest of the page does not know
 * which one it is.
 */

import { getJson } from 'wag/shell/basics/api.js';
import { unpack } from 'wag/shell/replay/unpack.js';

/** @typedef {import('./frames.js').ReplaySource} ReplaySource */

/** @param {string} id @returns {ReplaySource} */
export function httpSource(id) {
  const address = `/api/replays/${encodeURIComponent(id)}`;
  return {
    header: () => getJson(address),
    overview: () => getJson(`${address}/overview`),
    explanation: () => getJson(`${address}/explanation`),
    chunk: (chunk) => getJson(`${address}/chunks/${chunk}`),
  };
}

/**
 * Returns the source of a match embedded in an exported page.
 * @param {{header: any, overview: string, explanation: string, chunks: (string|null)[]}} data everything but the header is base64 of gzip of columnar JSON
 * @param {(scene: any, chunk: any) => any} [restore] completes a chunk, from which the exporter left out what the game's display can compute
 * @returns {ReplaySource}
 */
export function embeddedSource(data, restore = (_, chunk) => chunk) {
  return {
    header: async () => data.header,
    overview: () => decode(data.overview),
    explanation: () => decode(data.explanation),
    chunk: async (chunk) => restore(data.header.scene, await decode(data.chunks[chunk])),
  };
}

/** @param {string|null|undefined} base64 null if that part of the file is damaged */
async function decode(base64) {
  if (typeof base64 !== 'string') throw new Error('damaged');
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return unpack(await new Response(stream).json());
}
