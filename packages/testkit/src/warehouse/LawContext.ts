/**
 * What a law of `warehouse/v1` works with: the opened plugin and the author's fixture.
 */
import { type AdapterError, OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import * as Sku from "@crossdock/core/model/Sku"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { OpenedAuthorization } from "../AccountLaws.ts"
import { LawViolation, equal, assert, short } from "../Assertions.ts"
import type { AnswersRead } from "../RateLaws.ts"
import type { Time } from "../Time.ts"
import type { Watch } from "../OutputCapture.ts"
import type { FaultInjection } from "../FaultInjection.ts"
import type { PeerOutboundOrder, SuiteFixture } from "./SuiteFixture.ts"

type Payload<O extends WarehouseV1.AnyOperation> = O["payload"]["Type"]
type Success<O extends WarehouseV1.AnyOperation> = O["success"]["Type"]

export interface LawContext {
  /** What the answers to the plugin told about its limit. */
  readonly answers: AnswersRead
  readonly fixture: SuiteFixture<unknown>
  readonly warehouse: WarehouseV1.OpenConnection
  /** Whether the plugin declares the operation; required operations always are. */
  readonly declares: (operation: WarehouseV1.OperationName) => boolean
  /** Opens the plugin a second time, as for another connection. */
  readonly open: Effect.Effect<WarehouseV1.OpenConnection, unknown, unknown>
  /** The plugin's OAuth authorization, if it has one. */
  readonly authorization?: OpenedAuthorization
  readonly settings: unknown
  readonly time: Time
  readonly watch: Watch
  /** Generates a unique number. */
  readonly fresh: (hint: string) => string
}

/** A caller is told which member of the payload to change, not which member of the message that the plugin would have sent. */
const assertPointer = ({ name, payload }: WarehouseV1.AnyOperation, reason: AdapterError.Reason): void => {
  if (reason._tag !== "RequestInvalid") return
  const [, member = ""] = reason.path.split("/")
  assert(
    member === "" || member in payload.fields,
    `${name} failed as RequestInvalid at ${reason.path}; expected a JSON pointer into the payload, which has no member ${member}`
  )
}

/** Names orders by their numbers, as a query does. */
export const ordersOf = (numbers: Arr.NonEmptyReadonlyArray<OutboundOrder.OrderNumber>) => Arr.map(numbers, (orderNumber) => ({ orderNumber }))

/** Names inbound orders by their numbers, as a query does. */
export const inboundOrdersOf = (numbers: Arr.NonEmptyReadonlyArray<AsnNumber>) => Arr.map(numbers, (asnNumber) => ({ asnNumber }))

/** Calls the plugin. A failure is kept for the law about personal data, and must point into the payload where it points. */
export const call = <O extends WarehouseV1.AnyOperation>(
  context: LawContext,
  operation: O,
  payload: Payload<O>
): Effect.Effect<Success<O>, AdapterError.AdapterError> =>
  context.time.during(context.warehouse.call(operation, payload)).pipe(Effect.tapError((error) => Effect.sync(() => {
    context.watch.noteError(error)
    assertPointer(operation, error.reason)
  })))

/** Calls the plugin and returns the failure. A success breaks the law. */
export const failure = <O extends WarehouseV1.AnyOperation>(
  context: LawContext,
  operation: O,
  payload: Payload<O>,
  because: string
): Effect.Effect<AdapterError.AdapterError> =>
  Effect.match(call(context, operation, payload), {
    onSuccess: (answer) => {
      throw new LawViolation(`${operation.name} succeeded with ${short(answer)} although ${because}`)
    },
    onFailure: (error) => error
  })

/** Runs an effect that must send no request. Checked only if the fixture counts requests. */
export const unsent = Effect.fnUntraced(function*<A, E>(context: LawContext, work: Effect.Effect<A, E>) {
  const { requests } = context.fixture
  const before = requests && (yield* requests)
  const done = yield* work
  if (requests !== undefined) equal((yield* requests) - before!, 0, "requests that the peer received")
  return done
})

/** Personal data that occurs only in the orders of the suite, so that a leak can be found by searching for it. */
export const planted = {
  "the receiver's name": "Quirina Plantagenet",
  "the receiver's phone": "+31 20 555 0177",
  "the receiver's email": "quirina.plantagenet@example.org",
  "the receiver's address": "Plantsoenweg 77-III",
  "the receiver's second address line": "Achterhuis links",
  "the receiver's postal code": "1012ZQ",
  "the remark": "ring twice at Plantagenet's",
  /** An empty PDF in base64. */
  "the label": "JVBERi0xLjQKJVBsYW50ZWQgbGFiZWwKJSVFT0YK"
} as const

const personal = (text: string) => Redacted.make(text)

const receiver = {
  name: personal(planted["the receiver's name"]),
  phone: personal(planted["the receiver's phone"]),
  email: personal(planted["the receiver's email"]),
  address1: personal(planted["the receiver's address"]),
  address2: personal(planted["the receiver's second address line"]),
  postalCode: personal(planted["the receiver's postal code"])
}

export const label = personal(planted["the label"])

type Order = OutboundOrder.OutboundOrder

/** A valid order with a unique number. */
export const newOrder = (context: LawContext, hint: string): Order => {
  const order = context.fixture.order(OutboundOrder.OrderNumber.make(context.fresh(hint)))
  return { ...order, receiver: { ...order.receiver, ...receiver } }
}

export const newAsnNumber = (context: LawContext, hint: string): AsnNumber => AsnNumber.make(context.fresh(hint))
export const newSku = (context: LawContext, hint: string): Sku.Sku => Sku.Sku.make(context.fresh(hint))

export const encoded = (order: Order): typeof OutboundOrder.OutboundOrder.Encoded => Schema.encodeSync(OutboundOrder.OutboundOrder)(order)

/** Creates an order at the peer through the plugin. */
export const created = Effect.fnUntraced(function*(context: LawContext, hint: string, change: (order: Order) => Order = (order) => order) {
  const order = change(newOrder(context, hint))
  const { warehouseOrderNumber } = yield* call(context, WarehouseV1.CreateOutboundOrder, order)
  return { order, orderNumber: order.orderNumber, warehouseOrderNumber }
})

const requested = "the plugin answered `requested`; give the fixture `actions.grantCancels`, with which the peer cancels what it was asked to"

/** Cancels an order through the plugin. A peer that decides later is made to cancel it. */
export const cancelled = Effect.fnUntraced(function*(context: LawContext, asked: typeof WarehouseV1.CancelOutboundOrder.payload.Type) {
  const { outcome } = yield* call(context, WarehouseV1.CancelOutboundOrder, asked)
  const { grantCancels } = context.fixture.actions ?? {}
  if (outcome !== "requested") return
  assert(grantCancels !== undefined, requested)
  yield* grantCancels!
})

/** The status of one order that the plugin returns when it is queried with the warehouse code. */
export const statusOf = (context: LawContext, { orderNumber, warehouseCode }: Pick<Order, "orderNumber" | "warehouseCode">) =>
  Effect.map(
    call(context, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber }], warehouseCode }),
    (found): OutboundOrder.OutboundReport | undefined => found.items.find((status) => status.orderNumber === orderNumber)
  )

/** Like `statusOf`, for an order that the plugin must find. */
export const knownStatus = (context: LawContext, order: Pick<Order, "orderNumber" | "warehouseCode">) =>
  Effect.map(statusOf(context, order), (status) => {
    assert(status !== undefined, `the peer holds ${order.orderNumber} and the answer does not contain it`)
    return status
  })

/** The only order that the peer holds under a number. */
export const orderAtPeer = (context: LawContext, orderNumber: string): Effect.Effect<PeerOutboundOrder, unknown, unknown> =>
  Effect.map(context.fixture.records.outbound(orderNumber), (held) => {
    const [first] = held
    assert(first !== undefined, `the peer holds nothing under ${orderNumber}`)
    assert(held.length === 1, `the peer holds ${held.length} orders under ${orderNumber}, not one`)
    return first
  })

/** Adds a line with the SKU that makes the peer misbehave, if the fault is injected by a SKU. */
export const withFault = (order: Order, injection: FaultInjection<unknown>): Order =>
  "sku" in injection ? { ...order, lines: [order.lines[0], { ...order.lines[0], sku: Sku.Sku.make(injection.sku), erpSku: injection.sku, quantity: Quantity.of(1) }] } : order
