/**
 * Handlers for deliveries: the list with its filters, the attempts, replay, resend and cancel. Bulk changes are counted before
 * they are carried out.
 */
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Composed } from "../Composition.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Database, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { Connections } from "../connection/Connections.ts"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import * as CauseGroups from "./CauseGroups.ts"
import { defaultLimit, fromCursor, instant, member, notFound, pageOf, stored, where } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"
import { Api, type Selection } from "@crossdock/admin-api"
import * as DeliveryResend from "./DeliveryResend.ts"
import { columns, onlyAttemptOf, toDelivery } from "./DeliveryRows.ts"
import * as DeliverySelection from "./DeliverySelection.ts"
import { causeIs, connectionIs, sinceIs, untilIs } from "./DeliverySelection.ts"
import { scopeIn } from "./CallerLinks.ts"
import { attemptsOf } from "./IntentRows.ts"
import * as Revealing from "./Revealing.ts"

const newest = [Number.MAX_SAFE_INTEGER] as const
const asIs = (text: string) => text

export const layer = (composed: Composed) => HttpApiBuilder.group(Api, "deliveries", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const outbox = yield* Outbox
  const changed = DeliverySelection.make({ db, vault, wake: outbox.wake })
  const resend = yield* DeliveryResend.make(changed, composed)

  const inBulk = (
    selection: Selection,
    which: { readonly states: ReadonlyArray<"Pending" | "Dead">; readonly isSent: boolean; readonly overtakes: boolean },
    detail: string,
    act: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, Effect.Error<ReturnType<typeof outbox.replay>>>
  ) =>
    stored(Effect.gen(function*() {
      const { scopes } = yield* CallerLinks.seen(connections)
      const { params, text } = yield* DeliverySelection.selected(selection, which.states, which.isSent, scopes)
      return yield* changed({
        selection: { params, text },
        overtaken: which.overtakes ? { params, text: `${text} and ${DeliverySelection.isOvertaken}` } : undefined,
        isOvertakenMeant: selection.overtaken === true,
        isConfirmed: selection.confirm === true,
        who: yield* whoCalls(selection.who),
        reason: selection.reason,
        detail,
        act
      })
    }))

  const found = Effect.fnUntraced(function*(id: string) {
    const row = yield* db.one(`select ${columns}, c.content_sealed, c.payload_sealed from delivery d join delivery_content c on c.seq = d.seq where d.id = $1`, [id])
    const { sees } = yield* CallerLinks.seen(connections)
    return row !== undefined && sees(row.scope) ? row : yield* Effect.fail(notFound("delivery", id, "list them with `crossdock deliveries ls`"))
  })

  const detailOf = (row: Row) => Effect.map(attemptsOf(db, row.id, asIs), (attempts) => ({ ...toDelivery(row), attemptList: [...attempts, ...onlyAttemptOf(row)] }))

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const limit = query.limit ?? defaultLimit
        const [seq] = yield* fromCursor(query.after, newest)
        const state = query.dead === true ? "Dead" : query.state
        const { scopes } = yield* CallerLinks.seen(connections)
        const { params, text } = where([
          ["d.seq < ?", seq],
          scopeIn("d.scope", scopes),
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
        const { scopes } = yield* CallerLinks.seen(connections)
        const { params, text } = where([
          // The words of the index of what is not over.
          ["d.state in ('Pending', 'InFlight', 'Dead') and d.state <> 'InFlight' and d.cause is not null"],
          scopeIn("d.scope", scopes),
          connectionIs(query.connection),
          sinceIs(query.since),
          untilIs(query.until)
        ])
        const { others, rows } = yield* CauseGroups.read(db, {
          columns: "d.state, d.connection, d.cause, min(d.created_at) as oldest, max(d.created_at) as newest",
          from: `delivery d where ${text}`,
          by: "d.state, d.connection, d.cause",
          orderBy: "count(*) desc, d.cause"
        }, params)
        return {
          ...member("others", others),
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
    show: ({ params }) => stored(Effect.flatMap(found(params.id), detailOf)),
    reveal: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const row = yield* found(params.id)
        yield* Revealing.revealer(payload)
        const { kind, number, scope } = toDelivery(row)
        yield* ActNotes.order(scope, number)
        yield* ActNotes.effect(`the message about ${kind} ${number} to ${row.connection} revealed`)
        yield* Effect.logInfo("the content of a delivery was revealed to an operator").pipe(Effect.annotateLogs({ delivery: row.id }))
        return { ...yield* detailOf(row), ...yield* outbox.reveal(row) }
      })),
    replay: ({ payload }) => inBulk(payload, { states: ["Dead"], isSent: true, overtakes: true }, "was queued again", outbox.replay),
    resend: ({ payload }) => stored(resend(payload)),
    cancel: ({ payload }) =>
      inBulk(payload, { states: ["Pending", "Dead"], isSent: false, overtakes: false }, "was cancelled and will not be sent", (ids) =>
        outbox.cancel(ids, "cancelled by an operator"))
  })
}))
