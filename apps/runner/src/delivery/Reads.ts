/**
 * Answers to questions of an ERP: from what is stored when that is fresh enough, else from the peer, which also
 * updates what is stored. Numbers, warehouses and SKUs are those of the ERP.
 */
import { type AdapterError, type InboundOrder, InboundOrder as Inbound, OutboundOrder, Sku, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Database, type DatabaseFailed, type Row } from "../store/Database.ts"
import { Events } from "./Events.ts"
import { unlessPaused } from "./Paused.ts"
import { notStored, ofReason, type Refusal } from "./Refusal.ts"
import { briefGaps } from "./Schedule.ts"
import { afterFailure } from "./Verdict.ts"

const listingAge = 3_600_000

type Answer<O extends WarehouseV1.AnyOperation> = Effect.Effect<O["success"]["Type"], Refusal>

export class Reads extends Context.Service<Reads, {
  readonly outbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetOutboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetOutboundOrders>
  readonly inbound: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.GetInboundOrders.payload.Type
  ) => Answer<typeof WarehouseV1.GetInboundOrders>
  readonly warehouses: (link: ConnectedLink) => Answer<typeof WarehouseV1.ListWarehouses>
  readonly channels: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.ListChannels.payload.Type
  ) => Answer<typeof WarehouseV1.ListChannels>
  readonly stock: (
    link: ConnectedLink,
    asked: typeof WarehouseV1.ListStock.payload.Type
  ) => Answer<typeof WarehouseV1.ListStock>
  /** Asks the peer about open entities of a connection and stores what it says; for the poller. */
  readonly refreshOutbound: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<OutboundOrder.OutboundStatus>, AdapterError.AdapterError | DatabaseFailed>
  readonly refreshInbound: (link: ConnectedLink, rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<InboundOrder.InboundStatus>, AdapterError.AdapterError | DatabaseFailed>
}>()("@crossdock/runner/delivery/Reads") {
  static readonly layer = Layer.effect(Reads, Effect.suspend(() => make))
}

/** Events of one answer, each in a transaction of its own, of which those at the same time share a commit. */
const storedAtOnce = 8

interface Part {
  readonly at: { readonly warehouseCode?: string }
  readonly rows: ReadonlyArray<Row>
}

/** The peer answered, and what it said belongs to what it was asked. */
const isAboutContent = (error: AdapterError.AdapterError | DatabaseFailed): error is AdapterError.AdapterError =>
  error._tag === "AdapterError" &&
  ["Rejected", "FaultUnlisted", "ResponseInvalid", "RequestInvalid"].includes(error.reason._tag)

/** What is known of some entities, by the number that the peer knows them by; nothing where nothing is known. */
const named = <Name extends string>(name: Name, rows: ReadonlyArray<Row>, column: string): { readonly [K in Name]?: Record<string, string> } => {
  const known = rows.flatMap((row) => (typeof row[column] === "string" && row[column] !== "" ? [[row.number_sent, row[column]]] : []))
  return (known.length === 0 ? {} : { [name]: Object.fromEntries(known) }) as { readonly [K in Name]?: Record<string, string> }
}

const time = (millis: number | null) => millis === null ? undefined : DateTime.makeUnsafe(millis)

const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const mapping = yield* Mapping
  const events = yield* Events

  /** A read repeats itself up to three times inside the caller's patience. */
  const briefly = <A>(link: ConnectedLink, read: Effect.Effect<A, AdapterError.AdapterError>): Effect.Effect<A, AdapterError.AdapterError> =>
    Effect.gen(function*() {
      yield* unlessPaused(connections, link.peer)
      for (let tries = 0;; tries++) {
        const result = yield* Effect.result(read)
        if (result._tag === "Success") return result.success
        const gap = briefGaps[tries]
        if (gap === undefined || afterFailure(result.failure.reason, "read") !== "retry-briefly") {
          return yield* Effect.fail(result.failure)
        }
        yield* Effect.sleep(gap)
      }
    })

  /** Asks part by part. What a peer refuses to tell of one says nothing about the next; a peer that is away is not asked on. */
  const each = (parts: ReadonlyArray<Part>, ask: (part: Part) => Effect.Effect<void, AdapterError.AdapterError | DatabaseFailed>) =>
    Effect.gen(function*() {
      let refused: AdapterError.AdapterError | undefined
      for (const part of parts) {
        yield* Effect.catchIf(ask(part), isAboutContent, (error) =>
          Effect.sync(() => {
            refused ??= error
          }))
      }
      if (refused !== undefined) return yield* Effect.fail(refused)
    })

  const answered = <A>(work: Effect.Effect<A, AdapterError.AdapterError | DatabaseFailed>): Effect.Effect<A, Refusal> =>
    Effect.mapError(work, (error) => error._tag === "DatabaseFailed" ? notStored : ofReason(error.reason))

  /** Rows of one warehouse each, and no more of them than the peer takes at a time. */
  const partsOf = (rows: ReadonlyArray<Row>, size: number): ReadonlyArray<Part> => {
    const groups = new Map<string, Array<Row>>()
    for (const row of rows) {
      const code = row.peer_warehouse_code ?? ""
      const group = groups.get(code)
      if (group === undefined) groups.set(code, [row])
      else group.push(row)
    }
    return [...groups].flatMap(([code, group]) =>
      Array.from({ length: Math.ceil(group.length / size) }, (_, index) => ({
        at: code === "" ? {} : { warehouseCode: code },
        rows: group.slice(index * size, (index + 1) * size)
      })))
  }

  const outboundAnswer = Effect.fnUntraced(function*(link: ConnectedLink, row: Row) {
    const code = row.warehouse_code ??
      (row.peer_warehouse_code === null ? undefined : yield* mapping.toErp(link, "warehouse", row.peer_warehouse_code))
    const shippedAt = time(row.shipped_at)
    return {
      orderNumber: OutboundOrder.OrderNumber.make(row.order_number),
      ...(row.warehouse_order_number !== null && { warehouseOrderNumber: row.warehouse_order_number as string }),
      ...(code && { warehouseCode: code as string }),
      status: row.status,
      peerStatus: row.peer_status ?? "",
      ...(row.carrier_name !== null && { carrierName: row.carrier_name as string }),
      ...(row.tracking_number !== null && { trackingNumber: row.tracking_number as string }),
      ...(row.failed_reason !== null && { failedReason: row.failed_reason as string }),
      ...(shippedAt !== undefined && { shippedAt })
    } satisfies OutboundOrder.OutboundStatus
  })

  const askOutbound = (link: ConnectedLink, { at, rows }: Part) => {
    const numbers = rows.flatMap((row) => row.warehouse_order_number == null ? [] : [[row.number_sent, row.warehouse_order_number]])
    return briefly(link, connections.warehouse(link.peer, WarehouseV1.GetOutboundOrders, {
      orderNumbers: rows.map((row) => OutboundOrder.OrderNumber.make(row.number_sent)) as never,
      ...at,
      ...(numbers.length > 0 && { warehouseOrderNumbers: Object.fromEntries(numbers) })
    }))
  }

  /** Reads these from the peer and applies what it says under the ERP's numbers. */
  const refreshOutbound = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const found: Array<OutboundOrder.OutboundStatus> = []
    yield* each(partsOf(rows, connections.limits(link.peer).ordersPerQuery), Effect.fnUntraced(function*(part) {
      const answer = yield* askOutbound(link, part)
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      yield* Effect.forEach(answer, (status) =>
        Effect.gen(function*() {
          const row = asked.get(status.orderNumber)
          if (row === undefined) return
          // Under a number used before, a peer may still show the order of an earlier generation.
          if (
            row.generation > 1 && status.warehouseOrderNumber !== undefined && row.warehouse_order_number !== null &&
            status.warehouseOrderNumber !== row.warehouse_order_number
          ) return
          const own = { ...status, orderNumber: OutboundOrder.OrderNumber.make(row.order_number) }
          yield* events.outbound({ scope: link.scope, link, who: "peer", asOf: row.updated_at }, own)
          found.push(own)
        }), { concurrency: storedAtOnce, discard: true })
      const now = yield* Clock.currentTimeMillis
      for (const row of part.rows) {
        if (!answer.some((status) => status.orderNumber === row.number_sent)) {
          yield* db.query("update outbound set checked_at = $3 where scope = $1 and order_number = $2", [link.scope, row.order_number, now])
        }
      }
    }))
    return found
  })

  const outbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetOutboundOrders.payload.Type) {
    const now = yield* Clock.currentTimeMillis
    const fresh = now - (connections.get(link.peer)?.pollInterval ?? 60_000)
    const known = new Map<string, Row>()
    for (const number of asked.orderNumbers) {
      const row = yield* db.one("select * from outbound where scope = $1 and order_number = $2", [link.scope, number])
      if (row !== undefined) known.set(number, row)
    }
    const stale = asked.orderNumbers.flatMap((number): ReadonlyArray<Row> => {
      const row = known.get(number)
      if (row === undefined) return [{ scope: link.scope, order_number: number, number_sent: link.prefix + number, generation: 1, warehouse_order_number: asked.warehouseOrderNumbers?.[number] ?? null, peer_warehouse_code: null, isUnknown: true }]
      return row.status === null || row.checked_at < fresh && row.is_open === 1 ? [row] : []
    })
    const code = asked.warehouseCode === undefined ? undefined : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
    const strangers = stale.filter((row) => row.isUnknown).map((row) => ({ ...row, peer_warehouse_code: code ?? null }))
    yield* refreshOutbound(link, stale.filter((row) => !row.isUnknown))
    // Orders that were not created through this runner are asked for and not kept.
    const told = strangers.length === 0 ? [] : yield* askedOnly(link, strangers)
    const answers: Array<OutboundOrder.OutboundStatus> = [...told]
    for (const number of known.keys()) {
      const row = yield* db.one("select * from outbound where scope = $1 and order_number = $2", [link.scope, number])
      if (row !== undefined && row.status !== null) answers.push(yield* outboundAnswer(link, row))
      else if (row !== undefined) {
        answers.push({
          orderNumber: OutboundOrder.OrderNumber.make(number),
          status: "SENDING",
          peerStatus: "ACCEPTED",
          ...(row.warehouse_order_number !== null && { warehouseOrderNumber: row.warehouse_order_number })
        })
      }
    }
    return asked.orderNumbers.flatMap((number) => answers.filter((answer) => answer.orderNumber === number).slice(0, 1))
  }, answered)

  const askedOnly = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const found: Array<OutboundOrder.OutboundStatus> = []
    yield* each(partsOf(rows, connections.limits(link.peer).ordersPerQuery), Effect.fnUntraced(function*(part) {
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      for (const status of yield* askOutbound(link, part)) {
        const row = asked.get(status.orderNumber)
        if (row === undefined) continue
        const warehouseCode = status.warehouseCode && (yield* mapping.toErp(link, "warehouse", status.warehouseCode))
        found.push({
          ...status,
          orderNumber: OutboundOrder.OrderNumber.make(row.order_number),
          ...(warehouseCode !== undefined && { warehouseCode })
        })
      }
    }))
    return found
  })

  const ownInbound = Effect.fnUntraced(function*(link: ConnectedLink, status: InboundOrder.InboundStatus, row: Row) {
    const warehouseCode = row.warehouse_code ??
      (status.warehouseCode === undefined ? undefined : yield* mapping.toErp(link, "warehouse", status.warehouseCode))
    const lines = yield* Effect.forEach(status.lines, (line) =>
      Effect.map(mapping.toErp(link, "sku", line.sku), (sku) => ({ ...line, sku: Sku.Sku.make(sku) })))
    const { warehouseCode: _, ...rest } = status
    return {
      ...rest,
      asnNumber: Inbound.AsnNumber.make(row.asn_number),
      ...(warehouseCode && { warehouseCode }),
      lines
    } satisfies InboundOrder.InboundStatus
  })

  const refreshInbound = Effect.fnUntraced(function*(link: ConnectedLink, rows: ReadonlyArray<Row>) {
    const limits = connections.limits(link.peer)
    const found: Array<InboundOrder.InboundStatus> = []
    yield* each(partsOf(rows, limits.asnsPerQuery ?? limits.ordersPerQuery), Effect.fnUntraced(function*(part) {
      const answer = yield* briefly(link, connections.warehouse(link.peer, WarehouseV1.GetInboundOrders, {
        asnNumbers: part.rows.map((row) => Inbound.AsnNumber.make(row.number_sent)) as never,
        ...named("referenceNumbers", part.rows, "reference_number"),
        ...named("types", part.rows, "type"),
        ...part.at
      }))
      const asked = new Map(part.rows.map((row) => [row.number_sent as string, row]))
      for (const status of answer) {
        const row = asked.get(status.asnNumber)
        if (row === undefined) continue
        if (
          row.generation > 1 && status.referenceNumber !== undefined && row.reference_number !== null &&
          status.referenceNumber !== row.reference_number
        ) continue
        if (row.isUnknown !== true) {
          yield* events.inboundTotals(
            { scope: link.scope, link, who: "peer" },
            { ...status, asnNumber: Inbound.AsnNumber.make(row.asn_number) }
          )
        }
        found.push(yield* ownInbound(link, status, row))
      }
      const now = yield* Clock.currentTimeMillis
      for (const row of part.rows) {
        if (!answer.some((status) => status.asnNumber === row.number_sent)) {
          yield* db.query("update inbound set checked_at = $3 where scope = $1 and asn_number = $2", [link.scope, row.asn_number, now])
        }
      }
    }))
    return found
  })

  const inbound = Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.GetInboundOrders.payload.Type) {
    const code = asked.warehouseCode === undefined ? null : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
    const rows: Array<Row> = []
    for (const number of asked.asnNumbers) {
      const row = yield* db.one("select * from inbound where scope = $1 and asn_number = $2", [link.scope, number])
      rows.push(row ?? {
        scope: link.scope,
        asn_number: number,
        number_sent: link.prefix + number,
        generation: 1,
        reference_number: null,
        warehouse_code: null,
        peer_warehouse_code: code,
        isUnknown: true
      })
    }
    // The totals of the peer are the answer, so an inbound order is always asked for.
    return yield* refreshInbound(link, rows)
  }, answered)

  /** A list that changes rarely: asked for again when it is older than an hour. */
  const listing = Effect.fnUntraced(function*<A>(
    link: ConnectedLink,
    kind: string,
    read: Effect.Effect<ReadonlyArray<A>, AdapterError.AdapterError>
  ) {
    const now = yield* Clock.currentTimeMillis
    const kept = yield* db.one("select body, fetched_at from listing where connection = $1 and kind = $2", [link.peer, kind])
    if (kept !== undefined && now - kept.fetched_at < listingAge) return JSON.parse(kept.body) as ReadonlyArray<A>
    const items = yield* briefly(link, read)
    yield* db.query(
      `insert into listing (connection, kind, body, fetched_at) values ($1, $2, $3, $4)
       on conflict (connection, kind) do update set body = $3, fetched_at = $4`,
      [link.peer, kind, JSON.stringify(items), now]
    )
    return items
  })

  return Reads.of({
    outbound,
    inbound,
    refreshOutbound,
    refreshInbound,
    warehouses: Effect.fnUntraced(function*(link: ConnectedLink) {
      const items = yield* listing(link, "warehouses", connections.warehouse(link.peer, WarehouseV1.ListWarehouses, {}))
      return yield* Effect.forEach(items, (item) =>
        Effect.map(mapping.toErp(link, "warehouse", item.code), (code) => ({ ...item, code })))
    }, answered),
    channels: Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.ListChannels.payload.Type) {
      const code = asked.warehouseCode === undefined ? undefined : yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
      const items = yield* listing(
        link,
        `channels ${code ?? ""}`,
        connections.warehouse(link.peer, WarehouseV1.ListChannels, code === undefined ? {} : { warehouseCode: code })
      )
      return yield* Effect.forEach(items, (item) =>
        Effect.gen(function*() {
          const own = yield* mapping.toErp(link, "channel", item.code)
          const warehouseCode = item.warehouseCode && (yield* mapping.toErp(link, "warehouse", item.warehouseCode))
          return { ...item, code: own, ...(warehouseCode && { warehouseCode }) }
        }))
    }, answered),
    stock: Effect.fnUntraced(function*(link: ConnectedLink, asked: typeof WarehouseV1.ListStock.payload.Type) {
      const warehouseCode = yield* mapping.toPeer(link, "warehouse", asked.warehouseCode)
      const skus = asked.skus && (yield* Effect.forEach(asked.skus, (sku) => mapping.toPeer(link, "sku", sku)))
      const page = yield* briefly(link, connections.warehouse(link.peer, WarehouseV1.ListStock, {
        ...asked,
        warehouseCode,
        ...(skus && { skus: skus.map((sku) => Sku.Sku.make(sku)) as never })
      }))
      const items: Array<typeof page.items[number]> = []
      for (const level of page.items) {
        // On a connection of several links the others' goods are nobody's business.
        if (!(yield* mapping.isOurs(link, level.sku))) continue
        items.push({
          ...level,
          warehouseCode: yield* mapping.toErp(link, "warehouse", level.warehouseCode),
          sku: Sku.Sku.make(yield* mapping.toErp(link, "sku", level.sku))
        })
      }
      return { ...page, items }
    }, answered)
  })
})
