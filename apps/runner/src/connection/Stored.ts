/**
 * Connections and links that operators made while the runner ran: checked like declared ones, sealed in the database,
 * in force at once and again after every start.
 */
import type { ConnectionOf, Link } from "@crossdock/core/config"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type ConnectedLink, type Connection, oneConnection, oneLink, type Problem } from "../Composition.ts"
import { Database, type DatabaseFailed } from "../store/Database.ts"
import { Vault, type VaultRefused } from "../store/Vault.ts"
import { Connections } from "./Connections.ts"
import * as Subscriptions from "./Subscriptions.ts"

/** What was asked does not fit; nothing was changed. */
export class NotTaken extends Schema.TaggedError<NotTaken>("@crossdock/runner/NotTaken")("NotTaken", {
  problems: Schema.Array(Schema.Struct({ path: Schema.String, says: Schema.String }))
}) {}

type Written = ConnectionOf<string, unknown>

export class Stored extends Context.Service<Stored, {
  readonly add: (written: Written) => Effect.Effect<Connection, NotTaken | DatabaseFailed>
  readonly addLink: (written: Link) => Effect.Effect<ConnectedLink, NotTaken | DatabaseFailed>
  /** Puts new values in the place of some settings, such as a secret; the connection opens anew with them. */
  readonly rotate: (id: string, settings: Readonly<Record<string, unknown>>) => Effect.Effect<Connection, NotTaken | DatabaseFailed | VaultRefused>
  /** Forgets a connection and its links; what is kept of orders stays. */
  readonly remove: (id: string) => Effect.Effect<void, NotTaken | DatabaseFailed>
  /** Brings back what was stored; answers what does not fit any more, under the id it has. */
  readonly load: Effect.Effect<ReadonlyArray<Problem>, DatabaseFailed | VaultRefused>
}>()("@crossdock/runner/connection/Stored") {
  static readonly layer = Layer.effect(Stored, Effect.suspend(() => make))
}

const refused = (...problems: ReadonlyArray<Problem>) => Effect.fail(new NotTaken({ problems }))

const taken = <A>(result: Result.Result<A, ReadonlyArray<Problem>>): Effect.Effect<A, NotTaken> =>
  Result.isSuccess(result) ? Effect.succeed(result.success) : refused(...result.failure)

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections

  const keep = Effect.fnUntraced(function*({ settings, ...options }: Written) {
    const now = yield* Clock.currentTimeMillis
    yield* db.query(
      `insert into connection (id, plugin, settings_sealed, options, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (id) do update set plugin = $2, settings_sealed = $3, options = $4, updated_at = $5`,
      [options.id, options.plugin, vault.seal(`connection ${options.id}`, JSON.stringify(settings)), JSON.stringify(options), now]
    )
  })

  const written = Effect.fnUntraced(function*(row: { readonly id?: unknown; readonly settings_sealed?: unknown; readonly options?: unknown }) {
    const settings = yield* vault.open(`connection ${String(row.id)}`, String(row.settings_sealed))
    return { ...JSON.parse(String(row.options)), settings: JSON.parse(settings) } as Written
  })

  const notOfStore = (id: string) =>
    connections.isDeclared(id)
      ? refused({ path: "/id", says: `${id} is declared in the composition; change it there and start again` })
      : connections.get(id) === undefined
      ? refused({ path: "/id", says: `there is no connection ${JSON.stringify(id)}` })
      : Effect.void

  return Stored.of({
    add: Effect.fnUntraced(function*(asked) {
      const connection = yield* taken(oneConnection(connections.plugins, asked, connections.all))
      yield* keep(asked)
      yield* connections.put(connection)
      return connection
    }),
    addLink: Effect.fnUntraced(function*(asked) {
      const link = yield* taken(oneLink(asked, connections.all, connections.links))
      const now = yield* Clock.currentTimeMillis
      yield* db.query(
        "insert into link (scope, peer, body_sealed, created_at, updated_at) values ($1, $2, $3, $4, $4)",
        [link.scope, link.peer, vault.seal(`link ${link.scope}`, JSON.stringify(asked)), now]
      )
      yield* connections.putLink(link)
      return link
    }),
    rotate: Effect.fnUntraced(function*(id, settings) {
      yield* notOfStore(id)
      const row = yield* db.one("select * from connection where id = $1", [id])
      if (row === undefined) return yield* refused({ path: "/id", says: `${id} is not stored` })
      const before = yield* written(row)
      const asked: Written = { ...before, settings: { ...(before.settings as object), ...settings } }
      const connection = yield* taken(oneConnection(connections.plugins, asked, []))
      yield* keep(asked)
      yield* connections.put(connection)
      return connection
    }),
    remove: Effect.fnUntraced(function*(id) {
      yield* notOfStore(id)
      const links = connections.links.filter((link) => link.peer === id || link.erp === id)
      const declared = links.find((link) => connections.isDeclared(link.peer) && connections.isDeclared(link.erp))
      if (declared !== undefined) return yield* refused({ path: "/id", says: `${declared.scope} is declared over it` })
      yield* Subscriptions.end(id).pipe(Effect.provideService(Database, db), Effect.provideService(Connections, connections))
      yield* db.transaction(Effect.gen(function*() {
        yield* Effect.forEach(links, (link) => db.query("delete from link where scope = $1", [link.scope]), { discard: true })
        yield* db.query("delete from connection where id = $1", [id])
        yield* db.query("delete from connection_state where id = $1", [id])
      }))
      yield* connections.remove(id)
    }),
    load: Effect.gen(function*() {
      const problems: Array<Problem> = []
      for (const row of yield* db.query("select * from connection order by created_at, id")) {
        const read = oneConnection(connections.plugins, yield* written(row), connections.all)
        if (Result.isSuccess(read)) yield* connections.put(read.success)
        else problems.push(...read.failure.map(({ path, says }) => ({ path: `/connections/${row.id}${path}`, says })))
      }
      for (const row of yield* db.query("select * from link order by created_at, scope")) {
        const asked = JSON.parse(yield* vault.open(`link ${row.scope}`, row.body_sealed)) as Link
        const read = oneLink(asked, connections.all, connections.links)
        if (Result.isSuccess(read)) yield* connections.putLink(read.success)
        else problems.push(...read.failure.map(({ path, says }) => ({ path: `/links/${row.scope}${path}`, says })))
      }
      return problems
    })
  })
})
