// Generated from the program's types by the tests `page_types_are_current`. Do not edit.
import type { CodePlace, Phrase } from './replay.js';

/** Why a player lost. */
export type LossReport = { player: string,
  /** The seat of the player, counted from 1. */
  seat: number,
  /** What the reader must know about the curve. */
  remarks: Array<Phrase>, curve: TakeOverCurve,
  /** The losses, the largest first. */
  cards: Array<LossCard>, text: string, texts?: { [key in string]: string }, };

/** The values of a player's positions if a built-in player takes over its seat. */
export type TakeOverCurve = { player: string,
  /** The built-in player that takes over; null if there is no curve. */
  stand_in: string | null, value: string, unit: string,
  /** The points in ascending order. The last one is the recorded result, without futures. */
  points: Array<CurvePoint>,
  /** The knots of the fit: round and value. */
  fit: Array<[number, number]>,
  /** The value of the recorded result. */
  actual: number, scale: number,
  /** The loss per round that went on before the first card; 0 if there was none. */
  base_slope: number,
  /** The number of futures that were played. */
  futures: number, seconds: number,
  /** The number of futures that were to be played. */
  budget: number,
  /** Whether all futures of the budget were played. */
  complete: boolean,
  /** Whether the curve depends on no random numbers. */
  certain: boolean, seed: number,
  /** Why there is no curve; null if there is one. */
  void: VoidCurve | null, };

/** A point of a curve. */
export type CurvePoint = {
  /** The round from which the built-in player plays. */
  round: number, mean: number,
  /** The standard deviation of one future. */
  sd: number, futures: number,
  /** The share of the futures that were won, in which a tie is half a win. */
  win: number,
  /** The 95 % confidence interval of this share. */
  win_interval: [number, number], };

/** The reason why there is no curve. */
export type VoidCurve = {
  /** The player that cannot play on; null if the reason is another one. */
  player: string | null, reason: VoidReason, text: string, texts?: { [key in string]: string }, };

/** The kind of reason why there is no curve. */
export type VoidReason = "no_result" | "game" | "damaged" | "no_turn" | "too_short" | "no_code" | "stopped" | "stopped_in_future" | "lost_from_start" | "no_time" | "unplayable" | "interrupted";

/** A stretch of rounds in which the value fell. */
export type LossCard = {
  /** The first and the last round of the fall, from the curve. */
  from: number, until: number,
  /** The round in which the loss begins. */
  onset: number, onset_source: OnsetSource, loss: number, loss_interval: [number, number], per_round: number, win_before: number, win_after: number,
  /** Whether the value fell almost all the time, so that no single moment decided. */
  steady: boolean, causes: Array<CardCause>,
  /** The orders that would have been better, and the chance to win with each of them. */
  better: Array<BetterOrder>, text: string, texts?: { [key in string]: string }, };

/** Where the beginning of a loss is known from. */
export type OnsetSource = "events" | "curve";

/** A cause of a loss, and the part of the loss for which it pays. */
export type CardCause = { name: string, cost: number, share: number, count: number, values: { [key in string]: number },
  /** The lines of code, the most frequent first. */
  lines: Array<CodePlace>,
  /** Whether it pays for enough of the loss to be stated. */
  stated: boolean, text: string, texts?: { [key in string]: string }, };

/** An order that would have been better. */
export type BetterOrder = { order: string, win: number, };
