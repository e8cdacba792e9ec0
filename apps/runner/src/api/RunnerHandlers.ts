/**
 * Handlers for the runner itself: what peers send beyond their documents, configuration warnings, retention and restore
 * mode.
 */
import { BooksV1 } from "@crossdock/books"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Composed } from "../Composition.ts"
import { KeyRotation, type KeyRotationRefused } from "../KeyRotation.ts"
import { audit, rules } from "../jobs/Retention.ts"
import { Connections } from "../connection/Connections.ts"
import { NodeLeases } from "../connection/NodeLeases.ts"
import * as FindingStore from "../findings/FindingStore.ts"
import * as Remedies from "../findings/Remedies.ts"
import { FindingWatch } from "../findings/FindingWatch.ts"
import { Notifier } from "../findings/Notifier.ts"
import { Intents } from "../intents/Intents.ts"
import { Readings } from "../jobs/Readings.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Restored } from "../engine/RestoreMode.ts"
import { Database } from "../store/Database.ts"
import * as Migrations from "../store/Migrations.ts"
import * as History from "../store/History.ts"
import { conflict, defaultLimit, instant, member, stored, where } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"
import { Api, type CompositionCheck, type RunnerFinding, type RunnerNode } from "@crossdock/admin-api"

const day = 86_400_000

/** Warnings about a valid composition: it works, but may not do what its author intends. */
export const check = ({ connections, links, receivers }: Pick<Composed, "connections" | "links" | "receivers">): CompositionCheck => {
  const notes: Array<{ path: string; message: string }> = []
  const announcing = new Set(connections.filter(({ plugin }) => (plugin.offers as ReadonlyArray<string>).includes(BooksV1.ReceiveInboundAnnouncement.name)).map(({ id }) => id))
  const namesWarehouses = (link: Composed["links"][number]) => Object.keys(link.warehouseNames).length > 0
  const erpsOf = (link: Composed["links"][number]) => [link.erp, ...link.copyTo]
  connections.forEach(({ environment, id, plugin }, index) => {
    const path = `/connections/${index}`
    if (!links.some((link) => link.peer === id || link.erp === id || link.copyTo.includes(id))) notes.push({ path, message: `${id} has no link, so no messages flow; add one` })
    if (announcing.has(id) && !links.some((link) => namesWarehouses(link) && erpsOf(link).includes(id))) {
      notes.push({ path, message: `${id} leaves it to the runner to announce its inbound orders, but no link does; write its names of warehouses into warehouseNames of a link, and ${id} into its copies` })
    }
    if (plugin.id === "warehouse-sandbox" && environment === "production") {
      notes.push({ path: `${path}/environment`, message: `${id} is the sandbox in production: its shipments are simulated` })
    }
  })
  links.forEach((link, index) => {
    const [erp, peer] = [link.erp, link.peer].map((id) => connections.find((connection) => connection.id === id))
    if (erp !== undefined && peer !== undefined && erp.environment !== peer.environment) {
      notes.push({ path: `/links/${index}`, message: `links ${erp.id} (${erp.environment}) to ${peer.id} (${peer.environment}); both should be of the same environment` })
    }
    for (const id of link.copyTo) {
      const copy = connections.find((connection) => connection.id === id)
      if (copy !== undefined && peer !== undefined && copy.environment !== peer.environment) {
        notes.push({ path: `/links/${index}/copyTo`, message: `copies what ${peer.id} (${peer.environment}) reports to ${id} (${copy.environment}); both should be of the same environment` })
      }
    }
    if (namesWarehouses(link) && !erpsOf(link).some((id) => announcing.has(id))) {
      notes.push({ path: `/links/${index}/warehouseNames`, message: "no ERP of this link leaves it to the runner to announce its inbound orders, so the names have no effect" })
    }
    if (link.entrances.some(({ signing }) => signing === "lenient")) notes.push({ path: `/links/${index}/signing`, message: `${link.scope} accepts variants of the signed text; set signing to strict once its caller signs as documented` })
  })
  return { ok: true, connections: connections.length, links: links.length, receivers: receivers.length, notes }
}

/** A heavier finding comes first. */
const weights = { critical: 3, error: 2, warning: 1 } as const

const toFinding = ({ endedAt, message, next, since, toldAt, ...finding }: FindingStore.StoredFinding): RunnerFinding => ({
  ...finding,
  ...(endedAt === undefined && { message, next, remedy: Remedies.remedyOf({ code: finding.code, next, where: finding.where }) }),
  title: Remedies.titleOf(finding.code),
  weight: weights[finding.severity],
  subject: Remedies.subjectOf(finding.where),
  params: { where: finding.where },
  since: instant(since),
  ...member("endedAt", endedAt, instant),
  ...member("toldAt", toldAt, instant)
})

/** The nodes that are alive, the oldest first. */
const nodesOf = (db: Database["Service"], own: string, now: number) =>
  Effect.map(db.query("select id, leased_until, started_at from node where leased_until >= $1 order by started_at, id", [now]), (rows) =>
    rows.map((row): RunnerNode => ({ id: row.id, startedAt: instant(row.started_at), leaseUntil: instant(row.leased_until), isThis: row.id === own })))

/** The nodes that work on the database. */
export const nodes = HttpApiBuilder.group(Api, "nodes", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const { node } = yield* NodeLeases
  return handlers.handleAll({ list: () => stored(Effect.gen(function*() {
    return { items: yield* nodesOf(db, node, yield* db.now) }
  })) })
}))

const asConflict = <A, E, R>(work: Effect.Effect<A, E | KeyRotationRefused, R>) =>
  Effect.catchTag(work as Effect.Effect<A, KeyRotationRefused, R>, "KeyRotationRefused", ({ code, message }) => Effect.fail(conflict(code, message))) as Effect.Effect<A, Exclude<E, KeyRotationRefused> | ReturnType<typeof conflict>, R>

export const layer = (composed: Composed, { publicUrl, version = "unknown" }: { readonly publicUrl?: URL | undefined; readonly version?: string | undefined }) =>
  HttpApiBuilder.group(Api, "runner", Effect.fnUntraced(function*(handlers) {
    const db = yield* Database
    const connections = yield* Connections
    const restored = yield* Restored
    const outbox = yield* Outbox
    const intents = yield* Intents
    const readings = yield* Readings
    const watch = yield* FindingWatch
    const notifier = yield* Notifier

    /** The links of shops that were not read past the start of the restored mode. A shop that the desk serves counts although it was never read. */
    const unread = Effect.gen(function*() {
      const since = restored.since()
      if (since === undefined) return []
      const found = yield* Effect.forEach(connections.links, ({ scope }) =>
        Effect.map(readings.readerOf(scope)?.of(scope) ?? Effect.succeed(undefined), (read) => {
          const changes = read?.find(({ track }) => track === "changes")
          const isLate = changes === undefined ? read !== undefined && composed.desk?.shops.includes(scope) === true : (changes.caughtUpAt ?? Number.NEGATIVE_INFINITY) < since
          return isLate ? [scope] : []
        }))
      return found.flat()
    })

    const restoreState = Effect.gen(function*() {
      const since = restored.since()
      return { isRestored: since !== undefined, ...member("since", since, instant), ...yield* restored.waiting, unread: yield* unread }
    })
    const keys = yield* KeyRotation
    const keyState = Effect.map(keys.state, (state) => state === undefined ? {} : { change: {
      startedAt: instant(state.startedAt), sealed: state.sealed, isStartedWithNew: state.isStartedWithNew, isEnding: state.isEnding, ...member("doneAt", state.doneAt, instant)
    } })
    const { node } = yield* NodeLeases
    return handlers.handleAll({
      show: () =>
        stored(Effect.gen(function*() {
          const now = yield* db.now
          const last = (yield* Migrations.carriedOut((text) => db.query(text))).at(-1)
          return {
            version,
            schema: last ?? "",
            database: db.dialect,
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            now: instant(now),
            ...member("publicUrl", publicUrl?.href),
            hasDesk: composed.desk !== undefined,
            nodes: (yield* nodesOf(db, node, now)).length
          }
        })),
      drift: ({ query }) =>
        stored(Effect.gen(function*() {
          const { params, text } = where([query.scope === undefined ? undefined : ["scope = ?", query.scope]])
          yield* connections.storeDrift
          const rows = yield* db.query(
            `select * from drift where ${text} order by last_at desc, place, path limit ${query.limit ?? defaultLimit}`,
            params
          )
          return {
            items: rows.map((row) => ({
              scope: row.scope,
              place: row.place,
              path: row.path,
              message: row.message,
              times: row.times,
              firstAt: instant(row.first_at),
              lastAt: instant(row.last_at)
            }))
          }
        })),
      restore: () => stored(Effect.andThen(restored.learn, restoreState)),
      endRestore: ({ query: { who, withUnread = false } }) =>
        stored(Effect.gen(function*() {
          yield* restored.learn
          const late = yield* unread
          if (late.length > 0 && !withUnread) {
            return yield* Effect.fail(conflict("SHOPS_NOT_READ", `these shops were not read past the start of the restored mode: ${late.join(", ")}. Their orders from after the backup are not known yet; ` +
              "wait until they are read (`crossdock connections test` finds what is in the way), or end the mode nevertheless with --unread-shops"))
          }
          if (late.length > 0) yield* restored.noteUnread(yield* whoCalls(who), late)
          yield* restored.end
          yield* Effect.logInfo("the restore mode ended: deliveries are sent, and creates no longer ask the warehouse first")
          yield* outbox.wake
          yield* intents.wake
          return yield* restoreState
        })),
      keyState: () => stored(keyState),
      changeKey: ({ payload: { key, who } }) => stored(asConflict(Effect.andThen(Effect.flatMap(whoCalls(who), (name) => keys.begin(key, name)), keyState))),
      finishKey: ({ query: { who } }) => stored(asConflict(Effect.andThen(Effect.flatMap(whoCalls(who), (name) => keys.finish(name)), keyState))),
      findings: ({ query: { ended = false, limit = defaultLimit } }) =>
        stored(Effect.gen(function*() {
          if (ended) return { items: (yield* FindingStore.ended(db, limit)).map(toFinding) }
          // While the database does not answer, that is what is wrong.
          const unstored = watch.unstored()
          const rows = unstored.length > 0 ? [] : yield* FindingStore.open(db)
          return { items: [...unstored, ...rows].slice(0, limit).map(toFinding) }
        })),
      findingKinds: () => Effect.succeed({ items: Remedies.listed }),
      testNotifier: () =>
        Effect.gen(function*() {
          const { channels } = notifier
          if (channels.length === 0) return yield* Effect.fail(conflict("NOBODY_TO_TELL", "nobody is told of findings; set CROSSDOCK_NOTIFY_URL or CROSSDOCK_SMTP_URL, as the guide says, and restart"))
          const failed = yield* notifier.sendTest
          return { channels: channels.map((channel) => ({ channel, sent: !failed.includes(channel) })) }
        }),
      composition: () => Effect.succeed(check(composed)),
      retention: ({ query }) =>
        stored(Effect.gen(function*() {
          const rows = yield* db.query(
            `select at, detail from history where subject = $1 order by id desc limit ${query.limit ?? defaultLimit}`,
            [History.subjectOf(audit)]
          )
          return {
            rules: [
              ...rules.map(({ kept, name }) => ({ what: name, setting: `retention.${kept}`, days: composed.retention[kept] / day })),
              { what: "personal data of orders", setting: "retention.personalData", days: (composed.retention.personalData ?? composed.retention.orders) / day }
            ],
            removed: rows.map((row) => ({ at: instant(row.at), message: row.detail }))
          }
        }))
    })
  }))
