/**
 * SQL conditions for deliveries that a person selects, and the change of many of them: counted first, and carried out in parts, each
 * with its line in the history of every order.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { reach } from "../engine/Failpoint.ts"
import { parse } from "../records/Kinds.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault } from "../store/Vault.ts"
import type { Selection } from "@crossdock/admin-api"
import * as ActNotes from "./ActNotes.ts"
import { scopeIn } from "./CallerLinks.ts"
import { columns, orderOf, toDelivery } from "./DeliveryRows.ts"
import { invalid, likePart, type Where, where } from "./Responses.ts"

/** The key of the history that lists changes of many deliveries. */
export const audit = { scope: "runner", entity: "deliveries" } as const

const sampleSize = 5
/** Deliveries per transaction; other writers wait for it. */
const atOnce = 500

export const causeIs = (cause: string | undefined) =>
  cause === undefined ? undefined : ["d.cause is not null and lower(d.cause) like ? escape '\\'", likePart(cause)] as const
export const sinceIs = (since: DateTime.Utc | undefined) =>
  since === undefined ? undefined : ["d.created_at >= ?", DateTime.toEpochMillis(since)] as const
export const untilIs = (until: DateTime.Utc | undefined) =>
  until === undefined ? undefined : ["d.created_at < ?", DateTime.toEpochMillis(until)] as const
export const connectionIs = (connection: string | undefined) =>
  connection === undefined ? undefined : ["d.connection = ?", connection] as const
export const idIn = (ids: ReadonlyArray<string> | undefined) =>
  ids === undefined ? undefined : [`d.id in (${ids.map(() => "?").join(", ")})`, ...ids] as const

/** A newer delivery of the same order has arrived. */
export const isOvertaken = `exists (select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq > d.seq
  and e.state = 'Delivered')`

/** Refuses a selection that names nothing. */
export const named = (names: ReadonlyArray<unknown>, ids: ReadonlyArray<string> | undefined, isAll: boolean, members: string) =>
  names.every((one) => one === undefined || one === false) && ids === undefined && !isAll
    ? Effect.fail(invalid("/payload", `choose deliveries by ${members}; or set isAll`))
    : ids?.length === 0
    ? Effect.fail(invalid("/payload/ids", "the list is empty; leave it out, or give ids"))
    : Effect.void

/** Conditions for the selected deliveries in these states, of these links or of all. An empty selection is refused. */
export const selected = ({ cause, connection, dead, ids, isAll, since, until }: Selection, states: ReadonlyArray<string>, isSent: boolean, scopes: ReadonlyArray<string> | undefined) =>
  Effect.as(
    named([cause, connection, since, until, dead], ids, isAll === true, "ids, cause, connection, since, until or dead"),
    where([
      [`d.state in (${states.map((state) => `'${state}'`).join(", ")})`],
      scopeIn("d.scope", scopes),
      idIn(ids),
      // A delivery of an earlier release that was never converted for its ERP has nothing to send.
      isSent ? ["(d.attempt > 0 or exists (select 1 from delivery_content c where c.seq = d.seq and c.payload_sealed is not null))"] : undefined,
      dead === true ? ["d.state = 'Dead'"] : undefined,
      causeIs(cause),
      connectionIs(connection),
      sinceIs(since),
      untilIs(until)
    ])
  )

/** A change of the selected deliveries. */
export interface Change<E> {
  readonly selection: Where
  /** The condition for those that a newer delivery has overtaken. Absent: it does not matter. */
  readonly overtaken?: Where | undefined
  readonly isOvertakenMeant: boolean
  readonly isConfirmed: boolean
  readonly who: string
  readonly reason: string | undefined
  /** What is said of each delivery. */
  readonly detail: string
  /** Changes deliveries, and returns the ids of those that it has changed. */
  readonly act: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E>
}

/** Counts the selected deliveries. If confirmed, it changes them and notes the change in the history of each order. */
export const make = ({ db, vault, wake }: { readonly db: Database["Service"]; readonly vault: Vault["Service"]; readonly wake: Effect.Effect<void> }) => {
  const noted = (row: Row, who: string, detail: string) =>
    History.record(db, vault, { scope: row.scope, entity: orderOf(row), who, what: "decided", detail: `delivery ${row.id} ${detail}` })

  const countOf = ({ params, text }: Where) => Effect.map(db.one(`select count(*) as n from delivery d where ${text}`, params), (row) => Number(row?.n ?? 0))

  return Effect.fnUntraced(function*<E>({ act, detail, isConfirmed, isOvertakenMeant, overtaken, reason, selection, who }: Change<E>): Effect.fn.Return<
    { readonly count: number; readonly overtaken: number; readonly isDone: boolean; readonly sample: ReadonlyArray<ReturnType<typeof toDelivery>> },
    E | DatabaseFailed
  > {
    const overtakenCount = overtaken === undefined ? 0 : yield* countOf(overtaken)
    const sample = (yield* db.query(`select ${columns} from delivery d where ${selection.text} order by d.seq limit ${sampleSize}`, selection.params)).map(toDelivery)
    if (!isConfirmed) return { count: yield* countOf(selection), overtaken: overtakenCount, isDone: false, sample }
    const leftOut = isOvertakenMeant ? 0 : overtakenCount
    const outs = new Set(leftOut === 0 || overtaken === undefined ? [] : (yield* db.query(`select d.id from delivery d where ${overtaken.text}`, overtaken.params)).map((row) => row.id))
    const rows = (yield* db.query(`select d.id, d.scope, d.entity from delivery d where ${selection.text} order by d.seq`, selection.params)).filter((row) => !outs.has(row.id))
    const said = reason === undefined ? detail : `${detail}: ${reason}`
    const about = yield* ActNotes.orders(rows.map((row) => ({ scope: row.scope, number: parse(orderOf(row)).number })))
    let count = 0
    for (let at = 0; at < rows.length; at += atOnce) {
      const some = rows.slice(at, at + atOnce)
      count += yield* db.transaction(Effect.gen(function*() {
        const done = new Set(yield* act(some.map((row) => row.id)))
        yield* Effect.forEach(some, (row) => done.has(row.id) ? noted(row, who, said) : Effect.void, { discard: true })
        return done.size
      }))
      // Wakes the outbox only after the commit; inside the transaction it would not see the change.
      yield* wake
      yield* reach("deliveries.committed")
    }
    yield* ActNotes.counted(count, rows.length, `messages${leftOut === 0 ? "" : `, ${leftOut} have a newer one and are left out`}${about}`)
    if (count > 1) yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: `${count} deliveries: each ${said}` })
    return { count, overtaken: leftOut, isDone: true, sample }
  })
}
