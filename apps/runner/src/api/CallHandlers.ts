/**
 * Handlers for the log of calls: the list with its filters, and one call with its messages. Whoever is shown personal data says who he is
 * and why, and both are recorded before he sees it.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
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
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { defaultLimit, fromCursor, instant, invalid, member, notFound, pageOf, stored } from "./Responses.ts"
import * as Revealing from "./Revealing.ts"
import { Api, type CallFilters, type LoggedCall } from "@crossdock/admin-api"

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

/** The link of a call. A call to a peer may have been made for none. */
const linkOf = ({ direction, on_behalf_of, scope }: Row): string | undefined => direction === "in" ? scope : on_behalf_of ?? undefined

/** Records who is shown personal data, and why, before he sees it. */
export const revealing = (db: Database["Service"], vault: Vault["Service"]) =>
  Effect.fnUntraced(function*(given: Revealing.Given, what: string) {
    const who = yield* Revealing.revealer(given)
    yield* ActNotes.effect(`${what} revealed`)
    yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: `was shown ${what}: ${given.reason}` })
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

  /** Calls that match, with their messages if these are wanted. */
  const listed = Effect.fnUntraced(function*({ after, limit = defaultLimit, order, since, until, ...filters }: CallFilters, withBodies: boolean, reveal: Revealing.Given | undefined) {
    const [last] = yield* fromCursor(after, anyId)
    yield* log.flush
    const wanted = {
      ...filters,
      ...(since !== undefined && { since: DateTime.toEpochMillis(since) }),
      ...(until !== undefined && { until: DateTime.toEpochMillis(until) })
    }
    const rows = yield* search(yield* CallerLinks.seen(connections), wanted, { ...(after !== undefined && { after: last }), isOldestFirst: order === "oldest", rows: limit + 1, withContent: withBodies })
    const shown = rows.slice(0, limit)
    if (reveal !== undefined) {
      const about = yield* ActNotes.orders(shown.flatMap((row) => row.number === null ? [] : [{ scope: linkOf(row), number: row.number }]))
      yield* revealed(reveal, `${shown.length} calls${about}`)
    }
    const contents = new Map(withBodies ? yield* Effect.forEach(shown, (row) => Effect.map(contentOf(row, reveal !== undefined), (content) => [row.id, content] as const)) : [])
    return pageOf(rows, limit, (row) => toCall(row, contents.get(row.id)), (row) => [Number(row.id)])
  })

  /** A call that the account sees, with its sealed messages. */
  const found = Effect.fnUntraced(function*(given: string) {
    yield* log.flush
    const id = /^\d{1,16}$/.test(given) ? Number(given) : -1
    const row = yield* db.one(`select ${CallSearch.columns}, c.content_sealed from call c where c.id = $1`, [id])
    const { scopes } = yield* CallerLinks.seen(connections)
    return row !== undefined && CallSearch.isOf(scopes, row) ? row : yield* Effect.fail(notFound("call", given, "list them with `crossdock calls ls`; old ones are removed"))
  })

  return handlers.handleAll({
    list: ({ query: { bodies = false, ...query } }) =>
      stored(
        bodies && (query.limit ?? defaultLimit) > mostWithBodies
          ? Effect.fail(invalid("/query/limit", `at most ${mostWithBodies} calls are listed with their messages; page on with after`))
          : listed(query, bodies, undefined)
      ),
    revealList: ({ payload: { reason, who, ...wanted } }) => stored(listed(wanted, true, { reason, ...(who !== undefined && { who }) })),
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
    show: ({ params }) => stored(Effect.flatMap(found(params.id), (row) => Effect.map(contentOf(row, false), (content) => toCall(row, content)))),
    reveal: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const row = yield* found(params.id)
        if (row.number !== null) yield* ActNotes.order(linkOf(row), row.number)
        yield* revealed(payload, `the call ${params.id}`)
        return toCall(row, yield* contentOf(row, true))
      }))
  })
}))
