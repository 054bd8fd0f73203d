// Generated from the program's types by the tests `page_types_are_current`. Do not edit.
import type { Text } from '../shell/basics/i18n.js';
import type { CodePlace, OfMatch, Problem } from './replay.js';
import type { GoalReport, LessonProgress } from './course.js';
import type { LossReport } from './losses.js';
import type { CannotPlayRow, CheckedSubmission, TournamentRow } from './tournament.js';

/** The response to `GET /api/start`: the data that a page needs when it opens. */
export type Start = { version: string, folder: string, files: Array<string>,
  /** The default name of the player in each of the files in `files`, in the same order. */
  names: Array<string>,
  /**
   * The name of the file that [`first`] can write into a folder without players other than the files of lessons;
   * null if the folder already contains players.
   */
  first: string | null, settings: MatchRequest, run: Run | null,
  /** The word that opens the game. */
  game: string, title: string, about: string, seats: Seats,
  /** The name of the built-in player that takes empty seats; null if the game has none. */
  filler: string | null,
  /** The player spec of a human player; null if the game does not allow one. */
  person: string | null, built_in: Array<BuiltIn>, options: Array<Opt>, limits: Array<LimitChoice>, stages: Array<Stage>, };

/** A game in a Python file that a page can choose. */
export type OfferedGame = {
  /** The word that opens the game. */
  word: string,
  /** The name of its class. */
  class: string,
  /** Where it comes from: the working `folder`, the folders of `games` in `WAG_GAMES`, or the `course`. */
  origin: "folder" | "games" | "course", };

/** The allowed range of the number of players. */
export type Seats = { least: number, most: number, };

/** A built-in player. */
export type BuiltIn = { name: string, about: string,
  /** A sentence that says how to unlock the player; null if it is unlocked. */
  locked: string | null, };

/** An option of the game. */
export type Opt = { name: string, help: string, } & ({ "kind": "number", least: number, most: number, usual: number | null, } | { "kind": "choice", of: Array<string>, usual: string, } | { "kind": "flag" } | { "kind": "text", usual: string, } | { "kind": "file", ending: string, usual: string, absent: string | null, files: Array<File>, preview: boolean, });

/** The type of an option's value. */
export type OptKind = { "kind": "number", least: number, most: number, usual: number | null, } | { "kind": "choice", of: Array<string>, usual: string, } | { "kind": "flag" } | { "kind": "text", usual: string, } | { "kind": "file", ending: string, usual: string, absent: string | null, files: Array<File>, preview: boolean, };

/** A limit of each player that the user can change. */
export type LimitChoice = { name: string, help: Text, least: number, most: number,
  /** True if the value has no fraction. */
  is_whole: boolean, };

/** A value for an option that takes a file: a built-in file, a file in the working folder, or no file. */
export type File = { name: string, title: string, about: string,
  /** The width and the height of the board, in squares; null if the file has no board. */
  size: [number, number] | null, locked: string | null, };

/** A stage of the ladder. */
export type Stage = { name: string, opponents: Array<string>, options: { [key in string]: string }, wins: number, wins_needed: number,
  /** The state of the stage: `current`, `mastered` or `locked`. */
  state: string,
  /** A text that says what the learner unlocks by mastering the stage. */
  unlock: string, };

/** A match that a page requests. */
export type MatchRequest = {
  /** The name of the game; empty for the default game. */
  game: string,
  /**
   * The players in seat order. Each is a file in the working folder, the name of a built-in player, or an empty
   * string for an empty seat.
   */
  players: Array<string>,
  /** The values of the game's options by name. */
  options: { [key in string]: string },
  /** The seed; null means a random seed. */
  seed: number | string | null,
  /**
   * The name of the ladder stage to play, which sets everything except the first player. null for an ordinary
   * match.
   */
  challenge: string | null,
  /** The recorded match to continue, which sets everything else. null for a match that is played from round 1. */
  fork?: ForkForm | null,
  /** Limits of each player in place of those of the client, by the names in `Offer`. */
  limits?: { [key in string]: number },
  /** The content of the logs. */
  log?: string, };

/** The response to `GET /api/files`. */
export type FileList = {
  /** True if the program contains the editor; without Node, it is built without it. */
  has_editor: boolean, files: Array<EditableFile>, };

/** A file that the editor can open. */
export type EditableFile = { name: string,
  /** The size in bytes. */
  size: number,
  /** The time of the last change in UTC milliseconds; 0 if it is unknown. */
  changed_at: number, };

/** The content of a file, and its version. */
export type FileContent = { name: string, text: string, version: string, };

/** The response to a written file. */
export type FileVersion = { version: string, };

/** The response to `POST /api/files/NAME/check`. */
export type CheckedFile = {
  /** The reason why the file cannot be run. */
  problem: Problem | null,
  /** The methods that the code names without calling them. */
  uncalled: Problem[], };

/** A Python stub, which declares names that AIs of a game can use. */
export type Stub = {
  /** The name of the file, such as `classes.pyi`. */
  name: string, text: string, };

/** A page's request to continue a recorded match. */
export type ForkForm = {
  /** The ID of the replay. */
  replay: string,
  /** The first round to play again. */
  round: number,
  /** The seat, from 1, of the player that plays another file; null to change nothing. */
  seat: number | null,
  /** The file in the working folder, or the name of a built-in player. */
  file: string, };

/** The ID of the replay that a match continues. */
export type Parent = { id: string, };

/** The state of a run, as the pages receive it. */
export type Run = { id: string,
  /** The ID of the replay of the current game, or of the last game if the match has ended. */
  replay: string,
  /** True if the replay named by `replay` exists already. */
  ready: boolean,
  /** All games of the match, in order. */
  games: Array<GameNow>,
  /** The combined result of the games; null unless the match has several games and all of them are over. */
  total: Total | null, state: RunState, round: number, rounds: number, seed: number | string | null, seconds_left: number | null, rounds_per_s: number | null, error: string | null,
  /** The players because of which the match is not played. */
  unstarted: UnstartedPlayer[],
  /** The question that a person must answer before the match continues; null if there is none. */
  question: Question | null,
  /** The current turn; null until it has lasted [`LONG`]. */
  turn: Turn | null,
  /** The last turn that a player lost; null if no turn was lost. */
  lost: Turn | null,
  /** The turn that was in progress when the match was canceled; null if it was not canceled. */
  cut: Turn | null, verdict: Verdict | null, };

export type RunState = "running" | "done" | "cancelled" | "failed";

/** The state of one game of the match. */
export type GameNow = { replay: string,
  /** True if the game's replay exists already. */
  ready: boolean, over: boolean,
  /** The seats of the winners, counted from 1; empty while the game is running. */
  winners: Array<number>, };

/** A turn of one player. */
export type Turn = { player: string,
  /** The seat, counted from 1. */
  seat: number, round: number,
  /** The duration of the turn in seconds, if it is known. */
  seconds: number | null,
  /** A text that says how the turn ended and which line of the player's code was running; null if it is unknown. */
  words: Text | null,
  /** The line of the player's code that was running; null if it is unknown. */
  place: CodePlace | null,
  /** The problem because of which the turn was lost; null if it was not lost. */
  problem: Problem | null, };

/** A player that cannot start, for pages and other programs. */
export type UnstartedPlayer = {
  /** The seat, counted from 1. */
  seat: number, player: string, problem: Problem, };

/** The combined result of the games in a match of several games. */
export type Total = {
  /** The number of games that each seat has won alone. */
  won: Array<number>,
  /**
   * The seats that have won the match, counted from 1. If several seats have won the same number of games, there are
   * several winners.
   */
  winners: Array<number>, };

/** A question to a person. */
export type Question = {
  /** The number of the question within the match, counted from 1. */
  number: number,
  /** The seat whose turn it is, counted from 1. */
  seat: number,
  /** The suggested answers. If `composes` is true, an answer may also combine several of them. */
  choices: Array<string>, composes: boolean,
  /** The reason why the previous answer was not accepted; null if this is the first attempt. */
  fault: Text | null, };

/** The result of a match on the ladder. */
export type Verdict = {
  /** The name of the stage. */
  stage: string, won: boolean,
  /** The result in one word: `won`, `tie`, `beaten` or `interrupted`. */
  result: string,
  /** True if the match was won and the win counts for the ladder. */
  counted: boolean,
  /**
   * The reason why a win does not count: `again` (the match has been played before), `practice` (the stage is
   * already mastered) or `unsaved` (the win could not be saved). null if the win counts, or if the match was not
   * won.
   */
  why_not_counted: string | null,
  /** The whole result as text in English. */
  text: string,
  /** The path of the file with the source of the beaten AI; null unless this match mastered the stage. */
  source: string | null, mastered: boolean, unlocked: Array<string>, wins: number, wins_needed: number, };

/** A save in the list of saves. */
export type ListedSave = { id: string, name: string, saved: string, automatic: boolean,
  /** The number of rounds that have been played. `rounds`, `players` and `map` are `null` if the file cannot be read. */
  rounds: number | null, players: Array<string> | null, map: string | null, game: string | null,
  /** The `number` of this game and the number of `games` if the match has several games; otherwise `null`. */
  of_match: OfMatch | null,
  /** True if the match was played to its end. */
  complete: boolean,
  /** The players from the replay's header with their ranks and figures, best first. */
  standings: Array<SavedStanding>,
  /** The reason why the replay cannot be shown; `null` if it can be shown. */
  error: string | null, };

/** A player's result in a saved match. */
export type SavedStanding = { seat: number, name: string, place: number,
  /** The names and values of the player's figures, in the order that the game defines. */
  figures: Array<[string, number]>,
  /** True if the player forfeited the match. */
  forfeits: boolean, };

/**
 * The tournaments in the working folder, and the state of the tournament that this server is playing or has played
 * last.
 */
export type TournamentList = { files: Array<ListedTournament>, now: TournamentNow | null, };

/** A tournament in the working folder. */
export type ListedTournament = {
  /** The name of the tournament's file. */
  file: string, players: Array<string>, played: number, planned: number,
  /** The time of the file's last change, such as `2026-11-21T07:00:00Z`. */
  changed: string,
  /** The reason why the file cannot be used; null if it can be used. */
  error: string | null, };

/** The state of a tournament, as the pages receive it. */
export type TournamentNow = { file: string, game: string, state: RunState,
  /**
   * A number that grows with every change. Pages receive the state in two ways, and this number shows them which
   * state is newer.
   */
  change: number, played: number, planned: number, table: TournamentTable, warnings: Array<string>, error: string | null, };

/** A page's request to start or resume a tournament. */
export type TournamentForm = {
  /** The name of the game; empty for the default game. */
  game: string,
  /**
   * The file of the tournament to resume; null to start a new one. A resumed tournament keeps its players, and the
   * requested players join it. Its number of matches can only grow, and all other settings stay the same.
   */
  file: string | null,
  /** The players: files in the working folder, or names of built-in players. */
  players: Array<string>,
  /** The ZIP file with the submissions of a class; null if there are none. */
  submissions: string | null,
  /** The names that the user gives to submissions, by their paths. */
  names: { [key in string]: string },
  /** Limits of each player in a new tournament in place of those of the client, by the names in `Offer`. */
  limits?: { [key in string]: number },
  /** The names of players that leave the tournament. The matches that they have played stay in the table. */
  without: Array<string>,
  /** The values of the game's options by name. */
  options: { [key in string]: string },
  /** The files for the option that chooses the map or board; empty for the default. */
  places: Array<string>,
  /** The minimum number of matches of each player on each map or board; null for the default. */
  games: number | null,
  /** The number of players in a match; null for the largest possible number. */
  seats: number | null,
  /** The seed; null means a random seed. */
  seed: number | string | null, };

/** The submissions of a class, and the results of their check. */
export type CheckedClass = {
  /** The name of the ZIP file in the folder `submissions/`. */
  file: string, submissions: CheckedSubmission[], };

/** The table of a tournament, with what only pages show. */
export type TournamentTable = { seed: number | string, places: Array<string>, options: { [key in string]: string }, games: number, seats: number,
  /** The number of matches with a replay. */
  replays: number,
  /**
   * A row and a column for each player, in the order of `players`: how often the first finished ahead of the second,
   * from 0 to 1, and the number of their matches; null if they have not met.
   */
  versus: Array<Array<[number, number] | null>>, game: string,
  /** The path of the tournament's file. */
  file: string,
  /** The name of the rating method. */
  method: string,
  /** The number of matches that have been played. */
  matches: number, matches_planned: number,
  /** The players, best first. */
  players: Array<TournamentRow>,
  /** The submissions that cannot play. */
  cannot_play: Array<CannotPlayRow>, };

/**
 * A filter that selects all matches, the matches of one player, or the matches between two players. Players have the
 * same names as in the table.
 */
export type MatchFilter = { player: string | null, against: string | null, };

/** Matches of a tournament. */
export type TournamentMatches = {
  /** The number of all matches; `matches` contains only the first ones. */
  count: number, matches: Array<TournamentMatch>,
  /** The IDs of the replays of all matches. */
  replays: Array<string>, };

/** A played match of a tournament. */
export type TournamentMatch = {
  /** The number of the match, counted from 1. */
  index: number,
  /** The map or board; null if the game has none. */
  map: string | null, seed: number | string,
  /** The players, best first. */
  standings: Array<MatchStanding>,
  /** The ID of the replay; null unless the pages can show it. */
  replay: string | null,
  /** The location of the replay: `here`, `none`, `gone` or `elsewhere`. */
  kept: string, };

/** A player's result in a match of a tournament. */
export type MatchStanding = {
  /** The seat, counted from 1. */
  seat: number, name: string, place: number,
  /** The names and values of the player's figures, in the order that the game defines. */
  figures: Array<[string, number]>,
  /** The number of the player's faults. */
  errors: number, forfeits: boolean, };

/** The matches of a tournament that are best suited for a presentation. */
export type TournamentFinal = { count: number,
  /** The IDs of the replays, in the order in which they are shown. */
  replays: Array<string>, };

/** The lessons of a game. */
export type CourseList = { lessons: Array<ListedLesson>,
  /** The command that shows the course in a terminal. */
  command: string,
  /** The command that unlocks all players and maps, for teachers. */
  unlock: string, };

/** A lesson with the learner's progress. */
export type ListedLesson = {
  /** The number of the lesson, counted from 1. */
  number: number, id: string,
  /** The time that a learner needs, in minutes. */
  minutes: number,
  /** The name of the learner's file. */
  file: string,
  /** True if the learner's file exists. */
  begun: boolean,
  /** The number of hints. */
  hints: number,
  /** The number of rounds of a match, if the lesson sets it. */
  rounds: number | null,
  /** The number of matches of a check. */
  matches: number,
  /** True if a match against somebody else's file is offered after this lesson. */
  offers_match: boolean, progress: LessonProgress,
  /** The texts by language code. */
  texts: { [key in string]: LessonTexts }, };

/** The texts of a lesson in one language, with the hints that the learner has seen. */
export type LessonTexts = { title: string,
  /** The task, in one sentence; empty if the lesson has none. */
  task: string,
  /** The text in Markdown. */
  text: string, goals: Array<string>, hints: Array<string>, };

/** A lesson that the learner has begun: its file exists. */
export type BegunLesson = {
  /** The name of the game. */
  game: string,
  /** The id of the lesson. */
  lesson: string, file: string,
  /** The new name of the learner's earlier file; null if it was not renamed. */
  old: string | null,
  /** The board before the match, as in a preview. */
  scene: any, };

/** The response to `POST /api/course/check`. */
export type CheckResult = {
  /** The name of the game. */
  game: string,
  /** The id of the lesson. */
  lesson: string, passed: boolean,
  /**
   * The goals, in the order of the lesson; the last one may have no sentence: no errors. Empty if a player could not
   * start.
   */
  goals: GoalReport[],
  /** The number of matches that were played. */
  matches: number,
  /** The number of matches of a check that ends without a missed goal. */
  all_matches: number,
  /** The seed of the last match; null if no match was played. */
  seed: number | null,
  /** True if the learner has passed all lessons now. */
  finished: boolean,
  /** The reason why the learner's file cannot start, in English. */
  cannot_start: string | null,
  /** The players that cannot start. */
  unstarted: UnstartedPlayer[],
  /** The first error of the learner's file in the last match. */
  error: Problem | null,
  /** The number of turns with an error in the last match. */
  errors: number,
  /** The methods that the learner's file names without calling them. */
  uncalled: Problem[], progress: LessonProgress,
  /** The ID of the replay of the last match. */
  replay: string | null, };

/** A recorded turn to play again. */
export type TurnRequest = {
  /** The ID of the replay. */
  replay: string,
  /** The seat, counted from 1. */
  seat: number, round: number,
  /**
   * The file that plays the turn, as a path in the working folder. null for the file that played the match, if it is
   * unchanged or this server has played the match, or else for the one that the replay contains.
   */
  file: string | null, };

/** The state of a search for losses, as the pages receive it. */
export type LossesNow = {
  /** The ID of the replay. */
  replay: string,
  /** The seat of the player, counted from 1. */
  seat: number, state: RunState,
  /**
   * A number that grows with every change. Pages receive the state in two ways, and this number shows them which
   * state is newer.
   */
  change: number,
  /** The numbers of continued matches that were played and that are planned. */
  played: number, planned: number,
  /** The report of the matches so far; null before the first results. */
  report: LossReport | null, error: Text | null, };

/** A request to find the losses of a player. */
export type LossesRequest = {
  /** The ID of the replay. */
  replay: string,
  /** The seat, counted from 1. */
  seat: number, };

/** A goal that a file must reach from a round of a replay on. */
export type GoalForm = { fork: ForkForm,
  /** The least mean of the game's first figure. */
  at_least: number, };

/** A goal that was saved. */
export type SavedGoal = {
  /** The folder, as `wag test` takes it. */
  folder: string,
  /** The name of the file in it. */
  file: string, };

/** The reason why the clock is not trusted: it shows one time where another one was expected, in UTC milliseconds. */
export type ClockJump = { shown: number, expected: number, };

/** The response to `GET /api/me`: who the caller is, and which server this is. */
export type MeReport = { server: ServerReport,
  /** null for visitors, and in `wag client`. */
  account: AccountReport | null, rights: Array<string>, classes: any,
  /** The limits of the account by their name in `host.toml`. */
  limits: { [key in string]: number }, };

export type ServerReport = { name: string,
  /** `client` for the server of one user, `host` for one with accounts. */
  kind: string,
  /** The time of the server, in UTC milliseconds. */
  time: number,
  /** The name of the server's time zone, such as `Europe/Berlin`. */
  time_zone: string,
  /** True if the connection is not encrypted although others can use the server. */
  plain_http: boolean,
  /** Why no other device reaches the server at the address in its links, for teachers; null if others may. */
  only_here: Text | null,
  /** True if the name comes from the server's configuration. */
  has_fixed_name: boolean,
  /** The jump of the clock that a teacher has to confirm; null if the clock is trusted. */
  clock: ClockJump | null, notices: Text[],
  /** The games in Python that the owner has installed. */
  games: Array<GameName>, };

/** A game that can be chosen for a contest. */
export type GameName = { name: string, title: string, };

/** An account as its owner sees it. */
export type AccountReport = { id: string, name: string,
  /** `owner`, `teacher` or `pupil`. */
  role: string, language: string | null,
  /** True if the account may delete itself. */
  may_delete: boolean, };

/** The response to `POST /api/login`. */
export type LoggedIn = { account: AccountReport, };

/** The response to `POST /api/join/look`. */
export type OpenLink = {
  /** The name of the class. */
  class: string, open: boolean,
  /** True if a teacher confirms each name. */
  confirm: boolean, };

/** The response to `POST /api/join`. */
export type JoinedClass = { account: NamedId, code: string, link: string,
  /** The QR code of the card as an SVG document. */
  qr: string, class: NamedId,
  /** True if a teacher has to confirm the name first. */
  waiting: boolean, };

export type NamedId = { id: string, name: string, };

/** A new card. Its code is not stored, so this is the only time that it is shown. */
export type Card = { account: string, name: string, code: string,
  /** The link that logs in, which the QR code contains. */
  link: string,
  /** The QR code as an SVG document. */
  qr: string, };

/** New cards, as JSON. */
export type NewCards = { cards: Array<Card>, };

/** A new class link. Its secret is not stored, so this is the only time that it is shown. */
export type ClassLink = { id: string, link: string,
  /** The QR code as an SVG document. */
  qr: string, expires_at: number, uses: number, };

/** The response to `GET /api/classes/C`: a class as its teachers see it. */
export type ClassReport = {
  /**
   * The newest class link if it is open and was made since the server has started; `uses` is the number of people that it
   * still lets in.
   */
  open_link: ClassLink | null, id: string, name: string,
  /** The settings as an object, such as its games. */
  settings: Record<string, unknown>, archived_at: number | null, delete_at: number | null, members: Array<Member>, invitations: Array<ListedInvitation>, contests: Array<OwnContest>, };

/** The response to `GET /api/accounts/A/limits` and `GET /api/classes/C/limits`. */
export type LimitsReport = {
  /** All limits that an account or a class can have of its own, as `host.toml` names them. */
  limits: Array<ReportedLimit>, };

/** A limit of an account or a class. */
export type ReportedLimit = { name: string,
  /** The limit that the owner has given; null if there is none. */
  own: number | null,
  /** The limit that holds without an own one: that of the classes or of the server. */
  usual: number, least: number, most: number, };

/** The response to `POST /api/backup`. */
export type BackupFile = {
  /** The path of the file in the folder of the server. */
  file: string, files: number, bytes: number, };

/** A backup in the folder of the server. */
export type StoredBackup = { file: string, bytes: number,
  /** The time of its last change, in UTC milliseconds. */
  made_at: number | null, };

/** The backups in the folder of the server, for its owner. */
export type BackupList = {
  /** The absolute path of the folder. */
  folder: string,
  /** The name of the computer, empty if it has none. */
  computer: string,
  /** The newest first. */
  backups: Array<StoredBackup>,
  /** The number of backups that are kept. */
  kept: number, };

/** The role of a member of a class. */
export type Role = "teacher" | "pupil";

/** A class as one of its members sees it. */
export type OwnClass = { id: string, name: string, role: Role, contests: Array<OwnContest>,
  /** The time at which the class was archived; null if it is not. Only its teachers see an archived class. */
  archived_at: number | null,
  /** The time at which an archived class is deleted. */
  delete_at: number | null, };

/** A contest of a class in a list. */
export type OwnContest = { id: string, name: string, game: string, state: string, opens_at: number | null, deadline_at: number | null, };

/** A class as its teachers see it. */
export type TaughtClass = { id: string, name: string,
  /** The settings as an object, such as its games. */
  settings: Record<string, unknown>, archived_at: number | null, delete_at: number | null, members: Array<Member>, invitations: Array<ListedInvitation>, contests: Array<OwnContest>, };

/** A member of a class as its teachers see it. */
export type Member = { account: string, name: string, role: Role, group: string | null, code_made_at: number | null, seen_at: number | null, disabled: boolean,
  /** True if a teacher has to confirm the name. */
  waiting: boolean, };

/** A link as the teachers of its class see it. Its secret is not stored. */
export type ListedInvitation = { id: string, role: Role, uses_left: number, expires_at: number, made_at: number, confirm: boolean, };

/** A session as its owner sees it. */
export type ListedSession = { id: string, device: string, made_at: number, seen_at: number, current: boolean, };

/** A stored act. */
export type AuditEntry = { id: string, at: number, actor: string,
  /** The name of the actor; null if the account was deleted. */
  actor_name: string | null, action: string, subject: string,
  /** The name of the account, class or contest that the subject is; null if it is another thing or was deleted. */
  subject_name: string | null, class: string | null, detail: Record<string, unknown>, };
