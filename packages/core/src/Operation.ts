/**
 * An operation of a contract as data: a name, two schemas, a kind, and whether its message is prepared. It knows nothing
 * of vendors or HTTP.
 */
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Reason } from "./AdapterError.ts"

/**
 * Whether an operation can be repeated. `push` and `read`: a repeat changes nothing more. `cancel`: repeated after the
 * state was read. `create`: not idempotent, so the runner stores an intent before the call and queries before a repeat.
 */
export type Kind = "push" | "create" | "read" | "cancel"

export interface Operation<
  out Name extends string,
  out OperationKind extends Kind,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  out IsPrepared extends boolean = boolean
> {
  readonly name: Name
  readonly kind: OperationKind
  readonly payload: Payload
  readonly success: Success
  /** Whether the runner stores the message before the first attempt and sends it byte for byte in each attempt. */
  readonly isPrepared: IsPrepared
}

export type Any = Operation<string, Kind, Schema.Codec<any, any>, Schema.Codec<any, any>>

/**
 * The answer of an operation that has nothing to tell: `{}`. An operation may get optional members in its place in a later release.
 * Nothing can have the one member that it declares, so the compiler refuses a handler that answers with any other value.
 */
export const Empty = Schema.Struct({ "~empty": Schema.optionalKey(Schema.Never) })
export type Empty = typeof Empty.Type

/** The implementation of an operation as one function. */
export type Handler<O extends Any> = (
  payload: O["payload"]["Type"]
) => Effect.Effect<O["success"]["Type"], Reason>

/**
 * A message that is ready to send. Each attempt sends `content` unchanged; only the signature is made anew.
 */
export interface PreparedMessage {
  readonly content: string
}

/** What one attempt to send a message is given. */
export interface SendOptions {
  /** The id of the message, the same in every attempt. */
  readonly deliveryId: string
  /**
   * Where this message is to go: the address that the receiver has announced for it and that the runner allows. If absent, it goes to the
   * address in the settings.
   */
  readonly sendTo?: URL
}

/** The implementation of an operation whose message is prepared. */
export interface PreparedHandler<O extends Any> {
  /** Makes the message. It must be pure: the runner calls it before any transaction, and may call it again for the same payload. */
  readonly prepare: (payload: O["payload"]["Type"]) => Result.Result<PreparedMessage, Reason>
  /** Sends the message once, and answers what the operation answers. */
  readonly deliver: (prepared: PreparedMessage, options: SendOptions) => Effect.Effect<O["success"]["Type"], Reason>
}

/** A function, or `prepare` and `deliver` for an operation whose message is prepared. */
export type Implementation<O extends Any> = O extends { readonly isPrepared: true } ? PreparedHandler<O> : Handler<O>

/** Declares an operation of a contract. `isPrepared` is false if it is left out. */
export const make = <
  const Name extends string,
  const OperationKind extends Kind,
  Payload extends Schema.Codec<any, any>,
  Success extends Schema.Codec<any, any>,
  const IsPrepared extends boolean = false
>(
  name: Name,
  options: { readonly kind: OperationKind; readonly payload: Payload; readonly success: Success; readonly isPrepared?: IsPrepared }
): Operation<Name, OperationKind, Payload, Success, IsPrepared> => ({ name, ...options, isPrepared: (options.isPrepared ?? false) as IsPrepared })
