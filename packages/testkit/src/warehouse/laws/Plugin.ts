/**
 * The laws about what a plugin declares and about leaks of secrets.
 */
import { type OutboundOrder, Quantity, WarehouseV1 } from "@crossdock/core"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import * as Sku from "@crossdock/core/model/Sku"
import * as Effect from "effect/Effect"
import { equal, assert } from "../../Assertions.ts"
import { always, type Laws } from "../../Law.ts"
import * as LeakLaws from "../../LeakLaws.ts"
import * as RateLaws from "../../RateLaws.ts"
import { type LawContext, created, failure, knownStatus, planted, unsent } from "../LawContext.ts"
import type { SuiteFixture } from "../SuiteFixture.ts"
import { callbackUrl } from "./Scenarios.ts"

/** A valid payload for each optional operation. A plugin that does not offer the operation must not send it. */
const payloads = (context: LawContext): { readonly [N in WarehouseV1.OptionalName]: (typeof WarehouseV1.contract.operations)[N]["payload"]["Type"] } => {
  const { warehouseCode }: OutboundOrder.OutboundOrder = context.fixture.order("unoffered" as OutboundOrder.OrderNumber)
  const asnNumber = AsnNumber.make(context.fresh("unoffered"))
  const sku = Sku.Sku.make(context.fresh("unoffered"))
  return {
    listWarehouses: {},
    listChannels: {},
    listStock: { warehouseCode, limit: 10 },
    createInboundOrder: { asnNumber, warehouseCode, lines: [{ sku, quantity: Quantity.of(1) }] },
    getInboundOrders: { inboundOrders: [{ asnNumber }] },
    cancelInboundOrders: { asnNumbers: [asnNumber] },
    upsertProduct: { sku, erpSku: sku },
    subscribe: { callbackUrl },
    renew: { subscriptionId: "1", callbackUrl },
    unsubscribe: { subscriptionId: "1" }
  }
}

export const declarationLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "plugin/limits": [
    "U-57",
    "declares limits that are whole numbers from 1",
    always((context: LawContext) =>
      Effect.sync(() => {
        const { asnsPerQuery, linesPerOrder, ordersPerQuery } = context.warehouse.facts.limits
        for (const [name, value] of Object.entries({ linesPerOrder, ordersPerQuery, asnsPerQuery: asnsPerQuery ?? ordersPerQuery })) {
          assert(Number.isInteger(value) && value >= 1, `limits.${name} is ${value}; it must be a whole number from 1`)
        }
      }))
  ],
  "plugin/unoffered": [
    "U-87",
    "fails with OperationUnsupported, without a request, when an operation is not offered",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const asked = payloads(context)
      for (const operation of WarehouseV1.contract.optional) {
        if (context.declares(operation.name)) continue
        const { reason } = yield* unsent(context, failure(context, operation, asked[operation.name] as never, "the plugin does not offer it"))
        equal(reason._tag, "OperationUnsupported", `the reason of ${operation.name}`)
      }
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened twice at the same time, and both instances see the peer's orders",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { order } = yield* created(context, "opens-again")
      const second = { ...context, warehouse: yield* context.open }
      yield* knownStatus(second, order)
      yield* knownStatus(context, order)
    }))
  ],
  ...LeakLaws.settingsLaws
}

export const leakLaws: Laws<LawContext, SuiteFixture<unknown>> = LeakLaws.outputLaws(planted)

export const rateLaws: Laws<LawContext, SuiteFixture<unknown>> = RateLaws.make<LawContext>(({ warehouse }) => warehouse.facts.limits)
