/**
 * Creates that are not settled yet: what is told of them to whoever repeats the create or asks for the order.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import { doubtful, Refusal } from "./Refusal.ts"

/**
 * The newest create under a number, where it is not settled and nothing else is known of its issue: `known` is what is
 * known of the order, perhaps of an earlier one.
 */
export const unsettled = (
  db: Database["Service"],
  scope: string,
  operation: "createOutboundOrder" | "createInboundOrder",
  entity: string,
  known: Row | undefined
): Effect.Effect<Row | undefined, DatabaseFailed> =>
  Effect.map(
    db.one(
      `select state, held_because, generation, number_sent from intent where scope = $1 and operation = $2 and entity = $3
       order by generation desc limit 1`,
      [scope, operation, entity]
    ),
    (row) => {
      const isTold = row !== undefined && known !== undefined && known.generation >= row.generation && known.phase !== null
      return row === undefined || isTold || !["Pending", "InFlight", "Doubtful"].includes(row.state) ? undefined : row
    }
  )

/** Nothing was sent of it, so the warehouse is not asked for it. */
export const isUnsent = (row: Row): boolean => row.state === "Pending"

export const refusalOf = (row: Row, answer: "body" | "503"): Refusal => {
  if (row.state !== "Pending" || row.held_because === null) return doubtful(answer)
  return row.held_because === "paused"
    ? new Refusal({ code: "CONNECTION_PAUSED", message: "the connection to the warehouse is paused and nothing was sent; this is sent when its operator resumes the connection" })
    : new Refusal({
      code: "HELD",
      message: `${row.held_because}; it is sent when the mapping of this link has the name`,
      places: [...String(row.held_because).matchAll(/(?<=^|; )\/[^:]+/g)].map(([place]) => place)
    })
}
