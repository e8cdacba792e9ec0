/**
 * Creates that wait, by what they wait for, and one decision about many Doubtful ones. The peer is asked about each of them as for a
 * single decision; one that cannot be decided is left as it is, and the response says why.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Connections } from "../connection/Connections.ts"
import { Refusal } from "../engine/Refusal.ts"
import { Creates } from "../intents/CreateEntry.ts"
import { Intents } from "../intents/Intents.ts"
import { Kinds } from "../records/Kinds.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import * as CauseGroups from "./CauseGroups.ts"
import { named } from "./DeliverySelection.ts"
import type { DecidedIntents, DoubtfulSelection, IntentCause } from "@crossdock/admin-api"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { failureOf, hidingOf, toIntent, withContents } from "./IntentRows.ts"
import { connectionNamed, fromCursor, instant, invalid, linkNamed, member, toCursor, where } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"

/** The key of the history that lists decisions about many creates. */
export const audit = { scope: "runner", entity: "intents" } as const

const sampleSize = 5
/** How many creates one request decides, and about how many it asks at once. */
const atOnce = 100
const concurrency = 4

/** SQL: not settled. It makes the database use the index of what is not over. */
const isUnsettled = "i.state in ('Pending', 'InFlight', 'Doubtful')"

export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const kinds = yield* Kinds
  const creates = yield* Creates
  const intents = yield* Intents
  const connections = yield* Connections

  const shown = Effect.fnUntraced(function*(entity: number) {
    const row = yield* db.one(`${withContents} where i.entity = $1`, [entity])
    return row === undefined ? undefined : { row, intent: toIntent(kinds, row, yield* hidingOf(vault, creates, [row])) }
  })

  const causes = Effect.fnUntraced(function*(connection: string | undefined) {
    const { scopes } = yield* CallerLinks.seen(connections)
    const { params, text } = where([
      [`${isUnsettled} and (i.state = 'Doubtful' or i.held_because is not null or i.is_cancel_wanted = 1)`],
      CallerLinks.scopeIn("i.scope || ''", scopes),
      connection === undefined ? undefined : ["i.connection = ?", connection]
    ])
    const { others, rows } = yield* CauseGroups.read(db, {
      columns: "i.state, i.connection, i.held_because, i.error, min(i.created_at) as oldest, max(i.created_at) as newest, max(i.entity) as entity",
      from: `intent i where ${text}`,
      by: "i.state, i.connection, i.held_because, i.error",
      orderBy: "count(*) desc"
    }, params)
    const found = new Map<string, IntentCause>()
    for (const row of rows) {
      const newest = yield* shown(Number(row.entity))
      if (newest === undefined) continue
      const { failure, heldBecause, id, kind, number, scope } = newest.intent
      const cause = heldBecause ?? failure
      const key = JSON.stringify([row.state, row.connection, cause])
      const other = found.get(key)
      const one: IntentCause = {
        state: row.state,
        connection: row.connection,
        ...member("cause", cause),
        count: Number(row.n),
        oldestAt: instant(row.oldest),
        newestAt: instant(row.newest),
        newest: { id, scope, kind, number }
      }
      // Errors that differ in what is masked, or in what is not said, have one cause.
      found.set(key, other === undefined ? one : {
        ...(DateTime.isGreaterThan(other.newestAt, one.newestAt) ? other : one),
        count: other.count + one.count,
        oldestAt: DateTime.min(other.oldestAt, one.oldestAt)
      })
    }
    return { items: [...found.values()].toSorted((one, other) => other.count - one.count), ...member("others", others) }
  })

  /** The selected Doubtful creates, oldest first. */
  const selected = Effect.fnUntraced(function*({ cause, connection, ids, isAll, link, since, until }: DoubtfulSelection, [at, entity]: readonly [number, number]) {
    yield* named([cause, connection, link, since, until], ids, isAll === true, "ids, cause, connection, link, since or until")
    const seen = yield* CallerLinks.seen(connections)
    if (connection !== undefined) yield* connectionNamed(seen, connection)
    const scopes = link === undefined ? seen.scopes : [(yield* linkNamed(seen, link)).scope]
    const { params, text } = where([
      [`${isUnsettled} and i.state = 'Doubtful'`],
      ids === undefined ? undefined : [`i.id in (${ids.map(() => "?").join(", ")})`, ...ids],
      connection === undefined ? undefined : ["i.connection = ?", connection],
      CallerLinks.scopeIn("i.scope", scopes),
      since === undefined ? undefined : ["i.created_at + 0 >= ?", DateTime.toEpochMillis(since)],
      until === undefined ? undefined : ["i.created_at + 0 < ?", DateTime.toEpochMillis(until)]
    ])
    const rows = yield* db.query(`select i.id, i.entity, i.created_at, i.error, e.number, e.scope from intent i join entity e on e.id = i.entity where ${text}`, params)
    const part = cause?.toLowerCase()
    // Sorted here, so that the database finds them by the index of what is not over.
    return rows
      .map((row) => ({ id: String(row.id), entity: Number(row.entity), at: Number(row.created_at), number: String(row.number), scope: String(row.scope), failure: failureOf(row.error) }))
      .filter((row) => (row.at > at || (row.at === at && row.entity > entity)) && (part === undefined || row.failure?.toLowerCase().includes(part) === true))
      .toSorted((one, other) => one.at - other.at || one.entity - other.entity)
  })

  type Refused = DecidedIntents["refused"][number]

  /** Decides one. Returns why it was refused, if it was. */
  const decideOne = Effect.fnUntraced(function*(row: { readonly id: string; readonly number: string }, { decision, reason }: DoubtfulSelection, who: string): Effect.fn.Return<Refused | undefined, DatabaseFailed> {
    const result = yield* Effect.result(intents.decide(row.id, { decision, who, reason }))
    if (Result.isSuccess(result)) return undefined
    if (!(result.failure instanceof Refusal)) return yield* result.failure
    const { code, message } = result.failure
    return { code, message, count: 1, example: { id: row.id, number: row.number } }
  })

  const decide = Effect.fnUntraced(function*(selection: DoubtfulSelection) {
    const { confirm, decision, reason, who: given } = selection
    const who = yield* whoCalls(given)
    if (confirm === true && reason === undefined) return yield* Effect.fail(invalid("/payload/reason", "say why they are decided so; the reason is recorded"))
    const rows = yield* selected(selection, yield* fromCursor(selection.after, [-1, -1]))
    const sample = (yield* Effect.forEach(rows.slice(0, sampleSize), (row) => shown(row.entity))).flatMap((one) => one === undefined ? [] : [one.intent])
    if (confirm !== true) return { count: rows.length, decided: 0, isDone: false, refused: [], sample }
    const some = rows.slice(0, selection.limit ?? atOnce)
    const refused = new Map<string, Refused>()
    for (const one of yield* Effect.forEach(some, (row) => decideOne(row, selection, who), { concurrency })) {
      if (one === undefined) continue
      const other = refused.get(one.code)
      refused.set(one.code, other === undefined ? one : { ...other, count: other.count + 1 })
    }
    const decided = some.length - [...refused.values()].reduce((sum, { count }) => sum + count, 0)
    const about = yield* ActNotes.orders(some)
    const reasons = [...refused.values()].map(({ code, count }) => `${count} ${code}`).join(", ")
    yield* ActNotes.counted(decided, some.length, `creates decided${reasons === "" ? "" : `, refused: ${reasons}`}${about}`)
    if (decided > 0) yield* History.record(db, vault, { ...audit, isApart: true, who, what: "decided", detail: `${decided} Doubtful creates: ${decision}: ${reason}` })
    const last = some.at(-1)
    return {
      count: rows.length,
      decided,
      isDone: true,
      refused: [...refused.values()],
      sample,
      ...(last !== undefined && rows.length > some.length && { next: toCursor([last.at, last.entity]) })
    }
  })

  return { causes, decide }
})
