/**
 * Handlers for connections: their state, adding, changing and removing them at run time, test, pause and resume.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Redacted from "effect/Redacted"
import type { Connection } from "../Composition.ts"
import * as Authorization from "../connection/Authorization.ts"
import { CredentialStore } from "../connection/CredentialStore.ts"
import { Connections } from "../connection/Connections.ts"
import { StoredConnections } from "../connection/StoredConnections.ts"
import { Intents } from "../intents/Intents.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Database } from "../store/Database.ts"
import { conflict, connectionNamed, instant, notFound, stored as answered } from "./Responses.ts"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import * as ConnectionChanges from "./ConnectionChanges.ts"
import { counts, type RowContext, toConnection } from "./ConnectionRows.ts"
import * as ConnectionTest from "./ConnectionTest.ts"
import * as LimitedConnection from "./LimitedConnection.ts"
import { Api } from "@crossdock/admin-api"

export const layer = (options: Pick<RowContext, "publicUrl">) =>
  HttpApiBuilder.group(Api, "connections", Effect.fnUntraced(function*(handlers) {
    const db = yield* Database
    const connections = yield* Connections
    const store = yield* CredentialStore
    const intents = yield* Intents
    const outbox = yield* Outbox
    const stored = yield* StoredConnections
    const around = { ...options, connections }

    /** Connections as the account of the call sees them. */
    const allShown = Effect.fnUntraced(function*(some: ReadonlyArray<Connection>) {
      const seen = yield* CallerLinks.seen(connections)
      const now = yield* Clock.currentTimeMillis
      const counted = yield* counts(db, outbox, now, seen.scopes === undefined ? some : [])
      const items = some.map((connection) => toConnection(around, connection, counted))
      if (seen.scopes === undefined) return { counted, items }
      const own = yield* LimitedConnection.counts(db, now, seen)
      return { counted, items: items.map((one) => LimitedConnection.of(seen, one, own)) }
    })

    const shown = (connection: Connection) => Effect.map(allShown([connection]), ({ items }) => items[0]!)

    /** Whether a connection runs, for the audit. */
    const stateOf = (id: string): string => {
      const paused = connections.pausedOf(id)
      return paused === undefined ? "running" : `paused: ${paused.because}`
    }

    const misfitOf = (id: string) => stored.misfits.connections.find((one) => one.id === id)

    /** A connection that is in use. */
    const named = (id: string) =>
      Effect.flatMap(CallerLinks.seen(connections), (seen) => {
        const misfit = seen.scopes === undefined && connections.get(id) === undefined ? misfitOf(id) : undefined
        return misfit === undefined
          ? connectionNamed(seen, id)
          : Effect.fail(notFound("connection in use", id, "it is stored but not valid any more; the list of connections has the reason"))
      })

    /** A connection that may be changed, even if it is not in use. */
    const changeable = (id: string) => {
      const misfit = misfitOf(id)
      return misfit === undefined
        ? connectionNamed(connections, id)
        : Effect.succeed({ id, plugin: connections.plugins.get(misfit.plugin) })
    }

    /** Releases the work that waited for the connection: creates at the peer, deliveries to the ERP. */
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
        answered(Effect.gen(function*() {
          const { all, scopes } = yield* CallerLinks.seen(connections)
          const { counted, items } = yield* allShown(all)
          if (scopes !== undefined) return { items, misfits: [], unserved: [] }
          return {
            items,
            misfits: stored.misfits.connections.map((misfit) => ({
              ...ConnectionChanges.explained(connections, misfit),
              links: stored.linksOver(misfit.id)
            })),
            unserved: [...counted.deliveries].flatMap(([id, { held, ready }]) =>
              connections.get(id) === undefined && misfitOf(id) === undefined && held + ready > 0 ? [{ id, deliveries: held + ready }] : [])
          }
        })),
      show: ({ params }) => answered(Effect.flatMap(named(params.id), shown)),
      add: ({ payload }) => answered(Effect.flatMap(ConnectionChanges.add(stored, connections, payload), shown)),
      rotate: ({ params, payload }) =>
        answered(Effect.gen(function*() {
          const connection = yield* changeable(params.id)
          return yield* shown(yield* ConnectionChanges.rotate(stored, connections, connection, Redacted.value(payload.settings)))
        })),
      remove: ({ params, query }) =>
        answered(Effect.gen(function*() {
          const connection = yield* changeable(params.id)
          return yield* ConnectionChanges.remove(db, stored, connections, connection, query.abandonOpen === true)
        })),
      test: ({ params }) =>
        answered(Effect.flatMap(named(params.id), (connection) => ConnectionTest.run(db, connections, connection))),
      authorize: ({ params }) =>
        answered(Effect.gen(function*() {
          const connection = yield* named(params.id)
          if (options.publicUrl === undefined) {
            return yield* Effect.fail(conflict(
              "NO_PUBLIC_URL",
              "the peer must send the person back to the public address of the runner; start the runner with CROSSDOCK_PUBLIC_URL"
            ))
          }
          const { redirectUrl, until, url } = yield* Authorization.begin(connection.id, options.publicUrl).pipe(
            Effect.provideService(Database, db),
            Effect.provideService(Connections, connections),
            Effect.provideService(CredentialStore, store),
            Effect.catchTag("NothingToAuthorize", ({ plugin }) =>
              Effect.fail(conflict("NOTHING_TO_AUTHORIZE", `${plugin} needs no authorization: its settings hold all credentials`)))
          )
          return { url: url.href, redirectUrl: redirectUrl.href, expiresAt: instant(until) }
        })),
      pause: ({ params, payload }) =>
        answered(Effect.gen(function*() {
          const connection = yield* named(params.id)
          yield* ActNotes.changed(stateOf(connection.id), `paused: ${payload.because ?? "by an operator"}`)
          yield* connections.pause(connection.id, payload.because ?? "by an operator")
          return yield* shown(connection)
        })),
      resume: ({ params }) =>
        answered(Effect.gen(function*() {
          const connection = yield* named(params.id)
          yield* ActNotes.changed(stateOf(connection.id), "running")
          yield* connections.resume(connection.id)
          const count = yield* released(connection.id)
          yield* Effect.logInfo("connection resumed").pipe(Effect.annotateLogs({ connection: connection.id, released: count }))
          return { connection: yield* shown(connection), released: count }
        }))
    })
  }))
