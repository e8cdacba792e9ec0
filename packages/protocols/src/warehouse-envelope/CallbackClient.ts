/**
 * The client of the two callbacks, used by a warehouse: it prepares each report to the ERP once and can send it several
 * times, until the ERP accepts it (spec 1 §2.13, §2.14, §4 Callbacks).
 */
import { type AdapterError, type ErpV1, Json, Transport, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Answers, Contexts } from "../kit/index.ts"
import { Refusal as Refusals, type Table, write } from "../wire/index.ts"
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
  readonly outboundStatus: Operation.Push<typeof ErpV1.ReceiveOutboundStatus>
  readonly inboundProgress: Operation.Push<typeof ErpV1.ReceiveInboundProgress>
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
      return {
        prepare: (payload: Payload): Result.Result<Operation.Prepared, AdapterError.Reason> => {
          const { json, problems } = write(callback.content, callback.toWire(payload), context)
          return json === undefined ? Result.fail(Refusals.notWritten(problems, callback.content)) : Result.succeed({ content: Json.stringify(json) })
        },
        deliver: Effect.fnUntraced(function*({ content }: Operation.Prepared, { deliveryId }: { readonly deliveryId: string }) {
          const response = yield* send(
            requestOf(url, settings, callback.method, content, [["x-crossdock-delivery-id", deliveryId]])
          )
          const judged = yield* Answers.judge(ofErp, response, PushOrderInfo, context)
          if ("refused" in judged) return yield* Answers.reasonOf(judged.refused, settings.toReason)
        })
      }
    }

    return {
      outboundStatus: push({ ...PushOrderInfo, path: "receiveOdo" }),
      inboundProgress: push({ ...PushAsnInfo, path: "receiveAsn" })
    }
  })
