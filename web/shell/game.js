/**
 * What a game gives the shell so that it can be watched: the type `GameView`. Types only.
 * The shell must never look into a scene, state, order or event by itself; it hands them to these functions.
 */

/** @typedef {import('./frames.js').Turn} Turn */
/** @typedef {import('./frames.js').GameEvent} GameEvent */
/** @typedef {import('./frames.js').Place} Place */

/**
 * One round, ready to be shown: what was before, what happened, what is after. Round 0 is the start. While a person plays,
 * `eyes` is the seat of who sees it: what a game hides from players is to be hidden.
 * @typedef {{round: number, scene: any, before: any, after: any, turns: Turn[], eyes?: number|null}} Step
 */

/** Device pixels: `scale` of one field, `left` and `top` of the board's corner; `ratio` of them make one pixel of the page. @typedef {{scale: number, left: number, top: number, ratio: number}} View */

/**
 * @typedef {object} Picture
 * @property {Step} step
 * @property {number} t            0 to 1: how much of the step has happened
 * @property {boolean} staggered   whether the turns of a step happen one after the other, or all at once
 * @property {View} view
 * @property {boolean} dark
 * @property {string|null} selection
 * @property {Set<string>} hidden  the layers that are switched off
 */

/** How a game speaks: `t` finds its words in the language chosen, `name` a player's name. @typedef {{t: (key: string, values?: Record<string, any>) => string, name: (seat: number) => string}} Talk */

/** @typedef {{text: string, selection: string}} Link */
/** @typedef {{label: string, value: string, at?: string, calls?: string[], links?: Link[], tone?: 'good'|'bad'}} Fact */
/** What the inspector shows; `seat` colours it. @typedef {{title: string, seat: number|null, facts: Fact[]}} Description */
/** `weight` 0: everyday, 1: worth a mention, 2: decisive. @typedef {{text: string, selection: string|null, seat: number|null, weight: number}} Sentence */
/** A kind of mark on the scrubber; `quiet` ones are no goal for "next event". @typedef {{kind: string, color: string, dark: string, quiet?: boolean}} MarkKind */

/**
 * A selection is a short text of the game's own making that fits into a link, such as the name of a thing on the board.
 * @typedef {object} GameView
 * @property {string} name
 * @property {Record<string, Record<string, string>>} words             language -> key -> text; the page's own keys too, to say them in other words
 * @property {(scene: any, frame: any) => any} open                     a state from a keyframe
 * @property {(state: any) => any} copy
 * @property {(scene: any, state: any, turn: Turn) => void} play        brings a state one turn further
 * @property {(scene: any) => {width: number, height: number}} bounds   in fields
 * @property {(ctx: CanvasRenderingContext2D, scene: any, view: View, dark: boolean) => void} paintGround  what never moves
 * @property {(ctx: CanvasRenderingContext2D, picture: Picture) => void} draw
 * @property {(ctx: CanvasRenderingContext2D, scene: any, view: View, dark: boolean) => void} preview  what a scene has besides its ground before anything happens
 * @property {(step: Step, x: number, y: number) => string|null} pick   the most telling thing on a field
 * @property {(step: Step, selection: string) => Place|null} place      where something is after the step
 * @property {(picture: Picture, selection: string) => Place|null} whereabouts  where it is drawn in this moment
 * @property {(selection: string) => number|null} seat                  whose it is
 * @property {(step: Step, seat: number) => string[]} list              what a player has, in a fixed order
 * @property {(selection: string, turn: Turn) => Place[]} trail         where something went in a turn
 * @property {(step: Step, selection: string, talk: Talk, hidden: Set<string>) => Description} describe  without what is in layers that are hidden
 * @property {(event: GameEvent, talk: Talk) => Sentence|null} tell
 * @property {(note: {seat: number, kind?: string, values?: Record<string, any>, field?: Place}) => string|null} [noted]  what a note, or a refused order, is about
 * @property {boolean} [wraps]                                          what goes out on one side comes in on the other: the board can be dragged around
 * @property {(step: Step, talk: Talk) => {id: string, text: string}[]} [layers]  what lies over the board in this step and can be switched off
 * @property {string[]} columns                                         of the score board: keys of words
 * @property {(state: any, seat: number) => {cells: number[], out: boolean}} score
 * @property {MarkKind[]} marks                                         in the order of their lanes
 * @property {string|null} [decides]                                    the figure that decides, if it is not the first one; null: none does
 * @property {string[]} [knockOuts]                                     kinds of marks that say that a player is out, if it is not `out`
 * @property {boolean} [isText]                                         there is no board to be drawn
 * @property {(choice: string) => string} [choiceName]                  of a move that a person can choose; where persons can play
 * @property {Compose} [compose]  where a person's answers are put together
 * @property {(choices: string[], before: string, now: string) => string|null} [choiceOf]  the move that is meant by two selections, one after the other
 */

/**
 * What a person puts an answer together with: `state` is what it looks like now, as far as it is loaded.
 * @typedef {{seat: number, scene: any, state: () => any, talk: Talk}} Asked
 */
/**
 * `selected` hears what is selected on the board, and answers whether that was meant; `show` draws all of it anew, `refresh` if more has been loaded.
 * @typedef {(asked: Asked, send: (answer: string) => void) => {element: HTMLElement, selected: (selection: string|null) => boolean, show: () => void, refresh: () => void}} Compose
 */

/** A game of the engine; `view` is null if this page can't draw it. @typedef {{name: string, title: string, view: GameView|null}} Game */

export {};
