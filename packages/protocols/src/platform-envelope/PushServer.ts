/**
 * The ERP's side of pushOrder. The server answers success only after `receive` has returned, so the event is stored by then
 * (spec 2 §4B, §6).
 */
import type { PlatformV1, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Contexts, Serving } from "../kit/index.ts"
import { buyerMasked, type Refusal } from "./Fault.ts"
import { askedOf, type Caller, entrance, type Guard, type Info, unknownMethod } from "./Incoming.ts"
import { failure } from "./Messages/Response.ts"
import * as PushOrder from "./Messages/PushOrder.ts"
import { defaults, type Profile } from "./Profile.ts"

/** The options of a server that receives orders. */
export interface Options<R> extends Guard {
  readonly receive: (caller: Caller, event: PlatformV1.Event, info: Info) => Effect.Effect<void, Refusal, R>
}

const served = (form: Profile["pushOrderAnswer"]): Serving.Served => ({
  method: PushOrder.method,
  request: PushOrder.request,
  toPayload: PushOrder.fromWire,
  ...PushOrder.answered[form]
})

/** Serves pushOrder, at `/extApi/platform/pushOrder` and at any other address that was announced. */
export const make = <R>(options: Options<R>) => {
  const entered = entrance(options.find)
  return (request: Transport.Request): Effect.Effect<Transport.Response, never, R> =>
    Serving.receive(request, entered, options, (account, outer) => {
      const refused = (refusal: Refusal) => Effect.succeed(Serving.refuse(refusal, failure, defaults))
      if (outer.method !== PushOrder.method || (outer.pathMethod ?? PushOrder.method) !== PushOrder.method) return refused(unknownMethod(outer, [PushOrder.method]))
      const asked = askedOf(account, outer, options, false)
      if (Result.isFailure(asked)) return refused(asked.failure)
      const { caller, info, json } = asked.success
      return Serving.answer(served(caller.profile.pushOrderAnswer), json, Contexts.ofServer(caller, options.limits), options, (order: ReturnType<typeof PushOrder.fromWire>) =>
        caller.profile.maskedBuyer === "refuse" && order.receiver.isMasked === true
          ? Effect.fail(buyerMasked)
          : options.receive(caller, { _tag: "OrderPushed", order }, info))
    })
}
