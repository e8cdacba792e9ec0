/**
 * `receiveOutboundStatus`: how far an order is. The books have nothing to do with that: what has left is told by `receiveShipments`.
 */
import { ErpV1, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { push } from "./Push.ts"

export const receiveOutboundStatus: Operation.PreparedHandler<typeof ErpV1.ReceiveOutboundStatus> = push(ErpV1.ReceiveOutboundStatus, { book: () => Effect.void })
