/**
 * Where a match comes from: the server that is computing or keeping it, or the page itself. The rest of the page can't
 * tell the difference.
 */

import { getJson } from 'wag/shell/api.js';

/** @typedef {import('./frames.js').Source} Source */

/** @param {string} id @returns {Source} */
export function httpSource(id) {
  const base = `/api/replays/${encodeURIComponent(id)}`;
  return {
    header: () => getJson(base),
    overview: () => getJson(`${base}/overview`),
    chunk: (chunk) => getJson(`${base}/chunks/${chunk}`),
  };
}

/**
 * The match inside an exported page.
 * @param {{header: any, overview: any, chunks: string[]}} data chunks are base64 of gzip of JSON
 * @returns {Source}
 */
export function embeddedSource(data) {
  return {
    header: async () => data.header,
    overview: async () => data.overview,
    chunk: async (chunk) => JSON.parse(await unpack(data.chunks[chunk])),
  };
}

/** @param {string} base64 */
async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
