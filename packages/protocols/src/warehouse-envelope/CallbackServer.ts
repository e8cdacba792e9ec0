/**
 * The ERP side of the two callbacks. Success means that `receive` returned, so the event is stored.
 *
 * Document 1, 4 (Callbacks) and 6.
 */
import { Drift, type Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Framing, Serving } from "../kit/index.ts"
import { Refusal as Refusals, type Table, write } from "../wire/index.ts"
import type { Limits } from "./Envelope.ts"
import type { Refusal } from "./Fault.ts"
import { type Authentic, type Caller, type Failing, type Guard, readContent, receive, refuse } from "./Incoming.ts"
import * as PushAsnInfo from "./Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "./Messages/PushOrderInfo.ts"
import type { Profile } from "./Profile.ts"

export interface Options<R> extends Guard {
  /** Both must be of one link (U-147). */
  readonly find: (extraType: string, accessId: string) => Caller | undefined
  readonly receive: (caller: Caller, event: WarehouseV1.Report, info: Serving.Info) => Effect.Effect<void, Refusal, R>
}

interface Callback {
  readonly method: string
  readonly read: (call: Authentic, limits: Limits | undefined) => Result.Result<Told, Refusal>
}

interface Told {
  readonly event: WarehouseV1.Report
  readonly findings: ReadonlyArray<Drift.Finding>
}

const callbackOf = <T extends Table.Table>(
  { content, method }: { readonly method: string; readonly content: T },
  toEvent: (value: Table.Value<T>) => WarehouseV1.Report
): Callback => ({
  method,
  read: (call, limits) =>
    Result.map(readContent(content, call, limits), ({ findings, value }) => ({ event: toEvent(value), findings }))
})

/** By the segment of the path that names what is received. */
const callbacks: Readonly<Record<string, Callback>> = {
  receiveOdo: callbackOf(PushOrderInfo, (value) => ({ _tag: "OutboundStatusChanged", status: PushOrderInfo.fromWire(value) })),
  receiveAsn: callbackOf(PushAsnInfo, (value) => ({ _tag: "InboundProgressed", progress: PushAsnInfo.fromWire(value) }))
}

const failing: Failing = { table: PushOrderInfo.answer, member: ({ callbackErrorMember }) => callbackErrorMember }

const path = /\/sys\/automatic\/(receiveOdo|receiveAsn)\/([^/]*)\/?$/

/** A refusal as an answer, for what is decided before the door. */
export const seal = (refusal: Refusal, profile?: Profile, httpStatus?: number): Transport.Response =>
  refuse(refusal, failing, profile, httpStatus)

/** Serves `/sys/automatic/receiveOdo/{extraType}` and `/sys/automatic/receiveAsn/{extraType}`. */
export const make = <R>(
  options: Options<R>
): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const serve = (request: Transport.Request) => {
    const [, kind = "", segment = ""] = path.exec(request.url.pathname) ?? []
    // A segment that is not percent-encoded text belongs to nobody.
    const extraType = Framing.percentDecoded(segment) ?? ""
    return receive(request, (accessId) => options.find(extraType, accessId), options, failing, (call) =>
      Effect.match(Serving.telling(take(options, callbacks[kind], call), options, call.caller), {
        onSuccess: () => Serving.json(200, taken(call)),
        onFailure: (refusal) => refuse(refusal, failing, call.caller.profile)
      }))
  }
  return (request) => Serving.guarded(Effect.suspend(() => serve(request)), options, () => refuse(Refusals.internal, failing))
}

const taken = ({ context }: Authentic) => write(PushOrderInfo.answer, { success: true }, context).json ?? { success: "true" }

const take = <R>(options: Options<R>, callback: Callback | undefined, call: Authentic): Effect.Effect<void, Refusal, R> => {
  const { caller, info, outer } = call
  if (callback === undefined || callback.method !== outer.method) {
    const message = callback === undefined ? "this path takes no callback" : `this path takes ${callback.method}; send that`
    return Effect.fail({ code: "METHOD_UNKNOWN", message, path: "/method" })
  }
  const read = callback.read(call, options.limits)
  if (Result.isFailure(read)) return Effect.fail(read.failure)
  const { event, findings } = read.success
  const stored = () => options.receive(caller, event, info)
  return findings.length === 0 ? stored() : Effect.flatMap(Drift.reportAll(findings), stored)
}
