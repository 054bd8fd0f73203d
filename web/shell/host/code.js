/**
 * Login codes as people type them: capital or small letters, with or without dashes and spaces, and with the letters that look like digits.
 */

/** The number of characters of a code. */
const LENGTH = 12;

/** Returns a code as the server knows it, such as `ABCD-EFGH-JKMN`, or null if the text cannot be one. @param {string} text */
export function readCode(text) {
  const signs = signsOf(text);
  return signs.length === LENGTH && /^[0-9A-HJKMNP-TV-Z]+$/.test(signs)
    ? (signs.match(/.{4}/g) ?? []).join('-')
    : null;
}

/** Returns how many characters of a code a text has. @param {string} text */
export function countSigns(text) {
  return { typed: signsOf(text).length, all: LENGTH };
}

/** A link to log in may be pasted instead of its code. @param {string} text */
function signsOf(text) {
  return text
    .replace(/^.*#/, '')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
