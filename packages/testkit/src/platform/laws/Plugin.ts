/**
 * The laws about what a platform plugin declares and about leaks of secrets.
 */
import { PlatformV1, StockLevel } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { LawViolation, equal, notDriven } from "../../Assertions.ts"
import { always, type Laws } from "../../Law.ts"
import * as LeakLaws from "../../LeakLaws.ts"
import * as RateLaws from "../../RateLaws.ts"
import { call, type LawContext, orderOf, place, planted, unsent } from "../LawContext.ts"
import type { SuiteFixture } from "../SuiteFixture.ts"

const onlineOrderId = "P-unoffered"

/** A payload for every optional operation. A new one without a payload fails to compile. */
const payloads: { readonly [N in PlatformV1.OptionalName]: (typeof PlatformV1.contract.operations)[N]["payload"]["Type"] } = {
  listOrderStatuses: {},
  markReadyToShip: { onlineOrderId, trackingNumber: "T-1", providerCode: "P" },
  listProducts: { productIds: ["I-1"], limit: 1 },
  listProductStatuses: {},
  updateStock: { items: [{ productId: "I-1", stock: StockLevel.figure(1) }] },
  listShippingProviders: {},
  createShipment: { onlineOrderId, providerCode: "P", providerName: "P" },
  cancelShipment: { onlineOrderId, trackingNumber: "T-1" },
  getLabels: { onlineOrderId },
  trackParcel: { onlineOrderId },
  listLocations: {},
  setShopAccess: { isLocked: false, callbackUrl: new URL("https://erp.example/") },
  subscribe: { callbackUrl: new URL("https://runner.example/callbacks/unoffered") },
  renew: { subscriptionId: "1", callbackUrl: new URL("https://runner.example/callbacks/unoffered") },
  unsubscribe: { subscriptionId: "1" }
}

export const declarationLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "plugin/unoffered": [
    "U-87",
    "fails with OperationUnsupported, without a request, when an operation is not offered",
    always(Effect.fnUntraced(function*(context: LawContext) {
      for (const operation of PlatformV1.contract.optional) {
        if (context.declares(operation.name)) continue
        const answered = yield* unsent(context, Effect.result(call(context, operation as typeof PlatformV1.ListLocations, payloads[operation.name] as {})))
        if (answered._tag === "Success") throw new LawViolation(`${operation.name} succeeded although the plugin does not offer it`)
        equal(answered.failure.reason._tag, "OperationUnsupported", `the reason of ${operation.name}`)
      }
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened twice at the same time, and both instances reach the platform",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const second = { ...context, platform: yield* context.open }
      for (const each of [second, context]) yield* orderOf(each, (yield* place(context, "again")).onlineOrderId)
    }))
  ],
  ...LeakLaws.settingsLaws
}

const { "the buyer of an order": buyer } = planted

/** Reads an order that shows the name that every order was to have. A fixture that puts another name there proves nothing. */
const showsBuyer = Effect.fnUntraced(function*(context: LawContext) {
  const { buyerName, raw, receiver } = yield* orderOf(context, (yield* place(context, "personal")).onlineOrderId)
  const isShown = [receiver.name, buyerName, raw].some((text) => text !== undefined && Redacted.value(text).includes(buyer))
  if (!isShown) notDriven(`no order shows the buyer "${buyer}"; fixture.placeOrder receives the name as \`buyer\` of its second argument`)
})

export const leakLaws: Laws<LawContext, SuiteFixture<unknown>> = LeakLaws.outputLaws(planted, showsBuyer)

export const rateLaws: Laws<LawContext, SuiteFixture<unknown>> = RateLaws.make<LawContext>(({ platform }) => platform.facts.limits)
