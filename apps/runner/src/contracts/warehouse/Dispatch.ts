/**
 * Routes each call of an ERP, over any protocol, to the module that carries it out. The table has an entry for every operation
 * of the contract; a new operation without one does not compile.
 */
import { WarehouseV1 as Contract } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { refusalsOf } from "../../connection/RefusalSetting.ts"
import { Mapping } from "../../mapping/NameMapping.ts"
import { Cancels } from "./Cancels.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Intents } from "../../intents/Intents.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { Reads } from "./Reads.ts"
import { noAnswer, notStored, ofReason, Refusal } from "../../engine/Refusal.ts"
import * as ServedCalls from "../../engine/ServedCalls.ts"

export class Dispatch extends Context.Service<Dispatch, {
  /** The last argument is the exact text that was signed. */
  readonly call: ServedCalls.Call<Contract.AnyOperation, string>
}>()("@crossdock/runner/contracts/warehouse/Dispatch") {
  static readonly layer = (composed: Composed) => Layer.effect(Dispatch, make(composed))
}

const tooLate = noAnswer("warehouse")

/** A read or a product update is interrupted at the caller's deadline. */
const asked = <A>(work: Effect.Effect<A, Refusal>) => Deadline.orGiveUp(work, tooLate)

const make = Effect.fnUntraced(function*(composed: Composed) {
  const connections = yield* Connections
  const intents = yield* Intents
  const cancels = yield* Cancels
  const reads = yield* Reads
  const mapping = yield* Mapping

  const handlers: ServedCalls.Handlers<Contract.AnyOperation, string> = {
    createOutboundOrder: (link, payload, raw) => intents.submit(link, Contract.CreateOutboundOrder, payload, raw),
    createInboundOrder: (link, payload, raw) => intents.submit(link, Contract.CreateInboundOrder, payload, raw),
    cancelOutboundOrder: (link, payload) => Effect.map(cancels.outbound(link, payload), (outcome) => outcome === "requested" ? { outcome } : {}),
    cancelInboundOrders: (link, payload) => cancels.inbound(link, payload),
    getOutboundOrders: (link, payload) => asked(reads.outbound(link, payload)),
    getInboundOrders: (link, payload) => asked(reads.inbound(link, payload)),
    listWarehouses: (link) => asked(reads.warehouses(link)),
    listChannels: (link, payload) => asked(reads.channels(link, payload)),
    listStock: (link, payload) => asked(reads.stock(link, payload)),
    upsertProduct: (link, product) =>
      asked(Effect.gen(function*() {
        yield* unlessPaused(connections, link.peer)
        const sku = yield* mapping.productSku(link, product)
        const warehouseCode = product.warehouseCode && (yield* mapping.toPeer(link, "warehouse", product.warehouseCode))
        return yield* connections.invoke(link.peer, Contract.UpsertProduct, {
          ...product,
          sku,
          ...(warehouseCode && { warehouseCode })
        })
      }).pipe(
        Effect.mapError((error) => error._tag === "DatabaseFailed" ? notStored : ofReason(error.reason, "warehouse", refusalsOf(connections, link.peer) === "final"))
      )),
    ...ServedCalls.registrations
  }

  return Dispatch.of({ call: ServedCalls.make({ composed, connections, contract: Contract.contract, handlers, peer: "warehouse" }) })
})
