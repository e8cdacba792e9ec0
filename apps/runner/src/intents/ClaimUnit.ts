/**
 * The unit of work that claims a stored create before it is sent. Those that get their turn in one moment are claimed together.
 */
import type { NodeLeases } from "../connection/NodeLeases.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import type { Row } from "../store/DatabaseDriver.ts"
import type { Unit } from "../store/UnitOfWork.ts"
import { returned, returnedContents } from "./IntentStore.ts"

export interface Claim {
  /** The id of the intent. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Answers with the claimed row, on PostgreSQL with the contents, which another node may have stored, or `undefined` if the intent may not be sent now, or others have it. */
export const make = (ownership: Pick<NodeLeases["Service"], "node" | "epoch">): Unit<Claim, Row | undefined> => {
  const claimed = (which: string, columns: string): string =>
    `update intent set state = 'InFlight', attempt = attempt + 1, owner = $2, epoch = $3, leased_until = $4, updated_at = $5
     where ${which} and state = 'Pending' and held_because is null and must_ask = 0
       and exists (select 1 from node where id = $2 and epoch = $3) returning ${columns}`
  const valuesOf = (now: number) => [ownership.node, ownership.epoch, now + AbandonedClaims.workedOn, now]
  return {
    name: "claim a create",
    key: ({ id }) => id,
    isOneBatchAtATime: true,
    sqlite: (run, { id, now }) => run(claimed("id = $1", returned), [id, ...valuesOf(now)])[0],
    postgres: (inputs) => ({
      statements: [{ text: claimed("id = any($1::text[])", `${returned}, ${returnedContents}`), values: [inputs.map(({ id }) => id), ...valuesOf(Math.max(...inputs.map(({ now }) => now)))] }],
      outs: ([rows = []]) => {
        const byId = new Map(rows.map((row) => [row["id"], row]))
        return inputs.map(({ id }) => {
          const row = byId.get(id)
          // Only one of those who ask for the same intent gets it.
          byId.delete(id)
          return row
        })
      }
    })
  }
}
