/**
 * Sends delivered messages again, for a receiver that has lost them: selected by connection, order and the time at which they were
 * delivered. Each goes through the outbox under its own id, once however often the same request is made.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { hasSealed } from "../outbox/DeliveryContents.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { entityOf, Kinds } from "../records/Kinds.ts"
import * as NumberSearch from "../records/NumberSearch.ts"
import { Database } from "../store/Database.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { connectionIs, idIn, type make as makeChange, named } from "./DeliverySelection.ts"
import type { ResendSelection } from "@crossdock/admin-api"
import { type Condition, connectionNamed, instant, invalid, linkNamed, notFound, where } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"

const millis = (at: DateTime.Utc | undefined): number | undefined => at === undefined ? undefined : DateTime.toEpochMillis(at)

/** SQL: the delivery was delivered. The first condition is redundant; it makes the database use the index by age. */
const isDelivered = "d.state in ('Delivered', 'Cancelled', 'Dead') and d.state = 'Delivered'"
const hasMessage = `exists (select 1 from delivery_content c where c.seq = d.seq and ${hasSealed})`
const wasSentAgain = "(d.resent_at is not null and d.resent_at >= ?)"

/** The same condition for the deliveries that the statement calls `e`. */
const ofOther = (text: string): string => text.replaceAll(/\bd\./g, "e.")

export const make = (changed: ReturnType<typeof makeChange>, { retention }: Pick<Composed, "retention">) =>
  Effect.gen(function*() {
    const db = yield* Database
    const kinds = yield* Kinds
    const connections = yield* Connections
    const outbox = yield* Outbox
    const search = NumberSearch.make(db, kinds)

    const scopeNamed = (seen: CallerLinks.Seen, text: string) =>
      seen.receivers.some(({ scope }) => scope === text) ? Effect.succeed(text) : Effect.map(linkNamed(seen, text), ({ scope }) => scope)

    /** The names of the queues about an order. */
    const queuesOf = Effect.fnUntraced(function*(seen: CallerLinks.Seen, number: string, scope: string | undefined) {
      const scopes = scope === undefined ? [...seen.links, ...seen.receivers].map((one) => one.scope) : [scope]
      const found = yield* search(number, { scopes, kinds: kinds.all, connections: connections.all.map(({ id }) => id) })
      if (found.length === 0) {
        return yield* Effect.fail(notFound("order", number, "it is no number that this runner knows; `crossdock orders ls` lists the newest orders"))
      }
      return found.flatMap((one) => [one.kind, ...kinds.of(one.kind)?.queues ?? []].map((queue) => `${one.scope} ${entityOf(queue, one.number)}`))
    })

    /** What is selected, whether or not it can be sent again. */
    const asked = Effect.fnUntraced(function*({ connection, ids, link, number, since, until }: ResendSelection) {
      const seen = yield* CallerLinks.seen(connections)
      const scope = link === undefined ? undefined : yield* scopeNamed(seen, link)
      const queues = number === undefined ? undefined : yield* queuesOf(seen, number, scope)
      if (connection !== undefined) yield* connectionNamed(seen, connection)
      const receivers = connections.all.filter(({ plugin }) => connections.contracts.takesDeliveries(plugin)).map(({ id }) => id)
      const from = millis(since)
      const to = millis(until)
      const conditions: ReadonlyArray<Condition> = [
        [isDelivered],
        CallerLinks.scopeIn("d.scope", seen.scopes),
        idIn(ids),
        // A delivery to a connection that the composition has no more would wait for ever.
        connection === undefined ? [`d.connection in (${receivers.map(() => "?").join(", ")})`, ...receivers] : connectionIs(connection),
        queues === undefined ? undefined : [`d.entity in (${queues.map(() => "?").join(", ")})`, ...queues],
        scope === undefined ? undefined : ["d.scope = ?", scope],
        from === undefined ? undefined : ["d.updated_at >= ?", from],
        to === undefined ? undefined : ["d.updated_at < ?", to]
      ]
      return conditions
    })

    const countOf = (conditions: ReadonlyArray<Condition>) => {
      const { params, text } = where(conditions)
      return Effect.map(db.one(`select count(*) as n from delivery d where ${text}`, params), (row) => Number(row?.n ?? 0))
    }

    return Effect.fnUntraced(function*(selection: ResendSelection) {
      const { confirm, connection, ids, isAll, link, number, overtaken, reason, resentBefore, since, until, who } = selection
      yield* named([connection, number, link, since, until], ids, isAll === true, "ids, connection, number, link, since or until")
      if (confirm === true && reason === undefined) return yield* Effect.fail(invalid("/payload/reason", "say why the messages are sent again; the reason is recorded"))
      const now = yield* Clock.currentTimeMillis
      const conditions = yield* asked(selection)
      const before = millis(resentBefore) ?? Number.MIN_SAFE_INTEGER
      const isLeft: Condition = [`not ${wasSentAgain}`, before]
      const wanted: ReadonlyArray<Condition> = [...conditions, [hasMessage], isLeft]
      const isWanted = where(conditions.map((one): Condition => {
        if (one === undefined) return undefined
        const [text, ...values] = one
        return [ofOther(text), ...values]
      }))
      const erased = yield* countOf([...conditions, [`not ${hasMessage}`]])
      const sentAgain = yield* countOf([...conditions, [hasMessage], [wasSentAgain, before]])
      const done = yield* changed({
        selection: where(wanted),
        overtaken: where([
          ...wanted,
          // The parameters of both conditions are numbered together.
          [
            `exists (select 1 from delivery e where e.connection = d.connection and e.entity = d.entity and e.seq > d.seq and e.state = 'Delivered'
              and not (${isWanted.text.replaceAll(/\$\d+/g, "?")}))`,
            ...isWanted.params
          ]
        ]),
        isOvertakenMeant: overtaken === true,
        isConfirmed: confirm === true,
        who: yield* whoCalls(who),
        reason,
        detail: "is sent again",
        act: (some) => outbox.resend(some, before)
      })
      return { ...done, sentAgain, erased, keptSince: instant(now - retention.delivered) }
    })
  })
