/**
 * Handlers for the log of calls: the list with its filters, and one call with its messages. Whoever is shown personal data says who he is
 * and why, and both are recorded before he sees it.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as CallContent from "../calls/CallContent.ts"
import * as CallCountSearch from "../calls/CallCountSearch.ts"
import { CallLog } from "../calls/CallLog.ts"
import * as CallSearch from "../calls/CallSearch.ts"
import * as MaskedBody from "../calls/MaskedBody.ts"
import { Connections } from "../connection/Connections.ts"
import { Database, type Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import * as Acts from "./Acts.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { defaultLimit, fromCursor, instant, invalid, member, notFound, pageOf, stored } from "./Responses.ts"
import { whoIs } from "./Who.ts"
import { Api, Caller, type LoggedCall } from "@crossdock/admin-api"

/** The key of the history that lists who was shown what. */
export const audit = { scope: "runner", entity: "calls" } as const

/** What a cursor looks like: the id of a call. */
const anyId = [0] as const
const hour = 3_600_000
/** The most calls whose messages are listed, because each is decrypted. */
const mostWithBodies = 100

const toCall = (row: Row, content: CallContent.Content | undefined): LoggedCall => ({
  id: String(row.id),
  at: instant(row.at),
  direction: row.direction,
  scope: row.scope,
  ...member("onBehalfOf", row.on_behalf_of as string | null),
  protocol: row.protocol,
  operation: row.operation,
  ...member("number", row.number as string | null),
  code: row.code,
  ...member("status", row.status as number | null, Number),
  millis: Number(row.millis),
  ...member("requestId", row.request_id as string | null),
  ...member("traceId", row.trace_id as string | null),
  ...content
})

interface Revealing {
  readonly reveal?: boolean
  readonly who?: string
  readonly why?: string
}

/** Records who is shown personal data, and why. Returns whether he is. */
export const revealing = (db: Database["Service"], vault: Vault["Service"]) =>
  Effect.fnUntraced(function*({ reveal, who, why: given }: Revealing, what: string) {
    if (reveal !== true) return false
    const account = yield* Caller
    if (account.role === undefined && who === undefined) return yield* Effect.fail(invalid("/query/who", "say who you are; whoever sees personal data is recorded"))
    const why = given ?? Acts.reasonIn((yield* HttpServerRequest.HttpServerRequest).headers)
    if (why === undefined) return yield* Effect.fail(invalid("/query/why", "say why you have to see personal data; the reason is recorded"))
    yield* History.record(db, vault, { ...audit, isApart: true, who: whoIs(account, who), what: "decided", detail: `was shown ${what}: ${why}` })
    return true
  })

export const layer = HttpApiBuilder.group(Api, "calls", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const log = yield* CallLog
  const search = yield* CallSearch.make

  const contentOf = (row: Row, isRevealed: boolean) =>
    row.content_sealed === null
      ? Effect.undefined
      : Effect.map(vault.open(CallContent.placeOf({ at: Number(row.at), scope: row.scope }), row.content_sealed), (text) => {
        const content = CallContent.read(text)
        return isRevealed ? content : MaskedBody.content(content, row.direction)
      })

  const revealed = revealing(db, vault)

  return handlers.handleAll({
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const [last] = yield* fromCursor(query.after, anyId)
        const { after, bodies, limit = defaultLimit, order, since, until, ...filters } = query
        const withBodies = bodies === true || query.reveal === true
        if (withBodies && limit > mostWithBodies) {
          return yield* Effect.fail(invalid("/query/limit", `at most ${mostWithBodies} calls are listed with their messages; page on with after`))
        }
        yield* log.flush
        const wanted = {
          ...filters,
          ...(since !== undefined && { since: DateTime.toEpochMillis(since) }),
          ...(until !== undefined && { until: DateTime.toEpochMillis(until) })
        }
        const rows = yield* search(yield* CallerLinks.seen(connections), wanted, { ...(after !== undefined && { after: last }), isOldestFirst: order === "oldest", rows: limit + 1, withContent: withBodies })
        const shown = rows.slice(0, limit)
        const isRevealed = yield* revealed(query, `${shown.length} calls${query.number === undefined ? "" : ` of ${query.number}`}`)
        const contents = new Map(withBodies ? yield* Effect.forEach(shown, (row) => Effect.map(contentOf(row, isRevealed), (content) => [row.id, content] as const)) : [])
        return pageOf(rows, limit, (row) => toCall(row, contents.get(row.id)), (row) => [Number(row.id)])
      })),
    counts: ({ query: { since, step, until, ...wanted } }) =>
      stored(Effect.gen(function*() {
        yield* log.flush
        const now = yield* Clock.currentTimeMillis
        const to = until === undefined ? now : DateTime.toEpochMillis(until)
        const from = since === undefined ? to - hour : DateTime.toEpochMillis(since)
        if (from >= to) return yield* Effect.fail(invalid("/query/since", "the span is empty; since has to be before until"))
        const items = yield* CallCountSearch.read(db, { ...wanted, from, to, scopes: (yield* CallerLinks.seen(connections)).scopes, ...(step !== undefined && { step }) })
        if (items.length > CallCountSearch.most) {
          return yield* Effect.fail(invalid("/query", `these are more than ${CallCountSearch.most} counts; ask with a larger step, for less time, or for one scope or operation`))
        }
        return { items: items.map(({ at, ...item }) => ({ at: instant(at), ...item })) }
      })),
    show: ({ params, query }) =>
      stored(Effect.gen(function*() {
        yield* log.flush
        const id = /^\d{1,16}$/.test(params.id) ? Number(params.id) : -1
        const row = yield* db.one(`select ${CallSearch.columns}, c.content_sealed from call c where c.id = $1`, [id])
        const { scopes } = yield* CallerLinks.seen(connections)
        if (row === undefined || !CallSearch.isOf(scopes, row)) return yield* Effect.fail(notFound("call", params.id, "list them with `crossdock calls ls`; old ones are removed"))
        const isRevealed = yield* revealed(query, `the call ${params.id}`)
        return toCall(row, yield* contentOf(row, isRevealed))
      }))
  })
}))
