/**
 * The external service's side of pushOrder: it prepares each order once and can send it several times, until the ERP accepts
 * it (spec 2 §4B, §6).
 */
import { type ErpV1, Json, Transport, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Answers, Contexts } from "../kit/index.ts"
import { Refusal as Refusals, write } from "../wire/index.ts"
import { pathOf, urlBelow } from "./Envelope.ts"
import * as PushOrder from "./Messages/PushOrder.ts"
import { type Credentials, ofErp, requestOf } from "./Outgoing.ts"

/** The settings of a client that pushes orders. */
export interface Settings extends Credentials {
  /** The address of the ERP, before `/extApi/platform/…`. */
  readonly baseUrl: URL
  /** The address that the ERP announced for orders. */
  readonly webHookUrl?: URL
  /** Returns whether an announced address may be used (U-86). If absent, none may, and `baseUrl` is used. */
  readonly allowsUrl?: (url: URL) => boolean
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

/** The address of pushOrder: the announced one if it is allowed, otherwise the path below the address of the ERP (U-39). */
export const addressOf = ({ allowsUrl, baseUrl, webHookUrl }: Pick<Settings, "allowsUrl" | "baseUrl" | "webHookUrl">): URL =>
  webHookUrl !== undefined && allowsUrl?.(webHookUrl) === true ? webHookUrl : urlBelow(baseUrl, pathOf(PushOrder.method))

/** Creates the push of orders. `prepare` fixes the content for all attempts; each attempt is signed anew (U-19). */
export const make = (settings: Settings): Effect.Effect<Operation.Push<typeof ErpV1.ReceivePlatformOrder>, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const url = addressOf(settings)
    return {
      prepare: (order) => {
        const { json, problems } = write(PushOrder.request, PushOrder.toWire(order), context)
        return json === undefined ? Result.fail(Refusals.notWritten(problems, PushOrder.request)) : Result.succeed({ content: Json.stringify(json) })
      },
      deliver: Effect.fnUntraced(function*({ content }, { deliveryId }) {
        const response = yield* send(requestOf(url, settings, PushOrder.method, content, [["x-crossdock-delivery-id", deliveryId]]))
        const judged = yield* Answers.judge(ofErp, response, { answer: PushOrder.answer }, context)
        if ("refused" in judged) return yield* Answers.reasonOf(judged.refused, settings.toReason)
      })
    }
  })
