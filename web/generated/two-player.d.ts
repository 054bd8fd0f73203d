// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

/** All games and players that the user can choose. */
export type Choices = { games: Array<Choice>, players: Array<Choice>,
  /** The games in the user's files. */
  own_games: Array<Choice>, own_players: Array<Choice>, };

/** A game or a player that the user can choose, with the arguments that may follow its name and a colon. */
export type Choice = { word: string, arguments: Array<Argument>, };

export type Argument = { name: string,
  /** The default value; null if the argument is required. */
  usual: string | null, };
