// Generated from the program's types by the tests `page_types_are_current`. Do not edit.
import type { GameEvent, Order } from '../shell/replay/frames.js';
import type { Text } from '../shell/basics/i18n.js';

/** The data of a match that do not change from round to round. */
export type Header = {
  /** The version of this format. */
  wag_frames: number,
  /** The version of Wag that wrote the replay. */
  wag: string, game: string, game_version: number,
  /** The file that contains the game; missing if the game is part of the program. */
  game_file?: GameFile, map: string, seed: SeedJson,
  /** The planned number of rounds. */
  rounds: number, rounds_played: number,
  /** False if the match is running, was interrupted, or was recovered from a damaged file. */
  complete: boolean,
  /** True if no more rounds will follow: the match is over or was interrupted. */
  ended: boolean, repeatable: boolean | null, python: string, created: string,
  /** The names of the figures, in the order of the game. */
  figures: Array<string>,
  /** The seats of the winners, counted from 1. */
  winners: Array<number>,
  /** The reason why the game itself could not go on; the match is then void. */
  failed?: Problem, players: Array<PlayerInfo>,
  /** The options that the user chose, by name. */
  options?: { [key in string]: any },
  /** The game's own data, which never change. */
  scene: any, chunk_rounds: number, of_match?: OfMatch,
  /** The replay from which this match was continued. */
  fork?: ForkOrigin,
  /** The notes on a finished match, the costliest first. */
  notes?: Array<Advice>,
  /** The texts of the players' files by name. */
  sources?: { [key in string]: string }, };

/** A file that contains a game. */
export type GameFile = {
  /** The name of the file; from the server, the word that opens the game. */
  word: string, title: string, class: string,
  /** The version of the rules that the class declares. */
  version: number, };

/** A seed: a number, or text if JavaScript cannot represent the number exactly. */
export type SeedJson = number | string;

/** The number of a game within a match of several games. */
export type OfMatch = {
  /** The number of the game, from 1. */
  number: number,
  /** The number of games in the match. */
  games: number, };

/** The replay from which a match was continued. It is named without its folder. */
export type ForkOrigin = {
  /** The name of the replay's file. */
  parent: string,
  /** The SHA-256 hash of the replay, in hexadecimal. */
  sha256: string,
  /** The first round that was played again. All rounds before it are as in the parent. */
  round: number,
  /** The seats, from 1, whose players have other files than in the parent. */
  changed: Array<number>,
  /** The seats, from 1, that give their recorded orders because their players' code is missing. */
  recorded: Array<number>,
  /** Whether the random numbers from `round` on differ from those of the parent. */
  reseeded: boolean, };

/** The player on a seat. Its standing is missing if it is unknown. */
export type PlayerInfo = {
  /** The seat, counted from 1. */
  seat: number, name: string, file: string | null, built_in: boolean, sha256: string | null, place?: number, figures?: { [key in string]: number },
  /** The reason why the player took no part and came last, in English. */
  forfeit?: string, forfeit_texts?: { [key in string]: string }, };

/** Advice to a player after the match. */
export type Advice = { seat: number, kind: string,
  /** The values for the sentence, by name. */
  values: { [key in string]: string },
  /** The number of turns or orders that were lost. */
  cost: number, text: string, texts?: { [key in string]: string },
  /** The round in which the problem can be seen. */
  round?: number, field?: [number, number], calls?: Array<string>, };

/** A group of rounds, with the frame before them. */
export type Chunk = { chunk: number, first_round: number,
  /** The state of the game before `first_round`, defined by the game. */
  frame: any, turns: Array<Turn>,
  /** The events before round 1. */
  opening?: GameEvent[],
  /** The first and the last damaged round. */
  damaged?: [number, number], };

/** A turn. Parts that would be empty are missing. */
export type Turn = { round: number, seats: Array<number>, orders?: Array<Orders>, events?: GameEvent[], reports?: Array<Report>, notices?: Array<SeatNotice>, };

/** The orders of a seat. */
export type Orders = { seat: number, list: Order[], };

/** The place in a player's code that gave an order. */
export type Source = {
  /** The innermost line, such as `file.py:12`. */
  at?: string,
  /** The whole call stack, if it has several lines. */
  calls?: Array<string>, };

/** The report of a player's turn. */
export type Report = { seat: number, think_us: number, output?: string, output_dropped?: number, refused?: Array<Refusal>, refused_total?: number, notes?: Array<Note>, fault?: Fault, };

/** A refused order: its reason, its values, and a sentence for viewers that have none of their own. */
export type Refusal = { kind: string, text: string, texts?: { [key in string]: string },
  /** The number of the player's piece; missing if the order was not for a piece. */
  of?: number, values?: { [key in string]: string },
  /** The innermost line, such as `file.py:12`. */
  at?: string,
  /** The whole call stack, if it has several lines. */
  calls?: Array<string>, };

/** The reason why a turn failed. */
export type Fault = { kind: FaultKind, message: string, texts?: { [key in string]: string },
  /** The line of the player's code, if it is known. */
  place?: CodePlace, explanation?: Explanation, };

/** The kinds of faults. */
export type FaultKind = "exception" | "timeout" | "crash" | "memory" | "threads";

/** The explanation of one error, as replays contain it in JSON. */
export type Explanation = { code: string, values: Array<[string, string]>,
  /** The sentence in each language. */
  text: { [key in string]: string },
  /** The section of the book in each language: the topic and the anchor, such as `python-basics#lists`. */
  page: { [key in string]: string }, };

/** A problem as pages and other programs receive it, with all languages. */
export type Problem = {
  /** The round in which the problem occurred; null before round 1. */
  round: number | null,
  /** The kind; `start` for every problem before round 1 except `uncalled`. */
  kind: ProblemKind,
  /** One line that says what happened, and ends with the place, if that is known. */
  message: Text, place: CodePlace | null, explanation: Explanation | null,
  /** Python's own report, or the end of the player's output in the failed turn, with the traceback. */
  report: Text | null, };

/** A kind of problem. If the player does not start in time, its round is null and its kind is a time-out. */
export type ProblemKind = "start" | "exception" | "timeout" | "crash" | "memory" | "threads" | "uncalled" | "game";

/** A line in one of a player's files. */
export type CodePlace = {
  /** The file's name as its author knows it. */
  file: string,
  /** The line number, counted from 1. */
  line: number, };

/** A player's note for spectators, without any effect on the game. */
export type Note = {
  /** The squares that the note refers to, as `x` and `y`: one for a remark, several for a path. */
  fields: Array<[number, number]>,
  /** The text of a remark; empty for a path. */
  text: string, color: string | null, };

/** A lasting change of a seat's status. */
export type SeatNotice = { seat: number, notice: Notice, };

/** A lasting change of a seat's status. */
export type Notice = "out" | "stands_still" | "gone";

/** The overview of a match: each player's figures over time, and the marks of the time line. */
export type Overview = {
  /** The number of rounds between two points. */
  stride: number, rounds: Array<number>, figures: Array<string>, players: Array<Curves>, marks: Array<Mark>, };

/** The values of a player's figures, with one value per point. */
export type Curves = { seat: number, values: Record<string, number[]>, };

/** A mark on the time line. */
export type Mark = { round: number, kind: string, seat: number, };

/** The explanation of a match. */
export type MatchExplanation = {
  /** The name of the value that shows who leads. */
  lead: string,
  /** The last round that is explained. */
  rounds: number,
  /** Whether the explanation covers the whole match. */
  complete: boolean,
  /** What the replay lacks. */
  remarks: Array<Phrase>, decision: Decision,
  /** The turning points, in the order of the match. */
  moments: Array<Moment>,
  /** The accounts of the players, in seat order. */
  players: Array<PlayerAccounts>,
  /** The value that shows who leads, over time. */
  curve: Curve, };

/** The value that shows who leads, over time. */
export type Curve = {
  /** The round of each point; 0 is the start of the match. */
  rounds: Array<number>,
  /** The values by seat and point. */
  values: Array<Array<number>>, };

/** A text in English, and in each language. */
export type Phrase = { text: string, texts?: { [key in string]: string }, };

/** The moment that decided a match. */
export type Decision = {
  /** The round in which the winner took the lead for good; null if nobody wins alone. */
  round: number | null,
  /** The seat of the winner, or of the leader if the match is not over; counted from 1. */
  seat: number | null,
  /** The number of times that the lead passed from one player to another. */
  lead_changes: number, text: string, texts?: { [key in string]: string }, };

/** A turning point. */
export type Moment = { kind: MomentKind, round: number,
  /** The last round of a swing; otherwise the same as `round`. */
  until: number,
  /** The seat of the player, counted from 1. */
  seat: number,
  /** The change of the value in a swing; otherwise 0. */
  amount: number,
  /** Whether it is one of the few that decided the match most. */
  is_decisive: boolean, text: string, texts?: { [key in string]: string }, };

/** The kind of a turning point. */
export type MomentKind = "lead" | "swing" | "out" | "note";

/** The accounts and counts of one player. */
export type PlayerAccounts = {
  /** The seat, counted from 1. */
  seat: number, name: string, place?: number, accounts: Array<FigureAccount>, counts: Array<Count>, };

/** The account of one figure: `start`, plus the amounts of all entries, plus `unexplained`, is `end`. */
export type FigureAccount = { figure: string, start: number, entries: Array<Amount>,
  /** The part of the change whose reason the replay does not contain. */
  unexplained: number, end: number, };

/** An entry of an account. */
export type Amount = { name: string,
  /** The meaning for people, in English. */
  label: string, amount: number, };

/** A number that is part of no account. */
export type Count = { name: string,
  /** The meaning for people, in English. */
  label: string, count: number, };
