/**
 * The route of pushOrder (document 2B): the runner receives orders of shops in the place of an ERP, and stores each before it confirms it.
 */
import { PushServer } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import type { Composed } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Reports } from "../contracts/platform/Reports.ts"
import { notStored, Refusal } from "../engine/Refusal.ts"
import type { Callers } from "./Callers.ts"
import type { FailedAuthentications } from "./FailedAuthentications.ts"
import * as RequestLimits from "./RequestLimits.ts"
import type { Serve } from "./Route.ts"

export const path = "/extApi/platform/pushOrder"

export const make = ({ callers, composed, connections, reports, tries }: {
  readonly callers: Callers
  readonly composed: Composed
  readonly connections: Connections["Service"]
  readonly reports: Reports["Service"]
  readonly tries: FailedAuthentications
}): Serve =>
  PushServer.make<never>({
    find: callers.ofOrders,
    ...tries,
    driftOf: ({ accessId, shops: [shop, ...others] }) => connections.drift(shop !== undefined && others.length === 0 ? shop.key : `receiver:${accessId}`),
    limits: RequestLimits.ofProtocols(composed.server),
    receive: ({ key }, event, info) =>
      Effect.mapError(
        reports.receive(key, event, info.content),
        (error) => error._tag === "DatabaseFailed" ? notStored : new Refusal({ code: "CONTENT_INVALID", path: error.path, message: error.message })
      ).pipe(Effect.annotateLogs({ receiver: key, event: event._tag }))
  })
