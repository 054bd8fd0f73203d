/**
 * A file that is being edited: saves it some time after each change, and never overwrites what somebody else has written
 * in the meantime.
 */

import { dropDraft, keepDraft, loadDraft } from 'wag/shell/editor/drafts.js';
import { withEndsOf, withPlainEnds } from 'wag/shell/editor/line-ends.js';

/** The pause after the last change until a file is saved, and between two attempts without a server, in milliseconds. */
const SAVE_DELAY = 600;
const RETRY_DELAY = 2000;
/** The time to wait for the disk, in milliseconds. */
const PATIENCE = 10_000;
const BOM = '\ufeff';

/** @typedef {'saved'|'changed'|'saving'|'slow'|'offline'|'failed'|'conflict'} SaveState */
/** The requests for files. @typedef {{read: (name: string) => Promise<{text: string, version: string}>, write: (name: string, text: string, version: string|null) => Promise<{version: string}>}} Files */
/**
 * The listener of a file.
 * @typedef {object} Listener
 * @property {() => void} onState                     the state has changed
 * @property {(text: string, isNews: boolean) => void} onText  the editor shows this text; it is news if the user did not choose it
 * @property {(theirs: string|null) => void} onConflict  both have changed the file; null if it was deleted
 */

/** Waits for something, but not for longer than it may take. @param {Promise<unknown>} promise @returns {Promise<boolean>} whether it has ended */
export function inTime(promise) {
  return new Promise((done) => {
    const timer = window.setTimeout(() => done(false), PATIENCE);
    promise.finally(() => {
      window.clearTimeout(timer);
      done(true);
    });
  });
}

export class EditedFile {
  /** The text in the editor, with `\n` as line ends. */
  text = '';
  /** @type {SaveState} */
  state = 'saved';
  /** The reason of the state `failed`, as a sentence. */
  error = '';
  /** True if the text comes from a draft that was not saved the last time. */
  isRestored = false;
  /** False if the browser did not store the unsaved text. */
  isKept = true;
  #files;
  #folder;
  #listener;
  /** The text that the server has, as far as the page knows, and its version; `raw` with its line ends. @type {{text: string, raw: string, version: string|null}} */
  #known = { text: '', raw: '', version: null };
  #hasBom = false;
  #timer = 0;
  /** The write that is under way. @type {Promise<void>|null} */
  #writing = null;

  /** @param {string} name @param {string} folder the folder's name, which tells the drafts of folders apart @param {Files} files @param {Listener} listener */
  constructor(name, folder, files, listener) {
    this.name = name;
    this.#folder = folder;
    this.#files = files;
    this.#listener = listener;
  }

  get isSaved() {
    return this.text === this.#known.text && this.#known.version !== null;
  }

  /** Reads the file, and continues an unsaved draft of it. */
  async load() {
    const { text, version } = await this.#files.read(this.name);
    this.#takeKnown(text, version);
    this.text = this.#known.text;
    const draft = loadDraft(this.#folder, this.name);
    if (!draft) return;
    if (draft.text === this.text) return dropDraft(this.#folder, this.name);
    this.isRestored = true;
    this.text = draft.text;
    if (draft.version === version) this.#schedule(SAVE_DELAY);
    else this.#conflict(this.#known.text);
  }

  /** Creates the file. @param {string} text */
  async create(text) {
    const { version } = await this.#files.write(this.name, text, null);
    this.text = text;
    this.#known = { text, raw: text, version };
  }

  /** Takes a change of the user. @param {string} text */
  edit(text) {
    this.text = text;
    if (this.state === 'conflict') return this.#keep();
    if (text === this.#known.text && !this.#writing) {
      window.clearTimeout(this.#timer);
      dropDraft(this.#folder, this.name);
      return this.#setState('saved');
    }
    this.#keep();
    if (!['offline', 'slow'].includes(this.state)) this.#setState('changed');
    this.#schedule(SAVE_DELAY);
  }

  /** Saves the file now. Resolves to whether it is saved. @returns {Promise<boolean>} */
  async save() {
    window.clearTimeout(this.#timer);
    while (this.#writing) if (!(await inTime(this.#writing))) return this.#isSlow();
    if (this.isSaved) return true;
    if (this.state === 'conflict') return false;
    this.#writing = this.#write();
    if (!(await inTime(this.#writing))) return this.#isSlow();
    return this.state === 'saved';
  }

  /** Ends a conflict with this text, which replaces theirs. @param {string} text */
  async resolve(text) {
    this.text = text;
    this.#listener.onText(text, false);
    this.#setState('changed');
    return this.save();
  }

  /** Looks whether somebody else has changed the file. */
  async check() {
    if (this.#writing || this.state === 'conflict') return;
    const theirs = await this.#readTheirs();
    if (theirs === undefined || this.#writing || theirs?.version === this.#known.version) return;
    if (!theirs) return this.#conflict(null);
    const wasSaved = this.isSaved;
    this.#takeKnown(theirs.text, theirs.version);
    if (this.#known.text === this.text) return this.#saved();
    if (!wasSaved) return this.#conflict(this.#known.text);
    this.text = this.#known.text;
    this.#saved();
    this.#listener.onText(this.text, true);
  }

  /** A write that takes long goes on, but nobody waits for it. */
  #isSlow() {
    this.#setState('slow');
    return false;
  }

  /** Keeps the unsaved text in the browser. */
  #keep() {
    this.isKept = keepDraft(this.#folder, this.name, { text: this.text, version: this.#known.version });
  }

  /** Stops saving; a draft stays. */
  stop() {
    window.clearTimeout(this.#timer);
  }

  async #write() {
    const { text } = this;
    const raw = withEndsOf(text, this.#known.raw);
    this.#setState(this.state === 'offline' ? 'offline' : 'saving');
    try {
      const all = (this.#hasBom ? BOM : '') + raw;
      const { version } = await this.#files.write(this.name, all, this.#known.version);
      this.#known = { text, raw, version };
      this.#writing = null;
      if (this.text === text) return this.#saved();
      this.#setState('changed');
      this.#schedule(SAVE_DELAY);
    } catch (error) {
      this.#writing = null;
      await this.#failed(error);
    }
  }

  /** @param {unknown} error */
  async #failed(error) {
    const { status, message } = /** @type {import('../basics/api.js').RequestError} */ (error);
    if (status === 409) {
      const theirs = await this.#readTheirs();
      if (theirs === undefined) return this.#goOffline();
      if (theirs) this.#takeKnown(theirs.text, theirs.version);
      if (theirs && this.#known.text === this.text) return this.#saved();
      return this.#conflict(theirs ? this.#known.text : null);
    }
    // After a restart, the server knows the page again once its new address was opened.
    if (status === undefined || status === 401) return this.#goOffline();
    this.error = message;
    this.#setState('failed');
  }

  #goOffline() {
    this.#setState('offline');
    this.#schedule(RETRY_DELAY);
  }

  /** @returns {Promise<{text: string, version: string}|null|undefined>} null if there is no file, undefined if it cannot be read */
  async #readTheirs() {
    try {
      return await this.#files.read(this.name);
    } catch (error) {
      return /** @type {import('../basics/api.js').RequestError} */ (error).status === 404 ? null : undefined;
    }
  }

  /** @param {string|null} theirs */
  #conflict(theirs) {
    // The text that replaces a deleted file has its line ends.
    if (theirs === null) this.#known = { ...this.#known, text: '', version: null };
    this.#keep();
    this.#setState('conflict');
    this.#listener.onConflict(theirs);
  }

  #saved() {
    dropDraft(this.#folder, this.name);
    this.#setState('saved');
  }

  /** @param {string} text @param {string} version */
  #takeKnown(text, version) {
    this.#hasBom = text.startsWith(BOM);
    const raw = text.slice(this.#hasBom ? 1 : 0);
    this.#known = { text: withPlainEnds(raw), raw, version };
  }

  /** @param {SaveState} state */
  #setState(state) {
    this.state = state;
    this.#listener.onState();
  }

  /** @param {number} delay */
  #schedule(delay) {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.save(), delay);
  }
}
