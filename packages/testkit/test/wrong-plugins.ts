/**
 * Plugins that are wrong on purpose, each in one way, and the laws that find it. Every law of the suite is broken by one
 * of them, or by one of those that `lies` makes.
 */
import { AdapterError, type OutboundOrder, Quantity, StockLevel, type Transport, WarehouseV1 } from "@crossdock/core"
import * as Decimal from "@crossdock/core/model/Decimal"
import * as Sku from "@crossdock/core/model/Sku"
import * as Arr from "effect/Array"
import * as BigDecimal from "effect/BigDecimal"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { WarehouseStore } from "../src/peers/index.ts"
import type { FaultName } from "../src/FaultInjection.ts"
import type { CallName } from "../src/warehouse/SuiteFixture.ts"
import * as Right from "./correct-plugin.ts"

export interface Wrong {
  readonly message: string
  readonly changes: Right.Changes
  /** The names of the laws that it breaks, and of no other. */
  readonly breaks: ReadonlyArray<string>
  /** Settings that are wrong; absent: the right ones. */
  readonly settings?: Right.Settings
  /** What the peer has or does; absent: as it is made. */
  readonly peer?: WarehouseStore.Options
}

type Handlers = Right.Handlers
type Order = OutboundOrder.OutboundOrder
type Status = OutboundOrder.OutboundReport

const handlers = (message: string, breaks: Wrong["breaks"], change: NonNullable<Right.Changes["handlers"]>): Wrong => ({
  message,
  breaks,
  changes: { handlers: change }
})

/** What is sent of an order is not what was asked for. */
const sending = (message: string, laws: string | Wrong["breaks"], change: (order: Order) => Order): Wrong =>
  handlers(message, [laws].flat(), ({ createOutboundOrder }) => ({ createOutboundOrder: (order) => createOutboundOrder(change(order)) }))

/** What is told of orders is not what the peer said. */
const telling = (message: string, breaks: Wrong["breaks"], change: (found: ReadonlyArray<Status>, asked: ReadonlyArray<string>) => ReadonlyArray<Status>): Wrong =>
  handlers(message, breaks, ({ getOutboundOrders }) => ({
    getOutboundOrders: (payload) => Effect.map(getOutboundOrders(payload), ({ items }) => ({ items: change(items, payload.orders.map(({ orderNumber }) => orderNumber)) }))
  }))

/** Also compares what the peer was told, once a create whose answer was lost is settled. */
const eachWrite = "createOutboundOrder/each-write"

const rejected = (message: string) => new AdapterError.Rejected({ fault: { code: "", message } })

const asDouble = (digits: string): string => (/^\d+$/.test(digits) ? String(BigInt(Number(digits))) : digits)

const text = (value: Redacted.Redacted<string>) => Redacted.value(value)

const withMore = (more: object): Right.Settings => ({ ...Right.settings, ...more })

const declared: ReadonlyArray<Wrong> = [
  { message: "declares a limit that is no number of things", changes: { limits: { ...Right.limits, asnsPerQuery: 9.5 } }, breaks: ["plugin/limits"] },
  { message: "states a rate at which no call could be made", changes: { adapter: (adapter) => ({ ...adapter, facts: { limits: { ...adapter.facts.limits, burst: 0 } } }) }, breaks: ["plugin/rates"] },
  {
    message: "does what it does not offer",
    changes: {
      offers: Right.offers.filter((name) => name !== "listWarehouses"),
      adapter: (adapter) => ({
        ...adapter,
        call: (operation, payload) => (operation.name === "listWarehouses" ? Effect.succeed([] as never) : adapter.call(operation, payload))
      })
    },
    breaks: ["plugin/unoffered"]
  },
  (() => {
    let opened = 0
    return handlers("forgets its orders when it is opened again", ["plugin/opens-again"], ({ getOutboundOrders }) => {
      const mine = opened++
      return { getOutboundOrders: (payload) => (mine > 0 ? Effect.succeed({ items: [] }) : getOutboundOrders(payload)) }
    })
  })(),
  {
    message: "keeps a secret as plain text",
    changes: {},
    settings: withMore({ apiToken: "plain-text-token" }),
    breaks: ["plugin/settings-secret"]
  },
  {
    message: "has a secret that cannot be looked for",
    changes: {},
    settings: withMore({ pin: Redacted.make("1234") }),
    breaks: ["plugin/settings-secret"]
  }
]

/** Of the numbers that were created, one that contains the number asked for: what a peer finds that searches by parts. */
const search = () => {
  const created: Array<string> = []
  return {
    note: (number: string): void => void created.push(number),
    first: <N extends string>(asked: N): N => (created.find((number) => number.includes(asked)) ?? asked) as N
  }
}

const creating: ReadonlyArray<Wrong> = [
  (() => {
    const numbers = search()
    return handlers("takes an order for made when the peer has one whose number contains its number", [
      "createOutboundOrder/similar-numbers",
      "getOutboundOrders/similar-numbers",
      "cancelOutboundOrder/similar-numbers"
    ], ({ createOutboundOrder, getOutboundOrders }) => ({
      createOutboundOrder: (order) => {
        const similar = numbers.first(order.orderNumber)
        if (similar === order.orderNumber) {
          return Effect.tap(createOutboundOrder(order), () => Effect.sync(() => numbers.note(order.orderNumber)))
        }
        return Effect.map(getOutboundOrders({ orders: [{ orderNumber: similar }] }), ({ items: [found] }) => ({
          warehouseOrderNumber: found?.warehouseOrderNumber ?? ""
        }))
      }
    }))
  })(),
  sending("sends every order by a channel that the peer has", "createOutboundOrder/unknown-channel", (order) => ({
    ...order,
    channelCode: ["STD", "EXP", "SEA"].includes(order.channelCode ?? "") ? order.channelCode! : "STD"
  })),
  sending("sends every order to a warehouse that the peer has", "createOutboundOrder/unknown-warehouse", (order) => ({
    ...order,
    warehouseCode: order.warehouseCode.startsWith("WH-") ? order.warehouseCode : "WH-1"
  })),
  sending("looks up 20 goods at a time and drops the others", "createOutboundOrder/most-goods", (order) => {
    const known = new Set([...new Set(order.lines.map(({ sku }) => sku))].slice(0, 20))
    const [first, ...rest] = order.lines.filter(({ sku }) => known.has(sku))
    return { ...order, lines: [first!, ...rest] }
  }),
  handlers("rounds long ids", ["createOutboundOrder/number"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) =>
      Effect.map(createOutboundOrder(order), ({ warehouseOrderNumber }) => ({ warehouseOrderNumber: asDouble(warehouseOrderNumber ?? "") }))
  })),
  sending("rounds the platform's number", "createOutboundOrder/numbers-told", (order) => ({
    ...order,
    onlineOrderId: asDouble(order.onlineOrderId!)
  })),
  sending("forgets the second address line", ["createOutboundOrder/receiver-told", "createOutboundOrder/passes-on", eachWrite], (order) => {
    const { address2: _dropped, ...receiver } = order.receiver
    return { ...order, receiver }
  }),
  sending("sends lines in another order", ["createOutboundOrder/lines-in-order", eachWrite], (order) => {
    const [first, ...rest] = order.lines.toReversed()
    return { ...order, lines: [first!, ...rest] }
  }),
  sending("merges lines of the same goods", ["createOutboundOrder/lines-told", "createOutboundOrder/lines-in-order"], (order) => {
    const [line, ...rest] = order.lines
    const isOne = rest.length === 2 && rest.every(({ sku }) => sku === line.sku)
    return isOne ? { ...order, lines: [{ ...line, quantity: Quantity.sum(order.lines.map(({ quantity }) => quantity)) }] } : order
  }),
  sending("rounds quantities up and drops their unit", "createOutboundOrder/fractions", (order) => {
    const [first, ...rest] = order.lines.map(({ unit: _dropped, ...line }) => ({
      ...line,
      quantity: Quantity.of(Math.ceil(Number(Decimal.toText(line.quantity))))
    }))
    return { ...order, lines: [first!, ...rest] }
  }),
  handlers("points into its own message in place of the payload", ["createOutboundOrder/fractions"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) =>
      Effect.catchTag(createOutboundOrder(order), "RequestInvalid", ({ message }) =>
        Effect.fail(new AdapterError.RequestInvalid({ path: "/skuList/0/quantity", message })))
  })),
  sending("loses cents", ["createOutboundOrder/money", eachWrite], (order) => ({ ...order, freight: { ...order.freight!, amount: BigDecimal.floor(order.freight!.amount, 0) } })),
  sending("takes a moment for one of another zone", "createOutboundOrder/moments", (order) => ({
    ...order,
    ...(order.orderedAt && { orderedAt: DateTime.subtract(order.orderedAt, { hours: 8 }) })
  })),
  sending("drops letters that it does not know", "createOutboundOrder/text", (order) => ({
    ...order,
    receiver: { ...order.receiver, city: order.receiver.city.replaceAll(/[^ -~]/g, "") }
  })),
  sending("sends a self-shipped order as any other", "createOutboundOrder/self-shipped", (order) => ({ ...order, packageType: "NORMAL" })),
  sending("collects nothing on delivery", "createOutboundOrder/cash-on-delivery", ({ cashOnDelivery: _dropped, ...order }) => order),
  sending("collects the freight on every delivery", ["createOutboundOrder/nothing-to-collect", eachWrite], (order) => ({
    ...order,
    cashOnDelivery: order.cashOnDelivery ?? order.freight!
  })),
  handlers("creates twice", ["createOutboundOrder/twice", "createOutboundOrder/duplicate"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) =>
      Effect.catchTag(createOutboundOrder(order), "Duplicate", () =>
        createOutboundOrder({ ...order, orderNumber: `${order.orderNumber}-2` as Order["orderNumber"] }))
  })),
  handlers("says of a duplicate that nothing has happened", ["createOutboundOrder/twice", "createOutboundOrder/duplicate"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) => Effect.catchTag(createOutboundOrder(order), "Duplicate", () => Effect.fail(rejected("is there already")))
  })),
  (() => {
    const known = new Map<string, { readonly warehouseOrderNumber?: string }>()
    return handlers("answers a repeat from memory", ["createOutboundOrder/again-after-cancel"], ({ createOutboundOrder }) => ({
      createOutboundOrder: (order) => {
        const before = known.get(order.orderNumber)
        if (before !== undefined) return Effect.succeed(before)
        return Effect.tap(createOutboundOrder(order), (answer) => Effect.sync(() => void known.set(order.orderNumber, answer)))
      }
    }))
  })(),
  handlers("keeps the reason of a refusal to itself", ["createOutboundOrder/refused"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) => Effect.catchTag(createOutboundOrder(order), "Rejected", () => Effect.fail(rejected("refused")))
  })),
  handlers("cuts a long order", ["createOutboundOrder/most-lines", "createOutboundOrder/most-goods"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) => createOutboundOrder({ ...order, lines: order.lines.slice(0, 39) as unknown as Order["lines"] })
  })),
  {
    message: "states a format of labels that its peer has no place for",
    changes: { limits: { ...Right.limits, documents: { label: ["PDF", "ZPL"] } } },
    breaks: ["createOutboundOrder/documents"]
  },
  {
    message: "states that it passes on what its peer has no field for",
    changes: { limits: { ...Right.limits, passesOn: [...Right.limits.passesOn, "lines.giftMessage"] } },
    breaks: ["createOutboundOrder/passes-on"]
  },
  {
    message: "passes on what it does not state",
    changes: { limits: { ...Right.limits, passesOn: Right.limits.passesOn.filter((member) => member !== "lines.hsCode") } },
    breaks: ["createOutboundOrder/passes-on"]
  },
  handlers("sends one file as every label", ["createOutboundOrder/self-shipped", "createOutboundOrder/documents"], ({ createOutboundOrder }) => ({
    createOutboundOrder: ({ documents, ...order }) =>
      createOutboundOrder({
        ...order,
        ...(documents !== undefined && { documents: documents.map((each) => ({ ...each, source: { _tag: "Content" as const, base64: Redacted.make("JVBERi0xLjQK") } })) })
      })
  })),
  {
    message: "sends an order beyond its limits",
    changes: {
      limits: { ...Right.limits, linesPerOrder: 500 },
      adapter: (adapter) => ({ ...adapter, facts: { limits: { ...adapter.facts.limits, linesPerOrder: Right.limits.linesPerOrder } } })
    },
    breaks: ["createOutboundOrder/too-many-lines"]
  },
  (() => {
    let current: Order | undefined
    return handlers("keeps the order that it works on where others find it", ["createOutboundOrder/at-one-time", "getOutboundOrders/all-found"], ({ createOutboundOrder, getOutboundOrders }) => ({
      createOutboundOrder: (order) =>
        Effect.suspend(() => {
          current = order
          // It does nothing else meanwhile: only what happens between its request and the answer lets another call in.
          return Effect.flatMap(Effect.ignore(getOutboundOrders({ orders: [{ orderNumber: order.orderNumber }] })), () => createOutboundOrder(current!))
        })
    }))
  })(),
  (() => {
    const mine = new Set<string>()
    return handlers("knows only orders whose answer it saw", ["createOutboundOrder/settled", eachWrite], ({ createOutboundOrder, getOutboundOrders }) => ({
      createOutboundOrder: (order) => Effect.tap(createOutboundOrder(order), () => Effect.sync(() => void mine.add(order.orderNumber))),
      getOutboundOrders: (payload) =>
        Effect.map(getOutboundOrders(payload), ({ items }) => ({ items: items.filter(({ orderNumber }) => mine.has(orderNumber)) }))
    }))
  })()
]

const querying: ReadonlyArray<Wrong> = [
  telling(
    "reports an unknown order as FAILED",
    ["getOutboundOrders/unknown", "getOutboundOrders/mixed", "getOutboundOrders/many", "getOutboundOrders/similar-numbers"],
    (found, asked) => asked.map((orderNumber) =>
      found.find((status) => status.orderNumber === orderNumber) ??
        { orderNumber: orderNumber as Status["orderNumber"], phase: "failed", status: "UNKNOWN" })
  ),
  handlers("takes an unknown order for an error", ["getOutboundOrders/unknown", "getOutboundOrders/similar-numbers"], ({ getOutboundOrders }) => ({
    getOutboundOrders: (payload) =>
      Effect.flatMap(getOutboundOrders(payload), (found) => (found.items.length === 0 ? Effect.fail(rejected("no such order")) : Effect.succeed(found)))
  })),
  telling("tells of one order at a time", [
    "getOutboundOrders/mixed",
    "getOutboundOrders/bad-record",
    "getOutboundOrders/all-found",
    "getOutboundOrders/similar-numbers"
  ], (found) => found.slice(0, 1)),
  telling("reads the first page of what it finds only", ["getOutboundOrders/all-found"], (found) => found.slice(0, 8)),
  (() => {
    const numbers = search()
    return handlers("takes the first order whose number contains the one asked for", ["getOutboundOrders/similar-numbers"], ({
      createOutboundOrder,
      getOutboundOrders
    }) => ({
      createOutboundOrder: (order) => Effect.tap(createOutboundOrder(order), () => Effect.sync(() => numbers.note(order.orderNumber))),
      getOutboundOrders: ({ orders, ...rest }) =>
        Effect.map(
          Effect.forEach(orders, ({ orderNumber: asked }) =>
            Effect.map(getOutboundOrders({ ...rest, orders: [{ orderNumber: numbers.first(asked) }] }), (found) =>
              found.items.map((status) => ({ ...status, orderNumber: asked })))),
          (all) => ({ items: all.flat() })
        )
    }))
  })(),
  (() => {
    const created = new Map<string, Order["orderNumber"]>()
    return handlers("does not look at the case of a number", ["getOutboundOrders/similar-numbers"], ({ createOutboundOrder, getOutboundOrders }) => ({
      createOutboundOrder: (order) =>
        Effect.tap(createOutboundOrder(order), () => Effect.sync(() => void created.set(order.orderNumber.toLowerCase(), order.orderNumber))),
      getOutboundOrders: ({ orders: [first, ...others], ...rest }) => {
        const inCase = ({ orderNumber }: Pick<Order, "orderNumber">) => ({ orderNumber: created.get(orderNumber.toLowerCase()) ?? orderNumber })
        return getOutboundOrders({ ...rest, orders: [inCase(first), ...others.map(inCase)] })
      }
    }))
  })(),
  handlers("asks for the first five orders only", ["getOutboundOrders/many", "getOutboundOrders/all-found"], ({ getOutboundOrders }) => ({
    getOutboundOrders: (payload) => payload.orders.length <= 5 ? getOutboundOrders(payload) : Effect.succeed({ items: [] })
  })),
  {
    message: "asks for more orders than its limits say",
    changes: {
      limits: { ...Right.limits, ordersPerQuery: 50, asnsPerQuery: Right.limits.ordersPerQuery },
      adapter: (adapter) => ({ ...adapter, facts: { limits: { ...adapter.facts.limits, ordersPerQuery: Right.limits.ordersPerQuery } } })
    },
    breaks: ["getOutboundOrders/too-many"]
  },
  telling("leaves out the peer's own word", ["getOutboundOrders/in-progress", "getOutboundOrders/unlisted-word"], (found) =>
    found.map((status) => ({ ...status, status: "" }))),
  handlers("looks a known number up as an order number", ["getOutboundOrders/known-number"], ({ getOutboundOrders }) => ({
    getOutboundOrders: ({ orders: [first, ...rest], ...payload }) => {
      const known = first.warehouseOrderNumber as Status["orderNumber"] | undefined
      return getOutboundOrders({ ...payload, orders: [{ orderNumber: known ?? first.orderNumber }, ...rest] })
    }
  })),
  telling("takes a tracking number for a number", ["getOutboundOrders/delivered", "getOutboundOrders/shipped"], (found) =>
    found.map((status) => (status.trackingNumber === undefined ? status : { ...status, trackingNumber: String(BigInt(status.trackingNumber)) }))),
  telling("shifts the moment of shipment", ["getOutboundOrders/shipped-at"], (found) =>
    found.map((status) => (status.phase === "shipped" ? { ...status, shippedAt: DateTime.makeUnsafe(0) } : status))),
  telling("takes an order that has arrived for one in progress", ["getOutboundOrders/delivered"], (found) =>
    found.map((status) => (status.status === "DELIVERED" ? { ...status, phase: "open" } : status))),
  telling("takes the first parcel for the whole", ["getOutboundOrders/closed-short", "getOutboundOrders/part-shipped"], (found) =>
    found.map((status) => (status.trackingNumber === undefined ? status : { ...status, phase: "shipped" }))),
  telling("takes an order that was closed short for a shipped one", ["getOutboundOrders/closed-short"], (found) =>
    found.map((status) => (status.phase === "closedShort" ? { ...status, phase: "shipped" } : status))),
  telling("lists only a part of what stays", ["getOutboundOrders/closed-short"], (found) =>
    found.map((status) => (status.notShipped === undefined ? status : { ...status, notShipped: status.notShipped.slice(1) }))),
  telling("leaves out why an order failed", ["getOutboundOrders/failed"], (found) =>
    found.map(({ failedReason: _dropped, ...status }) => status)),
  telling("takes a cancelled order for a failed one", ["getOutboundOrders/cancelled", "getOutboundOrders/similar-numbers"], (found) =>
    found.map((status) => (status.phase === "cancelled" ? { ...status, phase: "failed" } : status))),
  telling("takes a word that it does not know for a failure", ["getOutboundOrders/unlisted-word"], (found) =>
    found.map((status) => (/^[A-Z_]*$/.test(status.status) ? status : { ...status, phase: "failed" }))),
  telling("drops a page with a bad record", ["getOutboundOrders/bad-record"], (found) =>
    found.length === 2 && found.some(({ warehouseOrderNumber }) => warehouseOrderNumber === undefined) ? [] : found),
  (() => {
    const orders = new Map<string, Order>()
    return handlers("creates what it is asked about", ["getOutboundOrders/changes-nothing"], ({ createOutboundOrder, getOutboundOrders }) => ({
      createOutboundOrder: (order) => Effect.tap(createOutboundOrder(order), () => Effect.sync(() => void orders.set(order.orderNumber, order))),
      getOutboundOrders: (payload) => {
        const order = orders.get(payload.orders[0].orderNumber)
        const again = order && createOutboundOrder({ ...order, orderNumber: `${order.orderNumber}-probe` as Order["orderNumber"] })
        return Effect.andThen(Effect.ignore(again ?? Effect.void), getOutboundOrders(payload))
      }
    }))
  })()
]

const cancelling: ReadonlyArray<Wrong> = [
  (() => {
    let last: Order["orderNumber"] | undefined
    return handlers("cancels the newest order as well", ["cancelOutboundOrder/cancels", "getOutboundOrders/similar-numbers"], ({ cancelOutboundOrder, createOutboundOrder }) => ({
      createOutboundOrder: (order) => Effect.tap(createOutboundOrder(order), () => Effect.sync(() => (last = order.orderNumber))),
      cancelOutboundOrder: (payload) =>
        last === undefined || last === payload.orderNumber
          ? cancelOutboundOrder(payload)
          : Effect.andThen(cancelOutboundOrder(payload), cancelOutboundOrder({ orderNumber: last }))
    }))
  })(),
  handlers("cancels nothing", [
    "cancelOutboundOrder/cancels",
    "cancelOutboundOrder/by-warehouse-number",
    "cancelOutboundOrder/twice",
    "cancelOutboundOrder/shipped",
    "cancelOutboundOrder/unknown",
    "getOutboundOrders/cancelled",
    "cancelOutboundOrder/similar-numbers",
    "getOutboundOrders/similar-numbers",
    "cancelOutboundOrder/duplicate",
    ...["offline", "reset", "lose-answer", "slow", "html", "garbage", "rate-limit", "refuse-unlisted", "credential", "drip"].map((name) => `cancelOutboundOrder/${name}`)
  ], () => ({ cancelOutboundOrder: () => Effect.succeed({}) })),
  handlers("takes the number of the warehouse for that of the order", ["cancelOutboundOrder/by-warehouse-number"], ({ cancelOutboundOrder }) => ({
    cancelOutboundOrder: (payload) =>
      cancelOutboundOrder({ ...payload, orderNumber: (payload.warehouseOrderNumber ?? payload.orderNumber) as Order["orderNumber"] })
  })),
  (() => {
    const done = new Set<string>()
    return handlers("refuses to cancel a second time", ["cancelOutboundOrder/twice"], ({ cancelOutboundOrder }) => ({
      cancelOutboundOrder: (payload) =>
        done.has(payload.orderNumber)
          ? Effect.fail(rejected("is cancelled"))
          : Effect.tap(cancelOutboundOrder(payload), () => Effect.sync(() => void done.add(payload.orderNumber)))
    }))
  })(),
  (() => {
    const numbers = search()
    return handlers("cancels the first order whose number contains the one asked for", ["cancelOutboundOrder/similar-numbers"], ({
      cancelOutboundOrder,
      createOutboundOrder
    }) => ({
      createOutboundOrder: (order) => Effect.tap(createOutboundOrder(order), () => Effect.sync(() => numbers.note(order.orderNumber))),
      cancelOutboundOrder: (payload) => cancelOutboundOrder({ ...payload, orderNumber: numbers.first(payload.orderNumber) })
    }))
  })(),
  {
    ...handlers("looks whether it is cancelled, and takes the peer's refusal of a request that arrives twice for its own", [
      "cancelOutboundOrder/duplicate",
      "cancelInboundOrders/duplicate"
    ], ({ cancelInboundOrders, cancelOutboundOrder, getInboundOrders, getOutboundOrders }) => ({
      cancelOutboundOrder: (payload) =>
        Effect.flatMap(getOutboundOrders({ orders: [{ orderNumber: payload.orderNumber }] }), ({ items: [found] }) =>
          found?.phase === "cancelled" ? Effect.succeed({}) : cancelOutboundOrder(payload)),
      cancelInboundOrders: (payload) =>
        Effect.flatMap(getInboundOrders({ inboundOrders: Arr.map(payload.asnNumbers, (asnNumber) => ({ asnNumber })) }), (found) => {
          const isCancelled = (asnNumber: string) => found.items.some((each) => each.asnNumber === asnNumber && each.phase === "cancelled")
          const [first, ...others] = payload.asnNumbers.filter((asnNumber) => !isCancelled(asnNumber))
          const done = payload.asnNumbers.filter(isCancelled).map((asnNumber) => ({ asnNumber }))
          return first === undefined
            ? Effect.succeed({ items: done })
            : Effect.map(cancelInboundOrders({ ...payload, asnNumbers: [first, ...others] }), ({ items }) => ({ items: [...done, ...items] }))
        })
    })),
    peer: { cancelsOnce: true }
  },
  handlers("says that it cancelled an order that has left", ["cancelOutboundOrder/shipped"], ({ cancelOutboundOrder }) => ({
    cancelOutboundOrder: (payload) =>
      Effect.catchTag(cancelOutboundOrder(payload), "Rejected", (reason) => (reason.fault.code === "REJECTED" ? Effect.succeed({}) : Effect.fail(reason)))
  })),
  handlers("says that it cancelled an order that is not there", ["cancelOutboundOrder/unknown", "cancelOutboundOrder/similar-numbers"], ({ cancelOutboundOrder }) => ({
    cancelOutboundOrder: (payload) =>
      Effect.catchTag(cancelOutboundOrder(payload), "Rejected", (reason) =>
        reason.fault.code === "ORDER_NOT_FOUND" ? Effect.succeed({}) : Effect.fail(reason))
  }))
]

type Listed = "listWarehouses" | "listChannels"

const listing = <N extends Listed>(
  name: N,
  message: string,
  laws: Wrong["breaks"],
  change: (all: ReadonlyArray<{ readonly code: string; readonly name: string; readonly warehouseCode?: string }>) => ReadonlyArray<unknown>
): Wrong =>
  handlers(message, laws, (right) => ({
    [name]: (payload: never) => Effect.map((right[name] as Handlers["listChannels"])(payload), ({ items }) => ({ items: change(items) }))
  }))

const lists: ReadonlyArray<Wrong> = [
  listing("listWarehouses", "forgets the last warehouse", ["listWarehouses/all", "listWarehouses/bad-record"], (all) => all.slice(0, -1)),
  listing("listWarehouses", "cuts the names of warehouses", ["listWarehouses/all"], (all) => all.map((each) => ({ ...each, name: each.name.slice(0, 5) }))),
  listing("listWarehouses", "drops all warehouses for one that is bad", ["listWarehouses/bad-record"], (all) => (all.length === 2 ? [] : all)),
  listing("listChannels", "cuts the names of channels", ["listChannels/all", "listChannels/of-one-warehouse"], (all) =>
    all.map((each) => ({ ...each, name: each.name.slice(0, 5) }))),
  handlers("lists the channels of all warehouses for each", ["listChannels/of-one-warehouse"], ({ listChannels }) => ({
    listChannels: () => listChannels({})
  })),
  handlers("drops all channels for one that is bad", ["listChannels/bad-record"], ({ listChannels }) => ({
    listChannels: (payload) => Effect.map(listChannels(payload), (all) => (payload.warehouseCode === undefined && all.items.length === 2 ? { items: [] } : all))
  }))
]

type Page = typeof WarehouseV1.ListStock.success.Type
type Asked = typeof WarehouseV1.ListStock.payload.Type

const paging = (message: string, breaks: Wrong["breaks"], change: (page: Page, asked: Asked) => Page): Wrong =>
  handlers(message, breaks, ({ listStock }) => ({ listStock: (asked) => Effect.map(listStock(asked), (page) => change(page, asked)) }))

const figures = (message: string, breaks: Wrong["breaks"], change: (level: StockLevel.StockLevel) => StockLevel.StockLevel): Wrong =>
  paging(message, breaks, (page) => ({ ...page, items: page.items.map(change) }))

/** They compare each figure that is told with the books. */
const everyFigure = ["listStock/figures", "listStock/promised", "listStock/since", "listStock/odd-figures"]

const stocking: ReadonlyArray<Wrong> = [
  handlers("ignores paging", [
    "listStock/every-page",
    "listStock/empty-page",
    "listStock/moving"
  ], ({ listStock }) => ({
    listStock: (asked) =>
      Effect.flatMap(listStock(asked), (page) => Effect.map(listStock({ ...asked, cursor: "1" }), ({ items }) => ({ ...page, items })))
  })),
  (() => {
    const used = new Set<string>()
    return handlers("takes a cursor once", ["listStock/cursor-again"], ({ listStock }) => ({
      listStock: (asked) => {
        const { cursor } = asked
        if (cursor === undefined) used.clear()
        if (cursor === undefined || !used.has(cursor)) return Effect.tap(listStock(asked), () => Effect.sync(() => void (cursor && used.add(cursor))))
        return Effect.succeed({ items: [] })
      }
    }))
  })(),
  handlers("remembers where a page begins, and not in its cursor", ["listStock/cursor-again"], ({ listStock }) => {
    const mine = new Map<string, string>()
    return {
      listStock: (asked) => {
        const { cursor, ...question } = asked
        const known = cursor === undefined ? undefined : mine.get(cursor)
        if (cursor !== undefined && known === undefined) return Effect.succeed({ items: [] })
        return Effect.map(listStock({ ...question, ...(known !== undefined && { cursor: known }) }), ({ nextCursor, ...page }) => {
          if (nextCursor === undefined) return page
          mine.set(`place ${nextCursor}`, nextCursor)
          return { ...page, nextCursor: `place ${nextCursor}` }
        })
      }
    }
  }),
  handlers("says that every page is the last", [
    "listStock/every-page",
    "listStock/cursor-again",
    "listStock/empty-page",
    "listStock/endless-pages",
    "listStock/repeated-page",
    "listStock/moving"
  ], ({ listStock }) => ({ listStock: (asked) => Effect.map(listStock(asked), ({ items }) => ({ items })) })),
  paging("never comes to the last page", [
    "listStock/every-page",
    "listStock/figures",
    "listStock/formula",
    "listStock/promised",
    "listStock/empty-page",
    "listStock/moving",
    "listStock/of-skus"
  ], (page) => ({ ...page, nextCursor: page.nextCursor ?? "1" })),
  handlers("gathers pages without end", ["listStock/endless-pages", "listStock/repeated-page"], ({ listStock }) => ({
    listStock: (asked) =>
      asked.cursor !== undefined || asked.limit > 2 ? listStock(asked) : Effect.gen(function*() {
        for (let page = 1; ; page++) {
          const { nextCursor } = yield* listStock({ ...asked, cursor: String(page) })
          if (nextCursor === undefined) return yield* listStock(asked)
        }
      })
  })),
  figures("takes one figure for another", [...everyFigure, "listStock/formula"], (level) => ({ ...level, sellable: level.total ?? level.sellable })),
  figures("tells what is promised as sellable, too", [...everyFigure, "listStock/formula"], (level) => ({
    ...level,
    sellable: BigDecimal.sum(level.sellable, level.reserved ?? StockLevel.figure(0))
  })),
  figures("tells a total that is not the sum", [...everyFigure, "listStock/formula"], (level) => ({
    ...level,
    ...(level.total && { total: BigDecimal.sum(level.total, StockLevel.figure(1)) })
  })),
  figures("tells one part of the total alone, and more of it than there is", [...everyFigure, "listStock/formula"], ({ sku, total, warehouseCode }) => ({
    warehouseCode,
    sku,
    ...(total && { total }),
    sellable: BigDecimal.sum(total ?? StockLevel.figure(0), StockLevel.figure(1))
  })),
  figures("tells no figure below zero", ["listStock/odd-figures"], (level) => ({
    ...level,
    sellable: BigDecimal.max(StockLevel.figure(0), level.sellable)
  })),
  paging("counts one page too many", ["listStock/page-count"], (page) => ({ ...page, pageCount: (page.pageCount ?? 0) + 1 })),
  handlers("does not look which SKUs are asked for", ["listStock/of-skus"], ({ listStock }) => ({
    listStock: ({ skus: _, ...asked }) => listStock(_ !== undefined && asked.limit === 100 ? asked : { ...asked, ...(_ && { skus: _ }) })
  })),
  handlers("loses what changed", ["listStock/since"], ({ listStock }) => ({
    listStock: (asked) =>
      Effect.map(listStock(asked), (page) =>
        asked.updatedSince === undefined ? page : { ...page, items: page.items.filter(({ sellable }) => !BigDecimal.equals(sellable, StockLevel.figure(4711))) })
  })),
  handlers("tells figures of another warehouse", ["listStock/unknown-warehouse"], ({ listStock }) => ({
    listStock: (asked) => listStock({ ...asked, warehouseCode: "WH-1" })
  })),
  paging("takes an empty page for the end", ["listStock/empty-page"], (page) => (page.items.length === 0 ? { items: [] } : page)),
  (() => {
    let seen = new Set<string>()
    return handlers("takes a page that shows a SKU again for a mistake", ["listStock/cursor-again", "listStock/moving"], ({ listStock }) => ({
      listStock: (asked) =>
        Effect.map(listStock(asked), (page) => {
          if (asked.cursor === undefined) seen = new Set()
          const isMistake = page.items.some(({ sku }) => seen.has(sku))
          for (const { sku } of page.items) seen.add(sku)
          return isMistake ? { ...page, items: [] } : page
        })
    }))
  })(),
  (() => {
    let isFirst = true
    return paging("drops a page of stock for one bad record", ["listStock/bad-record"], (page, asked) => {
      if (asked.limit < 1000 || asked.updatedSince !== undefined) return page
      // The second time that all stock is asked for on one page it lacks a record.
      const isWhole = isFirst
      isFirst = false
      return isWhole ? page : { ...page, items: [] }
    })
  })()
]

type AsnAnswers = (typeof WarehouseV1.CancelInboundOrders.success.Type)["items"]
type AsnStatus = (typeof WarehouseV1.GetInboundOrders.success.Type)["items"][number]

const received = (message: string, breaks: Wrong["breaks"], change: (status: AsnStatus) => AsnStatus): Wrong =>
  handlers(message, breaks, ({ getInboundOrders }) => ({
    getInboundOrders: (payload) => Effect.map(getInboundOrders(payload), ({ items }) => ({ items: items.map(change) }))
  }))

const recalled = (message: string, breaks: Wrong["breaks"], change: (answers: AsnAnswers) => AsnAnswers): Wrong =>
  handlers(message, breaks, ({ cancelInboundOrders }) => ({ cancelInboundOrders: (payload) => Effect.map(cancelInboundOrders(payload), ({ items }) => ({ items: change(items) })) }))

const inbound: ReadonlyArray<Wrong> = [
  handlers("answers with a number of its own", ["createInboundOrder/announces"], ({ createInboundOrder }) => ({
    createInboundOrder: (order) => Effect.as(createInboundOrder(order), { referenceNumber: "IN-1" })
  })),
  handlers("announces the first line only", ["createInboundOrder/told", "getInboundOrders/finished"], ({ createInboundOrder }) => ({
    createInboundOrder: (order) => createInboundOrder({ ...order, lines: [order.lines[0]] })
  })),
  handlers("drops why goods come back", ["createInboundOrder/return-told"], ({ createInboundOrder }) => ({
    createInboundOrder: (order) => createInboundOrder(order.returnReason === undefined ? order : { ...order, returnReason: "return" })
  })),
  handlers("announces twice", ["createInboundOrder/twice", "createInboundOrder/duplicate"], ({ createInboundOrder }) => ({
    createInboundOrder: (order) => Effect.catchTag(createInboundOrder(order), "Duplicate", () => Effect.fail(rejected("is there already")))
  })),
  (() => {
    const numbers = search()
    return handlers("takes an inbound order for made when the peer has one whose number contains its number", [
      "createInboundOrder/similar-numbers",
      "getInboundOrders/similar-numbers",
      "cancelInboundOrders/similar-numbers"
    ], ({ createInboundOrder }) => ({
      createInboundOrder: (order) =>
        numbers.first(order.asnNumber) === order.asnNumber
          ? Effect.tap(createInboundOrder(order), () => Effect.sync(() => numbers.note(order.asnNumber)))
          : Effect.succeed({})
    }))
  })(),
  (() => {
    const numbers = search()
    return handlers("takes the first inbound order whose number contains the one asked for", ["getInboundOrders/similar-numbers"], ({
      createInboundOrder,
      getInboundOrders
    }) => ({
      createInboundOrder: (order) => Effect.tap(createInboundOrder(order), () => Effect.sync(() => numbers.note(order.asnNumber))),
      getInboundOrders: ({ inboundOrders, ...rest }) =>
        Effect.map(
          Effect.forEach(inboundOrders, ({ asnNumber: asked }) =>
            Effect.map(getInboundOrders({ ...rest, inboundOrders: [{ asnNumber: numbers.first(asked) }] }), (found) =>
              found.items.map((status) => ({ ...status, asnNumber: asked })))),
          (all) => ({ items: all.flat() })
        )
    }))
  })(),
  (() => {
    const numbers = search()
    return handlers("cancels the first inbound order whose number contains the one asked for", ["cancelInboundOrders/similar-numbers"], ({
      cancelInboundOrders,
      createInboundOrder
    }) => ({
      createInboundOrder: (order) => Effect.tap(createInboundOrder(order), () => Effect.sync(() => numbers.note(order.asnNumber))),
      cancelInboundOrders: ({ asnNumbers: [first, ...others], ...rest }) =>
        Effect.map(cancelInboundOrders({ ...rest, asnNumbers: [numbers.first(first), ...others.map(numbers.first)] }), ({ items }) =>
          ({ items: items.map((answer, at) => ({ ...answer, asnNumber: [first, ...others][at]! })) }))
    }))
  })(),
  handlers("reads the first page of the inbound orders that it finds only", ["getInboundOrders/all-found"], ({ getInboundOrders }) => ({
    getInboundOrders: (payload) => Effect.map(getInboundOrders(payload), ({ items }) => ({ items: items.slice(0, 8) }))
  })),
  handlers("takes an unknown inbound order for a deleted one", ["getInboundOrders/unknown", "getInboundOrders/similar-numbers"], ({ getInboundOrders }) => ({
    getInboundOrders: (payload) =>
      Effect.map(getInboundOrders(payload), ({ items }) => ({
        items: payload.inboundOrders.map(({ asnNumber }) =>
          items.find((status) => status.asnNumber === asnNumber) ?? { asnNumber, phase: "cancelled", status: "", lines: [] })
      }))
  })),
  {
    message: "asks for more inbound orders than its limits say",
    changes: {
      limits: { ...Right.limits, asnsPerQuery: 50 },
      adapter: (adapter) => ({ ...adapter, facts: { limits: Right.limits } })
    },
    breaks: ["getInboundOrders/too-many"]
  },
  received("takes what is announced for received", ["getInboundOrders/new", "getInboundOrders/totals"], (status) => ({
    ...status,
    lines: status.lines.map((line) => ({ ...line, received: line.estimated! }))
  })),
  (() => {
    const told = new Map<string, Quantity.QuantityOrZero>()
    return received("tells what was received since it was last asked", ["getInboundOrders/totals"], (status) => {
      const total = Quantity.sum(status.lines.map((line) => line.received))
      const before = told.get(status.asnNumber) ?? Quantity.zero
      told.set(status.asnNumber, total)
      return { ...status, lines: status.lines.map((line, at) => (at === 0 ? { ...line, received: Quantity.remaining(line.received, before) } : line)) }
    })
  })(),
  received("writes the moment of arrival in another zone", ["getInboundOrders/finished"], (status) => ({
    ...status,
    ...(status.finishedAt && { finishedAt: DateTime.add(status.finishedAt, { hours: 3 }) })
  })),
  received("closes an inbound order for a word that it does not know", ["getInboundOrders/unlisted-word"], (status) =>
    /^(?:NEW|DELETED|RECEIVING|FINISHED|UNREADABLE)$/.test(status.status) ? status : { ...status, phase: "closed" }),
  handlers("drops all inbound orders for one that is bad", ["getInboundOrders/bad-record"], ({ getInboundOrders }) => ({
    getInboundOrders: (payload) =>
      Effect.map(getInboundOrders(payload), (found) => (found.items.some(({ status }) => status === "UNREADABLE") ? { items: [] } : found))
  })),
  handlers("cancels the first inbound order only", ["cancelInboundOrders/each-for-itself"], ({ cancelInboundOrders }) => ({
    cancelInboundOrders: (payload) =>
      Effect.map(cancelInboundOrders({ ...payload, asnNumbers: [payload.asnNumbers[0]] }), ({ items }) => ({
        items: [...items, ...payload.asnNumbers.slice(1).map((asnNumber) => ({ asnNumber }))]
      }))
  })),
  recalled("says that nothing was cancelled", [
    "cancelInboundOrders/cancels",
    "cancelInboundOrders/twice",
    "cancelInboundOrders/duplicate",
    "cancelInboundOrders/each-for-itself"
  ], (answers) =>
    answers.map(({ asnNumber }) => ({ asnNumber, failure: "no" }))),
  (() => {
    const done = new Set<string>()
    return recalled("refuses to cancel an inbound order again", ["cancelInboundOrders/twice"], (answers) =>
      answers.map((answer) => {
        const again = done.has(answer.asnNumber)
        done.add(answer.asnNumber)
        return again ? { ...answer, failure: "is cancelled" } : answer
      }))
  })(),
  recalled("keeps to itself what was not cancelled", ["cancelInboundOrders/each-for-itself", "cancelInboundOrders/received"], (answers) =>
    answers.map(({ asnNumber }) => ({ asnNumber }))),
  recalled("says that it cancelled what has arrived", ["cancelInboundOrders/received"], (answers) =>
    answers.map((answer) => (answer.failure?.includes("arrived") === true ? { asnNumber: answer.asnNumber } : answer)))
]

const isFine = (width: Decimal.Decimal): boolean => BigDecimal.normalize(width).scale > 1
const tooFine = new AdapterError.RequestInvalid({ path: "/width", message: "the peer takes whole millimetres" })

const products: ReadonlyArray<Wrong> = [
  handlers("sends the ERP's SKU in place of the warehouse's", [
    "upsertProduct/creates",
    "upsertProduct/told",
    "upsertProduct/measures",
    "upsertProduct/updates",
    "upsertProduct/twice",
    "upsertProduct/drip"
  ], ({ upsertProduct }) => ({ upsertProduct: (product) => upsertProduct({ ...product, sku: Sku.Sku.make(product.erpSku!) }) })),
  handlers("cuts the specifications of a product", ["upsertProduct/told"], ({ upsertProduct }) => ({
    upsertProduct: (product) => upsertProduct({ ...product, ...(product.specifications && { specifications: product.specifications.slice(0, 3) }) })
  })),
  handlers("leaves out in silence a measure that is too fine for its peer", ["upsertProduct/measures"], ({ upsertProduct }) => ({
    upsertProduct: ({ width, ...product }) => upsertProduct({ ...product, ...(width && !isFine(width) && { width }) })
  })),
  handlers("refuses a measure after it has sent the product", ["upsertProduct/measures"], ({ upsertProduct }) => ({
    upsertProduct: (product) =>
      product.width && isFine(product.width) ? Effect.andThen(upsertProduct(product), Effect.fail(tooFine)) : upsertProduct(product)
  })),
  handlers("loses digits of a weight", ["upsertProduct/measures"], ({ upsertProduct }) => ({
    upsertProduct: (product) =>
      upsertProduct({ ...product, ...(product.netWeight && { netWeight: Decimal.fromText(Number(Decimal.toText(product.netWeight)).toFixed(0))! }) })
  })),
  (() => {
    const known = new Set<string>()
    return handlers("never sends a product a second time", ["upsertProduct/updates"], ({ upsertProduct }) => ({
      upsertProduct: (product) =>
        known.has(product.sku) ? Effect.succeed({}) : Effect.tap(upsertProduct(product), () => Effect.sync(() => void known.add(product.sku)))
    }))
  })(),
  (() => {
    const known = new Set<string>()
    return handlers("refuses a product that is there", ["upsertProduct/twice"], ({ upsertProduct }) => ({
      upsertProduct: (product) =>
        known.has(product.sku) && product.title !== "Another title"
          ? Effect.fail(rejected("is there already"))
          : Effect.tap(upsertProduct(product), () => Effect.sync(() => void known.add(product.sku)))
    }))
  })(),
  handlers("swallows the refusal of a product", ["upsertProduct/refused"], ({ upsertProduct }) => ({
    upsertProduct: (product) => Effect.catchTag(upsertProduct(product), "Rejected", () => Effect.succeed({}))
  }))
]

const authorization = (message: string, breaks: Wrong["breaks"], change: NonNullable<Right.Changes["authorization"]>): Wrong => ({
  message,
  breaks,
  changes: { authorization: change }
})

const accounts: ReadonlyArray<Wrong> = [
  authorization("keeps the code in place of the credential", ["authorization/exchanges"], ({ exchange }) => ({
    exchange: (settings, callback) => Effect.as(exchange(settings, callback), { values: { accessToken: callback.params["code"]! } })
  })),
  authorization("sends a person to the peer without the state", ["authorization/exchanges"], ({ url }) => ({
    url: (settings, request) => url(settings, { ...request, state: "" })
  })),
  authorization("hands out a credential as plain text", ["authorization/keeps-secrets"], ({ exchange }) => ({
    exchange: (settings, callback) =>
      Effect.map(exchange(settings, callback), ({ values }) => ({ values: { ...values, hint: text(values["accessToken"]!) as never } }))
  })),
  authorization("takes a wrong code for trouble on the way", ["authorization/wrong"], ({ exchange }) => ({
    exchange: (settings, callback) =>
      Effect.catchTag(exchange(settings, callback), "Rejected", () => Effect.fail(new AdapterError.PeerUnavailable({ status: 503 })))
  })),
  handlers("registers a shortened address", ["subscribe/registers", "subscribe/twice", "subscribe/drip"], ({ subscribe }) => ({
    subscribe: ({ callbackUrl }) => subscribe({ callbackUrl: /\d-subscribe/.test(callbackUrl.pathname) ? new URL("/", callbackUrl) : callbackUrl })
  })),
  (() => {
    let count = 0
    return handlers("registers again what is registered", ["subscribe/twice"], ({ subscribe }) => ({
      subscribe: ({ callbackUrl }) => {
        const isAgain = callbackUrl.pathname.endsWith("subscribe-twice") && count++ > 0
        return isAgain
          ? Effect.andThen(subscribe({ callbackUrl: new URL("?again", callbackUrl) }), Effect.fail(rejected("is registered")))
          : subscribe({ callbackUrl })
      }
    }))
  })(),
  handlers("ends what it should renew", ["renew/keeps"], ({ renew, unsubscribe }) => ({
    renew: (payload) => Effect.tap(renew(payload), () => unsubscribe(payload))
  })),
  handlers("leaves its registration behind", [
    "unsubscribe/ends",
    ...["lose-answer", "slow", "html", "garbage", "drip"].map((name) => `unsubscribe/${name}`)
  ], ({ unsubscribe }) => ({
    unsubscribe: () => unsubscribe({ subscriptionId: "0" })
  }))
]

const incomingOf = (message: string, breaks: Wrong["breaks"], change: (right: Right.Incoming) => Right.Incoming): Wrong => ({
  message,
  breaks,
  changes: { incoming: change }
})

const success: Transport.Response = { status: 200, headers: [], body: "{\"success\":\"true\"}" }

const incoming: ReadonlyArray<Wrong> = [
  incomingOf("loses zeros of a reported tracking number", ["incoming/outbound"], (right) => (settings, timeZone) => (request, emit) =>
    right(settings, timeZone)(request, (event) =>
      emit(event._tag === "OutboundStatusChanged" && event.status.trackingNumber !== undefined
        ? { ...event, status: { ...event.status, trackingNumber: String(BigInt(event.status.trackingNumber)) } }
        : event))),
  incomingOf("takes only reports of outbound orders", ["incoming/inbound", "incoming/conditions"], (right) => (settings, timeZone) => (request, emit) =>
    right(settings, timeZone)(request, (event) => (event._tag === "InboundProgressed" ? Effect.void : emit(event)))),
  incomingOf("tells of received goods only whether they are good", ["incoming/conditions"], (right) => (settings, timeZone) => (request, emit, context) =>
    right(settings, timeZone)(request, (event) =>
      emit(event._tag === "InboundProgressed" ? { ...event, progress: { ...event.progress, lines: event.progress.lines.map((line) => line.condition === "expired" ? { ...line, condition: "damaged" } : line) } } : event), context)),
  incomingOf("drops why goods came back", ["incoming/return"], (right) => (settings, timeZone) => (request, emit, context) =>
    right(settings, timeZone)(request, (event) =>
      emit(event._tag === "ReturnReceived" ? { ...event, returned: { ...event.returned, lines: event.returned.lines.map(({ reason: _dropped, ...line }) => line) } } : event), context)),
  incomingOf("says that it took what it lost", ["incoming/not-stored"], (right) => (settings, timeZone) => (request, emit) =>
    right(settings, timeZone)(request, (event) => Effect.ignore(emit(event)))),
  (() => {
    const seen = new Set<string>()
    return incomingOf("takes a repeat for an attack", ["incoming/again"], (right) => (settings, timeZone) => (request, emit) => {
      if (seen.has(request.body)) return Effect.succeed({ ...success, body: "{\"success\":\"false\"}" })
      return Effect.tap(right(settings, timeZone)(request, emit), () => Effect.sync(() => void seen.add(request.body)))
    })
  })(),
  incomingOf("does not look at the sign", ["incoming/forged", "incoming/changed", "incoming/garbage", "incoming/conditions", "incoming/return"], () => () => (request, emit) => {
    const fields = new URLSearchParams(request.body)
    const content = fields.get("content")
    if (content === null || request.method !== "POST") return Effect.succeed({ ...success, body: "{\"success\":\"false\"}" })
    return Effect.match(Effect.try({ try: () => JSON.parse(content) as Record<string, string>, catch: () => rejected("no JSON") }).pipe(
      Effect.flatMap((json) => json["asnNumber"] !== undefined
        ? emit({
          _tag: "InboundProgressed",
          progress: {
            asnNumber: json["asnNumber"] as never,
            phase: "receiving",
            status: "",
            updatedAt: DateTime.makeUnsafe(0),
            lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(4) }]
          }
        })
        : emit({
          _tag: "OutboundStatusChanged",
          status: { orderNumber: json["orderNumber"] as never, phase: "shipped", status: "", trackingNumber: json["trackNumber"] as string }
        }))
    ), { onSuccess: () => success, onFailure: () => ({ ...success, body: "{\"success\":\"false\"}" }) })
  }),
  incomingOf("refuses reports about orders of others", ["incoming/foreign"], (right) => (settings, timeZone) => (request, emit) =>
    request.body.includes("OF-SOMEBODY-ELSE")
      ? Effect.succeed({ ...success, body: "{\"success\":\"false\"}" })
      : right(settings, timeZone)(request, emit)),
  incomingOf("says that it took what is no report", ["incoming/garbage"], (right) => (settings, timeZone) => (request, emit) =>
    request.body === "" ? Effect.succeed(success) : right(settings, timeZone)(request, emit))
]

const leaking = (message: string, leak: (order: Order) => Effect.Effect<void>): Wrong =>
  handlers(message, ["plugin/personal-data"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) => Effect.andThen(leak(order), createOutboundOrder(order))
  }))

const keeping: ReadonlyArray<Wrong> = [
  handlers("leaks the receiver's name in an error", ["plugin/personal-data"], ({ createOutboundOrder }) => ({
    createOutboundOrder: (order) =>
      Effect.catchTag(createOutboundOrder(order), "Rejected", ({ fault }) =>
        Effect.fail(rejected(`${fault.message} (for ${text(order.receiver.name)})`)))
  })),
  leaking("logs the receiver's phone", (order) => Effect.logDebug(`order for ${text(order.receiver.phone!)}`)),
  leaking("writes the receiver's email to the console", (order) => Effect.sync(() => console.log(text(order.receiver.email!)))),
  leaking("puts the address into a span", (order) => Effect.annotateCurrentSpan("address", text(order.receiver.address1))),
  handlers("leaks its own secret in an error", ["plugin/personal-data"], ({ getOutboundOrders }, { secretKey }) => ({
    getOutboundOrders: (payload) =>
      Effect.catchTag(getOutboundOrders(payload), "ResponseInvalid", () =>
        Effect.fail(new AdapterError.ResponseInvalid({ cause: new Error(`called with ${text(secretKey)}`) })))
  }))
]

export const all: ReadonlyArray<Wrong> = [
  ...declared,
  ...creating,
  ...querying,
  ...cancelling,
  ...lists,
  ...stocking,
  ...inbound,
  ...products,
  ...accounts,
  ...incoming,
  ...keeping
]

/** How each trouble looks to a plugin, as the reason that the right one gives. */
const isOf: Readonly<Partial<Record<FaultName, (reason: AdapterError.Reason) => boolean>>> = {
  offline: (reason) => reason._tag === "TransportFailed" && reason.phase === "connect",
  reset: (reason) => reason._tag === "TransportFailed" && reason.phase === "send",
  "lose-answer": (reason) => reason._tag === "TransportFailed" && reason.phase === "receive" && !String(reason.cause).includes("timeout"),
  slow: (reason) => reason._tag === "TransportFailed" && reason.phase === "receive" && String(reason.cause).includes("timeout"),
  html: (reason) => reason._tag === "PeerUnavailable",
  garbage: (reason) => reason._tag === "ResponseInvalid",
  "rate-limit": (reason) => reason._tag === "RateLimited",
  credential: (reason) => reason._tag === "CredentialRejected",
  "refuse-unlisted": (reason) => reason._tag === "FaultUnlisted"
}

/** What a careless plugin makes of it: a refusal where something may have happened, doubt where nothing has. */
const careless = (injection: FaultName): AdapterError.Reason =>
  injection === "offline" || injection === "rate-limit" || injection === "credential"
    ? new AdapterError.TransportFailed({ phase: "receive", cause: "?" })
    : rejected("it did not work")

type Wrap = <A, R>(call: Effect.Effect<A, AdapterError.Reason, R>) => Effect.Effect<A, AdapterError.Reason, R>

/** One plugin for each operation and trouble that misjudges this operation in this trouble. */
export const lies: ReadonlyArray<Wrong & { readonly operation: CallName }> = [...Object.keys(WarehouseV1.contract.operations), "authorization"].flatMap((each) => {
  const operation = each as CallName
  const misjudging = (message: string, breaks: Wrong["breaks"], wrap: Wrap): Wrong =>
    operation === "authorization"
      ? authorization(message, breaks, ({ exchange }) => ({ exchange: (settings, callback) => wrap(exchange(settings, callback)) }))
      : handlers(message, breaks, (right) => ({
        [operation]: (payload: never) => wrap((right[operation] as (payload: never) => Effect.Effect<unknown, AdapterError.Reason>)(payload))
      }))
  return [
    ...Object.entries(isOf)
      .filter(([injection]) => !(operation === "authorization" && (injection === "credential" || injection === "refuse-unlisted")))
      .map(([injection, is]) => ({
        operation,
        ...misjudging(`misjudges ${operation} in the trouble ${injection}`, [...(operation === "createOutboundOrder" && injection === "lose-answer" ? [eachWrite] : []), `${operation}/${injection}`], (call) =>
          Effect.mapError(call, (reason) => (is(reason) ? careless(injection as FaultName) : reason)))
      })),
    {
      operation,
      ...misjudging(`takes an answer that ${operation} cannot read for a refusal`, [`${operation}/garbage`], (call) =>
        Effect.mapError(call, (reason) => (reason._tag === "ResponseInvalid" ? new AdapterError.FaultUnlisted({ fault: { code: "", message: "?" } }) : reason)))
    },
    {
      operation,
      ...misjudging(`passes on no words of a refusal of ${operation}`, operation === "authorization" ? [] : [`${operation}/refuse-unlisted`], (call) =>
        Effect.mapError(call, (reason) => (reason._tag === "FaultUnlisted" ? new AdapterError.FaultUnlisted({ fault: { code: "E", message: "" } }) : reason)))
    },
    {
      operation,
      ...misjudging(`has no patience with ${operation}`, [`${operation}/drip`], (call) =>
        Effect.flatMap(Clock.currentTimeMillis, (before) =>
          Effect.flatMap(call, (answer) =>
            Effect.flatMap(Clock.currentTimeMillis, (after) =>
              after - before < 5000
                ? Effect.succeed(answer)
                : Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "too slow" }))))))
    }
  ]
})
