/**
 * Version 1 of the ERP contract: the messages that the runner sends to an ERP.
 */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"
import * as Contract from "./Contract.ts"
import { InboundProgress } from "./model/InboundOrder.ts"
import { OutboundStatus } from "./model/OutboundOrder.ts"
import { PlatformOrder } from "./model/PlatformOrder.ts"
import * as Operation from "./Operation.ts"

/** Sends the status of an outbound order. A repeat of the same status must change nothing (document 1, pushOrderInfo). */
export const ReceiveOutboundStatus = Operation.make("receiveOutboundStatus", {
  payload: OutboundStatus,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

/** Sends received goods of an inbound order. The ERP must count each `batchNo` once; the runner always sends one (document 1, pushAsnInfo). */
export const ReceiveInboundProgress = Operation.make("receiveInboundProgress", {
  payload: InboundProgress,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

/** Sends an order of a sales platform. The ERP creates or updates it by shop and online order id (document 2, pushOrder). */
export const ReceivePlatformOrder = Operation.make("receivePlatformOrder", {
  payload: PlatformOrder,
  success: Schema.Void,
  kind: "push",
  isPrepared: true
})

const required = [ReceiveOutboundStatus, ReceiveInboundProgress] as const
const optional = [ReceivePlatformOrder] as const

/** What the runner must know about an ERP before it sends anything. */
export interface Facts {
  /** Whether the ERP has a status for delivered goods. If `false`, the runner reports an order as shipped and nothing later. Default: true. */
  readonly knowsDelivered?: boolean
}

/** The contract as a named type, so that compiler errors show its name. */
export interface V1 extends Contract.Contract<"erp/v1", typeof required, typeof optional, Facts> {
  readonly demands: {}
}

export const contract: V1 = Contract.make("erp/v1", { required, optional, facts: ["knowsDelivered"] })

export type AnyOperation = Contract.AnyOperation<V1>
export type OptionalName = Contract.OptionalName<V1>
export type OperationName = Contract.OperationName<V1>
export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>

export interface Adapter extends Contract.Adapter<V1> {}
/** The adapter of the ERP that the current connection reaches. */
export class Erp extends Context.Service<Erp, Adapter>()("@crossdock/core/ErpV1/Erp") {}

export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string>
  extends Contract.Plugin<V1, Erp, Settings, R, Id>
{}

/** Declares an ERP plugin. Its `make` returns `prepare` and `deliver` for every operation that it offers. */
export const plugin = Contract.pluginFor(contract, Erp)
