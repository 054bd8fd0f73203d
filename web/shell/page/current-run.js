/**
 * The match that the server runs, and the parts of the page that show it in every view: the bar with its result, the
 * strip with the games of the match, and the prompt for a human player.
 */

import { api } from 'wag/shell/basics/api.js';
import { replacePart } from 'wag/shell/basics/dom.js';
import { createGames, gameIndex, isOver } from 'wag/shell/match/games.js';
import { createHumanPrompt } from 'wag/shell/match/human-prompt.js';
import { applyLink } from 'wag/shell/page/link.js';
import { confirmPlayAgain, lossByButton, lossByKey } from 'wag/shell/setup/play-again.js';
import { Refresher } from 'wag/shell/replay/refresher.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { createRunBar } from 'wag/shell/page/run-bar.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../replay/replay.js').Replay} Replay */
/**
 * @typedef {object} Page
 * @property {() => Replay|null} replay                     the match that was opened last
 * @property {() => boolean} isWatching                     true if a match is shown
 * @property {(id: string) => Promise<boolean>} open        opens a replay
 * @property {() => ReturnType<typeof import('./replay-actions.js').createReplayActions>} actions
 * @property {() => void} onFirst                           is called when the page learns of a run for the first time
 * @property {() => void} drawBar
 * @property {(act: () => Promise<void>) => Promise<void>} attempt  reports the error of an action
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {import('../panels/problem.js').OpenManual} openManual
 */

export class CurrentRun {
  #page;
  /** @type {Run|null} */
  #run = null;
  /** Callback for the moment when the run has something to show. @type {(() => Promise<void>)|null} */
  #onReady = null;
  /** Id of the run's replay while its result is held back, because the user has not seen the end yet. */
  #heldBack = '';
  /** The most recent question. */
  #question = '';
  /** Removes the listeners of the displayed replay. */
  #removeListeners = () => {};
  #refresher;
  /** The page's actions for the end of a match. @type {import('../setup/next-matches.js').MatchActions} */
  actions = {
    run: () => this.#run,
    again: () => this.#again(lossByButton(this.#run)),
    play: (settings) => void this.#page.attempt(async () => this.show(await api.run(settings))),
  };
  #bar;
  #prompt;
  #games;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#refresher = new Refresher(
      () => page.drawBar(),
      (error) => page.notify(errorText(error), true),
    );
    this.#bar = this.#makeBar();
    this.#prompt = this.#makePrompt();
    this.#games = this.#makeGames();
  }

  /** The last state of the run. */
  get now() {
    return this.#run;
  }

  /** The elements of the parts, from top to bottom. */
  elements() {
    return [this.#bar.element, this.#games.element, this.#prompt.element];
  }

  #makeBar() {
    return createRunBar({
      cancel: () => this.#page.attempt(async () => this.update(await api.cancel())),
      again: this.actions.again,
      openManual: this.#page.openManual,
    });
  }

  #makePrompt() {
    return createHumanPrompt(
      (run, question, answer) => {
        api.answer(run, question, answer).catch((error) => {
          this.#prompt.enable();
          this.#page.notify(errorText(error), true);
        });
      },
      (replay) => this.#openGame(replay),
    );
  }

  #makeGames() {
    return createGames((replay) => this.#openGame(replay));
  }

  /** Opens another game of the match. @param {string} replay */
  async #openGame(replay) {
    await this.#page.open(replay);
    if (this.#run && this.#page.replay()?.id === replay) this.update(this.#run);
  }

  /** Draws everything again, in another language. */
  rebuild() {
    this.#bar = replacePart(this.#bar, this.#makeBar());
    this.#prompt = replacePart(this.#prompt, this.#makePrompt());
    this.#games = replacePart(this.#games, this.#makeGames());
    this.#showResult();
  }

  /** Shows a run as soon as there is something to see. @param {Run} run @param {() => void} [then] */
  async show(run, then = () => {}) {
    this.#heldBack = run.replay;
    this.#onReady = async () => {
      await this.#page.open(run.replay);
      const replay = this.#page.replay();
      // The run may have ended while the page loaded its beginning.
      if (replay?.id === run.replay && isOver(this.#run, replay)) await this.#refresher.refresh(replay, true);
      then();
    };
    // The page may have received this run already, in a newer state.
    await this.update(this.#run?.id === run.id ? this.#run : run);
  }

  /** Cancels the match if it is still running. */
  async cancelRunning() {
    if (this.#run?.state === 'running') this.update(await api.cancel());
  }

  /** Plays the last match again, for the key of that name. */
  againByKey() {
    this.#again(lossByKey(this.#run, this.#page.actions().saved));
  }

  /** Plays the last match again, after a confirmation if something would be lost. @param {'running'|'unsaved'|null} loss */
  #again(loss) {
    if (!this.#run) return;
    const isShown = this.#page.isWatching() && this.#page.replay()?.id === this.#run.replay;
    confirmPlayAgain(
      loss,
      () => this.#playAgain(),
      isShown && loss === 'unsaved' ? this.#page.actions().save : null,
    );
  }

  #playAgain() {
    this.#page.attempt(async () => {
      await this.cancelRunning();
      const { playback, selection } = this.#page.replay() ?? {};
      const link = { round: playback?.round || undefined, select: selection ?? undefined };
      await this.show(await api.again(), () => {
        const replay = this.#page.replay();
        if (replay) applyLink(replay, link);
      });
    });
  }

  /** Shows the parts for a displayed replay, and keeps them up to date. @param {Replay} replay */
  follow(replay) {
    this.#removeListeners();
    const removers = [
      replay.selected.on(() => this.#prompt.onSelection(replay)),
      replay.moved.on(() => this.#prompt.refresh()),
    ];
    this.#removeListeners = () => {
      for (const remove of removers) remove();
    };
    this.#prompt.update(this.#run, replay);
    this.updateGames(replay);
  }

  /** Hides the parts that belong to a displayed replay. */
  leave() {
    this.#prompt.update(null, null);
    this.#games.update(null, null);
  }

  /** @param {Replay} replay the one that is displayed */
  updateGames(replay) {
    this.#games.update(this.#run, replay);
  }

  /** Holds back the result of the run, if this is its replay. @param {string} id */
  holdBack(id) {
    this.#heldBack = id;
  }

  /** @param {Replay} replay */
  isHeldBack(replay) {
    return replay.id === this.#heldBack;
  }

  /** Shows a result that was held back: the user has seen the end, or is not watching. */
  revealResult() {
    if (this.#heldBack === '') return;
    this.#heldBack = '';
    this.#showResult();
  }

  /** Shows the run, and its result unless it is held back. */
  #showResult() {
    this.#bar.update(this.#run, this.#run?.state !== 'done' || this.#run.replay !== this.#heldBack);
  }

  /** Offers to play again after files have changed. @param {string[]} files */
  offerRerun(files) {
    if (this.#run) this.#bar.offerRerun(files, this.#run);
  }

  /** Shows a new state of the run. @param {Run} run @returns {Promise<void>|void} resolves when the run is shown, if it is shown now */
  update(run) {
    const replay = this.#page.replay();
    const ended = this.#run?.id === run.id && !isOver(this.#run, replay) && isOver(run, replay);
    const isFirst = this.#run === null;
    this.#run = run;
    // After a reload, the end of the match may be displayed before the page learns that the match was run here.
    if (isFirst) this.#page.onFirst();
    this.#showResult();
    const onReady = this.#onReady;
    if (run.ready || run.state !== 'running') this.#onReady = null;
    if (onReady && run.ready) return onReady();
    if (!replay || gameIndex(run, replay) < 0) return;
    if (this.#page.isWatching()) {
      this.#prompt.update(run, replay);
      this.#games.update(run, replay);
    }
    if (ended) this.#refresher.refresh(replay, true);
    if (replay.id !== run.replay || ended) return;
    // The player must see what has happened before answering.
    const question = run.question ? `${run.id} ${run.question.number}` : '';
    const isNew = question !== '' && question !== this.#question;
    this.#question = question;
    if (isNew) this.#refresher.refresh(replay, true);
    else if (run.state === 'running') this.#refresher.refreshThrottled(replay);
  }
}
