/**
 * A warehouse of the runs of the order desk, of document 1. It takes every create as another order, even under a number that it has, and
 * ships each in one or two parcels. It writes down what it took and what has left before it tells anybody.
 */
import type { Known } from "@crossdock/e2e/support/http.ts"
import { setTimeout as wait } from "node:timers/promises"
import type { Issue, Parcel, Pieces } from "../../oracle/Desk.ts"
import * as History from "../../oracle/History.ts"
import type { WireLog } from "../WireLog.ts"
import { type Manner, Refused, type Service, start as startService } from "./EnvelopeService.ts"
import type { Reporter } from "./Reporter.ts"
import * as WarehouseCalls from "./WarehouseCalls.ts"

/** How an order is shipped. */
export interface Course {
  /** Milliseconds before each parcel leaves. None: the order waits for its cancel. */
  readonly parcelsAfter: ReadonlyArray<number>
  /** Whether the last parcel is pushed, and how often; a parcel before the last one always is. Otherwise it is found by a query. */
  readonly pushes: number
}

type Entry =
  | { readonly is: "taken"; readonly at: number; readonly issue: string; readonly number: string; readonly content: Known }
  | { readonly is: "refused"; readonly at: number; readonly number: string; readonly text: string; readonly isDone: boolean; readonly isLost: boolean }
  | { readonly is: "cancelled"; readonly at: number; readonly issue: string }
  | { readonly is: "left"; readonly at: number; readonly issue: string; readonly trackingNumber: string; readonly pieces: Pieces }

interface Taken extends Issue {
  readonly at: number
  state: Issue["state"]
  cancelledAt?: number
  status: string
  trackingNumber: string | undefined
}

export interface Warehouse extends Service {
  readonly issues: () => ReadonlyArray<Issue>
  readonly parcels: () => ReadonlyArray<Parcel>
  readonly records: WarehouseCalls.Records
  /** Waits until everything has left, and was told, that leaves by itself. */
  readonly idle: () => Promise<void>
}

export interface Options {
  readonly folder: string
  /** The id of its connection, its code, and its name in the books. */
  readonly id: string
  readonly code: string
  readonly name: string
  readonly reporter: Reporter
  readonly manner: (method: string) => Manner
  readonly log: WireLog
  /** Decides how an order is shipped. */
  readonly course: (order: string, pieces: Pieces) => Course
  /** Decides whether the next create is refused. */
  readonly refuses: () => WarehouseCalls.Refusal | undefined
  /** Milliseconds in which queries do not show a new order. */
  readonly lag: number
  /** Whether a query for many orders shows all of them, whatever it is asked for. */
  readonly ignoresFilters: boolean
}

const recordOf = ({ issue, number, state, status, trackingNumber }: Taken) => ({
  orderNumber: number,
  warehouseOrderNumber: issue,
  wmsStatus: status,
  status: state === "shipped" ? "SUCCESS" : state === "cancelled" ? "CANCEL" : "SENDING",
  // While a part of the order has left, only the report of the parcel tells its number, because a record has no contents.
  ...(state === "shipped" && { trackingNumber, carrierName: "Carrier" })
})

/** The pieces of the first of two parcels: half of each SKU, rounded up; the rest must not be empty. */
const firstHalf = (pieces: Pieces): Pieces => {
  const half = Object.fromEntries(Object.entries(pieces).map(([sku, count]) => [sku, Math.ceil(count / 2)]))
  const isWhole = Object.entries(pieces).every(([sku, count]) => half[sku] === count)
  const [[first = "", count = 0] = []] = Object.entries(pieces)
  return isWhole ? Object.keys(pieces).length > 1 ? { [first]: count } : pieces : half
}

const rest = (pieces: Pieces, taken: Pieces): Pieces =>
  Object.fromEntries(Object.entries(pieces).map(([sku, count]) => [sku, count - (taken[sku] ?? 0)] as const).filter(([, count]) => count > 0))

const piecesOf = (content: Known): Pieces => {
  const pieces: Record<string, number> = {}
  for (const { quantity, sku } of content.skuList) pieces[sku] = (pieces[sku] ?? 0) + Number(quantity)
  return pieces
}

/** The shop's order that a create is for. */
const orderOf = ({ onlineOrderId, orderNumber }: Known): string => String(onlineOrderId ?? String(orderNumber).split("-")[0])

export const start = async ({ code, course, folder, id, ignoresFilters, lag, log, manner, name, refuses, reporter }: Options): Promise<Warehouse> => {
  const journal = await History.open<Entry>(`${folder}/${id}.ndjson`)
  const all: Array<Taken> = []
  const parcels: Array<Parcel> = []
  const works = new Set<Promise<void>>()
  const calls = WarehouseCalls.make(name)

  const report = ({ issue, number, status }: Taken, word: string, parcel: Parcel) =>
    reporter.insist({
      path: `${id}/sys/automatic/receiveOdo/faults`,
      method: "pushOrderInfo",
      as: "json",
      content: {
        orderNumber: number,
        warehouseOrderNumber: issue,
        warehouseCode: code,
        wmsStatus: status,
        status: word,
        carrier: "Carrier",
        trackNumber: parcel.trackingNumber,
        shippingTime: Date.now(),
        skuList: Object.entries(parcel.pieces).map(([sku, quantity]) => ({ sku, quantity }))
      }
    })

  const ship = async (taken: Taken, { parcelsAfter, pushes }: Course): Promise<void> => {
    let left = taken.pieces
    for (const [at, after] of parcelsAfter.entries()) {
      await wait(after)
      if (taken.state !== "open") return
      const pieces = at + 1 === parcelsAfter.length ? left : firstHalf(left)
      left = rest(left, pieces)
      const isLast = Object.keys(left).length === 0
      const parcel: Parcel = { warehouse: name, issue: taken.issue, order: taken.order, trackingNumber: `TRK-${taken.issue}-${at + 1}`, pieces }
      taken.status = isLast ? "SHIPPED" : "PARTLY_SHIPPED"
      if (isLast) taken.state = "shipped"
      taken.trackingNumber = parcel.trackingNumber
      parcels.push(parcel)
      await journal.append({ is: "left", at: Date.now(), issue: taken.issue, trackingNumber: parcel.trackingNumber, pieces })
      for (let time = 0; time < (isLast ? pushes : Math.max(1, pushes)); time++) await report(taken, isLast ? "SUCCESS" : "SENDING", parcel)
      if (isLast) return
    }
  }

  const named = ({ orderNumber, warehouseOrderNumber }: Known): ReadonlyArray<Taken> =>
    all.filter(({ issue, number }) => number === orderNumber && (warehouseOrderNumber === undefined || warehouseOrderNumber === "" || warehouseOrderNumber === issue))

  const take = async (content: Known, number: string, order: string, pieces: Pieces) => {
    const issue = `${code}-${String(all.length + 1).padStart(6, "0")}`
    const taken: Taken = { at: Date.now(), warehouse: name, number, issue, order, pieces, state: "open", status: "ACCEPTED", trackingNumber: undefined }
    all.push(taken)
    await journal.append({ is: "taken", at: taken.at, issue, number, content })
    const work = ship(taken, course(order, pieces))
    works.add(work)
    void work.finally(() => works.delete(work))
    return { data: { warehouseOrderNumber: issue } }
  }

  const createOrder = async (content: Known, isLost: boolean) => {
    const asked = { number: String(content.orderNumber), order: orderOf(content), pieces: piecesOf(content) }
    calls.create(asked)
    const refusal = refuses()
    const answer = refusal?.isDone === false ? {} : await take(content, asked.number, asked.order, asked.pieces)
    if (refusal === undefined) return answer
    calls.refuse(asked, refusal, isLost)
    await journal.append({ is: "refused", at: Date.now(), number: asked.number, ...refusal, isLost })
    throw new Refused(refusal.text)
  }

  const cancelOrder = async (content: Known) => {
    const found = named(content)
    if (found.length === 0) throw new Refused("order does not exist")
    if (found.some(({ state, status }) => state === "shipped" || status === "PARTLY_SHIPPED")) throw new Refused("order has been shipped")
    for (const each of found) {
      if (each.state !== "open") continue
      each.state = "cancelled"
      each.cancelledAt = Date.now()
      each.status = "CANCELLED"
      await journal.append({ is: "cancelled", at: Date.now(), issue: each.issue })
    }
    return {}
  }

  /** What queries show under a number. */
  const shown = (content: Known): ReadonlyArray<Taken> => {
    const found = named(content).filter(({ at }) => at <= Date.now() - lag)
    calls.question(String(content.orderNumber), found.length > 0)
    return found
  }

  const newest = (content: Known): Taken | undefined => {
    const found = shown(content)
    return found.findLast(({ state }) => state !== "cancelled") ?? found.at(-1)
  }

  const methods = {
    createOrder,
    cancelOrder,
    getOrder: (content: Known) => {
      const found = newest(content)
      if (found === undefined) throw new Refused("order does not exist")
      return { data: recordOf(found) }
    },
    getOrderList: ({ orderNumberList }: Known) => ({ data: (ignoresFilters ? all : orderNumberList.flatMap((orderNumber: string) => shown({ orderNumber }))).map(recordOf) }),
    warehouses: () => ({ warehouseList: [{ warehouseCode: code, warehouseName: name }] })
  }
  const service = await startService({ protocol: "warehouse-envelope", methods, manner, log })

  return {
    url: service.url,
    issues: () => all,
    parcels: () => parcels,
    records: calls.records,
    idle: async () => {
      while (works.size > 0) await Promise.all(works)
    },
    close: async () => {
      await service.close()
      await journal.close()
    }
  }
}
