/**
 * The client of the two callbacks, used by a warehouse: it prepares each report to the ERP once and can send it several
 * times, until the ERP accepts it (spec 1 §2.13, §2.14, §4 Callbacks).
 */
import { type ErpV1, Transport, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Contexts, Pushes } from "../kit/index.ts"
import type { Refusal as Refusals, Table } from "../wire/index.ts"
import * as PushAsnInfo from "./Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "./Messages/PushOrderInfo.ts"
import { ofErp, requestOf } from "./Outgoing.ts"
import type { Profile } from "./Profile.ts"

/** The settings of a client that sends callbacks. */
export interface Settings {
  /** The part of the URL before `/sys/automatic/…`. */
  readonly baseUrl: string
  /** The path segment `{warehouseExtraType}`. */
  readonly extraType: string
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  readonly profile: Profile
  /** Time zone of the account: an IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Looks up an error text in the plugin's fault table; returns undefined for a text that the table does not list. */
  readonly toReason?: Refusals.ToReason
}

/** The two push operations of a callback client. */
export interface Pushes {
  readonly outboundStatus: Operation.PreparedHandler<typeof ErpV1.ReceiveOutboundStatus>
  readonly inboundProgress: Operation.PreparedHandler<typeof ErpV1.ReceiveInboundProgress>
}

interface Callback<Payload, Content extends Table.Table> {
  readonly method: string
  readonly path: string
  readonly content: Content
  readonly toWire: (payload: Payload) => Table.WriteValue<Content>
}

/**
 * Creates the two push operations. `prepare` fixes the content for all attempts; each attempt is signed anew (U-19).
 */
export const make = (settings: Settings): Effect.Effect<Pushes, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* Contexts.ofClient(settings)
    const { send } = yield* Transport.Transport

    const push = <Payload, Content extends Table.Table>(callback: Callback<Payload, Content>) => {
      const url = new URL(
        `${settings.baseUrl.replace(/\/+$/, "")}/sys/automatic/${callback.path}/${encodeURIComponent(settings.extraType)}`
      )
      return Pushes.make({
        ...callback,
        context,
        answer: PushOrderInfo.answer,
        shape: ofErp,
        post: (content, headers) => send(requestOf(url, settings, callback.method, content, headers)),
        toReason: settings.toReason
      })
    }

    return {
      outboundStatus: push({ ...PushOrderInfo, path: "receiveOdo" }),
      inboundProgress: push({ ...PushAsnInfo, path: "receiveAsn" })
    }
  })
