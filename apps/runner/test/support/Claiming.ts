/**
 * Claims and ends deliveries as the outbox does, without sending anything.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DeliveryStore } from "../../src/outbox/DeliveryStore.ts"
import type { Ending } from "../../src/outbox/DeliveryUnits.ts"
import type { Row } from "../../src/store/Database.ts"

/** The deliveries claimed for the connection `books`. */
export const claim = (book: DeliveryStore, most: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.map(book.claim({ connection: "books", most, now }), ({ rows }) => rows))

export const settle = (book: DeliveryStore, row: Row, ending: Ending, contentSealed?: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    book.settle({
      row,
      ending,
      now,
      tried: { subject: row.id, number: row.attempt, kind: "push", at: now, took: 0, outcome: ending.state === "Delivered" ? "delivered" : "Rejected" },
      health: "unknown",
      contentSealed,
      most: 0,
      claimedAt: now
    }))
