/**
 * The ERP side of the two callbacks. The server answers success only after `receive` has returned, so the event is
 * stored by then (spec 1 §4 Callbacks, §6).
 */
import type { Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Framing, Serving } from "../kit/index.ts"
import type { Table } from "../wire/index.ts"
import type { Refusal } from "./Fault.ts"
import { answer, type Caller, entrance, type Guard } from "./Incoming.ts"
import * as PushAsnInfo from "./Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "./Messages/PushOrderInfo.ts"
import { callbackFailure } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"

/** The options of a server that receives callbacks. */
export interface Options<R> extends Guard {
  /** Finds the caller. The extra type and the accessId must belong to the same link (U-147). */
  readonly find: (extraType: string, accessId: string) => Caller | undefined
  readonly receive: (caller: Caller, event: WarehouseV1.EventWithStatus, info: Serving.Info) => Effect.Effect<void, Refusal, R>
}

const callbackOf = <T extends Table.Table>(
  message: { readonly method: string; readonly content: T; readonly answer: Table.Table },
  toPayload: (value: Table.Value<T>) => WarehouseV1.EventWithStatus
): Serving.Served => ({ ...message, request: message.content, toPayload, toAnswer: () => ({ success: true }) })

/** Maps the path segment after `/sys/automatic/` to the callback that it accepts. */
const callbacks: Readonly<Record<string, Serving.Served>> = {
  receiveOdo: callbackOf(PushOrderInfo, (value) => ({ _tag: "OutboundStatusChanged", status: PushOrderInfo.fromWire(value) })),
  receiveAsn: callbackOf(PushAsnInfo, (value) => ({ _tag: "InboundProgressed", progress: PushAsnInfo.fromWire(value) }))
}

const path = /\/sys\/automatic\/(receiveOdo|receiveAsn)\/([^/]*)\/?$/

/** Writes a refusal as a response, for requests that are refused before they reach this server. */
export const seal = (refusal: Refusal, profile: Profile = defaults, httpStatus?: number): Transport.Response =>
  Serving.refuse(refusal, callbackFailure, profile, httpStatus)

/** Serves `/sys/automatic/receiveOdo/{extraType}` and `/sys/automatic/receiveAsn/{extraType}`. */
export const make = <R>(options: Options<R>) => (request: Transport.Request): Effect.Effect<Transport.Response, never, R> => {
  const [, kind = "", segment = ""] = path.exec(request.url.pathname) ?? []
  // A segment that is not valid percent-encoding matches no link.
  const extraType = Framing.percentDecoded(segment) ?? ""
  const callback = callbacks[kind]
  const entered = entrance((accessId) => options.find(extraType, accessId), callbackFailure, callback === undefined ? [] : [callback.method])
  return Serving.receive(request, entered, options, (caller, outer) => {
    if (callback !== undefined && callback.method === outer.method) {
      return answer(callback, caller, outer, options, (event, info) => options.receive(caller, event, info))
    }
    const message = callback === undefined ? "no callback is received at this path; send to /sys/automatic/receiveOdo/ or /sys/automatic/receiveAsn/" : `this path accepts only ${callback.method}; send that method`
    return Effect.succeed(seal({ code: "METHOD_UNKNOWN", message, path: "/method" }, caller.profile))
  })
}
