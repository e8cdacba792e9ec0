/**
 * A warehouse with shelves of its own. It makes one more order of every create that reaches it, ships what it has, and tells every fact.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, OutboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Random } from "../../support/Random.ts"
import { Resumed } from "./Node.ts"
import * as Receiving from "./Receiving.ts"
import type { Fact, Line } from "./Truth.ts"

const { Rejected, TransportFailed } = AdapterError

export interface Parcel {
  number: string
  readonly lines: ReadonlyArray<Line>
  readonly shippedAt: number
  /** When what the warehouse says of it changed last. */
  saidAt: number
}

/** What a report says that is in some parcels, although something else is. */
export type Claims = ReadonlyMap<Parcel, ReadonlyArray<Line>>

export interface Entry {
  readonly id: string
  readonly number: string
  readonly order: string
  readonly lines: ReadonlyArray<Line>
  readonly parcels: Array<Parcel>
  state: "open" | "void" | "shipped" | "short"
  status: string
  /** Whether its reports tell what is in a parcel. */
  tellsContents: boolean
  /** Whether its reports say since when each parcel is as they tell. */
  readonly isDated: boolean
  /** Whether its reports list what never leaves, once it is closed short. */
  listsRest: boolean
  /** Whether each of its pushes tells of one parcel alone. Queries tell all of them. */
  readonly tellsEach: boolean
}

export interface Options {
  /** The name in the books, and the code at the link. */
  readonly name: string
  readonly code: string
  /** The id of the connection. */
  readonly connection: string
  readonly random: Random
  readonly tell: (fact: Fact) => void
  readonly now: () => number
  /** So many of a hundred calls are refused, lose their answer, or never arrive. */
  readonly troubles: { percent: number }
}

const sumOf = (lines: ReadonlyArray<Line>) => {
  const sums = new Map<string, number>()
  for (const { pieces, sku } of lines) sums.set(sku, (sums.get(sku) ?? 0) + pieces)
  return [...sums].map(([sku, pieces]) => ({ sku: Sku.Sku.make(sku), quantity: Quantity.of(pieces) }))
}

/** What has not left of an order. */
export const leftOf = ({ lines, parcels }: Entry): ReadonlyArray<Line> => {
  const gone = new Map<string, number>()
  for (const { line, pieces } of parcels.flatMap((parcel) => parcel.lines)) gone.set(line, (gone.get(line) ?? 0) + pieces)
  return lines.flatMap((line) => {
    const pieces = line.pieces - (gone.get(line.line) ?? 0)
    return pieces > 0 ? [{ ...line, pieces }] : []
  })
}

/** What is in each parcel of an order, by its number. */
export const contentsOf = ({ parcels }: Entry): ReadonlyMap<string, Readonly<Record<string, number>>> => {
  const found = new Map<string, Record<string, number>>()
  for (const { lines, number } of parcels) {
    const inside = found.get(number) ?? {}
    found.set(number, inside)
    for (const { pieces, sku } of lines) inside[sku] = (inside[sku] ?? 0) + pieces
  }
  return found
}

export const make = ({ code, connection, name, now, random, tell, troubles }: Options) => {
  const entries: Array<Entry> = []
  const shelf = new Map<string, number>()
  const counts = { refused: 0, lost: 0 }

  /** A node that is suspended meanwhile hears the answer when it is resumed. */
  const heard = <A>(answer: Effect.Effect<A, AdapterError.Reason>) => Effect.onExit(answer, () => Effect.flatten(Resumed))
  const calling = <A>(act: Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      const how = random(300)
      if (how >= 3 * troubles.percent) return heard(act)
      counts.lost++
      const lost = Effect.fail(new TransportFailed({ phase: how % 3 === 0 ? "send" : how % 3 === 1 ? "connect" : "receive", cause: "lost" }))
      return heard(how % 3 === 2 ? Effect.andThen(act, lost) : lost)
    })

  const refusing = <A>(act: () => Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      if (random(100) >= troubles.percent) return act()
      counts.refused++
      return Effect.fail(new Rejected({ fault: { code: "REFUSED", message: "the warehouse does not take it" } }))
    })

  const newest = (number: string): Entry | undefined => {
    const same = entries.filter((entry) => entry.number === number)
    return same.findLast(({ state }) => state !== "void") ?? same.at(-1)
  }

  const end = (entry: Entry, status: string) => {
    entry.state = "void"
    entry.status = status
    tell({ is: "ended", entry: entry.id, isGivenUp: true })
  }

  const parcelOf = ({ isDated, tellsContents }: Entry, parcel: Parcel, claims: Claims): OutboundOrder.Parcel => ({
    trackingNumber: parcel.number,
    carrierName: "Post",
    shippedAt: DateTime.makeUnsafe(parcel.shippedAt),
    ...(tellsContents && { lines: sumOf(claims.get(parcel) ?? parcel.lines) }),
    ...(isDated && { saidAt: DateTime.makeUnsafe(parcel.saidAt) })
  })

  const phaseOf = ({ state, status }: Entry): OutboundOrder.OutboundStatus["phase"] =>
    state === "void" ? (status === "CANCELLED" ? "cancelled" : "failed") : state === "short" ? "closedShort" : state

  const statusOf = (entry: Entry, claims: Claims = new Map()): OutboundOrder.OutboundStatus => {
    const { id, listsRest, number, parcels, state, status } = entry
    const latest = parcels.at(-1)
    return {
      orderNumber: OutboundOrder.OrderNumber.make(number),
      warehouseOrderNumber: id,
      phase: phaseOf(entry),
      status,
      ...(latest !== undefined && { ...parcelOf(entry, latest, claims), parcels: parcels.map((parcel) => parcelOf(entry, parcel, claims)) }),
      ...(status === "FAILED" && { failedReason: "the goods are damaged" }),
      ...(state === "short" && listsRest && { notShipped: sumOf(leftOf(entry)) })
    }
  }

  /** What a push says of one parcel alone. */
  const parcelStatusOf = (entry: Entry, parcel: Parcel, claims: Claims = new Map()): OutboundOrder.OutboundStatus => {
    const { parcels: _, ...status } = statusOf(entry)
    return { ...status, ...parcelOf(entry, parcel, claims) }
  }

  /** Pieces that come, or that a count finds. */
  const stock = (sku: string, pieces: number) => {
    shelf.set(sku, (shelf.get(sku) ?? 0) + pieces)
    tell({ is: "stocked", warehouse: name, sku, pieces })
  }
  const receiving = Receiving.make({ connection, code, now, calling, stock })

  const plugin = WarehouseV1.plugin({
    id: `warehouse-${connection}`,
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: "2 seconds", pollInterval: "10 seconds" },
    offers: ["createInboundOrder", "getInboundOrders"],
    make: () =>
      Effect.succeed({
        handlers: {
          ...receiving.handlers,
          createOutboundOrder: (order: OutboundOrder.OutboundOrder) =>
            calling(refusing(() =>
              Effect.sync(() => {
                const tellsContents = random(2) === 0
                const entry: Entry = {
                  id: `${connection}-${entries.length + 1}`,
                  number: order.orderNumber,
                  order: order.onlineOrderId ?? "",
                  lines: order.lines.map(({ lineId = "", quantity, sku }) => ({ line: lineId, sku, pieces: Quantity.toNumber(quantity) ?? 0 })),
                  parcels: [],
                  state: "open",
                  status: "NEW",
                  tellsContents,
                  isDated: random(2) === 0,
                  listsRest: false,
                  tellsEach: tellsContents && random(2) === 0
                }
                entries.push(entry)
                tell({ is: "taken", warehouse: name, entry: entry.id, number: entry.number, order: entry.order, lines: entry.lines })
                return { warehouseOrderNumber: entry.id }
              }))),
          cancelOutboundOrder: ({ orderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type) =>
            calling(refusing(() =>
              Effect.suspend(() => {
                const entry = newest(orderNumber)
                if (entry === undefined) return Effect.fail(new Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } }))
                if (entry.parcels.length > 0) return Effect.fail(new Rejected({ fault: { code: "SHIPPED", message: "goods have left" } }))
                if (entry.state === "open") end(entry, "CANCELLED")
                return Effect.succeed({})
              }))),
          getOutboundOrders: ({ orders }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
            calling(Effect.sync(() => ({ items: orders.flatMap(({ orderNumber }) => newest(orderNumber) ?? []).map((entry) => statusOf(entry)) })))
        }
      })
  })

  return {
    name,
    code,
    connection,
    plugin: plugin as unknown as AnyPlugin,
    entries,
    shelf,
    counts,
    stock,
    asns: receiving.asns,
    receive: receiving.receive,
    /** Takes pieces from the shelf until it is known whether the books miss them. False: it does not have them. */
    setAside: (sku: string, pieces: number): boolean => {
      const has = shelf.get(sku) ?? 0
      if (has < pieces) return false
      shelf.set(sku, has - pieces)
      return true
    },
    /** Puts pieces back that were set aside, or says that they are gone. */
    putBack: (sku: string, pieces: number, areThere: boolean) => {
      if (areThere) shelf.set(sku, (shelf.get(sku) ?? 0) + pieces)
      else tell({ is: "stocked", warehouse: name, sku, pieces: -pieces })
    },
    statusOf,
    parcelStatusOf,
    /** Ships some lines of an order, under a number of their own or that of a parcel before. False: it does not have them. */
    ship: (entry: Entry, lines: ReadonlyArray<Line>, isLast: boolean, number = `T-${entry.id}-${entry.parcels.length + 1}`): boolean => {
      const needed = new Map<string, number>()
      for (const { pieces, sku } of lines) needed.set(sku, (needed.get(sku) ?? 0) + pieces)
      if ([...needed].some(([sku, pieces]) => pieces > (shelf.get(sku) ?? 0))) return false
      for (const [sku, pieces] of needed) shelf.set(sku, (shelf.get(sku) ?? 0) - pieces)
      const parcel = { number, lines, shippedAt: now(), saidAt: now() }
      entry.parcels.push(parcel)
      entry.status = isLast ? "SHIPPED" : "PICKING"
      tell({ is: "left", entry: entry.id, parcel: parcel.number, lines })
      if (!isLast) return true
      entry.state = "shipped"
      if (leftOf(entry).length > 0) tell({ is: "ended", entry: entry.id })
      return true
    },
    /** Gives the last parcel of an order another number. */
    renumber: (entry: Entry) => {
      const parcel = entry.parcels.at(-1)!
      const from = parcel.number
      parcel.number = `${from}x`
      parcel.saidAt = Math.max(now(), parcel.saidAt + 1)
      tell({ is: "renumbered", entry: entry.id, from, to: parcel.number })
    },
    /** Says that it does not ship an order. */
    fail: (entry: Entry) => end(entry, "FAILED"),
    /** Says that what has not left of an order never leaves, and perhaps what that is. */
    closeShort: (entry: Entry, listsRest: boolean) => {
      Object.assign(entry, { state: "short", status: "CLOSED", listsRest } satisfies Partial<Entry>)
      tell({ is: "ended", entry: entry.id, isGivenUp: true })
    },
    /** Reports something else of some parcels than is in them, which is corrected from the next report on. */
    claim: (entry: Entry, parcel: Parcel, claims: Claims): OutboundOrder.OutboundStatus => {
      for (const [claimed, lines] of claims) tell({ is: "claimed", entry: entry.id, parcel: claimed.number, lines })
      const said = entry.tellsEach ? parcelStatusOf(entry, parcel, claims) : statusOf(entry, claims)
      for (const claimed of claims.keys()) claimed.saidAt = Math.max(now(), claimed.saidAt + 1)
      return said
    },
    /** A report says, or has said, that a parcel has these pieces. */
    claimed: (entry: Entry, parcel: string, lines: ReadonlyArray<Line>) => tell({ is: "claimed", entry: entry.id, parcel, lines }),
    /** Reports of an order contradict each other in other ways than by what is in a parcel. */
    doubt: (entry: Entry) => tell({ is: "claimed", entry: entry.id, parcel: "", lines: [] }),
    /** Tells from now on what is in its parcels, of an order of which it had not said so. */
    tellContents: (entry: Entry) => {
      entry.tellsContents = true
      for (const parcel of entry.parcels) parcel.saidAt = Math.max(now(), parcel.saidAt + 1)
    },
    /** Gets back what it had shipped beyond an order. */
    takeBack: (entry: Entry, lines: ReadonlyArray<Line>) => {
      for (const { pieces, sku } of lines) shelf.set(sku, (shelf.get(sku) ?? 0) + pieces)
      tell({ is: "tookBack", entry: entry.id, lines })
    }
  }
}

export type Warehouse = ReturnType<typeof make>
