/**
 * The warehouse side of document 1: one request value to one response value. It never fails and never throws; a
 * refusal is a response.
 */
import type { Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Refusal } from "./Fault.ts"
import type { Profile } from "./Profile.ts"

export type { Refusal }

/** Whom an accessId stands for. */
export interface Caller {
  /** The accessId. */
  readonly id: string
  /** The owner's own id of the link; opaque here. */
  readonly key: string
  readonly secretKey: Redacted.Redacted
  readonly signing: "strict" | "lenient"
  /** Compared with the header `secret` when present (U-07). */
  readonly warehouseSecret?: Redacted.Redacted
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** What was received, beside its meaning. */
export interface Info {
  /** As the caller wrote it. */
  readonly method: string
  /** The exact text. */
  readonly content: string
  /** Equal for equal sign and content, whatever the method (U-124). */
  readonly digest: string
}

export interface Limits {
  /** Bytes of a body; 20 MiB. */
  readonly maxBody?: number
  /** Records of a page; 1000. */
  readonly maxPageSize?: number
  /** Bytes of one text; 64 kB. */
  readonly maxText?: number
  /** Levels of nesting, of the body and of content; 32. */
  readonly maxDepth?: number
}

export interface Options<R> {
  readonly find: (accessId: string) => Caller | undefined
  /** False: too many failed authentications from here; answered 429 before anything is verified. */
  readonly mayTry?: (accessId: string, remoteAddress: string | undefined) => Effect.Effect<boolean>
  readonly onAuthentication?: (outcome: {
    readonly accessId: string
    readonly remoteAddress: string | undefined
    readonly ok: boolean
    /** Name of the signing scheme that matched. */
    readonly matched?: string
  }) => Effect.Effect<void>
  readonly dispatch: <O extends WarehouseV1.AnyOperation>(
    caller: Caller,
    operation: O,
    payload: O["payload"]["Type"],
    info: Info
  ) => Effect.Effect<O["success"]["Type"], Refusal, R>
  readonly limits?: Limits
}

/** Serves all operations at one address. */
export const make = <R>(
  _options: Options<R>
): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> =>
() => Effect.die("not yet")
