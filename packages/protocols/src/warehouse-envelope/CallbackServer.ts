/**
 * The ERP side of the two callbacks. Success means that `receive` returned, so the event is stored.
 */
import type { Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Refusal } from "./Fault.ts"
import type { Caller, Info, Limits } from "./Server.ts"

export interface Options<R> {
  /** Both must be of one link (U-147). */
  readonly find: (extraType: string, accessId: string) => Caller | undefined
  readonly mayTry?: (accessId: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: {
    readonly accessId: string
    readonly remoteAddress: string | undefined
    readonly ok: boolean
    readonly matched?: string
  }) => Effect.Effect<void>
  readonly receive: (caller: Caller, event: WarehouseV1.Event, info: Info) => Effect.Effect<void, Refusal, R>
  readonly limits?: Limits
}

/** Serves `/sys/automatic/receiveOdo/{extraType}` and `/sys/automatic/receiveAsn/{extraType}`. */
export const make = <R>(
  _options: Options<R>
): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> =>
() => Effect.die("not yet")
