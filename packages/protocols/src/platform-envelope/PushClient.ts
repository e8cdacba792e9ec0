/**
 * The external service's side of pushOrder: it prepares each order once and can send it several times, until the ERP accepts
 * it (spec 2 §4B, §6).
 */
import { type ErpV1, Transport, type Operation, type PlatformOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CallerHeaders, Contexts, Pushes } from "../kit/index.ts"
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

/**
 * The address of pushOrder: the announced one if it is https, or http where the profile says so, without credentials and allowed; otherwise
 * the path below the address of the ERP (U-39).
 */
export const addressOf = ({ allowsUrl, baseUrl, profile, webHookUrl }: Pick<Settings, "allowsUrl" | "baseUrl" | "webHookUrl"> & Partial<Pick<Settings, "profile">>): URL =>
  webHookUrl !== undefined && CallerHeaders.isSecureUrl(webHookUrl, profile?.webHookScheme === "http") && allowsUrl?.(webHookUrl) === true ? webHookUrl : urlBelow(baseUrl, pathOf(PushOrder.method))

/** Creates the push of orders. `prepare` writes the current time for an order without a time of its last change (spec 2 §2.10). */
export const make = (settings: Settings): Effect.Effect<Operation.PreparedHandler<typeof ErpV1.ReceivePlatformOrder>, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport
    const clock = yield* Clock.Clock
    const { answer, method, request } = PushOrder
    const toWire = (order: PlatformOrder.PlatformOrder) => PushOrder.toWire({ modifiedAt: DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()), ...order })
    const post: Pushes.Pushed<never, never>["post"] = (content, headers, { sendTo }) => {
      // The runner allows an address before it hands it over.
      const announced = sendTo === undefined ? {} : { webHookUrl: sendTo, allowsUrl: () => true }
      return send(requestOf(addressOf({ ...settings, ...announced }), settings, method, content, headers))
    }
    return Pushes.make({ context, content: request, toWire, answer, shape: ofErp, post, toReason: settings.toReason })
  })
