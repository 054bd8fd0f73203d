/** Types of the modules that the program generates when it serves the pages; see crates/server/src/pages.rs. */
declare module 'wag/i18n/sentences.js' {
  export const sentences: Record<string, Record<string, string>>;
}
declare module 'wag/games/index.js' {
  export const games: import('../shell/game.js').Game[];
}
