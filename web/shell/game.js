/**
 * The interface between the shell and a game that it displays: the type `GameDisplay`. Types only. The shell must never
 * look into a scene, state, order or event itself; it passes them to these functions.
 */

/** @typedef {import('../generated/replay.js').Turn} Turn */
/** @typedef {import('./replay/frames.js').GameEvent} GameEvent */
/** @typedef {import('./replay/frames.js').Point} Point */

/**
 * One round to display: the state before it, its turns, and the state after it. Round 0 is the start. While a person
 * plays, `viewerSeat` is that person's seat: hide what the game hides from players.
 * @typedef {{round: number, scene: any, before: any, after: any, turns: Turn[], viewerSeat?: number|null}} Step
 */

/** The visible part of the board in device pixels: `scale` is the size of a field, `left` and `top` the board's corner; `ratio` device pixels make one page pixel. @typedef {{scale: number, left: number, top: number, ratio: number}} Viewport */

/**
 * @typedef {object} Picture
 * @property {Step} step
 * @property {number} t            progress of the step, from 0 to 1
 * @property {boolean} staggered   true if the turns of a step are animated one after the other, false if all at once
 * @property {Viewport} viewport
 * @property {number} roundMs      duration of a round in milliseconds; 0 if nothing moves
 * @property {boolean} dark
 * @property {boolean} digits      true if owners are named by numbers, for color-blind people
 * @property {string|null} selection
 * @property {Set<string>} hidden  ids of hidden layers
 */

/** The texts of a game: `t` translates a key into the current language, `name` returns a player's name. @typedef {{t: (key: string, values?: Record<string, any>) => string, name: (seat: number) => string}} Localizer */

/** @typedef {{text: string, selection: string}} Link */
/** @typedef {{label: string, value: string, at?: string, calls?: string[], links?: Link[], tone?: 'good'|'bad'}} Fact */
/** The content of the inspector; `seat` sets its color. @typedef {{title: string, seat: number|null, facts: Fact[]}} Description */
/** A sentence about an event. `weight` 0: routine, 1: notable, 2: decisive. @typedef {{text: string, selection: string|null, seat: number|null, weight: number}} Sentence */
/** A kind of mark on the timeline; "next event" skips `quiet` ones, and `isLine` marks cross all lanes. @typedef {{kind: string, color: string, dark: string, quiet?: boolean, isLine?: boolean}} MarkKind */

/**
 * The display of a game. A selection is a short string that the game defines and that fits into a link, such as the id
 * of a piece on the board.
 * @typedef {object} GameDisplay
 * @property {string} name
 * @property {Record<string, Record<string, string>>} texts language -> key -> text; may override the page's own keys
 * @property {(scene: any) => GameDisplay} [forMatch]                    the display of one match, if its columns, texts or size depend on the scene
 * @property {(word: string) => Record<string, Record<string, string>>} [textsOfGame]  by language the texts of one game, for a display of many
 * @property {(scene: any, frame: any) => any} open                     returns the state of a keyframe
 * @property {(state: any) => any} copy
 * @property {(scene: any, state: any, turn: Turn) => void} applyTurn applies a turn to a state
 * @property {(scene: any, chunk: any) => any} [restore]  completes a chunk of an exported page, from which `Show::fold_turn` left out what follows from the frame
 * @property {(scene: any) => {width: number, height: number}} bounds   in fields; valid once a keyframe was opened
 * @property {(ctx: CanvasRenderingContext2D, scene: any, viewport: Viewport, dark: boolean) => void} paintGround  paints what never moves
 * @property {(ctx: CanvasRenderingContext2D, scene: any, viewport: Viewport, dark: boolean, seconds: number) => void} [paintDrift]  paints what moves slowly on the ground whatever happens in the match, such as water; 0 seconds if it stands still
 * @property {(ctx: CanvasRenderingContext2D, picture: Picture) => void} draw
 * @property {(ctx: CanvasRenderingContext2D, scene: any, viewport: Viewport, dark: boolean) => void} preview  draws the initial content of a scene, without its ground
 * @property {(ctx: CanvasRenderingContext2D, seat: number, size: number, dark: boolean) => void} [portrait]  draws what stands for a player, into a square of `size` device pixels
 * @property {(step: Step, x: number, y: number) => string|null} pick   the most important thing on a field
 * @property {(step: Step, selection: string) => Point|null} positionOf the position of a thing after the step
 * @property {(picture: Picture, selection: string) => Point|null} drawnAt  the position where a thing is drawn at time `t`
 * @property {(selection: string) => number|null} ownerOf                  the owner's seat
 * @property {(selection: string, value: string) => boolean} [isValueOf]  whether a value of an AI's code, as text, is the thing
 * @property {(step: Step, seat: number) => string[]} selectionsOf the things of a player, in a fixed order
 * @property {(selection: string, turn: Turn) => Point[]} trail         the fields that a thing passed in a turn
 * @property {(step: Step, selection: string, localizer: Localizer, hidden: Set<string>) => Description} describe  leaves out hidden layers
 * @property {(event: GameEvent, localizer: Localizer) => Sentence|null} describeEvent
 * @property {(note: {seat: number, kind?: string, values?: Record<string, any>, field?: Point}) => string|null} [selectionOf]  the thing that a note or a refused order is about
 * @property {boolean} [wraps]                                          true if the board wraps around at its edges; it can then be dragged endlessly
 * @property {(step: Step, localizer: Localizer) => {id: string, text: string}[]} [layers]  the layers over the board in this step, which can be hidden
 * @property {(seat: number) => string} [drawingsOf]                    the layer of a player's drawings; those of a built-in player are hidden at first
 * @property {string[]} columns                                         columns of the standings, as translation keys
 * @property {(state: any, seat: number) => {cells: number[], out: boolean}} score
 * @property {(state: any, seat: number) => number} [lead]              the value by which players are ranked, if it is not the first column
 * @property {MarkKind[]} marks                                         kinds of marks, in the order of their lanes
 * @property {boolean} [isText]                                         true if there is no board to draw
 * @property {(choice: string) => string} [choiceLabel] label of a move in the prompt; only for games that people can play
 * @property {AnswerEditor} [createAnswerEditor]  editor for a person's answers
 * @property {(choices: string[], selection: string, state: any) => string|null} [choiceFromSelection]  the move that one selection makes in the newest state
 * @property {(choices: string[], before: string, now: string) => string|null} [choiceFromSelections]  the move that two consecutive selections make
 */

/**
 * The context of a person's answer: `state` returns the current state, as far as it is loaded.
 * @typedef {{seat: number, scene: any, state: () => any, localizer: Localizer}} AnswerContext
 */
/**
 * An editor for a person's answer. `onSelection` handles a selection on the board and returns true if it used it; `show`
 * redraws everything, `refresh` redraws if more of the match was loaded.
 * @typedef {(context: AnswerContext, send: (answer: string) => void) => {element: HTMLElement, onSelection: (selection: string|null) => boolean, show: () => void, refresh: () => void}} AnswerEditor
 */

/** A game of the engine; `view` is null if this page cannot draw it. @typedef {{name: string, title: string, view: GameDisplay|null}} Game */

export {};
