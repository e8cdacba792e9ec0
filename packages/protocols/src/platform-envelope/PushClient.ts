/**
 * The external service's side of pushOrder: it prepares each order once and can send it several times, until the ERP accepts
 * it (spec 2 §4B, §6).
 */
import { type ErpV1, Transport, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Contexts, Pushes } from "../kit/index.ts"
import type { Refusal as Refusals } from "../wire/index.ts"
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

/** Creates the push of orders. */
export const make = (settings: Settings): Effect.Effect<Operation.Push<typeof ErpV1.ReceivePlatformOrder>, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const { answer, method, request, toWire } = PushOrder
    const post: Pushes.Pushed<never, never>["post"] = (content, headers) => send(requestOf(addressOf(settings), settings, method, content, headers))
    return Pushes.make({ context, content: request, toWire, answer, shape: ofErp, post, toReason: settings.toReason })
  })
