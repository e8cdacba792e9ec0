/**
 * A unit of work: one transaction as data and plain functions over statements. Nothing in it waits, so that the database
 * runs many of them together and commits them at once. It may run twice, so it only reads, writes and returns; code of
 * plugins never runs inside.
 */
import type { Effect } from "effect/Effect"
import type { DatabaseFailed, Row, Value } from "./DatabaseDriver.ts"

/** Runs a statement now and returns its rows. */
export type Run = (text: string, values: ReadonlyArray<Value>) => ReadonlyArray<Row>

export interface Statement {
  readonly text: string
  /** An array is one parameter, which holds a value of each input. */
  readonly values: ReadonlyArray<Value | ReadonlyArray<Value>>
}

/** Statements that need nothing of each other's rows, so that they are sent at once, and what their rows say of each input. */
export interface Batch<Out> {
  readonly statements: ReadonlyArray<Statement>
  readonly outs: (rows: ReadonlyArray<ReadonlyArray<Row>>) => ReadonlyArray<Out>
}

export interface Unit<In, Out> {
  readonly name: string
  /** SQLite runs the units of an event loop turn one after the other, in the order in which they were asked for. */
  readonly sqlite: (run: Run, input: In) => Out
  /**
   * PostgreSQL gets the inputs of an event loop turn together, ordered by `key`, so that two nodes lock rows in the same
   * order. Inputs with the same key keep their order.
   */
  readonly postgres: (inputs: ReadonlyArray<In>) => Batch<Out>
  readonly key: (input: In) => string
  /** On PostgreSQL, those that arrive while a batch is under way wait for it, so that fewer and larger batches are sent. Default: two are under way at a time. */
  readonly isOneBatchAtATime?: boolean
}

/**
 * Runs a unit; what it wrote is durable when this succeeds. If it fails, it fails alone and had no effect. Inside a
 * transaction it joins that one.
 */
export type RunUnit = <In, Out>(unit: Unit<In, Out>, input: In) => Effect<Out, DatabaseFailed>
