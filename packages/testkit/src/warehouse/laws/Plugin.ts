/**
 * What a plugin declares, and what it never lets out.
 */
import { type OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import * as Sku from "@crossdock/core/model/Sku"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { equal, holds } from "../../Claim.ts"
import { always, type Laws } from "../../Law.ts"
import * as Secrecy from "../../Secrecy.ts"
import { type Bench, created, failure, knownStatus, planted, unsent } from "../Bench.ts"
import type { Given } from "../Given.ts"
import { callbackUrl } from "./Deeds.ts"

/** A payload for each optional operation: valid, and never sent by a plugin that does not offer it. */
const payloads = (bench: Bench): { readonly [N in WarehouseV1.OptionalName]: (typeof WarehouseV1.contract.operations)[N]["payload"]["Type"] } => {
  const { warehouseCode }: OutboundOrder.OutboundOrder = bench.given.order("unoffered" as OutboundOrder.OrderNumber)
  const asnNumber = AsnNumber.make(bench.fresh("unoffered"))
  const sku = Sku.Sku.make(bench.fresh("unoffered"))
  return {
    listWarehouses: {},
    listChannels: {},
    listStock: { warehouseCode, page: 1, pageSize: 10 },
    createInboundOrder: { asnNumber, warehouseCode, lines: [{ sku, quantity: 1 }] },
    getInboundOrders: { asnNumbers: [asnNumber] },
    cancelInboundOrders: { asnNumbers: [asnNumber] },
    upsertProduct: { sku, erpSku: sku },
    authorize: { values: { code: Redacted.make("code") } },
    subscribe: { callbackUrl },
    renew: { subscriptionId: "1", callbackUrl },
    unsubscribe: { subscriptionId: "1" }
  }
}

export const declaring: Laws<Bench, Given<unknown>> = {
  "plugin/limits": [
    "U-57",
    "declares limits that can be kept: whole numbers from 1",
    always((bench: Bench) =>
      Effect.sync(() => {
        const { asnsPerQuery, linesPerOrder, ordersPerQuery } = bench.warehouse.facts.limits
        for (const [name, value] of Object.entries({ linesPerOrder, ordersPerQuery, asnsPerQuery: asnsPerQuery ?? ordersPerQuery })) {
          holds(Number.isInteger(value) && value >= 1, `limits.${name} is ${value}`)
        }
      }))
  ],
  "plugin/unoffered": [
    "U-87",
    "what it does not offer fails as OperationUnsupported",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const asked = payloads(bench)
      for (const operation of WarehouseV1.contract.optional) {
        if (bench.declares(operation.name)) continue
        const { reason } = yield* unsent(bench, failure(bench, operation, asked[operation.name] as never, "it is not offered"))
        equal(reason._tag, "OperationUnsupported", operation.name)
      }
    }))
  ],
  "plugin/opens-again": [
    "D1-342",
    "can be opened a second time while it is open, and both see the peer's orders",
    always(Effect.fnUntraced(function*(bench: Bench) {
      const { order } = yield* created(bench, "opens-again")
      const second = { ...bench, warehouse: yield* bench.open }
      yield* knownStatus(second, order)
      yield* knownStatus(bench, order)
    }))
  ],
  ...Secrecy.declared
}

export const keeping: Laws<Bench, Given<unknown>> = Secrecy.kept(planted)
