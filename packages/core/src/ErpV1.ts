/**
 * Version 1 of the ERP contract, the receiving part: what the runner tells an ERP.
 */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as Contract from "./Contract.ts"
import { InboundProgress } from "./model/InboundOrder.ts"
import { OutboundStatus } from "./model/OutboundOrder.ts"
import { PlatformOrder } from "./model/PlatformOrder.ts"
import * as Operation from "./Operation.ts"

/** A state per order number; the same again changes nothing. Document 1, pushOrderInfo. */
export const ReceiveOutboundStatus = Operation.make("receiveOutboundStatus", {
  payload: OutboundStatus,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

/** Counted once per `batchNo`, which the runner always sends. Document 1, pushAsnInfo. */
export const ReceiveInboundProgress = Operation.make("receiveInboundProgress", {
  payload: InboundProgress,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

/** An upsert per shop and online order id. Document 2, pushOrder. */
export const ReceivePlatformOrder = Operation.make("receivePlatformOrder", {
  payload: PlatformOrder,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

const required = [ReceiveOutboundStatus, ReceiveInboundProgress] as const
const optional = [ReceivePlatformOrder] as const

/** What the runner must know of an ERP before it tells it anything. */
export interface Facts {
  /** `false`: it has no word for goods that have arrived, and is told that they left and no more. Absent: it has one. */
  readonly knowsDelivered?: boolean
}

/** The contract as a type, whose name stands in messages of the compiler. */
export interface V1 extends Contract.Contract<"erp/v1", typeof required, typeof optional, Facts> {
  readonly demands: {}
}

export const contract: V1 = Contract.make("erp/v1", { required, optional, facts: ["knowsDelivered"] })

export type AnyOperation = Contract.AnyOperation<V1>
export type OptionalName = Contract.OptionalName<V1>
export type OperationName = Contract.OperationName<V1>
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>

export interface Adapter extends Contract.Adapter<V1> {}
/** The ERP reached by the current connection. */
export class Erp extends Context.Service<Erp, Adapter>()("@crossdock/core/ErpV1/Erp") {}

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Erp, Settings, R, Id>
{}

/** Declares an ERP plugin; `make` returns both halves of every push that it offers. */
export const plugin = Contract.pluginFor(contract, Erp)
