/**
 * Books a message once: its keys are stored in the transaction of the booking.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Rows from "./Rows.ts"
import * as Writes from "./Writes.ts"

type Reason = AdapterError.Reason

const key = { key: "TEXT" } as const

/** The keys that were stored before. */
export const known = Effect.fnUntraced(function*(session: BooksSession, keys: ReadonlyArray<string>): Effect.fn.Return<ReadonlySet<string>, Reason> {
  const rows = yield* Rows.select(session, "posting", key, keys.map((each) => ({ key: each })))
  return new Set(rows.map((row) => String(row.key)))
})

/** What was stored with a key. */
export const resultOf = (session: BooksSession, name: string): Effect.Effect<string | undefined, Reason> =>
  Effect.map(Rows.select(session, "posting", key, [{ key: name }]), ([row]) => row === undefined ? undefined : String(row.result))

/** The statement that stores keys. */
export const writes = (session: BooksSession, { now }: Pick<Transaction, "now">, keys: ReadonlyArray<string>, result = "") =>
  Writes.insertNew(session, "posting", { ...key, at: "BIGINT", result: "TEXT" } as const, keys.map((each) => ({ key: each, at: now, result })))

/** Stores keys. */
export const store = (session: BooksSession, transaction: Pick<Transaction, "now">, keys: ReadonlyArray<string>, result = "") =>
  Writes.send(session, writes(session, transaction, keys, result))

/** The key of a message that the runner delivers, in every attempt the same. A call that is no delivery has none. */
export const ofDelivery = (deliveryId: string): ReadonlyArray<string> => deliveryId === "unstored" ? [] : [`delivery ${deliveryId}`]
