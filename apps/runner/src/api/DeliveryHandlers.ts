/**
 * Handlers for deliveries: the list with its filters, the attempts, replay and cancel. Bulk changes are counted before
 * they are carried out.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Outbox } from "../outbox/Outbox.ts"
import { Database, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { defaultLimit, fromCursor, instant, invalid, likePart, notFound, pageOf, stored, where } from "./Responses.ts"
import { Api, type Selection } from "./Definition.ts"
import { columns, onlyAttemptOf, orderOf, toDelivery } from "./DeliveryRows.ts"
import { attemptsOf } from "./IntentRows.ts"

const newest = [Number.MAX_SAFE_INTEGER] as const
const sampleSize = 5
/** Deliveries per transaction; other writers wait for it. */
const atOnce = 500
const asIs = (text: string) => text

const causeIs = (cause: string | undefined) =>
  cause === undefined ? undefined : ["lower(d.cause) like ? escape '\\'", likePart(cause)] as const
const sinceIs = (since: DateTime.Utc | undefined) =>
  since === undefined ? undefined : ["d.created_at >= ?", DateTime.toEpochMillis(since)] as const
const untilIs = (until: DateTime.Utc | undefined) =>
  until === undefined ? undefined : ["d.created_at < ?", DateTime.toEpochMillis(until)] as const
/** A newer delivery of the same order has arrived. */
const isOvertaken = `exists (select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq > d.seq
  and e.state = 'Delivered')`
const connectionIs = (connection: string | undefined) =>
  connection === undefined ? undefined : ["d.connection = ?", connection] as const

/** Conditions for the selected deliveries in these states. An empty selection is refused. */
const selected = (selection: Selection, states: ReadonlyArray<string>, isSent: boolean) => {
  const { cause, connection, dead, ids, isAll, since, until } = selection
  if ([ids, cause, connection, since, until].every((one) => one === undefined) && dead !== true && isAll !== true) {
    return Effect.fail(invalid("/payload", "choose deliveries by ids, cause, connection, since, until or dead; or set isAll"))
  }
  if (ids?.length === 0) return Effect.fail(invalid("/payload/ids", "the list is empty; leave it out, or give ids"))
  return Effect.succeed(where([
    [`d.state in (${states.map((state) => `'${state}'`).join(", ")})`],
    ids === undefined ? undefined : [`d.id in (${ids.map(() => "?").join(", ")})`, ...ids],
    // A delivery of an earlier release that was never converted for its ERP has nothing to send.
    isSent ? ["(d.attempt > 0 or exists (select 1 from delivery_content c where c.seq = d.seq and c.payload_sealed is not null))"] : undefined,
    dead === true ? ["d.state = 'Dead'"] : undefined,
    causeIs(cause),
    connectionIs(connection),
    sinceIs(since),
    untilIs(until)
  ]))
}

export const layer = HttpApiBuilder.group(Api, "deliveries", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const vault = yield* Vault
  const outbox = yield* Outbox

  /**
   * Counts the selected deliveries. If confirmed, it changes them and notes the change in the history of each order.
   */
  const inBulk = (
    selection: Selection,
    which: { readonly states: ReadonlyArray<"Pending" | "Dead">; readonly isSent: boolean; readonly overtakes: boolean },
    detail: string,
    act: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, Effect.Error<ReturnType<typeof outbox.replay>>>
  ) =>
    stored(Effect.gen(function*() {
      const { params, text } = yield* selected(selection, which.states, which.isSent)
      const overtaken = which.overtakes
        ? Number((yield* db.one(`select count(*) as n from delivery d where ${text} and ${isOvertaken}`, params))?.n ?? 0)
        : 0
      const sample = yield* db.query(`select ${columns} from delivery d where ${text} order by d.seq limit ${sampleSize}`, params)
      if (selection.confirm !== true) {
        const counted = yield* db.one(`select count(*) as n from delivery d where ${text}`, params)
        return { count: Number(counted?.n ?? 0), overtaken, isDone: false, sample: sample.map(toDelivery) }
      }
      const leftOut = selection.overtaken === true ? 0 : overtaken
      const rows = yield* db.query(
        `select d.id, d.scope, d.entity from delivery d where ${text}${leftOut === 0 ? "" : ` and not ${isOvertaken}`} order by d.seq`,
        params
      )
      let count = 0
      for (let at = 0; at < rows.length; at += atOnce) {
        const some = rows.slice(at, at + atOnce)
        count += yield* db.transaction(Effect.gen(function*() {
          const done = new Set(yield* act(some.map((row) => row.id)))
          yield* Effect.forEach(some, (row) => done.has(row.id) ? noted(row, selection.who ?? "operator", detail) : Effect.void, { discard: true })
          return done.size
        }))
      }
      // Wakes the outbox only after the commit; inside the transaction it would not see the change.
      yield* outbox.wake
      return { count, overtaken: leftOut, isDone: true, sample: sample.map(toDelivery) }
    }))

  const noted = (row: Row, who: string, detail: string) =>
    History.record(db, vault, { scope: row.scope, entity: orderOf(row), who, what: "decided", detail: `delivery ${row.id} ${detail}` })

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const limit = query.limit ?? defaultLimit
        const [seq] = yield* fromCursor(query.after, newest)
        const state = query.dead === true ? "Dead" : query.state
        const { params, text } = where([
          ["d.seq < ?", seq],
          state === undefined ? undefined : ["d.state = ?", state],
          connectionIs(query.connection),
          causeIs(query.cause),
          sinceIs(query.since),
          untilIs(query.until)
        ])
        const rows = yield* db.query(`select ${columns} from delivery d where ${text} order by d.seq desc limit ${limit + 1}`, params)
        return pageOf(rows, limit, toDelivery, (row) => [Number(row.seq)])
      })),
    causes: ({ query }) =>
      stored(Effect.gen(function*() {
        const { params, text } = where([
          ["d.state in ('Dead', 'Pending') and d.cause is not null"],
          connectionIs(query.connection),
          sinceIs(query.since),
          untilIs(query.until)
        ])
        const rows = yield* db.query(
          `select d.state, d.connection, d.cause, count(*) as n, min(d.created_at) as oldest, max(d.created_at) as newest
           from delivery d where ${text} group by d.state, d.connection, d.cause order by n desc, d.cause limit 200`,
          params
        )
        return {
          items: rows.map((row) => ({
            state: row.state,
            connection: row.connection,
            cause: row.cause,
            count: Number(row.n),
            oldestAt: instant(row.oldest),
            newestAt: instant(row.newest)
          }))
        }
      })),
    show: ({ params, query }) =>
      stored(Effect.gen(function*() {
        const row = yield* db.one(`select ${columns}, c.content_sealed, c.payload_sealed from delivery d join delivery_content c on c.seq = d.seq where d.id = $1`, [params.id])
        if (row === undefined) return yield* Effect.fail(notFound("delivery", params.id, "list them with `crossdock deliveries ls`"))
        if (query.reveal === true) {
          yield* Effect.logInfo("the content of a delivery was revealed to an operator").pipe(Effect.annotateLogs({ delivery: row.id }))
        }
        return {
          ...toDelivery(row),
          attemptList: [...yield* attemptsOf(db, row.id, asIs), ...onlyAttemptOf(row)],
          ...(query.reveal === true && (yield* outbox.reveal(row)))
        }
      })),
    replay: ({ payload }) => inBulk(payload, { states: ["Dead"], isSent: true, overtakes: true }, "was queued again", outbox.replay),
    cancel: ({ payload }) =>
      inBulk(payload, { states: ["Pending", "Dead"], isSent: false, overtakes: false }, "was cancelled and will not be sent", (ids) =>
        outbox.cancel(ids, "cancelled by an operator"))
  })
}))
