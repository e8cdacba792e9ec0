/**
 * Connections: what each is and how it does, its test, pause and resume.
 */
import * as Effect from "effect/Effect"
import * as Clock from "effect/Clock"
import { HttpApiBuilder } from "effect/http-api"
import type { Connection as Composed, ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Intents } from "../delivery/Intents.ts"
import { Outbox } from "../delivery/Outbox.ts"
import { Database, type Row } from "../store/Database.ts"
import { instant, member, stored, connectionNamed } from "./Answers.ts"
import * as ConnectionTest from "./ConnectionTest.ts"
import { Api, type Connection, type Link } from "./Definition.ts"

const toLink = ({ entrances, erp, id, mapping, peer, prefix, scope }: ConnectedLink): Link => ({
  scope,
  id,
  doors: entrances.map(({ door }) => door),
  erp,
  peer,
  prefix,
  mapping
})

/** Counts by connection, each from an index. */
const counts = Effect.fnUntraced(function*(db: Database["Service"], now: number) {
  const keyed = (rows: ReadonlyArray<Row>) => new Map(rows.map((row) => [row.connection as string, row]))
  const open = yield* db.query(
    `select connection, sum(n) as n, min(oldest) as oldest, max(polled) as polled from (
       select connection, count(*) as n, min(created_at) as oldest, max(checked_at) as polled from outbound where is_open = 1 group by connection
       union all
       select connection, count(*) as n, min(created_at) as oldest, max(checked_at) as polled from inbound where is_open = 1 group by connection) o
     group by connection`
  )
  const waiting = yield* db.query(
    `select connection, count(*) as n from intent
     where state = 'Doubtful' or (state = 'Pending' and held_because is not null) group by connection`
  )
  const due = yield* db.query(
    "select connection, count(*) as n, min(due_at) as oldest from delivery where state = 'Pending' and due_at <= $1 group by connection",
    [now]
  )
  const dead = yield* db.query("select connection, count(*) as n from delivery where state = 'Dead' group by connection")
  return { open: keyed(open), waiting: keyed(waiting), due: keyed(due), dead: keyed(dead) }
})

type Counts = Effect.Success<ReturnType<typeof counts>>

const toConnection = (connections: Connections["Service"], connection: Composed, counted: Counts): Connection => {
  const { callsPerSecond, environment, id, plugin, pollInterval, timeZone } = connection
  const open = counted.open.get(id)
  const due = counted.due.get(id)
  return {
    id,
    plugin: plugin.id,
    title: plugin.title,
    contract: plugin.contract,
    environment,
    timeZone,
    callsPerSecond,
    pollSeconds: pollInterval / 1000,
    ...member("paused", connections.pausedOf(id), ({ at, because }) => ({ because, at: instant(at) })),
    offers: plugin.offers,
    links: connections.links.filter((link) => link.peer === id || link.erp === id).map(toLink),
    openOrders: Number(open?.n ?? 0),
    ...member("oldestOpenAt", open?.oldest, instant),
    // 0 stands for an order that was not asked for yet.
    ...member("lastPolledAt", Number(open?.polled ?? 0) === 0 ? undefined : open?.polled, instant),
    waitingIntents: Number(counted.waiting.get(id)?.n ?? 0),
    dueDeliveries: Number(due?.n ?? 0),
    ...member("oldestDueAt", due?.oldest, instant),
    deadDeliveries: Number(counted.dead.get(id)?.n ?? 0)
  }
}

export const layer = HttpApiBuilder.group(Api, "connections", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const connections = yield* Connections
  const intents = yield* Intents
  const outbox = yield* Outbox

  const shown = (connection: Composed) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      return toConnection(connections, connection, yield* counts(db, now))
    })

  /** What waited for the connection goes on: creates at the peer, deliveries to the ERP. */
  const released = (id: string) =>
    Effect.gen(function*() {
      const links = connections.links.filter((link) => link.peer === id)
      const numbers = yield* Effect.forEach(links, (link) => intents.release(link.scope))
      yield* intents.wake
      yield* outbox.wake
      return numbers.reduce((sum, count) => sum + count, 0)
    })

  return handlers.handleAll({
    list: () =>
      stored(Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const counted = yield* counts(db, now)
        return { items: connections.all.map((connection) => toConnection(connections, connection, counted)) }
      })),
    show: ({ params }) => stored(Effect.flatMap(connectionNamed(connections, params.id), shown)),
    test: ({ params }) =>
      stored(Effect.flatMap(connectionNamed(connections, params.id), (connection) => ConnectionTest.run(db, connections, connection))),
    pause: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const connection = yield* connectionNamed(connections, params.id)
        yield* connections.pause(connection.id, payload.because ?? "by an operator")
        return yield* shown(connection)
      })),
    resume: ({ params }) =>
      stored(Effect.gen(function*() {
        const connection = yield* connectionNamed(connections, params.id)
        yield* connections.resume(connection.id)
        const count = yield* released(connection.id)
        yield* Effect.logInfo("connection resumed").pipe(Effect.annotateLogs({ connection: connection.id, released: count }))
        return { connection: yield* shown(connection), released: count }
      }))
  })
}))
