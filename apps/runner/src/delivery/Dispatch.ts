/**
 * One call of an ERP, whatever door it came by, to the room that carries it out. Total over the operations of the
 * contract: a new one without its place does not compile.
 */
import type { WarehouseV1 } from "@crossdock/core"
import { WarehouseV1 as Contract } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Mapping } from "../mapping/Mapping.ts"
import { Cancels } from "./Cancels.ts"
import { createInbound, createOutbound } from "./Creates.ts"
import { Intents } from "./Intents.ts"
import { unlessPaused } from "./Paused.ts"
import { Reads } from "./Reads.ts"
import { notStored, ofReason, Refusal } from "./Refusal.ts"

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
}>()("@crossdock/runner/delivery/Dispatch") {
  static readonly layer = Layer.effect(Dispatch, Effect.suspend(() => make))
}

const notServed = () =>
  Effect.fail(new Refusal({ code: "NOT_SUPPORTED", says: "this is done by the operator of the runner, not by a call" }))

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const intents = yield* Intents
  const cancels = yield* Cancels
  const reads = yield* Reads
  const mapping = yield* Mapping

  const handlers: Handlers = {
    createOutboundOrder: (link, payload, raw) => intents.submit(link, createOutbound, payload, raw),
    createInboundOrder: (link, payload, raw) => intents.submit(link, createInbound, payload, raw),
    cancelOutboundOrder: (link, payload) => cancels.outbound(link, payload),
    cancelInboundOrders: (link, payload) => cancels.inbound(link, payload),
    getOutboundOrders: (link, payload) => reads.outbound(link, payload),
    getInboundOrders: (link, payload) => reads.inbound(link, payload),
    listWarehouses: (link) => reads.warehouses(link),
    listChannels: (link, payload) => reads.channels(link, payload),
    listStock: (link, payload) => reads.stock(link, payload),
    upsertProduct: (link, product) =>
      Effect.gen(function*() {
        yield* unlessPaused(connections, link.peer)
        const sku = yield* mapping.toPeer(link, "sku", product.sku)
        const warehouseCode = product.warehouseCode && (yield* mapping.toPeer(link, "warehouse", product.warehouseCode))
        yield* connections.warehouse(link.peer, Contract.UpsertProduct, {
          ...product,
          sku: sku as typeof product.sku,
          ...(warehouseCode && { warehouseCode })
        })
      }).pipe(
        Effect.mapError((error) => error._tag === "DatabaseFailed" ? notStored : ofReason(error.reason))
      ),
    authorize: notServed,
    subscribe: notServed,
    renew: notServed,
    unsubscribe: notServed
  }

  const required: ReadonlySet<string> = new Set(Contract.required.map((operation) => operation.name))

  return Dispatch.of({
    call: (link, operation, payload, raw) =>
      required.has(operation.name) || connections.offers(link.peer).includes(operation.name)
        ? (handlers[operation.name] as (link: ConnectedLink, payload: unknown, raw: string) => Effect.Effect<never, Refusal>)(link, payload, raw)
        : Effect.fail(new Refusal({ code: "NOT_SUPPORTED", says: "the warehouse of this link does not offer the operation" }))
  })
})
