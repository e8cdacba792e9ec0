/**
 * The laws about calls that fail.
 */
import { type AdapterError, type Operation, PlatformV1, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import { exchanged, granted } from "../../AccountLaws.ts"
import { assert, equal, LawViolation } from "../../Assertions.ts"
import { assertMet, describeFailure, type FaultInjection, failureRules, type FaultName, type On, underFault } from "../../FaultInjection.ts"
import type { Law, Laws } from "../../Law.ts"
import { call, type LawContext, place } from "../LawContext.ts"
import { type CallName, can, type SuiteFixture } from "../SuiteFixture.ts"
import { providerOf } from "./Shipments.ts"

/** A call, and whether the platform has carried it out; undefined where nothing shows it. */
interface Scenario {
  readonly work: Effect.Effect<unknown, AdapterError.AdapterError, unknown>
  readonly isDone: Effect.Effect<boolean | undefined, unknown, unknown>
  /** How many records the call has made at the platform; undefined where nothing shows it. */
  readonly count?: Effect.Effect<number | undefined, unknown, unknown>
}

type Prepared = Effect.Effect<Scenario, unknown, unknown>

const untold = Effect.succeed(undefined)
const read = (work: Scenario["work"]): Prepared => Effect.succeed({ work, isDone: untold })

const placed = (context: LawContext) => Effect.map(place(context, "under-fault"), ({ onlineOrderId }) => onlineOrderId)

const parcelCount = ({ fixture: { shipments } }: LawContext, onlineOrderId: string) =>
  shipments === undefined ? untold : Effect.map(shipments(onlineOrderId), ({ length }) => length)

const parcels = (context: LawContext, onlineOrderId: string) =>
  Effect.map(parcelCount(context, onlineOrderId), (count) => (count === undefined ? undefined : count > 0))

/** A stock that differs from the present one, since a plugin may leave out a write that changes nothing. */
const anotherStock = ({ fixture: { stock } }: LawContext) => (stock === undefined ? Effect.succeed(4) : Effect.map(stock, (pieces) => (pieces === 4 ? 5 : 4)))

const arranged = Effect.fnUntraced(function*(context: LawContext) {
  const onlineOrderId = yield* placed(context)
  const { code, name } = yield* providerOf(context)
  return { onlineOrderId, providerCode: code, providerName: name }
})

/** A new operation without a scenario fails to compile. */
const scenarios: Readonly<Record<CallName, (context: LawContext) => Prepared>> = {
  authorization: Effect.fnUntraced(function*(context) {
    return { work: exchanged(context, yield* granted(context, context.fixture.authorization!)), isDone: untold }
  }),
  getOrders: (context) => Effect.map(placed(context), (id) => ({ work: call(context, PlatformV1.GetOrders, { onlineOrderIds: [id], limit: 100 }), isDone: untold })),
  listOrderStatuses: (context) => read(call(context, PlatformV1.ListOrderStatuses, {})),
  markReadyToShip: Effect.fnUntraced(function*(context) {
    const { onlineOrderId, providerCode } = yield* arranged(context)
    const payload = { onlineOrderId, providerCode, trackingNumber: context.fresh("tracking") }
    return { work: call(context, PlatformV1.ReportOutgoingParcel, payload), isDone: parcels(context, onlineOrderId), count: parcelCount(context, onlineOrderId) }
  }),
  listProducts: (context) => read(call(context, PlatformV1.ListProducts, { productIds: [context.fixture.product?.productId ?? "I-1"], limit: 100 })),
  listProductStatuses: (context) => read(call(context, PlatformV1.ListProductStatuses, {})),
  updateStock: Effect.fnUntraced(function*(context) {
    const { product = { productId: "I-1" }, stock } = context.fixture
    const wanted = yield* anotherStock(context)
    return {
      work: call(context, PlatformV1.UpdateStock, { items: [{ ...product, stock: StockLevel.figure(wanted) }] }),
      isDone: stock === undefined ? untold : Effect.map(stock, (pieces) => pieces === wanted)
    }
  }),
  listShippingProviders: (context) => read(call(context, PlatformV1.ListShippingProviders, {})),
  createShipment: Effect.fnUntraced(function*(context) {
    const payload = yield* arranged(context)
    return { work: call(context, PlatformV1.CreateShipment, payload), isDone: parcels(context, payload.onlineOrderId) }
  }),
  cancelShipment: Effect.fnUntraced(function*(context) {
    const payload = yield* arranged(context)
    const { trackingNumber } = yield* call(context, PlatformV1.CreateShipment, payload)
    const { onlineOrderId } = payload
    const isThere = yield* Effect.succeed(parcels(context, onlineOrderId))
    return {
      work: call(context, PlatformV1.CancelShipment, { onlineOrderId, trackingNumber }),
      isDone: Effect.map(isThere, (has) => (has === undefined ? undefined : !has))
    }
  }),
  getLabels: (context) => Effect.map(placed(context), (onlineOrderId) => ({ work: call(context, PlatformV1.GetLabels, { onlineOrderId }), isDone: untold })),
  trackParcel: (context) => Effect.map(placed(context), (onlineOrderId) => ({ work: call(context, PlatformV1.TrackParcel, { onlineOrderId }), isDone: untold })),
  listLocations: (context) => read(call(context, PlatformV1.ListLocations, {})),
  setShopAccess: (context) => read(call(context, PlatformV1.ReportShopAccess, { isLocked: false, callbackUrl: new URL("https://erp.example/") }))
}

/** An operation, or the exchange of an authorization. */
interface Called {
  readonly name: CallName
  readonly kind: Operation.Kind
}

type Answered = Result.Result<unknown, AdapterError.AdapterError>

/** A law about one operation under one fault. */
const lawUnderFault = (
  operation: Called,
  name: FaultName,
  ids: string,
  message: string,
  on: On,
  judge: (answered: Answered, isDone: boolean | undefined, injection: FaultInjection<unknown>, count: number | undefined) => void
): Law<LawContext, SuiteFixture<unknown>> => {
  const capability = can.injection(name, operation.name)
  return [ids, `${operation.name} ${message}`, {
    lacks: (fixture) =>
      operation.name === "authorization" && fixture.authorization === undefined
        ? "authorization"
        : capability.of(fixture) === undefined ? capability.name : undefined,
    run: Effect.fnUntraced(function*(context) {
      const injection = capability.of(context.fixture)!
      const { count = untold, isDone, work } = yield* scenarios[operation.name](context)
      const answered = yield* Effect.result(underFault(injection, on, work))
      const done = yield* isDone
      yield* assertMet(injection, answered._tag === "Success", done)
      judge(answered as Answered, done, injection, yield* count)
    })
  }]
}

const failingLaw = (operation: Called, name: FaultName): Law<LawContext, SuiteFixture<unknown>> => {
  const { claim, ids, message, on } = failureRules[name]!(operation.kind)
  return lawUnderFault(operation, name, ids, message, on, (answered, isDone, injection) => {
    if (answered._tag === "Success") throw new LawViolation(`it succeeded under the fault "${name}"; no answer of the platform supports that`)
    claim(answered.failure, isDone, injection)
  })
}

const dripLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, "drip", "U-123", "succeeds when the answer arrives slowly but within the timeout", "any", (answered, isDone) => {
    if (answered._tag === "Failure") throw new LawViolation(`${describeFailure(answered.failure)} although the whole answer arrived within the timeout`)
    assert(isDone !== false, "it succeeded, and the platform has done nothing")
  })

const duplicateLaw = (operation: Called): Law<LawContext, SuiteFixture<unknown>> =>
  lawUnderFault(operation, "duplicate", "U-62", "leaves one parcel when the request arrives twice, and never claims that nothing was done", "any", (answered, _isDone, _injection, count) => {
    if (count !== undefined) equal(count, 1, "parcels at the platform")
    if (answered._tag === "Success") return
    assert(answered.failure.mayHaveApplied, `${describeFailure(answered.failure)}, whose mayHaveApplied is false; the platform has carried it out`)
  })

/** The laws of one operation under every fault. */
export const faultLaws = (operation: Called): Laws<LawContext, SuiteFixture<unknown>> =>
  Object.fromEntries([
    ...(Object.keys(failureRules) as ReadonlyArray<FaultName>)
      // An exchange has no credential yet that could be rejected, and a person repeats it after any refusal of the code.
      .filter((name) => !(operation.name === "authorization" && (name === "credential" || name === "refuse-unlisted")))
      .map((name) => [`${operation.name}/${name}`, failingLaw(operation, name)]),
    [`${operation.name}/drip`, dripLaw(operation)],
    // The tracking number of the call tells a repeat. A shipment that the platform arranges has none before it is made.
    ...(operation.name === "markReadyToShip" ? [[`${operation.name}/duplicate`, duplicateLaw(operation)]] : [])
  ])
