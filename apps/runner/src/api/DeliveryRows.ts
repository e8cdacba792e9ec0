/**
 * Converts deliveries into responses, and has the columns of the query.
 */
import { parse } from "../records/Kinds.ts"
import type { Row } from "../store/Database.ts"
import { instant, member } from "./Responses.ts"
import type { Attempt, Delivery } from "@crossdock/admin-api"

/** All columns but the content. `held_behind` is the delivery of the same order that must be sent first. */
export const columns = `d.seq, d.id, d.connection, d.scope, d.entity, d.operation, d.state, d.attempt, d.due_at, d.cause,
  d.created_at, d.updated_at, d.took, d.resent_at,
  case when d.state = 'Pending' then (
    select e.id from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq < d.seq
      and e.state in ('Pending', 'InFlight', 'Dead') order by e.seq limit 1) end as held_behind`

/** The first attempt of a delivery, if it succeeded; all others have rows of their own. */
export const onlyAttemptOf = ({ attempt, state, took, updated_at }: Row): ReadonlyArray<Attempt> =>
  state !== "Delivered" || took === null
    ? []
    : [{ number: attempt, kind: "push", at: instant(updated_at - took), tookMillis: Number(took), outcome: "delivered" }]

/** The number of the order: the entity key is the scope followed by the entity. */
export const orderOf = (row: Row): string => (row.entity as string).slice((row.scope as string).length + 1)

export const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  connection: row.connection,
  scope: row.scope,
  ...parse(orderOf(row)),
  operation: row.operation,
  state: row.state,
  attempts: row.attempt,
  ...member("cause", row.cause as string | null),
  ...member("dueAt", row.state === "Pending" ? row.due_at as number : undefined, instant),
  ...member("heldBehind", row.held_behind as string | null),
  createdAt: instant(row.created_at),
  updatedAt: instant(row.updated_at),
  ...member("resentAt", row.resent_at as number | null, instant)
})
