/**
 * Records that the books keep as a whole: what was entered by hand, and what a report could not be booked for.
 */
import type { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "./BooksSession.ts"
import * as Rows from "./books/Rows.ts"
import * as Writes from "./books/Writes.ts"

const columns = { kind: "TEXT", number: "TEXT", created_at: "BIGINT", warehouse: "TEXT", status: "TEXT", content: "TEXT" } as const

export type Kind = "assembly" | "split" | "combination" | "group" | "rate" | "marketplace" | "discrepancy"

export interface Document {
  readonly kind: Kind
  readonly number: string
  readonly createdAt: number
  /** The id of the warehouse, or empty. */
  readonly warehouse: string
  readonly status: string
  /** The encoded record. */
  readonly content: string
}

const toRow = ({ content, createdAt, kind, number, status, warehouse }: Document) => ({ kind, number, created_at: createdAt, warehouse, status, content })

/** Writes documents, and replaces those with the same kind and number. */
export const write = (session: BooksSession, documents: ReadonlyArray<Document>) =>
  Writes.send(session, Writes.upsert(session, "document", ["kind", "number"], columns, documents.map(toRow)))

/** Whether the books have such a document. */
export const isKnown = Effect.fnUntraced(function*(session: BooksSession, kind: Kind, number: string): Effect.fn.Return<boolean, AdapterError.Reason> {
  const rows = yield* Rows.select(session, "document", { kind: "TEXT", number: "TEXT" } as const, [{ kind, number }])
  return rows.length > 0
})

/** Keeps what a report could not be booked for, so that a person can book it. The first report with the number stays. */
export const discrepancy = (session: BooksSession, document: Omit<Document, "kind" | "status">) =>
  Writes.send(session, Writes.insertNew(session, "document", columns, [toRow({ ...document, kind: "discrepancy", status: "OPEN" })]))
