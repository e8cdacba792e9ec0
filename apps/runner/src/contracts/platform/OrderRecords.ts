/**
 * Stores the orders of shops: one record for each link and online order id, whose content is sealed. The transaction that stores
 * new content also stores what it owes to the ERP.
 */
import type { PlatformOrder } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { visibilityDelayOf } from "../../connection/PollingDefaults.ts"
import { reach } from "../../engine/Failpoint.ts"
import { Reactions } from "../../outbox/Reactions.ts"
import * as Entities from "../../records/Entities.ts"
import { unlessLong } from "../../records/KeyLength.ts"
import { entityOf } from "../../records/Kinds.ts"
import { Database, type DatabaseFailed, parameters, type Row } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import { Vault, type VaultRefused } from "../../store/Vault.ts"
import * as Spans from "../../tracing/Spans.ts"
import { type Encoded, reader } from "./OrderContent.ts"
import type { OrderEvent } from "./OrderEvents.ts"
import { contentPlace, kind } from "./OrderKinds.ts"
import * as Refunds from "./Refunds.ts"
import { type Decision, decide, farAhead, type Origin, timeOfChange, type Version } from "./OrderMerge.ts"

/** How an order arrived. */
export interface Arrival {
  readonly by: Origin
  /** When the shop was asked, or when its message arrived; milliseconds since 1970. It orders what has no time of change. */
  readonly at: number
  /** The exact message that was pushed. */
  readonly raw?: string | undefined
}

export interface OrderRecords {
  /** Stores one order of a link in the current transaction, and all that it owes. */
  readonly store: (link: ConnectedLink, encoded: Encoded, arrival: Arrival) => Effect.Effect<Decision, DatabaseFailed>
  /** The same for a route on which the runner plays the ERP. Its orders belong to no link, so nothing is owed. */
  readonly receive: (scope: string, encoded: Encoded, arrival: Arrival) => Effect.Effect<Decision, DatabaseFailed>
  /** Returns those of the orders that are not stored with this very content. */
  readonly changed: (link: ConnectedLink, orders: ReadonlyArray<Encoded>) => Effect.Effect<ReadonlyArray<Encoded>, DatabaseFailed>
  /** Reads the stored content of an order. */
  readonly get: (scope: string, onlineOrderId: string) => Effect.Effect<PlatformOrder.PlatformOrder | undefined, DatabaseFailed | VaultRefused>
}

/** Where orders are kept: for a link, or for a route on which the runner plays the ERP. */
interface Place {
  readonly scope: string
  readonly link?: ConnectedLink
}

const ahead = {
  where: "PlatformOrder",
  path: "/modifiedAt",
  message: `the time of the last change of an order is more than ${farAhead / 60_000} minutes ahead of this runner; the time of receipt takes its place. Correct the clock, the time zone or the unit of the service`
}

const millis = (at: DateTime.Utc | undefined): number | null => at === undefined ? null : DateTime.toEpochMillis(at)

export const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const reactions = yield* Reactions
  const connections = yield* Connections
  const entities = Entities.make(db)
  const read = reader(db, vault)

  /** Orders of a shop go by the shop's own number, so no prefix of a link is part of it. */
  const rowOf = ({ link, scope }: Place, onlineOrderId: string, now: number) =>
    entities.reported({ scope, ...(link !== undefined && { link: { ...link, prefix: "" } }), who: "peer" }, kind.kind, onlineOrderId, now)

  const write = Effect.fnUntraced(function*(row: Row, order: PlatformOrder.PlatformOrder, { at, content, digest, now }: {
    readonly at: number
    readonly content: string
    readonly digest: string
    readonly now: number
  }) {
    yield* db.query(
      `update entity set phase = $2, peer_status = $3, carrier_name = $4, tracking_number = $5, shipped_at = $6, delivered_at = $7,
         is_open = $8, checked_at = $9, updated_at = $9, display_number = $10 where id = $1`,
      [
        row.id,
        order.phase,
        order.status,
        order.carrierName ?? null,
        order.trackingNumber ?? null,
        millis(order.shippedAt),
        millis(order.deliveredAt),
        kind.isEnded(order.phase) ? 0 : 1,
        now,
        unlessLong(order.displayNumber) ?? null
      ]
    )
    yield* db.query(
      `insert into platform_order (entity, changed_at, digest, content_sealed) values ($1, $2, $3, $4)
       on conflict (entity) do update set changed_at = $2, digest = $3, content_sealed = $4`,
      [row.id, at, digest, vault.seal(contentPlace(row.scope, row.number), content)]
    )
  })

  /**
   * Decides without a shop that could be asked. A stored time that is earlier than the order itself says was cut when it was received,
   * so it does not order anything.
   */
  const withoutShop = Effect.fnUntraced(function*({ scope }: Place, onlineOrderId: string, before: Version, received: Version): Effect.fn.Return<Decision, DatabaseFailed> {
    if (received.at === before.at) return "ask"
    const content = yield* Effect.orElseSucceed(read(scope, onlineOrderId), () => undefined)
    const told = millis(content?.modifiedAt)
    return told !== null && told > before.at ? "store" : "outdated"
  })

  const keep = Effect.fnUntraced(function*(place: Place, encoded: Encoded, arrival: Arrival): Effect.fn.Return<Decision, DatabaseFailed> {
    const row = yield* rowOf(place, encoded.order.onlineOrderId, arrival.at)
    return yield* Spans.resumed(row.trace, "store order", keepIn(row, place, encoded, arrival))
  })

  /** `row` is that of the order. */
  const keepIn = Effect.fnUntraced(function*(row: Row, place: Place, { content, digest, order }: Encoded, arrival: Arrival): Effect.fn.Return<Decision, DatabaseFailed> {
    const stored = yield* db.one("select changed_at, digest from platform_order where entity = $1", [row.id])
    const { at, isAhead } = timeOfChange(millis(order.modifiedAt), arrival.at)
    const received = { at, digest }
    if (isAhead) yield* connections.drift(place.scope).report(ahead)
    const before = stored && { at: Number(stored.changed_at), digest: String(stored.digest) }
    const decided = decide(before, received, arrival.by, row.updated_at <= arrival.at - visibilityDelayOf(connections, place.link?.peer ?? ""))
    const decision = before === undefined || decided !== "ask" || place.link !== undefined ? decided : yield* withoutShop(place, order.onlineOrderId, before, received)
    const note = (what: History.What, detail: string, raw?: string) =>
      History.record(db, vault, { scope: place.scope, entity: entityOf(kind.kind, order.onlineOrderId), first: Entities.firstIdOf(row), who: "peer", what, detail, raw })
    if (decision === "ask") yield* note("repeat", `${arrival.by === "push" ? "pushed" : "read"} with other content that is not newer${place.link === undefined ? "" : "; the shop is asked for the order"}`, arrival.raw)
    if (decision === "store") {
      yield* write(row, order, { at: received.at, content, digest, now: arrival.at })
      yield* note("status", `${order.status} (${order.phase})`, arrival.raw)
      const disagreement = Refunds.disagreement(order)
      if (disagreement !== undefined) yield* connections.drift(place.link?.peer ?? place.scope).report(disagreement)
      if (place.link !== undefined) yield* reactions.run<OrderEvent>({ _tag: "PlatformOrderStored", link: place.link, order })
      const refunds = yield* Refunds.remember(db, row, order.refunds ?? [], arrival.at)
      for (const refundId of refunds.changed) yield* note("conflict", `refund ${refundId} has other content than before; the ERP was told the first`)
      for (const refund of place.link === undefined ? [] : refunds.added) yield* reactions.run<OrderEvent>({ _tag: "PlatformOrderRefunded", link: place.link!, order, refund })
    }
    yield* reach("event.before-commit")
    return decision
  })

  return {
    store: (link, order, arrival) => keep({ scope: link.scope, link }, order, arrival),
    receive: (scope, order, arrival) => keep({ scope }, order, arrival),
    changed: Effect.fnUntraced(function*(link, orders) {
      if (orders.length === 0) return orders
      const rows = yield* db.query(
        `select e.number, p.digest from entity e join platform_order p on p.entity = e.id
         where e.scope = $1 and e.kind = $2 and e.number in (${parameters(orders.length, 3)})`,
        [link.scope, kind.kind, ...orders.map(({ order }) => order.onlineOrderId)]
      )
      const digests = new Map(rows.map((row) => [String(row.number), String(row.digest)]))
      return orders.filter(({ digest, order }) => digests.get(order.onlineOrderId) !== digest)
    }),
    get: read
  } satisfies OrderRecords
})
