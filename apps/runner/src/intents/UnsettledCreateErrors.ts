/**
 * Creates that are not settled yet, and the errors for callers that repeat such a create or read its order.
 */
import * as Effect from "effect/Effect"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Kind } from "../records/Kinds.ts"
import { doubtful, type PeerWord, Refusal } from "../engine/Refusal.ts"

/**
 * Finds the newest create with a number, if it is not settled and nothing is known about its generation of the order. `known` is
 * the stored row of the order, which may belong to an earlier generation.
 */
export const unsettled = (
  db: Database["Service"],
  scope: string,
  kind: Kind,
  number: string,
  known: Row | undefined
): Effect.Effect<Row | undefined, DatabaseFailed> =>
  Effect.map(
    db.one(
      `select i.state, i.held_because, e.generation, e.number_sent from intent i join entity e on e.id = i.entity
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit 1`,
      [scope, kind, number]
    ),
    (row) => {
      const isTold = row !== undefined && known !== undefined && known.generation >= row.generation && known.phase !== null
      return row === undefined || isTold || !["Pending", "InFlight", "Doubtful"].includes(row.state) ? undefined : row
    }
  )

/** Returns true if the create was not sent, so that there is nothing to ask the warehouse for. */
export const isUnsent = (row: Row): boolean => row.state === "Pending"

export const refusalOf = (row: Row, answer: "body" | "503", peer: PeerWord = "warehouse"): Refusal => {
  if (row.state !== "Pending" || row.held_because === null) return doubtful(answer)
  return row.held_because === "paused"
    ? new Refusal({ code: "CONNECTION_PAUSED", message: `the connection to the ${peer} is paused and nothing was sent; this is sent when its operator resumes the connection` })
    : new Refusal({
      code: "HELD",
      message: `${row.held_because}; it is sent when the mapping of this link has the name`,
      places: [...String(row.held_because).matchAll(/(?<=^|; )\/[^:]+/g)].map(([place]) => place)
    })
}
