/**
 * Deliveries: the list with its filters, what was tried, replay of dead letters and cancel, counted before they are
 * done.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { contentPlace } from "../delivery/DeliveryContents.ts"
import { Outbox } from "../delivery/Outbox.ts"
import * as Unprepared from "../delivery/Unprepared.ts"
import { Database, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { defaultLimit, fromCursor, instant, invalid, likePart, notFound, pageOf, stored, where } from "./Responses.ts"
import { Api, type Selection } from "./Definition.ts"
import { columns, orderOf, toDelivery } from "./DeliveryRows.ts"
import { attemptsOf } from "./IntentRows.ts"

const newest = [Number.MAX_SAFE_INTEGER] as const
const sampleSize = 5
/** In one transaction; others wait for it. */
const atOnce = 500
const asIs = (text: string) => text

const causeIs = (cause: string | undefined) =>
  cause === undefined ? undefined : ["lower(d.cause) like ? escape '\\'", likePart(cause)] as const
const sinceIs = (since: DateTime.Utc | undefined) =>
  since === undefined ? undefined : ["d.created_at >= ?", DateTime.toEpochMillis(since)] as const
const untilIs = (until: DateTime.Utc | undefined) =>
  until === undefined ? undefined : ["d.created_at < ?", DateTime.toEpochMillis(until)] as const
/** Something newer of its order has arrived. */
const isOvertaken = `exists (select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq > d.seq
  and e.state = 'Delivered')`
const connectionIs = (connection: string | undefined) =>
  connection === undefined ? undefined : ["d.connection = ?", connection] as const

/** Those that a selection means, of these states; nothing is meant by an empty one. */
const selected = (selection: Selection, states: ReadonlyArray<string>, isSent: boolean) => {
  const { cause, connection, dead, ids, isAll, since, until } = selection
  if ([ids, cause, connection, since, until].every((one) => one === undefined) && dead !== true && isAll !== true) {
    return Effect.fail(invalid("/payload", "say which deliveries are meant, by ids, cause, connection, since, until or dead; or isAll for every one"))
  }
  if (ids?.length === 0) return Effect.fail(invalid("/payload/ids", "the list is empty; leave it out, or name deliveries"))
  return Effect.succeed(where([
    [`d.state in (${states.map((state) => `'${state}'`).join(", ")})`],
    ids === undefined ? undefined : [`d.id in (${ids.map(() => "?").join(", ")})`, ...ids],
    // What an earlier release could not write for the ERP has nothing left to send.
    isSent ? ["(d.attempt > 0 or d.payload_sealed is not null)"] : undefined,
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

  /** Counts what is meant and, once confirmed, does it and notes it in the history of each order. */
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
      // Woken inside a transaction, the outbox did not see it yet.
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
        const row = yield* db.one(`select ${columns}, d.content_sealed, d.payload_sealed from delivery d where d.id = $1`, [params.id])
        if (row === undefined) return yield* Effect.fail(notFound("delivery", params.id, "`crossdock deliveries ls` lists them"))
        if (query.reveal === true) {
          yield* Effect.logInfo("the content of a delivery was revealed to an operator").pipe(Effect.annotateLogs({ delivery: row.id }))
        }
        return {
          ...toDelivery(row),
          attemptList: yield* attemptsOf(db, row.id, asIs),
          ...(query.reveal === true && row.payload_sealed === null && { content: yield* vault.open(contentPlace(row.id), row.content_sealed) }),
          ...(query.reveal === true && row.payload_sealed !== null && { payload: yield* Unprepared.text(vault, row) })
        }
      })),
    replay: ({ payload }) => inBulk(payload, { states: ["Dead"], isSent: true, overtakes: true }, "was put back in line", outbox.replay),
    cancel: ({ payload }) =>
      inBulk(payload, { states: ["Pending", "Dead"], isSent: false, overtakes: false }, "was cancelled and is not sent", (ids) =>
        outbox.cancel(ids, "cancelled by an operator"))
  })
}))
