/**
 * The lesson that is open in the tab of the course. It is part of the link.
 */

/** The lesson to open next; an empty text for the list, null for the last one. @type {string|null} */
let wanted = null;
/** The first lesson, as a lesson to open next. */
export const FIRST = '#1';
/** @type {string|undefined} */
let shown;

/** Makes the tab of the course open with a lesson, or with the list if the id is empty. @param {string} id */
export function openLinkedLesson(id) {
  wanted = id;
}

/** Returns the lesson to open, and forgets it. */
export function takeWantedLesson() {
  const id = wanted;
  wanted = null;
  return id;
}

/** @param {string|undefined} id undefined for the list */
export function setLinkedLesson(id) {
  shown = id;
}

/** Returns the lesson for the link. */
export function linkedLesson() {
  return shown;
}
