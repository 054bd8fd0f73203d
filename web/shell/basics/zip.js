/**
 * Reads single files of a ZIP.
 */

/** Signatures of the parts of a ZIP. */
const END = 0x06054b50;
const LISTED = 0x02014b50;
/** The sizes of the end of a ZIP, of an entry of its list, and of the head of a file, without names. */
const [END_SIZE, LISTED_SIZE, HEAD_SIZE] = [22, 46, 30];
const DEFLATED = 8;

/**
 * Returns the text of a file in a ZIP; null if it has no such file.
 *
 * @param {Blob} zip @param {string} name with folders @returns {Promise<string|null>}
 */
export async function textInZip(zip, name) {
  const bytes = await zip.arrayBuffer();
  const view = new DataView(bytes);
  let end = bytes.byteLength - END_SIZE;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) return null;
  let at = view.getUint32(end + 16, true);
  while (at + LISTED_SIZE <= end && view.getUint32(at, true) === LISTED) {
    const [nameSize, moreSize, noteSize] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = new TextDecoder().decode(new Uint8Array(bytes, at + LISTED_SIZE, nameSize));
    if (path === name) {
      const head = view.getUint32(at + 42, true);
      const start = head + HEAD_SIZE + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
      const packed = new Blob([bytes.slice(start, start + view.getUint32(at + 20, true))]);
      if (view.getUint16(at + 10, true) !== DEFLATED) return packed.text();
      return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
    }
    at += LISTED_SIZE + nameSize + moreSize + noteSize;
  }
  return null;
}
