/**
 * The store of a warehouse in memory, for any protocol: orders, stock, products and callback registrations. Its order
 * numbers have 19 digits and its tracking numbers begin with zeros, so that code which parses them as numbers fails.
 *
 * The methods of the store are for the server of a peer; `actions` and `records` are for tests.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { PeerInboundOrder, PeerOutboundOrder, Shipped } from "../warehouse/SuiteFixture.ts"
import type { InboundFields, OutboundFields, ProductFields } from "../warehouse/PeerFields.ts"
import type { FaultMode } from "./Peer.ts"
import { refuse, type Refusal } from "./Refusal.ts"

export interface Parcel {
  readonly trackingNumber: string
  readonly carrierName: string
  /** Milliseconds since 1970. */
  readonly shippedAt: number
  readonly deliveredAt?: number
  readonly lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>
}

export interface OutboundRecord {
  readonly number: string
  readonly fields: OutboundFields
  readonly state: "open" | "part-shipped" | "shipped" | "delivered" | "cancelled" | "failed"
  /** Of a shipped order: it ended without some of its goods. */
  readonly isClosedShort?: true
  /** A status that the peer reports in place of the usual one. */
  readonly word?: string
  readonly reason?: string
  /** Shipped parcels, oldest first. */
  readonly parcels: ReadonlyArray<Parcel>
}

export interface InboundLine {
  readonly sku: string
  readonly name?: string
  readonly estimated: number
  readonly received: number
  readonly good: number
  readonly bad: number
}

export interface InboundRecord {
  readonly number: string
  readonly fields: InboundFields
  readonly state: "announced" | "receiving" | "finished" | "cancelled"
  readonly word?: string
  readonly finishedAt?: number
  /** The totals received so far, per SKU. */
  readonly lines: ReadonlyArray<InboundLine>
}

/** The stock of a SKU, with quantities as core's `StockLevel` defines them; `total` is the sum of the others. */
export interface Level {
  readonly warehouseCode: string
  readonly sku: string
  readonly sellable: number
  readonly reserved: number
  readonly unsellable: number
  readonly total: number
  readonly changedAt: number
}

export interface Subscription {
  readonly id: string
  readonly callbackUrl: string
  readonly expiresAt: number
}

export interface Named {
  readonly code: string
  readonly name: string
}

export interface Options {
  readonly warehouses?: ReadonlyArray<Named>
  readonly channels?: ReadonlyArray<Named & { readonly warehouseCode?: string; readonly carrierName?: string }>
  /** SKUs with a large stock in every warehouse. */
  readonly skus?: ReadonlyArray<string>
  /** Whether a second cancel of an order is refused. Default: it succeeds. */
  readonly cancelsOnce?: boolean
}

const plenty = 1_000_000

/** An odd number above 2^53, so that a double cannot hold it. */
const firstNumber = 9_007_199_254_741_993_001n

/** Makes a store with stock of every SKU. */
export const make = (options: Options = {}) => {
  const {
    cancelsOnce = false,
    channels = [
      { code: "STD", name: "Standard \"24 h\"", warehouseCode: "WH-1", carrierName: "Testpost" },
      { code: "EXP", name: "Express", warehouseCode: "WH-1", carrierName: "Testpost" },
      { code: "SEA", name: "Freight", warehouseCode: "WH-2", carrierName: "Testpost" }
    ],
    skus = ["SKU-1", "SKU-2", "SKU-3", "SKU-4", "SKU-5", "SKU-6", "SKU-7"],
    warehouses = [{ code: "WH-1", name: "North" }, { code: "WH-2", name: "South & 东" }, { code: "WH-3", name: "West" }]
  } = options
  let revision = 0
  let counter = 0n
  const outbound: Array<OutboundRecord> = []
  const inbound: Array<InboundRecord> = []
  const products = new Map<string, ProductFields>(skus.map((sku) => [sku, { sku }]))
  const levels: Array<Level> = warehouses.flatMap(({ code }) =>
    skus.map((sku, at) => levelOf({ warehouseCode: code, sku, sellable: plenty + at, reserved: 0, unsellable: 2 * at, changedAt: 0 })))
  const subscriptions = new Map<string, Subscription>()
  const codes = new Map<string, { isSpent: boolean; readonly token: string }>()

  const nextNumber = (): string => String(firstNumber + 2n * counter++)
  const changed = <A>(value: A): A => {
    revision++
    return value
  }
  const replace = <T extends { readonly number: string }>(records: Array<T>, record: T): T => {
    records[records.findIndex(({ number }) => number === record.number)] = record
    return record
  }

  /** Of several orders with one number, the newest one that is not cancelled or failed, else the newest one. */
  const newestOutbound = (orderNumber: string): OutboundRecord | undefined => {
    const under = outbound.filter(({ fields }) => fields.orderNumber === orderNumber)
    return under.findLast(({ state }) => state !== "cancelled" && state !== "failed") ?? under.at(-1)
  }
  const newestInbound = (asnNumber: string): InboundRecord | undefined => {
    const under = inbound.filter(({ fields }) => fields.asnNumber === asnNumber)
    return under.findLast(({ state }) => state !== "cancelled") ?? under.at(-1)
  }
  /** Reserves the pieces of an order, ends the reservation, or removes shipped pieces from the total. */
  const move = (
    { fields }: OutboundRecord,
    lines: ReadonlyArray<{ readonly sku: string; readonly quantity: number }>,
    now: number,
    change: (level: Level, quantity: number) => Partial<Level>
  ): void => {
    for (const { quantity, sku } of lines) {
      const at = levels.findIndex((level) => level.sku === sku && level.warehouseCode === fields.warehouseCode)
      if (at !== -1) levels[at] = levelOf({ ...levels[at]!, ...change(levels[at]!, quantity), changedAt: now })
    }
  }
  const promised = ({ reserved, sellable }: Level, quantity: number) => ({ sellable: sellable - quantity, reserved: reserved + quantity })
  const released = (level: Level, quantity: number) => promised(level, -quantity)
  const left = ({ reserved }: Level, quantity: number) => ({ reserved: reserved - quantity })
  const isMissing = (code: string | undefined) => code !== undefined && warehouses.every((each) => each.code !== code)
  const isNoChannel = (code: string | undefined) => code !== undefined && channels.every((each) => each.code !== code)

  const store = {
    warehouses,
    channels,
    createOutbound: (fields: OutboundFields): Effect.Effect<OutboundRecord, Refusal> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const earlier = newestOutbound(fields.orderNumber)
        if (earlier !== undefined && earlier.state !== "cancelled" && earlier.state !== "failed") {
          return refuse("DUPLICATE", `the order exists already, as ${earlier.number}`)
        }
        if (isMissing(fields.warehouseCode)) return refuse("UNKNOWN_WAREHOUSE", `${fields.warehouseCode} is not a warehouse of this provider`)
        if (isNoChannel(fields.channelCode)) return refuse("UNKNOWN_CHANNEL", `${fields.channelCode} is not a channel of this provider`)
        const unknown = fields.lines.find(({ sku }) => !products.has(sku))
        if (unknown !== undefined) return refuse("UNKNOWN_SKU", `${unknown.sku} is not a product of this warehouse`)
        const record: OutboundRecord = { number: nextNumber(), fields, state: "open", parcels: [] }
        outbound.push(record)
        move(record, fields.lines, now, promised)
        return Effect.succeed(changed(record))
      }),
    cancelOutbound: (orderNumber: string): Effect.Effect<OutboundRecord, Refusal> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const record = newestOutbound(orderNumber)
        if (record === undefined) return refuse("NOT_FOUND", "there is no such order here")
        if (record.state === "cancelled" && !cancelsOnce) return Effect.succeed(record)
        if (record.state !== "open") return refuse("NOT_CANCELLABLE", "the order is not open any more")
        move(record, record.fields.lines, now, released)
        return Effect.succeed(changed(replace(outbound, { ...record, state: "cancelled" })))
      }),
    findOutbound: (orderNumber: string) => Effect.sync(() => newestOutbound(orderNumber)),
    findOutboundByNumber: (wanted: string) => Effect.sync(() => outbound.find(({ number }) => number === wanted)),
    createInbound: (fields: InboundFields): Effect.Effect<InboundRecord, Refusal> =>
      Effect.suspend(() => {
        const earlier = newestInbound(fields.asnNumber)
        if (earlier !== undefined && earlier.state !== "cancelled") {
          return refuse("DUPLICATE", `the inbound order exists already, as ${earlier.number}`)
        }
        if (isMissing(fields.warehouseCode)) return refuse("UNKNOWN_WAREHOUSE", `${fields.warehouseCode} is not a warehouse of this provider`)
        const unknown = fields.lines.find(({ sku }) => !products.has(sku))
        if (unknown !== undefined) return refuse("UNKNOWN_SKU", `${unknown.sku} is not a product of this warehouse`)
        const lines = fields.lines.map(({ name, quantity, sku }) => ({
          sku,
          ...(name !== undefined && { name }),
          estimated: quantity,
          received: 0,
          good: 0,
          bad: 0
        }))
        const record: InboundRecord = { number: nextNumber(), fields, state: "announced", lines }
        inbound.push(record)
        return Effect.succeed(changed(record))
      }),
    cancelInbound: (asnNumber: string): Effect.Effect<InboundRecord, Refusal> =>
      Effect.suspend(() => {
        const record = newestInbound(asnNumber)
        if (record === undefined) return refuse("NOT_FOUND", "there is no such inbound order here")
        if (record.state === "cancelled") {
          return cancelsOnce ? refuse("NOT_CANCELLABLE", "the inbound order is cancelled already") : Effect.succeed(record)
        }
        if (record.state !== "announced") return refuse("NOT_CANCELLABLE", "goods of the inbound order have arrived")
        return Effect.succeed(changed(replace(inbound, { ...record, state: "cancelled" })))
      }),
    findInbound: (asnNumber: string) => Effect.sync(() => newestInbound(asnNumber)),
    putProduct: (fields: ProductFields): Effect.Effect<void, Refusal> =>
      Effect.suspend(() => {
        if (fields.barcode === invalidBarcode) return refuse("INVALID", "the barcode has a wrong check digit")
        products.set(fields.sku, { ...products.get(fields.sku), ...fields })
        return Effect.succeed(changed(undefined))
      }),
    /** One page of the stock of a warehouse, counted from 1. An unknown warehouse has no stock. */
    pageOfStock: (
      asked: { readonly warehouseCode: string; readonly skus?: ReadonlyArray<string>; readonly since?: number; readonly page: number; readonly pageSize: number },
      mode: FaultMode
    ) =>
      Effect.sync(() => {
        const { page, pageSize, since, skus: wanted, warehouseCode } = asked
        const all = levels.filter((level) =>
          level.warehouseCode === warehouseCode && (wanted === undefined || wanted.includes(level.sku)) &&
          (since === undefined || level.changedAt >= since))
        return pageOf(all, page, pageSize, mode)
      }),
    subscribe: (callbackUrl: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const earlier = [...subscriptions.values()].find((each) => each.callbackUrl === callbackUrl)
        const subscription = { id: earlier?.id ?? nextNumber(), callbackUrl, expiresAt: now + 86_400_000 }
        subscriptions.set(subscription.id, subscription)
        return changed(subscription)
      }),
    renew: (id: string): Effect.Effect<Subscription, Refusal> =>
      Effect.gen(function*() {
        const earlier = subscriptions.get(id)
        if (earlier === undefined) return yield* refuse("NOT_FOUND", "there is no such registration here")
        const renewed = { ...earlier, expiresAt: (yield* Clock.currentTimeMillis) + 86_400_000 }
        subscriptions.set(id, renewed)
        return changed(renewed)
      }),
    /** Succeeds also if there is no such registration. */
    unsubscribe: (id: string) => Effect.sync(() => void (subscriptions.delete(id) && revision++)),
    exchangeCode: (code: string): Effect.Effect<string, Refusal> =>
      Effect.suspend(() => {
        const known = codes.get(code)
        if (known === undefined || known.isSpent) return refuse("CODE_UNKNOWN", "this code is unknown or was used before")
        known.isSpent = true
        return Effect.succeed(changed(known.token))
      })
  }

  const mustOutbound = (orderNumber: string): OutboundRecord => {
    const record = newestOutbound(orderNumber)
    if (record === undefined) throw new Error(`${orderNumber} is not in this store`)
    return record
  }
  const mustInbound = (asnNumber: string): InboundRecord => {
    const record = newestInbound(asnNumber)
    if (record === undefined) throw new Error(`${asnNumber} is not in this store`)
    return record
  }
  const parcelOf = (record: OutboundRecord, shippedAt: number, lines: Parcel["lines"]): Parcel => ({
    trackingNumber: record.fields.trackingNumber ?? `0034043416109404${String(2557 + outbound.indexOf(record) * 2 + record.parcels.length).padStart(5, "0")}`,
    carrierName: "Testpost \"24 h\"",
    shippedAt,
    lines
  })
  const setLevel = (sku: string, change: (level: Level) => Partial<Level>) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const [at, level] of levels.entries()) if (level.sku === sku) levels[at] = levelOf({ ...level, ...change(level), changedAt: now })
    })
  const notLeft = ({ fields, parcels }: OutboundRecord) =>
    fields.lines.map(({ quantity, sku }, at) => ({ sku, quantity: quantity - (parcels[0]?.lines[at]?.quantity ?? 0) }))

  const actions = {
    ship: (orderNumber: string): Effect.Effect<Shipped> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const record = mustOutbound(orderNumber)
        const parcel = parcelOf(record, now, notLeft(record).filter(({ quantity }) => quantity > 0))
        move(record, notLeft(record), now, left)
        replace(outbound, { ...record, state: "shipped", parcels: [...record.parcels, parcel] })
        return parcel
      }),
    shipPart: (orderNumber: string): Effect.Effect<void> =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const record = mustOutbound(orderNumber)
        const parcel = parcelOf(record, now, record.fields.lines.map(({ quantity, sku }) => ({ sku, quantity: Math.max(1, Math.floor(quantity / 2)) })))
        move(record, parcel.lines, now, left)
        replace(outbound, { ...record, state: "part-shipped", parcels: [parcel] })
      }),
    /** Delivers everything that was shipped. */
    deliver: (orderNumber: string) =>
      Effect.map(Clock.currentTimeMillis, (deliveredAt) => {
        const record = mustOutbound(orderNumber)
        replace(outbound, { ...record, state: "delivered", parcels: record.parcels.map((parcel) => ({ ...parcel, deliveredAt })) })
        return { deliveredAt }
      }),
    fail: (orderNumber: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const reason = "goods not found at their place"
        const record = mustOutbound(orderNumber)
        move(record, notLeft(record), now, released)
        replace(outbound, { ...record, state: "failed", reason })
        return { reason }
      }),
    /** Ends an order of which a part has left. What stays is in the reason, as in `not shipped: SKU-1 2, SKU-2 1`. */
    closeShort: (orderNumber: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const record = mustOutbound(orderNumber)
        const notShipped = notLeft(record).filter(({ quantity }) => quantity > 0)
        move(record, notShipped, now, released)
        replace(outbound, { ...record, state: "shipped", isClosedShort: true, reason: `not shipped: ${notShipped.map(({ quantity, sku }) => `${sku} ${quantity}`).join(", ")}` })
        return { notShipped }
      }),
    reportStatus: (orderNumber: string, word: string) => Effect.sync(() => void replace(outbound, { ...mustOutbound(orderNumber), word })),
    receive: (asnNumber: string, good: number, bad: number) =>
      Effect.sync(() => {
        const record = mustInbound(asnNumber)
        const [first, ...rest] = record.lines
        const line = { ...first!, good: first!.good + good, bad: first!.bad + bad, received: first!.received + good + bad }
        replace(inbound, { ...record, state: "receiving", lines: [line, ...rest] })
      }),
    finish: (asnNumber: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const record = mustInbound(asnNumber)
        const lines = record.lines.map((line) => ({ ...line, received: line.estimated, good: line.estimated - line.bad }))
        replace(inbound, { ...record, state: "finished", finishedAt: now, lines })
        return { finishedAt: now }
      }),
    reportInboundStatus: (asnNumber: string, word: string) => Effect.sync(() => void replace(inbound, { ...mustInbound(asnNumber), word })),
    setSellable: (sku: string, sellable: number) => setLevel(sku, () => ({ sellable })),
    /** Sets quantities of a SKU. Pieces that are neither sellable nor reserved count as damaged. */
    setTotal: (sku: string, total: number) => setLevel(sku, ({ reserved, sellable }) => ({ unsellable: total - sellable - reserved })),
    /** Adds goods that come first in the list of stock. */
    addStock: (sku: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        products.set(sku, { sku })
        for (const { code } of warehouses) levels.unshift(levelOf({ warehouseCode: code, sku, sellable: 1, reserved: 0, unsellable: 0, changedAt: now }))
      }),
    /** Makes sure that there are `count` different goods, and returns their SKUs. They are not in the list of stock. */
    addGoods: (count: number) =>
      Effect.sync(() => {
        for (let at = products.size; at < count; at++) products.set(`GOODS-${at}`, { sku: `GOODS-${at}` })
        return [...products.keys()].slice(0, count)
      }),
    /** An authorization code as a person gets it; it works once. */
    newCode: Effect.sync(() => {
      const code = `code-${nextNumber()}`
      codes.set(code, { isSpent: false, token: `token-${nextNumber()}` })
      return code
    })
  }

  const records = {
    outbound: (orderNumber: string) =>
      Effect.sync(() => outbound.filter(({ fields }) => fields.orderNumber === orderNumber).map(peerOutboundOrder)),
    parcels: (orderNumber: string) => Effect.sync(() => newestOutbound(orderNumber)?.parcels ?? []),
    outboundCount: Effect.sync(() => outbound.length),
    inbound: (asnNumber: string) => Effect.sync(() => inbound.filter(({ fields }) => fields.asnNumber === asnNumber).map(peerInboundOrder)),
    products: (sku: string) => Effect.sync(() => [products.get(sku) ?? []].flat()),
    levels: (warehouseCode: string) => Effect.sync(() => levels.filter((level) => level.warehouseCode === warehouseCode)),
    subscriptions: Effect.sync(() => [...subscriptions.values()]),
    isToken: (token: string) => Effect.sync(() => [...codes.values()].some((each) => each.isSpent && each.token === token))
  }

  return { ...store, actions, records, revision: () => revision }
}

export type WarehouseStore = ReturnType<typeof make>

/** A barcode that the store refuses. */
export const invalidBarcode = "0000000000000"

const levelOf = (level: Omit<Level, "total">): Level => ({ ...level, total: level.sellable + level.reserved + level.unsellable })

const peerOutboundOrder = ({ number, state, fields }: OutboundRecord): PeerOutboundOrder => ({
  number,
  state: state === "part-shipped" ? "open" : state === "delivered" ? "shipped" : state,
  fields
})

const peerInboundOrder = ({ number, state, fields }: InboundRecord): PeerInboundOrder => ({
  number,
  state: state === "cancelled" || state === "finished" ? state : "open",
  fields
})

/** One page of a list, correct or with the fault that is set. */
const pageOf = <T>(all: ReadonlyArray<T>, page: number, pageSize: number, mode: FaultMode) => {
  const pageCount = Math.max(1, Math.ceil(all.length / pageSize))
  const cut = (number: number): ReadonlyArray<T> => all.slice((number - 1) * pageSize, number * pageSize)
  if (mode.is("endless-pages")) return { items: cut(Math.min(page, pageCount)), isLast: false, pageCount }
  if (mode.is("repeated-page")) return { items: cut(1), isLast: false, pageCount }
  if (mode.is("empty-page")) {
    const isHole = page === 2
    return { items: isHole ? [] : cut(page > 2 ? page - 1 : page), isLast: page >= pageCount + 1, pageCount: pageCount + 1 }
  }
  return { items: cut(page), isLast: page >= pageCount, pageCount }
}
