/**
 * The texts of a lesson in the language of the page.
 */

import { language } from 'wag/shell/basics/i18n.js';

/** Returns the texts of a lesson in the language of the page, or else in English. @param {import('../../generated/server.js').ListedLesson} lesson @returns {import('../../generated/server.js').LessonTexts} */
export function textsOf({ texts }) {
  const all = /** @type {Record<string, import('../../generated/server.js').LessonTexts>} */ (texts);
  return all[language()] ?? all.en ?? Object.values(all)[0];
}
