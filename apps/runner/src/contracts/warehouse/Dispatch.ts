/**
 * Routes each call of an ERP, over any protocol, to the module that carries it out. The table has an entry for every operation
 * of the contract; a new operation without one does not compile.
 */
import { AdapterError, type WarehouseV1 } from "@crossdock/core"
import { WarehouseV1 as Contract } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { Mapping } from "../../mapping/Mapping.ts"
import { Cancels } from "./Cancels.ts"
import * as DatabaseDefects from "../../engine/DatabaseDefects.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Intents } from "../../intents/Intents.ts"
import { unlessPaused } from "../../engine/PauseCheck.ts"
import { Reads } from "./Reads.ts"
import { notStored, ofReason, Refusal } from "../../engine/Refusal.ts"

type Handlers = {
  readonly [O in WarehouseV1.AnyOperation as O["name"]]: (
    link: ConnectedLink,
    payload: O["payload"]["Type"],
    raw: string
  ) => Effect.Effect<O["success"]["Type"], Refusal>
}

export class Dispatch extends Context.Service<Dispatch, {
  readonly call: <O extends WarehouseV1.AnyOperation>(
    link: ConnectedLink,
    operation: O,
    payload: O["payload"]["Type"],
    raw: string
  ) => Effect.Effect<O["success"]["Type"], Refusal>
}>()("@crossdock/runner/contracts/warehouse/Dispatch") {
  static readonly layer = (composed: Composed) => Layer.effect(Dispatch, make(composed))
}

const notServed = () =>
  Effect.fail(new Refusal({ code: "NOT_SUPPORTED", message: "this cannot be done by a request; ask the operator of the runner" }))

/** The error for a read or a product update that is interrupted at the caller's deadline. */
const noAnswer = ofReason(new AdapterError.TransportFailed({ phase: "receive", cause: "the caller deadline is over" }))
const asked = <A>(work: Effect.Effect<A, Refusal>) => Deadline.orGiveUp(work, noAnswer)

const make = Effect.fnUntraced(function*(composed: Composed) {
  const connections = yield* Connections
  const intents = yield* Intents
  const cancels = yield* Cancels
  const reads = yield* Reads
  const mapping = yield* Mapping

  const handlers: Handlers = {
    createOutboundOrder: (link, payload, raw) => intents.submit(link, Contract.CreateOutboundOrder, payload, raw),
    createInboundOrder: (link, payload, raw) => intents.submit(link, Contract.CreateInboundOrder, payload, raw),
    cancelOutboundOrder: (link, payload) => cancels.outbound(link, payload),
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
        yield* connections.invoke(link.peer, Contract.UpsertProduct, {
          ...product,
          sku,
          ...(warehouseCode && { warehouseCode })
        })
      }).pipe(
        Effect.mapError((error) => error._tag === "DatabaseFailed" ? notStored : ofReason(error.reason))
      )),
    subscribe: notServed,
    renew: notServed,
    unsubscribe: notServed
  }

  const withoutDatabase = DatabaseDefects.refused(composed.server.doubtfulAnswer)
  const required: ReadonlySet<string> = new Set(Contract.contract.required.map((operation) => operation.name))

  return Dispatch.of({
    call: (link, operation, payload, raw) =>
      required.has(operation.name) || connections.offers(link.peer).includes(operation.name)
        ? Deadline.within(
          composed.server.callerDeadline,
          (handlers[operation.name] as (link: ConnectedLink, payload: unknown, raw: string) => Effect.Effect<never, Refusal>)(link, payload, raw)
        ).pipe(Effect.catchDefect((defect) => withoutDatabase(operation.kind, defect)))
        : Effect.fail(new Refusal({ code: "NOT_SUPPORTED", message: "the warehouse of this link does not support the operation" }))
  })
})
