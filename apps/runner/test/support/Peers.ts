/**
 * A warehouse and an ERP in memory, each with books of its own and told how to misbehave. The warehouse is not
 * idempotent: every create that reaches it makes one more order.
 */
import { AdapterError, ErpV1, type InboundOrder, type InboundPhase, type Operation, type OutboundOrder, type OutboundPhase, Quantity, StockLevel, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const { Accepted, CredentialRejected, FaultUnlisted, OperationUnsupported, PeerUnavailable, RateLimited, Rejected, ResponseInvalid, TransportFailed, Duplicate } = AdapterError

/** How the next calls of an operation go; `works` when the list is used up. */
export type Behaviour =
  | "works"
  | "unreachable"
  | "lose-answer"
  | "lose-request"
  | "refuse"
  /** Acts, and refuses in words that nobody lists. */
  | "unlisted"
  | "unsupported"
  | "unavailable"
  | "undecodable"
  | "credential"
  | "slow-down"
  | "duplicate"
  | "hang"
  /** Without its effect. */
  | "hang-before"
  /** Acts and answers after a second. */
  | "slow"
  | "defect"
  /** Acts, and says that it carries the request out later; the duration in milliseconds. */
  | { readonly accepts: number }
  /** Refused in words that repeat this text. */
  | { readonly message: string }
  /** Refused in words that nobody lists, without an effect. */
  | { readonly refuses: string }
  /** A bug of the plugin whose message repeats this text, after the effect. */
  | { readonly dies: string }
  /** The same after a second, without its effect until then. */
  | { readonly after: Exclude<Behaviour, object> }
  | SlowDown

/** Asked to come back after this time. */
export interface SlowDown {
  readonly slowDown: Duration.Input | undefined
}

const slowedDown = ({ slowDown }: SlowDown) =>
  new RateLimited(slowDown === undefined ? {} : { retryAfter: Duration.fromInputUnsafe(slowDown) })

export interface HeldOrder {
  readonly orderNumber: string
  readonly warehouseOrderNumber: string
  readonly order: OutboundOrder.OutboundOrder
  phase: OutboundPhase.OutboundPhase
  status: string
  trackingNumber: string | undefined
  failedReason: string | undefined
}

export interface HeldAsn {
  readonly asnNumber: string
  readonly referenceNumber: string
  readonly order: InboundOrder.InboundOrder
  phase: InboundPhase.InboundPhase
  readonly received: Map<string, { good: number; bad: number }>
}

export const warehouse = () => {
  const orders: Array<HeldOrder> = []
  const asns: Array<HeldAsn> = []
  const products: Array<string> = []
  const calls: Array<string> = []
  const asked: Array<unknown> = []
  const plans = new Map<string, Array<Behaviour>>()
  let isVisible = true
  let before = "W-"
  /** How this warehouse goes about its own numbers, how many of its orders queries show yet, whether they show all, whatever was asked, and which they cannot read. */
  const manners = { tellsNumbers: true, checksNumbers: false, shows: Number.POSITIVE_INFINITY, tellsAll: false, cannotRead: [] as ReadonlyArray<string>, decidesCancelsLater: false }
  /** The numbers of its own that it was given, with the operation. */
  const given: Array<readonly [operation: string, number: string]> = []

  const acting = <A>(operation: string, act: () => Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      calls.push(operation)
      return going(plans.get(operation)?.shift() ?? "works", act)
    })

  const going = <A>(how: Behaviour, act: () => Effect.Effect<A, AdapterError.Reason>): Effect.Effect<A, AdapterError.Reason> =>
    Effect.suspend(() => {
      if (typeof how === "object" && "after" in how) return Effect.delay(going(how.after, act), "1 second")
      if (typeof how === "object" && "dies" in how) return Effect.andThen(act(), Effect.die(new Error(how.dies)))
      if (typeof how === "object" && "accepts" in how) return Effect.andThen(act(), Effect.fail(new Accepted({ after: Duration.millis(how.accepts) })))
      if (typeof how === "object" && "refuses" in how) return Effect.fail(new FaultUnlisted({ fault: { code: "", message: how.refuses } }))
      if (typeof how === "object") {
        return Effect.fail("message" in how ? new Rejected({ fault: { code: "REFUSED", message: how.message } }) : slowedDown(how))
      }
      const fault = { code: "", message: how }
      switch (how) {
        case "works":
          return act()
        case "unreachable":
          return Effect.fail(new TransportFailed({ phase: "connect", cause: how }))
        case "lose-answer":
          return Effect.andThen(act(), Effect.fail(new TransportFailed({ phase: "receive", cause: how })))
        case "lose-request":
          return Effect.fail(new TransportFailed({ phase: "send", cause: how }))
        case "refuse":
          return Effect.fail(new Rejected({ fault: { code: "BAD_ADDRESS", message: "the address is not known" } }))
        case "unlisted":
          return Effect.andThen(act(), Effect.fail(new FaultUnlisted({ fault })))
        case "unsupported":
          return Effect.fail(new OperationUnsupported())
        case "unavailable":
          return Effect.andThen(act(), Effect.fail(new PeerUnavailable({ status: 502 })))
        case "undecodable":
          return Effect.andThen(act(), Effect.fail(new ResponseInvalid({ cause: how })))
        case "credential":
          return Effect.fail(new CredentialRejected({ fault }))
        case "slow-down":
          return Effect.fail(new RateLimited({}))
        case "duplicate":
          return Effect.fail(new Duplicate({ fault }))
        case "hang":
          return Effect.andThen(act(), Effect.never)
        case "hang-before":
          return Effect.never
        case "slow":
          return Effect.delay(act(), "1 second")
        case "defect":
          return Effect.andThen(act(), Effect.die("a bug of the plugin"))
      }
    })

  let levels: ReadonlyArray<Omit<StockLevel.StockLevel, "warehouseCode">> | undefined

  const newest = (number: string, among = orders) => {
    const held = among.filter((order) => order.orderNumber === number)
    return held.findLast((order) => order.phase !== "cancelled") ?? held.at(-1)
  }
  const isOther = (operation: string, held: HeldOrder | undefined, theirs: string | undefined): boolean => {
    if (theirs !== undefined) given.push([operation, theirs])
    return manners.checksNumbers && theirs !== undefined && held?.warehouseOrderNumber !== theirs
  }

  const plugin = WarehouseV1.plugin({
    id: "warehouse-fake",
    settings: Schema.Struct({}),
    limits: { linesPerOrder: 50, ordersPerQuery: 10, canShipComplete: true, documents: { label: ["PDF"], invoice: ["PDF"] }, visibilityDelay: "2 seconds", pollInterval: "10 seconds" },
    offers: ["listWarehouses", "listChannels", "listStock", "createInboundOrder", "getInboundOrders", "cancelInboundOrders", "upsertProduct"],
    make: () =>
      Effect.succeed({
        handlers: {
          createOutboundOrder: (order: OutboundOrder.OutboundOrder) =>
            acting("createOutboundOrder", () =>
              Effect.sync(() => {
                const warehouseOrderNumber = `${before}${orders.length + 1}`
                orders.push({
                  orderNumber: order.orderNumber,
                  warehouseOrderNumber,
                  order,
                  phase: "open",
                  status: "NEW",
                  trackingNumber: undefined,
                  failedReason: undefined
                })
                return { warehouseOrderNumber }
              })),
          cancelOutboundOrder: ({ orderNumber, warehouseOrderNumber }: typeof WarehouseV1.CancelOutboundOrder.payload.Type) =>
            acting("cancelOutboundOrder", () =>
              Effect.suspend(() => {
                const held = newest(orderNumber)
                if (held === undefined || isOther("cancelOutboundOrder", held, warehouseOrderNumber)) return Effect.fail(new Rejected({ fault: { code: "NOT_FOUND", message: "no such order" } }))
                if (held.phase === "shipped") return Effect.fail(new Rejected({ fault: { code: "SHIPPED", message: "the order has left" } }))
                if (manners.decidesCancelsLater && held.phase !== "cancelled") return Effect.succeed({ outcome: "requested" as const })
                held.phase = "cancelled"
                held.status = "CANCELED"
                return Effect.succeed({})
              })),
          getOutboundOrders: ({ orders: asked }: typeof WarehouseV1.GetOutboundOrders.payload.Type) =>
            acting("getOutboundOrders", () =>
              Effect.sync(() => ({
                ...(manners.cannotRead.length > 0 && { unreadable: manners.cannotRead }),
                items: (manners.tellsAll ? orders.map((held) => held.order.orderNumber) : asked.map((one) => one.orderNumber)).flatMap((number): Array<OutboundOrder.OutboundStatus> => {
                  const held = isVisible && !manners.cannotRead.includes(number) ? newest(number, orders.slice(0, manners.shows)) : undefined
                  if (isOther("getOutboundOrders", held, asked.find((one) => one.orderNumber === number)?.warehouseOrderNumber)) return []
                  return held === undefined ? [] : [{
                    orderNumber: number,
                    ...(manners.tellsNumbers && { warehouseOrderNumber: held.warehouseOrderNumber }),
                    phase: held.phase,
                    status: held.status,
                    ...(held.trackingNumber !== undefined && { trackingNumber: held.trackingNumber, carrierName: "Fake Post" }),
                    ...(held.failedReason !== undefined && { failedReason: held.failedReason })
                  }]
                })
              }))),
          listWarehouses: () => acting("listWarehouses", () => Effect.succeed({ items: [{ code: "WH-1", name: "One" }] })),
          listChannels: () =>
            acting("listChannels", () => Effect.succeed({ items: [{ code: "STD", name: "Standard", warehouseCode: "WH-1" }] })),
          listStock: ({ cursor = "1", limit, warehouseCode }: typeof WarehouseV1.ListStock.payload.Type) =>
            acting("listStock", () =>
              Effect.sync(() => {
                const ordered = [...new Set(orders.flatMap((held) => held.order.lines.map((line) => line.sku)))]
                const all = levels ?? ordered.map((sku) => ({ sku, sellable: StockLevel.figure(7), total: StockLevel.figure(7) }))
                const page = Number(cursor)
                const items = all.slice((page - 1) * limit, page * limit).map((level) => ({ ...level, warehouseCode }))
                return { items, ...(page * limit < all.length && { nextCursor: String(page + 1) }) }
              })),
          createInboundOrder: (order: InboundOrder.InboundOrder) =>
            acting("createInboundOrder", () =>
              Effect.sync(() => {
                const referenceNumber = `R-${asns.length + 1}`
                asns.push({ asnNumber: order.asnNumber, referenceNumber, order, phase: "announced", received: new Map() })
                return { referenceNumber }
              })),
          getInboundOrders: (payload: typeof WarehouseV1.GetInboundOrders.payload.Type) =>
            acting("getInboundOrders", () =>
              Effect.sync(() => {
                asked.push(payload)
                const numbers = manners.tellsAll ? asns.map((held) => held.order.asnNumber) : payload.inboundOrders.map(({ asnNumber }) => asnNumber)
                const items = numbers.flatMap((number): Array<InboundOrder.InboundStatus> => {
                  const same = asns.filter((asn) => asn.asnNumber === number)
                  const held = isVisible && !manners.cannotRead.includes(number) ? same.findLast((asn) => asn.phase !== "cancelled") ?? same.at(-1) : undefined
                  return held === undefined ? [] : [{
                    asnNumber: number,
                    phase: held.phase,
                    status: held.phase,
                    ...(manners.tellsNumbers && { referenceNumber: held.referenceNumber }),
                    lines: held.order.lines.map((line) => {
                      const got = held.received.get(line.sku) ?? { good: 0, bad: 0 }
                      return {
                        sku: line.sku,
                        estimated: line.quantity,
                        received: Quantity.of(got.good + got.bad),
                        good: Quantity.of(got.good),
                        bad: Quantity.of(got.bad)
                      }
                    })
                  }]
                })
                return { items, ...(manners.cannotRead.length > 0 && { unreadable: manners.cannotRead }) }
              })),
          cancelInboundOrders: ({ asnNumbers }: typeof WarehouseV1.CancelInboundOrders.payload.Type) =>
            acting("cancelInboundOrders", () =>
              Effect.sync(() => ({
                items: asnNumbers.map((asnNumber) => {
                  const held = asns.findLast((asn) => asn.asnNumber === asnNumber)
                  if (held === undefined) return { asnNumber, failure: "no such inbound order" }
                  if (held.received.size > 0) return { asnNumber, failure: "goods were received" }
                  held.phase = "cancelled"
                  return { asnNumber }
                })
              }))),
          upsertProduct: (product: typeof WarehouseV1.UpsertProduct.payload.Type) =>
            acting("upsertProduct", () => Effect.sync(() => (products.push(product.sku), {})))
        }
      })
  })

  return {
    plugin,
    orders,
    asns,
    products,
    calls,
    manners,
    given,
    /** What queries of inbound orders brought. */
    asked,
    /** Orders under one number that were not cancelled: more than one is a doubled shipment. */
    live: (number: string) => orders.filter((order) => order.orderNumber === number && order.phase !== "cancelled"),
    plan: (operation: WarehouseV1.OperationName, ...how: ReadonlyArray<Behaviour>) => void plans.set(operation, [...how]),
    /** A peer may hide for a while what it has already done. */
    /** What the numbers begin with that it gives to orders from now on. */
    number: (prefix: string) => {
      before = prefix
    },
    hide: (isHidden: boolean) => {
      isVisible = !isHidden
    },
    /** What it has in stock. Without this, 7 pieces of everything that was ordered. */
    stock: (has: ReadonlyArray<Omit<StockLevel.StockLevel, "warehouseCode">>) => {
      levels = has
    }
  }
}

export type FakeWarehouse = ReturnType<typeof warehouse>

/** What the protocol cannot say, no ERP is ever told (document 1, 2.13 and 2.14). */
const unwritable = (operation: ErpV1.OperationName, payload: any): AdapterError.RequestInvalid | undefined => {
  const refuse = (path: string) => new AdapterError.RequestInvalid({ path, message: "the protocol has no place for this" })
  if (operation !== "receivePlatformOrder" && operation !== "receiveRefund" && payload.warehouseCode === undefined) return refuse("/warehouseCode")
  if (operation === "receiveOutboundStatus" && payload.phase === "shipped" && payload.trackingNumber === undefined) return refuse("/trackNumber")
  return operation === "receiveInboundProgress" && ["announced", "cancelled"].includes(payload.phase) ? refuse("/wmsStatus") : undefined
}

/** How an ERP answers a push; `slow-down` with the time it names. */
export type ErpBehaviour =
  | "works"
  /** After a second. */
  | "slow"
  | "unreachable"
  | "lose-answer"
  | "unlisted"
  | "refuse"
  | "credential"
  | "unavailable"
  | "undecodable"
  | "duplicate"
  | "invalid"
  | "hang"
  /** The same where nothing can interrupt it. */
  | "stuck"
  | "defect"
  /** A bug of the plugin whose message is this text. */
  | { readonly dies: string }
  /** Refused in words that repeat this text. */
  | { readonly message: string }
  /** The same with an error that no table lists, so it is tried again. */
  | { readonly unlisted: string }
  | SlowDown
  /** Unavailable, and asks to come back after this time. */
  | { readonly awayFor: Duration.Input }

export const erp = (facts: ErpV1.Facts = {}, { id = "erp-fake", offers = ["receivePlatformOrder"] }: {
  readonly id?: string
  readonly offers?: ReadonlyArray<"receivePlatformOrder" | "receiveRefund" | "receiveReturn">
} = {}) => {
  const received: Array<{ readonly operation: string; readonly content: any; readonly deliveryId: string; readonly text: string }> = []
  const attempts: Array<{ readonly text: string; readonly deliveryId: string; readonly at: number; readonly sendTo?: URL }> = []
  const plan: Array<ErpBehaviour> = []
  const plans = new Map<string, Array<ErpBehaviour>>()
  let refused: string | undefined
  /** Whether its plugin can be opened, at which numbers it throws while it prepares a message, and how it spells a message. */
  const manners: { opens: boolean | "never"; throws: boolean | string; spells: (content: string) => string } = {
    opens: true,
    throws: false,
    spells: (content) => content
  }
  let opened = 0
  let prepared = 0

  const push = (operation: ErpV1.OperationName) => ({
    prepare: (payload: any) => {
      prepared++
      const reason = refused === undefined
        ? unwritable(operation, payload)
        : new AdapterError.RequestInvalid({ path: refused, message: "the plugin cannot write this" })
      if (manners.throws === true || manners.throws === (payload.orderNumber ?? payload.asnNumber ?? payload.onlineOrderId)) throw new Error("a bug of the plugin")
      return reason === undefined
        ? Result.succeed({ content: manners.spells(JSON.stringify(Schema.encodeSync(ErpV1.contract.operations[operation].payload)(payload as never))) })
        : Result.fail(reason)
    },
    deliver: (prepared: Operation.PreparedMessage, { deliveryId, sendTo }: Operation.SendOptions) =>
      Effect.flatMap(Clock.currentTimeMillis, (at): Effect.Effect<Operation.Empty, AdapterError.Reason> => {
        attempts.push({ text: prepared.content, deliveryId, at, ...(sendTo !== undefined && { sendTo }) })
        const content = JSON.parse(prepared.content)
        const how = (plans.get(content.orderNumber ?? content.asnNumber ?? content.onlineOrderId) ?? plan).shift() ?? "works"
        const take = () => void received.push({ operation, content, deliveryId, text: prepared.content })
        if (typeof how === "object") {
          if ("dies" in how) return Effect.die(new Error(how.dies))
          if ("message" in how) return Effect.fail(new Rejected({ fault: { code: "REFUSED", message: how.message } }))
          if ("unlisted" in how) return Effect.fail(new FaultUnlisted({ fault: { code: "ODD", message: how.unlisted } }))
          return Effect.fail("awayFor" in how
            ? new PeerUnavailable({ status: 503, retryAfter: Duration.fromInputUnsafe(how.awayFor) })
            : slowedDown(how))
        }
        const fault = { code: "", message: how }
        switch (how) {
          case "works":
            take()
            return Effect.succeed({})
          case "slow":
            return Effect.delay(Effect.sync(() => (take(), {})), "1 second")
          case "unreachable":
            return Effect.fail(new TransportFailed({ phase: "connect", cause: how }))
          case "lose-answer":
            take()
            return Effect.fail(new TransportFailed({ phase: "receive", cause: how }))
          case "unlisted":
            return Effect.fail(new FaultUnlisted({ fault }))
          case "refuse":
            return Effect.fail(new Rejected({ fault }))
          case "credential":
            return Effect.fail(new CredentialRejected({ fault }))
          case "unavailable":
            return Effect.fail(new PeerUnavailable({ status: 500 }))
          case "undecodable":
            return Effect.fail(new ResponseInvalid({ cause: how }))
          case "duplicate":
            return Effect.fail(new Duplicate({ fault }))
          case "invalid":
            return Effect.fail(new AdapterError.RequestInvalid({ path: "/", message: how }))
          case "hang":
            return Effect.never
          case "stuck":
            return Effect.uninterruptible(Effect.never)
          case "defect":
            return Effect.die("a bug of the plugin")
        }
      })
  })

  const plugin = ErpV1.plugin({
    id,
    ...facts,
    settings: Schema.Struct({}),
    offers,
    make: () =>
      Effect.suspend(() => {
        opened++
        if (manners.opens === "never") return Effect.never
        return manners.opens ? Effect.succeed({
          handlers: {
            receiveOutboundStatus: push("receiveOutboundStatus"),
            receiveInboundProgress: push("receiveInboundProgress"),
            receivePlatformOrder: push("receivePlatformOrder"),
            receiveRefund: push("receiveRefund"),
            receiveReturn: push("receiveReturn")
          }
        })
        : Effect.fail(new TransportFailed({ phase: "connect", cause: "it cannot be opened" }))
      })
  })

  return {
    plugin,
    received,
    attempts,
    manners,
    /** How often its plugin was opened, and how often it was asked to prepare a message. */
    opened: () => opened,
    prepared: () => prepared,
    /** A plugin that can write nothing down, because of this place; undefined: it is mended. */
    refuseToWrite: (path: string | undefined) => {
      refused = path
    },
    /** How the next pushes go, whatever they tell of. */
    plan: (...how: ReadonlyArray<ErpBehaviour>) => void plan.push(...how),
    /** How the next pushes about one number go. */
    planFor: (number: string, ...how: ReadonlyArray<ErpBehaviour>) => void plans.set(number, [...how])
  }
}

export type FakeErp = ReturnType<typeof erp>
