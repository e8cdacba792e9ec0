/**
 * Connections and links that operators added at run time. They are validated like declared ones, stored encrypted, and
 * used at once and after every restart.
 */
import type { ConnectionOf, Link } from "@crossdock/config"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { createHash } from "node:crypto"
import { type ConnectedLink, type Connection, oneConnection, oneLink, type Problem, withErpSettings } from "../Composition.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Vault, type VaultRefused } from "../store/Vault.ts"
import { Versions } from "../store/Versions.ts"
import * as SecretRotation from "./SecretRotation.ts"
import { Connections } from "./Connections.ts"
import { type SettingChange, settingChange } from "./SettingChanges.ts"
import * as StoredLinks from "./StoredLinks.ts"
import * as StoredSettings from "./StoredSettings.ts"
import { ClosingConnections } from "./ClosingConnections.ts"
import * as Subscriptions from "./Subscriptions.ts"

/** The input is not valid; nothing was changed. */
export class NotTaken extends Schema.TaggedError<NotTaken>("@crossdock/runner/NotTaken")("NotTaken", {
  problems: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {}

/**
 * A stored connection that is not valid any more, for example because its plugin was removed from the composition. It
 * is kept but not used.
 */
export interface Misfit {
  readonly id: string
  readonly plugin: string
  readonly problems: ReadonlyArray<Problem>
}

/** A stored link that is not valid any more. */
export interface LinkMisfit {
  readonly scope: string
  readonly erp: string
  readonly peer: string
  readonly problems: ReadonlyArray<Problem>
}

type Written = ConnectionOf<string, unknown>

export interface Rotated {
  readonly connection: Connection
  /** Undefined: the settings were as they are now. */
  readonly change: SettingChange | undefined
}

export class StoredConnections extends Context.Service<StoredConnections, {
  readonly add: (written: Written) => Effect.Effect<Connection, NotTaken | DatabaseFailed>
  readonly addLink: (written: Link<string>) => Effect.Effect<ConnectedLink, NotTaken | DatabaseFailed>
  /** Replaces some settings, such as a secret, and reopens the connection with them. */
  readonly rotate: (id: string, settings: Readonly<Record<string, unknown>>) => Effect.Effect<Rotated, NotTaken | DatabaseFailed | VaultRefused>
  /** Gives a caller a new secret; the earlier one is accepted until the overlap ends. Declared links too. */
  readonly changeCallerSecret: (change: SecretRotation.Change) => Effect.Effect<SecretRotation.Changed, NotTaken | DatabaseFailed | VaultRefused>
  /** Ends the earlier secret of a caller now. */
  readonly endEarlierSecret: (named: SecretRotation.Named) => Effect.Effect<SecretRotation.Changed, NotTaken | DatabaseFailed | VaultRefused>
  /** Scopes of the links that are removed together with a connection. */
  readonly linksOver: (id: string) => ReadonlyArray<string>
  /** Removes a connection and its links, even if it is not valid any more, and what is stored of them. Records of orders stay. */
  readonly remove: (id: string) => Effect.Effect<void, NotTaken | DatabaseFailed>
  /**
   * Removes a link, even if it is not valid any more, and what is stored of it, so that it begins anew if it is added again. Its
   * connections and records of orders stay.
   */
  readonly removeLink: (scope: string) => Effect.Effect<void, NotTaken | DatabaseFailed>
  /** Loads what is stored; returns what is not valid any more, under its id. */
  readonly load: Effect.Effect<ReadonlyArray<Problem>, DatabaseFailed | VaultRefused>
  /** What the last start did not use, without what was corrected since. */
  readonly misfits: { readonly connections: ReadonlyArray<Misfit>; readonly links: ReadonlyArray<LinkMisfit> }
}>()("@crossdock/runner/connection/Stored") {
  static readonly layer = Layer.effect(StoredConnections, Effect.suspend(() => make))
}

const refused = (...problems: ReadonlyArray<Problem>) => Effect.fail(new NotTaken({ problems }))

const taken = <A>(result: Result.Result<A, ReadonlyArray<Problem>>): Effect.Effect<A, NotTaken> =>
  Result.isSuccess(result) ? Effect.succeed(result.success) : refused(...result.failure)

/** The change counter for connections and links. */
const part = "connections"

const markOf = (row: Row): string => `${row.settings_sealed} ${row.options}`

/** Equal for rows with the same contents, also after they were encrypted with another key. */
const digestOf = ({ options }: Row, settings: string): string => createHash("sha256").update(`${settings} ${options}`).digest("base64url")

/** A row that is in use. */
interface InForce {
  readonly mark: string
  readonly digest: string
}

/** Known ids that are not stored any more. */
const gone = (stored: ReadonlyArray<string>, ...known: ReadonlyArray<ReadonlyMap<string, unknown>>): ReadonlyArray<string> =>
  known.flatMap((each) => [...each.keys()]).filter((id) => !stored.includes(id))

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const versions = yield* Versions
  const closing = yield* ClosingConnections
  /** One change at a time, so that changes of this node and of others do not mix. */
  const turn = Semaphore.makeUnsafe(1)
  /** Stores in one transaction that also tells the other nodes. */
  const storing = <A, E>(work: Effect.Effect<A, E>) => db.transaction(Effect.andThen(versions.raise(part), work))
  /** The encrypted rows that are in use; comparing them shows what may have changed, because each encryption differs. */
  const inForce = { connections: new Map<string, InForce>(), links: new Map<string, string>() }

  const secrets = SecretRotation.make<NotTaken>({ db, vault, connections, storing, refused })

  const keep = Effect.fnUntraced(function*({ settings, ...options }: Written) {
    const now = yield* Clock.currentTimeMillis
    const text = JSON.stringify(settings)
    const sealed = vault.seal(`connection ${options.id}`, text)
    const rest = StoredSettings.optionsOf(options, connections.plugins.get(options.plugin))
    yield* storing(db.query(
      `insert into connection (id, plugin, settings_sealed, options, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (id) do update set plugin = $2, settings_sealed = $3, options = $4, updated_at = $5`,
      [options.id, options.plugin, sealed, rest, now]
    ))
    return { row: { id: options.id, settings_sealed: sealed, options: rest }, settings: text }
  })

  const putInForce = Effect.fnUntraced(function*({ row, settings }: { readonly row: Row; readonly settings: string }, connection: Connection) {
    yield* connections.put(connection)
    inForce.connections.set(row.id, { mark: markOf(row), digest: digestOf(row, settings) })
    unfit.connections.delete(row.id)
  })

  const settingsOf = (row: Row) => vault.open(`connection ${row.id}`, row.settings_sealed)
  const writtenOf = (row: Row, settings: string) => StoredSettings.read(connections.plugins, String(row.options), settings)

  const unfit = { connections: new Map<string, Misfit>(), links: new Map<string, LinkMisfit>() }

  const leftOut = (what: string) => `${what} is stored but not valid any more; correct or remove it, or choose another id`

  const ofStore = (id: string) =>
    unfit.connections.has(id)
      ? Effect.void
      : connections.isDeclared(id)
      ? refused({ path: "/id", message: `${id} is declared in the composition file; change it there and restart the runner` })
      : connections.get(id) === undefined
      ? refused({ path: "/id", message: `there is no connection ${JSON.stringify(id)}` })
      : Effect.void

  /** The connections that a new one must not conflict with, including a declared one of the same id. */
  const besides = (id: string) => connections.isDeclared(id) ? connections.all : connections.all.filter((one) => one.id !== id)

  /** Opens every valid stored connection that is new or changed, and closes those that are not stored any more. */
  const fitConnections = Effect.gen(function*() {
    const rows = yield* db.query("select * from connection order by created_at, id")
    for (const id of gone(rows.map((row) => row.id), inForce.connections, unfit.connections)) {
      unfit.connections.delete(id)
      if (inForce.connections.delete(id)) yield* connections.remove(id)
    }
    for (const row of rows) {
      const known = inForce.connections.get(row.id)
      if (known?.mark === markOf(row)) continue
      const settings = yield* settingsOf(row)
      if (known?.digest === digestOf(row, settings)) {
        inForce.connections.set(row.id, { ...known, mark: markOf(row) })
        continue
      }
      const read = Result.flatMap(writtenOf(row, settings), (asked) => oneConnection(connections.plugins, asked, besides(row.id), connections.nodes))
      if (Result.isSuccess(read)) yield* putInForce({ row, settings }, read.success)
      else unfit.connections.set(row.id, { id: row.id, plugin: row.plugin, problems: read.failure })
    }
  })

  /** Puts stored links into use and removes others, as `fitConnections` does for connections. */
  const fitLinks = Effect.gen(function*() {
    const rows = yield* db.query("select * from link order by created_at, scope")
    for (const scope of gone(rows.map((row) => row.scope), inForce.links, unfit.links)) {
      unfit.links.delete(scope)
      if (inForce.links.delete(scope)) yield* connections.removeLink(scope)
    }
    for (const row of rows) {
      const { body_sealed, scope } = row
      // A connection that was removed and added again has lost its links.
      if (inForce.links.get(scope) === body_sealed && connections.linkOf(scope) !== undefined) continue
      const asked = secrets.writtenWith(StoredLinks.read(yield* vault.open(`link ${scope}`, body_sealed)))
      const others = connections.isDeclaredLink(scope) ? connections.links : connections.links.filter((link) => link.scope !== scope)
      const read = oneLink(asked, connections.all, others, true, connections.protocols)
      if (Result.isSuccess(read)) {
        yield* connections.putLink(secrets.linkWith(read.success))
        inForce.links.set(scope, body_sealed)
        unfit.links.delete(scope)
      } else unfit.links.set(scope, { scope, erp: asked.erp, peer: asked.peer ?? asked.erp, problems: read.failure })
    }
  })

  const fit = Effect.andThen(Effect.andThen(fitConnections, secrets.learn), fitLinks)
  yield* versions.onChange(part, turn.withPermit(fit))

  const misfits = () => ({ connections: [...unfit.connections.values()], links: [...unfit.links.values()] })

  /** If the composition declares the same id, the stored connection is not used at all. */
  const isShadowed = (id: string) => unfit.connections.has(id) && connections.isDeclared(id)

  const linksOver = (id: string): ReadonlyArray<string> =>
    isShadowed(id)
      ? []
      : [...connections.links, ...unfit.links.values()].filter(({ erp, peer }) => peer === id || erp === id).map(({ scope }) => scope)

  const forgetLinks = (scopes: ReadonlyArray<string>) =>
    Effect.forEach(scopes, Effect.fnUntraced(function*(scope) {
      yield* db.query("delete from link where scope = $1", [scope])
      // What other links of the connection fail at is written there again when their next round ends.
      yield* db.query("update connection_state set poll_failing_since = null, poll_failure = null where id in (select connection from poll_failure where scope = $1)", [scope])
      yield* db.query("delete from poll_failure where scope = $1", [scope])
      // If the composition declares the same link, what is stored belongs to the declared one.
      if (connections.isDeclaredLink(scope)) return
      yield* db.query("delete from job where connection = $1", [scope])
      for (const table of connections.contracts.linkTables) yield* db.query(`delete from ${table} where scope = $1`, [scope])
    }), { discard: true })

  const changes = {
    add: Effect.fnUntraced(function*(asked: Written) {
      if (unfit.connections.has(asked.id)) return yield* refused({ path: "/id", message: leftOut(asked.id) })
      const connection = yield* taken(oneConnection(connections.plugins, asked, connections.all, connections.nodes))
      // As settings, because those are stored encrypted.
      yield* putInForce(yield* keep(withErpSettings(connection.plugin, asked)), connection)
      return connection
    }),
    addLink: Effect.fnUntraced(function*(asked: Link<string>) {
      const link = yield* taken(oneLink(asked, connections.all, connections.links, false, connections.protocols))
      if (unfit.links.has(link.scope)) return yield* refused({ path: "/id", message: leftOut(link.scope) })
      const now = yield* Clock.currentTimeMillis
      const sealed = vault.seal(`link ${link.scope}`, JSON.stringify(asked))
      yield* storing(db.query(
        "insert into link (scope, peer, body_sealed, created_at, updated_at) values ($1, $2, $3, $4, $4)",
        [link.scope, link.peer, sealed, now]
      ))
      yield* connections.putLink(secrets.linkWith(link))
      inForce.links.set(link.scope, sealed)
      return link
    }),
    rotate: Effect.fnUntraced(function*(id: string, settings: Readonly<Record<string, unknown>>) {
      yield* ofStore(id)
      const row = yield* db.one("select * from connection where id = $1", [id])
      if (row === undefined) return yield* refused({ path: "/id", message: `${id} is not stored` })
      const before = yield* taken(writtenOf(row, yield* settingsOf(row)))
      const known = before.settings as Readonly<Record<string, unknown>>
      const next = { ...known, ...settings }
      const asked: Written = { ...before, settings: next }
      const connection = yield* taken(oneConnection(connections.plugins, asked, besides(id), connections.nodes))
      const wasUnfit = unfit.connections.has(id)
      yield* putInForce(yield* keep(asked), connection)
      if (wasUnfit) yield* fitLinks
      return { connection, change: settingChange(connection.plugin, known, next) }
    }),
    remove: Effect.fnUntraced(function*(id: string) {
      yield* ofStore(id)
      const links = linksOver(id)
      const isInForce = !isShadowed(id)
      const copying = isInForce ? connections.links.find(({ copyTo, scope }) => copyTo.includes(id) && !links.includes(scope)) : undefined
      if (copying !== undefined) return yield* refused({ path: "/id", message: `the link ${copying.scope} has ${id} in its copyTo; remove the link first` })
      if (isInForce) yield* Effect.forEach([Subscriptions.end, ...closing], (close) => close(id), { discard: true }).pipe(Effect.provideService(Database, db), Effect.provideService(Connections, connections))
      yield* storing(Effect.gen(function*() {
        yield* secrets.forget(links)
        yield* forgetLinks(links)
        yield* db.query("delete from connection where id = $1", [id])
        if (isInForce) {
          yield* db.query("delete from connection_state where id = $1", [id])
          yield* db.query("delete from poll_failure where connection = $1", [id])
          yield* db.query("delete from credential where connection = $1", [id])
          yield* db.query("delete from job where connection = $1", [id])
          yield* db.query("delete from rate where connection = $1 or substr(connection, 1, $2) = $3", [id, id.length + 1, `${id}/`])
          yield* db.query("delete from subscription where connection = $1", [id])
          yield* db.query("delete from subscription_failure where connection = $1", [id])
          yield* db.query("delete from ready_order where connection = $1", [id])
          // How far an ERP was read is stored under its connection.
          yield* db.query("delete from order_sync where scope = $1", [id])
          yield* db.query("delete from order_reread where scope = $1", [id])
        }
      }))
      for (const scope of links) {
        unfit.links.delete(scope)
        inForce.links.delete(scope)
      }
      unfit.connections.delete(id)
      inForce.connections.delete(id)
      if (isInForce) yield* connections.remove(id)
    }),
    removeLink: Effect.fnUntraced(function*(scope: string) {
      const isUnfit = unfit.links.has(scope)
      if (!isUnfit && connections.isDeclaredLink(scope)) {
        return yield* refused({ path: "/scope", message: `${scope} is declared in the composition file; change it there and restart the runner` })
      }
      if (!isUnfit && connections.linkOf(scope) === undefined) {
        return yield* refused({ path: "/scope", message: `there is no link ${JSON.stringify(scope)}` })
      }
      yield* storing(Effect.andThen(isUnfit ? Effect.void : secrets.forget([scope]), forgetLinks([scope])))
      inForce.links.delete(scope)
      if (!unfit.links.delete(scope)) yield* connections.removeLink(scope)
    })
  }

  return StoredConnections.of({
    add: (asked) => turn.withPermit(changes.add(asked)),
    addLink: (asked) => turn.withPermit(changes.addLink(asked)),
    rotate: (id, settings) => turn.withPermit(changes.rotate(id, settings)),
    changeCallerSecret: (change) => turn.withPermit(secrets.change(change)),
    endEarlierSecret: (named) => turn.withPermit(secrets.end(named)),
    linksOver,
    remove: (id) => turn.withPermit(changes.remove(id)),
    removeLink: (scope) => turn.withPermit(changes.removeLink(scope)),
    load: Effect.gen(function*() {
      yield* turn.withPermit(fit)
      const placed = (place: string, problems: ReadonlyArray<Problem>) => problems.map(({ path, message }) => ({ path: `${place}${path}`, message }))
      return [
        ...misfits().connections.flatMap(({ id, problems }) => placed(`/connections/${id}`, problems)),
        ...misfits().links.flatMap(({ problems, scope }) => placed(`/links/${scope}`, problems))
      ]
    }),
    get misfits() {
      return misfits()
    }
  })
})
