/**
 * A match that is being watched: its source, what is known of it, its clock and the selection. The parts of the page read from it and
 * listen to its signals.
 */

import { Playback } from 'wag/shell/replay/playback.js';
import { Signal } from 'wag/shell/basics/signal.js';
import { Timeline } from 'wag/shell/replay/timeline.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { textGame } from 'wag/shell/match/text-game.js';
import { t, translator } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../generated/replay.js').Header} Header */
/** @typedef {import('../../generated/replay.js').Overview} Overview */
/** @typedef {import('../game.js').Step} Step */

/** @type {Overview} */
const EMPTY = { stride: 1, rounds: [], figures: [], players: [], marks: [] };

export class Replay {
  playback = new Playback();
  overview = EMPTY;
  /** @type {string|null} */
  selection = null;
  /** Seat of the player whose output is shown. */
  seat = 1;
  /** The seat whose turns are played again; null for none. @type {number|null} */
  debuggedSeat = null;
  /** @type {Signal<void>} */
  debugged = new Signal();
  /** Ids of hidden layers. @type {Set<string>} */
  hidden = new Set();
  /** Seat of the person who plays and watches; null if the user may see everything. @type {number|null} */
  viewerSeat = null;
  /** True if the whole path of the selected thing is shown, not only its last steps. */
  wholePath = false;
  /** True if the newest round is shown as soon as it arrives. */
  live = false;
  /** @type {Signal<void>} */
  moved = new Signal();
  /** @type {Signal<void>} */
  selected = new Signal();
  /** @type {Signal<void>} */
  grew = new Signal();
  /** @type {Signal<string>} */
  failed = new Signal();

  /**
   * @param {import('../game.js').GameDisplay} game
   * @param {import('./frames.js').ReplaySource} source
   * @param {Header} header
   * @param {string|null} id
   */
  constructor(game, source, header, id) {
    this.game = game;
    this.source = source;
    this.header = header;
    this.id = id;
    this.timeline = new Timeline(game, header, (chunk) => source.chunk(chunk));
    /** @type {import('../game.js').Localizer} */
    this.localizer = { t: translator(game.texts), name: (seat) => this.name(seat) };
    this.playback.last = header.rounds_played;
    this.playback.total = this.isOver ? 0 : header.rounds;
    this.seat = header.players[0]?.seat ?? 1;
    for (const { seat, built_in } of header.players) {
      const layer = built_in && game.drawingsOf?.(seat);
      if (layer) this.hidden.add(layer);
    }
  }

  /** True if no more rounds will follow. */
  get isOver() {
    return this.header.complete || this.header.ended === true;
  }

  /** @param {number} seat */
  name(seat) {
    return singleLine(this.header.players.find((player) => player.seat === seat)?.name ?? `#${seat}`, 40);
  }

  async loadOverview() {
    try {
      this.overview = { ...EMPTY, ...(await this.source.overview()) };
      this.grew.emit();
    } catch (error) {
      this.failed.emit(errorText(error));
    }
  }

  /** Fetches the rounds that were added since the last time. */
  async refresh() {
    const before = this.header.rounds_played;
    this.header = { ...this.header, ...(await this.source.header()), scene: this.header.scene };
    this.timeline.invalidate(before);
    this.playback.last = this.header.rounds_played;
    if (this.isOver) this.playback.total = 0;
    await this.loadOverview();
    if (this.live) this.seek(this.playback.last);
  }

  /** Returns the current step, or null while it loads. @returns {Step|null} */
  step() {
    return this.stepAt(this.playback.round);
  }

  /** @param {number} round @returns {Step|null} */
  stepAt(round) {
    const step = this.timeline.step(round);
    if (!step) this.load(round);
    else step.viewerSeat = this.viewerSeat;
    return step;
  }

  /** Returns a sentence about what is missing of a round in a damaged file, or an empty string. @param {number} round */
  damageText(round) {
    const [first, last] = this.timeline.peek(this.timeline.chunkOf(round))?.damaged ?? [Infinity, 0];
    return round >= first && round <= last
      ? t('error.damagedRounds', { first: String(first), last: String(last) })
      : '';
  }

  /** @param {number} round */
  load(round) {
    this.timeline.load(this.timeline.chunkOf(round)).then(
      () => this.moved.emit(),
      (error) => {
        this.playback.playing = false;
        this.failed.emit(errorText(error));
      },
    );
  }

  /** Returns the last round up to which the clock may go without waiting for data, and fetches the next chunk in advance. */
  loadedUntil() {
    const round = Math.min(this.playback.last, Math.floor(this.playback.round) + 1);
    const end = this.timeline.endOfChunk(round);
    const here = this.timeline.peek(this.timeline.chunkOf(round));
    if (!here) {
      this.load(round);
      return this.playback.round;
    }
    if (end + 1 > this.playback.last || this.timeline.peek(this.timeline.chunkOf(end + 1))) return end + 1;
    this.load(end + 1);
    return end;
  }

  /** @param {number} round */
  seek(round) {
    this.playback.seek(round);
    this.moved.emit();
  }

  /** Shows a round of a running match as soon as it exists. @param {number} round */
  seekWhenThere(round) {
    if (this.playback.last >= round) return this.seek(round);
    const stop = this.grew.on(() => {
      if (this.playback.last < round) return;
      stop();
      this.seek(round);
    });
  }

  /** @param {string|null} selection */
  select(selection) {
    if (selection !== this.selection) this.wholePath = false;
    this.selection = selection;
    const seat = selection ? this.game.ownerOf(selection) : null;
    if (seat) this.seat = seat;
    this.selected.emit();
  }

  /** @param {boolean} isWanted */
  showWholePath(isWanted) {
    this.wholePath = isWanted;
    this.selected.emit();
  }

  /** @param {string} layer @param {boolean} shown */
  showLayer(layer, shown) {
    if (shown) this.hidden.delete(layer);
    else this.hidden.add(layer);
    this.moved.emit();
  }

  /** Opens the panel that plays the turns of this seat again; null closes it. @param {number|null} seat */
  debug(seat) {
    this.debuggedSeat = seat;
    this.debugged.emit();
  }

  /** @param {number} seat */
  showSeat(seat) {
    this.seat = seat;
    this.selected.emit();
  }
}

/** Loads the beginning of a match. @param {import('../game.js').Game[]} games @param {import('./frames.js').ReplaySource} source @param {string|null} id */
export async function loadReplay(games, source, id) {
  const header = await source.header();
  const view = games.find((one) => one.name === header.game)?.view;
  const game = view?.forMatch?.(header.scene) ?? view ?? textGame(header.game);
  return new Replay(game, source, header, id);
}

/**
 * Returns the game that a match belongs to in requests: the word that opens its file, or its name.
 * @param {import('../../generated/replay.js').Header} header
 */
export function gameOf(header) {
  return header.game_file?.word ?? header.game;
}

/** @param {unknown} error */
export function errorText(error) {
  const text = error instanceof Error ? error.message : String(error);
  return ['offline', 'damaged'].includes(text) ? t(`error.${text}`) : singleLine(text, 300);
}
