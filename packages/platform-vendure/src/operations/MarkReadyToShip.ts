/**
 * Implements `markReadyToShip`: it creates a fulfillment with the tracking number, and takes it to the state Shipped.
 *
 * These are two mutations, and Vendure has no key against repeats. So the order is read first: a fulfillment with this tracking
 * number, from an earlier call whose outcome was not known or by hand, is completed and not created again (P-396). Until it is
 * Shipped, `getOrders` does not show it, so a caller that asks whether the call took effect repeats it, and it is completed.
 * The order is read again before a new fulfillment leaves: if the request reached Vendure twice, one of the two is cancelled.
 */
import { type AdapterError, type PlatformV1, Quantity } from "@crossdock/core"
import { Refusal } from "@crossdock/http-kit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Faults from "../Faults.ts"
import type { Document, GraphQl } from "../GraphQl.ts"
import { isCancelled, isPrepared } from "../Statuses.ts"
import { filled, Text } from "../Values.ts"

type Asked = typeof PlatformV1.ReportOutgoingParcel.payload.Type
type Contents = ReadonlyMap<string, number>

const Fulfillment = Schema.Struct({
  id: Schema.NonEmptyString,
  state: Schema.String,
  trackingCode: Text,
  createdAt: Schema.String,
  lines: Schema.Array(Schema.Struct({ orderLineId: Schema.String, quantity: Schema.Int }))
})
type Fulfillment = typeof Fulfillment.Type

const Order = Schema.Struct({
  code: Schema.String,
  state: Schema.String,
  lines: Schema.Array(Schema.Struct({ id: Schema.String, quantity: Schema.Int })),
  fulfillments: Schema.optionalKey(Schema.NullOr(Schema.Array(Fulfillment)))
})
type Order = typeof Order.Type

const Shipping = Schema.Struct({
  orders: Schema.Struct({ items: Schema.Array(Order) }),
  shippingMethods: Schema.Struct({ items: Schema.Array(Schema.Struct({ code: Schema.String, name: Text, fulfillmentHandlerCode: Schema.String })) }),
  fulfillmentHandlers: Schema.Array(Schema.Struct({ code: Schema.String, args: Schema.Array(Schema.Struct({ name: Schema.String })) }))
})
type Shipping = typeof Shipping.Type

const reading: Document<Shipping> = {
  name: "query Shipping",
  text: `query Shipping($code: String!, $provider: String!) {
    orders(options: { filter: { code: { eq: $code }, orderPlacedAt: { isNull: false } }, take: 1 }) {
      items { code state lines { id quantity } fulfillments { id state trackingCode createdAt lines { orderLineId quantity } } }
    }
    shippingMethods(options: { filter: { code: { eq: $provider } }, take: 1 }) { items { code name fulfillmentHandlerCode } }
    fulfillmentHandlers { code args { name } }
  }`,
  data: Shipping
}

const Made = Schema.Union([Schema.Struct({ id: Schema.NonEmptyString, state: Schema.String }), Faults.ErrorResult])

const creation: Document<{ readonly addFulfillmentToOrder: typeof Made.Type }> = {
  name: "mutation AddFulfillment",
  text: `mutation AddFulfillment($input: FulfillOrderInput!) {
    addFulfillmentToOrder(input: $input) {
      ... on Fulfillment { id state }
      ... on CreateFulfillmentError { fulfillmentHandlerError }
      ... on FulfillmentStateTransitionError { transitionError }
      ${Faults.errorFields}
    }
  }`,
  data: Schema.Struct({ addFulfillmentToOrder: Made })
}

const transition = (name: string, state: string): Document<{ readonly transitionFulfillmentToState: typeof Made.Type }> => ({
  name: `mutation ${name}`,
  text: `mutation ${name}($id: ID!) {
    transitionFulfillmentToState(id: $id, state: "${state}") {
      ... on Fulfillment { id state }
      ... on FulfillmentStateTransitionError { transitionError }
      ${Faults.errorFields}
    }
  }`,
  data: Schema.Struct({ transitionFulfillmentToState: Made })
})

const shipment = transition("ShipFulfillment", "Shipped")
const cancellation = transition("CancelFulfillment", "Cancelled")

const counted = (lines: Iterable<readonly [lineId: string, quantity: number]>): Map<string, number> => {
  const found = new Map<string, number>()
  for (const [lineId, quantity] of lines) found.set(lineId, (found.get(lineId) ?? 0) + quantity)
  return found
}

const contentsOf = (fulfillments: ReadonlyArray<Fulfillment>): Contents =>
  counted(fulfillments.flatMap(({ lines }) => lines.map(({ orderLineId, quantity }) => [orderLineId, quantity] as const)))

const activeIn = ({ fulfillments }: Order): ReadonlyArray<Fulfillment> => (fulfillments ?? []).filter(({ state }) => !isCancelled(state))

/** The fulfillments of an order with a tracking number. */
const held = (order: Order, trackingNumber: string): ReadonlyArray<Fulfillment> =>
  activeIn(order).filter(({ trackingCode }) => filled(trackingCode) === trackingNumber.trim())

const isSame = (one: Contents, other: Contents): boolean => one.size === other.size && [...one].every(([lineId, quantity]) => other.get(lineId) === quantity)

/**
 * Tells the fulfillments under one tracking number from their twins: fulfillments that have not left and have the same contents
 * as an earlier one. This plugin makes no second one on purpose. Every process that looks chooses the same ones.
 */
export const withoutTwins = (fulfillments: ReadonlyArray<Fulfillment>) => {
  const kept: Array<Fulfillment> = []
  const twins: Array<Fulfillment> = []
  const rank = ({ createdAt, id, state }: Fulfillment) => [isPrepared(state) ? "1" : "0", createdAt, id.padStart(40, "0")].join(" ")
  for (const each of fulfillments.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const isTwin = isPrepared(each.state) && kept.some((one) => isSame(contentsOf([one]), contentsOf([each])))
    if (isTwin) twins.push(each)
    else kept.push(each)
  }
  return { kept, twins }
}

/** What is asked for, as whole pieces by line. Undefined if the request names no lines. */
const wantedOf = Effect.fnUntraced(function*({ lines }: Asked): Effect.fn.Return<Contents | undefined, AdapterError.Reason> {
  if (lines === undefined) return undefined
  const pieces: Array<readonly [string, number]> = []
  for (const [at, { lineId, quantity }] of lines.entries()) {
    const number = Quantity.toNumber(quantity)
    if (number === undefined) return yield* Faults.notPieces(`/lines/${at}/quantity`)
    pieces.push([lineId, number])
  }
  return counted(pieces)
})

/**
 * Compares what is asked for with what fulfillments under this tracking number have. `all`: they have it, so nothing is to be
 * created. `none`: they have nothing of it. `other`: they have another quantity of one of its lines.
 */
export const coverage = (wanted: Contents | undefined, under: Contents): "all" | "none" | "other" => {
  if (wanted === undefined) return under.size > 0 ? "all" : "none"
  const lines = [...wanted]
  if (lines.every(([lineId]) => !under.has(lineId))) return "none"
  return lines.every(([lineId, quantity]) => under.get(lineId) === quantity) ? "all" : "other"
}

/** The contents of a new fulfillment: what is asked for, or all that is left. */
const contentsToShip = Effect.fnUntraced(function*(order: Order, wanted: Contents | undefined): Effect.fn.Return<Contents, AdapterError.Reason> {
  const shipped = contentsOf(activeIn(order))
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity - (shipped.get(id) ?? 0)]))
  if ([...left.values()].every((pieces) => pieces <= 0)) return yield* Faults.nothingLeft(order.code)
  if (wanted === undefined) return new Map([...left].filter(([, pieces]) => pieces > 0))
  for (const [lineId, pieces] of wanted) {
    const most = left.get(lineId)
    if (most === undefined) return yield* Faults.unknownLine(lineId)
    if (pieces > most) return yield* Faults.tooMany(lineId, Math.max(0, most))
  }
  return wanted
})

/** The handler of a shipping method, with the arguments that it knows. */
const handlerOf = Effect.fnUntraced(function*({ fulfillmentHandlers, shippingMethods }: Shipping, { providerCode, trackingNumber }: Asked) {
  const [method] = shippingMethods.items
  if (method === undefined) return yield* Faults.unknownProvider(providerCode)
  const code = method.fulfillmentHandlerCode
  const names = fulfillmentHandlers.find((handler) => handler.code === code)?.args.map(({ name }) => name) ?? []
  if (!names.includes("trackingCode")) return yield* Faults.noTracking(code)
  const values = { method: filled(method.name) ?? method.code, trackingCode: trackingNumber }
  return { code, arguments: Object.entries(values).flatMap(([name, value]) => (names.includes(name) ? [{ name, value }] : [])) }
})

export const markReadyToShip = (graphQl: GraphQl) => {
  const move = Effect.fnUntraced(function*(document: typeof shipment, id: string): Effect.fn.Return<void, AdapterError.Reason> {
    const { transitionFulfillmentToState: done } = yield* graphQl.send(document, { id })
    if (Faults.isError(done)) return yield* Faults.toReason(done)
  }, Effect.mapError(Refusal.afterEffect))

  /** Cancels twins, and ships what has not left. */
  const complete = Effect.fnUntraced(function*(under: ReadonlyArray<Fulfillment>) {
    const { kept, twins } = withoutTwins(under)
    for (const { id } of twins) yield* move(cancellation, id)
    for (const { id, state } of kept) if (isPrepared(state)) yield* move(shipment, id)
  })

  const read = Effect.fnUntraced(function*({ onlineOrderId, providerCode, trackingNumber }: Asked) {
    const shipping = yield* graphQl.send(reading, { code: onlineOrderId, provider: providerCode })
    const [order] = shipping.orders.items
    return order === undefined ? yield* Faults.unknownOrder(onlineOrderId) : { shipping, order, under: held(order, trackingNumber) }
  })

  /** Creates the fulfillment. If Vendure says that all is in fulfillments already, an equal request may have been faster. */
  const create = Effect.fnUntraced(function*(asked: Asked, contents: Contents, handler: object): Effect.fn.Return<void, AdapterError.Reason> {
    const lines = [...contents].map(([orderLineId, quantity]) => ({ orderLineId, quantity }))
    const { addFulfillmentToOrder: made } = yield* graphQl.send(creation, { input: { lines, handler } })
    if (!Faults.isError(made)) {
      const { under } = yield* Effect.mapError(read(asked), Refusal.afterEffect)
      yield* complete(under)
      return yield* under.some(({ id }) => id === made.id) ? Effect.void : move(shipment, made.id)
    }
    if (made.errorCode === "ITEMS_ALREADY_FULFILLED_ERROR") {
      const { under } = yield* read(asked)
      if (coverage(contents, contentsOf(withoutTwins(under).kept)) === "all") return yield* complete(under)
    }
    return yield* Faults.toReason(made)
  })

  return (asked: Asked) => graphQl.alone(asked.onlineOrderId)(Effect.gen(function*() {
    const wanted = yield* wantedOf(asked)
    const { order, shipping, under } = yield* read(asked)
    const has = coverage(wanted, contentsOf(withoutTwins(under).kept))
    if (has === "other") return yield* Faults.otherContents(asked.trackingNumber)
    if (has === "all") return yield* Effect.as(complete(under), {})
    if (isCancelled(order.state)) return yield* Faults.notShippable(order.code, order.state)
    const contents = yield* contentsToShip(order, wanted)
    yield* create(asked, contents, yield* handlerOf(shipping, asked))
    return {}
  }))
}
