/**
 * The tab of games in Python files: a choice of the game, and below it the same forms as for any other game. The server
 * opens a file, in its sandbox, only once it is chosen.
 */

import { api } from 'wag/shell/basics/api.js';
import { drawCode, fill, h, setText } from 'wag/shell/basics/dom.js';
import { t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { openEditor } from 'wag/shell/editor/open-editor.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('./setups.js').Setup} Setup */
/** @typedef {import('./setups.js').SetupHost} SetupHost */
/** @typedef {import('../../generated/server.js').OfferedGame} OfferedGame */

const SETTING = 'game-file';
const ORIGINS = /** @type {const} */ (['folder', 'games', 'course']);
const NAME_MAX = 60;

/** The word of the game that is chosen, or an empty text. @type {string|null} */
let chosen = null;

/** Returns the word of the game that was chosen last. */
export function chosenGame() {
  chosen ??= loadSetting(SETTING) ?? '';
  return chosen;
}

/** Chooses the game of a link. Without one, the last choice stays. @param {string|undefined} word */
export function chooseGame(word) {
  if (!word) return;
  chosen = word;
  saveSetting(SETTING, word);
}

/**
 * @param {import('../game.js').Game} display what draws all these games
 * @param {(game: import('../game.js').Game, host: SetupHost) => Promise<Setup>} openGame opens the forms of a game
 * @returns {import('./setups.js').Entry}
 */
export function gameFilesEntry(display, openGame) {
  return {
    id: display.name,
    title: () => t('gameFiles.title'),
    runs: true,
    game: chosenGame,
    open: async (host) => {
      const tab = new GameFilesTab(await api.games(), gameOfFile(display), openGame, host);
      await tab.show();
      return tab;
    },
  };
}

/** Returns what makes a game of a word. The title and the description come from the server. @param {import('../game.js').Game} display */
function gameOfFile({ view }) {
  return (/** @type {string} */ name) => {
    const own = view?.textsOfGame?.(name) ?? {};
    const texts = Object.entries(view?.texts ?? {}).map(([language, words]) => {
      const { 'game.title': _, 'game.about': __, ...rest } = words;
      return [language, { ...rest, ...own[language] }];
    });
    return { name, title: name, view: view && { ...view, texts: Object.fromEntries(texts) } };
  };
}

class GameFilesTab {
  #listed;
  #gameOf;
  #openGame;
  #host;
  #select;
  #place = h('div', {});
  /** @type {Setup|null} */
  #setup = null;
  #isStopped = false;
  element;

  /**
   * @param {OfferedGame[]} listed @param {(word: string) => import('../game.js').Game} gameOf
   * @param {(game: import('../game.js').Game, host: SetupHost) => Promise<Setup>} openGame @param {SetupHost} host
   */
  constructor(listed, gameOf, openGame, host) {
    this.#listed = listed;
    this.#gameOf = gameOf;
    this.#openGame = openGame;
    this.#host = host;
    this.#select = choice(listed, (word) => titleOf(gameOf(word)));
    this.#select.addEventListener('change', () => {
      chooseGame(this.#select.value);
      host.updateLink();
      void this.show();
    });
    this.element = h(
      'div',
      { class: 'game-files' },
      h(
        'div',
        { class: 'game-choice' },
        h('label', { for: this.#select.id, text: t('gameFiles.choose') }),
        this.#select,
      ),
      this.#place,
    );
  }

  /** Opens the chosen game and shows its forms, or why it cannot be opened. */
  async show() {
    const word = chosenGame();
    this.#clear();
    const game = this.#listed.find((one) => one.word === word);
    this.#select.value = game?.word ?? '';
    if (!game) return fill(this.#place, hint(word));
    fill(this.#place, h('p', { class: 'setup hint', role: 'status', text: t('gameFiles.opening') }));
    try {
      const setup = await this.#openGame(this.#gameOf(word), {
        ...this.#host,
        start: (name) => this.#start(name),
      });
      if (this.#isStopped || word !== chosenGame()) return setup.stop?.();
      this.#setup = setup;
      fill(this.#place, setup.element);
    } catch (error) {
      if (!this.#isStopped && word === chosenGame()) fill(this.#place, this.#failure(game, errorText(error)));
    }
  }

  /** @param {string} word */
  async #start(word) {
    const start = await this.#host.start(word);
    const option = [...this.#select.options].find(({ value }) => value === word);
    if (option) setText(option, labelOf(word, titleOf(this.#gameOf(word), start.title)));
    return start;
  }

  /** @param {OfferedGame} game @param {string} text */
  #failure({ word, origin }, text) {
    const file = word.replace(/(\.py):\w+$/u, '$1');
    return h(
      'div',
      { class: 'setup' },
      h('h1', { text: t('gameFiles.failed', { game: singleLine(word, NAME_MAX) }) }),
      h('p', { class: 'failure', role: 'alert', text }),
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', text: t('gameFiles.again'), onclick: () => void this.show() }),
        origin === 'folder' &&
          h('button', {
            type: 'button',
            text: t('listing.edit'),
            onclick: () => openEditor({ game: word, file }),
          }),
      ),
    );
  }

  /** @returns {import('../page/keys.js').Keys} */
  keys() {
    return this.#setup?.keys() ?? {};
  }

  #clear() {
    this.#setup?.stop?.();
    this.#setup = null;
    this.#host.showBoard(false);
  }

  stop() {
    this.#isStopped = true;
    this.#setup?.stop?.();
    this.#setup = null;
  }
}

/**
 * Returns the title of a game in the language of the page.
 * @param {import('../game.js').Game} game @param {string} [title] the one that its file declares
 */
function titleOf(game, title = game.title) {
  return textOr(translator(game.view?.texts ?? {}), 'game.title', title);
}

/** @param {string} word @param {string} title */
function labelOf(word, title) {
  const [name, shown] = [singleLine(word, NAME_MAX), singleLine(title, NAME_MAX)];
  return shown === name ? name : `${shown} · ${name}`;
}

/** Returns the field in which a game is chosen, in groups. @param {OfferedGame[]} listed @param {(word: string) => string} title */
function choice(listed, title) {
  const groups = ORIGINS.map((origin) => ({ origin, games: listed.filter((one) => one.origin === origin) }));
  return h(
    'select',
    { id: 'game-file' },
    h('option', { value: '', disabled: true, text: t('gameFiles.none') }),
    ...groups
      .filter(({ games }) => games.length > 0)
      .map(({ origin, games }) =>
        h(
          'optgroup',
          { label: t(`gameFiles.${origin}`) },
          ...games.map(({ word }) => h('option', { value: word, text: labelOf(word, title(word)) })),
        ),
      ),
  );
}

/** Returns what is shown while no game is chosen. @param {string} missing the word of a game that is not there */
function hint(missing) {
  return h(
    'div',
    { class: 'setup' },
    h('h1', { text: t('gameFiles.title') }),
    missing &&
      h('p', {
        class: 'failure',
        role: 'alert',
        text: t('gameFiles.gone', { game: singleLine(missing, NAME_MAX) }),
      }),
    h('p', { class: 'hint' }, ...drawCode(t('gameFiles.hint'))),
  );
}
